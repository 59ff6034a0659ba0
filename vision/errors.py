"""What can go wrong for a user: each error is one plain sentence that says what to do."""

from __future__ import annotations

from pathlib import Path


class UserError(Exception):
    """Base of all errors that are shown to a person as they stand, without a traceback.

    ``status`` is the command's exit status, ``code`` the error's name for programs.
    """

    status = 1
    code = "error"

    def to_json(self) -> dict[str, str | None]:
        """The error in the documented form of a deal's problem."""
        empty = {"seat": None, "tile": None, "field": None}
        return {"code": self.code, **empty, "message": str(self)}


def why_unreadable(error: OSError | UnicodeDecodeError) -> str:
    """Why a text file could not be read, without the system's numbers."""
    if isinstance(error, UnicodeDecodeError):
        return "it is no text in UTF-8"
    return error.strerror or str(error)


class UsageError(UserError):
    """The command was called in a way that cannot be meant."""

    status = 2
    code = "usage"


class PictureError(UserError):
    """A picture cannot be read; the message names the file and the reason."""

    code = "picture"


class OutputError(UserError):
    """A file that the user asked for cannot be written."""

    code = "output"


class VisionError(UserError):
    """The recogniser cannot work or cannot answer."""

    code = "vision"


class NoTilesFoundError(VisionError):
    """A picture shows no tiles."""

    code = "no_tiles"


class ModelNotFoundError(VisionError):
    """No recogniser models where they were looked for."""

    code = "model_not_found"

    def __init__(self, looked_in: Path) -> None:
        super().__init__(
            f"No recogniser models (*.onnx) in {looked_in}; name their folder with --models DIR."
        )
        self.looked_in = looked_in


class MissingLibraryError(UserError):
    """A library that the recogniser needs cannot be loaded on this machine."""

    code = "missing_library"
