"""Changes the rules one place at a time and shows that some test notices.

    python scripts/mutate_rules.py               every change (about 20 minutes)
    python scripts/mutate_rules.py --sample 60   a random sample
    python scripts/mutate_rules.py --list        only lists the changes

Every number is raised by one, every comparison turned, every ``and`` made ``or``, every ``not``
dropped, every truth value flipped. A changed copy of the package is first compared with the naive
rules of the tests on some of the random deals of the test run. If nothing differs the written tests
run and, with --thorough, all the random deals and the properties.
Changes that cannot be noticed are listed with the reason in `EQUIVALENT`; the exit status is 1 when
any other survives.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from plainly import count_of, plainly

ROOT: Final = Path(__file__).resolve().parents[1]
RULES: Final = (
    "part_one.py",
    "part_two.py",
    "conditions.py",
    "rulebook.py",
    "score.py",
    "settle.py",
    "settlement.py",
    "penalties.py",
    "reckless.py",
    "checks.py",
    "arrange.py",
    "melds.py",
    "deal.py",
    "waiting.py",
    "ledger.py",
)
TIMEOUT_S: Final = 300
TURNED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}

_NEVER_A_LOSER: Final = "nobody else has won as dealt, on a loose or last tile, or completed a run"
EQUIVALENT: Final[dict[tuple[str, str, str], str]] = {
    (
        "part_one.py",
        "DoubleRow('Hand won as dealt', 3, _DOUBLES, when.as_dealt, winner_only=True)",
        "True -> False",
    ): _NEVER_A_LOSER,
    (
        "part_two.py",
        "DoubleRow('Won on a loose tile', 1, _DOUBLES, when.loose_tile, winner_only=True)",
        "True -> False",
    ): _NEVER_A_LOSER,
    (
        "part_two.py",
        "DoubleRow('Won on the last tile', 1, _DOUBLES, when.last_tile, winner_only=True)",
        "True -> False",
    ): _NEVER_A_LOSER,
    (
        "part_two.py",
        "DoubleRow('Fourth tile of an exposed three', 1, f'{_DOUBLES} (R11)', when.fourth_tile, "
        "winner_only=True)",
        "True -> False",
    ): _NEVER_A_LOSER,
    (
        "reckless.py",
        "wanted = [] if hand.dead else waits(hand.counts, count_tiles(hand.all_tiles), True)",
        "True -> False",
    ): "a hand that waits for thirteen heads has no set, so never the doubles of an excuse",
    (
        "reckless.py",
        "scores = unlimited_scores(full, seat, Win(tile, drawn=True), frame)",
        "True -> False",
    ): "no double depends on drawing the tile",
    (
        "reckless.py",
        "return max((score.doubles or 0 for score in scores))",
        "0 -> 1",
    ): "one double and none are both too few",
    ("score.py", "return False", "False -> True"): "a hand as dealt never asks for the only place",
    (
        "score.py",
        "points = sum([line.points or 0 for line in lines])",
        "0 -> 1",
    ): "all these lines have points; the nought is for the type",
    (
        "score.py",
        "doubles = sum([line.doubles or 0 for line in doubling])",
        "0 -> 1",
    ): "all these lines have doubles; the nought is for the type",
    ("score.py", "nothing = Finish(sets, -1)", "1 -> 2"): "any number will do that is no kind",
    ("score.py", "extra = bonus.bonus or 0", "0 -> 1"): "the bonus is never nought",
    (
        "arrange.py",
        "if not starts_sequence(kind) or min(counts[at + 1], counts[at + 2]) < runs:",
        "1 -> 2",
    ): "a count below nought is never used up, which is found out one step later",
    (
        "ledger.py",
        "return Position(number, round_number, dict(zip(self.table, names, strict=True)))",
        "True -> False",
    ): "an evening has as many seats as players",
    ("arrange.py", "_NO_PAIR: Final = -1", "1 -> 2"): "any number will do that is no kind",
}
"""Reason by file, first line of the statement or table row as `ast` writes it, and change."""

PREPARE: Final = """
import pickle, sys
from random import Random
from comparing import theirs
from random_deals import random_deal
deals = [random_deal(Random(seed)) for seed in range({deals})]
with open("expected.pickle", "wb") as file:
    pickle.dump([(deal, theirs(deal)) for deal in deals], file)
"""
QUICK: Final = """
import pickle, sys
from comparing import ours, same
with open("expected.pickle", "rb") as file:
    pairs = pickle.load(file)
sys.exit(0 if all(same(ours(deal), expected) for deal, expected in pairs) else 1)
"""
RANDOM_TESTS: Final = ("test_two_implementations.py", "test_properties.py")


class Mutant(NamedTuple):
    """One change."""

    file: str
    line: int
    holder: str
    """First line of the statement or table row that holds it."""
    change: str
    source: str
    """The whole changed module."""

    @property
    def key(self) -> tuple[str, str, str]:
        """What `EQUIVALENT` knows it by."""
        return self.file, self.holder, self.change


def mutants_of(file: str, source: str) -> Iterator[Mutant]:
    """Every changed version of a module."""
    count = len(list(_places(ast.parse(source))))
    for at in range(count):
        tree = ast.parse(source)
        node, holder = list(_places(tree))[at]
        head = ast.unparse(holder).splitlines()[0]
        change = _mutate(node)
        line: int = getattr(node, "lineno", 0)
        yield Mutant(file, line, head, change, ast.unparse(tree))


def _places(tree: ast.Module) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Nodes that can be changed, each with its innermost statement or table row."""
    todo: list[tuple[ast.AST, ast.AST]] = [(s, s) for s in reversed(tree.body)]
    while todo:
        node, holder = todo.pop()
        if _can_change(node):
            yield node, holder
        for child in reversed(list(_children(node))):
            todo.append((child, child if _can_hold(child) else holder))


