"""The instructions of docs/hosting.md and deploy/, executed as far as possible without containers."""

from __future__ import annotations

import fnmatch
import json
import os
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot import __main__ as command
from bot.capacity import tabs_allowed
from bot.settings import NAMES, Settings
from bot.settings_faults import PREFIXES
from tests.pace import HANG
from tests.process import spawn
from tests.sessions.world import inhabited

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
CONTAINER_USER = 10001
"""The user in the container."""


def instructions() -> list[tuple[str, str]]:
    """Return the instructions of the Dockerfile, each with its arguments."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text("utf-8"), flags=re.MULTILINE)
    lines = text.replace("\\\n", " ").splitlines()
    return [(name, rest.strip()) for name, _, rest in (line.partition(" ") for line in lines if line.strip())]


def stages() -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return the instructions of the build stage and of the final stage."""
    found = instructions()
    second = [number for number, (name, _) in enumerate(found) if name == "FROM"][1]
    return found[:second], found[second:]


def is_sent(path: str) -> bool:
    """Return True if .dockerignore lets a file into the image: the last matching line decides."""
    sent = True
    for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        pattern = line.removeprefix("!").removeprefix("**/")
        names = path.split("/")
        whole = [path, *("/".join(names[:count]) for count in range(1, len(names)))]
        fits = any(fnmatch.fnmatch(each, pattern) for each in (whole if "**/" not in line else names))
        sent = line.startswith("!") if fits else sent
    return sent


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("bot/app.py", True),
        ("bot/talk/locales/ru/commands.ftl", True),
        ("requirements.lock", True),
        (".env", False),
        ("bot/.env", False),
        ("nardy.db", False),
        ("bot/nardy.db-wal", False),
        ("deploy/.env", False),
        ("deploy/backups/nardy-1.dump", False),
        ("tests/query_plans.py", False),
        (".git/config", False),
        ("bot/__pycache__/app.pyc", False),
    ],
)
def test_the_image_gets_no_settings_and_no_database(path: str, *, sent: bool) -> None:
    """The image contains the program, and never a host's settings or database."""
    assert is_sent(path) is sent


def test_the_image_copies_existing_files_and_checks_hashes() -> None:
    """Every file that the Dockerfile copies exists and is not ignored; all hashes of packages are checked."""
    building, running = stages()
    copied = [word for name, rest in building if name == "COPY" for word in rest.split()[:-1]]
    assert [each for each in copied if not (ROOT / each).exists() or not is_sent(each)] == []
    commands = [rest for name, rest in building if name == "RUN"]
    assert sum("--require-hashes --requirement requirements.lock" in each for each in commands) == 1
    assert [each for each in commands if "pip install" in each and "--require-hashes" not in each] == [
        "/opt/nardy/bin/python -m pip install --no-cache-dir --no-deps --no-build-isolation ."
    ]
    assert ("USER", str(CONTAINER_USER)) in running
    assert running.index(("USER", str(CONTAINER_USER))) < running.index(("ENTRYPOINT", '["nardy"]'))
    assert not [rest for name, rest in running if name in ("ADD", "ARG") or "pip" in rest.split()]


def can_become_container_user() -> bool:
    """Return True if this process can run Python as another user."""
    return os.geteuid() == 0 and shutil.which("setpriv") is not None and base_python() != sys.executable


def as_container_user(command: list[str]) -> list[str]:
    """Return the command run as the container's user, or unchanged if that is impossible."""
    if not can_become_container_user():
        return command
    return [
        "setpriv",
        f"--reuid={CONTAINER_USER}",
        f"--regid={CONTAINER_USER}",
        "--clear-groups",
        "--",
        *command,
    ]


