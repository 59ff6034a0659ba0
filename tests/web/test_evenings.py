"""An evening from its first hand to its last, over HTTP, with restarts between."""

from __future__ import annotations

import codecs
import json
from pathlib import Path

import pytest
from serving import NAMES, WINNING, served


def test_a_typed_hand_is_settled_and_confirmed(tmp_path: Path) -> None:
    with served(tmp_path) as phone:
        draft = phone.change("hand", seat="S", text=WINNING)
        assert draft["winner"] == "S"
        assert draft["hands"]["S"]["complete"]
        assert draft["win"]["by"] == "draw"
        assert draft["said"]["win"] == {}
        assert draft["lines"][0].startswith("Part One, no limit: South wins")
        evening = phone.confirm()
        assert [entry["winner"] for entry in evening["entries"]] == ["S"]
        assert sum(evening["totals"].values()) == 0
        assert evening["totals"]["Bob"] > 0
        assert evening["entries"][0]["about"]["source"] == "tapped"
        assert evening["position"]["seats"]["E"] == "Bob"
        assert phone.draft()["empty"]


def test_everything_is_undone_in_turn_also_after_a_restart(tmp_path: Path) -> None:
    with served(tmp_path) as phone:
        phone.win("E")
        phone.win("S", by="discard")
        assert phone.delete("/api/evenings/1/deals/1").status_code == 200
        phone.change("edit", number=1)
        phone.change("won_with", by="draw")
        phone.confirm()
        phone.patch("/api/evenings/1", json={"players": ["Ann", "Bob", "Cem", "Eve"]})
        last = phone.get("/api/evenings/1").json()
    with served(tmp_path) as phone:
        assert phone.get("/api/evenings/1").json() == last
        words = []
        while (evening := phone.get("/api/evenings/1").json())["can_undo"]:
            words.append(evening["can_undo"])
            assert phone.post("/api/evenings/1/undo").status_code == 200
        assert words == [
            "the change of the settings",
            "the change of deal 1",
            "the deletion of deal 1",
            "deal 2",
            "deal 1",
        ]
        assert evening["players"] == NAMES
        assert evening["entries"] == []
        answer = phone.post("/api/evenings/1/undo")
        assert answer.status_code == 409
        assert answer.json()["errors"][0]["code"] == "nothing"


def test_a_deleted_deal_comes_back_to_its_place(tmp_path: Path) -> None:
    with served(tmp_path) as phone:
        for seat in "ESW":
            phone.win(seat)
        before = phone.get("/api/evenings/1").json()["entries"]
        phone.delete("/api/evenings/1/deals/2")
        assert len(phone.get("/api/evenings/1").json()["entries"]) == 2
        assert phone.post("/api/evenings/1/undo").json()["entries"] == before


def test_a_past_hand_is_edited_and_what_follows_is_worked_out_anew(tmp_path: Path) -> None:
    with served(tmp_path) as phone:
        phone.win("E")
        phone.win("E")
        before = phone.get("/api/evenings/1").json()
        draft = phone.change("edit", number=1)
        assert draft["editing"] == 1
        assert draft["said"]["winner"] == "E"
        phone.change("won_with", winner="S")
        assert phone.draft()["problems"]  # South's tiles are not known
        phone.change("seat", **{"from": "E", "to": "S"})
        after = phone.confirm()
        assert after["entries"][0]["winner"] == "S"
        assert after["entries"][1]["seats"]["E"] == "Bob"
        assert after["totals"] != before["totals"]
        assert after["entries"][0]["about"]["time"] == before["entries"][0]["about"]["time"]


def test_after_undo_the_hand_lies_there_again(tmp_path: Path) -> None:
    with served(tmp_path) as phone:
        phone.win("W", by="discard")
        phone.post("/api/evenings/1/undo")
        draft = phone.draft()
        assert draft["can_confirm"]
        assert draft["winner"] == "W"
        assert draft["win"]["by"] == "discard"


def test_drawn_games_and_penalties(tmp_path: Path) -> None:
    with served(tmp_path) as phone:
        phone.change("won_with", winner="none")
        evening = phone.confirm()
        assert evening["entries"][0]["winner"] is None
        assert evening["position"]["seats"]["E"] == "Ann"
        phone.patch("/api/evenings/1", json={"rules": "limit"})  # Part One knows no penalties
        draft = phone.change("penalty", kind="false-mahjongg", by="W", on=True)
        assert draft["penalties"] == [{"kind": "false-mahjongg", "by": "W"}]
        assert phone.confirm()["totals"]["Cem"] < 0


