"""Fixtures and hooks of all tests."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from hypothesis import settings

# As in the engine's own processes: numpy's threads would slow down the tests that run beside this one.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# The duration of an example depends on the machine, not on the code.
settings.register_profile("nardy", deadline=None)
settings.load_profile("nardy")


@pytest.hookimpl(optionalhook=True)
def pytest_timeout_set_timer(item: pytest.Item, settings: Any) -> bool:  # noqa: ANN401 (pytest-timeout's own)
    """Abort the process of a test that hangs: Python prints the stack of every thread and ends."""
    timer = Timer(settings.timeout, os.abort)

    def cancel() -> None:
        timer.cancel()
        timer.join()

    timer.start()
    item.cancel_timeout = cancel  # type: ignore[attr-defined]  # pytest-timeout calls it
    return True


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Stop the database server, and fail the run in CI if a test was skipped."""
    if "tests.postgres" in sys.modules:
        sys.modules["tests.postgres"].stop()
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") == "true" and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = 1


@pytest.fixture
def nardy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> object:
    """Return the program as a command in the test's folder; see `command.py`."""
    from tests.command import Command  # noqa: PLC0415 (few tests need all that the bot loads)

    return Command(tmp_path, monkeypatch, capsys)
