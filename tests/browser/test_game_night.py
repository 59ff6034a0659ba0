"""An evening as people play it: photograph, fix, tap in, edit, see it on every phone, survive."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from browsing import (
    NAMES,
    ON_PICTURE,
    PICTURE,
    SAMPLES,
    Phone,
    Server,
    start_evening,
    tap_in,
    wait_until,
)

from scoring import score_deal
from scoring.notation import parse_hand

TAPS_AT_MOST = 4


def net_of(text: str, winner: str, **win: Any) -> dict[str, int]:
    """What the rules say of a winner's hand alone."""
    hand = parse_hand(text)
    sets = [{"tiles": list(s.codes), "concealed": s.concealed} for s in hand.sets]
    player = {"concealed": list(hand.codes), "sets": sets, "flowers": list(hand.flowers)}
    won = {"by": "draw", **win}
    deal = {"rules": "no-limit", "winner": winner, "win": won, "players": {winner: player}}
    return dict(score_deal(deal)["net"])


def won_by_ann(text: str, **win: Any) -> dict[str, int]:
    """The totals after Ann, East in the first hand, has won with it."""
    net = net_of(text, "E", **win)
    return {"Ann": net["E"], "Bob": net["S"], "Cem": net["W"], "Dee": net["N"]}


def play_with_ann_winning(phone: Phone) -> None:
    """One hand by tapping, without a picture: five choices of the pad make it."""
    phone.tap("Enter by tapping")
    tap_in(phone, "Ann", ["East wind"], "Two")
    tap_in(phone, "Ann", ["2 of bamboo", "6 of bamboo"], "Run shown")
    tap_in(phone, "Ann", ["9 of dots"], "Three shown")
    tap_in(phone, "Ann", ["red dragon"], "Four turned")
    phone.may_confirm()
    phone.tap("Confirm")


TAPPED = "11z (234s) (678s) (999p) [7777z]"


def test_a_photograph_is_settled_within_four_taps(phone: Phone) -> None:
    start_evening(phone)
    phone.photograph(PICTURE)
    phone.may_confirm()
    phone.tap("Confirm")
    wanted = won_by_ann(ON_PICTURE, tile="9m")
    phone.await_totals(wanted)
    assert phone.totals() == wanted
    assert phone.taps <= TAPS_AT_MOST


def test_a_tile_is_tapped_and_changed(phone: Phone) -> None:
    start_evening(phone)
    phone.photograph(PICTURE)
    phone.may_confirm()
    phone.tap("5 of characters", within="section[aria-labelledby=hand-E]")
    dialog = phone.page.locator("dialog[open]")
    dialog.locator("img.crop").wait_for()
    dialog.get_by_role("button", name="1 of dots", exact=True).last.click()
    phone.page.wait_for_selector("dialog", state="detached")
    phone.page.wait_for_selector("#confirm:disabled")
    changed = phone.page.locator("section[aria-labelledby=hand-E] .tile-button").first
    assert changed.get_attribute("aria-label") == "1 of dots"
    assert changed.evaluate("tile => tile === document.activeElement")
    phone.tap("Undo")
    phone.may_confirm()
    assert phone.tile_codes("E")[0] == "5m"


def test_a_tile_is_tapped_on_the_picture_and_moved(phone: Phone) -> None:
    start_evening(phone)
    phone.photograph(PICTURE)
    phone.may_confirm()
    box = phone.page.locator("polygon.box.concealed").first
    box.click()
    dialog = phone.page.locator("dialog[open]")
    dialog.get_by_role("button", name="Nobody's", exact=True).click()
    phone.says("On the table, nobody's (1)")
    phone.page.wait_for_selector("#confirm:disabled")


def test_a_hand_is_tapped_in_without_a_picture(phone: Phone) -> None:
    start_evening(phone)
    play_with_ann_winning(phone)
    phone.page.wait_for_selector(".felt")
    phone.await_totals(won_by_ann(TAPPED, tile="1z"))  # what is drawn is not on the table


