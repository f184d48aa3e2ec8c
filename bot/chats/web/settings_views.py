"""Settings views: settings, turned into what the page shows."""

from __future__ import annotations

from bot.chats.web.settings_frames import ChoiceView, SettingView
from bot.talk.views.settings import Setting


def setting_views(settings: tuple[Setting, ...]) -> tuple[SettingView, ...]:
    """Return settings as the page shows them."""
    return tuple(
        SettingView(
            each.option,
            each.name,
            each.form,
            each.value,
            tuple(ChoiceView(choice.typed, choice.label) for choice in each.choices),
            each.offered,
            each.example,
            each.may_set,
        )
        for each in settings
    )
