"""Answering: what the handler receives of an interaction, and how it is answered."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.chats.discord.errors import MISSING_PERMISSIONS
from bot.chats.errors import TryLater
from bot.talk.incoming import LONGEST_TEXT, Attached, ChatKind, Line, Person, Place, Press
from bot.talk.reply import Animation, Button, Code, Document, Mention, Reply
from tests.chats.discord.listening import BOARD, PICTURED, listening
from tests.chats.stand_ins import GIF, Slow
from tests.pace import HANG


async def test_a_command_is_heard_as_it_would_be_typed() -> None:
    """A command with a picked player and a rule set is one line, with the player named by account."""
    async with listening() as house:
        await house.anna.slash(house.table, "challenge", player=house.boris, rules="narde")
        (incoming,) = house.handler.incoming
        boris = str(house.boris.id)
        assert incoming.what == Line(f"/challenge <@{boris}> narde")
        assert incoming.mentioned == (Person("discord", boris, "boris"),)
        assert incoming.person == Person("discord", str(house.anna.id), "Anna", "en-US")
        assert incoming.place == Place("discord", str(house.table.id), ChatKind.SHARED)
        assert incoming.idempotency_key.startswith("discord:")
        assert incoming.message is None


async def test_options_stand_in_the_order_of_the_table() -> None:
    """What was filled in follows the command, in the order in which it would be typed, on one line."""
    cases: list[tuple[str, dict[str, Any], str]] = [
        ("games", {}, "/games"),
        ("move", {"game": "k7f", "moves": "24/18  13/8"}, "/move k7f 24/18 13/8"),
        ("move", {"moves": "24-18\n13-8"}, "/move 24-18 13-8"),
        ("undo", {"game": "k7f", "count": "all"}, "/undo k7f all"),
        ("undo", {"count": "2"}, "/undo 2"),
        ("resign", {"grade": "mars"}, "/resign mars"),
        ("settings", {"option": "confirm on"}, "/settings confirm on"),
        ("play", {"rules": "long"}, "/play long"),
        ("help", {"page": "3"}, "/help 3"),
        ("accept", {"challenge": "k7f"}, "/accept k7f"),
        ("menu", {}, "/menu"),
    ]
    async with listening() as house:
        for command, options, _ in cases:
            await house.anna.slash(house.table, command, **options)
        assert [each.what for each in house.handler.incoming] == [Line(line) for *_, line in cases]


async def test_each_place_is_a_chat() -> None:
    """A private chat is the person's own, and a thread is another chat than the channel above it."""
    async with listening() as house:
        await house.anna.user.slash("games")
        house.env.backend.create_thread(house.table.id, "A thread", house.anna.id)
        (thread,) = house.table.threads
        await house.anna.slash(thread, "games")
        assert [each.place for each in house.handler.incoming] == [
            Place("discord", str(house.anna.user.dm_channel.id), ChatKind.PRIVATE),
            Place("discord", str(thread.id), ChatKind.SHARED),
        ]


async def test_a_press_is_heard_with_its_message() -> None:
    """A press brings what the button carries, and the message on which it stands."""
    async with listening() as house:
        message = await house.adapter.send(str(house.table.id), PICTURED, "n1")
        await house.anna.click(house.table.history()[-1], label="Go")
        (incoming,) = house.handler.incoming
        assert (incoming.what, incoming.message) == (Press("3:/roll k7f"), message)


async def test_a_russian_client_is_spoken_to_in_russian() -> None:
    """The language of the client goes along, and the adapter's own sentences are in it."""
    async with listening() as house:
        await house.interaction(locale="ru")
        assert house.handler.incoming[0].person.language == "ru"
        declined = await house.interaction(locale="ru", context=2)
        assert declined["content"].startswith("Я играю только на серверах")


async def test_elsewhere_the_bot_declines() -> None:
    """In a server that has not added the bot, and between other people, it says where it can play."""
    async with listening() as house:
        users = {"authorizing_integration_owners": {"1": str(house.anna.id)}}
        for changed in (users, {"context": 2}):
            declined = await house.interaction(**changed)
            assert declined["content"].startswith("I can play only where I have been added")
        assert house.handler.incoming == []
        both = {"0": str(house.table.guild.id), "1": str(house.anna.id)}  # type: ignore[union-attr]
        await house.interaction(authorizing_integration_owners=both)
        assert len(house.handler.incoming) == 1


