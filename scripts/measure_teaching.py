"""What teaching a set removes: errors on sets of tiles that the models never saw.

    python scripts/measure_teaching.py --models A=MODELS_A --models E=MODELS_E

Each folder holds models trained without that fold of ``photos/folds.json``. Of every physical set
in the fold one tile of each kind is taught, from as few pictures as hold them (at most six), and
all other pictures of the set are named before and after. A tile that surely looks like another one
is not learnt, as in the command. The teaching pictures are drawn anew
``--draws`` times; figures are sums over the draws. Tiles are named as the finder cut them, and a
second time given their true boxes, where boxes around turned tiles are loose.

Pictures of other sets, drawn over all sessions, show whether a taught set is taken for another
one, and what that does to their errors.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from plainly import count_of, plainly  # noqa: E402

from scripts.evaluation.matching import box_quads, match  # noqa: E402
from scripts.evaluation.running import trained_sessions  # noqa: E402
from scripts.evaluation.truth import Photo, boxed_photos, photos_root  # noqa: E402
from vision.app.photos import WANTED_SIDE  # noqa: E402
from vision.frames import load_picture  # noqa: E402
from vision.reader import Reader  # noqa: E402
from vision.reading import LABELS, NOT_A_TILE  # noqa: E402
from vision.rectify import rectify, turn_patches  # noqa: E402
from vision.teaching.order_rows import ORDER  # noqa: E402
from vision.teaching.refit import Adaptation  # noqa: E402
from vision.teaching.taught import (  # noqa: E402
    ALIKE,
    READ,
    TaughtSet,
    contradicted,
    likeness_to,
    teach,
)
from vision.tile_classifier import TileClassifier, softmax  # noqa: E402

TWO_SETS: Final = "kim_home_rot_white"
"""A session of two sets, white and yellow; each picture shows one of them."""
YELLOW: Final = 25
"""By how much the red of a yellow tile's face exceeds its blue, of 255."""
SETS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "white": ("A", ("kim_home_white", "kim_fur_row", "kim_fur_two_rows", "white")),
    "yellow": ("B", ("kim_home_yellow", "kim_home_rot_yellow", "kim_wood_snake", "yellow")),
    "dark wood A": ("C", ("kim_dark_wood_A",)),
    "dark wood B": ("C", ("kim_dark_wood_B",)),
    "sofa": ("D", ("kim_sofa_ochre",)),
    "video": ("D", (*(f"kim_video_23_{n}" for n in range(41, 46)), "kim_video_pasted")),
    "fb rows": ("E", ("ac_fb_rows",)),
    "fb grid": ("E", ("ac_fb_grid",)),
    "hand series": ("E", ("ac_hand_series",)),
    "tray": ("F", tuple(f"ac_tray_2023{d}" for d in
                        ("1102", "1106", "1107", "1119", "1217", "1219", "1222", "1224"))),
    "japan": ("F", ("kd1_japan",)),
}  # fmt: skip
"""Physical sets (those of fold E: sessions of mixed sets) by their fold and sessions."""
MOST_PICTURES: Final = 6
NONE: Final = LABELS.index(NOT_A_TILE)
FOUND, BOXED = "as found", "given boxes"


@dataclass(frozen=True, slots=True, eq=False)
class Views:
    """Quads of one picture as the shipped network sees them: at first, and turned upright."""

    logits: NDArray[np.float32]
    """(2, N, 44)."""
    embeddings: NDArray[np.float32]
    """(2, N, D)."""
    patches: NDArray[np.uint8]
    """(N, 64, 64, 3), upright."""

    def named(self, adaptation: Adaptation | None, temperature: float) -> NDArray[np.float32]:
        """(N, 44) probabilities."""
        logits = self.logits
        if adaptation is not None:
            logits = logits + np.stack([adaptation.added(e) for e in self.embeddings])
        return softmax((logits.mean(axis=0) / temperature).astype(np.float32))


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """One picture: its true classes, and its tiles both ways."""

    photo: Photo
    session: str
    classes: NDArray[np.intp]
    found: NDArray[np.bool_]
    views: dict[str, Views]

    def contradicted(self, tile: int, temperature: float) -> bool:
        """Whether a tile surely looks like another one, so that it is not learnt."""
        p = self.views[FOUND].named(None, temperature)[tile]
        return contradicted(p, self.photo.codes[tile])

    def errors(self, way: str, adaptation: Adaptation | None, temperature: float) -> int:
        """Counted tiles that are misnamed; that each is a tile is given."""
        p = self.views[way].named(adaptation, temperature)
        p[:, NONE] = 0
        return int(((p.argmax(axis=1) != self.classes) & self.photo.counts).sum())


