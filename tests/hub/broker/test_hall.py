"""What `damcam hub init`, `enroll` and `revoke` and `damcam join` write and say; Mosquitto itself judges the files."""

import io
import json
import os
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
import segno

from hub.access.accounts import FILE_NAME as ACCOUNTS
from hub.access.accounts import Account, Accounts, Role
from hub.broker import passwords, running
from hub.broker.hall import Hall, HallError, accounts_text
from hub.broker.running import reload
from hub.wire.enrolment import FILE_NAME, Enrolment, EnrolmentError
from hub.wire.halves import Packet
from hub.wire.mqtt_halves import MqttBoardHalf, MqttHubHalf
from pi.cli import main
from pi.machine.joining import enrolment_of
from tests.free_port import free_port
from tests.mosquitto import mosquitto, soon

Damcam = Callable[..., tuple[int, str]]


@pytest.fixture
def damcam(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Damcam:
    """Runs the command; its status, and what it says. The hub's folder is `hub`, the board's `board`."""
    for name in ("hub", "board"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> tuple[int, str]:
        monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path / ("board" if words[0] == "join" else "hub")))
        status = main(list(words))
        return status, capsys.readouterr().err

    return run


def files(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir() if path.is_file()}


def test_init_writes_what_only_its_owner_reads_and_a_second_time_nothing(damcam: Damcam, tmp_path: Path) -> None:
    broker = tmp_path / "hub" / "broker"
    said = f"the broker is set up on port 8883: {broker}/mosquitto.conf; it runs with: damcam hub broker"
    assert damcam("hub", "init") == (0, f"damcam: {said}\n")
    assert {stat.S_IMODE(path.stat().st_mode) for path in broker.iterdir() if path.is_file()} == {0o600}
    assert {stat.S_IMODE(path.stat().st_mode) for path in (broker, broker / "conf.d")} == {0o700}
    made = files(broker)
    status, told = damcam("hub", "init", str(tmp_path / "hub"))
    assert (status, "nothing was changed" in told) == (0, True)
    assert files(broker) == made


