from __future__ import annotations

import aiohttp
import discord as library
import pytest

from tests.discord_standin import routes
from tests.discord_standin.client import TinyApp, ask, buttons, only, picture
from tests.discord_standin.conftest import running
from tests.discord_standin.standin import DiscordStandIn
from tests.standin.errors import CannotDo, NotSeen


class Sharded(library.AutoShardedClient):
    """A client of several shards."""

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify at once, where discord.py itself would wait five seconds."""


# Coming online.


async def test_a_client_logs_in_and_knows_its_server(discord: DiscordStandIn, app: TinyApp) -> None:
    """After login discord.py knows itself, the server with its channels, and that its commands are kept."""
    games = discord.channel("games")
    await app.wait_until_ready()
    assert app.user is not None
    assert app.user.id == discord.world.app.id
    guild = app.get_guild(discord.guild.id)
    assert guild is not None
    assert guild.get_channel(games.id) is not None
    assert {each["name"] for each in discord.world.commands.values()} == {"hello", "ask", "Repeat"}


async def test_a_wrong_token_is_refused_at_both_doors(discord: DiscordStandIn) -> None:
    """HTTP answers 401, and the gateway closes with 4004."""
    status, _ = await ask(discord, "GET", "/users/@me", token="wrong")  # noqa: S106 (no secret)
    assert status == 401
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{discord.gateway_url}?v=10&encoding=json") as socket,
    ):
        assert (await socket.receive_json())["op"] == 10
        await socket.send_json({"op": 2, "d": {"token": "wrong", "properties": {}, "intents": 1}})
        assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE
        assert socket.close_code == 4004


async def test_an_app_may_be_spread_over_shards() -> None:
    """With two shards each server's events come through one of them, and the app sees both servers."""
    async with DiscordStandIn(shards=2) as discord:
        other = discord.another_guild("Elsewhere")
        client = Sharded(intents=library.Intents(guilds=True), guild_ready_timeout=0.05)
        async with running(client, discord):
            await client.wait_until_ready()
            assert discord.gateway.identified == 2
            assert {each.id for each in client.guilds} == {discord.guild.id, other.id}


async def test_privileged_intents_are_not_granted(discord: DiscordStandIn) -> None:
    """An app that asks for the words of messages is turned away, and that is a violation."""
    client = library.Client(intents=library.Intents.all())
    with pytest.raises(library.PrivilegedIntentsRequired):
        async with running(client, discord):
            pytest.fail("it came online")
    assert "privileged" in str(discord.take_violations())


# What people do.


async def test_a_command_is_answered_to_one_person_alone(discord: DiscordStandIn, app: TinyApp) -> None:
    """A deferred ephemeral answer is seen by who asked, and by nobody else."""
    anna, boris, games = discord.user("Anna"), discord.user("Boris"), discord.channel()
    asked = await anna.slash(games, "hello", friend=boris, words="Hi")
    answer = await asked.answer()
    assert answer.text == "Hi, Boris"
    assert answer.ephemeral
    assert anna.messages(games) == [answer]
    assert not boris.messages(games)
    assert asked.seconds is not None
    assert asked.callback == 5


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
    with pytest.raises(NotSeen):
        await discord.until(lambda: False, "nothing", within=0.01)


async def test_an_option_is_completed_while_it_is_typed(discord: DiscordStandIn, app: TinyApp) -> None:
    """What is offered comes back with its words and its value."""
    offered = await discord.user("Anna").autocomplete(discord.channel(), "hello", words="He")
    assert [(each.name, each.value) for each in offered] == [("Hello!", "Hello")]


async def test_a_message_with_a_picture_and_buttons_is_sent_and_edited(
    discord: DiscordStandIn, app: TinyApp
) -> None:
    """The file's bytes, size and alternative text arrive, and an edit replaces them and keeps what was."""
    anna, games = discord.user("Anna"), discord.channel()
    sent = await app.place(games.id).send("board", file=picture("red"), view=buttons("Turn", "Slow"))
    seen = await anna.sees(games, "Turn")
    assert list(seen.labels) == ["Turn", "Slow"]
    first = seen.picture
    assert first is not None
    assert (first.filename, first.size, first.description) == ("board.png", (30, 20), "a red board")
    assert sent.attachments[0].description == "a red board"

    edited = await sent.edit(content="over", attachments=[picture("blue")], view=None)
    assert [each.description for each in seen.attachments] == ["a blue board"]
    assert seen.attachments[0].data == picture("blue").fp.read()
    assert seen.text == "over"
    assert not seen.labels
    assert [look.content for look in seen.earlier] == ["board"]
    assert seen.earlier[0].attachments == (first,)
    async with aiohttp.ClientSession() as session, session.get(edited.attachments[0].url) as answer:
        assert await answer.read() == seen.attachments[0].data


