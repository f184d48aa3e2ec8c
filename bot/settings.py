"""Settings: all of them, from the environment or a file `.env`. None is required."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Annotated, Literal

from pydantic import (
    Field,
    PlainValidator,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.settings_faults import ENCODING, faults_of_file, faults_of_names, faults_of_values
from bot.token_forms import fault_of_discord, fault_of_telegram
from bot.written_addresses import (
    WebAddress,
    host_of,
    is_everywhere,
    is_loopback,
    network,
    shown,
    version_of,
    web_address,
)
from storage.places import Place, place_of

MOST_DAYS = 3650
LEAST_TABS, MOST_TABS = 40, 100_000
_ADMIN = re.compile(r"(telegram|discord):[1-9][0-9]{0,19}|web:host")
_WEBHOOK_PORTS = (443, 80, 88, 8443)
_SHORT_NAME = re.compile(r"[A-Za-z0-9_]{3,30}")
_FILE = ".env"


def _place(value: object) -> Place:
    return place_of(value) if isinstance(value, str) else value  # type: ignore[return-value]  # the default


class Settings(BaseSettings):
    """All settings. Each has the name of its alias in the environment."""

    model_config = SettingsConfigDict(env_file=_FILE, env_file_encoding=ENCODING, extra="forbid", frozen=True)

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
    hosts: Annotated[tuple[str, ...], NoDecode] = Field(
        ("127.0.0.1",),
        alias="NARDY_HOST",
        description="the addresses that the local table listens on, separated by commas; 0.0.0.0 means every "
        "IPv4 address of this machine, and :: every IPv6 address",
    )
    port: int = Field(
        8765,
        alias="NARDY_PORT",
        ge=0,
        le=65535,
        description="the port of the local table; 0 takes any free port",
    )
    origins: Annotated[tuple[WebAddress, ...], NoDecode] = Field(
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
    metrics_hosts: Annotated[tuple[str, ...], NoDecode] = Field(
        ("127.0.0.1",),
        alias="NARDY_METRICS_ADDRESS",
        description="the addresses that /healthz and /metrics listen on, separated by commas",
    )
    discord_token: SecretStr = Field(
        SecretStr(""), alias="DISCORD_TOKEN", description="the token of the bot's account on Discord"
    )
    discord_api_url: str = Field(
        "",
        alias="DISCORD_API_URL",
        description="the address of Discord's REST API with its version, if you put a proxy in front of it",
    )
    discord_gateway_url: str = Field(
        "",
        alias="DISCORD_GATEWAY_URL",
        description="the address of Discord's gateway, if you put a proxy in front of it",
    )

    telegram_token: SecretStr = Field(
        SecretStr(""), alias="TELEGRAM_TOKEN", description="the token of the bot's account on Telegram"
    )
    telegram_api_url: str = Field(
        "",
        alias="TELEGRAM_API_URL",
        description="the address of the Bot API, if you run your own Bot API server",
    )
    telegram_app: str = Field(
        "",
        alias="NARDY_TELEGRAM_APP",
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
        allow_inf_nan=False,
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
        named = [each.host for each in self.origins]
        if self.public_url:
            named.append(web_address(self.public_url).host)
        return bool(self.proxies) or not all(is_loopback(host) for host in (*self.hosts, *named))

    @property
    def table_address(self) -> str:
        """The web page's address for other machines, or empty if the settings do not say it."""
        known = list(self.origins)
        if self.public_url and (public := web_address(self.public_url)).host in {each.host for each in known}:
            known.insert(0, public)  # the player may be on any network, so the public address comes first
        if self.port:
            listening = (each for each in self.hosts if not is_everywhere(each))
            known += [WebAddress("http", each, self.port) for each in listening]
        return next((str(each) for each in known if not is_loopback(each.host)), "")

    def admins_on(self, platform: str) -> tuple[str, ...]:
        """The account keys of the bot's administrators on a platform."""
        begins = f"{platform}:"
        return tuple(each.removeprefix(begins) for each in self.admins if each.startswith(begins))

    @field_validator("hosts", "metrics_hosts", "origins", "admins", "proxies", mode="before")
    @classmethod
    def _split(cls, value: object, info: ValidationInfo) -> object:
        """Split a list at its commas, and read each part of a list of addresses.

        Raises:
            ValueError: a part is no such address.
        """
        if not isinstance(value, str):
            return value
        read = _READ.get(info.field_name or "", str)
        return tuple(dict.fromkeys(read(part.strip()) for part in value.split(",") if part.strip()))

    @field_validator("hosts", "metrics_hosts")
    @classmethod
    def _listening(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        """Return the addresses to listen on.

        Raises:
            ValueError: there is none, or one means the same as another, which the system refuses.
        """
        if not value:
            raise ValueError("Write at least one address, such as 127.0.0.1")
        for each in filter(is_everywhere, value):
            # An IPv6 server never listens on IPv4 addresses, so that 0.0.0.0 and :: go together.
            same = (
                other for other in value if other != each and version_of(other) in (None, version_of(each))
            )
            if (other := next(same, None)) is not None:
                raise ValueError(f"Leave out {other}: {each} means it, too")
        return value

    @field_validator("admins")
    @classmethod
    def _accounts(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        """Return the accounts.

        Raises:
            ValueError: one is not an account number, which alone belongs to one person for ever.
        """
        for each in value:
            if _ADMIN.fullmatch(each) is None:
                raise ValueError(
                    f"{shown(each)} is no account: write telegram:123456789, discord:123456789012345678 "
                    "or web:host; a name or @name can change hands"
                )
        return value

    @field_validator("metrics_port", "cache", mode="before")
    @classmethod
    def _none(cls, value: object) -> object:
        return None if value == "" else value

    @field_validator("public_url", "telegram_webhook")
    @classmethod
    def _public(cls, value: str, info: ValidationInfo) -> str:
        """Return the address without a slash at its end.

        Raises:
            ValueError: the address is not public, or Telegram does not call it.
        """
        if not value:
            return value
        address = _shown_address(value)
        if address.scheme != "https" and not is_loopback(address.host):
            raise ValueError(f"{shown(value)} is not safe: write https://, or http:// only for this machine")
        if info.field_name == "telegram_webhook":
            if address.path:
                raise ValueError(f"{shown(value)} has a path: write {address.origin}")
            if not is_loopback(address.host) and address.port not in (None, *_WEBHOOK_PORTS):
                raise ValueError("Telegram calls only the ports 443, 80, 88 and 8443")
        return str(address)

    @field_validator("discord_api_url", "discord_gateway_url", "telegram_api_url")
    @classmethod
    def _interface(cls, value: str, info: ValidationInfo) -> str:
        """Return the address of a platform's interface.

        Raises:
            ValueError: it is no such address.
        """
        schemes = ("wss", "ws") if info.field_name == "discord_gateway_url" else ("https", "http")
        return str(web_address(value, schemes)) if value else value

    @field_validator("telegram_app")
    @classmethod
    def _short_name(cls, value: str) -> str:
        """Return the Mini App's short name.

        Raises:
            ValueError: @BotFather gives no such name.
        """
        if value and not _SHORT_NAME.fullmatch(value):
            raise ValueError(
                f"{shown(value)} is no short name: write what follows t.me/YOUR_BOT/, 3 to 30 letters, "
                "digits and underscores"
            )
        return value

    @field_validator("discord_token", "telegram_token")
    @classmethod
    def _token(cls, value: SecretStr, info: ValidationInfo) -> SecretStr:
        """Return a token.

        Raises:
            ValueError: it has not the form of one. The error does not quote it.
        """
        fault_of = fault_of_discord if info.field_name == "discord_token" else fault_of_telegram
        if value.get_secret_value() and (fault := fault_of(value.get_secret_value())):
            raise ValueError(fault)
        return value

    @model_validator(mode="after")
    def _one_free_port(self) -> Settings:
        """Refuse any free port for several addresses: the system would choose another one for each.

        Raises:
            ValueError: port 0 goes with several addresses.
        """
        for name, port, hosts in (
            ("NARDY_PORT", self.port, self.hosts),
            ("NARDY_METRICS_PORT", self.metrics_port, self.metrics_hosts),
        ):
            if port == 0 and len(hosts) > 1:
                raise ValueError(
                    f"{name} must not be 0 if there are several addresses: write a port such as 8765"
                )
        return self


def _shown_address(text: str) -> WebAddress:
    """Return an address that other people see.

    Raises:
        ValueError: it is none, or holds a password.
    """
    address = web_address(text)
    if address.login:
        raise ValueError("Leave out the name and password before @, because other people see this address")
    return address


_READ: dict[str, Callable[[str], object]] = {
    "hosts": host_of,
    "metrics_hosts": host_of,
    "origins": _shown_address,
    "proxies": network,
}


NAMES = {field.alias or name: field.description or "" for name, field in Settings.model_fields.items()}
"""The name of each setting in the environment, with its description."""


class SettingsError(Exception):
    """Some settings are unknown or invalid; the text names each."""


def read_settings() -> Settings:
    """Read the settings.

    Raises:
        SettingsError: some settings are unknown or invalid; the text says what each accepts.
    """
    faults = [*faults_of_names(os.environ, NAMES), *faults_of_file(Path(_FILE))]
    # A line that cannot be read may hold any setting, so no value is judged before the file is right.
    if not faults or not Path(_FILE).is_file():
        try:
            settings = Settings.model_validate({})
        except ValidationError as error:
            faults += faults_of_values(error, Settings, NAMES)
        else:
            if not faults:
                return settings
    raise SettingsError("\n".join(faults))
