"""What the rules refuse, in the words of the page: its own labels, and names instead of codes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from scoring.errors import Problem
from scoring.tiles import SEAT_NAMES, tile_name
from vision.app.live.words import ordinal

_SEAT: Final = r"players\.(?P<seat>[ESWN])"
LABELS: Final[tuple[tuple[str, Callable[[re.Match[str]], str]], ...]] = (
    (r"win\.loose_tile", lambda _: '"On a loose tile"'),
    (r"win\.original_hand", lambda _: '"With the hand as dealt"'),
    (r"win\.last_tile", lambda _: '"On the last tile that may be drawn"'),
    (r"win\.first_discard", lambda _: '"On East\'s opening discard"'),
    (r"win\.from", lambda _: '"Who discarded it"'),
    (r"win\.by", lambda _: '"The winning tile was"'),
    (r"win\.tile", lambda _: '"Which tile completed the hand"'),
    (r"win", lambda _: '"Who won, and how"'),
    (r"winner", lambda _: '"Winner"'),
    (r"penalties.*", lambda _: '"A penalty instead"'),
    (r"reckless", lambda _: '"Reckless discard"'),
    (_SEAT + r"\.sets\[(?P<at>\d+)\].*", lambda m: f"{_whose(m)} {_which(m)} set on the table"),
    (_SEAT + r"\.concealed\[(?P<at>\d+)\]", lambda m: f"{_whose(m)} {_which(m)} tile"),
    (_SEAT + r"\.flowers\[(?P<at>\d+)\]", lambda m: f"{_whose(m)} {_which(m)} flower"),
    (_SEAT + r".*", lambda m: SEAT_NAMES[m["seat"]]),
    (r"players|table", lambda _: '"Who plays"'),
    (r"rules", lambda _: '"Rules"'),
    (r"limit", lambda _: '"Limit"'),
    (r"rounds_before", lambda _: '"The evening begins in the round of"'),
    (r"house\.(?P<key>\w+)", lambda m: f'House reading "{m["key"].replace("_", " ")}"'),
    (r"house", lambda _: '"House readings"'),
)
"""What the page calls a field of a deal or of an evening's settings; the first that fits."""

_OTHER_WORDS: Final = (
    (r" \(rules: limit\)", "; the settings say which rules are played"),
    (r"house reading (\w+): (\w+)", lambda m: f'house reading "{m[1].replace("_", " ")}": {m[2]}'),
    (r"; give those tiles\.", ": photograph or tap those tiles."),
    (
        r"delete the one that is not there with --fix [^.]*",
        "tap the one that is not there, remove it",
    ),
    (r"say which it is with --fix", "tap it and say which it is"),
    (r" and give them with --seats", ""),
    (r"; --set none reads them without it", ""),
)
_A_CODE: Final = r"\b(?:[1-9][mps]|[1-7]z|[1-8]f|0z)\b"
_CODE: Final = f"(?P<code>{_A_CODE})"
_NAMED_BEFORE: Final = re.compile(r" \(" + _CODE + r"\)")
_NAMED_AFTER: Final = re.compile(_CODE + r" \((?P<name>[^()]*)\)")


def label_of(field: str) -> str:
    """What the page calls a field; the field where it has no name there.

    >>> label_of("win.from"), label_of("players.S.sets[1].tiles[0]"), label_of("revision")
    ('"Who discarded it"', "South\'s second set on the table", 'revision')
    """
    for pattern, words in LABELS:
        found = re.fullmatch(pattern, field)
        if found:
            return words(found)
    return field


def _whose(found: re.Match[str]) -> str:
    return f"{SEAT_NAMES[found['seat']]}'s"


def _which(found: re.Match[str]) -> str:
    return ordinal(int(found["at"]) + 1)


def without_codes(text: str) -> str:
    """A sentence with the tiles' names in place of their codes.

    >>> without_codes("The plum (1f) is there 2 times; 4s (4 of bamboo) or 7z would complete it.")
    'The plum is there 2 times; 4 of bamboo or red dragon would complete it.'
    >>> without_codes("5z 6z is no set")
    'white dragon, green dragon is no set'
    """
    text = _NAMED_BEFORE.sub(
        lambda m: "" if m.string[: m.start()].endswith(tile_name(m["code"])) else m[0], text
    )
    text = _NAMED_AFTER.sub(
        lambda m: m["name"] if m["name"] == tile_name(m["code"]) else m[0], text
    )
    return re.sub(f"{_A_CODE}(?: {_A_CODE})*", _names, text)


def _names(codes: re.Match[str]) -> str:
    return ", ".join(map(tile_name, codes[0].split()))


def in_form_words(problems: Sequence[Problem]) -> Iterator[Problem]:
    """Problems of a hand as the page says them, without fields, codes or the terminal's options."""
    said = set()
    for problem in problems:
        message = _said(problem)
        if message not in said:
            said.add(message)
            yield replace(problem, message=message)


def _said(problem: Problem) -> str:
    name = SEAT_NAMES.get(problem.seat or "", "")
    if problem.code == "no_hand" and not name:
        return "No tiles yet: photograph a hand, or tap its tiles."
    if problem.code == "no_hand":
        return f"{name} won, but no tiles of {name} are known: photograph or tap them."
    if problem.code == "face_down":
        return f"{_place(problem)} lies face down: say what it is, or take it away."
    if problem.code == "not_at_table":
        return f"{name} does not play at this table: say whose tiles these are."
    message, field = problem.message, problem.field or ""
    if field and message.startswith(f"{field}: "):
        message = f"{label_of(field)}: {message.removeprefix(f'{field}: ')}"
    return in_page_words(message)


def in_page_words(text: str) -> str:
    """A sentence without the terminal's options and the tiles' codes.

    >>> in_page_words("Five 6z lie here: say which it is with --fix")
    'Five green dragon lie here: tap it and say which it is.'
    """
    for pattern, words in _OTHER_WORDS:
        text = re.sub(pattern, words, text)
    text = without_codes(text)
    return text if text.endswith(".") else f"{text}."


def _place(problem: Problem) -> str:
    """Where the tile lies that is face down."""
    if problem.field and problem.message.startswith(f"{problem.field}: "):
        return f"A tile of {label_of(problem.field)}"
    return problem.message.split(" lies face down")[0]
