"""The order in which a set's tiles are laid out to be taught, in words; loads nothing heavy."""

from __future__ import annotations

from typing import Final

from scoring.tiles import DRAGONS, FLOWERS, WINDS

ORDER_ROWS: Final[tuple[tuple[str, ...], ...]] = (
    *(tuple(f"{n}{suit}" for n in range(1, 10)) for suit in "mps"),
    (*WINDS, *DRAGONS),
    FLOWERS,
)
"""The rows from top to bottom, each from left to right."""
ORDER: Final[tuple[str, ...]] = tuple(code for row in ORDER_ROWS for code in row)


def order_text() -> str:
    """The order for a person, one row a line."""
    rows = (
        ("characters 1-9", ORDER_ROWS[0]),
        ("dots 1-9", ORDER_ROWS[1]),
        ("bamboo 1-9", ORDER_ROWS[2]),
        ("East South West North, white green red dragon", ORDER_ROWS[3]),
        ("flowers 1-4, seasons 1-4", ORDER_ROWS[4]),
    )
    lines = [f"  row {k}: {' '.join(codes)}   {words}" for k, (words, codes) in enumerate(rows, 1)]
    return "\n".join(
        [
            "Lay one tile of each kind face up, upright, in straight rows in this order:",
            *lines,
            "Leave out what the set lacks; what follows moves up. Rows may be split over two",
            "pictures. Light from the side, no glare, the tiles filling the picture.",
        ]
    )
