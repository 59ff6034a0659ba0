"""ONNX Runtime behind one small class: the only file that imports onnxruntime."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.errors import VisionError


class OnnxModel:
    """A network on the CPU with its metadata.

    Raises:
        VisionError: the file is missing or is not a usable ONNX model.
    """

    def __init__(self, path: Path, threads: int = 2) -> None:
        if not path.is_file():
            raise VisionError(
                f"The model {path} is missing; reinstall tilescore or use --models DIR."
            )
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = max(1, threads)
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # Idle threads of one network would otherwise spin on the cores that the next one needs.
        options.add_session_config_entry("session.force_spinning_stop", "1")
        try:
            self._session = onnxruntime.InferenceSession(
                str(path), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # onnxruntime raises its own undocumented types
            raise VisionError(
                f"The model {path} cannot be used: it is damaged or not ONNX; reinstall tilescore "
                "or use --models DIR."
            ) from error
        self._path = path
        self._input = self._session.get_inputs()[0].name
        self.metadata: dict[str, str] = dict(
            self._session.get_modelmeta().custom_metadata_map or {}
        )

    def run(self, array: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        """All outputs for one input array."""
        return list(self._session.run(None, {self._input: array}))

    def json(self, key: str, default: Any) -> Any:
        """A metadata entry decoded from JSON."""
        return json.loads(self.metadata[key]) if key in self.metadata else default

    def fingerprint(self) -> str:
        """What tells this network from every other: the start of its file's SHA-256."""
        return hashlib.sha256(self._path.read_bytes()).hexdigest()[:16]