def test_the_form_asks_who_won_and_how(phone: Phone) -> None:
    start_evening(phone)
    phone.photograph(PICTURE)
    phone.may_confirm()
    phone.pick("Claimed", "The winning tile was")
    claimed = won_by_ann(ON_PICTURE, tile="9m", by="discard")
    assert claimed != won_by_ann(ON_PICTURE, tile="9m")
    phone.says(f"Ann wins {claimed['Ann'] // 6}", ".bar")  # three pay, each double to East
    phone.pick("Nobody", "Winner")
    phone.says("Drawn game", ".bar")
    phone.tap("Confirm")
    phone.await_totals(dict.fromkeys(claimed, 0))


def test_editing_a_past_hand_moves_every_total(phone: Phone) -> None:
    start_evening(phone)
    for _ in range(2):
        play_with_ann_winning(phone)
        phone.page.wait_for_selector(".felt")
    before = phone.totals()
    phone.look("/deal/1")
    phone.tap("Change this hand")
    phone.says("Change hand 1")
    phone.pick("Nobody", "Winner")
    phone.says("Drawn game", ".bar")
    phone.tap("Save")
    phone.says("Hand 1: Drawn game")
    phone.tap("Table", role="link")
    phone.await_totals({name: total // 2 for name, total in before.items()})
    phone.tap("Undo the change of hand 1")
    phone.await_totals(before)


def test_leaving_an_edit_leads_back_to_the_hand(phone: Phone) -> None:
    start_evening(phone)
    play_with_ann_winning(phone)
    phone.page.wait_for_selector(".felt")
    before = phone.totals()
    phone.look("/deal/1")
    phone.tap("Change this hand")
    phone.pick("Nobody", "Winner")
    phone.says("Drawn game", ".bar")
    phone.tap("Leave it as it was")
    phone.says("Hand 1: Ann wins")
    phone.tap("Table", role="link")
    phone.await_totals(before)


def test_a_penalty_is_entered_from_the_table(phone: Phone) -> None:
    start_evening(phone)
    assert not phone.page.get_by_role("button", name="Penalty").count()  # Part One knows none
    phone.tap("Settings", role="link")
    phone.pick("Part Two: with a limit", "Rules")
    phone.tap("Save")
    phone.says("The settings are saved.")
    phone.tap("Table", role="link")
    phone.tap("Penalty")
    group = phone.page.get_by_role("group", name="Called Mah-Jongg falsely", exact=True)
    group.get_by_role("checkbox", name="Cem").click()
    phone.says("Cem: false Mah-Jongg", ".bar")
    phone.may_confirm()
    phone.tap("Confirm")
    phone.await_totals({"Ann": 300, "Bob": 150, "Cem": -600, "Dee": 150})


def test_a_tap_too_many_does_nothing(phone: Phone) -> None:
    start_evening(phone)
    for _ in range(2):
        play_with_ann_winning(phone)
        phone.page.wait_for_selector(".felt")
    once = phone.totals()["Ann"] // 2
    phone.page.get_by_role("button", name="Undo hand 2", exact=True).dblclick()
    phone.await_totals({"Ann": once})
    phone.says("Taken back: hand 2.", ".toast")
    phone.page.get_by_role("button", name="Confirm", exact=True).dblclick()  # it lies there again
    phone.await_totals({"Ann": 2 * once})
    phone.says("Hand 2 is written down.", ".toast")
    assert not phone.page.locator("[aria-label='Hand being settled']").count()


def test_an_evening_is_started_once(phone: Phone) -> None:
    phone.open("#/start")
    names = ("Twice", "Tapped", "", "")
    for wind, name in zip(("East", "South", "West", "North"), names, strict=True):
        phone.page.get_by_label(wind, exact=True).fill(name)
    phone.page.get_by_role("button", name="Start", exact=True).dblclick()
    phone.page.wait_for_selector(".felt")
    phone.open()
    phone.page.locator(".evenings a").first.wait_for()
    assert phone.page.locator(".evenings a", has_text="Twice and Tapped").count() == 1


def test_the_bar_leads_to_what_is_missing(phone: Phone) -> None:
    start_evening(phone)
    phone.photograph("not-yet-won.jpg")
    phone.page.locator(".bar-words").get_by_text("see what is missing").click()
    missing = phone.page.locator("#missing")
    assert missing.evaluate("place => place === document.activeElement")
    box = missing.bounding_box()
    bar = phone.page.locator(".bar").bounding_box()
    assert box is not None
    assert bar is not None
    assert box["y"] + box["height"] <= bar["y"]
    assert "13 of" in missing.inner_text() or "13 tiles" in missing.inner_text()


def test_what_was_tapped_stays_in_sight_on_the_pad(phone: Phone) -> None:
    start_evening(phone)
    phone.tap("Enter by tapping")
    tap_in(phone, "Ann", ["East wind"], "Two")
    tap_in(phone, "Ann", ["2 of bamboo"], "Run shown")
    strip = phone.page.locator(".tapped mj-tile")
    phone.page.locator("tile-palette button").last.scroll_into_view_if_needed()
    phone.page.evaluate("scrollBy(0, 200)")
    assert [tile.get_attribute("code") for tile in strip.all()] == ["1z", "1z", "2s", "3s", "4s"]
    box = strip.first.bounding_box()
    assert box is not None
    tabs = phone.page.locator(".top").bounding_box()
    assert tabs is not None
    assert tabs["height"] - 2 <= box["y"] <= 120


def test_a_hand_that_was_begun_by_tapping_is_drawn_after_all(phone: Phone) -> None:
    start_evening(phone)
    phone.tap("Enter by tapping")
    phone.page.locator(".pad").wait_for()
    phone.tap("Table", role="link")
    phone.tap("Drawn game")
    phone.says("Drawn game", ".bar")
    assert not phone.page.locator(".pad").count()


def test_a_new_total_is_on_every_phone_at_once(new_phone: Callable[..., Phone]) -> None:
    ann, bob = new_phone(), new_phone()
    start_evening(ann)
    bob.evening = ann.evening
    bob.look()
    ann.photograph(PICTURE)
    bob.says("This hand is being settled")
    bob.tap("Hand (being settled)", role="link")
    bob.may_confirm()
    assert bob.tile_codes("E") == ann.tile_codes("E")
    bob.tap("Confirm")
    wanted = won_by_ann(ON_PICTURE, tile="9m")
    ann.tap("Table", role="link")
    ann.await_totals(wanted)
    bob.await_totals(wanted)


def test_a_kill_loses_nothing_and_the_page_finds_back(
    new_phone: Callable[..., Phone], own_server: Server
) -> None:
    phone = new_phone(at=own_server)
    start_evening(phone)
    play_with_ann_winning(phone)
    phone.page.wait_for_selector(".felt")
    totals = phone.totals()
    phone.tap("Enter by tapping")
    tap_in(phone, "Ann", ["East wind"], "Two")
    phone.page.locator(".seat-hand .tiles .tile-button").nth(1).wait_for()
    own_server.kill()
    phone.says("Reconnecting")
    own_server.start()
    phone.page.locator(".lost").wait_for(state="detached")
    assert phone.tile_codes("E") == ["1z", "1z"]
    phone.open()
    phone.tap_first_evening()
    phone.await_totals(totals)


def test_what_the_camera_takes_is_confirmed_from_a_phone(
    new_phone: Callable[..., Phone], own_server: Server, tmp_path: Path
) -> None:
    frames = tmp_path / "frames"
    frames.mkdir()
    for number in range(60):  # the table lies still for some seconds
        shutil.copy(SAMPLES / PICTURE, frames / f"{number:03}.jpg")
    own_server.kill()
    own_server.start("--video", str(frames), "--players", ",".join(NAMES))
    phone = new_phone(at=own_server)
    phone.look()
    phone.says("The camera has taken a hand")
    phone.tap("Show the picture")
    picture = phone.page.locator("img.camera-picture")
    picture.wait_for()
    wait_until(phone.page, "document.querySelector('.camera-picture').naturalWidth > 0")
    phone.tap("Confirm")
    phone.await_totals(won_by_ann(ON_PICTURE, tile="9m"))


def test_every_doubtful_tile_is_gone_through(phone: Phone) -> None:
    start_evening(phone)
    phone.photograph("table-sets-behind.jpg")
    phone.may_confirm()
    assert "--" not in phone.page.locator(".pictures").inner_text()  # nobody types options here
    phone.tap("Larger")
    wait_until(phone.page, "document.querySelector('.picture-sheet img').naturalWidth > 0")
    doubtful = phone.page.locator(".tile-button.doubtful")
    left = doubtful.count()
    assert left > 0
    phone.tap("Look at them")
    while left:
        phone.page.locator("dialog[open] .button.main").click()
        left -= 1
        wait_until(
            phone.page, "n => document.querySelectorAll('.tile-button.doubtful').length === n", left
        )
    phone.page.wait_for_selector("dialog", state="detached")
    assert not phone.page.get_by_text("Provisional").count()


def test_the_ledger_shows_picture_reading_and_correction(phone: Phone) -> None:
    start_evening(phone)
    phone.photograph("table-sets-behind.jpg")
    phone.may_confirm()
    phone.tap("5 of characters", within="section[aria-labelledby=hand-S]")
    dialog = phone.page.locator("dialog[open]")
    dialog.get_by_role("button", name="2 of bamboo", exact=True).last.click()
    phone.page.locator("section[aria-labelledby=hand-S] mj-tile[code='2s']").first.wait_for()
    phone.tap("Confirm")
    phone.page.wait_for_selector(".felt")
    phone.look("/deal/1")
    correction = phone.page.locator(".corrections li")
    correction.wait_for()
    codes = [tile.get_attribute("code") for tile in correction.locator("mj-tile").all()]
    assert codes == ["5m", "2s"]
    assert phone.page.locator("polygon.box").count() > 40
    assert phone.tile_codes("S") == []  # nothing to tap: a past hand is changed by its button


def test_the_ledger_can_be_taken_along(phone: Phone) -> None:
    start_evening(phone)
    play_with_ann_winning(phone)
    phone.page.wait_for_selector(".felt")
    phone.tap("Ledger", role="link")
    with phone.page.expect_download() as download:
        phone.tap("CSV table", role="link")
    assert "Ann" in download.value.path().read_text(encoding="utf-8-sig")
    with phone.page.context.expect_page() as opened:
        phone.tap("Print", role="link")
    opened.value.get_by_text("Ann").first.wait_for()


def test_names_that_nobody_could_tell_apart_are_refused_where_they_are_typed(phone: Phone) -> None:
    phone.open("#/start")
    for wind, name in zip(("East", "South", "West", "North"), ("Ann", "ann ", "", ""), strict=True):
        phone.page.get_by_label(wind, exact=True).fill(name)
    phone.tap("Start")
    phone.page.get_by_role("alert").get_by_text("Ann and ann").wait_for()
    phone.page.get_by_label("South", exact=True).fill("Anna")
    assert not phone.page.get_by_role("alert").count()
    phone.tap("Start")
    phone.page.wait_for_selector(".felt")
    assert phone.totals() == {"Ann": 0, "Anna": 0}


def test_rules_are_changed_during_the_evening(phone: Phone) -> None:
    start_evening(phone)
    play_with_ann_winning(phone)
    phone.page.wait_for_selector(".felt")
    before = phone.totals()
    phone.tap("Settings", role="link")
    phone.pick("Part Two: with a limit", "Rules")
    phone.page.get_by_label("Limit", exact=True).fill("20")
    phone.tap("Save")
    phone.says("The settings are saved.")
    phone.tap("Table", role="link")
    phone.await_totals({"Ann": 120})
    assert phone.totals() != before
