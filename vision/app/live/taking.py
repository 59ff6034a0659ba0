"""When a hand is taken: once, after half a second without doubt, and not again until the table
has changed. Pure: a function of the time and of what the counted frames read.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

READY_AFTER: Final = 0.5
"""Seconds that a reading must stay the same."""
CLEARED_AFTER: Final = 0.8
"""Seconds that most of a taken hand must be gone from the table ..."""
CLEARED_SHARE: Final = 0.5
"""... where at most this share of its tiles is still seen."""

Codes = tuple[str, ...]
"""Codes of tiles, sorted."""


@dataclass(frozen=True, slots=True)
class Read:
    """What a counted frame left the reading at."""

    codes: Codes
    """Every player's tiles."""
    layout: object = None
    """Anything that compares equal while the tiles are grouped alike."""
    takeable: bool = False
    """Whether somebody's hand is complete and nothing is in doubt."""

    def reads_like(self, other: Read) -> bool:
        """Whether both name the same tiles in the same places."""
        return self.codes == other.codes and self.layout == other.layout


@dataclass(frozen=True, slots=True)
class Taking:
    """What was read last, since when, and what was taken."""

    read: Read | None = None
    since: float = 0.0
    """When the present reading came, s."""
    ready: bool = False
    """Whether the present reading may be taken."""
    take: bool = False
    """Whether it is to be taken now."""
    taken: Codes | None = None
    """The tiles that were taken last, while they are on the table."""
    touched: bool = False
    """Whether anything moved since."""
    gone_since: float | None = None
    """Since when most of what was taken is missing, s."""

    def disturbed(self) -> Taking:
        """After a frame in which something moved or an arm lay over the tiles."""
        return replace(self, read=None, ready=False, take=False, touched=True)

    def unchanged(self) -> Taking:
        """After a frame that tells nothing, such as a blurred one."""
        return replace(self, take=False)

    def counted(self, time: float, read: Read) -> Taking:
        """After a frame that counts, taken at ``time`` s."""
        now = self._forget_cleared(time, read)
        if now.read is None or not read.reads_like(now.read):
            return replace(now, read=read, since=time, ready=False, take=False)
        now = replace(now, read=read)
        ready = read.takeable and time - now.since >= READY_AFTER
        if ready and now.may_take(read.codes):
            return replace(now, ready=True, take=True, taken=read.codes, touched=False)
        return replace(now, ready=ready, take=False)

    def by_key(self) -> Taking:
        """After a person took what is read now."""
        codes = self.read.codes if self.read else None
        return replace(self, taken=codes, touched=False, take=False, gone_since=None)

    def may_take(self, codes: Codes) -> bool:
        """Whether the table differs from the one that was taken.

        A reading alone does not change it, only tiles that somebody touched do; and a hand of
        which a few tiles are out of sight is still the same hand.
        """
        if self.taken is None:
            return True
        return self.touched and bool(Counter(codes) - Counter(self.taken))

    def _forget_cleared(self, time: float, read: Read) -> Taking:
        if self.taken is None or not self.touched:
            return self
        left = sum((Counter(read.codes) & Counter(self.taken)).values())
        if left > CLEARED_SHARE * len(self.taken):
            return replace(self, gone_since=None)
        since = time if self.gone_since is None else self.gone_since
        if time - since >= CLEARED_AFTER:
            return replace(self, taken=None, gone_since=None)
        return replace(self, gone_since=since)
