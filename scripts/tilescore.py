"""The command `tilescore` from a checkout: ``python3 scripts/tilescore.py score PHOTO``.

Makes the project's own environment on first use, then runs the command in it.
"""

import sys

from bootstrap import environment_folder, prepare_or_exit, program_of, run_program

NEEDS_WEB = ("serve", "watch", "label")  # what shows a page needs a few packages more

if __name__ == "__main__":
    prepare_or_exit(["web"] if sys.argv[1:2] and sys.argv[1] in NEEDS_WEB else [])
    sys.exit(run_program(program_of(environment_folder(), "tilescore"), sys.argv[1:]))
