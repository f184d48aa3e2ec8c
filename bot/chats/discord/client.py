"""Client: the connection to Discord, its events, and the registration of commands and buttons."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.gateway import KeepAliveHandler

from bot.chats.backoff import waits
from bot.chats.base import KeyValues
from bot.chats.discord.buttons import LastingButton
from bot.chats.discord.commands import (
    CatalogTranslator,
    board_context_menu,
    commands_from_table,
    thread_command,
)
from bot.chats.discord.direct import DirectMessages
from bot.chats.discord.errors import FAULTS, is_temporary
from bot.chats.discord.greeting import Greeter
from bot.chats.discord.incoming import NAME, log_fields
from bot.chats.discord.known_threads import KnownThreads
from bot.chats.discord.listener import Listener
from bot.chats.discord.permissions import invite_link, may_post, roles_of_bot
from bot.chats.discord.shards import Shards, TooManyShards
from bot.chats.discord.unread import INTERACTION_CREATE, must_be_readable
from bot.chats.greetings import Greetings

logger = logging.getLogger(__name__)

NAMESPACE = "discord"
_FIELDS: Mapping[str, object] = {"platform": NAME}
_GOING_AWAY = 1000
"""The close code that ends a gateway session for good."""
LONGEST_WAIT = 30.0
"""The most seconds that discord.py waits for a rate limit. Beyond that it raises, and the sender retries."""


class Tree(app_commands.CommandTree["Client"]):
    """The commands, for use in servers that have added the bot and in private chats with it."""

    def __init__(self, client: Client) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )

    async def on_error(
        self, interaction: discord.Interaction[Client], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer a command of an unknown form."""
        # The error's message may quote a person's text, so only its type is logged.
        logger.warning("unreadable command", extra=log_fields(interaction, error))
        await interaction.client.listener.fail(interaction)

    async def _call(self, interaction: discord.Interaction[Client]) -> None:
        """Carry out a command. Answer an unreadable one, too, which discord.py would leave unanswered."""
        try:
            await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as error:  # noqa: BLE001 (whatever it is, a person waits)
            await interaction.client.listener.unread.answer_partly_read(interaction, error)


