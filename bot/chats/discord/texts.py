"""Texts: names and descriptions of commands in the languages that the bot speaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord
from discord import app_commands

from bot.talk.catalog import DEFAULT_LANGUAGE, Words, nearest_language

_MESSAGE = "message"


def locale_string(text: str, message: str) -> app_commands.locale_str:
    """Return a text that has a message in the catalogs.

    Args:
        text: the text where no language fits.
        message: the id of the message.
    """
    return app_commands.locale_str(text, **{_MESSAGE: message})


def capitalised(text: str) -> str:
    """Return a text that begins with a capital."""
    return text[:1].upper() + text[1:]


class CatalogTranslator(app_commands.Translator):
    """Finds the texts of commands in the catalogs.

    Args:
        words: the catalog of a language.
    """

    def __init__(self, words: Callable[[str], Words]) -> None:
        self._words = words

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return a text in one of Discord's languages; nothing, where the text itself serves."""
        message: Any = string.extras.get(_MESSAGE)
        language = nearest_language(locale.value)
        if message is None or language == DEFAULT_LANGUAGE:
            return None
        text = self._words(language).words(message)
        described = context.location in (
            app_commands.TranslationContextLocation.command_description,
            app_commands.TranslationContextLocation.parameter_description,
        )
        return capitalised(text) if described else text
