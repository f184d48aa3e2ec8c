"""Early stop: handles SIGTERM and Ctrl+C until the bot is ready."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from typing import Final

STOPPED_EARLY: Final = "Nardy was stopped before it was ready."


def end_on_signal() -> None:
    """Exit at once with a one-line message on SIGTERM or Ctrl+C, until other handlers are installed.

    Importing takes about a second, and nothing needs an orderly shutdown yet.
    """
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _end)


def _end(_number: int, _frame: object) -> None:
    end_at_once()


def end_at_once() -> None:
    """Exit at once with a one-line message, without waiting for threads."""
    with suppress(OSError):
        os.write(2, f"{STOPPED_EARLY}\n".encode())
    os._exit(1)  # an exception would print a traceback of the import in progress
