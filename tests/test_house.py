"""How the project is put together: which way imports run, what a wheel holds, first use."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator
from pathlib import Path

import bootstrap
import pytest

ROOT = Path(__file__).resolve().parents[1]
SAMPLES = ROOT / "datasets" / "samples"
HAS_MODELS = any((ROOT / "models").glob("*.onnx"))


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """Top-level names that a module imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports are not used here"
            yield str(node.module).split(".")[0]


def importers(package: str, name: str) -> list[str]:
    return [str(p.relative_to(ROOT)) for p in modules(package) if name in imported(p)]


def test_scoring_stands_on_the_standard_library_alone() -> None:
    allowed = {"scoring", "__future__", *sys.stdlib_module_names}
    for path in modules("scoring"):
        assert set(imported(path)) <= allowed, path


@pytest.mark.parametrize("package", ["scoring", "vision"])
def test_imports_run_one_way(package: str) -> None:
    scripts = {p.stem for p in (ROOT / "scripts").iterdir() if p.suffix == ".py" or p.is_dir()}
    scripts -= {"tilescore"}  # also the distribution's name
    for path in modules(package):
        assert not set(imported(path)) & (scripts | {"scripts", "tests"}), path


def test_only_one_file_knows_onnxruntime() -> None:
    assert importers("vision", "onnxruntime") == [str(Path("vision/onnx_session.py"))]


def test_stages_know_nothing_of_the_app() -> None:
    for path in modules("vision"):
        if "app" not in path.relative_to(ROOT).parts:
            assert "vision.app" not in path.read_text(encoding="utf-8"), path


def run_python(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, **options
    )  # type: ignore[call-overload]


def test_importing_has_no_side_effects(tmp_path: Path) -> None:
    code = "import vision.app.cli, vision.frames, vision.reader, vision.overlay, scoring"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    result = run_python("-c", code, cwd=tmp_path, env=env)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert list(tmp_path.iterdir()) == []


def test_help_needs_no_heavy_library(tmp_path: Path) -> None:
    code = (
        "import sys, vision.app.cli as cli\n"
        "cli.build_parser()\n"
        "print([m for m in ('cv2', 'numpy', 'onnxruntime', 'PIL') if m in sys.modules])"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    assert run_python("-c", code, cwd=tmp_path, env=env).stdout == "[]\n"


def test_a_missing_system_library_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "cv2.py").write_text(
        "raise ImportError('libGL.so.1: cannot open shared object file: No such file')"
    )
    picture = tmp_path / "picture.jpg"
    picture.touch()
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    result = run_python("-m", "vision.app.cli", "read", str(picture), env=env)
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert "libGL.so.1" in result.stderr
    assert "apt-get install libgl1 libglib2.0-0" in result.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel built from this checkout."""
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("wheel")
    command = ("-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", str(folder))
    result = run_python(*command, str(ROOT))
    assert result.returncode == 0, result.stderr
    (found,) = folder.glob("tilescore-*.whl")
    return found


@pytest.fixture(scope="module")
def elsewhere(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel in it and the dependencies of this one; its command."""
    folder = tmp_path_factory.mktemp("elsewhere")
    assert run_python("-m", "venv", "--without-pip", str(folder)).returncode == 0
    scheme = "nt" if os.name == "nt" else "posix_prefix"
    variables = {"base": str(folder), "platbase": str(folder)}
    packages = Path(sysconfig.get_path("purelib", scheme, variables))
    # A .pth file adds this environment's packages but not its own .pth files, so not the checkout.
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    python = str(bootstrap.python_of(folder))
    command = ("-m", "pip", "--python", python, "install", "-q", "--no-deps", "--no-index")
    result = run_python(*command, "--ignore-installed", str(wheel))
    assert result.returncode == 0, result.stderr
    return bootstrap.program_of(folder, "tilescore")