@dataclass(slots=True)
class Tally:
    """Errors over the draws."""

    tiles: int = 0
    before: Counter[str] = field(default_factory=Counter)
    after: Counter[str] = field(default_factory=Counter)
    own: int = 0
    recognised: int = 0
    others: int = 0
    mistaken: int = 0
    harm_before: int = 0
    harm_after: int = 0

    def add(self, other: Tally) -> None:
        """Adds another tally."""
        for name in ("tiles", "own", "recognised", "others", "mistaken", "harm_before",
                     "harm_after"):  # fmt: skip
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.before.update(other.before)
        self.after.update(other.after)

    def removed(self, way: str) -> float | None:
        """Share of the errors that teaching removed."""
        return 1 - self.after[way] / self.before[way] if self.before[way] else None


def see(reader: Reader, photo: Photo) -> Seen:
    """Looks at one photograph."""
    picture = load_picture(photo.path, wanted_side=WANTED_SIDE)
    scale = np.float32(picture.scale)
    finds = reader.finder.find(picture.image)
    quads = np.array([f.quad for f in finds], np.float32).reshape(-1, 4, 2)
    pairs = match(quads / scale, ["1m"] * len(quads), photo).pairs
    boxes = box_quads(photo.boxes) * scale
    cut, found = boxes.copy(), np.zeros(len(boxes), bool)
    for find, box in pairs.items():
        cut[box], found[box] = quads[find], True
    views = {FOUND: _views(reader.classifier, picture.image, cut),
             BOXED: _views(reader.classifier, picture.image, boxes)}  # fmt: skip
    classes = np.array([LABELS.index(code) for code in photo.codes], np.intp)
    session = photo.session
    if session == TWO_SETS:
        blue, _, red = np.median(views[FOUND].patches[:, 16:48, 16:48].reshape(-1, 3), axis=0)
        session = "yellow" if red - blue > YELLOW else "white"
    return Seen(photo, session, classes, found, views)


def _views(
    classifier: TileClassifier, image: NDArray[np.uint8], quads: NDArray[np.float32]
) -> Views:
    patches = rectify(image, quads)
    logits, turns, embeddings = classifier.look(patches)
    upright = turn_patches(patches, turns.argmax(axis=1))
    second, _, turned = classifier.look(upright)
    return Views(np.stack([logits, second]), np.stack([embeddings, turned]), upright)


def draw(pictures: Sequence[Seen], rng: np.random.Generator) -> list[tuple[int, int]]:
    """(picture, tile) of one tile of each kind, from few pictures."""
    kinds = [{c for c, ok in zip(s.photo.codes, s.found & s.photo.counts, strict=True)
              if ok and c in ORDER} for s in pictures]  # fmt: skip
    taught: list[tuple[int, int]] = []
    have: set[str] = set()
    for step in range(MOST_PICTURES):
        wobble = rng.random(len(pictures)) * (3 if step == 0 else 0.9)
        gains = np.array([len(k - have) for k in kinds])
        best = int((gains + wobble).argmax())
        if not gains[best]:
            break
        picture = pictures[best]
        for code in sorted(kinds[best] - have):
            usable = picture.found & picture.photo.counts
            tiles = [k for k, c in enumerate(picture.photo.codes) if c == code and usable[k]]
            taught.append((best, int(rng.choice(tiles))))
        have |= kinds[best]
    return taught


def measure(
    reader: Reader, own: Sequence[Seen], others: Sequence[Seen], rng: np.random.Generator
) -> tuple[Tally, TaughtSet, int]:
    """One draw: the tally, the set, and how many pictures taught it."""
    hot = reader.classifier.temperature
    lesson = [(p, t) for p, t in draw(own, rng) if not own[p].contradicted(t, hot)]
    patches = np.stack([own[p].views[FOUND].patches[t] for p, t in lesson])
    codes = [own[p].photo.codes[t] for p, t in lesson]
    taught = teach("measured", patches, codes, reader.classifier)
    used = {p for p, _ in lesson}
    tally = Tally()
    for seen in (s for k, s in enumerate(own) if k not in used):
        tally.tiles += int(seen.photo.counts.sum())
        for way in (FOUND, BOXED):
            tally.before[way] += seen.errors(way, None, hot)
            tally.after[way] += seen.errors(way, taught.adaptation, hot)
        tally.own += 1
        tally.recognised += looks_like(seen, taught, hot)
    for seen in others:
        tally.others += 1
        if looks_like(seen, taught, hot):
            tally.mistaken += 1
            tally.harm_before += seen.errors(FOUND, None, hot)
            tally.harm_after += seen.errors(FOUND, taught.adaptation, hot)
    return tally, taught, len(used)


