"""Makes pictures of tiles with their truth: ``scripts/render.py bulk --out DIR --count N``."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scripts.rendering.cli import main

if __name__ == "__main__":
    sys.exit(main())
