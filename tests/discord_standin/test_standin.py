from __future__ import annotations

import discord as library
import pytest

from tests.discord_standin import routes
from tests.discord_standin.client import TinyApp, ask, buttons, only
from tests.discord_standin.conftest import running
from tests.discord_standin.standin import DiscordStandIn
from tests.standin.errors import CannotDo, NotSeen


async def test_privileged_intents_are_not_granted(discord: DiscordStandIn) -> None:
    """An app that requests the intent for message content is disconnected, which is a violation."""
    client = library.Client(intents=library.Intents.all())
    with pytest.raises(library.PrivilegedIntentsRequired):
        async with running(client, discord):
            pytest.fail("it came online")
    assert "privileged" in str(discord.take_violations())


# Actions.


async def test_an_ephemeral_answer_is_private(discord: DiscordStandIn, app: TinyApp) -> None:
    """Only the person who used the command sees its ephemeral answer."""
    anna, boris, games = discord.user("Anna"), discord.user("Boris"), discord.channel()
    interaction = await anna.slash(games, "hello", friend=boris, words="Hi")
    answer = await interaction.answer()
    assert (answer.text, answer.ephemeral) == ("Hi, Boris", True)
    assert anna.messages(games) == [answer]
    assert not boris.messages(games)
    assert interaction.seconds is not None


async def test_a_command_accepts_only_its_options(discord: DiscordStandIn, app: TinyApp) -> None:
    """A missing, unknown or too long option cannot be sent."""
    anna, games = discord.user("Anna"), discord.channel()
    for wrong in (
        {"friend": anna},
        {"friend": anna, "words": "Hi", "loud": True},
        {"friend": "Anna", "words": "Hi"},
        {"friend": anna, "words": "H" * 21},
    ):
        with pytest.raises(CannotDo):
            await anna.slash(games, "hello", **wrong)
    elsewhere = discord.channel("hall", discord.another_guild("Strangers", bot_in=False))
    with pytest.raises(CannotDo):
        await anna.slash(elsewhere, "hello", friend=anna, words="Hi")
    with pytest.raises(NotSeen):
        await discord.until(lambda: False, "nothing", within=0.01)


async def test_only_a_visible_button_can_be_pressed(discord: DiscordStandIn, app: TinyApp) -> None:
    """A missing button, another person's or a deleted one cannot be pressed."""
    anna, boris, games = discord.user("Anna"), discord.user("Boris"), discord.channel()
    await app.place(games.id).send("board", view=buttons("Slow"))
    board = await anna.sees(games, "board")
    with pytest.raises(CannotDo):
        await anna.press(board, "Gone")
    answer = await (await anna.press(board, "slow")).answer()
    assert answer.text == "Anna pressed slow"
    with pytest.raises(CannotDo):
        await boris.press(answer, "Slow")
    discord.delete_message(board)
    with pytest.raises(CannotDo):
        await anna.press(board, "Slow")


# Notifications.


async def test_a_message_notifies_only_allowed_mentions(discord: DiscordStandIn, app: TinyApp) -> None:
    """An allowed mention notifies once; a silent message and an edit do not notify."""
    anna, boris, games = discord.user("Anna"), discord.user("Boris"), discord.channel()
    text = f"{anna.mention} {boris.mention} {anna.mention}"
    await app.place(games.id).send(text, allowed_mentions=only(anna.id))
    await app.place(games.id).send(text, allowed_mentions=only(boris.id), silent=True)
    sent = await app.place(games.id).send(text)
    await sent.edit(content=boris.mention, allowed_mentions=only(boris.id))
    assert [notification.message.text for notification in anna.notifications] == [text]
    assert not boris.notifications


async def test_a_direct_message_notifies_unless_it_is_silent(discord: DiscordStandIn, app: TinyApp) -> None:
    """Every direct message notifies unless it is silent."""
    anna = discord.user("Anna")
    person = await app.create_dm(library.Object(anna.id))
    await person.send("hello")
    await person.send("psst", silent=True)
    assert (await anna.is_notified()).text == "hello"
    assert len(anna.notifications) == 1


