"""The addresses under which phones reach this machine, in words and as a QR code."""

from __future__ import annotations

import io
import socket


def lan_addresses() -> list[str]:
    """This machine's addresses in the local network, the likeliest first; asks nobody."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: only asks which way it would go
            found.append(str(probe.getsockname()[0]))
        except OSError:
            pass
    try:
        infos = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        infos = []
    found += [str(info[4][0]) for info in infos]
    usable = [address for address in found if not address.startswith(("127.", "0."))]
    return list(dict.fromkeys(usable))


def qr_text(address: str) -> str:
    """A QR code for a terminal, dark on light."""
    import segno

    out = io.StringIO()
    segno.make(address, micro=False, error="m").terminal(out, compact=True, border=2)
    return out.getvalue()
