"""Nothing is measured on what a model was trained on."""

from __future__ import annotations

import json
from types import SimpleNamespace

import evaluate
import pytest
from test_matching import PHOTO

from scripts.evaluation.report import Report
from scripts.evaluation.running import UntrustedModelsError, trained_sessions


def reader(
    finder: list[str] | None, classifier: list[str] | None, flowers: list[str] | None = None
) -> SimpleNamespace:
    """Something with models that list these sessions; the one for flowers may be missing."""

    def model(sessions: list[str] | None) -> SimpleNamespace:
        metadata = {} if sessions is None else {"training_sessions": json.dumps(sessions)}
        return SimpleNamespace(
            json=lambda key, default: json.loads(metadata[key]) if key in metadata else default
        )

    return SimpleNamespace(
        finder=SimpleNamespace(model=model(finder)),
        classifier=SimpleNamespace(
            model=model(classifier),
            flowers=None if flowers is None else SimpleNamespace(model=model(flowers)),
        ),
    )


def test_the_sessions_of_all_models_count() -> None:
    assert trained_sessions(reader(["a"], ["b", "a"])) == {"a", "b"}
    assert trained_sessions(reader(["a"], ["a"], ["c"])) == {"a", "c"}


def test_models_that_do_not_say_are_not_measured() -> None:
    with pytest.raises(UntrustedModelsError, match="classifier does not list"):
        trained_sessions(reader([], None))


def test_a_session_trained_on_is_refused_and_named() -> None:
    evaluation = object.__new__(evaluate.Evaluation)
    evaluation.trained, evaluation.report = {"made"}, Report()
    assert evaluation._allowed([PHOTO]) == []
    (note,) = evaluation.report.notes
    assert "session made (1 pictures) is refused" in note
    evaluation.trained = set()
    assert evaluation._allowed([PHOTO]) == [PHOTO]


def test_without_models_there_is_one_sentence(
    tmp_path: object, capsys: pytest.CaptureFixture[str]
) -> None:
    assert evaluate.main(["--models", str(tmp_path)]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_an_unknown_part_is_wrong_usage() -> None:
    with pytest.raises(SystemExit) as stopped:
        evaluate.main(["--parts", "photos,dice"])
    assert stopped.value.code == 2