@pytest.mark.parametrize("seen", [-(2**70), -1, 0, 99, 2**80])
def test_a_revision_that_never_was_clashes(tmp_path: Path, seen: int) -> None:
    with served(tmp_path) as phone:
        change = {"do": "hand", "seat": "S", "text": "123m", "revision": seen}
        assert phone.post("/api/evenings/1/draft", json=change).status_code == 409
        confirm = phone.post("/api/evenings/1/draft/confirm", json={"revision": seen})
        assert confirm.status_code == 409


def test_a_hand_typed_by_somebody_else_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    with served(tmp_path) as phone:
        seen = phone.draft()["revision"]
        phone.change("hand", seat="E", text="123m", revision=seen)
        late = {"do": "hand", "seat": "E", "text": "456m", "revision": seen}
        answer = phone.post("/api/evenings/1/draft", json=late)
        assert answer.status_code == 409
        assert [t["code"] for t in answer.json()["hands"]["E"]["concealed"]] == ["1m", "2m", "3m"]
        phone.change("hand", seat="S", text="456m", revision=seen)


def test_the_draft_is_shared_and_clashes_are_told(tmp_path: Path) -> None:
    with served(tmp_path) as phone:
        seen = phone.change("hand", seat="E", text=WINNING)["revision"]
        at = {"seat": "E", "part": "concealed", "index": 0}
        phone.change("code", at=at, code="9s")
        url = "/api/evenings/1/draft"
        clash = phone.post(url, json={"do": "code", "at": at, "code": "8s", "revision": seen})
        assert clash.status_code == 409
        assert clash.json()["errors"][0]["code"] == "changed"
        assert clash.json()["hands"]["E"]["concealed"][0]["code"] == "9s"
        south = {"do": "hand", "seat": "S", "text": "19m", "revision": seen}
        assert phone.post(url, json=south).status_code == 200
        confirm = phone.post(f"{url}/confirm", json={"revision": seen})
        assert confirm.status_code == 409


def test_the_draft_and_its_undo_survive_a_restart(tmp_path: Path) -> None:
    with served(tmp_path) as phone:
        phone.change("hand", seat="E", text="123m")
        phone.change("add", at={"seat": "E", "part": "concealed"}, code="5p")
        before = phone.draft()
    with served(tmp_path) as phone:
        assert phone.draft() == before
        draft = phone.change("undo")
        assert [t["code"] for t in draft["hands"]["E"]["concealed"]] == ["1m", "2m", "3m"]
        assert phone.change("undo")["empty"]
        assert not phone.draft()["can_undo"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"players": ["Ann"]}, None),
        ({"players": ["Ann", "Ann", "Cem", "Dee"]}, None),
        ({"players": "Ann"}, "players"),
        ({"players": ["x" * 99, "b"]}, "players"),
        ({"rules": "house"}, "rules"),
        ({"limit": 301}, "limit"),
        ({"limit": True}, "limit"),
        ({"house": {"mahjongg": "15"}}, "house.mahjongg"),
        ({"house": {"secret": "1"}}, "house"),
        ({"table": ["S", "W"], "players": ["Ann", "Bob"]}, None),
        ({"rounds_before": 4}, "rounds_before"),
        ({"admin": True}, "admin"),
    ],
)
def test_settings_that_cannot_be(tmp_path: Path, change: dict[str, object], field: str) -> None:
    with served(tmp_path) as phone:
        for answer in (
            phone.post("/api/evenings", json=change),
            phone.patch("/api/evenings/1", json=change),
        ):
            assert answer.status_code == 400
            assert answer.json()["errors"][0]["field"] == field
        assert len(phone.get("/api/evenings").json()) == 1


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Ann", "ann", "Cem", "Dee"], "Ann and ann"),
        (["Ann", " Ann ", "Cem", "Dee"], "Two players are called Ann"),
        (["Ann", "Bob", "Zoe\u0308", "ZOË"], "Zoë and ZOË"),
        (["Ann  B.", "Ann B.", "Cem", "Dee"], "Two players are called Ann B."),
        (["Straße", "STRASSE", "Cem", "Dee"], "Straße and STRASSE"),
    ],
)
def test_names_that_nobody_could_tell_apart(tmp_path: Path, names: list[str], told: str) -> None:
    with served(tmp_path) as phone:
        for answer in (
            phone.post("/api/evenings", json={"players": names}),
            phone.patch("/api/evenings/1", json={"players": names}),
        ):
            assert answer.status_code == 400
            (problem,) = answer.json()["errors"]
            assert problem["code"] == "same_name"
            assert problem["message"].startswith(told)
            assert "different names" in problem["message"]
        assert phone.get("/api/evenings/1").json()["players"] == NAMES


