"""``python -m bot.rules``: the rules port (R11)."""

import sys

from bot.rules.cli import main

if __name__ == "__main__":
    sys.exit(main())
