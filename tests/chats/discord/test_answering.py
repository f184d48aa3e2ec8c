"""Answering: how an interaction reaches the handler, and how it is answered."""

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
from tests.chats.discord.adapter_house import BOARD, PICTURED, adapter_house
from tests.chats.stand_ins import GIF, Slow
from tests.pace import HANG


async def test_a_command_arrives_as_a_typed_line() -> None:
    """A command with a picked player and a rule set arrives as one line that names the player by account."""
    async with adapter_house() as house:
        await house.anna.slash(house.table, "challenge", player=house.boris, rules="narde")
        (incoming,) = house.handler.incoming
        boris = str(house.boris.id)
        assert incoming.what == Line(f"/challenge <@{boris}> narde")
        assert incoming.mentioned == (Person("discord", boris, "boris"),)
        assert incoming.person == Person("discord", str(house.anna.id), "Anna", "en-US")
        assert incoming.place == Place("discord", str(house.table.id), ChatKind.SHARED)
        assert incoming.idempotency_key.startswith("discord:")
        assert incoming.message is None


async def test_options_follow_in_the_order_of_the_table() -> None:
    """Filled options follow the command on one line, in the order in which they would be typed."""
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
    async with adapter_house() as house:
        for command, options, _ in cases:
            await house.anna.slash(house.table, command, **options)
        assert [each.what for each in house.handler.incoming] == [Line(line) for *_, line in cases]


async def test_each_place_is_a_chat() -> None:
    """Each person has a private chat, and a thread is a different chat from its channel."""
    async with adapter_house() as house:
        await house.anna.user.slash("games")
        house.env.backend.create_thread(house.table.id, "A thread", house.anna.id)
        (thread,) = house.table.threads
        await house.anna.slash(thread, "games")
        assert [each.place for each in house.handler.incoming] == [
            Place("discord", str(house.anna.user.dm_channel.id), ChatKind.PRIVATE),
            Place("discord", str(thread.id), ChatKind.SHARED),
        ]


async def test_a_press_arrives_with_its_message() -> None:
    """A press arrives with the data of its button and the id of its message."""
    async with adapter_house() as house:
        message = await house.adapter.send(str(house.table.id), PICTURED, "n1")
        await house.anna.click(house.table.history()[-1], label="Go")
        (incoming,) = house.handler.incoming
        assert (incoming.what, incoming.message) == (Press("3:/roll k7f"), message)


async def test_a_russian_client_is_answered_in_russian() -> None:
    """The handler gets the client's language, and the adapter's own texts use it."""
    async with adapter_house() as house:
        await house.interaction(locale="ru")
        assert house.handler.incoming[0].person.language == "ru"
        declined = await house.interaction(locale="ru", context=2)
        assert declined["content"].startswith("Я играю только на серверах")


async def test_elsewhere_the_bot_declines() -> None:
    """In a server without the bot, or between two users, the bot replies where it can play."""
    async with adapter_house() as house:
        users = {"authorizing_integration_owners": {"1": str(house.anna.id)}}
        for changed in (users, {"context": 2}):
            declined = await house.interaction(**changed)
            assert declined["content"].startswith("I can play only where I have been added")
        assert house.handler.incoming == []
        both = {"0": str(house.table.guild.id), "1": str(house.anna.id)}  # type: ignore[union-attr]
        await house.interaction(authorizing_integration_owners=both)
        assert len(house.handler.incoming) == 1


async def test_a_repeated_interaction_has_the_same_key() -> None:
    """An interaction delivered twice has one idempotency key."""
    async with adapter_house() as house:
        await house.interaction(id="77")
        await house.interaction(id="77")
        keys = [incoming.idempotency_key for incoming in house.handler.incoming]
        assert keys == ["discord:77", "discord:77"]


async def test_answers_are_private() -> None:
    """The first answer replaces the deferred one, the others follow; all are private."""
    called = Reply((Mention("Anna", "42"), ", look."))
    async with adapter_house(PICTURED, called) as house:
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


REPLAY = Reply(
    ("Anna – Boris",),
    alt="A film of 2 turns.",
    buttons=((Button("▶", ":/replay k7f 1"),),),
    animation=Animation((BOARD, BOARD), "en"),
)


