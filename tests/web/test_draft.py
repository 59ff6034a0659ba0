"""The hand being settled, as a value: every change, what it settles to, what is asked."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tiles import ALL_TILES, SEATS
from vision.app.web.draft import Draft, draft_from_json, draft_of_deal
from vision.app.web.draft_changes import CHANGES, changed, same_parts, touched
from vision.app.web.draft_reading import with_reading
from vision.app.web.draft_settle import Settled, settle_draft
from vision.app.web.refusal import RefusalError

FACTS = {"rules": "no-limit", "house": {}, "table": list(SEATS)}
PART_TWO = {**FACTS, "rules": "limit", "limit": 300, "round_wind": "E"}
DANGEROUS = "44s 789p (555z) (666z) (777z)"
WINNING = "11p 123m 456s 789p (555z)"


def after(*changes: dict[str, Any], draft: Draft | None = None) -> Draft:
    draft = draft or Draft()
    for change in changes:
        draft = changed(draft, change)
    return draft


def typed(seat: str, text: str) -> dict[str, Any]:
    return {"do": "hand", "seat": seat, "text": text}


def won(**said: Any) -> dict[str, Any]:
    return {"do": "won_with", **said}


def shown(seat: str, *tiles: str) -> dict[str, Any]:
    return {"do": "set", "seat": seat, "set": None, "codes": list(tiles)}


def codes(draft: Draft, seat: str) -> list[str]:
    return [tile.code for tile in draft.hand(seat).tiles()]


def at(seat: str | None, part: str = "concealed", **more: int) -> dict[str, Any]:
    return {"seat": seat, "part": part, **more}


def reading(*players: tuple[str, list[str]], doubtful: tuple[int, ...] = ()) -> dict[str, Any]:
    """A reading in the documented form with hands in one row each."""
    tiles: list[dict[str, Any]] = []
    shown = []
    for seat, row in players:
        ids = list(range(len(tiles), len(tiles) + len(row)))
        tiles += [
            {"id": i, "code": c, "confidence": 0.99, "quad": [[0, 0]] * 4, "partly_hidden": False,
             "alternatives": [["1m", 0.01]]}
            for i, c in zip(ids, row, strict=True)
        ]  # fmt: skip
        shown.append({"side": "bottom", "seat": seat, "concealed": ids, "flowers": [], "sets": [],
                      "winning_tile": None})  # fmt: skip
    return {"image": {"file": "x", "width": 9, "height": 9}, "tiles": tiles, "players": shown,
            "loose": [], "doubtful": list(doubtful), "changes": [], "warnings": []}  # fmt: skip


class TestChanges:
    def test_tiles_are_added_changed_moved_and_taken_away(self) -> None:
        draft = after(
            {"do": "add", "at": at("E"), "code": "5p"},
            {"do": "add", "at": at("E", index=0), "code": "1m"},
            {"do": "code", "at": at("E", index=1), "code": "6p"},
            {"do": "move", "at": at("E", index=0), "to": at("S")},
        )
        assert codes(draft, "E") == ["6p"]
        assert codes(draft, "S") == ["1m"]
        assert after({"do": "delete", "at": at("E", index=0)}, draft=draft).hands.keys() == {"S"}

    def test_flowers_go_where_flowers_lie(self) -> None:
        draft = after(typed("E", "123m"), {"do": "code", "at": at("E", index=0), "code": "3f"})
        assert [t.code for t in draft.hand("E").flowers] == ["3f"]
        draft = after({"do": "code", "at": at("E", "flowers", index=0), "code": "1m"}, draft=draft)
        assert codes(draft, "E") == ["2m", "3m", "1m"]

    def test_sets_are_made_changed_and_dissolved(self) -> None:
        draft = after(
            {"do": "set", "seat": "W", "set": None, "codes": ["1z"] * 3},
            {"do": "set", "seat": "W", "set": 0, "concealed": True, "codes": ["1z"] * 4},
        )
        assert draft.hand("W").sets[0].concealed
        assert len(codes(draft, "W")) == 4
        moved = after(
            *[{"do": "move", "at": at("W", "set", set=0, index=0), "to": at("W")}] * 4, draft=draft
        )
        assert not moved.hand("W").sets
        assert codes(moved, "W") == ["1z"] * 4
        assert not after({"do": "set", "seat": "W", "set": 0, "codes": []}, draft=draft).hands

    def test_of_two_statements_that_exclude_each_other_the_newest_counts(self) -> None:
        draft = after(won(**{"by": "discard", "from": "S"}))
        assert after(won(by="draw"), draft=draft).win == {"by": "draw"}
        assert after(won(loose_tile=True), draft=draft).win == {"by": "draw", "loose_tile": True}
        drawn = after(won(last_tile=True))
        assert after(won(**{"from": "W"}), draft=drawn).win == {"by": "discard", "from": "W"}
        assert after(won(winner="S"), draft=draft).win == {"by": "discard"}
        assert after(won(by=None), won(**{"from": None}), draft=draft).win == {}

    def test_a_correction_is_remembered_beside_its_picture(self) -> None:
        draft = with_reading(Draft(), "pic", reading(("E", ["1m", "2m"])), None, SEATS)
        draft = after(
            {"do": "code", "at": at("E", index=1), "code": "3m"},
            {"do": "delete", "at": at("E", index=0)},
            draft=draft,
        )
        assert draft.pictures[0].fixed == {1: "3m", 0: "-"}

    @pytest.mark.parametrize(
        "change",
        [
            {},
            {"do": "fly"},
            {"do": ["code"]},
            {"do": "code", "at": None, "code": "5p"},
            {"do": "code", "at": at("E", index=0), "code": "5p"},
            {"do": "add", "at": at("Q"), "code": "5p"},
            {"do": "add", "at": at("E"), "code": "10p"},
            {"do": "add", "at": at("E", index=-1), "code": "5p"},
            {"do": "add", "at": at("E", "set", set=3), "code": "5p"},
            {"do": "hand", "seat": "E", "text": "1" * 500},
            {"do": "hand", "seat": "E", "text": "12"},
            {"do": "set", "seat": "E", "set": None, "codes": ["1m"] * 5},
            {"do": "won_with", "winner": "X"},
            {"do": "won_with", "tile": "1f"},
            {"do": "won_with", "loose_tile": "yes"},
            {"do": "penalty", "kind": "laughing", "by": "E"},
            {"do": "reckless", "value": "maybe"},
            {"do": "dead", "seat": "E", "dead": 1},
        ],
    )
    def test_what_cannot_be_is_refused(self, change: dict[str, Any]) -> None:
        with pytest.raises(RefusalError) as refused:
            changed(Draft(), change)
        assert 400 <= refused.value.status < 500

    def test_which_changes_clash(self) -> None:
        one = after(typed("E", "123m"))
        other = after({"do": "add", "at": at("S"), "code": "5p"}, draft=one)
        parts = touched({"do": "move", "at": at("E", index=0), "to": at("S")})
        assert not same_parts(one, other, parts)
        assert same_parts(one, other, touched({"do": "code", "at": at("E", index=0)}))
        assert same_parts(one, other, touched(won(by="draw")))
        assert same_parts(one, other, touched(typed("E", "456m")))
        assert not same_parts(one, other, touched(typed("S", "456m")))


class TestReadings:
    def test_one_players_tiles_go_to_the_seat_named_or_the_first_free_one(self) -> None:
        row = reading(("E", ["1m", "2m"]))
        draft = with_reading(Draft(), "a", row, "W", SEATS)
        assert codes(draft, "W") == ["1m", "2m"]
        draft = with_reading(draft, "b", row, None, SEATS)
        assert codes(draft, "E") == ["1m", "2m"]
        draft = with_reading(draft, "c", reading(("E", ["9s"])), "W", SEATS)
        assert codes(draft, "W") == ["9s"]
        assert [use.id for use in draft.pictures] == ["b", "c"]

    def test_a_table_of_two_is_filled_in_order_of_play(self) -> None:
        table = reading(("E", ["1m"]), ("W", ["2m"]))
        draft = with_reading(Draft(), "a", table, None, ("E", "S"))
        assert codes(draft, "S") == ["2m"]

    def test_a_picture_leaves_with_its_tiles(self) -> None:
        draft = with_reading(Draft(), "a", reading(("E", ["1m", "2m"])), None, SEATS)
        draft = after({"do": "add", "at": at("E"), "code": "3m"}, draft=draft)
        left = after({"do": "picture_remove", "picture": "a"}, draft=draft)
        assert codes(left, "E") == ["3m"]
        assert not left.pictures

    def test_doubtful_tiles_make_it_provisional_until_a_person_looks(self) -> None:
        row = "11123455667788".replace("", " ").split()
        draft = with_reading(
            Draft(), "a", reading(("E", [f"{n}m" for n in row]), doubtful=(3,)), None, SEATS
        )
        settled = settle_draft(draft, FACTS)
        assert settled.doubts == ("East's fourth tile (2 of characters?, or 1 of characters)",)
        looked = after({"do": "code", "at": at("E", index=3), "code": "2m"}, draft=draft)
        assert not settle_draft(looked, FACTS).doubts


class TestSettling:
    def test_an_empty_draft_says_what_to_do(self) -> None:
        settled = settle_draft(Draft(), FACTS)
        assert settled.settlement is None
        assert "photograph" in settled.problems[0].message

    def test_the_only_complete_hand_wins_on_the_tile_that_scores_least(self) -> None:
        settled = settle_draft(after(typed("S", WINNING), typed("E", "19m19p19s1234567z")), FACTS)
        assert settled.winner == "S"
        assert settled.win["by"] == "draw"
        assert settled.assumed
        assert settled.settlement is not None
        assert settled.win["tile"] in settled.tiles
        scores = [
            settle_draft(after(typed("S", WINNING), won(tile=tile)), FACTS)
            for tile in settled.tiles
        ]
        found = [s.settlement["players"]["S"]["score"] for s in scores if s.settlement]
        assert settled.settlement["players"]["S"]["score"] == min(found)

    def test_of_two_complete_hands_a_person_must_say_which_won(self) -> None:
        draft = after(typed("S", WINNING), typed("W", "22p 345m 456s 789p (666z)"))
        settled = settle_draft(draft, FACTS)
        assert settled.asks == ("winner",)
        assert settled.problems[0].code == "winner_unclear"
        assert "South and West" in settled.problems[0].message
        settled = settle_draft(after(won(winner="W"), draft=draft), FACTS)
        assert settled.winner == "W"
        assert [problem.seat for problem in settled.problems] == ["S"]  # has a tile too many

    @pytest.mark.parametrize(
        ("facts", "text", "said", "asked", "not_asked"),
        [
            (
                FACTS,
                WINNING,
                {"by": "draw"},
                {"by", "tile"},
                {"from", "last_tile", "first_discard"},
            ),
            (FACTS, WINNING, {"by": "discard"}, {"by"}, {"from", "loose_tile", "last_tile"}),
            (FACTS, "11p 123m 456s (7777p) (555z)", {"by": "draw"}, {"loose_tile"}, {"from"}),
            (PART_TWO, WINNING, {"by": "draw"}, {"last_tile"}, {"from", "loose_tile"}),
            (PART_TWO, WINNING, {"by": "discard"}, {"by"}, {"from", "last_tile"}),
            (PART_TWO, DANGEROUS, {"by": "discard", "tile": "7z"}, {"from"}, {"last_tile"}),
            (PART_TWO, "11p 123m 456s 777m 999p", {"by": "draw"}, {"original_hand"}, {"from"}),
        ],
    )
    def test_only_what_matters_is_asked(
        self, facts: Any, text: str, said: Any, asked: set[str], not_asked: set[str]
    ) -> None:
        settled = settle_draft(after(typed("E", text), won(winner="E", **said)), facts)
        assert settled.settlement
        assert asked <= set(settled.asks)
        assert not not_asked & set(settled.asks)

    @pytest.mark.parametrize(
        ("facts", "changes", "said"),
        [
            (
                FACTS,
                [typed("E", WINNING), won(loose_tile=True)],
                '"On a loose tile": a loose tile is drawn only after a four was laid down.',
            ),
            (
                PART_TWO,
                [typed("S", "11p 123m 456s 789p 555z"), won(original_hand=True)],
                '"With the hand as dealt": only East can win as dealt (house reading "dealt win": '
                "any lets others).",
            ),
            (
                FACTS,
                [typed("E", "11p 123m 456s 789p"), shown("E", "1z", "2z", "3z")],
                "East's first set on the table: East wind, South wind, West wind is no set (three "
                "or four alike, or three in sequence of one suit).",
            ),
            (
                FACTS,
                [typed("E", "11p 123m 456s 789p"), shown("E", "0z", "2z", "0z")],
                "A tile of East's first set on the table lies face down: say what it is, or take "
                "it away.",
            ),
            (
                FACTS,
                [typed("E", WINNING), {"do": "add", "at": at("E"), "code": "0z"}],
                "East's twelfth tile lies face down: say what it is, or take it away.",
            ),
            (
                {**FACTS, "table": ["E", "S", "W"]},
                [typed("N", WINNING)],
                "North does not play at this table: say whose tiles these are.",
            ),
            (
                FACTS,
                [{"do": "penalty", "kind": "false-mahjongg", "by": "W"}],
                "Penalties and washing the tiles belong to Part Two; the settings say which rules "
                "are played.",
            ),
        ],
    )
    def test_refusals_speak_as_the_form_does(
        self, facts: Any, changes: list[dict[str, Any]], said: str
    ) -> None:
        problems = settle_draft(after(*changes), facts).problems
        assert [problem.message for problem in problems] == [said]

    def test_what_may_be_wrong_can_be_taken_back(self) -> None:
        draft = after(typed("E", WINNING), won(loose_tile=True))
        settled = settle_draft(draft, FACTS)
        assert settled.problems
        assert "loose_tile" in settled.asks  # the form shows what was ticked
        assert settle_draft(after(won(loose_tile=False), draft=draft), FACTS).settlement

    def test_a_winning_tile_that_was_corrected_since_is_asked_anew(self) -> None:
        draft = after(typed("E", WINNING), won(tile="9p"))
        draft = after({"do": "hand", "seat": "E", "text": WINNING.replace("p", "s")}, draft=draft)
        settled = settle_draft(draft, FACTS)
        assert settled.settlement
        assert settled.win["tile"] != "9p"
        assert "tile" in settled.asks

    def test_problems_name_no_option_of_the_command_line(self) -> None:
        drafts = [
            after(won(winner="W")),
            after(typed("E", "123m")),
            after(typed("E", "11p 123m 456s 78p 1z (555z)")),
            after({"do": "add", "at": at("E"), "code": "0z"}),
        ]
        for draft in drafts:
            problems = settle_draft(draft, FACTS).problems
            assert problems
            assert not any("--" in problem.message for problem in problems)

    def test_a_past_deal_can_be_taken_up_again(self) -> None:
        draft = after(typed("S", WINNING), won(**{"by": "discard", "from": "W"}))
        settled = settle_draft(draft, FACTS)
        assert settled.deal
        again = settle_draft(draft_of_deal(settled.deal, 3), FACTS)
        assert again.settlement == settled.settlement


PLACES = st.fixed_dictionaries(
    {
        "seat": st.sampled_from([*SEATS, None]),
        "part": st.sampled_from(["concealed", "flowers", "set"]),
        "set": st.sampled_from([None, 0, 1]),
        "index": st.sampled_from([None, 0, 1, 5]),
    }
)
ANYTHING = st.fixed_dictionaries(
    {"do": st.sampled_from(list(CHANGES))},
    optional={
        "at": PLACES,
        "to": PLACES | st.sampled_from(SEATS),
        "from": st.sampled_from([*SEATS, None]),
        "seat": st.sampled_from(SEATS),
        "set": st.sampled_from([None, 0, 1]),
        "code": st.sampled_from(ALL_TILES),
        "codes": st.lists(st.sampled_from(ALL_TILES), max_size=4),
        "concealed": st.booleans(),
        "text": st.sampled_from([WINNING, "19m19p19s1234567z1m", "22p (111z) [9999m] 1f"]),
        "dead": st.booleans(),
        "winner": st.sampled_from([*SEATS, "none", None]),
        "tile": st.sampled_from([None, "1p", "5z"]),
        "by": st.sampled_from([None, "draw", "discard", "E", "S"]),
        "loose_tile": st.booleans(),
        "original_hand": st.booleans(),
        "kind": st.sampled_from(["washing", "false-mahjongg"]),
        "on": st.booleans(),
        "value": st.sampled_from(["auto", "excused", "declared"]),
        "picture": st.just("pic"),
    },
)


@given(st.lists(ANYTHING, max_size=8), st.sampled_from([FACTS, PART_TWO]))
def test_whatever_is_done_a_draft_stays_whole(changes: list[Any], facts: Any) -> None:
    draft = with_reading(Draft(), "pic", reading(("E", ["1m", "2m"])), None, SEATS)
    for change in changes:
        with suppress(RefusalError):
            draft = changed(draft, change)
        assert draft_from_json(json.loads(json.dumps(draft.to_json()))) == draft
    settled = settle_draft(draft, facts)
    assert isinstance(settled, Settled)
    assert settled.settlement is not None or settled.problems
