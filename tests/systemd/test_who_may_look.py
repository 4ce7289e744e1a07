"""Who may open the pages after an installation: what is asked, what the settings hold afterwards, and what is said."""

import os
import pty
import subprocess
import sys
from pathlib import Path
from tomllib import loads
from typing import Any, TypeAlias

import pytest

from pi.setup.loading import load_settings

Machine: TypeAlias = Any
"""Of conftest.py, which is not imported by name."""
INSTALL = Path(__file__).resolve().parents[2] / "systemd" / "install"
QUESTION = "May others in this network open the pages?"


def settings_of(machine: Machine) -> Path:
    path: Path = machine.root / "etc/damcam/damcam.toml"
    return path


def host_of(machine: Machine) -> str:
    return load_settings(settings_of(machine), {}).web.host


def answering(machine: Machine, answers: str, *words: str, **world: str) -> subprocess.CompletedProcess[str]:
    """Run the installer with somebody at its terminal, who types these answers."""
    ours, its = pty.openpty()
    os.write(ours, answers.encode())
    environment = {**machine.world, **world, "PATH": f"{machine.programs}:{os.environ['PATH']}"}
    command = ["sh", str(INSTALL), "--root", str(machine.root), *words]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False, env=environment, stdin=its, timeout=60)
    finally:
        os.close(its)
        os.close(ours)


@pytest.mark.parametrize(("answer", "host"), [("yes", "0.0.0.0"), ("n", "127.0.0.1"), ("what?\nja", "0.0.0.0"), ("\nNee", "127.0.0.1")])
def test_it_asks_once_and_the_settings_hold_the_answer(machine: Machine, answer: str, host: str) -> None:
    told = answering(machine, answer + "\n")
    assert (told.returncode, told.stderr.count(QUESTION)) == (0, 1), told.stderr
    assert host_of(machine) == host
    again = answering(machine, "")
    assert (again.returncode, QUESTION in again.stderr, host_of(machine)) == (0, False, host)


def test_the_answer_changes_nothing_else(machine: Machine) -> None:
    answering(machine, "yes\n")
    example = (INSTALL.parent / "damcam.toml").read_text(encoding="utf-8")
    assert settings_of(machine).read_text(encoding="utf-8") == example.replace('#host = ""', 'host = "0.0.0.0"')
    assert settings_of(machine).stat().st_mode & 0o777 == 0o640


def test_a_script_says_it_and_is_not_asked(machine: Machine) -> None:
    told = answering(machine, "", "--host", "0.0.0.0")
    assert (told.returncode, QUESTION in told.stderr, host_of(machine)) == (0, False, "0.0.0.0")
    assert "others in this network can open the pages" in told.stderr
    assert machine.run("--host", "127.0.0.1").returncode == 0
    assert host_of(machine) == "127.0.0.1"


def test_without_terminal_and_option_it_says_what_holds_and_how_to_change_it(machine: Machine) -> None:
    told = machine.run()
    assert told.returncode == 0
    assert "nobody was there to ask: only this machine can open the pages" in told.stderr
    assert "install --host 0.0.0.0" in told.stderr
    assert host_of(machine) == ""
    told = machine.run("--host", "0.0.0.0")
    assert "only this machine" not in told.stderr


def test_whoever_goes_away_at_the_question_gets_nothing_installed(machine: Machine) -> None:
    told = answering(machine, "\x04")
    assert (told.returncode, "nothing was answered; --host" in told.stderr) == (1, True)
    assert machine.files() == set()


def test_a_hub_is_for_the_network_and_says_so(machine: Machine) -> None:
    told = answering(machine, "", "--hub")
    assert (told.returncode, QUESTION in told.stderr) == (0, False)
    assert "others in this network can open the pages; to end that" in told.stderr
    assert "damcam addresses --hub prints where" in told.stderr
    assert load_settings(settings_of(machine), {}).web.hub_host == "0.0.0.0"


def test_a_hub_beside_a_board_that_nobody_may_look_at_says_so(machine: Machine) -> None:
    answering(machine, "no\n")
    told = machine.run("--hub")
    assert "only this machine can open the pages" in told.stderr
    assert "install --hub --host 0.0.0.0" in told.stderr


