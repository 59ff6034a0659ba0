"""Runs the tests: ``python3 scripts/test.py [PYTEST OPTIONS]``.

Makes the project's own environment on first use, with the development tools in it.
"""

import os
import sys

from bootstrap import CHECKOUT, prepare_or_exit, run_program

if __name__ == "__main__":
    python = prepare_or_exit(["dev", "web"])
    os.chdir(CHECKOUT)
    sys.exit(run_program(python, ["-m", "pytest", *sys.argv[1:]]))
