"""Expected refusals, named by their codes."""

from __future__ import annotations

import pytest

from bot.sessions.errors import Refusal


def refuses(code: str, **fields: object) -> pytest.RaisesExc[Refusal]:
    """Expect a refusal with this code, and with at least these fields."""
    return pytest.raises(
        Refusal, match=f"^{code}$", check=lambda refusal: fields.items() <= refusal.fields.items()
    )
