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
    assert read_settings().hosts == ("127.0.0.1",)


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
        ("NARDY_PUBLIC_URL", "https://nardy.example.org/../secret"),
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
    with pytest.raises(SettingsError) as refused:
        read_settings()
    assert str(refused.value).startswith(f"{name} is wrong. ")
    assert str(refused.value).endswith(f"It holds {NAMES[name]}.")


@pytest.mark.parametrize(
    ("name", "value", "right"),
    [
        ("NARDY_DATABASE", "sqlite:///games/x.db", "write games/x.db"),
        ("NARDY_DATABASE", "sqlite:////srv/x.db", "write /srv/x.db"),
        ("NARDY_DATABASE", "mysql://anna:hidden@db/nardy", "postgresql://USER:PASSWORD@HOST:PORT/NAME"),
        ("NARDY_DATABASE", "postgresql+asyncpg://anna:hidden@db/nardy", "begins with postgresql://"),
        ("NARDY_DATABASE", "", "such as nardy.db"),
        ("NARDY_DATABASE", ":memory:", "such as nardy.db"),
        ("NARDY_DATABASE", "~/nardy.db", "write the whole path"),
        ("NARDY_HOST", "127.0.0.1:8080", "write 127.0.0.1"),
        ("NARDY_HOST", "[::1]:8080", "write [::1]"),
        ("NARDY_HOST", "https://nardy.example.org", "without https://"),
        ("NARDY_HOST", "0", "looks like 192.168.1.5"),
        ("NARDY_HOST", "*", "write an IP address"),
        ("NARDY_HOST", "::1::", "looks like ::1"),
        ("NARDY_HOST", "0.0.0.0,127.0.0.1", "Leave out 127.0.0.1"),
        ("NARDY_HOST", "localhost,::", "Leave out localhost"),
        ("NARDY_METRICS_ADDRESS", "127.0.0.1:9464", "write 127.0.0.1"),
        ("NARDY_ORIGINS", "foo", "write https://HOST"),
        ("NARDY_ORIGINS", "https://[::1", "brackets"),
        ("NARDY_ORIGINS", "https://nardy.example.org:0", "from 1 to 65535"),
        ("NARDY_ORIGINS", "https://*.example.org", "write an IP address, or a name"),
        ("NARDY_ORIGINS", "https://anna:hidden@nardy.example.org", "Leave out the name and password"),
        ("NARDY_PUBLIC_URL", "http://nardy.example.org", "write https://"),
        ("NARDY_PROXIES", "proxy.lan", "such as 127.0.0.1"),
        ("DISCORD_TOKEN", "123456789012345678", "looks like the application id"),
        ("DISCORD_TOKEN", "Bot hidden.hidden.hidden", "Leave out the word Bot"),
        ("DISCORD_TOKEN", "12345:AAhiddenhiddenhiddenhiddenhiddenhidd", "for TELEGRAM_TOKEN"),
        ("TELEGRAM_TOKEN", "hidden.hidden.hidden", "for DISCORD_TOKEN"),
        ("TELEGRAM_TOKEN", "hidden", "a number, a colon and 35 letters"),
        ("TELEGRAM_TOKEN", "'12345:hidden'", "Leave out the quotes"),
        ("NARDY_PORT", "", "from 0 to 65535, not empty"),
        ("NARDY_LOG_LEVEL", "loud", "DEBUG, INFO, WARNING or ERROR, not 'loud'"),
    ],
)
def test_a_refusal_says_what_is_right(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, right: str
) -> None:
    """The error says what to write instead, and quotes neither a token nor a password."""
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as refused:
        read_settings()
    assert right in str(refused.value)
    assert "hidden" not in str(refused.value)


@pytest.mark.parametrize(
    ("written", "hosts"),
    [
        ("[::1]", ("::1",)),
        ("Nardy.Example.org.", ("nardy.example.org",)),
        ("игры.рф", ("xn--c1ajz8b.xn--p1ai",)),
        ("0.0.0.0, ::", ("0.0.0.0", "::")),  # noqa: S104 - nothing listens
        ("127.0.0.1,::1,127.0.0.1", ("127.0.0.1", "::1")),
    ],
)
def test_the_table_listens_on_each_address(
    monkeypatch: pytest.MonkeyPatch, written: str, hosts: tuple[str, ...]
) -> None:
    """Several addresses, brackets and names in any alphabet are understood."""
    monkeypatch.setenv("NARDY_HOST", written)
    assert read_settings().hosts == hosts


def test_any_free_port_goes_with_one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system would choose another free port for each of several addresses."""
    monkeypatch.setenv("NARDY_HOST", "127.0.0.1,::1")
    monkeypatch.setenv("NARDY_PORT", "0")
    with pytest.raises(SettingsError, match="NARDY_PORT must not be 0"):
        read_settings()


@pytest.mark.parametrize("line", ["NARDY_PORT 8080", "NARDY_HOST: 0.0.0.0", "NARDY_TABLE", 'NARDY_CACHE="x'])
def test_a_line_that_is_not_understood_is_refused_by_its_number(tmp_path: Path, line: str) -> None:
    """A broken line of .env is never skipped, because its setting would keep the default."""
    (tmp_path / ".env").write_text(f"# mine\nNARDY_SLEEP_DAYS=3\n{line}\n", "utf-8")
    with pytest.raises(SettingsError, match=r"^Line 3 of \.env is not understood: write NAME=VALUE"):
        read_settings()


def test_a_mark_of_the_encoding_is_no_part_of_a_name(tmp_path: Path) -> None:
    """Some editors begin a file with a byte order mark."""
    (tmp_path / ".env").write_text("NARDY_PORT=9000\n", "utf-8-sig")
    assert read_settings().port == 9000


@pytest.mark.parametrize("name", ["NARDY_DATABSE", "NARDI_DATABASE", "NARDYDATABASE"])
def test_a_mistyped_name_is_refused_with_the_nearest_one(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A mistyped name must not start the bot with an empty database."""
    monkeypatch.setenv(name, "games.db")
    with pytest.raises(SettingsError, match=f"{name} is no setting. Did you mean NARDY_DATABASE?"):
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
        ("https://nardy.example.org:443/", "https://nardy.example.org"),
        ("https://игры.рф/nardy/", "https://xn--c1ajz8b.xn--p1ai/nardy"),
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
    assert [str(each) for each in read_settings().origins] == ["https://a.example", "https://b.example"]


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
