from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
from fluent.syntax.ast import EntryType, FunctionReference, Junk, Message, StringLiteral
from fluent.syntax.visitor import Visitor

import bot.chats
import bot.talk
from bot.engine import Band, CubeMove, Mistake, Reviewer
from bot.rules import RULESETS, Family, Grade
from bot.rules.errors import Reason
from bot.sessions import Advantage, CubeAction, Level
from bot.talk.catalog import LANGUAGES, catalog_files, placeholders, templates, words_in
from bot.talk.command import Group
from bot.talk.command_table import COMMANDS
from bot.talk.commands.admin import EXAMPLES
from bot.talk.input.keywords import Keyword
from bot.talk.lessons import LESSONS
from bot.talk.reply import Bold, Code, ComputerName, plain
from bot.talk.setting_table import OPTIONS, values_of
from tests.talk.refused_codes import codes_and_fields

TALK = Path(bot.talk.__path__[0])
CHATS = Path(bot.chats.__path__[0])
LONGEST_NAME = "Ж" * 32


@cache
def assembled() -> set[str]:
    """Return the messages whose ids are put together in the code, by what they are put together of."""
    return (
        {f"command-{name}" for name in COMMANDS}
        | {f"refused-{code}" for code in codes_and_fields()}
        | {f"why-{reason.name.lower().replace('_', '-')}" for reason in Reason}
        | {f"help-group-{group.value}" for group in Group}
        | {f"admin-does-{name}" for name in EXAMPLES}
        | {f"rules-{name}" for name in RULESETS}
        | {f"rules-about-{name}" for name in RULESETS}
        | {f"grade-{grade.value}" for grade in Grade}
        | {f"wins-{grade.value}" for grade in Grade if grade.points > 1}
        | {f"band-{band.value}" for band in Band}
        | {f"judged-{mistake.value}" for mistake in Mistake}
        | {f"how-{page}" for page in range(1, len(LESSONS[Family.PARALLEL]) + 1)}
        | {f"how-opposed-{page}" for page in range(1, len(LESSONS[Family.OPPOSED]) + 1)}
        | {
            f"lesson-{part}{page}"
            for part in ("", "right-")
            for page in range(1, len(LESSONS[Family.PARALLEL]) + 1)
        }
        | {f"hint-{advantage.value}" for advantage in Advantage}
        | {f"cube-hint-{action.value}" for action in CubeAction}
        | {f"analysis-cube-{move.value}" for move in CubeMove}
        | {f"analysis-reviewer-{reviewer.value}" for reviewer in Reviewer}
        | {f"level-{level.value}" for level in Level}
        | {f"typed-{keyword.value}" for keyword in Keyword}
        | {f"setting-{option}" for option in OPTIONS}
        | {f"value-{value}" for option in OPTIONS for value in values_of(option)}
        | {f"setting-short-{option}" for option in OPTIONS}
        | {f"value-short-{value}" for option in OPTIONS for value in values_of(option)}
        | {f"value-{short}{value}" for short in ("", "short-") for value in ("w", "b", "own-side")}
    ) - {f"value-{short}{value}" for short in ("", "short-") for value in ("white", "black")}


def texts(language: str) -> dict[str, str]:
    """Return every message of a language with its placeholders filled by something long."""
    return {
        message: words_in(language).words(message, **dict.fromkeys(names, LONGEST_NAME))
        for message, names in placeholders(language).items()
    }