def test_another_port_changes_the_configuration_and_no_certificate_and_no_password(
    damcam: Damcam, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broker = tmp_path / "hub" / "broker"
    damcam("hub", "init")
    before = files(broker)
    monkeypatch.setenv("DAMCAM_HUB_BROKER_PORT", "9993")
    assert "is set up on port 9993" in damcam("hub", "init")[1]
    changed = {name for name, told in files(broker).items() if told != before[name]}
    assert changed == {"mosquitto.conf", "hub.json"}
    assert Hall(tmp_path / "hub").own().port == 9993


def test_openssl_takes_the_certificates_for_this_machine(damcam: Damcam, tmp_path: Path) -> None:
    damcam("hub", "init")
    broker = tmp_path / "hub" / "broker"
    for check in (["-verify_ip", "127.0.0.1"], ["-verify_hostname", "localhost"]):
        command = ["openssl", "verify", "-x509_strict", *check, "-CAfile", broker / "authority.pem", broker / "server.pem"]
        told = subprocess.run(command, capture_output=True, text=True, check=False)
        assert told.returncode == 0, told.stdout + told.stderr
    assert key_of(broker / "server.pem") == Hall(tmp_path / "hub").own().fingerprint


def key_of(certificate: Path) -> str:
    """The SHA-256 of its public key, as openssl has it."""
    command = f"openssl x509 -in {certificate} -noout -pubkey | openssl pkey -pubin -outform der | openssl dgst -sha256 -r"
    return subprocess.run(command, shell=True, capture_output=True, text=True, check=True).stdout.partition(" ")[0]


def test_a_hub_at_another_address_gets_a_certificate_of_the_same_key(tmp_path: Path) -> None:
    hall, port = Hall(tmp_path), free_port()
    hall.init("hall", ("192.0.2.7", "hall.local"), port)
    before = files(hall.files)
    assert not hall.init("hall", ("192.0.2.7",), port), "it has all names of this machine"
    with mosquitto(tmp_path, port) as broker:
        board = MqttBoardHalf(broker.enroll("7"), "pi", Packet("presence", b"gone"))
        assert soon(lambda: board.connection == 1), board.trouble
        assert hall.init("hall", ("192.0.2.8", "hall.local"), port)
        changed = {name for name, told in files(hall.files).items() if name in before and told != before[name]}
        assert changed == {"server.pem", "passwords"}
        command = ["openssl", "verify", "-x509_strict", "-verify_ip", "192.0.2.8", "-CAfile", hall.files / "authority.pem"]
        assert subprocess.run([*command, hall.files / "server.pem"], capture_output=True, check=False).returncode == 0
        assert key_of(hall.files / "server.pem") == hall.own().fingerprint
        broker.end()
        broker.start()
        assert soon(lambda: board.connection == 2), "the board is enrolled as before"
        board.close()
    (hall.files / "authority.key").write_text("nonsense")
    with pytest.raises(HallError, match="the broker's certificates cannot be read"):
        hall.init("hall", ("192.0.2.9",), port)


BEGINS = """import signal, sys, time
signal.signal(signal.SIGHUP, signal.SIG_DFL) # nohup ignores it
time.sleep(0.5)
signal.signal(signal.SIGHUP, lambda *_: sys.exit(7))
time.sleep(15)
"""
"""A broker that runs for a while before it takes signals, as Mosquitto does on a busy machine."""


def test_a_broker_that_begins_is_told_once_it_takes_the_signal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would end it before."""
    monkeypatch.setattr(running, "BEGUN_WITHIN_S", 60.0)
    hall = Hall(tmp_path)
    hall.init("hall", (), free_port())
    (tmp_path / "begins.py").write_text(BEGINS)
    with begun(tmp_path / "begins.py", hall) as broker:
        hall.enroll("7", ())
        assert broker.wait(20) == 7
    assert not reload(hall.configuration), "none runs any more"


def begun(script: Path, hall: Hall | SimpleNamespace) -> subprocess.Popen[bytes]:
    """What /proc shows as a broker of that hall."""
    broker = subprocess.Popen(["mosquitto", script, "-c", hall.configuration], executable=sys.executable)
    assert soon(lambda: Path(f"/proc/{broker.pid}/cmdline").read_bytes().startswith(b"mosquitto"))
    return broker


def test_of_two_brokers_both_are_told_whatever_the_first_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One never takes the signal, and gets it when the time is over; none is waited for in vain that has ended."""
    monkeypatch.setattr(running, "BEGUN_WITHIN_S", 4.0)
    hall = Hall(tmp_path)
    hall.init("hall", (), free_port())
    (tmp_path / "begins.py").write_text(BEGINS)
    (tmp_path / "never.py").write_text("import signal, time; signal.signal(signal.SIGHUP, signal.SIG_DFL); time.sleep(60)")
    with begun(tmp_path / "never.py", hall) as never, begun(tmp_path / "begins.py", hall) as begins:
        assert reload(hall.configuration)
        assert (never.wait(20), begins.wait(20)) == (-signal.SIGHUP, 7)


def test_a_broker_of_another_user_is_told_after_all_that_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall(tmp_path)
    hall.init("hall", (), free_port())
    (tmp_path / "begins.py").write_text(BEGINS)
    theirs: list[int] = []

    def kill(process: int, number: int) -> None:
        if not theirs:
            theirs.append(process)
        if process in theirs:
            raise PermissionError
        signal.pidfd_send_signal(os.pidfd_open(process), number)

    monkeypatch.setattr(running.os, "kill", kill)
    with begun(tmp_path / "begins.py", hall) as one, begun(tmp_path / "begins.py", hall) as other:
        with pytest.raises(PermissionError):
            reload(hall.configuration)
        told, refused = (other, one) if theirs == [one.pid] else (one, other)
        assert told.wait(20) == 7
        monkeypatch.undo()
        refused.kill()


def test_a_process_of_anybody_that_names_a_loop_of_links_keeps_no_broker_from_being_told(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    hall.init("hall", (), free_port())
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "begins.py").write_text(BEGINS)
    (tmp_path / "other.py").write_text("import time; time.sleep(600)")
    looped = SimpleNamespace(configuration=tmp_path / "loop")
    with begun(tmp_path / "other.py", looped) as other, begun(tmp_path / "begins.py", hall) as broker:
        try:
            assert reload(hall.configuration)
            assert broker.wait(20) == 7
        finally:
            other.kill()
            broker.kill()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("init", "nowhere"), "nowhere: there is no such folder; name the hub's folder"),
        (("enroll", "1"), "there is no broker here yet; set it up first: damcam hub init"),
        (("revoke", "1"), "there is no broker here yet; set it up first: damcam hub init"),
    ],
)
def test_what_cannot_be_done_without_a_set_up_is_told(words: tuple[str, ...], sentence: str, damcam: Damcam) -> None:
    status, told = damcam("hub", *words)
    assert (status, sentence in told) == (1, True), told