@pytest.mark.parametrize("line", ["trusted_proxies = 1", "proxies = 1"])
@pytest.mark.parametrize("words", [(), ("--hub",)])
def test_where_a_proxy_lets_others_in_nobody_is_asked(machine: Machine, line: str, words: tuple[str, ...]) -> None:
    settings_of(machine).parent.mkdir()
    settings_of(machine).write_text(f"[web]\n{line}\n", encoding="utf-8")
    told = answering(machine, "", *words)
    assert (told.returncode, QUESTION in told.stderr, "can open the pages" in told.stderr) == (0, False, False)
    assert settings_of(machine).read_text(encoding="utf-8") == f"[web]\n{line}\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", {"web": {"host": "0.0.0.0"}}),
        ('[game]\nevent = "a"\n', {"game": {"event": "a"}, "web": {"host": "0.0.0.0"}}),
        ("[web]\nport = 8100\n\n[hub]\nport = 1\n", {"web": {"port": 8100, "host": "0.0.0.0"}, "hub": {"port": 1}}),
        (" [ web ]  # pages\nport = 8100", {"web": {"port": 8100, "host": "0.0.0.0"}}),
        ('[web]\n  #host = "x"\n# host = "y" was here\n[hub]\n', {"web": {"host": "0.0.0.0"}, "hub": {}}),
    ],
)
def test_settings_that_are_there_get_the_answer_in_their_section(machine: Machine, before: str, after: dict[str, Any]) -> None:
    settings_of(machine).parent.mkdir()
    settings_of(machine).write_text(before, encoding="utf-8")
    settings_of(machine).chmod(0o600)
    assert answering(machine, "yes\n").returncode == 0
    assert loads(settings_of(machine).read_text(encoding="utf-8")) == after
    assert settings_of(machine).stat().st_mode & 0o777 == 0o600


def test_an_upgrade_that_fails_gives_the_settings_back(machine: Machine) -> None:
    machine.run()
    before = settings_of(machine).read_bytes()
    told = machine.run("--host", "0.0.0.0", UNIT_FAILS="yes")
    assert (told.returncode, settings_of(machine).read_bytes()) == (1, before)
    assert "the version before is in its place again" in told.stderr


def test_the_name_of_the_machine_is_answered_for_where_others_may_look(machine: Machine) -> None:
    for words, wanted in ((("--host", "127.0.0.1"), False), (("--host", "0.0.0.0"), True)):
        assert machine.run(*words, LACKS="avahi-daemon").returncode == 0
        calls = (machine.root / "calls").read_text(encoding="utf-8")
        assert ("--no-install-recommends avahi-daemon" in calls) == wanted


@pytest.mark.parametrize("words", [("--host",), ("--host", 'a"b'), ("--host", "a b"), ("--remove", "--host", "0.0.0.0")])
def test_a_wrong_host_is_told_with_the_usage(machine: Machine, words: tuple[str, ...]) -> None:
    told = machine.run(*words)
    assert (told.returncode, "[--host ADDRESS]" in told.stderr, machine.files()) == (2, True, set())


def told_on(settings: Path, role: str) -> str:
    """What the installer's end says on the machine itself, which the program that is installed tells."""
    script = """
        set -eu
        say() { printf 'damcam: %s\\n' "$*" >&2; }
        within() { "$@"; }
        host= root= unasked= settings=$1 role=$2 release=$3
        . "$4"
        tell_who_may_look
        """
    release = Path(sys.prefix)
    words = ["sh", "-c", script, "install", str(settings), role, str(release), str(INSTALL.with_name("who_may_look.sh"))]
    return subprocess.run(words, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL).stderr


@pytest.mark.parametrize(("role", "address"), [("board", "http://10.0.0.7:8000/before"), ("hub", "http://10.0.0.7:8080/before")])
def test_at_its_end_it_prints_where_the_pages_are(tmp_path: Path, role: str, address: str) -> None:
    (tmp_path / "damcam.toml").write_text('[web]\nhost = "10.0.0.7"\n')
    assert told_on(tmp_path / "damcam.toml", role).splitlines()[1:] == [address]
    (tmp_path / "damcam.toml").write_text('[web]\nhost = "127.0.0.1"\n')
    assert "only this machine can open the pages" in told_on(tmp_path / "damcam.toml", role)
