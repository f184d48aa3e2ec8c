"""Site: the HTTP side, where requests are parsed, checked, disturbed if ordered, and answered."""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Callable, Mapping
from typing import Any

from aiohttp import web

from tests.discord_standin.limits import ChannelLimits
from tests.discord_standin.paths import PathTable
from tests.discord_standin.refusals import (
    NOT_FOUND,
    UNAUTHORIZED,
    UNAVAILABLE,
    Refusal,
    Refused,
    invalid_form,
)
from tests.discord_standin.request import Request, read
from tests.discord_standin.spec import Specification
from tests.discord_standin.world import World
from tests.standin.fault import Fault
from tests.standin.troubles import Troubles

API = "/api/v10"

Answer = tuple[int, Any]

_FREE = ("/interactions/", "/webhooks/")
"""Routes that have an interaction's token and do not need the app's."""


class Site:
    """Answers every request below `/api/v10`.

    Attributes:
        requests: all requests, in order.
    """

    def __init__(
        self,
        world: World,
        token: str,
        routes: Mapping[str, Callable[[Request], Answer]],
        troubles: Troubles[Request, Refusal],
        spec: Specification | None,
        *,
        at_once: bool = True,
        limits: ChannelLimits | None = None,
    ) -> None:
        self._world = world
        self._token = token
        self._limits = limits
        self._table = PathTable(routes)
        self._troubles = troubles
        self._spec = spec
        self._at_once = at_once
        self._compared = 0
        self.requests: list[Request] = []

    async def answer(self, received: web.Request) -> web.StreamResponse:
        """Answer a request, or cut the connection."""
        path = received.rel_url.raw_path.removeprefix(API)
        try:
            request = await read(received, path)
        except Refused as refused:
            return self._response(Request(received.method, path, {}), refused.refusal)
        except ValueError as error:
            self._world.violate(f"{received.method} {path}", error)
            return self._response(Request(received.method, path, {}), invalid_form([Fault("$", str(error))]))
        self.requests.append(request)
        outcome = await self._outcome(request)
        if outcome is None:
            if received.transport is not None:
                received.transport.abort()
            return web.Response(status=500)
        return self._response(request, outcome)

    def compare(self) -> None:
        """Compare all requests that were not compared at once with the description."""
        if not self._at_once:
            for request in self.requests[self._compared :]:
                self._request_faults(request)
                self._compare_answer(request)
            self._compared = len(self.requests)

    async def _outcome(self, request: Request) -> Refusal | Answer | None:
        """Return a request's answer; None cuts the connection."""
        found = self._table.find(request.method, request.path)
        if found is None:
            known = self._spec is not None and self._spec.knows(request.method, request.path)
            what = "a route that the stand-in does not play" if known else "an unknown route"
            self._world.violate(f"{request.method} {request.path}", what)
            return NOT_FOUND
        request.route, request.parameters = f"{request.method} {found.template}", found.parameters
        self._world.changed(f"{request.route} came")
        if self._limits is not None and (refused := self._limits.take(request)) is not None:
            return refused
        trouble = self._troubles.take(request)
        if trouble is None:
            return self._check(request) or self._handle(request, found.kept)
        if not trouble.after:
            await trouble.wait(request)
        outcome: Refusal | Answer | None = self._check(request)
        if outcome is None and not trouble.stops:
            outcome = self._handle(request, found.kept)
        if trouble.after:
            await trouble.wait(request)
        return None if trouble.cut else trouble.refusal or outcome

    def _handle(self, request: Request, handler: Callable[[Request], Answer]) -> Refusal | Answer:
        try:
            return handler(request)
        except Refused as refused:
            return refused.refusal
        except Exception as error:  # noqa: BLE001 (whatever breaks here must fail the test, not hide in a log)
            self._world.violate(f"the stand-in broke at {request.route}", repr(error))
            return UNAVAILABLE

    def _check(self, request: Request) -> Refusal | None:
        """Compare a request with the description, and return a refusal if it is malformed."""
        if not request.path.startswith(_FREE) and request.bot_token != self._token:
            return UNAUTHORIZED
        if not self._at_once:
            return None
        wrong = [fault for fault in self._request_faults(request) if not fault.unknown_field]
        return invalid_form(wrong) if wrong else None

    def _request_faults(self, request: Request) -> list[Fault]:
        if self._spec is None or not request.route:
            return []
        faults = self._spec.request_faults(request.method, request.path, request.query, request.body)
        for fault in faults:
            self._world.violate(request.route, fault)
        return faults

    def _compare_answer(self, request: Request) -> None:
        if self._spec is None or not request.route or not request.status:
            return
        for fault in self._spec.answer_faults(request.method, request.path, request.status, request.answer):
            self._world.violate(f"the stand-in's answer to {request.route}", fault)

    def _response(self, request: Request, outcome: Refusal | Answer) -> web.Response:
        status, body = (outcome.status, outcome.body) if isinstance(outcome, Refusal) else outcome
        request.status, request.answer = status, body
        if self._at_once:
            self._compare_answer(request)
        headers = _headers(request) | (self._limits.headers(request) if self._limits else {})
        if isinstance(outcome, Refusal) and outcome.retry_after is not None:
            headers |= {"Retry-After": str(outcome.retry_after), "X-RateLimit-Scope": "user"}
            if outcome.everywhere:
                headers |= {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
        self._world.changed(f"{request.route or f'{request.method} {request.path}'} → {status}")
        if body is None:
            return web.Response(status=status, headers=headers)
        text = json.dumps(body, ensure_ascii=False)
        headers["Content-Type"] = "application/json"
        return web.Response(status=status, body=text.encode(), headers=headers)


def _headers(request: Request) -> dict[str, str]:
    """Return the headers of every answer, with a wide rate limit for each route and place."""
    place = next(iter(request.parameters.values()), "")
    return {
        "Via": "1.1 google",
        "X-RateLimit-Limit": "1000",
        "X-RateLimit-Remaining": "999",
        "X-RateLimit-Reset": f"{time.time() + 1:.3f}",
        "X-RateLimit-Reset-After": "1.000",
        "X-RateLimit-Bucket": f"{zlib.crc32(f'{request.route} {place}'.encode()):08x}",
    }
