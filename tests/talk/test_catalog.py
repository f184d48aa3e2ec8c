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
from bot.sessions import Advantage, CubeAction, Ended, Level
from bot.talk.catalog import LANGUAGES, catalog_files, placeholders, templates, words_in
from bot.talk.command import Group
from bot.talk.command_table import COMMANDS
from bot.talk.commands.admin import EXAMPLES
from bot.talk.input.keywords import Keyword
from bot.talk.lessons import LESSONS
from bot.talk.new_game import FIELDS, Against
from bot.talk.reply import Bold, Code, ComputerName, plain
from bot.talk.setting_table import OPTIONS, values_of
from bot.talk.views.finished import ALL
from tests.talk.refused_codes import codes_and_fields

TALK = Path(bot.talk.__path__[0])
CHATS = Path(bot.chats.__path__[0])
LONGEST_NAME = "Ж" * 32


@cache
def computed_ids() -> set[str]:
    """Return the message ids that the code builds from parts."""
    return (
        {f"command-{name}" for name in COMMANDS}
        | {f"refused-{code}" for code in codes_and_fields()}
        | {f"why-{reason.name.lower().replace('_', '-')}" for reason in Reason}
        | {f"help-group-{group.value}" for group in Group}
        | {f"admin-does-{name}" for name in EXAMPLES}
        | {f"rules-{name}" for name in RULESETS}
        | {f"rules-about-{name}" for name in RULESETS}
        | {f"grade-{grade.value}" for grade in Grade}
        | {f"result-grade-{grade.value}" for grade in Grade}
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
        | {f"board-hint-{advantage.value}" for advantage in Advantage}
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
        | {f"form-{short}{field.key}" for short in ("", "short-") for field in FIELDS}
        | {f"form-{part}{against.value}" for part in ("", "submit-") for against in Against}
        | {f"finished-{key}" for key in (ALL, *(each.value for each in Ended))}
        | {f"form-{part}-{name}" for part in ("about", "name") for name in RULESETS}
        | {f"form-first-{starter}" for starter in ("lot", "me", "opponent")}
    ) - {f"value-{short}{value}" for short in ("", "short-") for value in ("white", "black")}


def texts(language: str) -> dict[str, str]:
    """Return every message of a language, with its placeholders filled by a long name."""
    return {
        message: words_in(language).words(message, **dict.fromkeys(names, LONGEST_NAME))
        for message, names in placeholders(language).items()
    }


