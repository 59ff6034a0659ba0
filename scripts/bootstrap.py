"""Makes the project's own environment on first use. Standard library only.

``python3 scripts/bootstrap.py [EXTRA...]`` prepares it and prints the path of its Python.
The environment is `.venv` in the checkout, or the folder named by TILESCORE_ENV.
"""

import contextlib
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
OLDEST = (3, 10)
STAMP = "tilescore-stamp.json"  # what is installed; written last, so a half-made one has none
MADE_BY_US = "tilescore-made.txt"  # only a folder that holds this is ever cleared
LOCK = "tilescore.lock"
LOG = "tilescore-install.log"
SHOWN = ("Collecting", "Downloading", "Installing", "Building")

if sys.version_info < OLDEST:
    sys.exit(
        "tilescore needs Python %d.%d or newer and this is Python %d.%d: "
        "install a newer one and run the same command with it." % (OLDEST + sys.version_info[:2])
    )


class BootstrapError(Exception):
    """The environment cannot be made; the message is one sentence for the user."""


def prepare(extras: Sequence[str] = ()) -> Path:
    """Makes or brings up to date the environment, unless it is ready, and answers its Python.

    Safe when several run at once (one works, the others wait) and after an interruption (an
    environment without its stamp is made anew).

    Raises:
        BootstrapError: Something is missing that the user must provide.
    """
    folder = environment_folder()
    if _ready(folder, extras):
        return python_of(folder)
    with contextlib.ExitStack() as stack:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            stack.enter_context(_lock(folder / LOCK))
        except OSError as error:
            raise BootstrapError(
                f"The environment's folder {folder} cannot be written ({error.strerror}); "
                "name another one in the variable TILESCORE_ENV."
            ) from error
        if not _ready(folder, extras):  # another run may have done it while this one waited
            _install(folder, sorted({*extras, *_stamp(folder).get("extras", [])}))
    return python_of(folder)


def environment_folder() -> Path:
    """Where the environment is or will be."""
    return Path(os.environ.get("TILESCORE_ENV") or CHECKOUT / ".venv").absolute()


def python_of(folder: Path) -> Path:
    """The environment's interpreter."""
    return program_of(folder, "python")


def program_of(folder: Path, name: str) -> Path:
    """A program that is installed in the environment."""
    if os.name == "nt":
        return folder / "Scripts" / f"{name}.exe"
    return folder / "bin" / name


def say(message: str) -> None:
    """One line of progress, on stderr: stdout belongs to the command's answer."""
    print(f"tilescore: {message}", file=sys.stderr, flush=True)


def _ready(folder: Path, extras: Sequence[str]) -> bool:
    stamp = _stamp(folder)
    return (
        python_of(folder).exists()
        and stamp.get("project") == _fingerprint(folder)
        and set(extras) <= set(stamp.get("extras", []))
    )


