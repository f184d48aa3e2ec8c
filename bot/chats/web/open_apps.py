"""Open apps: the Mini Apps that are open now, by whose they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol


class OpenApp(Protocol):
    """A Mini App that somebody has open."""

    def stop_showing(self) -> None:
        """Show nothing more of what is looked at."""

    def drop(self) -> None:
        """Cut the connection. The page connects anew at once."""


class OpenApps:
    """Knows which Mini Apps are open."""

    def __init__(self) -> None:
        self._open: defaultdict[tuple[str, str], set[OpenApp]] = defaultdict(set)

    @contextmanager
    def holding(self, platform: str, account: str, app: OpenApp) -> Iterator[None]:
        """Know an app as open, of an account on a platform, until left."""
        key = platform, account
        self._open[key].add(app)
        try:
            yield
        finally:
            self._open[key].discard(app)
            if not self._open[key]:
                del self._open[key]

    def of(self, is_meant: Callable[[tuple[str, str]], bool]) -> list[OpenApp]:
        """Return the apps that are open of the accounts that are meant, each a platform and a key."""
        return [app for account, apps in self._open.items() if is_meant(account) for app in apps]