@pytest.mark.slow
def test_a_wheel_works_without_the_checkout(elsewhere: Path, tmp_path: Path) -> None:
    python = bootstrap.python_of(elsewhere.parents[1])
    code = "import vision, scoring; print(vision.__file__); print(scoring.__file__)"
    result = subprocess.run(
        [python, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert str(ROOT / "vision") not in result.stdout
    hand = subprocess.run(
        [elsewhere, "hand", "22p 678s [1111z] (999m) (123p)", "--json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert hand.returncode == 0, hand.stderr
    assert json.loads(hand.stdout)


@pytest.mark.slow
@pytest.mark.skipif(not HAS_MODELS, reason="no models in this checkout")
def test_a_wheel_brings_its_models(elsewhere: Path, tmp_path: Path) -> None:
    photo = next(iter(sorted(SAMPLES.glob("*.jpg"))), None)
    if photo is None:
        pytest.skip("no sample pictures in this checkout")
    env = {k: v for k, v in os.environ.items() if k != "TILESCORE_MODELS"}
    result = subprocess.run(
        [elsewhere, "read", photo, "--json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env=env,
    )
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["tiles"]


class TestFirstUse:
    """`scripts/bootstrap.py`, without installing anything."""

    @pytest.fixture
    def folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        monkeypatch.setenv("TILESCORE_ENV", str(tmp_path / "env"))
        return tmp_path / "env"

    @pytest.fixture
    def steps(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """Records the steps in place of carrying them out; ``pip`` works, as after a real run."""
        steps: list[str] = []

        def run(command: list[str], _: Path) -> int:
            steps.append("venv" if "venv" in command else command[-3])
            python = bootstrap.python_of(folder)
            python.parent.mkdir(parents=True, exist_ok=True)
            if not python.exists():
                python.symlink_to(sys.executable)
            return 0

        monkeypatch.setattr(bootstrap, "_run", run)
        return steps

    def test_once_made_it_is_used(self, folder: Path, steps: list[str]) -> None:
        assert bootstrap.prepare() == bootstrap.python_of(folder)
        assert len(steps) == 2
        bootstrap.prepare()
        assert len(steps) == 2

    def test_a_new_extra_is_added_to_the_others(self, folder: Path, steps: list[str]) -> None:
        bootstrap.prepare(["web"])
        bootstrap.prepare(["dev"])
        stamp = json.loads((folder / bootstrap.STAMP).read_text())
        assert stamp["extras"] == ["dev", "web"]

    def test_an_interrupted_one_is_made_anew(self, folder: Path, steps: list[str]) -> None:
        bootstrap.prepare()
        (folder / bootstrap.STAMP).unlink()
        (folder / "half-installed").touch()
        bootstrap.prepare()
        assert steps.count("venv") == 2
        assert not (folder / "half-installed").exists()

    def test_what_others_put_there_is_left_alone(self, folder: Path, steps: list[str]) -> None:
        folder.mkdir()
        (folder / "precious").touch()
        with pytest.raises(bootstrap.BootstrapError, match="was not made by tilescore"):
            bootstrap.prepare()
        assert (folder / "precious").exists()

    def test_without_venv_it_says_what_to_install(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(bootstrap.importlib.util, "find_spec", lambda _: None)
        with pytest.raises(bootstrap.BootstrapError, match="apt-get install python3-venv"):
            bootstrap.prepare()

    def test_without_a_network_it_says_so(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def run(command: list[str], _: Path) -> int:
            python = bootstrap.python_of(folder)
            python.parent.mkdir(parents=True, exist_ok=True)
            python.touch()
            (folder / bootstrap.LOG).write_text("WARNING: Retrying after NewConnectionError")
            return 0 if "venv" in command else 1

        monkeypatch.setattr(bootstrap, "_run", run)
        with pytest.raises(bootstrap.BootstrapError, match="internet connection"):
            bootstrap.prepare()

    @pytest.mark.parametrize(
        ("word", "status", "said"), [("--help", 0, "the extras labels, train"), ("wbe", 2, "'wbe'")]
    )
    def test_nothing_is_made_for_help_or_an_unknown_extra(
        self, word: str, status: int, said: str, steps: list[str],
        capsys: pytest.CaptureFixture[str],
    ) -> None:  # fmt: skip
        assert bootstrap.main([word]) == status
        assert said in "".join(capsys.readouterr())
        assert not steps

    def test_two_at_once_take_turns(self, tmp_path: Path) -> None:
        lock = tmp_path / "lock"
        code = (
            "import sys, time, bootstrap, pathlib\n"
            f"with bootstrap._lock(pathlib.Path({str(lock)!r})):\n"
            "    print('in', flush=True); time.sleep(0.5); print('out', flush=True)"
        )
        started = time.monotonic()
        env = {**os.environ, "PYTHONPATH": str(ROOT / "scripts")}
        both = [
            subprocess.Popen(
                [sys.executable, "-c", code],
                env=env,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
            for _ in range(2)
        ]
        assert [process.wait(timeout=60) for process in both] == [0, 0]
        assert time.monotonic() - started >= 1.0
        for process in both:
            process.communicate()
