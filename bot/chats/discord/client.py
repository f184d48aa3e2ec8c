"""Client: the connection to Discord, with the commands and buttons that it registers."""

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
from bot.chats.discord.commands import CatalogTranslator, commands_from_table, this_board, thread_command
from bot.chats.discord.direct import DirectMessages
from bot.chats.discord.errors import FAULTS, is_passing
from bot.chats.discord.greeting import Greeter
from bot.chats.discord.incoming import NAME
from bot.chats.discord.known_threads import KnownThreads
from bot.chats.discord.listener import Listener
from bot.chats.discord.permissions import invite_link, may_post, roles_of_bot
from bot.chats.discord.shards import Shards, TooManyShards
from bot.chats.discord.unread import INTERACTION_CREATE, must_be_readable
from bot.chats.greetings import Greetings

logger = logging.getLogger(__name__)

NAMESPACE = "discord"
_GOING_AWAY = 1000
"""The code of a connection that its owner closes, and that Discord need not keep."""
LONGEST_WAIT = 30.0
"""Seconds that a request may wait for Discord's rate limit; beyond that the sender tries it later."""


class Tree(app_commands.CommandTree["Client"]):
    """The commands, here and in private chats with the bot, where a server has added it."""

    def __init__(self, client: Client) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )

    async def on_error(
        self, interaction: discord.Interaction[Client], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer a command of an unknown form. The error, which may quote people, is not logged."""
        logger.warning("a command could not be read: %s", type(error).__name__)
        await interaction.client.listener.fail(interaction)

    async def _call(self, interaction: discord.Interaction[Client]) -> None:
        """Carry out a command, or answer that it cannot be read: discord.py would leave it unanswered."""
        try:
            await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as error:  # noqa: BLE001 (whatever it is, a person waits)
            await interaction.client.listener.unread.unfinished(interaction, error)


class Client(discord.AutoShardedClient):
    """A client with no privileged intent and no memory of messages or people.

    Args:
        listener: handles interactions.
        key_values: stores which commands Discord knows.
        rulesets: the rule sets that can be chosen.
        gateway: where the gateway is, if it is not Discord's own.
        shards: how many connections to hold; as Discord advises, unless set.
        division: which of them this process holds.
        when_online: what is called once something can be sent.
        direct: what is made of direct messages, which are asked for where they are read.
        sleep: waits for some seconds before the command list is sent again.
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
        self._connection.parsers[INTERACTION_CREATE] = self._read_interaction
        self._division = division
        self._dividing: asyncio.Task[None] | None = None
        self.has_too_many = False
        """True if it has closed because other processes want their share of the connections."""
        self.logged_in = False
        self.has_been_ready = False
        self.command_ids: Mapping[str, str] = {}
        """The ids that Discord has given the slash commands, by their names, as far as they are known."""
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
        self.tree.add_command(this_board(listener))

    async def setup_hook(self) -> None:
        """Register buttons and commands, once it is logged in."""
        self.add_dynamic_items(LastingButton)
        await self.tree.set_translator(CatalogTranslator(self.listener.words))
        self.logged_in = True
        for callback in self._when_online:
            callback()
        if not await self._is_synced():
            self._syncing = asyncio.create_task(self._sync_later())

    @property
    def is_reached(self) -> bool:
        """True if each connection stands that is this process's to hold."""
        if not self.shards and self._division.are_divided:
            return self.logged_in
        return bool(self.shards) and not any(shard.is_closed() for shard in self.shards.values())

    async def on_shard_ready(self, _shard: int) -> None:
        """Do the same as once all are ready, where others may become this process's at any time."""
        if self._division.are_divided:
            await self.on_ready()

    async def on_ready(self) -> None:
        """Log how to add the bot to a server, and report that it is online."""
        self.has_been_ready = True
        if self.application_id is not None:
            logger.info("The bot is on Discord. Add it to a server: %s", invite_link(self.application_id))
        await self._greeter.greet_new(self.command_ids)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server that the bot was added to, and show again what waits in its channels."""
        logger.info("The bot was added to a server; it is in %d now", len(self.guilds))
        await self._greeter.greet(guild, self.command_ids)
        await self._show_again_in(*_places(guild))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Have the games of a server that the bot was removed from shown elsewhere."""
        logger.info("The bot was removed from a server; it is in %d now", len(self.guilds))
        known = await self.threads.below(guild.id)
        await self._show_again_in(*_places(guild), *known)
        await self.threads.forget(guild.id, *known)

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Show again what a channel shows, if the bot's permissions there have changed."""
        if may_post(before) != may_post(after):
            await self._greeter.greet_late(after.guild, self.command_ids)
            below = [thread.id for thread in after.guild.threads if thread.parent_id == after.id]
            await self._show_again_in(after.id, *below)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Have the games of a channel that is gone, and of its archived threads, shown elsewhere."""
        known = await self.threads.below(channel.guild.id, channel.id)
        await self._show_again_in(channel.id, *known)
        await self.threads.forget(channel.guild.id, *known)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Have the games of a thread that is gone shown elsewhere."""
        await self._show_again_in(payload.thread_id)
        await self.threads.forget(payload.guild_id, payload.thread_id)

    async def on_interaction(self, interaction: discord.Interaction[Client]) -> None:
        """Record to which channel a thread belongs in which the bot is used.

        A press whose message could not be read is answered here: discord.py drops it.
        """
        if interaction.type is discord.InteractionType.component and interaction.message is None:
            await self.listener.unread.unfinished(interaction, LookupError("no message"))
        if isinstance(interaction.channel, discord.Thread):
            await self.threads.note(interaction.channel)

    async def on_message(self, message: discord.Message) -> None:
        """Hand on a direct message."""
        if self._direct is not None:
            await self._direct.received(message)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Show again what a server's channels show, if one of the bot's roles has other permissions."""
        if before.permissions != after.permissions and after in roles_of_bot(after.guild):
            await self._show_again(after.guild)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Show again what a server's channels show: nothing says whether the bot had the role."""
        await self._show_again(role.guild)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Show again what a server's channels show, if the bot has other roles."""
        if after == after.guild.me and before.roles != after.roles:
            await self._show_again(after.guild)

    def _read_interaction(self, interaction: Any) -> None:  # noqa: ANN401 (whatever Discord sent)
        must_be_readable(interaction)
        self._connection.parse_interaction_create(interaction)

    async def _show_again(self, guild: discord.Guild) -> None:
        """Show again what a server's channels show, where the bot may do more or less than before."""
        await self._greeter.greet_late(guild, self.command_ids)
        await self._show_again_in(*_places(guild))

    async def _show_again_in(self, *channels: int) -> None:
        await self.listener.handler.chats_changed(NAME, [str(channel) for channel in channels])

    async def close(self) -> None:
        """Close the connection."""
        self.logged_in = False
        for task in (self._dividing, self._syncing):
            if task is not None and task is not asyncio.current_task():
                task.cancel()
        await super().close()
        # A connection whose beginning was cancelled is dropped by discord.py, but its thread would go on.
        for thread in threading.enumerate():
            if isinstance(thread, KeepAliveHandler) and thread.ws._connection is self._connection:  # noqa: SLF001 (nothing else tells whose it is)
                await thread.ws.close(_GOING_AWAY)

    async def launch_shards(self) -> None:
        """Connect all shards; or where they are divided over processes, those that become this one's."""
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
        """Hold this process's share of the shards until that is at its end, and then close."""
        try:
            await self._division.divide(number, lambda shard: self.launch_shard(gateway, shard))
        except ExceptionGroup as group:
            self.has_too_many = group.subgroup(TooManyShards) is not None
            why = "others want their share" if self.has_too_many else type(group.exceptions[0]).__name__
            logger.warning("this process gives up its connections to Discord: %s", why)
        await self.close()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until Discord lets a shard identify, over all processes."""
        if self._division.are_divided:
            await self._division.may_identify(shard_id or 0)
        else:
            await super().before_identify_hook(shard_id, initial=initial)

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard, through the gateway that was set if one was."""
        await super().launch_shard(self._gateway or gateway, shard_id, initial=initial)

    async def commands(self) -> list[dict[str, Any]]:
        """Return all commands as they are sent to Discord."""
        translator = self.tree.translator
        assert translator is not None  # noqa: S101 (the hook has set it)
        return [
            await command.get_translated_payload(self.tree, translator)
            for type_ in discord.AppCommandType
            for command in self.tree.get_commands(type=type_)
        ]

    async def _sync_later(self) -> None:
        """Send Discord the commands again, after longer and longer waits, until it answers for good."""
        for wait in waits():
            await self._sleep(wait)
            try:
                if await self._is_synced():
                    return
            except Exception:
                logger.exception("the command list could not be sent to Discord")

    async def _is_synced(self) -> bool:
        """Send Discord the commands; return False if a later attempt may succeed where this one failed."""
        try:
            await self._sync()
        except (*FAULTS, app_commands.AppCommandError) as error:
            passing = is_passing(error)
            if self._syncing is None or not passing:
                outcome = "retrying" if passing else "not retrying"
                status = getattr(error, "status", None)
                logger.warning(
                    "Discord refused the command list and keeps the last one; %s: error=%s status=%s",
                    outcome,
                    type(error).__name__,
                    status,
                )
            return not passing
        if self._syncing is not None:
            logger.info("Discord accepted the command list")
        return True

    async def _sync(self) -> None:
        """Send Discord the commands, if they have changed: it allows few such changes a day."""
        commands: list[Any] = await self.commands()
        seal = hashlib.sha256(json.dumps(commands, sort_keys=True).encode()).hexdigest()
        key, ids_key = f"commands:{self.application_id}", f"command-ids:{self.application_id}"
        ids = await self._key_values.read(NAMESPACE, ids_key)
        if ids is not None:
            self.command_ids = json.loads(ids)
        if ids is None or await self._key_values.read(NAMESPACE, key) != seal:
            # Not by the tree, which would translate all of them again.
            assert self.application_id is not None  # noqa: S101 (the login has set it)
            listed = await self.http.bulk_upsert_global_commands(self.application_id, commands)
            slash = discord.AppCommandType.chat_input.value
            self.command_ids = {each["name"]: str(each["id"]) for each in listed if each["type"] == slash}
            await self._key_values.write(NAMESPACE, ids_key, json.dumps(self.command_ids))
            await self._key_values.write(NAMESPACE, key, seal)


def _places(guild: discord.Guild) -> list[int]:
    """Return the ids of a server's channels, and of its threads that are not archived."""
    return [place.id for place in (*guild.channels, *guild.threads)]
