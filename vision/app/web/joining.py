"""Who may take part when the evening is open to the local network: those who know its code."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without signs that look alike."""
LENGTH: Final = 6
COOKIE: Final = "tilescore"
TRIES: Final = 10
"""Wrong codes that one address may try ..."""
PERIOD: Final = 600.0
"""... in so many seconds."""
ADDRESSES_KEPT: Final = 2000


def new_code() -> str:
    """A code to be typed from a screen."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


class Door:
    """Checks codes and the cookies given for them."""

    def __init__(self, code: str, secret: str, clock: Callable[[], float] = time.monotonic) -> None:
        """``secret`` makes cookies that last as long as it does."""
        self.code = code
        self._cookie = hmac.new(secret.encode(), code.encode(), hashlib.sha256).hexdigest()
        self._clock = clock
        self._tries: OrderedDict[str, list[float]] = OrderedDict()

    @property
    def cookie(self) -> str:
        """What those who have joined show."""
        return self._cookie

    def knows(self, cookie: str | None) -> bool:
        """Whether a cookie was given here."""
        return cookie is not None and _same(cookie, self._cookie)

    def wait(self, address: str) -> float:
        """Seconds until an address may try again; 0 when it may."""
        tries = self._recent(address)
        return PERIOD - (self._clock() - tries[0]) if len(tries) >= TRIES else 0.0

    def opens(self, code: str, address: str) -> bool:
        """Whether a code is right; wrong ones count against the address."""
        typed = "".join(code.split()).upper()
        if _same(typed, self.code):
            return True
        key = _network(address)
        self._tries[key] = [*self._recent(address), self._clock()]
        self._tries.move_to_end(key)
        while len(self._tries) > ADDRESSES_KEPT:
            self._tries.popitem(last=False)
        return False

    def _recent(self, address: str) -> list[float]:
        since = self._clock() - PERIOD
        return [at for at in self._tries.get(_network(address), ()) if at > since]


def _same(one: str, other: str) -> bool:
    """Compared in constant time."""
    return hmac.compare_digest(one.encode(), other.encode())


def _network(address: str) -> str:
    """An address, or for IPv6 the network that one household has."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 6:
        return str(ipaddress.ip_network(f"{parsed}/64", strict=False).network_address)
    return address
