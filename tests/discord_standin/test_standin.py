from __future__ import annotations

import discord as library
import pytest

from tests.discord_standin import routes
from tests.discord_standin.client import TinyApp, ask, buttons, only
from tests.discord_standin.conftest import running
from tests.discord_standin.standin import DiscordStandIn
from tests.standin.errors import CannotDo, NotSeen


async def test_privileged_intents_are_not_granted(discord: DiscordStandIn) -> None:
    """An app that asks for the words of messages is turned away, and that is a violation."""
    client = library.Client(intents=library.Intents.all())
    with pytest.raises(library.PrivilegedIntentsRequired):
        async with running(client, discord):
            pytest.fail("it came online")
    assert "privileged" in str(discord.take_violations())


# What people do.


async def test_a_command_is_answered_to_one_person_alone(discord: DiscordStandIn, app: TinyApp) -> None:
    """A deferred ephemeral answer is seen by the person who asked, and by nobody else."""
    anna, boris, games = discord.user("Anna"), discord.user("Boris"), discord.channel()
    asked = await anna.slash(games, "hello", friend=boris, words="Hi")
    answer = await asked.answer()
    assert (answer.text, answer.ephemeral) == ("Hi, Boris", True)
    assert anna.messages(games) == [answer]
    assert not boris.messages(games)
    assert asked.seconds is not None


async def test_a_command_takes_only_what_it_was_made_for(discord: DiscordStandIn, app: TinyApp) -> None:
    """A person cannot leave out what is required, name what is not there, or overstep a length."""
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


async def test_only_a_button_in_sight_is_pressed(discord: DiscordStandIn, app: TinyApp) -> None:
    """A button that is not there cannot be pressed, nor one for another person, nor a deleted one."""
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


# Who is notified.


async def test_a_message_notifies_only_those_it_may(discord: DiscordStandIn, app: TinyApp) -> None:
    """A mention that is allowed notifies once; a silent message and an edit notify nobody."""
    anna, boris, games = discord.user("Anna"), discord.user("Boris"), discord.channel()
    text = f"{anna.mention} {boris.mention} {anna.mention}"
    await app.place(games.id).send(text, allowed_mentions=only(anna.id))
    await app.place(games.id).send(text, allowed_mentions=only(boris.id), silent=True)
    sent = await app.place(games.id).send(text)
    await sent.edit(content=boris.mention, allowed_mentions=only(boris.id))
    assert [notification.message.text for notification in anna.notifications] == [text]
    assert not boris.notifications


async def test_a_direct_message_notifies_unless_it_is_silent(discord: DiscordStandIn, app: TinyApp) -> None:
    """Where two talk alone every new message notifies."""
    anna = discord.user("Anna")
    person = await app.create_dm(library.Object(anna.id))
    await person.send("hello")
    await person.send("psst", silent=True)
    assert (await anna.is_notified()).text == "hello"
    assert len(anna.notifications) == 1


async def test_a_repeated_nonce_gives_the_first_message(discord: DiscordStandIn, app: TinyApp) -> None:
    """Within minutes, in the same channel, the same nonce neither sends a message nor notifies again."""
    anna, games = discord.user("Anna"), discord.channel()
    first = await app.place(games.id).send(anna.mention, nonce="turn-1", allowed_mentions=only(anna.id))
    again = await app.place(games.id).send(anna.mention, nonce="turn-1", allowed_mentions=only(anna.id))
    assert again.id == first.id
    assert len(anna.notifications) == 1
    elsewhere = await app.place(discord.channel("other").id).send("x", nonce="turn-1")
    discord.pass_time(minutes=6)
    later = await app.place(games.id).send("x", nonce="turn-1")
    assert len({first.id, elsewhere.id, later.id}) == 3


# What is refused.


async def test_a_channel_takes_five_messages_in_five_seconds() -> None:
    """The sixth is refused until the time is over; edits and other channels go on."""
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


async def test_an_answer_that_comes_too_late_is_unknown(discord: DiscordStandIn, app: TinyApp) -> None:
    """Four seconds after the command Discord no longer knows of it, and nothing is shown."""
    anna = discord.user("Anna")
    barrier = discord.hold(routes.CALLBACK)
    asked = await anna.slash(discord.channel(), "hello", friend=anna, words="Hi")
    await barrier.reached()
    discord.pass_time(seconds=4)
    barrier.open()
    await discord.until(lambda: discord.sent(routes.CALLBACK)[0].status == 404, "a refusal")
    assert discord.sent(routes.CALLBACK)[0].answer["code"] == 10062
    assert asked.callback is None


async def test_a_token_lives_fifteen_minutes_and_is_answered_once(
    discord: DiscordStandIn, app: TinyApp
) -> None:
    """A second callback is refused, and so is a follow-up after a quarter of an hour."""
    anna = discord.user("Anna")
    asked = await anna.slash(discord.channel(), "hello", friend=anna, words="Hi")
    await asked.answer()
    twice = await ask(discord, "POST", f"/interactions/{asked.id}/{asked.token}/callback", {"type": 5})
    assert twice[1]["code"] == 40060
    follow_up = f"/webhooks/{discord.world.app.id}/{asked.token}"
    assert (await ask(discord, "POST", follow_up, {"content": "x"}))[0] == 204
    discord.pass_time(minutes=16)
    assert (await ask(discord, "POST", follow_up, {"content": "x"}))[1]["code"] == 50027


async def test_what_an_app_may_not_do_is_refused(discord: DiscordStandIn) -> None:
    """Deleted messages and channels, missing rights and people who take no messages have their codes."""
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
