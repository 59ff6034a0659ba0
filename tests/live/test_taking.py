"""A hand is taken once: the table of what happens on the table, and when that takes it."""

from __future__ import annotations

import pytest

from vision.app.live.taking import CLEARED_AFTER, READY_AFTER, Read, Taking

STEP = 0.04
HAND = Read(("1m",) * 3 + ("2m",) * 3 + ("3m",) * 3 + ("4m",) * 3 + ("5z",) * 2, "row", True)
OTHER = Read(("1p",) * 3 + ("2p",) * 3 + ("3p",) * 3 + ("4p",) * 3 + ("6z",) * 2, "row", True)
ONE_LESS = Read(HAND.codes[:-1], "row", False)
REGROUPED = Read(HAND.codes, "two rows", True)
DOUBTFUL = Read(HAND.codes, "row", False)
FLOWER_GONE = Read(HAND.codes, "without a flower", True)
WITH_FLOWER = Read((*HAND.codes, "1f"), "row", True)
EMPTY = Read((), "", False)


def played(*events: tuple[object, float]) -> list[tuple[float, Read | None]]:
    """Takes with their times, of events that last so many seconds each.

    An event is a reading, ``"moving"`` or ``"blurred"``.
    """
    taking, now, takes = Taking(), 0.0, []
    for event, seconds in events:
        for _ in range(max(1, round(seconds / STEP))):
            if event == "moving":
                taking = taking.disturbed()
            elif event == "blurred":
                taking = taking.unchanged()
            else:
                assert isinstance(event, Read)
                taking = taking.counted(now, event)
            if taking.take:
                takes.append((now, taking.read))
            now += STEP
    return takes


ONCE = [HAND]
TABLE = [
    ("still long enough", [(HAND, 2.0)], ONCE),
    ("too short", [(HAND, 0.44), ("moving", 0.2)], []),
    ("never complete", [(ONE_LESS, 5.0)], []),
    ("always in doubt", [(DOUBTFUL, 5.0)], []),
    ("doubt that goes", [(DOUBTFUL, 1.0), (HAND, 0.2)], ONCE),
    ("restless", [(HAND, 0.3), ("moving", 0.1), (HAND, 0.3), ("moving", 0.1), (HAND, 0.3)], []),
    ("a misreading between", [(HAND, 0.3), (ONE_LESS, 0.04), (HAND, 0.3)], []),
    ("blurred frames do not disturb", [(HAND, 0.3), ("blurred", 0.1), (HAND, 0.3)], ONCE),
    ("an arm passes afterwards", [(HAND, 1.0), ("moving", 0.5), (HAND, 3.0)], ONCE),
    ("tiles set in order", [(HAND, 1.0), ("moving", 0.5), (REGROUPED, 3.0)], ONCE),
    ("flickering without a touch", [(HAND, 1.0), (OTHER, 3.0), (HAND, 1.0)], ONCE),
    ("a flower is covered", [(WITH_FLOWER, 1.0), ("moving", 0.2), (FLOWER_GONE, 3.0)],
     [WITH_FLOWER]),
    ("a flower comes late", [(HAND, 1.0), ("moving", 0.2), (WITH_FLOWER, 1.0)],
     [HAND, WITH_FLOWER]),
    ("a tile is lifted and put back",
     [(HAND, 1.0), ("moving", 0.2), (ONE_LESS, 2.0), ("moving", 0.2), (HAND, 2.0)], ONCE),
    ("the next hand", [(HAND, 1.0), ("moving", 1.0), (EMPTY, 1.0), (OTHER, 1.0)], [HAND, OTHER]),
    ("the same hand again, the table cleared between",
     [(HAND, 1.0), ("moving", 0.5), (EMPTY, 1.0), ("moving", 0.5), (HAND, 1.0)], [HAND, HAND]),
    ("cleared too shortly", [(HAND, 1.0), ("moving", 0.5), (EMPTY, 0.2), (HAND, 1.0)], ONCE),
]  # fmt: skip


@pytest.mark.parametrize(("events", "taken"), [t[1:] for t in TABLE], ids=[t[0] for t in TABLE])
def test_takes(events: list[tuple[object, float]], taken: list[Read]) -> None:
    assert [read for _, read in played(*events)] == taken


def test_it_takes_half_a_second() -> None:
    ((when, _),) = played((HAND, 2.0))
    assert READY_AFTER <= when <= READY_AFTER + 2 * STEP


def test_what_was_taken_by_key_is_not_taken_again() -> None:
    taking = Taking().counted(0.0, HAND).by_key()
    for k in range(1, 50):
        taking = taking.counted(k * STEP, HAND)
        assert not taking.take
    assert taking.ready
    assert taking.taken == HAND.codes


def test_a_cleared_table_forgets_the_hand_after_a_while() -> None:
    taking = Taking().counted(0.0, HAND).counted(1.0, HAND).disturbed()
    assert taking.taken == HAND.codes
    assert taking.counted(2.0, EMPTY).taken == HAND.codes
    cleared = taking.counted(2.0, EMPTY).counted(2.1 + CLEARED_AFTER, EMPTY)
    assert cleared.taken is None