def test_settings_are_refused_in_the_words_of_the_form(tmp_path: Path) -> None:
    with served(tmp_path) as phone:
        answer = phone.patch("/api/evenings/1", json={"rules": "limit", "limit": 301})
        assert answer.json()["errors"][0]["message"].startswith('"Limit": must be a positive even')


def test_settings_that_a_played_deal_forbids_are_refused_whole(tmp_path: Path) -> None:
    with served(tmp_path) as phone:
        phone.win("N")
        change = {"players": ["Ann", "Bob"], "table": ["E", "S"]}
        answer = phone.patch("/api/evenings/1", json=change)
        assert answer.status_code == 422
        evening = phone.get("/api/evenings/1").json()
        assert evening["players"] == NAMES
        settings = {"rules": "limit", "limit": 500, "rounds_before": 1}
        evening = phone.patch("/api/evenings/1", json=settings).json()
        assert evening["entries"][0]["round_wind"] == "S"
        assert evening["limit"] == 500


def test_a_short_table(tmp_path: Path) -> None:
    with served(tmp_path, evening=False) as phone:
        answer = phone.post("/api/evenings", json={"players": ["Ann", "Bob", "Cem"]})
        assert answer.json()["table"] == ["E", "S", "W"]
        assert phone.win("W")["totals"]["Cem"] > 0
        phone.change("hand", seat="N", text="123m")
        assert phone.draft()["problems"]


def test_exports_and_the_printable_page(tmp_path: Path) -> None:
    with served(tmp_path, evening=False) as phone:
        phone.post("/api/evenings", json={"players": ["<b>Ann</b>", "Bob", "Zoë", "Dee"]})
        phone.win("S")
        csv = phone.get("/api/evenings/1/export.csv")
        assert csv.headers["content-type"].startswith("text/csv")
        assert "attachment" in csv.headers["content-disposition"]
        assert csv.content.startswith(codecs.BOM_UTF8)  # or Excel shows Zoë as ZoÃ«
        assert len(csv.content.decode("utf-8-sig").splitlines()) == 2
        exported = phone.get("/api/evenings/1/export.json").content
        assert exported.startswith(b"{")
        assert json.loads(exported)["players"][2] == "Zoë"
        page = phone.get("/print/evenings/1").text
        assert "<b>Ann</b>" not in page
        assert "&lt;b&gt;Ann" in page
        assert "South wins" in page
        assert phone.get("/api/evenings/1/export.pdf").status_code == 404


def test_evenings_are_listed_the_newest_first(tmp_path: Path) -> None:
    with served(tmp_path) as phone:
        phone.win()
        phone.post("/api/evenings", json={"players": NAMES, "rules": "limit"})
        lines = phone.get("/api/evenings").json()
        assert [line["id"] for line in lines] == [2, 1]
        assert lines[1]["hands"] == 1
        assert lines[1]["totals"]["Ann"] > 0
        assert phone.get("/api/about").json()["current"] == 2


def test_what_is_not_there(tmp_path: Path) -> None:
    with served(tmp_path) as phone:
        for path in (
            "/api/evenings/2",
            "/api/evenings/2/draft",
            f"/api/evenings/{10**30}",
            "/api/evenings/1/export.xml",
            f"/api/evenings/1/pictures/{'0' * 32}.jpg",
            "/api/evenings/1/pictures/..%2f..%2fetc.jpg",
            "/nowhere",
        ):
            answer = phone.get(path)
            assert answer.status_code == 404, path
            assert answer.json()["errors"]
        assert phone.delete("/api/evenings/1/deals/1").status_code == 404
        assert phone.put("/api/evenings").status_code == 405


def test_typed_hands_are_shown_as_tiles(tmp_path: Path) -> None:
    with served(tmp_path) as phone:
        hand = phone.post("/api/hand", json={"text": "22p (111z) [9999m] 1f"}).json()
        assert [tile["code"] for tile in hand["concealed"]] == ["2p", "2p"]
        assert [s["kind"] for s in hand["sets"]] == ["pung", "kong"]
        answer = phone.post("/api/hand", json={"text": "12x"})
        assert answer.status_code == 400
        assert "character" in answer.json()["errors"][0]["message"]
