"""Gateway: the websocket, version 10, with sessions, heartbeats, events and resuming."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from tests.discord_standin import wire
from tests.discord_standin.spec import Specification
from tests.discord_standin.world import Guild, World

Json = dict[str, Any]

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 0, 1, 2, 6, 9, 10, 11
PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
"""The intents for members, presences and the content of messages, which this app was not granted."""

_UNKNOWN_OPCODE, _DECODE_ERROR, _BAD_TOKEN, _TWICE, _BAD_SEQUENCE, _DISALLOWED = (
    4001,
    4002,
    4004,
    4005,
    4007,
    4014,
)
_KNOWN_KEYS = {
    IDENTIFY: {*("token", "properties", "compress", "large_threshold", "shard", "presence", "intents")},
    RESUME: {"token", "session_id", "seq"},
}


class Line:
    """One websocket. Payloads are queued in order, and the stand-in never waits for the app."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self._socket = socket
        self._transport = request.transport
        self._deflate = zlib.compressobj() if request.query.get("compress") == "zlib-stream" else None
        self._waiting: asyncio.Queue[Json | int] = asyncio.Queue()
        self.session: Session | None = None

    def put(self, payload: Json) -> None:
        """Queue a payload."""
        self._waiting.put_nowait(payload)

    def hang_up(self, code: int) -> None:
        """Close with a code after everything queued."""
        self._waiting.put_nowait(code)

    def cut(self) -> None:
        """Cut the connection without closing it."""
        if self._transport is not None:
            self._transport.abort()

    async def write(self) -> None:
        """Send queued payloads until the line is closed."""
        while True:
            payload = await self._waiting.get()
            if isinstance(payload, int):
                await self._socket.close(code=payload)
                return
            text = json.dumps(payload, ensure_ascii=False)
            if self._deflate is None:
                await self._socket.send_str(text)
            else:
                packed = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                await self._socket.send_bytes(packed)


@dataclass(eq=False)
class Session:
    """The events that an app received since it identified; a lost line does not end the session."""

    id: str
    shard: int
    shards: int
    intents: int
    line: Line | None = None
    spoilt: Mapping[str, Callable[[Json], object]] = field(default_factory=dict)
    sent_events: list[Json] = field(default_factory=list)

    def emit_event(self, event: object, data: object) -> None:
        """Send an event now, or when the session is resumed."""
        if isinstance(event, str) and event in self.spoilt and isinstance(data, dict):
            data = self.spoilt[event](data)
        payload = {"op": DISPATCH, "t": event, "s": len(self.sent_events) + 1, "d": data}
        self.sent_events.append(payload)
        if self.line is not None:
            self.line.put(payload)

    def serves(self, guild: Guild | None, intents: int) -> bool:
        """Return True if this session gets events of a server, or of direct messages, that need an intent."""
        if intents and not self.intents & intents:
            return False
        return ((guild.id >> 22) % self.shards if guild else 0) == self.shard


