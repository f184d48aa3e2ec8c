"""Reminders: the short messages that call a player to a game that waits for him."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.talk.catalog import join, words_in
from bot.talk.input.parsing import button_data
from bot.talk.reply import Button, Mention, Reply
from bot.talk.times import timestamp
from bot.talk.wording import name_of, shortened

if TYPE_CHECKING:
    from datetime import datetime

    from bot.sessions import ReminderView


def reminder(view: ReminderView, now: datetime, *, notifies: bool) -> Reply:
    """Return a reminder, as an answer to the board, which it does not show again.

    Args:
        view: of what it reminds, and whom.
        now: what time it is.
        notifies: whether it mentions the player.
    """
    words, game, player = words_in(view.display.language), view.game, view.player
    mentioned = notifies and view.account is not None
    name = Mention(shortened(player.name), view.account or "") if mentioned else name_of(player)
    text = words.say("reminder", name=name, opponent=name_of(view.opponent), game=game.id)
    if game.clock is not None and game.clock.due is not None:
        at = timestamp(words, game.clock.due, view.display.zone, now)
        text = join([text, words.say("reminder-time", at=at)], " ")
    show = Button(words.words("button-board"), button_data(f"/board {game.id}"))
    return Reply(
        text,
        buttons=((show,),),
        language=view.display.language,
        reply_to=view.board or "",
    )
