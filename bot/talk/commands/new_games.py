"""New games: the form of a new game as a message, its presses, and the way to it from a group."""

from __future__ import annotations

from dataclasses import replace

from bot.sessions import PROGRAM_NAME
from bot.talk.command import ParsedCommand
from bot.talk.commands.people import known_player
from bot.talk.context import CommandContext
from bot.talk.input.keywords import Keyword
from bot.talk.input.payloads import button_data
from bot.talk.new_game import Against, Choices
from bot.talk.new_game_form import MOST_FRIENDS, last_choices, opponents_in
from bot.talk.options import terms_words
from bot.talk.reply import Button, Code, Reply, Style
from bot.talk.views.new_game_message import (
    BEGIN,
    MAIN,
    NEW_GAME,
    OPPONENTS,
    FormPress,
    FormReader,
    form_message,
)


def form_press(parsed: ParsedCommand) -> FormPress | None:
    """Return the press on the form that a command carries; None for other commands, and for typed ones."""
    return None if parsed.typed or len(parsed.words) != 1 else FormPress.parse(parsed.words[0])


async def show_form(context: CommandContext, against: Against | None = None) -> Reply:
    """Return the form with the last choices; where others can read it, the way to it in private.

    A page opens its own form instead.

    Args:
        against: the opponent that is chosen at first; None for the kind of person challenged last.
    """
    if not context.incoming.place.answers_privately:
        return await _form_in_private(context)
    last = await last_choices(context)
    first = against or last.first
    if against is None and first is Against.COMPUTER:  # `/challenge` is for games with people.
        first = Against.FRIEND if last.friend is not None else [*last.chosen][-1]
    reader = await _reader(context, last.chosen[first])
    return replace(form_message(reader, last.chosen[first]), opens=NEW_GAME)


async def press(context: CommandContext, pressed: FormPress) -> tuple[Reply, ...]:
    """Show a page of the form, or begin the game or make the challenge that is chosen.

    Raises:
        NobodyNamed: the player to challenge is not known to the asker any more.
        Refusal: the player may not begin or challenge.
    """
    if pressed.owner != context.player.id:
        return (Reply(context.words.say("form-of-another", command=Code("/challenge"))),)
    choices, offered = pressed.choices, opponents_in(context.incoming.place)
    if choices.against not in offered:
        choices = replace(choices, against=offered[-1]).possible()
    if pressed.page != BEGIN:
        return (form_message(await _reader(context, choices), choices, pressed.page),)
    if choices.against is Against.FRIEND and choices.friend is None:
        return (form_message(await _reader(context, choices), choices, OPPONENTS),)
    return await _begin(context, choices)


def other_choices(context: CommandContext, choices: Choices) -> Button:
    """Return the button that opens the form with the choices of a game against the computer player.

    Where others can read the form, the button leads to it in private.
    """
    if context.incoming.place.answers_privately:
        return _form_button(context, "form-other-choices", choices)
    line = f"/challenge {PROGRAM_NAME}"
    return Button(context.words.words("form-other-choices"), button_data(line), private_line=line)


def _form_button(context: CommandContext, label: str, choices: Choices) -> Button:
    return Button(context.words.words(label), FormPress(MAIN, choices, context.player.id).data())


async def _begin(context: CommandContext, choices: Choices) -> tuple[Reply, ...]:
    ruleset, options, challenges = choices.ruleset, choices.options, context.manager.challenges
    if choices.against is Against.COMPUTER:
        game = await challenges.challenge_computer(context.actor, ruleset, options)
        return (
            _chosen(context, choices, terms_words(context.words, game.match)),
            *context.own_thread(game.id),
        )
    opponent = None
    if choices.friend is not None:
        opponent = (await known_player(context, choices.friend)).id
    made = await challenges.make(context.actor, ruleset, opponent, options)
    return (_chosen(context, choices, terms_words(context.words, made)),)


def _chosen(context: CommandContext, choices: Choices, terms: str) -> Reply:
    """Return what replaces the form once the game is begun, so that a second press begins no second game.

    Its button shows the form again. Without one, a platform could show the text as a toast and keep the form.
    """
    again = _form_button(context, "form-again", choices)
    return Reply(context.words.say("form-chosen", terms=terms), buttons=((again,),))


async def _reader(context: CommandContext, choices: Choices) -> FormReader:
    people = context.manager.people
    found = await people.friends(context.actor, context.chat.platform)
    friends = {each.id: each.name for each in found[:MOST_FRIENDS]}
    friend = choices.friend
    if (
        friend is not None
        and friend not in friends
        and await people.know_each_other(context.player.id, friend)
    ):
        friends = {friend: (await people.player(friend)).name, **friends}
    return FormReader(context.words, context.player.id, opponents_in(context.incoming.place), friends)


async def _form_in_private(context: CommandContext) -> Reply:
    """Return a reply that leads to the form in private, and offers to challenge anyone here as last time."""
    words = context.words
    ruleset, options = await context.manager.last_made(context.actor.player)
    terms = terms_words(words, Choices(Against.ANYONE, None, ruleset, options))
    anyone = button_data(f"/challenge {Keyword.ANYONE.value}")
    private = Button(
        words.words("form-in-private"), button_data("/challenge"), Style.PRIMARY, private_line="/challenge"
    )
    return Reply(
        words.say("form-where", terms=terms),
        buttons=((private,), (Button(words.words("form-submit-anyone"), anyone),)),
    )
