"""How well the reader reads: figures on pictures that no model was trained on.

    python scripts/evaluate.py                          everything, as text
    python scripts/evaluate.py --limit 20 --report out  a quick look, with the worst pictures
    python scripts/evaluate.py --markdown               the table of models/README.md
    python scripts/evaluate.py --labels FILE --models DIR    any labelled pictures, any models

A picture is read exactly when every counted box has a find on it (IoU 0.5 of axis-aligned bounds)
with the right code and nothing else was found. Captions, ignored regions, unlabelled backs and
tiles under 20 px count neither way. Intervals are Wilson's, 95 %.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from plainly import count_of, plainly  # noqa: E402

from scripts.evaluation import (  # noqa: E402
    book,
    grouping,
    issues,
    labels,
    pages,
    photographs,
    samples,
)
from scripts.evaluation.report import Report, to_markdown, to_text  # noqa: E402
from scripts.evaluation.running import (  # noqa: E402
    Clock,
    UntrustedModelsError,
    read_only,
    trained_on,
    trained_sessions,
)
from scripts.evaluation.statistics import Share  # noqa: E402
from scripts.evaluation.truth import (  # noqa: E402
    Grouped,
    Photo,
    boxed_photos,
    folds,
    grouped_photos,
    photos_root,
    row_photos,
)
from vision.layout.options import LayoutOptions  # noqa: E402
from vision.reader import Reader  # noqa: E402
from vision.reading import Reading  # noqa: E402

Item = TypeVar("Item")
PARTS = ("labels", "photos", "rows", "groups", "book", "samples")
KINDS = "row_or_hand,grid_or_tray"
ISSUES = ROOT / "datasets" / "truth_issues.json"


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--shared", type=Path, default=ROOT.parent / "shared", help="the materials")
    made.add_argument("--models", type=Path, help="folder of the models, default those shipped")
    made.add_argument("--threads", type=count_of, default=2)
    made.add_argument("--labels", type=Path, nargs="+", default=[], metavar="FILE",
                      help="label files (labels.jsonl) or their folders, in place of the shared "
                      "materials")  # fmt: skip
    made.add_argument("--parts", help=f"some of {','.join(PARTS)}; default all, or labels alone "
                      "with --labels")  # fmt: skip
    made.add_argument("--kinds", default=KINDS, help="kinds of photographs in the first row")
    made.add_argument("--sessions", help="only these sessions, comma separated")
    made.add_argument("--limit", type=count_of, help="at most so many pictures of each part")
    made.add_argument("--samples", type=Path, default=ROOT / "datasets" / "samples")
    made.add_argument("--truth-issues", type=Path, default=ISSUES, help="truth believed wrong")
    made.add_argument(
        "--report",
        type=Path,
        help="folder for a page with charts and the worst pictures; not in git",
    )
    made.add_argument("--json", action="store_true", help="JSON on stdout")
    made.add_argument("--markdown", action="store_true", help="Markdown on stdout")
    return made


class Evaluation:
    """One run: the reader, what it may be measured on, and the figures so far."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.reader = Reader.load(args.models, args.threads)
        self.trained = trained_sessions(self.reader)
        self.report = Report()
        self.clock = Clock()
        self.results: list[photographs.PhotoResult] = []
        self.kinds = set(args.kinds.split(","))

    def labelled(self) -> None:
        """The pictures of the label files that were named."""
        photos, unchecked = labels.label_photos(self.args.labels)
        if unchecked:
            self.report.notes.append(
                f"{unchecked} pictures are left out: no person has confirmed their labels."
            )
        self._measure("Labelled pictures", self._allowed(photos), {"labelled"})

    def photos(self) -> None:
        """Validation sessions of boxes.json."""
        root = photos_root(self.args.shared)
        validation = folds(root)[1]
        wanted = set(self.args.sessions.split(",")) if self.args.sessions else validation
        chosen = [p for p in boxed_photos(root) if p.session in wanted]
        self._measure("Photographs", self._allowed(chosen))

    def rows(self) -> None:
        """The full-resolution pictures of rows.json."""
        self._measure("Rows, grids and tables", row_photos(photos_root(self.args.shared)))

    def _allowed(self, photos: Sequence[Photo]) -> list[Photo]:
        barred = [p for p in photos if trained_on(p, self.trained)]
        for session, number in sorted(Counter(p.session for p in barred).items()):
            self.report.notes.append(
                f"session {session} ({number} pictures) is refused: a model was trained on it."
            )
        return [p for p in photos if not trained_on(p, self.trained)]

    def _measure(self, title: str, photos: Sequence[Photo], kinds: set[str] | None = None) -> None:
        results = []
        for photo in self._progress(title, photos):
            result = photographs.measure(self.reader, photo)
            self.clock.add(dict(result.seen.reading.milliseconds))
            results.append(result)
        self.report.add_photographs(title, results, kinds or self.kinds)
        self.results += results

    def groups(self) -> None:
        """Grouping, given the truth and end to end, and the winning scores."""
        root = photos_root(self.args.shared)
        photos = {p.name: p for p in boxed_photos(root)}
        truths = grouped_photos(root)
        given = [grouping.group_truth(photos[t.photo], t) for t in truths]
        self.report.shares["grouping given true codes and boxes"] = Share(sum(given), len(given))
        self._groups_end_to_end(photos, truths)

    def _groups_end_to_end(self, photos: dict[str, Photo], truths: Sequence[Grouped]) -> None:
        fresh = {p.name for p in self._allowed([photos[t.photo] for t in truths])}
        hands = [t for t in truths if t.complete and t.number == grouping.COMPLETE]
        exact: list[bool] = []
        scored: list[bool] = []
        for truth in self._progress("Grouping", [t for t in truths if t.photo in fresh]):
            photo = photos[truth.photo]
            reading = read_only(self.reader, photo.path, grouping.options_for(truth)).reading
            exact.append(grouping.read_right(reading, photo, truth))
            if truth in hands:
                scored.append(grouping.score_right(reading, photo, truth))
        self.report.shares["hand, sets and flowers right, end to end"] = Share(
            sum(exact), len(exact)
        )
        self.report.shares["winning score right, end to end"] = Share(sum(scored), len(scored))
        self.report.notes.append(
            f"winning scores: {len(scored)} of the {len(hands)} complete hands of 14 tiles were "
            f"measured, the others lie in sessions refused; {grouping.CIRCUMSTANCE}."
        )

    def scans(self) -> None:
        """Scans of the book's illustrations."""
        found = book.scans(self.args.shared)
        right = []
        for scan in self._progress("Book", found):
            reading = read_only(self.reader, scan.path).reading
            right.append(book.read_exactly(scan, reading))
            if not right[-1]:
                print(f"  not exact: {scan.name}", file=sys.stderr)
        self.report.shares["scans of the book read exactly"] = Share(sum(right), len(right))

    def rendered(self) -> None:
        """Rendered pictures with their truth."""
        folder: Path = self.args.samples
        if not (folder / "labels.jsonl").is_file():
            self.report.notes.append(f"no rendered samples: {folder.name} has no labels.jsonl.")
            return
        labels = samples.sample_labels(folder)
        tiles, groups = [], []
        for label in self._progress("Samples", labels):
            result = photographs.measure(self.reader, samples.as_photo(label, folder))
            tiles.append(result.exact)
            groups.append(samples.groups_right(label, self._sample_reading(label, result)))
        self.report.shares["rendered samples: all tiles right"] = Share(sum(tiles), len(tiles))
        self.report.shares["rendered samples: all groups right"] = Share(sum(groups), len(groups))

    def _sample_reading(self, label: Mapping[str, Any], result: photographs.PhotoResult) -> Reading:
        size = samples.hand_size(label)
        if size == LayoutOptions().hand_size:
            return result.seen.reading
        options = LayoutOptions(hand_size=size)
        return read_only(self.reader, result.photo.path, options).reading

    def _progress(self, title: str, items: Sequence[Item]) -> Iterator[Item]:
        if self.args.limit and len(items) > self.args.limit:  # spread over all sessions
            items = [items[k * len(items) // self.args.limit] for k in range(self.args.limit)]
        for number, item in enumerate(items, 1):
            print(f"\r{title}: {number} of {len(items)}", end="", file=sys.stderr, flush=True)
            yield item
        if items:
            print(file=sys.stderr)


def run(args: argparse.Namespace) -> int:
    """Measures and prints."""
    if args.report:
        pages.check_folder(args.report, ROOT)
    evaluation = Evaluation(args)
    steps = {
        "labels": evaluation.labelled,
        "photos": evaluation.photos,
        "rows": evaluation.rows,
        "groups": evaluation.groups,
        "book": evaluation.scans,
        "samples": evaluation.rendered,
    }
    for part in args.parts.split(","):
        steps[part]()
    report = evaluation.report
    report.milliseconds.update(evaluation.clock.medians())
    listed = issues.load_issues(args.truth_issues)
    if listed:
        believed = issues.errors_on_list(evaluation.results, listed)
        report.notes.append(
            f"{believed} of the errors given boxes are on the list of truth believed wrong "
            f"({args.truth_issues.name}, {len(listed)} entries); they count as errors."
        )
    doubled = issues.doubled_truth(evaluation.results)
    if doubled:
        report.notes.append(
            f"the truth of {len(doubled)} pictures holds a tile twice, so that none can be read "
            f"exactly; they count as errors: {', '.join(doubled)}."
        )
    if args.report:
        page = pages.write_page(args.report, report, evaluation.results, evaluation.kinds)
        print(f"Page written: {page}", file=sys.stderr)
    print(_written(args, report))
    return 0


def _written(args: argparse.Namespace, report: Report) -> str:
    if args.json:
        return json.dumps(report.to_json(), indent=1)
    return to_markdown(report) if args.markdown else to_text(report)


@plainly(UntrustedModelsError, pages.FolderInRepositoryError)
def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command; answers the exit status."""
    made = parser()
    args = made.parse_args(argv)
    if args.parts is None:
        args.parts = "labels" if args.labels else ",".join(p for p in PARTS if p != "labels")
    unknown = set(args.parts.split(",")) - set(PARTS)
    if unknown:
        made.error(f"--parts: {', '.join(sorted(unknown))} is none of {', '.join(PARTS)}")
    return run(args)


if __name__ == "__main__":
    sys.exit(main())
