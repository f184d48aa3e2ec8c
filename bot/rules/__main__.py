"""Entry point: `python -m bot.rules` answers scripts by `bot.rules.cli`."""

import sys

from bot.rules.cli import main

if __name__ == "__main__":
    sys.exit(main())
