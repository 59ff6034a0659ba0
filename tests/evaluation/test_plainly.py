"""What the scripts refuse: numbers that cannot be meant and places that are not there."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest
from plainly import count_of, plainly, seconds_of, share_of

from vision.errors import UsageError

NOTHING = "/dev/null/nothing"


@pytest.mark.parametrize(
    ("script", "arguments"),
    [
        ("benchmark", ["--repeat", "0"]),
        ("benchmark", ["--threads", "-1"]),
        ("benchmark_scoring", ["--hands", "-1"]),
        ("compare_rules", ["--deals", "0"]),
        ("evaluate", ["--limit", "0"]),
        ("flip_labels", ["--flipped", "nan"]),
        ("flip_labels", ["--every", "0"]),
        ("flip_labels", ["--repeats", "0"]),
        ("left_out", ["A=.", "--threads", "0"]),
        ("measure_teaching", ["--models", "A=.", "--draws", "0"]),
        ("mutate_rules", ["--sample", "-1"]),
        ("render", ["bulk", "--out", "x", "--count", "-1"]),
        ("simulate_annotator", ["--every", "0"]),
        ("watch_films", [".", "--limit", "0"]),
        ("yardsticks", ["backs", "--out", "x", "--processes", "0"]),
    ],
)
def test_numbers_that_cannot_be_meant(
    script: str, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        importlib.import_module(script).main(arguments)
    assert ended.value.code == 2
    assert arguments[-1] in capsys.readouterr().err


@pytest.mark.parametrize(
    ("script", "arguments"),
    [
        ("benchmark", [NOTHING]),
        ("flip_labels", ["--labels", NOTHING]),
        ("flip_labels", ["--shared", NOTHING]),
        ("left_out", [f"A={Path(__file__).parent}"]),
        ("mutate_rules", [NOTHING]),
        ("render", ["samples", "--out", NOTHING]),
        ("simulate_annotator", ["--labels", NOTHING]),
        ("watch_films", [NOTHING]),
        ("yardsticks", ["backs", "--count", "1", "--out", NOTHING]),
    ],
)
def test_places_that_are_not_there(
    script: str, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert importlib.import_module(script).main(arguments) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith(".")


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [(count_of, "12", 12), (share_of, "0.5", 0.5), (share_of, "1", 1.0), (seconds_of, "2.5", 2.5)],
)
def test_numbers_that_can_be_meant(kind, text: str, value: float) -> None:
    assert kind(text) == value


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (UsageError("Name a folder."), "Name a folder."),
        (FileNotFoundError("no photographs"), "no photographs"),
        (PermissionError(13, "Permission denied", "x"), "x cannot be used (Permission denied);"),
    ],
)
def test_refusals_are_one_sentence(
    error: Exception, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    @plainly()
    def main() -> int:
        raise error

    assert main() == 1
    assert said in capsys.readouterr().err


def test_ctrl_c_ends_quietly(capsys: pytest.CaptureFixture[str]) -> None:
    @plainly()
    def main() -> int:
        raise KeyboardInterrupt

    assert main() == 130
    assert capsys.readouterr().err == ""
