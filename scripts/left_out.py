"""How well unseen sets are read: each fold by the models that were trained without it.

    python scripts/left_out.py A=M_A B=M_B C=M_C D=M_D E=M_E F=M_F

Takes all photographs of a fold, whichever session they are of, and refuses models that were trained
on any of them. Prints Markdown: a line per fold, the mean over folds, and what was taken for what.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from plainly import count_of, plainly

from scripts.evaluation import photographs
from scripts.evaluation.running import UntrustedModelsError, trained_sessions
from scripts.evaluation.statistics import FAMILIES, Share, family_errors
from scripts.evaluation.truth import boxed_photos, photos_root
from vision.errors import UserError
from vision.reader import Reader

ROOT = Path(__file__).resolve().parents[1]
KINDS = frozenset({"row_or_hand", "grid_or_tray"})
COLUMNS = ("fold", "pictures exact", "tiles right given boxes", "tiles found",
           "finds that are tiles", "all kinds: exact", "all kinds: tiles right")  # fmt: skip


class NoSuchFoldError(UserError):
    """A fold without photographs."""


@plainly(UntrustedModelsError)
def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("models", nargs="+", type=_fold_and_folder, metavar="FOLD=DIR")
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared", help="the materials")
    parser.add_argument("--threads", type=count_of, default=2)
    args = parser.parse_args(argv)
    results = {
        fold: measured(fold, folder, args.shared, args.threads) for fold, folder in args.models
    }
    print("\n".join(lines(results)))
    return 0


def _fold_and_folder(text: str) -> tuple[str, Path]:
    fold, sign, folder = text.partition("=")
    if not sign or len(fold) != 1 or not Path(folder).is_dir():
        raise argparse.ArgumentTypeError(f"{text}: give a fold's letter and a folder, as A=DIR")
    return fold, Path(folder)


def measured(fold: str, models: Path, shared: Path, threads: int) -> list[photographs.PhotoResult]:
    """Every photograph of a fold, read by the models of a folder.

    Raises:
        NoSuchFoldError: it has no photographs.
        UntrustedModelsError: the models were trained on a session of the fold.
    """
    reader = Reader.load(models, threads)
    photos = [p for p in boxed_photos(photos_root(shared)) if fold in p.fold]
    if not photos:
        raise NoSuchFoldError(f"There are no photographs of a fold {fold}; see folds.json.")
    known = sorted(trained_sessions(reader) & {p.session for p in photos})
    if known:
        raise UntrustedModelsError(f"{models}: was trained on {', '.join(known)} of fold {fold}.")
    results = []
    for number, photo in enumerate(photos, 1):
        print(f"\rfold {fold}: {number} of {len(photos)}", end="", file=sys.stderr, flush=True)
        results.append(photographs.measure(reader, photo))
    print(file=sys.stderr)
    return results


def lines(results: dict[str, list[photographs.PhotoResult]]) -> list[str]:
    """The tables as Markdown."""
    answer = [_row(COLUMNS), _row(["---"] * len(COLUMNS))]
    means: list[list[float]] = []
    for fold, all_kinds in results.items():
        shares = _shares(all_kinds)
        answer.append(_row([fold, *map(str, shares)]))
        means.append([s.hits / s.total if s.total else float("nan") for s in shares])
    columns = zip(*means, strict=True)
    answer.append(_row(["mean", *(f"{100 * sum(c) / len(c):.1f} %" for c in columns)]))
    confused: Counter[tuple[str, str]] = Counter()
    for result in (r for all_kinds in results.values() for r in all_kinds):
        confused += result.confusions
    families = family_errors(confused)
    answer += ["", _row(["taken for each other, given boxes", "tiles"]), _row(["---"] * 2)]
    answer += [_row([name, str(families[name])]) for name in FAMILIES]
    worst = Counter({pair: n for pair, n in confused.items() if pair[0] != pair[1]}).most_common(12)
    answer += ["", "Most frequent: " + ", ".join(f"{t} as {r} ({n})" for (t, r), n in worst) + "."]
    return answer


def _shares(all_kinds: list[photographs.PhotoResult]) -> list[Share]:
    chosen = [r for r in all_kinds if r.photo.kind in KINDS]
    return [
        _exact(chosen),
        _sum(r.naming for r in chosen),
        _sum(r.recall for r in chosen),
        _sum(r.accepted_precision for r in chosen),
        _exact(all_kinds),
        _sum(r.naming for r in all_kinds),
    ]


def _exact(results: Sequence[photographs.PhotoResult]) -> Share:
    return Share(sum(r.exact for r in results), len(results))


def _sum(shares: Iterable[Share]) -> Share:
    return sum(shares, Share())


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


if __name__ == "__main__":
    sys.exit(main())