def looks_like(seen: Seen, taught: TaughtSet, temperature: float) -> bool:
    """Whether the reader would take a picture for one of the taught set."""
    p = seen.views[FOUND].named(None, temperature)
    sure = (p.max(axis=1) >= READ) & seen.found
    codes = [LABELS[int(k)] for k in p[sure].argmax(axis=1)]
    return likeness_to(taught, codes, seen.views[FOUND].patches[sure]) >= ALIKE


def run(args: argparse.Namespace) -> int:
    """Measures every fold whose models are given and prints the table."""
    photos = boxed_photos(photos_root(args.shared))
    print("| fold | set | kinds taught | from pictures | tiles named | errors as found | removed "
          "| errors given boxes | removed | own pictures recognised | others mistaken "
          "| their errors |\n" + "| --- " * 12 + "|", flush=True)  # fmt: skip
    folds: dict[str, Tally] = {}
    for fold, folder in sorted(args.models):
        folds[fold] = Tally()
        for row in _fold(args, fold, folder, photos, folds[fold]):
            print(row, flush=True)
        print(_row(fold, "all", "", "", folds[fold]), flush=True)
    for way in (FOUND, BOXED):
        shares = [r for t in folds.values() if (r := t.removed(way)) is not None]
        if shares:
            print(f"Errors removed, {way}, over {len(shares)} folds: mean "
                  f"{100 * np.mean(shares):.1f} %, worst {100 * min(shares):.1f} %")  # fmt: skip
    return 0


def _fold(
    args: argparse.Namespace, fold: str, folder: Path, photos: Sequence[Photo], total: Tally
) -> Iterator[str]:
    reader = Reader.load(folder, args.threads)
    mine = {name: sessions for name, (of, sessions) in SETS.items() if of == fold}
    sessions = {s for group in mine.values() for s in group}
    if trained_sessions(reader) & sessions:
        raise SystemExit(f"measure_teaching.py: the models of {folder} were trained on {fold}.")
    rng = np.random.default_rng(args.seed)
    chosen = [p for p in photos if p.session in sessions or
              (p.session == TWO_SETS and sessions & {"white", "yellow"})]  # fmt: skip
    seen = [see(reader, p) for p in _at_most(chosen, args.limit, rng)]
    rest = [p for p in photos if fold not in p.fold]
    others = [see(reader, p) for p in _at_most(rest, args.others, rng)]
    for name, group in mine.items():
        own = [s for s in seen if s.session in group]
        foreign = [s for s in [*seen, *others] if s.session not in group]
        tally, kinds, pictures = Tally(), [], []
        for _ in range(args.draws):
            one, taught, used = measure(reader, own, foreign, rng)
            tally.add(one)
            kinds.append(taught.kinds)
            pictures.append(used)
        total.add(tally)
        yield _row(fold, name, _range(kinds), _range(pictures), tally)


def _at_most(photos: Sequence[Photo], most: int, rng: np.random.Generator) -> list[Photo]:
    """At most so many pictures of each session."""
    kept: list[Photo] = []
    for session in sorted({p.session for p in photos}):
        own = [p for p in photos if p.session == session]
        kept += [own[int(k)] for k in sorted(rng.permutation(len(own))[:most])]
    return kept


def _range(numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low}-{high}"


def _row(fold: str, name: str, kinds: str, pictures: str, tally: Tally) -> str:
    cells = [fold, name, kinds, pictures, str(tally.tiles)]
    for way in (FOUND, BOXED):
        removed = tally.removed(way)
        cells.append(f"{tally.before[way]} → {tally.after[way]}")
        cells.append("-" if removed is None else f"{100 * removed:.0f} %")
    cells.append(f"{tally.recognised} of {tally.own}")
    cells.append(f"{tally.mistaken} of {tally.others}")
    cells.append(f"{tally.harm_before} → {tally.harm_after}")
    return "| " + " | ".join(cells) + " |"


def _models(text: str) -> tuple[str, Path]:
    fold, equals, folder = text.partition("=")
    if not equals or fold not in {of for of, _ in SETS.values()}:
        raise argparse.ArgumentTypeError(f"{text!r} is no FOLD=FOLDER such as E=models_E")
    return fold, Path(folder)


@plainly()
def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command; answers the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--models", type=_models, action="append", required=True,
                        metavar="FOLD=DIR", help="models trained without the fold")  # fmt: skip
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared")
    parser.add_argument("--draws", type=count_of, default=3,
                        help="of teaching pictures (default: 3)")  # fmt: skip
    parser.add_argument("--limit", type=count_of, default=60,
                        help="pictures a session (default: 60)")  # fmt: skip
    parser.add_argument("--others", type=int, default=4,
                        help="pictures of each session of other folds (default: 4)")  # fmt: skip
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=count_of, default=2)
    return run(parser.parse_args(argv))


if __name__ == "__main__":
    sys.exit(main())
