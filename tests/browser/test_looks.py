"""Every view for every eye and hand: narrow and wide, light and dark, keyboard, screen reader."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from browsing import DESK, PHONE, Phone, start_evening, tap_in

from scoring.tiles import ALL_TILES, tile_name

PICTURE = "table-sets-behind.jpg"
VIEWS = {
    "table": "",
    "hand": "/hand",
    "ledger": "/ledger",
    "deal": "/deal/1",
    "settings": "/settings",
}
OUTSIDE = {"evenings": "", "start": "#/start"}
GRAVE = ("serious", "critical")
LEAST_TARGET_PX = 44
SMALL_TARGETS = """(least) => [...document.querySelectorAll("button, a[href], input, summary")]
  .filter(e => e.checkVisibility() && !e.closest(".unseen") && !e.matches(".unseen, .skip"))
  .map(e => [e, (e.closest("label") ?? e).getBoundingClientRect()])
  .filter(([e, box]) => box.width > 0 && (box.height < least - 0.5 || box.width < least - 0.5))
  .map(([e, box]) => `${e.outerHTML.slice(0, 90)} ${box.width} x ${box.height}`)"""


def fill(phone: Phone) -> None:
    """An evening with a hand played and another open, so that no view is empty."""
    start_evening(phone, ("Annabella", "Bartholomew", "Cem", "Dorothea von Ahlefeld"))
    phone.photograph(PICTURE)
    phone.may_confirm()
    phone.tap("Confirm")
    phone.page.wait_for_selector(".felt")
    phone.photograph(PICTURE)
    phone.may_confirm()


def every_view(phone: Phone) -> Iterator[str]:
    """Opens one view after the other, then its dialogs."""
    for name, path in OUTSIDE.items():
        phone.open(path)
        phone.page.locator(".evenings a, #name-E").first.wait_for()
        yield name
    for name, path in VIEWS.items():
        phone.look(path)
        phone.page.locator(
            {"settings": "summary", "hand": ".boxes"}.get(name, "main h1")
        ).wait_for()
        if name == "settings":
            phone.page.locator("summary").click()
        yield name
    phone.look(VIEWS["hand"])
    phone.page.locator(".seat-hand .tile-button").first.click()
    phone.page.wait_for_selector("dialog[open] tile-palette")
    yield "tile"
    phone.page.keyboard.press("Escape")
    phone.page.get_by_role("button", name="Add tiles").first.click()
    phone.page.wait_for_selector(".pad")
    yield "pad"


INLINE = """() => [...document.querySelectorAll("*")]
  .filter(e => e.matches("script:not([src]), style, [style]:not([style^='--'])")
    || [...e.attributes].some(a => a.name.startsWith("on")))
  .map(e => e.outerHTML.slice(0, 90))"""


@pytest.mark.parametrize(
    ("viewport", "scheme"), [(PHONE, "light"), (DESK, "dark")], ids=["phone-light", "desk-dark"]
)
def test_axe_finds_nothing_serious(
    new_phone: Callable[..., Phone], viewport: dict[str, int], scheme: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    phone = new_phone(viewport, color_scheme=scheme, reduced_motion="reduce")
    fill(phone)
    found = []
    for view in every_view(phone):
        for violation in axe.run(phone.page).response["violations"]:
            if violation["impact"] in GRAVE:
                where = [node["html"][:120] for node in violation["nodes"][:3]]
                found.append((view, violation["id"], violation["help"], where))
    assert found == []


def test_a_narrow_phone_gets_large_targets_and_nothing_foreign_or_inline(phone: Phone) -> None:
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    fill(phone)
    for view in every_view(phone):
        assert phone.page.evaluate(INLINE) == [], view
        wide = phone.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= PHONE["width"], view
        assert phone.page.evaluate(SMALL_TARGETS, LEAST_TARGET_PX) == [], view
    own = (phone.server.address, "about:blank")
    assert [url for url in asked if not url.startswith(own)] == []


def test_a_hand_is_tapped_in_with_the_keyboard_alone(phone: Phone) -> None:
    start_evening(phone)
    page = phone.page
    page.get_by_role("button", name="Enter by tapping").focus()
    page.keyboard.press("Enter")
    page.locator(".pad").wait_for()
    page.get_by_role("radio", name="Two", exact=True).focus()
    page.keyboard.press("Space")
    page.locator("tile-palette button[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.locator(".seat-hand .tiles .tile-button").nth(1).wait_for()
    assert phone.tile_codes("E") == ["2m", "2m"]
    focused = page.evaluate("document.activeElement.dataset.code")
    assert focused == "2m"  # the next tap begins where the last one was


FOCUSED = """() => {
  const at = document.activeElement;
  const name = at.getAttribute("aria-label") ?? at.labels?.[0]?.textContent ?? at.textContent;
  const box = (at.closest("label") ?? at).getBoundingClientRect();
  const there = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  const seen = at === document.body || at.matches(".skip")
    || (there !== null && (at.contains(there) || at.closest("label")?.contains(there) === true));
  return [name.trim().slice(0, 60), seen];
}"""
STOPS_AT_MOST = 80


def tab_to(phone: Phone, name: str) -> None:
    """Presses Tab until the keyboard is at something of this name; no stop may be covered."""
    passed = []
    for _ in range(STOPS_AT_MOST):
        phone.page.keyboard.press("Tab")
        now, seen = phone.page.evaluate(FOCUSED)
        assert seen, f"{now} is covered or out of sight"
        if now == name:
            return
        passed.append(now)
    raise AssertionError(f"{name} is not among {passed}")


def test_an_evening_is_played_with_the_keyboard_alone(phone: Phone) -> None:
    page = phone.page
    phone.open("#/start")
    for wind, name in zip(("East", "South", "West", "North"), ("A", "B", "C", "D"), strict=True):
        tab_to(phone, wind)
        page.keyboard.press("Control+A")
        page.keyboard.type(name)
    tab_to(phone, "Start")
    page.keyboard.press("Enter")
    page.wait_for_selector(".felt")
    phone.evening = int(page.url.rsplit("/", 1)[1])
    tab_to(phone, "Enter by tapping")
    page.keyboard.press("Enter")
    page.locator(".pad").wait_for()
    tab_to(phone, "More about A's tiles")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")
    tab_to(phone, "Type the hand")
    page.keyboard.type("11p 123m 456s 789p (555z)")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog", state="detached")
    tab_to(phone, "Drawn")  # the ways of winning are one stop, arrows go between them
    page.keyboard.press("ArrowRight")
    page.locator("input[value=discard]:checked").wait_for()
    phone.may_confirm()
    tab_to(phone, "Confirm")
    page.keyboard.press("Enter")
    page.wait_for_selector(".felt")
    won = phone.totals()
    assert won["A"] > 0
    tab_to(phone, "Undo hand 1")
    page.keyboard.press("Enter")
    phone.await_totals(dict.fromkeys(won, 0))
    tab_to(phone, "Confirm")  # the hand lies there again
    page.keyboard.press("Enter")
    phone.await_totals(won)


def test_a_dialog_gives_the_focus_back(phone: Phone) -> None:
    start_evening(phone)
    phone.tap("Enter by tapping")
    tap_in(phone, "Ann", ["9 of dots"])
    tile = phone.page.locator(".seat-hand .tiles .tile-button")
    tile.focus()
    phone.page.keyboard.press("Enter")
    phone.page.wait_for_selector("dialog[open]")
    assert phone.page.evaluate("document.activeElement.closest('dialog') !== null")
    phone.page.keyboard.press("Escape")
    phone.page.wait_for_selector("dialog", state="detached")
    assert tile.evaluate("tile => tile === document.activeElement")


def test_totals_and_states_are_told(phone: Phone) -> None:
    start_evening(phone)
    phone.tap("Drawn game")
    phone.may_confirm()
    phone.tap("Confirm")
    phone.says("Hand 1 is written down.", "#said")
    assert phone.page.locator("#said").get_attribute("aria-live") == "polite"


def test_the_page_names_and_draws_every_tile_as_the_rules_do(phone: Phone) -> None:
    phone.open()
    shown = phone.page.evaluate(
        """async () => {
          const { ALL_CODES, tileName } = await import("/static/tile_names.js");
          const { tileSvg } = await import("/static/tiles.js");
          return ALL_CODES.map((code) => [code, tileName(code), tileSvg(code).outerHTML]);
        }"""
    )
    assert {code: name for code, name, _ in shown} == {code: tile_name(code) for code in ALL_TILES}
    assert len({drawing for *_, drawing in shown}) == len(ALL_TILES)