@cache
def code() -> list[ast.AST]:
    """Return every node of the code's syntax."""
    return [node for path in TALK.rglob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8")))]


@cache
def calls() -> list[tuple[str, set[str]]]:
    """Return each message id that is handed to `say` or `words`, and the names of the arguments beside it."""
    found = []
    for node in code():
        if not (isinstance(node, ast.Call) and node.args):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in ("say", "words"):
            names = {keyword.arg.replace("_", "-") for keyword in node.keywords if keyword.arg}
            found += [(message, names) for message in strings(ast.walk(node.args[0]))]
    return [(message, names) for message, names in found if not message.endswith("-")]


class Commands(Visitor):
    """Finds the commands that a message holds as `CODE("/…")`."""

    def __init__(self, message: Message) -> None:
        self.found: list[str] = []
        self.visit(message)

    def visit_FunctionReference(self, node: FunctionReference) -> None:  # noqa: N802 (the visitor's naming)
        """Note a command."""
        first = node.arguments.positional[0]
        if node.id.name == "CODE" and isinstance(first, StringLiteral) and first.value.startswith("/"):
            self.found.append(first.value)


def commands_in(language: str) -> dict[str, list[str]]:
    """Return the commands that the texts of a language hold, by message."""
    messages = [entry for entry in entries(language) if isinstance(entry, Message)]
    found = {message.id.name: sorted(Commands(message).found) for message in messages}
    return {message: commands for message, commands in found.items() if commands}


def entries(language: str) -> list[EntryType]:
    """Return the entries of a language's catalog files."""
    return [entry for resource in catalog_files(language) for entry in resource.body]


def strings(nodes: Iterable[ast.AST]) -> list[str]:
    """Return the strings among nodes of the code."""
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_of_a_catalog_can_be_read(language: str) -> None:
    """Fluent finds no junk in a catalog, and no message twice."""
    assert [entry for entry in entries(language) if isinstance(entry, Junk)] == []
    ids = [entry.id.name for entry in entries(language) if isinstance(entry, Message)]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_name_commands_that_there_are_the_same_in_every_language(language: str) -> None:
    """A command that a text itself holds is one of the table, and stands in that text in each language."""
    assert commands_in(language) == commands_in(LANGUAGES[0])
    named = {command.split()[0] for commands in commands_in(language).values() for command in commands}
    assert named - {f"/{name}" for name in COMMANDS} == set()


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_language_has_the_same_messages(language: str) -> None:
    """A language has the messages of the first, each with the same placeholders."""
    assert dict(placeholders(language)) == dict(placeholders(LANGUAGES[0]))


def test_no_message_is_missing() -> None:
    """What the code says stands in the catalogs."""
    wanted = {message for message, _ in calls()} | assembled()
    assert wanted - placeholders(LANGUAGES[0]).keys() == set()


def test_no_message_is_unused() -> None:
    """What stands in the catalogs is said somewhere in the code, or on a platform's own pages and menus."""
    ours = set(strings(code())) | assembled()
    written = "\n".join(
        path.read_text("utf-8") for path in CHATS.rglob("*") if path.suffix in (".py", ".js", ".html")
    )
    theirs = set(re.findall(r"[a-z]+-[a-z-]+[a-z]", written))
    # Ids that an adapter puts together: the part before the brace of an f-string.
    beginnings = tuple(re.findall(r"f\"([a-z]+-[a-z-]*-)\{", written))
    unused = {
        message
        for message in placeholders(LANGUAGES[0]).keys() - ours - theirs
        if not (beginnings and message.startswith(beginnings))
    }
    assert unused == set()


def test_the_code_hands_in_what_a_message_asks_for() -> None:
    """Each call fills exactly the placeholders of its message; those told by reasons may fill more."""
    wanted = placeholders(LANGUAGES[0])
    wrong = {
        message: (sorted(names), sorted(wanted[message]))
        for message, names in calls()
        if message in wanted and names != wanted[message] and not message.startswith("why-")
    }
    assert wrong == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_are_calm(language: str) -> None:
    """No message cries out, and none has a picture but the game's own few."""
    for message, text in texts(language).items():
        assert "!" not in text, message
        pictures = {sign for sign in text if unicodedata.category(sign) in ("So", "Sk", "Cs")}
        assert pictures <= set("⚪⚫🎲↶✔●"), message
        # The no-break space keeps a disc, a name and its number on one line.
        assert all(sign.isprintable() or sign == "\u00a0" for sign in text), message


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_fit_on_buttons(language: str) -> None:
    """A label has at most 80 characters, on one line."""
    values = {message: text for message, text in texts(language).items() if message.startswith("value-")}
    grades = {text for message, text in texts(language).items() if message.startswith("grade-")}
    for message, names in placeholders(language).items():
        if message.startswith("button-"):
            longest = max((*grades, ""), key=len)
            text = words_in(language).words(message, **dict.fromkeys(names, longest))
            assert len(text) <= 80, text
    for option in OPTIONS:
        name = texts(language)[f"setting-{option}"]
        for value in values.values():
            assert len(words_in(language).words("setting-button", name=name, value=value)) <= 80


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_end_with_a_full_stop(language: str) -> None:
    """Refusals, reasons and what happened are sentences, which begin with a capital, a figure or a name."""
    for message, names in placeholders(language).items():
        if not message.startswith(
            ("refused-", "why-", "event-", "next-", "over-", "way-by", "card-", "spoken-to")
        ):
            continue
        if message in ("refused-resign-way", "way-by-die"):
            continue
        text = words_in(language).words(message, **dict.fromkeys(names, "Ab"))
        assert text.endswith("."), message
        assert text[0].isupper() or text[0].isdigit(), message


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_says_what_is_wrong_and_what_would_work(language: str) -> None:
    """Every refusal has two sentences or more; the second says what would work."""
    for message, names in placeholders(language).items():
        if message.startswith("refused-") and message != "refused-resign-way":
            text = words_in(language).words(message, **dict.fromkeys(names, "Ab"))
            assert len(re.findall(r"[.?](?: |$)", text)) >= 2, text


def test_names_full_of_markup_come_out_as_they_are() -> None:
    """A name is never read as a placeholder, as markup, or as another argument."""
    name = "{ $game } \ue000 **x** <b> \\"
    text = words_in("en").say("refused-game-is-over", game=name)
    assert text == ("Game ", name, " is over. ", Code(f"/board {name}"), " shows it.")
    assert words_in("en").say("event-draw-offered", name=Bold(name))[0] == Bold(name)


def test_a_page_gets_templates() -> None:
    """Messages for a page keep their placeholders, by name."""
    assert templates("en", "web-name-long")["web-name-long"].count("{most}") == 1


def test_a_language_that_we_do_not_speak_is_answered_in_english() -> None:
    """A client's language leads to the nearest of ours."""
    found = [words_in(wanted).language for wanted in ("ru-RU", "RU_ru", "de", "", "pt-BR", "en-GB")]
    assert found == ["ru", "ru", "en", "en", "en", "en"]


@pytest.mark.parametrize(
    ("count", "beginning"),
    [(1, "1 партия спит"), (3, "3 партии спят"), (11, "11 партий спят"), (25, "25 партий спят")],
)
def test_russian_counts_as_russian_does(count: int, beginning: str) -> None:
    """One, few and many have their own forms."""
    said = words_in("ru").words("games-asleep", count=count, command="/games")
    assert said.startswith(beginning)


def test_languages_that_nobody_speaks_share_one_catalog() -> None:
    """A client may name any language: the catalogs kept do not grow with the names."""
    before = words_in("en"), templates("en", "web-")
    for number in range(50):
        assert words_in(f"en-{number:03}") is before[0]
        assert templates(f"x{number}", "web-") is before[1]


@pytest.mark.parametrize(
    ("language", "message", "text"),
    [
        ("en", "next-program", "The computer is thinking."),
        ("ru", "next-program", "Компьютер думает."),
        ("en", "rematch-waits", "…It begins when the computer accepts."),
        ("ru", "rematch-waits", "…Она начнётся, когда компьютер согласится."),
    ],
)
def test_the_computer_is_named_as_each_language_writes_it(language: str, message: str, text: str) -> None:
    """The computer is no proper name: it has a capital where a sentence begins, and none within."""
    computer = ComputerName()
    told = words_in(language).say(message, **{"name" if message == "next-program" else "opponent": computer})
    assert plain(told).endswith(text.removeprefix("…"))
    assert any(isinstance(span, Bold) for span in told)
