"""Views: convert messages, answers and the board's areas to the values that are sent to the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from bot.chats.web.message_log import LoggedMessage
from bot.chats.web.pictures import Pictures, address_with_look
from bot.chats.web.to_page import (
    AccountView,
    AnimationView,
    Areas,
    BoardView,
    Box,
    DocumentView,
    EarlierMessages,
    InviteView,
    Message,
    MessageView,
    ReplyView,
    Room,
    SpanView,
    ToPage,
)
from bot.talk.catalog import nearest_language
from bot.talk.input.parsing import link_payload
from bot.talk.reply import Bold, Invite, Jump, Reply, Text, Timestamp
from bot.talk.views.personal import BoardLook
from renderers import size_of
from renderers.layout import FULL, LAYOUTS, Layout, point_area, tray_area
from renderers.scene import Scene, read_picture


def message_view(pictures: Pictures, room: str, number: int, message: LoggedMessage) -> MessageView:
    """Return a stored message as the page shows it."""
    address = "" if message.scene is None else pictures.address(room, number, message.scene)
    return MessageView(
        id=str(number),
        time=message.time,
        author=None if message.author is None else AccountView(*message.author),
        text=tuple(_text(message.text)),
        board=_board(message, address),
        buttons=message.buttons,
        invites=_invites(message.invites),
        notifies=message.notifies,
        waits_for=message.waits_for,
        game=message.game or None,
        challenge=message.challenge or None,
        past_game=message.past_game or None,
        changed=message.changed or None,
        is_line=bool(message.translations),
        translations={language: tuple(_text(text)) for language, text in message.translations.items()},
    )


def reply_view(pictures: Pictures, reply: Reply) -> ReplyView:
    """Return a private answer as the page shows it; keep its picture, animation and file to be served."""
    message = LoggedMessage.of(reply, time=0)
    address = "" if message.scene is None else pictures.expiring_address(message.scene)
    animation = document = None
    if reply.animation is not None:
        animation = AnimationView(pictures.animation_address(reply.animation), reply.alt)
    if reply.document is not None:
        document = DocumentView(pictures.downloads.address(reply.document), reply.document.name)
    return ReplyView(
        text=tuple(_text(message.text)),
        board=_board(message, address),
        animation=animation,
        document=document,
        buttons=message.buttons,
        invites=_invites(message.invites),
        notifies=message.notifies,
        waits_for=message.waits_for,
        pending=None if reply.pending is None else pictures.pending.address(reply.pending),
        opens=reply.opens,
        offered_at=reply.offered_at,
        invitation=reply.invitation,
        hint=reply.hint,
        objection=reply.objection,
    )


def in_language(frame: ToPage, language: str) -> ToPage:
    """Return a frame with each message in a reader's language that is stored in several.

    Args:
        language: the language of the reader's page, such as `ru-RU`.
    """
    match frame:
        case Message(message=MessageView(translations=translations)) if translations:
            return replace(frame, message=_translated(frame.message, language))
        case Room() | EarlierMessages() if any(each.translations for each in frame.messages):
            return replace(frame, messages=tuple(_translated(each, language) for each in frame.messages))
        case _:
            return frame


def _translated(view: MessageView, language: str) -> MessageView:
    return replace(view, text=view.translations.get(nearest_language(language), view.text))


def own_view(view: MessageView, pictures: Pictures, reply: Reply) -> MessageView:
    """Return a message with the text, board and buttons that one person sees in it.

    Of a challenge, the invitations are the person's, too.

    Args:
        reply: the message as the person sees it.
    """
    own = reply_view(pictures, reply)
    invites = own.invites if view.challenge is not None else view.invites
    return replace(view, text=own.text, board=own.board, buttons=own.buttons, invites=invites)


def past_view(view: MessageView, look: BoardLook) -> MessageView:
    """Return a message that a newer board replaced, its picture in one person's side, theme and layout."""
    if view.board is None:
        return view
    address = address_with_look(view.board.address, look)
    width, height = LAYOUTS[look.layout].size
    board = replace(
        view.board, address=address, side=look.side, layout=look.layout, width=width, height=height
    )
    return replace(view, board=board)


def areas() -> Areas:
    """Return the areas of points, bar and trays on a picture, in percent, for each layout and side.

    The keys `w` and `b` repeat the full layout's areas: a page of 0.2.0 that is still open after an upgrade
    reads those, and would fail at its next board without them.
    """
    found = {
        f"{name}-{side}": {
            str(point): _percent(point_area(point, side, layout), layout) for point in range(1, 26)
        }
        | {f"off-{colour}": _percent(tray_area(colour, side, layout), layout) for colour in "wb"}
        for name, layout in LAYOUTS.items()
        for side in "wb"
    }
    return found | {side: found[f"full-{side}"] for side in "wb"}


def _text(text: Text) -> Iterator[SpanView]:
    for span in text:
        match span:
            # The page has no links to messages, so their text is shown in bold instead.
            case Bold(text=words) | Jump(text=words):
                yield Bold(words)
            case Timestamp(text=words):
                yield words
            case _:
                yield span


def _invites(invites: Iterable[Invite]) -> tuple[InviteView, ...]:
    return tuple(InviteView(invite.label, link_payload(invite.line), invite.text) for invite in invites)


def _board(message: LoggedMessage, address: str) -> BoardView | None:
    if message.scene is None:
        return None
    try:
        picture = read_picture(message.scene)
    except ValueError:
        # Another version may have stored a scene that this one cannot read; the text says what it showed.
        return None
    width, height = size_of(picture)
    if not isinstance(picture, Scene):
        # A chart has no points to press, so its side does not matter.
        return BoardView(address, message.alt, "w", FULL.name, None, (), width, height)
    side, layout = picture.side, picture.layout
    return BoardView(address, message.alt, side, layout, picture.mover, picture.numbers, width, height)


def _percent(box: tuple[int, int, int, int], layout: Layout) -> Box:
    left, top, right, bottom = box
    return (
        round(100 * left / layout.width, 3),
        round(100 * top / layout.height, 3),
        round(100 * (right - left) / layout.width, 3),
        round(100 * (bottom - top) / layout.height, 3),
    )
