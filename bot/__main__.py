"""Main: the entry point of `nardy` and of `python -m bot`.

The processes of the engine pool import this file too, so it imports the rest only when called.
"""

from __future__ import annotations

import sys

from bot.early_stop import end_on_signal


def main() -> int:
    """Run the program and return its exit status."""
    if sys.platform.startswith("win"):  # known only when it runs, so that the rest is checked everywhere
        print("Nardy needs Linux or macOS. On Windows, run it inside WSL: see docs/hosting.md.")  # noqa: T201
        return 1
    end_on_signal()
    from bot import command_line  # noqa: PLC0415 (see above)

    return command_line.main()


if __name__ == "__main__":
    sys.exit(main())