async def test_the_same_interaction_has_the_same_event() -> None:
    """An interaction that Discord brings twice is received under one id, by which it is carried out once."""
    async with listening() as house:
        await house.interaction(id="77")
        await house.interaction(id="77")
        keys = [incoming.idempotency_key for incoming in house.handler.incoming]
        assert keys == ["discord:77", "discord:77"]


async def test_answers_are_brought_in_private() -> None:
    """The first answer to a command takes the promised place, the others follow; all are private."""
    called = Reply((Mention("Anna", "42"), ", look."))
    async with listening(PICTURED, called) as house:
        result = await house.anna.slash(house.table, "board")
        assert result.response is not None
        (picture,) = result.response.attachments
        assert (result.response.content, picture.description) == ("Anna, your turn.", "White has 15 on 24.")
        (second,) = result.followups
        assert second.content == "<@42>, look."
        assert result.response.ephemeral
        assert second.ephemeral
        sent: list[Any] = [each.json for each in house.env.http_requests if "/webhooks/" in each.path]
        assert [message["allowed_mentions"] for message in sent] == [{"parse": []}, {"parse": []}]


FILM = Reply(
    ("Anna – Boris",),
    alt="A film of 2 turns.",
    buttons=((Button("▶", ":/replay k7f 1"),),),
    animation=Animation((BOARD, BOARD), "en"),
)


async def test_an_animation_is_shown_when_it_is_made() -> None:
    """Until then the answer says how far it is; then the animation stands in its place, with its buttons."""
    async with listening(FILM) as house:
        house.painter.slow = True
        slash = asyncio.ensure_future(house.anna.slash(house.table, "replay", game="k7f"))
        async with asyncio.timeout(HANG):
            while house.painter.job is None or not house.patches():  # noqa: ASYNC110 (SimCord tells nobody)
                await asyncio.sleep(0.001)
        assert house.patches() == ["The animation is being made: 0 of 2."]
        house.painter.job.work.set_result(GIF)
        result = await slash
        await house.env.settle()
        assert house.patches() == ["The animation is being made: 0 of 2.", "Anna – Boris"]
        assert result.response is not None
        (file,) = result.response.attachments
        assert (file.filename, file.description) == ("replay.gif", "A film of 2 turns.")
        assert result.response.ephemeral


async def test_what_takes_its_time_is_told_and_then_shown() -> None:
    """Until then the answer says how far it is; in the end what it came to stands in its place."""
    async with listening() as house:
        slow = Slow()
        house.handler.answers = (slow.so_far(),)
        slash = asyncio.ensure_future(house.anna.slash(house.table, "analyse", game="k7f"))
        async with asyncio.timeout(HANG):
            while not house.patches():  # noqa: ASYNC110 (SimCord tells nobody)
                await asyncio.sleep(0.001)
        slow.work.set_result(PICTURED)
        result = await slash
        await house.env.settle()
        assert house.patches() == ["0 of 9 turns.", "Anna, your turn."]
        assert result.response is not None
        assert [file.filename for file in result.response.attachments] == ["board.png"]


async def test_what_was_stopped_is_left_as_it_is() -> None:
    """Who stops it is answered in its place, so that nothing more is said."""
    async with listening() as house:
        slow = Slow()
        slow.work.set_result(None)
        house.handler.answers = (slow.so_far(),)
        await house.anna.slash(house.table, "analyse", game="k7f")
        assert house.patches() == ["0 of 9 turns."]


async def test_an_animation_that_was_made_is_answered_at_once() -> None:
    """Nothing is said of waiting; the press of a board is answered in private, and the board stays."""
    async with listening(FILM) as house:
        await house.adapter.send(str(house.table.id), PICTURED, "n1")
        result = await house.anna.click(house.table.history()[-1], label="Go")
        answer = result.response
        assert answer is not None
        assert (answer.content, answer.ephemeral) == ("Anna – Boris", True)
        assert [file.filename for file in answer.attachments] == ["replay.gif"]
        assert house.table.history()[-1].content == "Anna, your turn."


