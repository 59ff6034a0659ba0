"""What can go wrong for a user: each error is one plain sentence that says what to do."""

from __future__ import annotations

from pathlib import Path


class UserError(Exception):
    """Base of all errors that are shown to a person as they stand, without a traceback.

    ``status`` is the command's exit status.
    """

    status = 1


class UsageError(UserError):
    """The command was called in a way that cannot be meant."""

    status = 2


class PictureError(UserError):
    """A picture cannot be read; the message names the file and the reason."""


class OutputError(UserError):
    """A file that the user asked for cannot be written."""


class VisionError(UserError):
    """The recogniser cannot work or cannot answer."""


class NoTilesFoundError(VisionError):
    """A picture shows no tiles."""


class ModelNotFoundError(VisionError):
    """No recogniser models where they were looked for."""

    def __init__(self, looked_in: Path) -> None:
        super().__init__(
            f"No recogniser models (*.onnx) in {looked_in}; name their folder with --models DIR."
        )
        self.looked_in = looked_in


class MissingLibraryError(UserError):
    """A library that the recogniser needs cannot be loaded on this machine."""
