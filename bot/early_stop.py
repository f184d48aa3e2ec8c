"""Early stop: what happens to a program that is told to end before it is ready."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from typing import Final

STOPPED_EARLY: Final = "Nardy was stopped before it was ready."


def end_on_signal() -> None:
    """End at once, with a line, on SIGTERM or Ctrl+C, until something else is to be done then.

    For the second that the program takes to load: nothing has begun that would have to be ended.
    """
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _end)


def _end(_number: int, _frame: object) -> None:
    with suppress(OSError):
        os.write(2, f"{STOPPED_EARLY}\n".encode())
    os._exit(1)  # an exception would be told in the words of whatever is being imported
