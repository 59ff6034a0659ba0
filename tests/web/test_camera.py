"""The camera and the phones on one evening: takes become drafts, whoever is first confirms."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from readings import reading_of
from scripted import FRAME
from serving import Phone, served

from scoring import DealError
from vision.app.live.evening import Evidence
from vision.app.live.states import Kind, LiveState
from vision.app.web.beside_camera import camera_evening
from vision.app.web.service import ServedEvening

ROW = ["1p", "1p", "1m", "2m", "3m", "4s", "5s", "6s", "7p", "8p", "9p", "5z", "5z", "5z"]
FACTS = {"rules": "no-limit", "house": {}, "table": list("ESWN")}


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Phone]:
    with served(tmp_path) as phone:
        yield phone


@pytest.fixture
def camera(phone: Phone) -> ServedEvening:
    return ServedEvening(phone.site)


def taken(winner: str = "E", **win: Any) -> tuple[dict[str, Any], Evidence]:
    """A hand as the camera's session proposes it."""
    reading = reading_of({"E": " ".join(ROW)})
    deal = {**FACTS, "winner": winner, "win": {"by": "draw", "tile": "9p", **win},
            "players": {winner: {"concealed": ROW, "sets": [], "flowers": []}}}  # fmt: skip
    return deal, Evidence(FRAME.copy(), reading, {}, ("Assumed: so.",))


def test_what_the_camera_takes_is_shown_to_the_phones(phone: Phone, camera: ServedEvening) -> None:
    camera.propose(*taken("S"))
    draft = phone.draft()
    assert draft["camera"]
    assert draft["winner"] == "S"
    assert draft["hands"]["S"]["complete"]
    picture = draft["pictures"][0]
    assert picture["status"] == "read"
    assert phone.get(f"/api/evenings/1/pictures/{picture['id']}.jpg").status_code == 200
    assert phone.get("/api/live").json()["waiting"]


def test_a_phone_confirms_it(phone: Phone, camera: ServedEvening) -> None:
    camera.propose(*taken())
    assert not camera.answered()
    evening = phone.confirm()
    assert evening["entries"][0]["about"]["source"] == "camera"
    assert camera.answered()
    assert not camera.answered()
    camera.propose(None, None)
    assert not phone.get("/api/live").json()["waiting"]
    assert phone.draft()["empty"]
    assert len(phone.get("/api/evenings/1").json()["entries"]) == 1


def test_a_phone_drops_it(phone: Phone, camera: ServedEvening) -> None:
    camera.propose(*taken())
    phone.change("clear")
    assert camera.answered()
    assert phone.get("/api/evenings/1").json()["entries"] == []


def test_the_window_confirms_it(phone: Phone, camera: ServedEvening) -> None:
    deal, evidence = taken("W", by="discard")
    camera.propose(deal, evidence)
    done = camera.confirm(deal, evidence)
    assert done.number == 1
    assert done.totals["Cem"] > 0
    assert phone.draft()["empty"]
    assert not camera.answered()
    entry = phone.get("/api/evenings/1").json()["entries"][0]
    assert entry["about"]["assumed"] == ["Assumed: so."]
    assert camera.totals() == phone.get("/api/evenings/1").json()["totals"]


def test_what_a_phone_corrected_is_what_the_window_confirms(
    phone: Phone, camera: ServedEvening
) -> None:
    deal, evidence = taken()
    camera.propose(deal, evidence)
    phone.change("won_with", by="discard", tile="1p")
    done = camera.confirm(deal, evidence)
    assert done.deal["win"]["by"] == "discard"
    assert done.deal["win"]["tile"] == "1p"


def test_a_hand_that_people_are_at_work_on_is_left_alone(
    phone: Phone, camera: ServedEvening
) -> None:
    phone.change("hand", seat="N", text="123m")
    camera.propose(*taken())
    assert list(phone.draft()["hands"]) == ["N"]
    assert phone.get("/api/live").json()["waiting"]
    phone.change("clear")
    assert not camera.answered()
    draft = phone.draft()
    assert list(draft["hands"]) == ["E"]
    assert draft["pictures"]


def test_looking_into_a_past_hand_does_not_lose_it(phone: Phone, camera: ServedEvening) -> None:
    phone.win("S")
    camera.propose(*taken())
    phone.change("edit", number=1)
    assert not camera.answered()
    phone.confirm()
    assert not camera.answered()
    assert phone.draft()["camera"]


def test_corrections_by_key_move_the_draft_along(phone: Phone, camera: ServedEvening) -> None:
    deal, evidence = taken()
    camera.propose(deal, evidence)
    fixed = Evidence(evidence.image, evidence.reading, {0: "2p"}, ())
    camera.propose(None, fixed)
    draft = phone.draft()
    assert draft["hands"]["E"]["concealed"][0]["code"] == "2p"
    assert draft["pictures"][0]["fixed"] == {"0": "2p"}
    assert len(phone.site.store.pictures.all()) == 1


def test_a_deal_that_cannot_be_scored(phone: Phone, camera: ServedEvening) -> None:
    deal, evidence = taken()
    camera.propose(deal, evidence)
    wrong = {**deal, "win": {"by": "draw", "tile": "9s"}}
    with pytest.raises(DealError):
        camera.confirm(wrong, evidence)
    assert phone.get("/api/evenings/1").json()["entries"] == []


def test_undo_and_rounds(phone: Phone, camera: ServedEvening) -> None:
    assert camera.undo() is None
    deal, evidence = taken()
    camera.confirm(deal, evidence)
    assert camera.undo() == "deal 1 is taken back"
    assert phone.draft()["empty"]
    camera.next_round()
    assert phone.get("/api/evenings/1").json()["position"]["round_wind"] == "S"
    assert camera.position().seats["E"] == "Ann"
    assert camera.facts()["rules"] == "no-limit"


def test_states_frames_and_the_phones_key(phone: Phone, camera: ServedEvening) -> None:
    assert phone.get("/api/live.jpg").status_code == 404
    assert phone.post("/api/live", json={"do": "take"}).status_code == 409
    phone.site.live.attached = True
    camera.publish(LiveState(Kind.MOVING, "hold still"))
    camera.show(FRAME, reading_of({"E": " ".join(ROW)}))
    assert phone.get("/api/live").json()["state"] == "hold still"
    assert phone.get("/api/live.jpg").content[:3] == b"\xff\xd8\xff"
    assert phone.post("/api/live", json={"do": "dance"}).status_code == 400
    assert phone.post("/api/live", json={"do": "take"}).status_code == 200
    assert phone.site.live.command() == "t"
    assert phone.site.live.command() is None


def test_the_camera_follows_to_a_new_evening_and_unused_ones_are_forgotten(
    phone: Phone, camera: ServedEvening
) -> None:
    with camera_evening(phone.site, {"players": ["Xi", "Yi"]}, resume=False):
        assert camera.position().seats["E"] == "Xi"
    assert camera.number == 1
    with camera_evening(phone.site, {}, resume=True):
        assert camera.number == 1
    with camera_evening(phone.site, {}, resume=False):
        deal, evidence = taken()
        camera.propose(deal, evidence)
    assert camera.number > 1
    with camera_evening(phone.site, {}, resume=True):
        assert phone.draft(camera.number)["empty"]
    assert camera.number > 1
