from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.settings import NAMES, Settings, SettingsError, read_settings

EXAMPLE = Path(__file__).parent.parent / ".env.example"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def test_no_setting_is_required() -> None:
    """Without settings the table listens on this machine only."""
    assert read_settings().host == "127.0.0.1"


def test_the_example_names_every_setting_and_its_default() -> None:
    """The comments of .env.example list every setting with its default."""
    examples = dict(re.findall(r"^#([A-Z_]+)=(.*)$", EXAMPLE.read_text("utf-8"), re.MULTILINE))
    assert set(examples) == set(NAMES)
    defaults = read_settings()
    for field, info in Settings.model_fields.items():
        default = getattr(defaults, field)
        shown = ",".join(default) if isinstance(default, tuple) else "" if default is None else str(default)
        assert examples[info.alias or field] == shown


def test_the_example_without_its_comment_signs_is_accepted(tmp_path: Path) -> None:
    """The uncommented example, used as .env, changes nothing."""
    defaults = read_settings()
    text = re.sub(r"^#([A-Z]+_)", r"\1", EXAMPLE.read_text("utf-8"), flags=re.MULTILINE)
    (tmp_path / ".env").write_text(text, "utf-8")
    assert read_settings() == defaults


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("NARDY_PORT", "many"),
        ("NARDY_PORT", "70000"),
        ("NARDY_LOG_LEVEL", "loud"),
        ("NARDY_LOG_FORMAT", "xml"),
        ("NARDY_METRICS_PORT", "some"),
        ("NARDY_METRICS_PORT", "65536"),
        ("NARDY_METRICS_ADDRESS", ""),
        ("NARDY_HOST", ""),
        ("NARDY_TABLE", "closed"),
        ("NARDY_PROXIES", "127.0.0.1,proxy.lan"),
        ("NARDY_PUBLIC_URL", "nardy.example.org"),
        ("NARDY_PUBLIC_URL", "http://nardy.example.org"),
        ("NARDY_PUBLIC_URL", "https://me:secret@nardy.example.org"),
        ("NARDY_PUBLIC_URL", "https://nardy.example.org//nardy"),
        ("NARDY_PUBLIC_URL", "https://nardy.example.org/<nardy>"),
        ("NARDY_TELEGRAM_WEBHOOK", "https://nardy.example.org/secret"),
        ("NARDY_PUBLIC_URL", "https://nardy.example.org/?key=secret"),
        ("NARDY_PUBLIC_URL", "https://nardy example.org"),
        ("NARDY_PUBLIC_URL", "https://nardy.example.org:many"),
        ("NARDY_ADMINS", "@anna"),
        ("NARDY_ADMINS", "anna"),
        ("NARDY_ADMINS", "123456789"),
        ("NARDY_ADMINS", "telegram:@anna"),
        ("NARDY_ADMINS", "telegram:anna"),
        ("NARDY_ADMINS", "telegram:123,discord:boris#1234"),
        ("NARDY_ADMINS", "telegram:-100123"),
        ("NARDY_ADMINS", "telegram:٣"),
        ("NARDY_ADMINS", "web:anna"),
        ("DISCORD_API_URL", "somewhere"),
        ("DISCORD_GATEWAY_URL", "https://example.org"),
    ],
)
def test_a_bad_value_is_refused_by_name(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """A bad value stops the start; the error names the setting and describes it."""
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=f"{name} is {NAMES[name]}"):
        read_settings()


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("", ""),
        ("https://Nardy.example.org/", "https://nardy.example.org"),
        ("https://nardy.example.org:8443", "https://nardy.example.org:8443"),
        ("https://Example.org/nardy/", "https://example.org/nardy"),
        ("http://127.0.0.1:8765", "http://127.0.0.1:8765"),
        ("http://[::1]:8765/", "http://[::1]:8765"),
        ("http://localhost", "http://localhost"),
    ],
)
def test_the_public_address_is_kept_without_a_slash(
    monkeypatch: pytest.MonkeyPatch, typed: str, kept: str
) -> None:
    """The address for links is https to any host, or http to this machine, without a final slash."""
    monkeypatch.setenv("NARDY_PUBLIC_URL", typed)
    assert read_settings().public_url == kept