def test_a_board_is_enrolled_once_joins_and_is_told_when_it_joins_again(damcam: Damcam, tmp_path: Path) -> None:
    damcam("hub", "init")
    Accounts(tmp_path / "hub" / ACCOUNTS).put(Account("Auke", Role.ARBITER, "scrypt:x"))
    status, told = damcam("hub", "enroll", "east-2", "--address", "192.0.2.7")
    assert (status, "at the board: damcam join damcam-east-2.json" in told) == (0, True), told
    file = tmp_path / "damcam-east-2.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    written = json.loads(file.read_text())
    assert (written["v"], written["key"], written["addresses"], written["port"]) == (1, "east-2", ["192.0.2.7"], 8883)
    assert written["accounts"] == json.loads(accounts_text(tmp_path / "hub"))
    assert "east-2 is enrolled already" in damcam("hub", "enroll", "east-2", "--to", "other.json")[1]
    assert "there is such a file already" in damcam("hub", "enroll", "east-2")[1]
    assert damcam("join", str(file)) == (
        0, f"damcam: this board has joined the hub as east-2; delete {file} now: it holds a password\n",
    )  # fmt: skip
    kept = tmp_path / "board" / FILE_NAME
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    enrolment = enrolment_of(tmp_path / "board")
    assert enrolment
    assert enrolment.password == written["password"]
    assert [account.name for account in Accounts(tmp_path / "board" / ACCOUNTS).all()] == ["Auke"]
    assert "nothing was changed" in damcam("join", str(file))[1]
    assert damcam("hub", "enroll", "east-2", "--again")[0] == 0
    assert "has joined the hub as east-2" in damcam("join", str(file))[1], "the same hub and key"
    damcam("hub", "enroll", "3")
    status, told = damcam("join", "damcam-3.json")
    assert (status, "this board has joined a hub already, as east-2" in told) == (1, True), told
    assert damcam("join", "damcam-3.json", "--again")[0] == 0
    os.chmod(kept, 0o644)
    assert "others may read this enrolment (mode 0644)" in damcam("join", "damcam-3.json")[1]


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda told: "", "this is no enrolment: no JSON from line 1"),
        (lambda told: "[1]", "this is no enrolment: a JSON object was expected"),
        (lambda told: "x" * 300_000, "this is no enrolment: it is longer than 262144 bytes"),
        (lambda told: json.dumps(told | {"v": 2}), "this enrolment has the version 2, and this damcam knows version 1"),
        (lambda told: json.dumps({name: told[name] for name in told if name != "authority"}), "authority is missing"),
        (lambda told: json.dumps(told | {"key": "../x"}), "key of the enrolment cannot be used: '../x'"),
        (lambda told: json.dumps(told | {"key": "_hub"}), "this is the hub's own enrolment, not that of a board"),
        (lambda told: json.dumps(told | {"port": True}), "port of the enrolment cannot be used: True"),
        (lambda told: json.dumps(told | {"addresses": ["a b"]}), "addresses of the enrolment cannot be used"),
        (lambda told: json.dumps(told | {"fingerprint": "00"}), "fingerprint of the enrolment cannot be used"),
        (lambda told: json.dumps(told | {"password": "geheim\n" * 4}), "password of the enrolment cannot be used: ..."),
        (lambda told: json.dumps(told | {"accounts": {"version": 9}}), "version 9 was not written by this damcam"),
        (lambda told: json.dumps(told | {"accounts": [1]}), "accounts of the enrolment cannot be used"),
        (
            lambda told: json.dumps(told | {"authority": "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"}),
            "the certificate of the enrolment cannot be read",
        ),
        (lambda told: json.dumps(told | {"authority": told["server"]}), "is not one of an authority"),
    ],
)
def test_nonsense_does_not_join(spoil: Callable[[dict], str], sentence: str, damcam: Damcam, tmp_path: Path) -> None:
    damcam("hub", "init")
    damcam("hub", "enroll", "1")
    told = json.loads((tmp_path / "damcam-1.json").read_text())
    told["server"] = (tmp_path / "hub" / "broker" / "server.pem").read_text()
    (tmp_path / "bad.json").write_text(spoil(told))
    status, said = damcam("join", "bad.json")
    assert (status, sentence in said) == (1, True), said
    assert "Traceback" not in said
    assert list((tmp_path / "board").iterdir()) == []


