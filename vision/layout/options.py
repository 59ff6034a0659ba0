"""What the person says about the table before it is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

SEATS: Final[tuple[str, ...]] = ("E", "S", "W", "N")
"""Counter-clockwise round the table, as the turn passes."""

SIDES: Final[tuple[str, ...]] = ("bottom", "right", "top", "left")
"""Picture edges counter-clockwise, beginning at the edge of ``--seat``."""


@dataclass(frozen=True, slots=True)
class LayoutOptions:
    """How to group the tiles of one picture.

    Attributes:
        seat: the seat whose player sits at the bottom edge; right, top and left follow
            counter-clockwise.
        hand_size: tiles of a player between turns, each four counted as three (13; 16 in some
            games). Evidence for the grouping, never a reason to overrule a clear view.
        scene: ``hand`` one player's tiles, ``table`` four sides, ``auto`` decided from where the
            tiles lie.
        fixed: codes that a person gave, by tile id of the reading made without them.
    """

    seat: str = "E"
    hand_size: int = 13
    scene: str = "auto"
    fixed: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.seat not in SEATS:
            raise ValueError(f"seat must be one of E S W N, not {self.seat!r}")
        if self.scene not in {"auto", "hand", "table"}:
            raise ValueError(f"scene must be auto, hand or table, not {self.scene!r}")
        if not 1 <= self.hand_size <= 25:
            raise ValueError(f"hand_size must be 1 to 25, not {self.hand_size}")

    def seat_at(self, side: str) -> str:
        """The seat that sits at a picture edge."""
        return SEATS[(SEATS.index(self.seat) + SIDES.index(side)) % 4]