def test_an_unknown_setting_in_the_environment_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """An unknown setting is refused with the list of settings."""
    monkeypatch.setenv("NARDY_PROT", "1")
    with pytest.raises(SettingsError, match=r"NARDY_PROT is no setting.*NARDY_PORT"):
        read_settings()


def test_an_unknown_setting_in_the_file_is_refused_by_name(tmp_path: Path) -> None:
    """An unknown setting in .env is refused too."""
    (tmp_path / ".env").write_text("NARDY_PROT=1\n", "utf-8")
    with pytest.raises(SettingsError, match="NARDY_PROT is no setting"):
        read_settings()


def test_all_faults_are_reported_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One error names two wrong settings."""
    monkeypatch.setenv("NARDY_PORT", "many")
    monkeypatch.setenv("NARDY_LOG_LEVEL", "loud")
    with pytest.raises(SettingsError, match=r"(?s)NARDY_PORT.*NARDY_LOG_LEVEL"):
        read_settings()


def test_origins_are_separated_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several addresses are read from one line."""
    monkeypatch.setenv("NARDY_ORIGINS", "https://a.example, https://b.example")
    assert read_settings().origins == ("https://a.example", "https://b.example")


def test_settings_print_no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    """No form of the settings contains the token."""
    monkeypatch.setenv("DISCORD_TOKEN", "very.secret.token")
    settings = read_settings()
    assert settings.discord_token.get_secret_value() == "very.secret.token"
    assert "very.secret.token" not in f"{settings} {settings!r} {settings.model_dump_json()}"


@pytest.mark.parametrize(
    ("values", "invited"),
    [
        ({}, False),
        ({"NARDY_HOST": "localhost"}, False),
        ({"NARDY_HOST": "::1"}, False),
        ({"NARDY_HOST": "127.0.0.2", "NARDY_ORIGINS": "http://localhost:9000,http://[::1]:9000"}, False),
        ({"NARDY_HOST": "0.0.0.0"}, True),  # noqa: S104 - nothing listens
        ({"NARDY_HOST": "::"}, True),
        ({"NARDY_HOST": "192.168.1.5"}, True),
        ({"NARDY_HOST": "table.lan"}, True),
        ({"NARDY_ORIGINS": "http://localhost:9000,https://nardy.example.org"}, True),
        ({"NARDY_PROXIES": "127.0.0.1"}, True),
        ({"NARDY_HOST": "0.0.0.0", "NARDY_TABLE": "open"}, False),  # noqa: S104 - nothing listens
        ({"NARDY_TABLE": "invited"}, True),
    ],
)
def test_a_public_table_is_by_invitation(
    monkeypatch: pytest.MonkeyPatch, values: dict[str, str], *, invited: bool
) -> None:
    """If other machines can reach the table, an account needs an invitation, unless a setting opens it."""
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    assert read_settings().is_by_invitation is invited


@pytest.mark.parametrize(
    ("values", "address"),
    [
        ({}, ""),
        ({"NARDY_HOST": "::"}, ""),
        ({"NARDY_HOST": "192.168.0.12"}, "http://192.168.0.12:8765"),
        ({"NARDY_HOST": "fd00::1"}, "http://[fd00::1]:8765"),
        ({"NARDY_ORIGINS": "http://localhost:80, http://house.lan:8765/"}, "http://house.lan:8765"),
        ({"NARDY_PUBLIC_URL": "https://boards.example.org"}, ""),
        (
            {
                "NARDY_PUBLIC_URL": "https://nardy.example.org",
                "NARDY_ORIGINS": "http://house.lan,https://nardy.example.org",
            },
            "https://nardy.example.org",
        ),
    ],
)
def test_the_address_of_the_table_is_one_that_others_can_open(
    monkeypatch: pytest.MonkeyPatch, values: dict[str, str], address: str
) -> None:
    """A public address comes first; an address that only this machine can open is left out."""
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    assert read_settings().table_address == address


def test_proxies_are_addresses_and_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proxies are named one by one or by their network, in IPv4 and IPv6."""
    monkeypatch.setenv("NARDY_PROXIES", "127.0.0.1, 10.1.2.3/8,fd00::/8")
    assert [str(network) for network in read_settings().proxies] == ["127.0.0.1/32", "10.0.0.0/8", "fd00::/8"]
