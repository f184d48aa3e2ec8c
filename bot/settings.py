"""Settings: all of them, from the environment or a file `.env`. None is required."""

from __future__ import annotations

import ipaddress
import os
import re
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import Field, PlainValidator, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.listening_address import is_loopback
from storage.places import Place, place_of

MOST_DAYS = 3650
LEAST_TABS, MOST_TABS = 40, 100_000
_ADMIN = re.compile(r"(telegram|discord):[1-9][0-9]{0,19}|web:host")
_LONGEST_SHOWN = 40
_PUBLIC = re.compile(r"[!-~]{1,200}")
_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)*/?")
_WEBHOOK_PORTS = (443, 80, 88, 8443)
PREFIXES = ("NARDY_", "DISCORD_", "TELEGRAM_")


def _place(value: object) -> Place:
    return place_of(value) if isinstance(value, str) else value  # type: ignore[return-value]  # the default


class Settings(BaseSettings):
    """All settings. Each has the name of its alias in the environment."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="forbid", frozen=True)

    database: Annotated[Place, PlainValidator(_place), NoDecode] = Field(
        Path("nardy.db"),
        alias="NARDY_DATABASE",
        description="the database file, or the address of a PostgreSQL database: "
        "postgresql://USER:PASSWORD@HOST:PORT/NAME",
    )
    cache: Path | None = Field(
        None,
        alias="NARDY_CACHE",
        description="the folder for files that the bot computes once and can compute again; by default the "
        "folder of the database file, and none with PostgreSQL",
    )
    host: str = Field(
        "127.0.0.1",
        alias="NARDY_HOST",
        min_length=1,
        description="the address that the local table listens on",
    )
    port: int = Field(
        8765,
        alias="NARDY_PORT",
        ge=0,
        le=65535,
        description="the port of the local table; 0 takes any free port",
    )
    origins: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        alias="NARDY_ORIGINS",
        description="further addresses at which browsers reach the local table, separated by commas",
    )
    table: Literal["open", "invited", ""] = Field(
        "",
        alias="NARDY_TABLE",
        description="access to seats at the local table: open for all people who reach it, or invited by "
        "link only; by default open while only this machine can reach the table, else invited",
    )
    proxies: Annotated[tuple[IPv4Network | IPv6Network, ...], NoDecode] = Field(
        (),
        alias="NARDY_PROXIES",
        description="the addresses or networks of the proxies in front of the local table, separated by "
        "commas",
    )
    public_url: str = Field(
        "",
        alias="NARDY_PUBLIC_URL",
        description="the public address of the local table's boards: https://HOST or https://HOST:PORT, "
        "with a path such as /nardy if a proxy adds one, or http on this machine",
    )
    tabs: int = Field(
        2000,
        alias="NARDY_TABS",
        ge=LEAST_TABS,
        le=MOST_TABS,
        description="how many tabs of the local table, Mini Apps and shared boards can be open at once",
    )
    sleep_days: int = Field(
        30,
        alias="NARDY_SLEEP_DAYS",
        ge=1,
        le=MOST_DAYS,
        description="the number of days without an action after which a game leaves the lists",
    )
    challenge_days: int = Field(
        14,
        alias="NARDY_CHALLENGE_DAYS",
        ge=1,
        le=MOST_DAYS,
        description="the number of days without an answer after which a challenge expires",
    )
    admins: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        alias="NARDY_ADMINS",
        description="the accounts that can use /admin, separated by commas: telegram:ID and discord:ID with "
        "the platforms' account numbers, never names; web:host for the hosts of the local table",
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        "INFO",
        alias="NARDY_LOG_LEVEL",
        description="the least severe records in the log: DEBUG, INFO, WARNING or ERROR",
    )
    log_format: Literal["lines", "json"] = Field(
        "lines",
        alias="NARDY_LOG_FORMAT",
        description="the format of the log: lines for people, or json for programs, one object a line",
    )
    metrics_port: int | None = Field(
        None,
        alias="NARDY_METRICS_PORT",
        ge=0,
        le=65535,
        description="the port of /healthz and /metrics; 0 takes any free port; if empty, there are no "
        "such pages",
    )
    metrics_address: str = Field(
        "127.0.0.1",
        alias="NARDY_METRICS_ADDRESS",
        min_length=1,
        description="the address that /healthz and /metrics listen on",
    )
    discord_token: SecretStr = Field(
        SecretStr(""), alias="DISCORD_TOKEN", description="the token of the bot's account on Discord"
    )
    discord_api_url: str = Field(
        "",
        alias="DISCORD_API_URL",
        pattern=r"^(https?://\S+)?$",
        description="the address of Discord's REST API with its version, if you put a proxy in front of it",
    )
    discord_gateway_url: str = Field(
        "",
        alias="DISCORD_GATEWAY_URL",
        pattern=r"^(wss?://\S+)?$",
        description="the address of Discord's gateway, if you put a proxy in front of it",
    )

    telegram_token: SecretStr = Field(
        SecretStr(""), alias="TELEGRAM_TOKEN", description="the token of the bot's account on Telegram"
    )
    telegram_api_url: str = Field(
        "",
        alias="TELEGRAM_API_URL",
        pattern=r"^(https?://\S+)?$",
        description="the address of the Bot API, if you run your own Bot API server",
    )
    telegram_app: str = Field(
        "",
        alias="NARDY_TELEGRAM_APP",
        pattern=r"^([A-Za-z0-9_]{3,30})?$",
        description="the Mini App's short name at @BotFather, which links in groups need",
    )
    telegram_webhook: str = Field(
        "",
        alias="NARDY_TELEGRAM_WEBHOOK",
        description="the public address of Telegram's webhook: https://HOST, a proxy that leads to "
        "NARDY_TELEGRAM_WEBHOOK_PORT; if empty, the bot asks Telegram for updates",
    )
    telegram_webhook_port: int = Field(
        18765,
        alias="NARDY_TELEGRAM_WEBHOOK_PORT",
        ge=1,
        le=65535,
        description="the port on NARDY_HOST where the bot receives the webhook's requests, at "
        "/telegram/updates",
    )
    telegram_pace: float = Field(
        1.0,
        alias="TELEGRAM_PACE",
        gt=0,
        description="the rate of sending as a multiple of what Telegram advises: 20 messages a minute "
        "to a group",
    )

    @property
    def cache_folder(self) -> Path | None:
        """The folder of caches, or None if the database is on a server and NARDY_CACHE is not set."""
        if self.cache is not None:
            return self.cache
        return self.database.parent if isinstance(self.database, Path) else None

    @property
    def is_by_invitation(self) -> bool:
        """True if an account at the local table needs the key of a link."""
        if self.table:
            return self.table == "invited"
        named = filter(None, (*self.origins, self.public_url))
        reached_by = (self.host, *(urlsplit(address).hostname or address for address in named))
        return bool(self.proxies) or not all(is_loopback(host) for host in reached_by)

    @property
    def table_address(self) -> str:
        """The web page's address for other machines, or empty if the settings do not say it."""
        named = [each for each in self.origins if "://" in each]
        hosts = {urlsplit(each).hostname for each in named}
        listening = f"[{self.host}]" if ":" in self.host else self.host
        known = [
            # The player may be on any network, so the public address comes first.
            *([self.public_url] if self.public_url and urlsplit(self.public_url).hostname in hosts else []),
            *(each.rstrip("/") for each in named),
            *([f"http://{listening}:{self.port}"] if self.port and not _is_everywhere(self.host) else []),
        ]
        return next((each for each in known if not is_loopback(urlsplit(each).hostname or "")), "")

    def admins_on(self, platform: str) -> tuple[str, ...]:
        """The account keys of the bot's administrators on a platform."""
        begins = f"{platform}:"
        return tuple(each.removeprefix(begins) for each in self.admins if each.startswith(begins))

    @field_validator("origins", "admins", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        return tuple(part.strip() for part in value.split(",") if part.strip())

    @field_validator("admins")
    @classmethod
    def _accounts(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        """Return the accounts.

        Raises:
            ValueError: one is not an account number, which alone belongs to one person for ever.
        """
        for each in value:
            if _ADMIN.fullmatch(each) is None:
                shown = each[:_LONGEST_SHOWN]
                raise ValueError(
                    f"{shown!r} is no account: write telegram:123456789, discord:123456789012345678 "
                    "or web:host; a name or @name can change hands"
                )
        return value

    @field_validator("metrics_port", "cache", mode="before")
    @classmethod
    def _none(cls, value: object) -> object:
        return None if value == "" else value

    @field_validator("public_url")
    @classmethod
    def _public(cls, value: str) -> str:
        """Return the address without a slash at its end.

        Raises:
            ValueError: the address is not public, or holds a password or query.
        """
        if not value:
            return value
        parts = urlsplit(value)
        host, _port = parts.hostname or "", parts.port
        # Others see links, so the address must not hold a password.
        is_bare = not parts.query and not parts.fragment and parts.username is None
        is_safe = parts.scheme == "https" or (parts.scheme == "http" and is_loopback(host))
        is_plain = _PUBLIC.fullmatch(value) is not None and _PATH.fullmatch(parts.path) is not None
        if not (host and is_bare and is_safe and is_plain):
            raise ValueError(
                "It must be https://HOST, https://HOST:PORT or https://HOST/PATH; http only on this machine"
            )
        return f"{parts.scheme}://{parts.netloc.lower()}{parts.path.rstrip('/')}"

    @field_validator("telegram_webhook")
    @classmethod
    def _webhook(cls, value: str) -> str:
        """Return the address without a slash at its end.

        Raises:
            ValueError: Telegram does not call such an address, or it has a path.
        """
        url = cls._public(value)
        parts = urlsplit(url)
        if parts.path:
            raise ValueError("It must be https://HOST or https://HOST:PORT without a path")
        if url and not is_loopback(parts.hostname or "") and parts.port not in (None, *_WEBHOOK_PORTS):
            raise ValueError("Telegram calls only the ports 443, 80, 88 and 8443")
        return url

    @field_validator("proxies", mode="before")
    @classmethod
    def _networks(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        return tuple(
            ipaddress.ip_network(part.strip(), strict=False) for part in value.split(",") if part.strip()
        )


def _is_everywhere(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).is_unspecified
    except ValueError:
        return False


NAMES = {field.alias or name: field.description for name, field in Settings.model_fields.items()}
"""The name of each setting in the environment, with its description."""


class SettingsError(Exception):
    """Some settings are unknown or invalid; the text names each."""


def read_settings() -> Settings:
    """Read the settings.

    Raises:
        SettingsError: some settings are unknown or invalid; the text says what each accepts.
    """
    _must_be_text(Path(".env"))
    faults = [
        f"{name} is no setting. There are: {', '.join(NAMES)}."
        for name in sorted(os.environ)
        if name.startswith(PREFIXES) and name not in NAMES
    ]
    try:
        settings = Settings.model_validate({})
    except ValidationError as error:
        faults += [_fault(str(each["loc"][0]), each["msg"]) for each in error.errors()]
    else:
        if not faults:
            return settings
    raise SettingsError("\n".join(faults))


def _must_be_text(path: Path) -> None:
    if path.is_file():
        try:
            path.read_bytes().decode("utf-8")
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            raise SettingsError(f"{path} is not UTF-8 text: line {line} cannot be read.") from None


def _fault(name: str, message: str) -> str:
    name = name.upper()
    if name not in NAMES:
        return f"{name} is no setting. There are: {', '.join(NAMES)}."
    return f"{name} is {NAMES[name]}. {message}."