async def test_an_answer_takes_the_place_of_a_private_one() -> None:
    """An answer that asks for it stands where the private answer stood that was pressed, and nowhere else."""
    async with listening(FILM) as house:
        shown = await house.anna.slash(house.table, "replay", game="k7f")
        assert shown.response is not None
        house.handler.answers = (replace(PICTURED, replaces=True),)
        result = await house.anna.click(shown.response, label="▶")
        assert result.followups == []
        assert house.patches()[-1] == "Anna, your turn."


async def test_who_comes_when_too_many_animations_are_made_is_told_so() -> None:
    """Where no more animations are made for the moment, the person is asked to come later."""
    async with listening(FILM) as house:
        house.painter.fault = TryLater(60)
        await house.anna.slash(house.table, "replay", game="k7f")
        assert house.patches() == ["Too many animations are being made just now. Try again in a minute."]


async def test_a_file_is_heard_with_its_command() -> None:
    """The option of a file comes along as text, as its size alone if it is too large, or not at all."""
    written = '[Rules "длинные"]'
    async with listening() as house:
        for file in (written.encode(), b"x" * (LONGEST_TEXT + 1)):
            await house.anna.slash(house.table, "import", file=("game.txt", file))
        await house.anna.slash(house.table, "import")
        assert {each.what for each in house.handler.incoming} == {Line("/import")}
        attached = [each.attached for each in house.handler.incoming]
        assert attached == [Attached(written, 24), Attached("", LONGEST_TEXT + 1), None]


async def test_a_long_record_is_a_file() -> None:
    """The record of a long game goes along as a text file; its title stays in the answer."""
    record = "\n".join(f"{number}. 6-5: 24/18 13/8" for number in range(200))
    async with listening(Reply(("The record:\n", Code(record)))) as house:
        result = await house.anna.slash(house.table, "record", game="k7f")
        assert result.response is not None
        (file,) = result.response.attachments
        assert (result.response.content, file.filename) == ("The record:\n", "record.txt")


async def test_a_file_goes_along_with_a_private_answer() -> None:
    """What is stored about a person comes as a file that nobody else sees."""
    file = Document("nardy-2026-11-20.json", b"{}", "application/json")
    async with listening(Reply(("Yours.",), document=file)) as house:
        result = await house.anna.slash(house.table, "export")
        assert result.response is not None
        (sent,) = result.response.attachments
        assert (result.response.content, sent.filename) == ("Yours.", file.name)
        assert result.response.ephemeral


async def test_no_answer_leaves_nothing_behind() -> None:
    """Where the board shows what came of a command, the promised answer is taken away."""
    async with listening() as house:
        result = await house.anna.slash(house.table, "roll")
        assert result.deferred
        assert (result.response, result.followups) == (None, [])


async def test_what_was_typed_stays_out_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    """A command whose option cannot be read is answered, and what was typed into it is not logged."""

    @discord.app_commands.command(description="sits down")
    @discord.app_commands.choices(side=[discord.app_commands.Choice(name="White", value="w")])
    async def sit(interaction: discord.Interaction, side: discord.app_commands.Choice[str]) -> None:
        """Choose a side."""

    option = {"name": "side", "type": 3, "value": "Anna of Baker Street"}
    async with listening() as house:
        house.adapter.client.tree.add_command(sit)
        answer = await house.interaction(data={"id": "1", "name": "sit", "type": 1, "options": [option]})
    assert answer["content"].startswith("This command has changed")
    assert "unreadable command" in caplog.text
    assert "Baker Street" not in caplog.text


async def test_a_fault_is_answered(caplog: pytest.LogCaptureFixture) -> None:
    """Whatever goes wrong, the person is told so in a sentence, and the log tells us."""
    async with listening() as house:
        house.handler.fault = RuntimeError("a fault of ours")
        result = await house.anna.slash(house.table, "roll")
        assert result.response is not None
        assert result.response.content.startswith("Something went wrong on our side")
        assert "interaction failed" in caplog.text