def _can_hold(node: ast.AST) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id.endswith("Row")
    return isinstance(node, ast.stmt)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """Children that are code: no annotations, no decorators, no formatted text."""
    skipped = {"annotation", "returns", "decorator_list", "format_spec"}
    for name, value in ast.iter_fields(node):
        if name not in skipped:
            yield from (v for v in (value if isinstance(value, list) else [value]) if _is_code(v))


def _is_code(value: object) -> bool:
    return isinstance(value, ast.AST) and not isinstance(value, ast.JoinedStr)


def _can_change(node: ast.AST) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int)
    if isinstance(node, ast.Compare):
        return type(node.ops[0]) in TURNED
    return isinstance(node, ast.BoolOp) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    )


def _mutate(node: ast.AST) -> str:
    """Changes a node in place and says how."""
    before = ast.unparse(node)
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        node.value = not node.value
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        node.value += 1
    elif isinstance(node, ast.Compare):
        node.ops[0] = TURNED[type(node.ops[0])]()
    elif isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif isinstance(node, ast.UnaryOp):
        node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), node.operand)
    return f"{before} -> {ast.unparse(node)}"


class Workshop:
    """A copy of the package and its tests in which one module at a time is changed."""

    def __init__(self, folder: Path, deals: int, thorough: bool) -> None:
        self.folder = folder
        self.thorough = thorough
        for name in ("scoring", "tests/scoring", "vision"):
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.onnx"))
        shutil.copy(ROOT / "pyproject.toml", folder)
        if not self._passes([sys.executable, "-c", PREPARE.format(deals=deals)]):
            raise SystemExit("The naive rules cannot be run.")

    def is_noticed(self, mutant: Mutant) -> bool:
        """Whether some test fails with the change."""
        path = self.folder / "scoring" / mutant.file
        original = path.read_text(encoding="utf-8")
        path.write_text(mutant.source, encoding="utf-8")
        try:
            return not all(self._passes(stage) for stage in self._stages())
        finally:
            path.write_text(original, encoding="utf-8")

    def _stages(self) -> Iterator[list[str]]:
        """Commands from the quickest to the most thorough."""
        yield [sys.executable, "-c", QUICK]
        tests = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
        folder = "tests/scoring/"
        yield [*tests, folder, "scoring", *(f"--ignore={folder}{name}" for name in RANDOM_TESTS)]
        if self.thorough:
            yield [*tests, *(folder + name for name in RANDOM_TESTS)]

    def _passes(self, command: list[str]) -> bool:
        paths = [str(self.folder), str(self.folder / "tests" / "scoring")]
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([*paths, os.environ.get("PYTHONPATH", "")]),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        try:
            done = subprocess.run(
                command,
                cwd=self.folder,
                env=environment,
                capture_output=True,
                timeout=TIMEOUT_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 0


def all_mutants(files: list[str]) -> list[Mutant]:
    """Every change to these modules."""
    found = []
    for file in files:
        source = (ROOT / "scoring" / file).read_text(encoding="utf-8")
        found += list(mutants_of(file, source))
    return found


@plainly()
def main(argv: list[str] | None = None) -> int:
    """Tries the changes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("files", nargs="*", default=list(RULES), help="modules of scoring")
    parser.add_argument("--sample", type=count_of, help="try only so many, chosen at random")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--deals", type=count_of, default=1500, help="random deals compared first")
    parser.add_argument("--thorough", action="store_true", help="all random deals as well")
    parser.add_argument("--list", action="store_true", help="only list the changes")
    args = parser.parse_args(argv)
    mutants = all_mutants(args.files)
    if args.sample:
        mutants = Random(args.seed).sample(mutants, min(args.sample, len(mutants)))
    if args.list:
        for mutant in mutants:
            print(f"{mutant.file}:{mutant.line}: {mutant.change}")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        return _try(Workshop(Path(folder), args.deals, args.thorough), mutants)


def _try(workshop: Workshop, mutants: list[Mutant]) -> int:
    survivors = 0
    equivalent = 0
    for number, mutant in enumerate(mutants, 1):
        if mutant.key in EQUIVALENT:
            equivalent += 1
        elif not workshop.is_noticed(mutant):
            survivors += 1
            print(f"SURVIVED {mutant.file}:{mutant.line}: {mutant.holder}\n   {mutant.change}")
        print(f"{number}/{len(mutants)}", end="\r", file=sys.stderr, flush=True)
    noticed = len(mutants) - survivors - equivalent
    print(f"{len(mutants)} changes: {noticed} noticed, {equivalent} equivalent, {survivors} missed")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
