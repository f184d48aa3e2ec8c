"""Settings: all of them, from the environment or a file `.env`. None is required."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

PREFIX = "NARDY_"


class Settings(BaseSettings):
    """What can be set. In the environment each has its name in capitals, with `NARDY_` before it."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_file=".env", env_file_encoding="utf-8", extra="forbid", frozen=True
    )

    database: Path = Field(Path("nardy.db"), description="the file that keeps every game")
    host: str = Field("127.0.0.1", min_length=1, description="the address that the local table listens on")
    port: int = Field(
        8765, ge=0, le=65535, description="the port of the local table; 0 takes any that is free"
    )
    origins: Annotated[tuple[str, ...], NoDecode] = Field(
        (), description="further addresses that the local table is reached by, separated by commas"
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        "INFO", description="how much is written to the log: DEBUG, INFO, WARNING or ERROR"
    )

    @field_validator("origins", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        return tuple(part.strip() for part in value.split(",") if part.strip())


class SettingsError(Exception):
    """Some settings are unknown, or have values that are not accepted; its text names each."""


def read_settings() -> Settings:
    """Read the settings.

    Raises:
        SettingsError: naming each setting that is wrong, and what it accepts.
    """
    known = ", ".join(PREFIX + field.upper() for field in Settings.model_fields)
    faults = [
        f"{name} is no setting. There are: {known}."
        for name in sorted(os.environ)
        if name.startswith(PREFIX) and name.removeprefix(PREFIX).lower() not in Settings.model_fields
    ]
    try:
        settings = Settings()
    except ValidationError as error:
        faults += [_fault(str(each["loc"][0]), each["msg"]) for each in error.errors()]
    else:
        if not faults:
            return settings
    raise SettingsError("\n".join(faults))


def _fault(field: str, message: str) -> str:
    name = field.upper() if field.upper().startswith(PREFIX) else PREFIX + field.upper()
    known = Settings.model_fields.get(field)
    if known is None:
        return f"{name} is no setting."
    return f"{name} is {known.description}. {message}."