class Client(discord.AutoShardedClient):
    """A client without privileged intents that caches neither messages nor members.

    Args:
        listener: handles interactions.
        key_values: stores a checksum of the commands that Discord has, and their ids.
        rulesets: the names of the rule sets that can be chosen.
        gateway: the address of the gateway; None for Discord's own.
        shards: the number of gateway connections; None for the number that Discord advises.
        division: assigns connections to processes.
        when_online: callbacks for each login.
        direct: handles operators' direct messages; None to receive none.
        sleep: waits for that many seconds before the command list is sent again.
    """

    def __init__(  # noqa: PLR0913 - everything it needs is handed in
        self,
        listener: Listener,
        key_values: KeyValues,
        rulesets: Sequence[str],
        *,
        gateway: yarl.URL | None = None,
        shards: int | None = None,
        division: Shards,
        when_online: Sequence[Callable[[], None]] = (),
        direct: DirectMessages | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        # The bot does not use voice, so warnings about missing voice libraries would only confuse.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        super().__init__(
            intents=discord.Intents(guilds=True, dm_messages=direct is not None and direct.are_read),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            max_ratelimit_timeout=LONGEST_WAIT,
            shard_count=shards,
        )
        self.listener = listener
        # Checks each interaction before discord.py parses it, which would drop some unreadable ones silently.
        self._connection.parsers[INTERACTION_CREATE] = self._read_interaction
        self._division = division
        self._dividing: asyncio.Task[None] | None = None
        self.has_too_many = False
        """True if the client was closed because this process held more than its share of connections."""
        self.logged_in = False
        self.has_been_ready = False
        self.command_ids: Mapping[str, str] = {}
        """Discord's ids of the slash commands, by name. Empty until they are known."""
        self._key_values = key_values
        self._gateway = gateway
        self._when_online = when_online
        self._direct = direct
        self._sleep = sleep
        self._syncing: asyncio.Task[None] | None = None
        self.threads = KnownThreads(key_values)
        self._greeter = Greeter(self, Greetings(key_values, NAME), listener.words)
        self.tree = Tree(self)
        for command in commands_from_table(listener, rulesets):
            self.tree.add_command(command)
        self.tree.add_command(thread_command(listener))
        self.tree.add_command(board_context_menu(listener))

    async def setup_hook(self) -> None:
        """Register buttons and commands after the login."""
        self.add_dynamic_items(LastingButton)
        await self.tree.set_translator(CatalogTranslator(self.listener.words))
        self.logged_in = True
        for callback in self._when_online:
            callback()
        if not await self._is_synced():
            self._syncing = asyncio.create_task(self._sync_later())

    @property
    def is_reached(self) -> bool:
        """True if all gateway connections of this process are open.

        A process that shares the shards with others and has none yet counts as reached once logged in.
        """
        if not self.shards and self._division.are_divided:
            return self.logged_in
        return bool(self.shards) and not any(shard.is_closed() for shard in self.shards.values())

    async def on_shard_ready(self, _shard: int) -> None:
        """Call `on_ready` if processes share the shards: they may connect one by one, at any time."""
        if self._division.are_divided:
            await self.on_ready()

    async def on_ready(self) -> None:
        """Log the link that adds the bot to a server, and greet servers that have added it meanwhile."""
        self.has_been_ready = True
        if self.application_id is not None:
            address = invite_link(self.application_id)
            logger.info("platform online; the address adds the bot", extra={**_FIELDS, "address": address})
        await self._greeter.greet_new(self.command_ids)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server that has added the bot, and redraw the boards in its channels."""
        logger.info("bot added to a server", extra={**_FIELDS, "count": len(self.guilds)})
        await self._greeter.greet(guild, self.command_ids)
        await self._report_changed(*_places(guild))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Move the games of a server that has removed the bot to other chats."""
        logger.info("bot removed from a server", extra={**_FIELDS, "count": len(self.guilds)})
        known = await self.threads.below(guild.id)
        await self._report_changed(*_places(guild), *known)
        await self.threads.forget(guild.id, *known)

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Redraw a channel's boards if the bot's permissions there have changed."""
        if may_post(before) != may_post(after):
            await self._greeter.greet_late(after.guild, self.command_ids)
            below = [thread.id for thread in after.guild.threads if thread.parent_id == after.id]
            await self._report_changed(after.id, *below)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Move the games of a deleted channel, and of its archived threads, to other chats."""
        known = await self.threads.below(channel.guild.id, channel.id)
        await self._report_changed(channel.id, *known)
        await self.threads.forget(channel.guild.id, *known)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Move the games of a deleted thread to other chats."""
        await self._report_changed(payload.thread_id)
        await self.threads.forget(payload.guild_id, payload.thread_id)

    async def on_interaction(self, interaction: discord.Interaction[Client]) -> None:
        """Record the thread of an interaction, and answer a press whose message is unreadable."""
        # discord.py drops such a press.
        if interaction.type is discord.InteractionType.component and interaction.message is None:
            await self.listener.unread.answer_partly_read(interaction, LookupError("no message"))
        if isinstance(interaction.channel, discord.Thread):
            await self.threads.note(interaction.channel)

    async def on_message(self, message: discord.Message) -> None:
        """Pass a direct message to its handler."""
        if self._direct is not None:
            await self._direct.received(message)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Redraw a server's boards if the permissions of one of the bot's roles have changed."""
        if before.permissions != after.permissions and after in roles_of_bot(after.guild):
            await self._permissions_changed(after.guild)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Redraw a server's boards, because the bot may have had the deleted role."""
        await self._permissions_changed(role.guild)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Redraw a server's boards if the bot's roles have changed."""
        if after == after.guild.me and before.roles != after.roles:
            await self._permissions_changed(after.guild)

    def _read_interaction(self, interaction: Any) -> None:  # noqa: ANN401 (whatever Discord sent)
        must_be_readable(interaction)
        self._connection.parse_interaction_create(interaction)

    async def _permissions_changed(self, guild: discord.Guild) -> None:
        """Send a server's pending greeting, and redraw its boards."""
        await self._greeter.greet_late(guild, self.command_ids)
        await self._report_changed(*_places(guild))

    async def _report_changed(self, *channels: int) -> None:
        """Report channels whose permissions changed: their posts are redrawn, or moved if the bot is out."""
        await self.listener.handler.chats_changed(NAME, [str(channel) for channel in channels])

    async def close(self) -> None:
        """Close the connection."""
        self.logged_in = False
        for task in (self._dividing, self._syncing):
            if task is not None and task is not asyncio.current_task():
                task.cancel()
        await super().close()
        # discord.py drops a connection that was cancelled while opening, but leaves its thread running.
        for thread in threading.enumerate():
            if isinstance(thread, KeepAliveHandler) and thread.ws._connection is self._connection:  # noqa: SLF001 (nothing else tells whose it is)
                await thread.ws.close(_GOING_AWAY)

    async def launch_shards(self) -> None:
        """Connect all shards, or if processes share them, start a task that connects this process's share."""
        if not self._division.are_divided:
            await super().launch_shards()
            return
        gateways: list[yarl.URL] = []

        async def ask() -> tuple[int, int]:
            advised, url, limits = await self.http.get_bot_gateway()
            gateways.append(yarl.URL(url))
            return self.shard_count or advised, limits["max_concurrency"]

        number = await self._division.number(ask)
        self.shard_count = self._connection.shard_count = number
        self._dividing = asyncio.create_task(self._divide(number, gateways[0]))

    async def _divide(self, number: int, gateway: yarl.URL) -> None:
        """Hold this process's share of the shards. Close the client when it must give them up."""
        try:
            await self._division.divide(number, lambda shard: self.launch_shard(gateway, shard))
        except ExceptionGroup as group:
            self.has_too_many = group.subgroup(TooManyShards) is not None
            fields = {**_FIELDS, "error": type(group.exceptions[0]).__name__}
            logger.warning("gateway connections given up", extra=fields)
        await self.close()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until a shard may identify under Discord's limit, which holds for all processes together."""
        if self._division.are_divided:
            await self._division.may_identify(shard_id or 0)
        else:
            await super().before_identify_hook(shard_id, initial=initial)

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard, through the configured gateway if there is one."""
        await super().launch_shard(self._gateway or gateway, shard_id, initial=initial)

    async def commands(self) -> list[dict[str, Any]]:
        """Return the payloads of all commands for Discord's API."""
        translator = self.tree.translator
        assert translator is not None  # noqa: S101 (`setup_hook` has set it)
        return [
            await command.get_translated_payload(self.tree, translator)
            for type_ in discord.AppCommandType
            for command in self.tree.get_commands(type=type_)
        ]

    async def _sync_later(self) -> None:
        """Send the commands to Discord with back-off until it accepts or refuses them for good."""
        for wait in waits():
            await self._sleep(wait)
            try:
                if await self._is_synced():
                    return
            except Exception:
                logger.exception("command list could not be sent", extra=_FIELDS)

    async def _is_synced(self) -> bool:
        """Send the commands to Discord. Return False if the attempt failed but a retry may succeed."""
        try:
            await self._sync()
        except (*FAULTS, app_commands.AppCommandError) as error:
            temporary = is_temporary(error)
            if self._syncing is None or not temporary:
                event = "command list failed; will retry" if temporary else "command list refused"
                fields = {"error": type(error).__name__, "status": getattr(error, "status", None)}
                logger.warning(event, extra={**_FIELDS, **fields})
            return not temporary
        if self._syncing is not None:
            logger.info("command list accepted", extra=_FIELDS)
        return True

    async def _sync(self) -> None:
        """Send the commands to Discord if they have changed, because it allows few changes a day."""
        commands: list[Any] = await self.commands()
        checksum = hashlib.sha256(json.dumps(commands, sort_keys=True).encode()).hexdigest()
        key, ids_key = f"commands:{self.application_id}", f"command-ids:{self.application_id}"
        ids = await self._key_values.read(NAMESPACE, ids_key)
        if ids is not None:
            self.command_ids = json.loads(ids)
        if ids is None or await self._key_values.read(NAMESPACE, key) != checksum:
            # Sent directly, because `self.tree.sync` would translate all commands again.
            assert self.application_id is not None  # noqa: S101 (the login has set it)
            listed = await self.http.bulk_upsert_global_commands(self.application_id, commands)
            slash = discord.AppCommandType.chat_input.value
            self.command_ids = {each["name"]: str(each["id"]) for each in listed if each["type"] == slash}
            await self._key_values.write(NAMESPACE, ids_key, json.dumps(self.command_ids))
            await self._key_values.write(NAMESPACE, key, checksum)


def _places(guild: discord.Guild) -> list[int]:
    """Return the ids of a server's channels, and of its threads that are not archived."""
    return [place.id for place in (*guild.channels, *guild.threads)]
