"""How the local table gives its address to other platforms."""

from __future__ import annotations

import pytest

from bot.chats.web import LocalTable
from bot.talk.addresses import BotAddress
from tests.chats.stand_ins import MemoryKeyValues, PlainPainter
from tests.chats.web.house import SIGNER, ManualWatch, ScriptedHandler, page_words

PUBLIC = "https://nardy.example.org"


def address(public_url: str, *origins: str, invited: bool = False) -> BotAddress | None:
    """Return the address of a table with some settings."""
    table = LocalTable(
        ScriptedHandler(),
        MemoryKeyValues(),
        PlainPainter(),
        page_words,
        watch=ManualWatch(),
        signer=SIGNER,
        hosts=("127.0.0.1",),
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
def test_a_table_that_guests_cannot_reach_has_no_link(public_url: str, origins: tuple[str, ...]) -> None:
    """There is no link without a public address, nor if that address serves only boards."""
    assert address(public_url, *origins) is None


def test_an_open_table_has_a_public_link() -> None:
    """The link of an open table holds nothing but the start parameter."""
    assert address(PUBLIC, PUBLIC) == BotAddress("web", link=f"{PUBLIC}/#start=")


def test_a_table_by_invitation_is_shared_only_by_its_members() -> None:
    """The link has the table's key at the table, and other platforms get no link."""
    found = address(PUBLIC, PUBLIC, invited=True)
    assert found is not None
    assert (found.link_for("telegram"), found.is_shareable_on("telegram")) == ("", False)
    begins, _, start = found.link_for("web").partition("&")
    assert (begins.startswith(f"{PUBLIC}/#table="), start) == (True, "start=")
