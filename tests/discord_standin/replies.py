"""Replies: the routes by which an app answers an interaction."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from tests.discord_standin import wire
from tests.discord_standin.posting import Post
from tests.discord_standin.refusals import (
    ALREADY_ACKNOWLEDGED,
    EXPIRED_TOKEN,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    Refused,
    invalid_form,
)
from tests.discord_standin.request import Request
from tests.discord_standin.world import EPHEMERAL, Choice, Interaction, InteractionType, Message, World
from tests.pace import slowness
from tests.standin.fault import Fault

Json = dict[str, Any]
Answer = tuple[int, Any]

PATIENCE = 3.0
"""Seconds within which an app must acknowledge an interaction, on a quiet machine."""

LIFE = timedelta(minutes=15)
"""The lifetime of an interaction's token."""

_MESSAGE, _THINK, _WAIT, _UPDATE, _CHOICES = 4, 5, 6, 7, 8
_FITTING = {
    InteractionType.COMMAND: {_MESSAGE, _THINK},
    InteractionType.COMPONENT: {_MESSAGE, _THINK, _WAIT, _UPDATE},
    InteractionType.AUTOCOMPLETE: {_CHOICES},
}


class Replies:
    """Handles the requests that an app makes with an interaction's token."""

    def __init__(self, world: World, post: Post) -> None:
        self._world = world
        self._post = post

    @property
    def routes(self) -> dict[str, Callable[[Request], Answer]]:
        """The handlers by route."""
        webhook = "/webhooks/{webhook_id}/{webhook_token}"
        return {
            "POST /interactions/{interaction_id}/{interaction_token}/callback": self._callback,
            f"POST {webhook}": self._follow_up,
            f"PATCH {webhook}/messages/@original": lambda request: self._edit(
                request, self._original(request)
            ),
            f"DELETE {webhook}/messages/@original": self._delete,
            f"PATCH {webhook}/messages/{{message_id}}": lambda request: self._edit(
                request, self._later(request)
            ),
        }

    def _callback(self, request: Request) -> Answer:
        done = self._world.interactions.get(request.parameters["interaction_token"])
        late = done is not None and _waited(done, self._world) > PATIENCE
        if done is None or str(done.id) != request.parameters["interaction_id"]:
            raise Refused(UNKNOWN_INTERACTION)
        if done.callback is not None:
            raise Refused(ALREADY_ACKNOWLEDGED)
        if late:
            raise Refused(UNKNOWN_INTERACTION)
        kind = request.body["type"]
        if kind not in _FITTING[done.kind] or (kind in (_WAIT, _UPDATE) and done.source is None):
            fault = Fault("$.type", f"{kind} does not answer {done.what}")
            self._world.violate(request.route, fault)
            raise Refused(invalid_form([fault]))
        if kind in (_MESSAGE, _UPDATE):
            self._post.check(request.message, request.files, request.route)
        self._carry_out(done, kind, request)
        done.callback = kind
        done.seconds = time.monotonic() - done.started
        self._world.changed(f"answered {done.what} with {kind}")
        return (200, wire.callback(done, self._world)) if _wants_answer(request) else (204, None)

    def _carry_out(self, done: Interaction, kind: int, request: Request) -> None:
        body = request.message
        if kind == _MESSAGE:
            done.original = self._post.send(done.channel, body, request.files, interaction=done)
            done.answers.append(done.original)
        elif kind == _THINK:
            done.original = self._post.think(done, body.get("flags") or 0)
        elif kind == _WAIT:
            done.original = done.source
        elif kind == _UPDATE and done.source is not None:
            done.original = self._post.edit(done.source, body, request.files)
            done.answers.append(done.original)
        elif kind == _CHOICES:
            done.choices = tuple(
                Choice(
                    (each.get("name_localizations") or {}).get(done.user.locale) or each["name"],
                    each["value"],
                )
                for each in body.get("choices") or ()
            )

    def _interaction(self, request: Request) -> Interaction:
        """Return the interaction of a token.

        Raises:
            Refused: there is none, it was not acknowledged, or it is too old.
        """
        done = self._world.interactions.get(request.parameters["webhook_token"])
        if done is None or int(request.parameters["webhook_id"]) != self._world.app.id:
            raise Refused(UNKNOWN_WEBHOOK)
        if done.callback is None:
            raise Refused(UNKNOWN_WEBHOOK)
        if self._world.now() - done.made > LIFE:
            raise Refused(EXPIRED_TOKEN)
        return done

    def _original(self, request: Request) -> tuple[Interaction, Message]:
        done = self._interaction(request)
        if done.original is None or done.original.deleted:
            raise Refused(UNKNOWN_MESSAGE)
        return done, done.original

    def _later(self, request: Request) -> tuple[Interaction, Message]:
        done = self._interaction(request)
        message = self._world.messages.get(int(request.parameters["message_id"]))
        if (
            message is None
            or message.deleted
            or (message.interaction is not done and message is not done.original)
        ):
            raise Refused(UNKNOWN_MESSAGE)
        return done, message

    def _edit(self, request: Request, found: tuple[Interaction, Message]) -> Answer:
        done, message = found
        self._post.check(request.body, request.files, request.route)
        self._post.edit(message, request.body, request.files)
        if message not in done.answers:
            done.answers.append(message)
            self._world.changed(f"answer to {done.what} is there")
        return 200, wire.message(message, self._world)

    def _delete(self, request: Request) -> Answer:
        _, message = self._original(request)
        self._post.remove(message)
        return 204, None

    def _follow_up(self, request: Request) -> Answer:
        """The first follow-up to a deferred answer replaces it, and has the same visibility."""
        done = self._interaction(request)
        self._post.check(request.body, request.files, request.route)
        if done.original is not None and done.original.loading and not done.original.deleted:
            message = self._post.edit(done.original, request.body, request.files)
        else:
            private = bool((request.body.get("flags") or 0) & EPHEMERAL)
            message = self._post.send(
                done.channel, request.body, request.files, interaction=done, notifications=not private
            )
        if message not in done.answers:
            done.answers.append(message)
        self._world.changed(f"follow-up to {done.what}")
        return (200, wire.message(message, self._world)) if _waits(request) else (204, None)


def _wants_answer(request: Request) -> bool:
    return request.query.get("with_response", "").lower() in ("1", "true")


def _waits(request: Request) -> bool:
    return request.query.get("wait", "").lower() in ("1", "true")


def _waited(what: Interaction, world: World) -> float:
    """Return the seconds that an interaction has waited, with real time scaled to a quiet machine."""
    real = time.monotonic() - what.started
    moved = (world.now() - what.made).total_seconds() - real
    return moved + real / slowness()
