"""Class names of other people's label files to codes: one table, and a list of what it lacks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.errors import NotationError
from scoring.notation import parse_tile
from vision.labels.codes import LABEL_CODES
from vision.labels.spelling_table import (
    AMBIGUOUS,
    AMERICAN_SUITS,
    FAMILIES,
    FLOWERS,
    NUMBERS,
    SEASONS,
    SINGLE,
    SUITS,
    WHOLE,
)


@dataclass(frozen=True, slots=True)
class Spellings:
    """What a file's class names mean."""

    codes: Mapping[str, str]
    """Name as spelled -> code."""
    unknown: tuple[str, ...]
    """Names that the table does not know or that may mean two things, in the order given."""


def read_spellings(names: Iterable[str], given: Mapping[str, str] | None = None) -> Spellings:
    """The codes of a file's class names, judged together since some names need their company.

    >>> read_spellings(["1-wan", "east", "1C", "zilch"]).unknown
    ('zilch',)
    >>> read_spellings(["1C", "1D", "1B", "1S"]).codes["1S"], read_spellings(["1s"]).codes["1s"]
    ('5f', '1s')

    Args:
        names: Every class name of the file.
        given: What a person said of some of them; goes before the table.
    """
    all_names = list(dict.fromkeys(names))
    company = frozenset(" ".join(_words(name)) for name in all_names)
    suits = _suits_of(all_names)
    codes: dict[str, str] = {}
    unknown: list[str] = []
    for name in all_names:
        code = (given or {}).get(name) or _code(name, company, suits)
        if code is None:
            unknown.append(name)
        else:
            codes[name] = code
    return Spellings(codes, tuple(unknown))


def _code(name: str, company: frozenset[str], suits: Mapping[str, str]) -> str | None:
    plain = name.strip().lower()
    words = _words(name)
    text = " ".join(words)
    if text in AMBIGUOUS:
        return _by_company(text, company)
    if plain in LABEL_CODES and suits.get(plain[-1], plain[-1]) == plain[-1]:
        return plain
    return (
        WHOLE.get(text)
        or WHOLE.get(plain)
        or SINGLE.get(text)
        or _numbered(words, suits)
        or _without_families(words, suits)
        or _typed(name)
    )


def _by_company(word: str, company: frozenset[str]) -> str | None:
    fits = [code for code, friends in AMBIGUOUS[word] if friends & (company - {word})]
    return fits[0] if len(fits) == 1 else None


def _words(name: str) -> tuple[str, ...]:
    """Lower-case words and numbers: ``dots-1``, ``Dots 1`` and ``dots1`` are the same two."""
    text = unicodedata.normalize("NFKD", name).lower()
    text = "".join(c for c in text if not unicodedata.combining(c))
    return tuple(re.findall(r"\d+|[^\W\d_]+|\?", text))


def _suits_of(names: Iterable[str]) -> dict[str, str]:
    """The suits' letters of this file; with suits C, D and B, S counts seasons."""
    letters = {words[1] for n in names if len(words := _words(n)) == 2 and words[0].isdigit()}
    letters |= {words[0] for n in names if len(words := _words(n)) == 2 and words[1].isdigit()}
    if len(letters & AMERICAN_SUITS) >= 2 and not letters & {"m", "p"}:
        return {**SUITS, "s": "season"}
    return dict(SUITS)


def _numbered(words: tuple[str, ...], suits: Mapping[str, str]) -> str | None:
    """A number and a suit, a flower or a season, in either order, ``of`` between them or not."""
    split = [part for word in words for part in _split(word)]
    numbers = [NUMBERS[w] for w in split if w in NUMBERS]
    others = [w for w in split if w not in NUMBERS and w not in FAMILIES]
    if len(numbers) != 1 or len(others) != 1:
        return None
    number, word = numbers[0], others[0]
    suit = suits.get(word)
    if word in SEASONS or suit == "season":
        return f"{number + 4 if number <= 4 else number}f" if number <= 8 else None
    if word in FLOWERS:
        return f"{number}f" if number <= 8 else None
    if word in ("z", "honor", "honour"):
        return f"{number}z" if number <= 7 else None
    return f"{number}{suit}" if suit else None


def _split(word: str) -> list[str]:
    """``onebam`` stays, ``一万`` is two words."""
    if len(word) >= 2 and word[0] in "一二三四五六七八九壹貳叁肆伍陸柒捌玖":
        return [word[0], word[1:]]
    return [word]


def _without_families(words: tuple[str, ...], suits: Mapping[str, str]) -> str | None:
    """``honors-east`` is ``east``."""
    rest = tuple(w for w in words if w not in FAMILIES - {"red"})
    if rest == words or not rest:
        return None
    return WHOLE.get(" ".join(rest)) or SINGLE.get(" ".join(rest)) or _numbered(rest, suits)


def _typed(name: str) -> str | None:
    """A Unicode tile or a red five of a Japanese set, which is read as the plain five."""
    text = re.fullmatch(r"5([mps])r|r5([mps])|([mps])0", name.strip().lower())
    try:
        return parse_tile(f"5{next(filter(None, text.groups()))}" if text else name.strip())
    except NotationError:
        return None
