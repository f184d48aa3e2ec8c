"""Site: the HTTP side, where requests are parsed, checked, disturbed if ordered, and answered."""

from __future__ import annotations

import asyncio
import inspect
import json
import re
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from aiohttp import web

from tests.standin.fault import Fault
from tests.standin.troubles import Troubles
from tests.telegram_standin.limits import Limits
from tests.telegram_standin.refusals import (
    BUTTON_DATA_INVALID,
    CAPTION_TOO_LONG,
    EMPTY,
    METHOD_NOT_FOUND,
    NOT_FOUND,
    SERVER_ERROR,
    TOO_LONG,
    UNAUTHORIZED,
    Refusal,
    Refused,
    bad_request,
)
from tests.telegram_standin.request import Request, read
from tests.telegram_standin.spec import Specification
from tests.telegram_standin.updates import Updates
from tests.telegram_standin.world import World

_TOKEN = re.compile(r"\d+:[A-Za-z0-9_-]{30,}")
_REFUSALS = {
    "text": TOO_LONG,
    "caption": CAPTION_TOO_LONG,
    "callback_data": BUTTON_DATA_INVALID,
    "command": bad_request("BOT_COMMAND_INVALID"),
    "description": bad_request("BOT_COMMAND_DESCRIPTION_INVALID"),
}
"""Telegram's refusals of invalid fields, by the field's name."""


class Site:
    """Answers every request for a method.

    Args:
        spec: Telegram's description, or None if it is absent.
        limits: counts the bot's messages, or None without limits.
        at_once: compare requests and answers with the description as they arrive; otherwise only
            `compare` does so.

    Attributes:
        requests: all requests, in order.
    """

    def __init__(
        self,
        world: World,
        token: str,
        routes: Mapping[str, Callable[[Request], object]],
        troubles: Troubles[Request, Refusal],
        spec: Specification | None,
        updates: Updates,
        limits: Limits | None,
        *,
        at_once: bool = True,
    ) -> None:
        self._world = world
        self._token = token
        self._routes = routes
        self._troubles = troubles
        self._spec = spec
        self._updates = updates
        self._limits = limits
        self._at_once = at_once
        self._compared = 0
        self._working: set[asyncio.Task[Any]] = set()
        self.requests: list[Request] = []

    async def answer(self, received: web.Request) -> web.StreamResponse:
        """Answer a request, or cut the connection."""
        route, token = received.match_info["method"], received.match_info["token"]
        if not _TOKEN.fullmatch(token):
            return self._response(Request(route, token), NOT_FOUND)
        try:
            request = await read(received, route, token)
        except Refused as refused:
            return self._response(Request(route, token), refused.refusal)
        except ValueError as error:
            self._world.violate(route, error)
            return self._response(Request(route, token), bad_request(str(error)))
        self.requests.append(request)
        try:
            outcome = await self._complete(self._outcome(request))
        except asyncio.CancelledError:
            self._updates.abandon_poll(request)
            raise
        if outcome is None:
            if received.transport is not None:
                received.transport.abort()
            return web.Response(status=500)
        return self._response(request, outcome)

    async def close(self) -> None:
        """Cancel unfinished requests."""
        for task in self._working:
            task.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)

    def compare(self) -> None:
        """Compare all requests that were not compared at once with the description."""
        if self._at_once:
            return
        for request in self.requests[self._compared :]:
            self._request_faults(request)
            self._compare_answer(request)
        self._compared = len(self.requests)

    async def _complete(
        self, work: Coroutine[Any, Any, Refusal | dict[str, Any] | None]
    ) -> Refusal | dict[str, Any] | None:
        """Complete a request even if its client has disconnected, because Telegram does so."""
        task = asyncio.create_task(work)
        self._working.add(task)
        task.add_done_callback(self._working.discard)
        return await asyncio.shield(task)

    async def _outcome(self, request: Request) -> Refusal | dict[str, Any] | None:
        """Return a request's answer; None cuts the connection."""
        handler = self._routes.get(request.route)
        if handler is None:
            known = self._spec is not None and self._spec.knows(request.route)
            what = "a method that the stand-in does not play" if known else "an unknown method"
            self._world.violate(request.route, what)
            return METHOD_NOT_FOUND
        self._world.changed(f"{request.route} came")
        trouble = self._troubles.take(request)
        if trouble is None:
            return self._check(request) or await self._handle(request, handler)
        if not trouble.after:
            await trouble.wait(request)
        outcome: Refusal | dict[str, Any] | None = self._check(request)
        if outcome is None and not trouble.stops:
            outcome = await self._handle(request, handler)
        if trouble.after:
            await trouble.wait(request)
        return None if trouble.cut else trouble.refusal or outcome

    async def _handle(
        self, request: Request, handler: Callable[[Request], object]
    ) -> Refusal | dict[str, Any]:
        try:
            result = handler(request)
            if inspect.isawaitable(result):
                result = await result
        except Refused as refused:
            return refused.refusal
        except Exception as error:  # noqa: BLE001 (whatever breaks here must fail the test, not hide in a log)
            self._world.violate(f"the stand-in broke at {request.route}", repr(error))
            return SERVER_ERROR
        return {"ok": True, "result": result}

    def _check(self, request: Request) -> Refusal | None:
        """Compare a request with the description, and return a refusal if it is malformed."""
        if request.token != self._token:
            return UNAUTHORIZED
        if self._at_once:
            wrong = [fault for fault in self._request_faults(request) if not fault.unknown_field]
            if wrong:
                return _refusal(wrong[0], request)
        return self._limits.check(request) if self._limits else None

    def _request_faults(self, request: Request) -> list[Fault]:
        if self._spec is None or request.route not in self._routes:
            return []
        faults = self._spec.request_faults(request.route, request.fields, request.files)
        for fault in faults:
            self._world.violate(request.route, fault)
        return faults

    def _compare_answer(self, request: Request) -> None:
        if self._spec is None or request.route not in self._routes or not request.status:
            return
        for fault in self._spec.answer_faults(request.route, request.answer):
            self._world.violate(f"the stand-in's answer to {request.route}", fault)

    def _response(self, request: Request, outcome: Refusal | dict[str, Any]) -> web.Response:
        status, body = (outcome.status, outcome.body) if isinstance(outcome, Refusal) else (200, outcome)
        request.status, request.answer = status, body
        if self._at_once:
            self._compare_answer(request)
        self._world.changed(f"{request.route} → {status}")
        headers = {"Content-Type": "application/json"}
        if isinstance(outcome, Refusal) and outcome.retry_after is not None:
            headers["Retry-After"] = str(outcome.retry_after)
        return web.Response(
            status=status, body=json.dumps(body, ensure_ascii=False).encode(), headers=headers
        )


def _refusal(fault: Fault, request: Request) -> Refusal:
    """Return Telegram's refusal of a fault in a request."""
    name = fault.where.rsplit(".", 1)[-1]
    if name == "text" and fault.what.startswith("0 "):
        return EMPTY
    if name == "text" and request.route == "answerCallbackQuery":
        return bad_request("MESSAGE_TOO_LONG")
    return _REFUSALS.get(name) or bad_request(f"wrong parameter {name} in request")