class Gateway:
    """The gateway.

    Attributes:
        identified: the number of times that an app has identified.
        resumed: the number of sessions resumed.
        refuse_resumes: the number of next RESUMEs answered by INVALID_SESSION.
        heartbeat: milliseconds between heartbeats, as HELLO requests them.
        spoilt: by event name, a function that changes the data before it is sent.
    """

    def __init__(
        self, world: World, token: str, url: str, spec: Specification | None, *, at_once: bool = True
    ) -> None:
        self._world = world
        self._token = token
        self._url = url
        self._spec = spec
        self._at_once = at_once
        self._uncompared: list[tuple[str, Json]] = []
        self._lines: set[Line] = set()
        self.sessions: dict[str, Session] = {}
        self.identified = 0
        self.resumed = 0
        self.refuse_resumes = 0
        self.heartbeat = 41_250
        self.spoilt: dict[str, Callable[[Json], object]] = {}
        world.emit = self.emit

    @property
    def online(self) -> bool:
        """True if an app is connected and identified."""
        return any(session.line is not None for session in self.sessions.values())

    def emit(self, event: str, data: Json, guild: Guild | None, intents: int) -> None:
        """Send an event to every session with the needed intents."""
        listening = [each for each in self.sessions.values() if each.serves(guild, intents)]
        if listening:
            self._check(event, data)
        for session in listening:
            session.emit_event(event, data)

    def drop(self, code: int | None = None) -> None:
        """Drop every connection, with a code if given; sessions stay."""
        for line in list(self._lines):
            if line.session is not None:
                line.session.line = None
            if code is None:
                line.cut()
            else:
                line.hang_up(code)
        self._world.changed("gateway dropped")

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one websocket until it ends."""
        self._check_address(request)
        socket = web.WebSocketResponse(compress=False, timeout=1.0)
        await socket.prepare(request)
        line = Line(socket, request)
        self._lines.add(line)
        writer = asyncio.create_task(line.write())
        line.put({"op": HELLO, "d": {"heartbeat_interval": self.heartbeat, "_trace": []}})
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    self._handle(line, message.data)
        finally:
            self._lines.discard(line)
            if line.session is not None and line.session.line is line:
                line.session.line = None
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionError):
                await writer
            self._world.changed("gateway connection ended")
        return socket

    def _check_address(self, request: web.Request) -> None:
        query = dict(request.query)
        compress = query.pop("compress", "zlib-stream")
        if query != {"v": "10", "encoding": "json"} or compress != "zlib-stream":
            self._world.violate("gateway", f"asked for {dict(request.query)}")

    def _handle(self, line: Line, text: str) -> None:
        try:
            payload = json.loads(text)
            self._do(line, payload["op"], payload.get("d"))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            self._refuse(line, _DECODE_ERROR, f"sent {text[:80]!r}: {error!r}")

    def _do(self, line: Line, op: object, data: Any) -> None:  # noqa: ANN401 (whatever was sent)
        self._check_payload(op, data)
        if op == HEARTBEAT:
            line.put({"op": HEARTBEAT_ACK, "d": None})
        elif op == IDENTIFY:
            self._identify(line, data)
        elif op == RESUME:
            self._resume(line, data)
        else:
            self._refuse(line, _UNKNOWN_OPCODE, f"sent op {op}")

    def _check_payload(self, op: object, data: object) -> None:
        known = _KNOWN_KEYS.get(op) if isinstance(op, int) else None
        if known is not None and isinstance(data, dict) and (unknown := sorted(set(data) - known)):
            self._world.violate("gateway", f"op {op} carries {unknown}")
        if op == HEARTBEAT and isinstance(data, dict):
            self._world.violate("gateway", f"a heartbeat carries {data}")

    def _refuse(self, line: Line, code: int, why: str) -> None:
        self._world.violate("gateway", f"{why}, closed with {code}")
        line.hang_up(code)

    def _identify(self, line: Line, data: Json) -> None:
        if line.session is not None:
            self._refuse(line, _TWICE, "identified twice")
            return
        if data["token"].removeprefix("Bot ") != self._token:
            line.hang_up(_BAD_TOKEN)
            return
        if data["intents"] & PRIVILEGED:
            self._refuse(line, _DISALLOWED, f"asked for privileged intents in {data['intents']}")
            return
        shard, shards = data.get("shard") or (0, 1)
        session = Session(secrets.token_hex(16), shard, shards, data["intents"], line, self.spoilt)
        line.session = session
        self.sessions[session.id] = session
        self.identified += 1
        here = [each for each in self._world.guilds.values() if each.bot_in and session.serves(each, 0)]
        ready = {
            "v": 10,
            "user": wire.own_user(self._world.app),
            "guilds": [{"id": str(each.id), "unavailable": True} for each in here],
            "session_id": session.id,
            "resume_gateway_url": self._url,
            "shard": [shard, shards],
            "application": {"id": str(self._world.app.id), "flags": 0},
            "private_channels": [],
            "_trace": [],
        }
        self._check("READY", ready)
        session.emit_event("READY", ready)
        if session.intents & 1:
            for each in here:
                whole = wire.whole_guild(each, self._world.app)
                self._check("GUILD_CREATE", whole)
                session.emit_event("GUILD_CREATE", whole)
        self._world.changed("an app identified")

    def _resume(self, line: Line, data: Json) -> None:
        if data["token"].removeprefix("Bot ") != self._token:
            line.hang_up(_BAD_TOKEN)
            return
        session = self.sessions.get(data["session_id"])
        if session is None or self.refuse_resumes:
            self.refuse_resumes = max(self.refuse_resumes - 1, 0)
            self.sessions.pop(data["session_id"], None)
            line.put({"op": INVALID_SESSION, "d": False})
            self._world.changed("a RESUME was refused")
            return
        if not isinstance(data["seq"], int) or data["seq"] > len(session.sent_events):
            self._refuse(line, _BAD_SEQUENCE, f"resumed at {data['seq']} of {len(session.sent_events)}")
            return
        line.session = session
        for payload in session.sent_events[data["seq"] :]:
            line.put(payload)
        session.line = line
        session.emit_event("RESUMED", {"_trace": []})
        self.resumed += 1
        self._world.changed("an app resumed")

    def _check(self, event: str, data: Json) -> None:
        self._uncompared.append((event, data))
        if self._at_once:
            self.compare()

    def compare(self) -> None:
        """Compare the sent events with Discord's description, as far as it covers them."""
        sent, self._uncompared = self._uncompared, []
        if self._spec is not None:
            for event, data in sent:
                for where, schema, value in _parts(event, data):
                    for fault in self._spec.object_faults(schema, value):
                        self._world.violate(f"the stand-in's {event} {where}", fault)