def test_the_text_of_the_code_joins_from_standard_input(damcam: Damcam, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    damcam("hub", "init")
    damcam("hub", "enroll", "1", "--by-zeroconf")
    text = (tmp_path / "damcam-1.json").read_text().rstrip("\n")
    assert segno.make_qr(text, error="l").version, "it fits into a code"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert damcam("join", "-") == (0, "damcam: this board has joined the hub as 1\n")
    enrolment = enrolment_of(tmp_path / "board")
    assert enrolment
    assert enrolment.addresses == ()
    assert damcam("join", "nowhere.json")[1].startswith("damcam: nowhere.json: the file cannot be read")


@pytest.mark.parametrize("key", ["Board", "a/b", "+", "#", "_hub", "", "a" * 33, "1 2"])
def test_a_key_that_could_be_a_topic_of_others_is_refused(key: str, damcam: Damcam, tmp_path: Path) -> None:
    damcam("hub", "init")
    status, told = damcam("hub", "enroll", key, "--to", "file.json")
    assert (status, "is no key of a board; a key has 1 to 32 lower-case letters" in told) == (1, True), told
    assert not (tmp_path / "file.json").exists()


def test_who_is_not_enrolled_is_not_revoked_and_the_enrolled_are_named(damcam: Damcam) -> None:
    damcam("hub", "init")
    damcam("hub", "enroll", "1")
    assert damcam("hub", "revoke", "2")[1] == "damcam: 2 is not enrolled; enrolled: 1\n"
    assert "no broker runs here" in damcam("hub", "revoke", "1")[1]
    assert damcam("hub", "revoke", "1")[0] == 1


def test_a_state_of_such_a_name_is_served_when_it_is_written_as_a_path(damcam: Damcam, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []
    monkeypatch.setattr("os.execv", lambda program, words: ran.append(words) or 0)
    Path("init").mkdir()
    damcam("hub", "./init", "--port", str(free_port()))
    assert f"--state={Path('init').absolute()}" in ran[0]
    assert damcam("hub", "--lang", "en", "revoke")[1].startswith("damcam: revoke: there is no such folder")


def test_what_mosquitto_passwd_writes_and_what_is_written_here_is_one_form(tmp_path: Path) -> None:
    file = tmp_path / "passwords"
    passwords.set_password(file, "1", "geheim-geheim-geheim")
    program = shutil.which("mosquitto_passwd")
    assert program
    subprocess.run([program, "-b", file, "2", "other"], check=True, capture_output=True)
    assert passwords.users(file) == ("1", "2")
    forms = {tuple(map(len, line.split(":")[1].split("$"))) for line in file.read_text().splitlines()}
    assert len(forms) == 1, "the same parts, of the same lengths"


def test_mosquitto_takes_the_configuration_without_a_warning_and_lines_of_ones_own(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    hall.init("hall", (), free_port())
    (hall.files / "conf.d" / "own.conf").write_text("max_connections 2\n")
    with mosquitto(tmp_path) as broker:
        half = MqttHubHalf(hall.own(), "a")
        assert soon(lambda: half.connection), half.trouble
        half.close()
        broker.end(signal.SIGTERM)
        assert "as _hub.a." in broker.log(), "whoever keeps the log has kept all of it"
        said = [line for line in broker.log().splitlines() if "Warning" in line or "Error" in line or "Note" in line]
        of_its_own = "run as root", "unexpected eof while reading"  # a client may be gone before it has said goodbye
        assert all(any(words in line for words in of_its_own) for line in said), said


def test_a_file_of_the_hub_that_was_spoilt_is_named(damcam: Damcam, tmp_path: Path) -> None:
    damcam("hub", "init")
    (tmp_path / "hub" / "broker" / "hub.json").write_text("{")
    status, told = damcam("hub", "enroll", "1")
    assert (status, f"{tmp_path}/hub/broker/hub.json: this is no enrolment" in told) == (1, True), told


def test_an_enrolment_is_read_as_it_was_written() -> None:
    text = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
    made = Enrolment("7", ("a.local", "fe80::1%eth0"), 8883, text, "0" * 64, "p" * 43, '{"version": 1}')
    assert Enrolment.read(made.written()) == made
    with pytest.raises(EnrolmentError):
        Enrolment.read(made.written(with_accounts=False).replace('"v":1', '"v":"1"'))
