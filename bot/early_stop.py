"""Early stop: what a signal to end does before the bot is ready."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from typing import Final

STOPPED_EARLY: Final = "Nardy was stopped before it was ready."


def end_on_signal() -> None:
    """End at once, with a line, on SIGTERM or Ctrl+C, until other handlers are installed.

    For the second that loading takes: nothing has begun yet that would have to be ended in order.
    """
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _end)


def _end(_number: int, _frame: object) -> None:
    end_at_once()


def end_at_once() -> None:
    """End at once, with a line, whatever threads are at work."""
    with suppress(OSError):
        os.write(2, f"{STOPPED_EARLY}\n".encode())
    os._exit(1)  # an exception would end in a traceback out of whatever is being imported
