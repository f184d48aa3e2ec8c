"""Run `nardy` to its end inside a test's own process, without starting another one."""

from __future__ import annotations

import logging
import os
import signal
from pathlib import Path

import pytest

from bot.command_line import STOPS, main
from tests.process import Ended, environment


class Command:
    """The program on the command line, with only its database and the settings of a test.

    Args:
        folder: its working directory, with its database `nardy.db`.
        monkeypatch: what sets its environment for as long as it runs.
        capsys: what reads what it prints.
    """

    def __init__(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self._folder = folder
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, *arguments: str, **settings: str) -> Ended:
        """Run it with its log on standard error, and undo its changes to the process afterwards."""
        handlers, mask, level = [signal.getsignal(each) for each in STOPS], os.umask(0), logging.root.level
        os.umask(mask)
        try:
            with self._monkeypatch.context() as patch:
                patch.chdir(self._folder)
                patch.setattr(logging.root, "handlers", [])
                wanted = environment(self._folder, 0, settings)
                for name in os.environ.keys() - wanted.keys():
                    patch.delenv(name)
                for name, value in wanted.items():
                    patch.setenv(name, value)
                status = main([*arguments])
        except SystemExit as error:
            status = int(error.code or 0)
        finally:
            os.umask(mask)
            logging.root.setLevel(level)
            for number, handler in zip(STOPS, handlers, strict=True):
                signal.signal(number, handler)
        return Ended(status, *self._capsys.readouterr())
