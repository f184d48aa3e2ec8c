"""How the local table is found from elsewhere."""

from __future__ import annotations

import pytest

from bot.chats.web import LocalTable
from bot.talk.addresses import BotAddress
from tests.chats.stand_ins import MemoryKeyValues, PlainPainter
from tests.chats.web.house import SIGNER, QuietWatch, ScriptedHandler, page_words

PUBLIC = "https://nardy.example.org"


def address(public_url: str, *origins: str, invited: bool = False) -> BotAddress | None:
    """Return how a table is found."""
    table = LocalTable(
        ScriptedHandler(),
        MemoryKeyValues(),
        PlainPainter(),
        page_words,
        watch=QuietWatch(),
        signer=SIGNER,
        host="127.0.0.1",
        port=0,
        origins=origins,
        invited=invited,
        public_url=public_url,
    )
    return table.address


@pytest.mark.parametrize(
    ("public_url", "origins"),
    [("", ()), ("", (PUBLIC,)), (PUBLIC, ()), (PUBLIC, ("https://other.example.org",))],
)
def test_a_table_that_guests_do_not_reach_is_not_told_of(public_url: str, origins: tuple[str, ...]) -> None:
    """Without a public address there is no link, nor where only boards are shown at that address."""
    assert address(public_url, *origins) is None


def test_an_open_table_is_found_by_anybody() -> None:
    """The link of a table that is open carries nothing but the invitation, as the page makes it itself."""
    assert address(PUBLIC, PUBLIC) == BotAddress("web", link=f"{PUBLIC}/#start=")


def test_a_table_by_invitation_is_told_by_its_members_alone() -> None:
    """Its link has the table's key, and who is on another platform is told of no link."""
    found = address(PUBLIC, PUBLIC, invited=True)
    assert found is not None
    assert (found.link_for("telegram"), found.is_shareable_on("telegram")) == ("", False)
    begins, _, start = found.link_for("web").partition("&")
    assert (begins.startswith(f"{PUBLIC}/#table="), start) == (True, "start=")
