"""Taught sets on disk: what goes in comes out, and what is damaged says so in one sentence."""

from __future__ import annotations

import contextlib
from pathlib import Path

import numpy as np
import pytest

from vision.errors import OutputError, UsageError
from vision.reading import LABELS, probabilities_of
from vision.teaching.refit import Adaptation
from vision.teaching.store import (
    DamagedSetError,
    UnknownSetError,
    find_set,
    known_names,
    load_set,
    remove_set,
    save_set,
    set_name,
    sets_folder,
)
from vision.teaching.taught import ALIKE, TaughtSet, contradicted, likeness_to, recognised

LONG = "\N{MAHJONG TILE RED DRAGON}" * 59 + "a"
CODES = ("1m", "2m", "3m", "4m", "5m", "6m", "1p", "5z", "7z")


def noise(rng: np.random.Generator, number: int) -> np.ndarray:
    """Patches of large blots, as different as faces are."""
    small = rng.integers(0, 256, (number, 8, 8, 3), np.uint8)
    return small.repeat(8, axis=1).repeat(8, axis=2)


def taught(name: str = "grandmother's", adapted: bool = True, seed: int = 1) -> TaughtSet:
    rng = np.random.default_rng(seed)
    change = rng.normal(0, 1, (len(LABELS), 97)).astype(np.float32)
    adaptation = Adaptation(change, np.ones(96, np.float32), 0.001) if adapted else None
    return TaughtSet(name, CODES, noise(rng, len(CODES)), adaptation, "abc")


@pytest.mark.parametrize("adapted", [True, False])
@pytest.mark.parametrize("name", ["grandmother's", "Großmutter / 麻將", "..", "a.b%27"])
def test_a_set_is_read_back_as_it_was_written(tmp_path: Path, name: str, adapted: bool) -> None:
    first = taught(name, adapted)
    path = save_set(tmp_path / "sets", first)
    assert path.parent == tmp_path / "sets"
    again = load_set(find_set(tmp_path / "sets", name.upper()))
    assert (again.name, again.codes, again.network) == (name, CODES, "abc")
    assert (again.patches == first.patches).all()
    assert (again.adaptation is not None) is adapted
    if again.adaptation and first.adaptation:
        assert (again.adaptation.change == first.adaptation.change).all()
        assert again.adaptation.pull == 0.001
    assert [p.name for p in (tmp_path / "sets").iterdir()] == [path.name]


def test_teaching_again_replaces(tmp_path: Path) -> None:
    save_set(tmp_path, taught("Ann's"))
    save_set(tmp_path, taught("ann's", adapted=False))
    assert known_names(tmp_path) == ["ann's"]


@pytest.mark.parametrize("harm", ["cut", "text", "empty", "other", "shape", "nan"])
def test_a_damaged_file_is_one_sentence(tmp_path: Path, harm: str) -> None:
    path = save_set(tmp_path, taught())
    data = dict(np.load(path))
    if harm == "cut":
        path.write_bytes(path.read_bytes()[:900])
    elif harm == "text":
        path.write_text("not a set")
    elif harm == "empty":
        path.write_bytes(b"")
    elif harm == "other":
        np.savez(path, hello=np.ones(3))
    elif harm == "shape":
        np.savez(path, **{**data, "patches": data["patches"][1:]})
    else:
        np.savez(path, **{**data, "change": data["change"] * np.nan})
    with pytest.raises(DamagedSetError) as told:
        load_set(path)
    assert str(path) in str(told.value)
    assert "\n" not in str(told.value)
    assert known_names(tmp_path) == []


@pytest.mark.parametrize("at", [60, 300, 900, 2000, 9000])
def test_a_byte_gone_wrong_is_one_sentence_or_no_harm(tmp_path: Path, at: int) -> None:
    path = save_set(tmp_path, taught())
    data = bytearray(path.read_bytes())
    data[at : at + 40] = bytes(40)
    path.write_bytes(data)
    with contextlib.suppress(DamagedSetError):  # a byte between the parts may do no harm
        load_set(path)


