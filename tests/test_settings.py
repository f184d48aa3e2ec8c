from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.settings import PREFIX, Settings, SettingsError, read_settings

EXAMPLE = Path(__file__).parent.parent / ".env.example"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for field in Settings.model_fields:
        monkeypatch.delenv(PREFIX + field.upper(), raising=False)


def test_no_setting_is_required() -> None:
    """Without any setting the table listens on this machine alone."""
    assert read_settings().host == "127.0.0.1"


def test_the_example_names_every_setting_and_its_default() -> None:
    """What .env.example says, in comments, is every setting with the value it has when it is not set."""
    told = dict(re.findall(r"^#(NARDY_\w+)=(.*)$", EXAMPLE.read_text("utf-8"), re.MULTILINE))
    assert set(told) == {PREFIX + field.upper() for field in Settings.model_fields}
    defaults = read_settings()
    for name, value in told.items():
        default = getattr(defaults, name.removeprefix(PREFIX).lower())
        assert value == (",".join(default) if isinstance(default, tuple) else str(default)), name


def test_the_example_without_its_comment_signs_is_accepted(tmp_path: Path) -> None:
    """Copied to .env and uncommented, the example changes nothing."""
    defaults = read_settings()
    text = re.sub(r"^#(NARDY_)", r"\1", EXAMPLE.read_text("utf-8"), flags=re.MULTILINE)
    (tmp_path / ".env").write_text(text, "utf-8")
    assert read_settings() == defaults


@pytest.mark.parametrize(
    ("name", "value"),
    [("NARDY_PORT", "many"), ("NARDY_PORT", "70000"), ("NARDY_LOG_LEVEL", "loud"), ("NARDY_HOST", "")],
)
def test_a_bad_value_is_refused_with_the_name_of_its_setting(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    """A value that is not accepted stops the start, and the reason names the setting and what it is."""
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=f"{name} is the .*|{name} is how much"):
        read_settings()


def test_an_unknown_setting_in_the_environment_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """A misspelt setting is not passed over: its name is told, and the names there are."""
    monkeypatch.setenv("NARDY_PROT", "1")
    with pytest.raises(SettingsError, match=r"NARDY_PROT is no setting.*NARDY_PORT"):
        read_settings()


def test_an_unknown_setting_in_the_file_is_refused_by_name(tmp_path: Path) -> None:
    """The same holds for the file .env."""
    (tmp_path / ".env").write_text("NARDY_PROT=1\n", "utf-8")
    with pytest.raises(SettingsError, match="NARDY_PROT is no setting"):
        read_settings()


def test_every_fault_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two wrong settings are named in one refusal."""
    monkeypatch.setenv("NARDY_PORT", "many")
    monkeypatch.setenv("NARDY_LOG_LEVEL", "loud")
    with pytest.raises(SettingsError, match=r"(?s)NARDY_PORT.*NARDY_LOG_LEVEL"):
        read_settings()


def test_origins_are_separated_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several addresses are read from one line."""
    monkeypatch.setenv("NARDY_ORIGINS", "https://a.example, https://b.example")
    assert read_settings().origins == ("https://a.example", "https://b.example")