async def test_a_file_is_added_to_those_that_are_kept(discord: DiscordStandIn, app: TinyApp) -> None:
    """`add_files` appends, and a list of attachments drops what it does not name."""
    games = discord.channel()
    sent = await app.place(games.id).send(file=picture("red"))
    sent = await sent.add_files(picture("blue"))
    (seen,) = discord.world.visible(games)
    assert [each.description for each in seen.attachments] == ["a red board", "a blue board"]
    await sent.edit(attachments=sent.attachments[1:])
    assert [each.description for each in seen.attachments] == ["a blue board"]


async def test_a_press_changes_the_message_it_stands_under(discord: DiscordStandIn, app: TinyApp) -> None:
    """An update answers the press with the message itself."""
    anna, games = discord.user("Anna"), discord.channel()
    await app.place(games.id).send("board", view=buttons("Turn"))
    board = await anna.sees(games, "board")
    pressed = await anna.press(board, "Turn")
    assert await pressed.answer() is board
    assert board.text == "turned"
    with pytest.raises(CannotDo):
        await anna.press(board, "Gone")


async def test_a_press_is_answered_with_a_message_for_one(discord: DiscordStandIn, app: TinyApp) -> None:
    """After a silent acknowledgement a follow-up is a new message, private if it says so."""
    anna, boris, games = discord.user("Anna"), discord.user("Boris"), discord.channel()
    await app.place(games.id).send("board", view=buttons("Slow"))
    board = await anna.sees(games, "board")
    answer = await (await anna.press(board, "slow")).answer()
    assert answer.text == "Anna pressed slow"
    assert boris.messages(games) == [board]


async def test_an_old_look_can_still_be_pressed(discord: DiscordStandIn, app: TinyApp) -> None:
    """Who has not yet been told of an edit presses the button that was there, if the test says so."""
    anna, games = discord.user("Anna"), discord.channel()
    sent = await app.place(games.id).send("board", view=buttons("Old"))
    board = await anna.sees(games, "board")
    await sent.edit(view=buttons("New"))
    with pytest.raises(CannotDo):
        await anna.press(board, "Old")
    pressed = await anna.press(board, "Old", as_it_was=True)
    assert (await pressed.answer()).text == "Anna pressed old"


async def test_the_menu_of_a_message_hands_over_the_message(discord: DiscordStandIn, app: TinyApp) -> None:
    """A message command gets the message, a person's own too."""
    anna, games = discord.user("Anna"), discord.channel()
    done = await anna.context_menu(anna.says(games, "good evening"), "Repeat")
    answer = await done.answer()
    assert answer.text == "It says good evening"
    assert answer.silent


async def test_a_form_is_opened_and_sent(discord: DiscordStandIn, app: TinyApp) -> None:
    """A form takes what its fields allow, also where two talk alone."""
    anna = discord.user("Anna")
    opened = await anna.slash(anna.direct, "ask")
    with pytest.raises(CannotDo):
        await anna.submit(opened, answer="too long")
    assert (await (await anna.submit(opened, answer="42")).answer()).text == "Answered 42"


async def test_a_menu_is_chosen_from(discord: DiscordStandIn, app: TinyApp) -> None:
    """A choice is made by the words of an option, and people are chosen as people."""
    anna, games = discord.user("Anna"), discord.channel()
    view = library.ui.View(timeout=None)
    options = [
        library.SelectOption(label="Long", value="long"),
        library.SelectOption(label="Short", value="s"),
    ]
    view.add_item(library.ui.Select(custom_id="rules", options=options))
    view.add_item(library.ui.UserSelect(custom_id="friend"))
    await app.place(games.id).send("settings", view=view)
    menus = await anna.sees(games, "settings")
    assert (await (await anna.choose(menus, "Long")).answer()).text == "Anna pressed rules"
    await (await anna.choose(menus, anna, custom_id="friend")).answer()
    with pytest.raises(CannotDo):
        await anna.choose(menus, "Chess")