def test_many_bytes_in_few_letters_make_a_file_name_all_the_same(tmp_path: Path) -> None:
    names = [LONG, LONG[:-1] + "x"]
    for name in names:
        save_set(tmp_path, taught(name))
    assert sorted(known_names(tmp_path)) == sorted(names)
    remove_set(tmp_path, LONG)
    assert known_names(tmp_path) == names[1:]


def test_an_unknown_set_names_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(UnknownSetError, match="none was taught yet"):
        find_set(tmp_path, "Bob's")
    save_set(tmp_path, taught("Ann's"))
    with pytest.raises(UnknownSetError, match='taught are "Ann\'s"'):
        find_set(tmp_path, "Bob's")
    remove_set(tmp_path, "ANN'S")
    assert known_names(tmp_path) == []


@pytest.mark.parametrize("name", ["", "  ", "none", " None ", "a\x00b", "x" * 61])
def test_names_that_cannot_be(name: str) -> None:
    with pytest.raises(UsageError):
        set_name(name)


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="TILESCORE_DATA"):
        save_set(tmp_path / "file" / "sets", taught())


def test_where_sets_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILESCORE_DATA", str(tmp_path))
    assert sets_folder() == tmp_path / "sets"
    assert sets_folder(Path("here")) == Path("here")
    monkeypatch.delenv("TILESCORE_DATA")
    assert sets_folder().name == "sets"


@pytest.mark.parametrize(
    ("seen", "certainty", "code", "expected"),
    [
        ("2p", 0.98, "4p", True),  # half a tile was cut out
        ("2p", 0.90, "4p", False),
        ("4p", 0.98, "4p", False),
        ("0z", 0.99, "5z", False),  # a blank white dragon
        ("none", 0.99, "1s", False),
    ],
)
def test_tiles_that_surely_look_like_others_are_not_learnt(
    seen: str, certainty: float, code: str, expected: bool
) -> None:
    assert contradicted(probabilities_of(seen, certainty), code) is expected


class TestRecognition:
    """A taught set is recognised on its own tiles, and on nothing else."""

    def look(self, patches: np.ndarray, codes: tuple[str, ...]) -> TaughtSet | None:
        """What a picture of these patches side by side is taken for."""
        image = np.concatenate(list(patches), axis=1)
        lefts = 64.0 * np.arange(len(patches))
        inner = np.array([[5.12, 5.12], [58.88, 5.12], [58.88, 58.88], [5.12, 58.88]])
        quads = (inner[None] + np.stack([lefts, 0 * lefts], 1)[:, None]).astype(np.float32)
        p = np.full((len(codes), len(LABELS)), 0.001, np.float32)
        p[np.arange(len(codes)), [LABELS.index(c) for c in codes]] = 0.95
        return recognised([taught("one", seed=1), taught("two", seed=2)], image, quads, p)

    def test_its_own_tiles_dimmed_and_noisy(self) -> None:
        rng = np.random.default_rng(0)
        seen = taught("two", seed=2).patches * 0.6 + 30 + rng.normal(0, 8, (9, 64, 64, 3))
        found = self.look(np.clip(seen, 0, 255).astype(np.uint8), CODES)
        assert found is not None
        assert found.name == "two"

    def test_other_tiles(self) -> None:
        assert self.look(noise(np.random.default_rng(9), 9), CODES) is None

    def test_half_its_own_half_others(self) -> None:
        rng = np.random.default_rng(9)
        mixed = np.concatenate([taught("one").patches[:6], noise(rng, 3)])
        assert self.look(mixed, CODES) is None

    def test_too_few_tiles_or_kinds_say_nothing(self) -> None:
        own = taught("one")
        assert self.look(own.patches[:7], CODES[:7]) is None
        assert likeness_to(own, ["1m"] * 12, own.patches[[0] * 12]) == 0.0
        assert likeness_to(own, CODES, own.patches) > ALIKE

    def test_tiles_read_without_certainty_are_not_compared(self) -> None:
        own = taught("one")
        p = np.full((9, len(LABELS)), 1 / len(LABELS), np.float32)
        quads = np.zeros((9, 4, 2), np.float32)
        assert recognised([own], np.zeros((64, 64, 3), np.uint8), quads, p) is None