@pytest.fixture(scope="module")
def installed() -> Iterator[Path]:
    """A folder that other users can enter, with `opt/nardy` as the Dockerfile's build stage leaves it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        install(folder)
        yield folder


def install(folder: Path) -> None:
    """Execute the Dockerfile's build stage, but take the locked packages from this environment."""
    source, nardy = folder / "src", folder / "opt" / "nardy"
    source.mkdir()
    for name, rest in stages()[0]:
        words = rest.replace("/opt/nardy", str(nardy)).split()
        if name == "COPY":
            for each in words[:-1]:
                copy_in(ROOT / each, source / words[-1])
        elif name == "RUN" and "--require-hashes" in words:
            # `make` has installed the locked packages for these tests already.
            here = sysconfig.get_paths()["purelib"]
            (folder_of(nardy) / "locked.pth").write_text(f"{here}\n", "utf-8")
        elif name == "RUN" and "venv" in words:
            run([base_python(), *words[1:], "--without-pip"], source)  # installing pip takes ten seconds
        elif name == "RUN" and "uninstall" not in words:
            run([sys.executable, "-m", "pip", "--python", words[0], *words[3:]], source)


def run(command: list[str], folder: Path, **environment: str) -> str:
    """Run a command, which must succeed, and return its output."""
    done = subprocess.run(  # noqa: S603 (our own words)
        command,
        cwd=folder,
        env=environment or None,
        check=False,
        capture_output=True,
        text=True,
        timeout=HANG,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def base_python() -> str:
    """Return a Python of this version that every user may run; this one if there is none."""
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for path in (Path(sys.base_prefix, "bin", name).resolve(), Path("/usr/bin") / name):
        if path.exists() and all(each.stat().st_mode & 0o001 for each in (path, *path.parents)):
            return str(path)
    return sys.executable


def folder_of(nardy: Path) -> Path:
    """Return the package folder of a virtual environment."""
    (found,) = (nardy / "lib").glob("python3*/site-packages")
    return found


def copy_in(path: Path, target: Path) -> None:
    """Copy the files that .dockerignore lets in."""
    if path.is_file():
        shutil.copy(path, target)
        return
    for each in path.rglob("*"):
        inner = each.relative_to(ROOT)
        if each.is_file() and is_sent(inner.as_posix()):
            (target / each.relative_to(path)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(each, target / each.relative_to(path))


@pytest.mark.long
async def test_the_image_runs_healthily_without_rights(installed: Path) -> None:
    """The bot starts, is healthy and stops as a user without rights, in a tree that it cannot write."""
    running = stages()[1]
    data = installed / "data"
    data.mkdir(mode=0o700)
    if can_become_container_user():
        os.chown(data, CONTAINER_USER, CONTAINER_USER)
    nardy = installed / "opt" / "nardy"
    before = {path: path.stat().st_mtime_ns for path in nardy.rglob("*")}
    settings = dict(rest.split("=", 1) for name, rest in running if name == "ENV")
    settings = {name: text.replace("/opt/nardy", str(nardy)) for name, text in settings.items()}
    settings |= {"NARDY_DATABASE": str(data / "nardy.db"), "NARDY_PORT": "0", "NARDY_HOST": "127.0.0.1"}
    (health,) = [rest.partition("CMD ")[2] for name, rest in running if name == "HEALTHCHECK"]
    with (installed / "log").open("wb") as log:
        bot = subprocess.Popen(  # noqa: S603, ASYNC220 (our own words)
            as_container_user([str(nardy / "bin" / "nardy")]), cwd=data, env=settings, stdout=log, stderr=log
        )
    try:
        command = [str(nardy / "bin" / json.loads(health)[0]), *json.loads(health)[1:]]
        last = time.monotonic() + HANG
        while subprocess.run(command, env=settings, check=False, capture_output=True).returncode:  # noqa: S603, ASYNC221
            assert bot.poll() is None, (installed / "log").read_text()
            assert time.monotonic() < last, (installed / "log").read_text()
        bot.send_signal(signal.SIGTERM)
        assert bot.wait(HANG) == 0, (installed / "log").read_text()
    finally:
        bot.kill()
        bot.wait()
    assert {path: path.stat().st_mtime_ns for path in nardy.rglob("*")} == before
    assert (data / "nardy.db").stat().st_uid == (
        CONTAINER_USER if can_become_container_user() else os.geteuid()
    )


def compose() -> dict[str, Any]:
    """Return the compose file."""
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return found


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives folders away")
def test_group_0_can_write_the_data_folder(tmp_path: Path) -> None:
    """Group 0, which every other user of the image belongs to, has the user's rights on `/data`."""
    found = re.search(r"install -d (.*) /data$", (ROOT / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    assert found is not None
    made = tmp_path / "data"
    run(["install", "-d", *shlex.split(found[1].replace("nardy", "10001")), str(made)], ROOT)
    status = made.stat()
    assert (status.st_uid, status.st_gid) == (10001, 0)
    assert (status.st_mode >> 3) & 0o7 == (status.st_mode >> 6) & 0o7


def test_the_containers_have_no_more_rights_than_they_need() -> None:
    """The bot cannot write its file system or gain rights, and only this machine reaches it."""
    services = compose()["services"]
    assert set(services) == {"bot", "database", "backups"}
    bot = services["bot"]
    assert (bot["read_only"], bot["cap_drop"], bot["init"]) == (True, ["ALL"], True)
    assert bot["security_opt"] == ["no-new-privileges:true"]
    assert "privileged" not in str(services)
    copies = services["backups"]
    assert (copies["read_only"], copies["cap_drop"], copies["init"]) == (True, ["ALL"], True)
    assert (copies["cap_add"], copies["healthcheck"]) == (["DAC_OVERRIDE"], {"disable": True})
    published = [port for service in services.values() for port in service.get("ports", ())]
    ports = [Settings.model_fields[name].default for name in ("port", "telegram_webhook_port")]
    assert published == [f"127.0.0.1:{port}:{port}" for port in ports]
    mounted = {volume.split(":")[0] for service in services.values() for volume in service["volumes"]}
    named = {each for each in mounted if "/" not in each}
    assert named == set(compose()["volumes"])


def test_copies_are_made_by_the_bots_own_program() -> None:
    """The unit and the container keep the newest 14 copies; the container makes one each day."""
    (started,) = re.findall(r"^ExecStart=(.*)$", (DEPLOY / "nardy-backup.service").read_text(), re.MULTILINE)
    assert started == "/opt/nardy/bin/nardy backup --folder /var/lib/nardy/backups --keep 14"
    command = compose()["services"]["backups"]["command"]
    assert command == ["backup", "--folder", "/backups", "--keep", "14", "--every", "86400"]


def test_the_image_has_the_client_of_the_compose_files_server() -> None:
    """The PostgreSQL client in the image has the version of the database's image."""
    server = compose()["services"]["database"]["image"].removeprefix("postgres:")
    installs = [rest for name, rest in stages()[1] if name == "RUN" and "apt-get install" in rest]
    assert [f"postgresql-client-{server}" in each.split() for each in installs] == [True]


def test_the_open_files_suffice_for_the_tabs() -> None:
    """The units and the container allow enough open files for the number of tabs in their comments."""
    files = {compose()["services"]["bot"]["ulimits"]["nofile"]}
    texts = [(DEPLOY / name).read_text("utf-8") for name in ("nardy.service", "nardy@.service")]
    files |= {
        int(found) for text in texts for found in re.findall(r"^LimitNOFILE=(\d+)$", text, re.MULTILINE)
    }
    (allowed,) = files
    texts.append((DEPLOY / "compose.yaml").read_text("utf-8"))
    (named,) = {int(found) for text in texts for found in re.findall(r"NARDY_TABS=(\d+)", text)}
    assert named >= Settings.model_fields["tabs"].default
    assert tabs_allowed(named, allowed, None) == named


def test_deploy_files_use_existing_settings() -> None:
    """The Dockerfile, the compose file and the units set only settings that exist."""
    texts = [
        (ROOT / "Dockerfile").read_text("utf-8"),
        *(each.read_text("utf-8") for each in DEPLOY.iterdir() if each.is_file()),
    ]
    named = {
        name
        for text in texts
        for name in re.findall(r"\b[A-Z]+_[A-Z_]+\b", text)
        if name.startswith(PREFIXES)
    }
    assert named <= set(NAMES)
    password = compose()["services"]["bot"]["environment"]["NARDY_DATABASE"]
    assert "${POSTGRES_PASSWORD:?" in password  # required at the start, and in no file of the project
    assert not list(DEPLOY.glob(".env"))


@pytest.mark.parametrize("name", ["nardy.service", "nardy@.service"])
def test_the_bot_starts_after_the_clock_is_set(name: str) -> None:
    """Systemd starts the bot after the service that sets the machine's clock."""
    lines = (DEPLOY / name).read_text("utf-8").splitlines()
    (after,) = (line for line in lines if line.startswith("After="))
    assert "time-sync.target" in after.partition("=")[2].split()


@pytest.mark.long
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    """Systemd finds no fault in the units and rates the bot's as well protected."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    for path in DEPLOY.glob("nardy*.*"):
        unit = path.read_text("utf-8").replace("/opt/nardy/bin/nardy", "/bin/true")
        (tmp_path / path.name).write_text(unit, "utf-8")
    for path in tmp_path.iterdir():
        done = subprocess.run(["systemd-analyze", "verify", str(path)], check=False, capture_output=True)  # noqa: S603, S607
        assert (done.returncode, done.stderr) == (0, b"")
    command = [
        "systemd-analyze",
        "security",
        "--offline=true",
        "--threshold=25",
        str(tmp_path / "nardy.service"),
    ]
    assert subprocess.run(command, check=False, capture_output=True).returncode == 0  # noqa: S603


def tool(path: Path, text: str) -> None:
    """Write a program that replaces another."""
    path.write_text(text, "utf-8")
    path.chmod(0o755)


def steps(heading: str) -> str:
    """Return the commands for systemd below a heading of the page for hosts."""
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    part = re.split(r"^#{2,3} ", page.partition(f" {heading}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]
    return "\n".join(
        block for block in re.findall(r"```sh\n(.*?)```", part, re.DOTALL) if "docker" not in block
    )


QUICKLY = {"PIP_NO_COMPILE": "1", "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}

SYSTEMCTL = """#!/bin/sh
# Does with the units what systemd would, as far as the guide goes.
set -eu
verb=$1; shift
for unit; do
    case $verb:$unit in
        enable:nardy.service | start:nardy.service)
            cd LIB; nardy > log 2>&1 & echo $! > PID
            while ! grep -q "Nardy is ready" LIB/log; do kill -0 "$(cat PID)"; sleep 0.2; done;;
        stop:nardy.service)
            kill -TERM "$(cat PID)"
            while kill -0 "$(cat PID)" 2> /dev/null; do sleep 0.1; done;;
        start:nardy-backup.service)
            cd LIB
            command=$(sed -n "s/^ExecStart=//p" UNITS/nardy-backup.service)
            echo "$command" | sed "s#/opt/nardy#OPT#; s#/var/lib/nardy#LIB#" | sh -eu;;
    esac
done
"""


@pytest.fixture
def machine(installed: Path, tmp_path: Path) -> dict[str, str]:
    """The environment of a machine on which one user can execute the guide's commands."""
    places = {"OPT": installed / "opt" / "nardy", "LIB": tmp_path / "lib", "PID": tmp_path / "pid"}
    places["UNITS"] = tmp_path / "units"
    tools = tmp_path / "tools"
    for folder in (tools, places["LIB"], tmp_path / "units"):
        folder.mkdir()
    text = SYSTEMCTL
    for name, path in places.items():
        text = re.sub(rf"\b{name}\b", str(path), text)
    tool(tools / "systemctl", text)
    tool(tools / "sudo", '#!/bin/sh\nexec "$@"\n')
    tool(tools / "useradd", "#!/bin/sh\n")
    tool(
        tools / "systemd-run",
        "#!/bin/sh\nwhile case $1 in --*) true;; *) false;; esac; do shift; done\n"
        f'cd {places["LIB"]}\nexec "$@"\n',
    )
    tool(tools / "install", '#!/bin/sh\nif [ "$1" = -o ]; then shift 4; fi\nexec /usr/bin/install "$@"\n')
    return {"PATH": f"{tools}:{places['OPT']}/bin:/usr/bin:/bin", "NARDY_PORT": "0", **QUICKLY}


def carry_out(commands: str, environment: dict[str, str], tmp_path: Path, installed: Path) -> str:
    """Execute commands of the guide, which must all succeed, and return their output.

    Paths lead below the test's folder. The locked packages are installed already, by `make`.
    """
    for place, there in (
        ("/opt/nardy", installed / "opt" / "nardy"),
        ("/var/lib/nardy", tmp_path / "lib"),
        ("/etc/nardy.env", tmp_path / "nardy.env"),
        ("/etc/systemd/system", tmp_path / "units"),
    ):
        commands = commands.replace(place, str(there))
    locked = "-m pip install --require-hashes --requirement requirements.lock"
    commands = "\n".join(
        line for line in commands.splitlines() if not line.endswith(locked) and "-m venv" not in line
    )
    functions = "\n".join(line for line in steps("One machine").splitlines() if line.startswith("nardy() "))
    functions = functions.replace("/opt/nardy", str(installed / "opt" / "nardy"))
    script = f"set -eu\n{functions}\n{commands}\n"
    return run(["/bin/bash", "-c", script], ROOT, **environment)


def rows(path: Path) -> dict[str, int]:
    """Return the number of rows in each table that players see."""
    with closing(sqlite3.connect(path)) as connection:
        return {
            table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608 (our names)
            for table in ("players", "games", "events", "matches")
        }


@pytest.mark.long
async def test_a_bot_is_installed_upgraded_and_restored_as_the_guide_says(
    machine: dict[str, str], installed: Path, tmp_path: Path
) -> None:
    """With the guide's commands for systemd, games survive an upgrade, and a copy restores them."""
    database = tmp_path / "lib" / "nardy.db"
    async with inhabited(database) as world:
        await world.turn(await world.game())
    older(database)
    played = rows(database)
    try:
        printed = carry_out(steps("One machine"), machine, tmp_path, installed)
        assert "OK  All settings are accepted." in printed
        assert "1 games replayed, 0 faults." in printed
        printed = carry_out(steps("Upgrading"), machine, tmp_path, installed)
        assert "1 games replayed, 0 faults." in printed
        assert rows(database) == played
        assert len([*(tmp_path / "lib" / "backups").glob("nardy-*.db")]) == 1
        with closing(sqlite3.connect(database)) as connection, connection:
            connection.execute("DELETE FROM events")
        printed = carry_out(steps("Restoring a copy"), machine, tmp_path, installed)
        assert "1 games replayed, 0 faults." in printed
        assert rows(database) == played
        assert (tmp_path / "lib" / "replaced" / "nardy.db").exists()
    finally:
        with (tmp_path / "pid").open() as running:
            os.kill(int(running.read()), signal.SIGKILL)


def older(database: Path) -> None:
    """Downgrade a database by one revision."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("ALTER TABLE own_puzzles DROP COLUMN in_a_row")
        connection.execute("UPDATE alembic_version SET version_num = '0030'")


def test_windows_is_referred_to_wsl(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without file locks and signals, the program recommends WSL in one line and ends."""
    monkeypatch.setattr(sys, "platform", "win32")
    assert command.main() == 1
    assert "inside WSL" in capsys.readouterr().out


async def test_the_guides_commands_without_make_work() -> None:
    """The commands that the guide gives for use without make exist."""
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    (line,) = re.findall(r"Without make: (.*?)\.\s", page)
    commands = [shlex.split(each) for each in re.findall(r"`([^`]+)`", line)]
    assert commands == [
        ["python3", "-m", "venv", ".venv"],
        [".venv/bin/pip", "install", "."],
        [".venv/bin/nardy"],
    ]
    process = await spawn("-m", "venv", "--help", cwd=ROOT)
    assert await process.wait() == 0