@cache
def code() -> list[ast.AST]:
    """Return every node of the syntax trees of `bot/talk`."""
    return [node for path in TALK.rglob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8")))]


@cache
def calls() -> list[tuple[str, set[str]]]:
    """Return each message id passed to `say` or `words`, with the names of its keyword arguments."""
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
    """Return the commands in the texts of a language, by message."""
    messages = [entry for entry in entries(language) if isinstance(entry, Message)]
    found = {message.id.name: sorted(Commands(message).found) for message in messages}
    return {message: commands for message, commands in found.items() if commands}


def entries(language: str) -> list[EntryType]:
    """Return the entries of a language's catalog files."""
    return [entry for resource in catalog_files(language) for entry in resource.body]


def strings(nodes: Iterable[ast.AST]) -> list[str]:
    """Return the string constants among syntax nodes."""
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_of_a_catalog_parses(language: str) -> None:
    """Every entry of a catalog parses, and no message is defined twice."""
    assert [entry for entry in entries(language) if isinstance(entry, Junk)] == []
    ids = [entry.id.name for entry in entries(language) if isinstance(entry, Message)]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_name_existing_commands(language: str) -> None:
    """A command in a text exists, and the same text has it in every language."""
    assert commands_in(language) == commands_in(LANGUAGES[0])
    named = {command.split()[0] for commands in commands_in(language).values() for command in commands}
    assert named - {f"/{name}" for name in COMMANDS} == set()


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_language_has_the_same_messages(language: str) -> None:
    """Every language has the same messages with the same placeholders."""
    assert dict(placeholders(language)) == dict(placeholders(LANGUAGES[0]))


def test_no_message_is_missing() -> None:
    """Every message that the code uses is in the catalogs."""
    wanted = {message for message, _ in calls()} | computed_ids()
    assert wanted - placeholders(LANGUAGES[0]).keys() == set()


def test_no_message_is_unused() -> None:
    """Every message in the catalogs is used by the code, or by a platform's page or menus."""
    used = set(strings(code())) | computed_ids()
    written = "\n".join(
        path.read_text("utf-8") for path in CHATS.rglob("*") if path.suffix in (".py", ".js", ".html")
    )
    used_by_platforms = set(re.findall(r"[a-z]+-[a-z-]+[a-z]", written))
    # Ids that an adapter builds: the part before the brace of an f-string.
    beginnings = tuple(re.findall(r"f\"([a-z]+-[a-z-]*-)\{", written))
    unused = {
        message
        for message in placeholders(LANGUAGES[0]).keys() - used - used_by_platforms
        if not (beginnings and message.startswith(beginnings))
    }
    assert unused == set()


def test_calls_fill_the_placeholders_of_their_message() -> None:
    """Each call fills exactly the placeholders of its message; texts of reasons may get more."""
    wanted = placeholders(LANGUAGES[0])
    wrong = {
        message: (sorted(names), sorted(wanted[message]))
        for message, names in calls()
        if message in wanted and names != wanted[message] and not message.startswith("why-")
    }
    assert wrong == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_are_calm(language: str) -> None:
    """No message has an exclamation mark, or a pictogram other than the game's few."""
    for message, text in texts(language).items():
        assert "!" not in text, message
        pictures = {sign for sign in text if unicodedata.category(sign) in ("So", "Sk", "Cs")}
        assert pictures <= set("⚪⚫🎲↶✔●"), message
        # The no-break space keeps a disc, a name and its number on one line.
        assert all(sign.isprintable() or sign == "\u00a0" for sign in text), message


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_fit_on_buttons(language: str) -> None:
    """A label has at most 80 characters. What is usual stands in texts, never on a button with a name."""
    values = {message: text for message, text in texts(language).items() if message.startswith("value-")}
    del values["value-usual"]
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
    """Refusals, reasons and events begin with a capital or a digit and end with a full stop."""
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
    """Every refusal has at least two sentences."""
    for message, names in placeholders(language).items():
        if message.startswith("refused-") and message != "refused-resign-way":
            text = words_in(language).words(message, **dict.fromkeys(names, "Ab"))
            assert len(re.findall(r"[.?](?: |$)", text)) >= 2, text


def test_names_with_markup_stay_as_they_are() -> None:
    """A name is never read as a placeholder, as markup, or as another argument."""
    name = "{ $game } \ue000 **x** <b> \\"
    text = words_in("en").say("refused-game-is-over", game=name)
    assert text == ("Game ", name, " is over. ", Code(f"/board {name}"), " shows it.")
    assert words_in("en").say("event-draw-offered", name=Bold(name))[0] == Bold(name)


def test_a_page_gets_templates() -> None:
    """Templates for a page keep their placeholders."""
    assert templates("en", "web-name-long")["web-name-long"].count("{most}") == 1


def test_a_clients_language_falls_back_to_ours() -> None:
    """A client's language leads to the nearest catalog, and to English if there is none."""
    found = [words_in(wanted).language for wanted in ("ru-RU", "RU_ru", "de", "", "pt-BR", "en-GB")]
    assert found == ["ru", "ru", "en", "en", "en", "en"]


@pytest.mark.parametrize(
    ("count", "beginning"),
    [(1, "1 партия спит"), (3, "3 партии спят"), (11, "11 партий спят"), (25, "25 партий спят")],
)
def test_russian_plurals(count: int, beginning: str) -> None:
    """Russian has different plural forms for one, few and many."""
    said = words_in("ru").words("games-asleep", count=count, command="/games")
    assert said.startswith(beginning)


def test_unknown_languages_share_one_catalog() -> None:
    """Unknown languages share one catalog, so that clients cannot make the cache grow."""
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
def test_the_computer_is_capitalised_at_a_sentences_beginning(language: str, message: str, text: str) -> None:
    """The computer's name has a capital only at the beginning of a sentence."""
    computer = ComputerName()
    spans = words_in(language).say(message, **{"name" if message == "next-program" else "opponent": computer})
    assert plain(spans).endswith(text.removeprefix("…"))
    assert any(isinstance(span, Bold) for span in spans)