async def test_an_animation_is_shown_when_it_is_made() -> None:
    """The answer shows the progress, and then the animation with its buttons."""
    async with adapter_house(REPLAY) as house:
        house.painter.slow = True
        slash = asyncio.ensure_future(house.anna.slash(house.table, "replay", game="k7f"))
        async with asyncio.timeout(HANG):
            while house.painter.job is None or not house.patches():  # noqa: ASYNC110 (SimCord has no signal)
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


async def test_a_long_command_shows_its_progress_and_result() -> None:
    """The answer shows the progress, and then the result."""
    async with adapter_house() as house:
        slow = Slow()
        house.handler.answers = (slow.so_far(),)
        slash = asyncio.ensure_future(house.anna.slash(house.table, "analyse", game="k7f"))
        async with asyncio.timeout(HANG):
            while not house.patches():  # noqa: ASYNC110 (SimCord has no signal)
                await asyncio.sleep(0.001)
        slow.work.set_result(PICTURED)
        result = await slash
        await house.env.settle()
        assert house.patches() == ["0 of 9 turns.", "Anna, your turn."]
        assert result.response is not None
        assert [file.filename for file in result.response.attachments] == ["board.png"]


async def test_a_stopped_command_keeps_its_last_text() -> None:
    """After a stop the answer keeps its last text."""
    async with adapter_house() as house:
        slow = Slow()
        slow.work.set_result(None)
        house.handler.answers = (slow.so_far(),)
        await house.anna.slash(house.table, "analyse", game="k7f")
        assert house.patches() == ["0 of 9 turns."]


async def test_a_finished_animation_is_answered_at_once() -> None:
    """A finished animation is answered at once, in private; the pressed board stays."""
    async with adapter_house(REPLAY) as house:
        await house.adapter.send(str(house.table.id), PICTURED, "n1")
        result = await house.anna.click(house.table.history()[-1], label="Go")
        answer = result.response
        assert answer is not None
        assert (answer.content, answer.ephemeral) == ("Anna – Boris", True)
        assert [file.filename for file in answer.attachments] == ["replay.gif"]
        assert house.table.history()[-1].content == "Anna, your turn."


async def test_an_answer_replaces_a_private_one() -> None:
    """An answer with `replaces` replaces the private answer that was pressed, and is sent nowhere else."""
    async with adapter_house(REPLAY) as house:
        shown = await house.anna.slash(house.table, "replay", game="k7f")
        assert shown.response is not None
        house.handler.answers = (replace(PICTURED, replaces=True),)
        result = await house.anna.click(shown.response, label="▶")
        assert result.followups == []
        assert house.patches()[-1] == "Anna, your turn."


async def test_too_many_animations_are_answered_with_a_text() -> None:
    """If too many animations are being made, the player is asked to try again in a minute."""
    async with adapter_house(REPLAY) as house:
        house.painter.fault = TryLater(60)
        await house.anna.slash(house.table, "replay", game="k7f")
        assert house.patches() == ["Too many animations are being made just now. Try again in a minute."]


async def test_a_file_arrives_with_its_command() -> None:
    """An attached file arrives as text; only its size arrives if it is too large."""
    written = '[Rules "длинные"]'
    async with adapter_house() as house:
        for file in (written.encode(), b"x" * (LONGEST_TEXT + 1)):
            await house.anna.slash(house.table, "import", file=("game.txt", file))
        await house.anna.slash(house.table, "import")
        assert {each.what for each in house.handler.incoming} == {Line("/import")}
        attached = [each.attached for each in house.handler.incoming]
        assert attached == [Attached(written, 24), Attached("", LONGEST_TEXT + 1), None]


async def test_a_long_record_is_a_file() -> None:
    """A long record is attached as a text file, and its title stays in the answer."""
    record = "\n".join(f"{number}. 6-5: 24/18 13/8" for number in range(200))
    async with adapter_house(Reply(("The record:\n", Code(record)))) as house:
        result = await house.anna.slash(house.table, "record", game="k7f")
        assert result.response is not None
        (file,) = result.response.attachments
        assert (result.response.content, file.filename) == ("The record:\n", "record.txt")


