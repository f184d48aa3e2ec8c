"""Entry point: `python -m bot.rules` runs the command line in `bot.rules.cli`."""

import sys

from bot.rules.cli import main

if __name__ == "__main__":
    sys.exit(main())
