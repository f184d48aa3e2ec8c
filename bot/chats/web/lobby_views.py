"""Lobby views: what a person may play, answer or look at, turned into what the page shows."""

from __future__ import annotations

from bot.chats.web import lobby_frames
from bot.chats.web.lobby_frames import InvitationView, LobbyGameView, SmallBoardView
from bot.chats.web.table_frames import TableButton
from bot.chats.web.table_views import clock_view
from bot.talk.views.lobby import Lobby, LobbyGame, LobbyInvitation, RoomName
from renderers.scene import Scene


def lobby_view(lobby: Lobby, here: RoomName) -> lobby_frames.Lobby:
    """Return a lobby as the page shows it.

    Args:
        lobby: the lobby.
        here: the room for which it was asked: what that shows opens there, all else in the person's own.
    """
    return lobby_frames.Lobby(
        tuple(_game(game, here) for game in lobby.games),
        tuple(_invitation(each, here) for each in lobby.invitations),
        tuple(_game(game, here) for game in lobby.others),
    )


def _game(game: LobbyGame, here: RoomName) -> LobbyGameView:
    return LobbyGameView(
        game=game.game,
        room=here if game.is_here else "me",
        players=game.players,
        rules=game.rules,
        says=game.says,
        clock=clock_view(game.clock),
        board=_board(game.scene),
        waits=game.waits,
        press=game.press,
    )


def _board(scene: Scene) -> SmallBoardView:
    white, black = (tuple(scene.count(colour, place) for place in range(26)) for colour in "wb")
    return SmallBoardView(scene.side, scene.theme, white, black, scene.mover, scene.dice)


def _invitation(waiting: LobbyInvitation, here: RoomName) -> InvitationView:
    buttons = (TableButton(button.label, button.data, button.style.value) for button in waiting.buttons)
    room = here if waiting.is_here else "me"
    return InvitationView(waiting.challenge, room, waiting.says, waiting.rules, tuple(buttons))