async def test_a_document_is_sent_in_private() -> None:
    """An export arrives as a private file."""
    file = Document("nardy-2026-11-20.json", b"{}", "application/json")
    async with adapter_house(Reply(("Yours.",), document=file)) as house:
        result = await house.anna.slash(house.table, "export")
        assert result.response is not None
        (sent,) = result.response.attachments
        assert (result.response.content, sent.filename) == ("Yours.", file.name)
        assert result.response.ephemeral


async def test_without_an_answer_the_deferred_one_is_removed() -> None:
    """A command without a private answer removes the deferred one."""
    async with adapter_house() as house:
        result = await house.anna.slash(house.table, "roll")
        assert result.deferred
        assert (result.response, result.followups) == (None, [])


async def test_typed_values_are_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    """An unreadable option is answered, and its value is not logged."""

    @discord.app_commands.command(description="sits down")
    @discord.app_commands.choices(side=[discord.app_commands.Choice(name="White", value="w")])
    async def sit(interaction: discord.Interaction, side: discord.app_commands.Choice[str]) -> None:
        """Choose a side."""

    option = {"name": "side", "type": 3, "value": "Anna of Baker Street"}
    async with adapter_house() as house:
        house.adapter.client.tree.add_command(sit)
        answer = await house.interaction(data={"id": "1", "name": "sit", "type": 1, "options": [option]})
    assert answer["content"].startswith("This command has changed")
    assert "unreadable command" in caplog.text
    assert "Baker Street" not in caplog.text


async def test_an_error_is_answered(caplog: pytest.LogCaptureFixture) -> None:
    """An error in the handler is answered with an apology and logged."""
    async with adapter_house() as house:
        house.handler.fault = RuntimeError("a fault of ours")
        result = await house.anna.slash(house.table, "roll")
        assert result.response is not None
        assert result.response.content.startswith("Something went wrong on our side")
        assert "interaction failed" in caplog.text


async def test_an_answer_that_cannot_be_drawn_says_so(caplog: pytest.LogCaptureFixture) -> None:
    """If the picture cannot be drawn, the answer says that the command was done."""
    async with adapter_house(PICTURED) as house:
        house.painter.fault = RuntimeError("no paint")
        result = await house.anna.slash(house.table, "board")
        assert result.response is not None
        assert result.response.content.startswith("It was done, but the answer could not be shown.")
        assert "interaction could not be answered" in caplog.text


@pytest.mark.parametrize(("turns", "parts"), [(300, 2), (3000, 0)], ids=["in messages", "in private"])
async def test_a_long_record_without_files(turns: int, parts: int) -> None:
    """A long record is sent in blocks; one that needs too many is offered in private."""
    record = "\n".join(f"{turn} 24/18" for turn in range(turns))
    async with adapter_house(Reply(("The record of game k7f:", Code(record)))) as house:
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


async def test_without_files_an_answer_is_in_words() -> None:
    """A picture that may not be sent is answered in words, with the missing permission."""
    async with adapter_house(PICTURED) as house:
        house.env.inject_error("PATCH", "/webhooks/*", status=403, code=MISSING_PERMISSIONS)
        result = await house.anna.slash(house.table, "board")
    assert result.response is not None
    assert "White has 15 on 24." in result.response.content
    assert "Attach Files" in result.response.content


async def test_an_outdated_command_is_answered() -> None:
    """A command that no longer exists gets an answer."""
    async with adapter_house() as house:
        for data in (
            {"id": "1", "name": "backgammon", "type": 1, "options": []},
            {"id": "1", "name": "old menu", "type": 3, "target_id": "5", "resolved": {}},
        ):
            answer = await house.interaction(data=data)
            assert answer["content"].startswith("This command has changed")


async def test_completions_are_values() -> None:
    """An option is offered only its part of each completed line."""
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
    async with adapter_house(lines=lines) as house:

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
    """An error while completing offers no choices."""
    async with adapter_house(lines=("/resign nonsense", f"/move {'24/18 ' * 40}")) as house:
        assert await house.anna.autocomplete(house.table, "resign", "grade", "") == []
        assert await house.anna.autocomplete(house.table, "move", "moves", "") == []
        house.handler.fault = RuntimeError("a fault of ours")
        assert await house.anna.autocomplete(house.table, "move", "moves", "2") == []