_GUILD_EXTRAS = {
    *("joined_at", "large", "unavailable", "member_count", "members", "channels", "threads", "voice_states"),
    *("presences", "stage_instances", "guild_scheduled_events", "soundboard_sounds"),
}


def _without(value: Json, *names: str) -> Json:
    return {name: each for name, each in value.items() if name not in names}


def _parts(event: str, data: Json) -> Iterator[tuple[str, str, object]]:
    """Yield an event's objects that the HTTP description has a schema for, without gateway-only fields."""
    if event == "READY":
        yield "user", "UserPIIResponse", data["user"]
    elif event == "GUILD_CREATE":
        yield "guild", "GuildResponse", _without(data, *_GUILD_EXTRAS)
        for name, schema in (
            ("members", "GuildMemberResponse"),
            ("channels", "GuildChannelResponse"),
            ("threads", "ThreadResponse"),
        ):
            for each in data[name]:
                yield name, schema, each
    elif event in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
        yield "message", "MessageResponse", _without(data, "guild_id", "member")
    elif event.startswith("THREAD_"):
        yield "thread", "ThreadResponse", data
    elif event.startswith("CHANNEL_"):
        yield "channel", "GuildChannelResponse", data
    elif event == "INTERACTION_CREATE":
        yield from _interaction_parts(data)


def _interaction_parts(data: Json) -> Iterator[tuple[str, str, object]]:
    yield "type", "InteractionTypes", data["type"]
    yield "context", "InteractionContextType", data["context"]
    if "member" in data:
        yield "member", "GuildMemberResponse", _without(data["member"], "permissions")
    else:
        yield "user", "UserResponse", data["user"]
    if "message" in data:
        yield "message", "MessageResponse", data["message"]
    resolved = data["data"].get("resolved", {})
    for each in resolved.get("users", {}).values():
        yield "resolved user", "UserResponse", each
    for each in resolved.get("messages", {}).values():
        yield "resolved message", "MessageResponse", each