async def test_a_message_is_laid_out_of_components(discord: DiscordStandIn, app: TinyApp) -> None:
    """The second version of components comes back whole, and its words and buttons are seen."""
    anna, games = discord.user("Anna"), discord.channel()
    view = library.ui.LayoutView(timeout=None)
    gallery = library.ui.MediaGallery[library.ui.LayoutView]()
    gallery.add_item(media="attachment://board.png", description="a red board")
    button = library.ui.Button[library.ui.LayoutView](label="Turn", custom_id="slow")
    link = library.ui.Button[library.ui.LayoutView](label="Rules", url="https://example.org")
    view.add_item(library.ui.Container(library.ui.TextDisplay("Your turn"), gallery, library.ui.Separator()))
    view.add_item(library.ui.Section("Game 7", accessory=link))
    view.add_item(library.ui.ActionRow(button))
    await app.place(games.id).send(file=picture(), view=view)
    seen = await anna.sees(games, "Your turn")
    assert list(seen.labels) == ["Rules", "Turn"]
    assert (await (await anna.press(seen, "Turn")).answer()).text == "Anna pressed slow"
    with pytest.raises(CannotDo):
        await anna.press(seen, "Rules")


async def test_a_channel_can_be_read_again(discord: DiscordStandIn, app: TinyApp) -> None:
    """The newest messages come first, private ones are not among them."""
    anna, games = discord.user("Anna"), discord.channel()
    await app.place(games.id).send("one")
    await app.place(games.id).send("two")
    await (await anna.slash(games, "hello", friend=anna, words="Hi")).answer()
    assert [each.content async for each in app.place(games.id).history(limit=5)] == ["two", "one"]


# Who is notified.


async def test_a_message_notifies_whom_it_may(discord: DiscordStandIn, app: TinyApp) -> None:
    """Who is mentioned and allowed is notified, once; nobody else is, and nobody by a silent message."""
    anna, boris, games = discord.user("Anna"), discord.user("Boris"), discord.channel()
    text = f"{anna.mention} {boris.mention} {anna.mention} @everyone"
    await app.place(games.id).send(text, allowed_mentions=only(anna.id))
    await app.place(games.id).send(text, allowed_mentions=only(boris.id), silent=True)
    await app.place(games.id).send(text)
    assert [notification.message.text for notification in anna.notifications] == [text]
    assert not boris.notifications


async def test_an_edit_notifies_nobody(discord: DiscordStandIn, app: TinyApp) -> None:
    """A mention that comes in by an edit is silent."""
    anna, games = discord.user("Anna"), discord.channel()
    sent = await app.place(games.id).send("wait")
    await sent.edit(content=anna.mention, allowed_mentions=only(anna.id))
    assert not anna.notifications


async def test_a_direct_message_notifies_unless_it_is_silent(discord: DiscordStandIn, app: TinyApp) -> None:
    """Where two talk alone every new message notifies."""
    anna = discord.user("Anna")
    person = await app.fetch_user(anna.id)
    await person.send("hello")
    await person.send("psst", silent=True)
    assert (await anna.is_notified()).text == "hello"
    assert len(anna.notifications) == 1


async def test_everybody_is_notified_only_by_an_app_that_may(discord: DiscordStandIn, app: TinyApp) -> None:
    """@everyone needs the sender's wish and the server's permission."""
    anna, games = discord.user("Anna"), discord.channel()
    loud = library.AllowedMentions(everyone=True)
    await app.place(games.id).send("@everyone", allowed_mentions=loud)
    assert not anna.notifications
    discord.guild.bot_may |= 1 << 17
    await app.place(games.id).send("@everyone", allowed_mentions=loud)
    assert len(anna.notifications) == 1


# Nonces.


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


async def test_a_message_whose_answer_was_lost_is_not_sent_twice(
    discord: DiscordStandIn, app: TinyApp
) -> None:
    """The connection is cut once the message is there; sending it again finds it."""
    anna, games = discord.user("Anna"), discord.channel()
    discord.cut(routes.SEND, after=True)
    with pytest.raises(aiohttp.ClientError):
        await app.place(games.id).send(anna.mention, nonce="turn-1", allowed_mentions=only(anna.id))
    await app.place(games.id).send(anna.mention, nonce="turn-1", allowed_mentions=only(anna.id))
    assert len(discord.sent(routes.SEND)) == 2
    assert len(discord.world.visible(games)) == 1
    assert len(anna.notifications) == 1