def _stamp(folder: Path) -> dict:
    try:
        stamp = json.loads((folder / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def _fingerprint(folder: Path) -> str:
    """Changes with the project's needs, its place on the disk and the interpreter behind it."""
    interpreter = python_of(folder).resolve()
    parts = (
        (CHECKOUT / "pyproject.toml").read_bytes(),
        f"{CHECKOUT}\n{folder}\n{interpreter}\n{interpreter.stat().st_mtime_ns}".encode(),
    )
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def _install(folder: Path, extras: Sequence[str]) -> None:
    started = time.monotonic()
    (folder / LOG).unlink(missing_ok=True)
    before = _stamp(folder)
    usable = bool(before) and _works(folder)
    if not usable:
        _make(folder)
    (folder / STAMP).unlink(missing_ok=True)
    say("installing the packages (about 150 MB to download; a minute or two)")
    target = f"{CHECKOUT}[{','.join(extras)}]" if extras else str(CHECKOUT)
    try:
        _pip(folder, "install", "--retries", "2", "--timeout", "20", "--editable", target)
    except BootstrapError:
        if usable:  # what worked before is kept for when the cause has gone
            _write_stamp(folder, before)
        raise
    _write_stamp(folder, {"project": _fingerprint(folder), "extras": list(extras)})
    say(f"the environment is ready after {time.monotonic() - started:.0f} s")


def _write_stamp(folder: Path, stamp: dict) -> None:
    (folder / STAMP).write_text(json.dumps(stamp), encoding="utf-8")


def _make(folder: Path) -> None:
    for module in ("venv", "ensurepip"):
        if importlib.util.find_spec(module) is None:
            raise BootstrapError(
                f"This Python has no {module} module, which an environment needs; install it "
                "(Debian and Ubuntu: apt-get install python3-venv) and run the same command again."
            )
    _clear(folder)
    say(f"first use: making an environment of its own in {folder}")
    (folder / MADE_BY_US).write_text("Made by tilescore; may be deleted at any time.\n")
    result = _run([sys.executable, "-m", "venv", str(folder)], folder)
    if result or not python_of(folder).exists():
        raise BootstrapError(
            f"Python could not make an environment (its messages are in {folder / LOG}); install "
            "its venv module (Debian and Ubuntu: apt-get install python3-venv) and try again."
        )


def _clear(folder: Path) -> None:
    """Removes what an interrupted run left, but nothing that someone else put there."""
    left = [path for path in folder.iterdir() if path.name not in (LOCK, LOG)]
    if left and not (folder / MADE_BY_US).exists():
        raise BootstrapError(
            f"{folder} was not made by tilescore and is left alone; remove it, or name another "
            "folder in the variable TILESCORE_ENV."
        )
    for path in sorted(left, key=lambda path: path.name == MADE_BY_US):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def _works(folder: Path) -> bool:
    """Whether the environment's Python starts and has pip."""
    command = [str(python_of(folder)), "-m", "pip", "--version"]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def _pip(folder: Path, *arguments: str) -> None:
    command = [str(python_of(folder)), "-m", "pip", "--disable-pip-version-check", "--no-input"]
    if _run([*command, *arguments, "--progress-bar", "off"], folder) == 0:
        return
    if not _package_index_answers(folder):
        raise BootstrapError(
            "The packages could not be downloaded: the package index does not answer. Check the "
            "internet connection and run the same command again."
        )
    raise BootstrapError(f"pip could not install the packages; its messages are in {folder / LOG}.")


def _package_index_answers(folder: Path) -> bool:
    signs = ("NewConnectionError", "ConnectTimeout", "Failed to establish", "ReadTimeout",
             "Temporary failure in name resolution", "getaddrinfo", "NameResolutionError",
             "ProxyError", "ConnectionError")  # fmt: skip
    log = (folder / LOG).read_text(encoding="utf-8", errors="replace")
    return not any(sign in log for sign in signs)


def _run(command: Sequence[str], folder: Path) -> int:
    """Runs a step with its output in the log, shows its progress, answers its exit status."""
    with (folder / LOG).open("a", encoding="utf-8", errors="replace") as log:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
        assert process.stdout is not None
        with process:
            for line in process.stdout:
                log.write(line)
                if line.startswith(SHOWN) or line.lstrip().startswith("Downloading"):
                    say("  " + line.strip()[:100])
    return process.returncode


@contextlib.contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Holds the lock file; the system frees it when the process ends, however it ends."""
    with path.open("a+b") as file:
        if not _try_lock(file):
            say("another run is preparing the environment; waiting for it")
            while not _try_lock(file):
                time.sleep(0.2)
        yield


def _try_lock(file) -> bool:
    try:
        if os.name == "nt":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def prepare_or_exit(extras: Sequence[str] = ()) -> Path:
    """`prepare`, but ends the process with one sentence when it fails."""
    try:
        return prepare(extras)
    except BootstrapError as error:
        sys.exit(f"tilescore: {error}")
    except OSError as error:
        sys.exit(f"tilescore: The environment could not be made: {error}.")
    except KeyboardInterrupt:
        say("interrupted; the next run starts the environment anew")
        sys.exit(130)


def run_program(program: Path, arguments: Sequence[str]) -> int:
    """Runs a program of the environment and answers its exit status (POSIX: takes its place)."""
    command = [str(program), *arguments]
    if os.name != "nt":  # Windows' exec would give the prompt back before the program ends
        os.execv(command[0], command)
    try:
        return subprocess.run(command, check=False).returncode
    except KeyboardInterrupt:
        return 130


def extras_known() -> list[str]:
    """The names of the extras in pyproject.toml (tomllib is younger than the oldest Python)."""
    text = (CHECKOUT / "pyproject.toml").read_text(encoding="utf-8")
    section = text.partition("[project.optional-dependencies]")[2].partition("\n[")[0]
    return re.findall(r"^([\w-]+) *=", section, re.MULTILINE)


def main(arguments: Sequence[str]) -> int:
    """Prepares the environment with the extras named, and prints the path of its Python."""
    known = extras_known()
    if {"-h", "--help"} & set(arguments):
        print(f"{(__doc__ or '').strip()}\n\nThere are the extras {', '.join(known)}.")
        return 0
    wrong = [word for word in arguments if word not in known]
    if wrong:
        say(f"{wrong[0]!r} is no extra; there are {', '.join(known)}.")
        return 2
    print(prepare_or_exit(arguments))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