async def test_a_repeated_nonce_returns_the_first_message(discord: DiscordStandIn, app: TinyApp) -> None:
    """Within minutes, in the same channel, a repeated nonce returns the first message and does not notify."""
    anna, games = discord.user("Anna"), discord.channel()
    first = await app.place(games.id).send(anna.mention, nonce="turn-1", allowed_mentions=only(anna.id))
    again = await app.place(games.id).send(anna.mention, nonce="turn-1", allowed_mentions=only(anna.id))
    assert again.id == first.id
    assert len(anna.notifications) == 1
    elsewhere = await app.place(discord.channel("other").id).send("x", nonce="turn-1")
    discord.pass_time(minutes=6)
    later = await app.place(games.id).send("x", nonce="turn-1")
    assert len({first.id, elsewhere.id, later.id}) == 3


# Refusals.


async def test_a_channel_accepts_five_messages_in_five_seconds() -> None:
    """The sixth message within five seconds is refused; edits and other channels have separate limits."""
    async with DiscordStandIn(limited=True) as discord:
        here, there = (f"/channels/{discord.channel(name).id}/messages" for name in ("here", "there"))
        sent = [await ask(discord, "POST", here, {"content": "x"}) for _ in range(6)]
        assert [status for status, _ in sent] == [200] * 5 + [429]
        assert 4 < sent[-1][1]["retry_after"] <= 5
        assert (await ask(discord, "POST", there, {"content": "x"}))[0] == 200
        first = f"{here}/{sent[0][1]['id']}"
        edits = [await ask(discord, "PATCH", first, {"content": "y"}) for _ in range(6)]
        assert [status for status, _ in edits] == [200] * 5 + [429]
        discord.pass_time(seconds=5)
        assert (await ask(discord, "POST", here, {"content": "x"}))[0] == 200


async def test_a_late_answer_is_refused(discord: DiscordStandIn, app: TinyApp) -> None:
    """Four seconds after a command its interaction is unknown, and nothing is shown."""
    anna = discord.user("Anna")
    barrier = discord.hold(routes.CALLBACK)
    interaction = await anna.slash(discord.channel(), "hello", friend=anna, words="Hi")
    await barrier.reached()
    discord.pass_time(seconds=4)
    barrier.open()
    await discord.until(lambda: discord.sent(routes.CALLBACK)[0].status == 404, "a refusal")
    assert discord.sent(routes.CALLBACK)[0].answer["code"] == 10062
    assert interaction.callback is None


async def test_a_token_is_valid_for_fifteen_minutes(discord: DiscordStandIn, app: TinyApp) -> None:
    """A second callback is refused, and so is a follow-up after fifteen minutes."""
    anna = discord.user("Anna")
    interaction = await anna.slash(discord.channel(), "hello", friend=anna, words="Hi")
    await interaction.answer()
    twice = await ask(
        discord, "POST", f"/interactions/{interaction.id}/{interaction.token}/callback", {"type": 5}
    )
    assert twice[1]["code"] == 40060
    follow_up = f"/webhooks/{discord.world.app.id}/{interaction.token}"
    assert (await ask(discord, "POST", follow_up, {"content": "x"}))[0] == 204
    discord.pass_time(minutes=16)
    assert (await ask(discord, "POST", follow_up, {"content": "x"}))[1]["code"] == 50027


async def test_forbidden_requests_are_refused(discord: DiscordStandIn) -> None:
    """Deleted messages and channels, missing permissions and closed direct messages have Discord's codes."""
    anna, games, other = discord.user("Anna"), discord.channel(), discord.channel("other")

    async def code(method: str, path: str, body: object) -> int | None:
        status, answer = await ask(discord, method, path, body)
        return None if status < 300 else answer["code"]

    here, there = f"/channels/{games.id}/messages", f"/channels/{other.id}/messages"
    assert await code("POST", here, {"content": "board"}) is None
    (sent,) = discord.world.visible(games)
    discord.delete_message(sent)
    assert await code("PATCH", f"{here}/{sent.id}", {"content": "x"}) == 10008
    discord.forbid(games, "send_messages")
    assert await code("POST", here, {"content": "x"}) == 50013
    discord.allow(games, "send_messages")
    assert await code("POST", here, {"content": "x"}) is None
    discord.delete_channel(games)
    assert await code("POST", here, {"content": "x"}) == 10003
    discord.remove_bot()
    assert await code("POST", there, {"content": "x"}) == 50001
    discord.add_bot()
    assert await code("POST", there, {"content": "x"}) is None
    anna.user.refuses_messages = True
    assert await code("POST", f"/channels/{anna.direct.id}/messages", {"content": "x"}) == 50007