async def test_an_answer_that_cannot_be_drawn_is_told_in_words(caplog: pytest.LogCaptureFixture) -> None:
    """Where the picture cannot be made, the person is told that it was done."""
    async with listening(PICTURED) as house:
        house.painter.fault = RuntimeError("no paint")
        result = await house.anna.slash(house.table, "board")
        assert result.response is not None
        assert result.response.content.startswith("It was done, but the answer could not be shown.")
        assert "interaction could not be answered" in caplog.text


@pytest.mark.parametrize(("turns", "parts"), [(300, 2), (3000, 0)], ids=["in messages", "in private"])
async def test_a_long_record_where_files_are_forbidden(turns: int, parts: int) -> None:
    """It comes in blocks, whole together; of one that would be very many, it is told where it can be had."""
    record = "\n".join(f"{turn} 24/18" for turn in range(turns))
    async with listening(Reply(("The record of game k7f:", Code(record)))) as house:
        house.env.inject_error("PATCH", "/webhooks/*", status=403, code=MISSING_PERMISSIONS)
        result = await house.anna.slash(house.table, "record", game="k7f")
    assert result.response is not None
    answer = "I show this in words because I lack" if parts else "Ask me for it in private"
    assert result.response.content.startswith("The record of game k7f:")
    assert answer in result.response.content
    assert all(answer.ephemeral for answer in result.followups)
    blocks = [answer.content for answer in result.followups]
    assert len(blocks) == parts
    assert all(block.startswith("```\n") and block.endswith("\n```") for block in blocks)
    assert "\n".join(block[4:-4] for block in blocks) == (record if parts else "")


async def test_an_answer_where_files_are_forbidden_is_told_in_words() -> None:
    """A picture that may not be sent is told in words, with the permission that is missing."""
    async with listening(PICTURED) as house:
        house.env.inject_error("PATCH", "/webhooks/*", status=403, code=MISSING_PERMISSIONS)
        result = await house.anna.slash(house.table, "board")
    assert result.response is not None
    assert "White has 15 on 24." in result.response.content
    assert "Attach Files" in result.response.content


async def test_a_command_that_is_known_no_more_is_answered() -> None:
    """A command in a form from before the bot was renewed leads to a sentence, and not to silence."""
    async with listening() as house:
        for data in (
            {"id": "1", "name": "backgammon", "type": 1, "options": []},
            {"id": "1", "name": "old menu", "type": 3, "target_id": "5", "resolved": {}},
        ):
            answer = await house.interaction(data=data)
            assert answer["content"].startswith("This command has changed")


async def test_completions_are_values() -> None:
    """Of the whole lines that typing could become, an option is offered its own part."""
    lines = (
        "/move k7f",
        "/move k7f 24/18",
        "/move k7f 24/18 13/8",
        "/move 24/18",
        "/resign mars",
        "/board k7f",
        "/record mat",
        "/record match",
        "/record 24/18 match",
        "/profile Dora",
        "/challenge long",
    )
    async with listening(lines=lines) as house:

        async def offered(command: str, option: str, typed: str, **filled: str) -> list[str]:
            found = await house.anna.autocomplete(house.table, command, option, typed, **filled)
            return [choice["value"] for choice in found]

        assert await offered("move", "game", "") == ["k7f"]
        assert await offered("move", "moves", "") == ["24/18"]
        assert await offered("move", "moves", "", game="k7f") == ["24/18", "24/18 13/8"]
        assert await offered("move", "moves", "24/18", game="k7f") == ["24/18 13/8"]
        assert await offered("record", "form", "") == ["mat"]
        assert await offered("record", "form", "24/18") == []
        assert await offered("thread", "game", "k") == ["k7f"]
        assert await offered("challenge", "friend", "") == await offered("block", "friend", "D") == ["Dora"]


async def test_completions_never_fail() -> None:
    """Where nothing can be completed, for whatever reason, nothing is offered."""
    async with listening(lines=("/resign nonsense", f"/move {'24/18 ' * 40}")) as house:
        assert await house.anna.autocomplete(house.table, "resign", "grade", "") == []
        assert await house.anna.autocomplete(house.table, "move", "moves", "") == []
        house.handler.fault = RuntimeError("a fault of ours")
        assert await house.anna.autocomplete(house.table, "move", "moves", "2") == []
