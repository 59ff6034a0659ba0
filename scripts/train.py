"""Train the networks: from label files to a model folder by `train.py run`, or stage by stage."""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from vision.errors import UserError

STAGES = {
    "run": ("run", "from label files to a model folder in one command"),
    "finder": ("train_finder", "train the network that finds tile faces"),
    "classifier": ("train_classifier", "train the network that names tiles"),
    "flowers": ("train_flowers", "train the network that numbers flowers and seasons"),
    "sheets": ("face_sheets", "draw flat sheets of face designs as training pictures"),
    "pages": ("flat_pages", "draw printed pages of flat tiles as training pictures"),
    "photo-labels": ("photo_labels", "boxed photographs as a label file of our own form"),
    "pseudo-quads": ("pseudo_quads", "fit exact quads to the boxes of photographs"),
    "calibrate": ("calibrate", "fit the temperature of the classifier on held-out sessions"),
    "average": ("average", "average the weights of checkpoints of one line of training"),
    "export": ("export", "write ONNX models with labels, training sessions and calibration"),
    "quantize": ("quantize", "shrink exported ONNX models to fast 8-bit arithmetic"),
}


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="STAGE")
    stage = (argv or sys.argv[1:])[:1]
    for name, (module, text) in STAGES.items():
        sub = commands.add_parser(name, help=text)
        if [name] == stage:
            try:
                loaded = importlib.import_module(f"scripts.training.{module}")
            except ModuleNotFoundError as error:
                return _missing(error)
            loaded.add_arguments(sub)
            sub.set_defaults(run=loaded.run)
    args = parser.parse_args(argv)
    try:
        return int(args.run(args))
    except UserError as error:
        print(f"train.py: {error}", file=sys.stderr)
        return error.status
    except ModuleNotFoundError as error:
        return _missing(error)
    except KeyboardInterrupt:
        print("train.py: interrupted.", file=sys.stderr)
        return 130


def _missing(error: ModuleNotFoundError) -> int:
    print(
        f"train.py: {error.name} is missing; run: pip install 'tilescore[train]' (and "
        "'tilescore[render]' to draw scenes), in a checkout pip install -e \".[train,render]\".",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
