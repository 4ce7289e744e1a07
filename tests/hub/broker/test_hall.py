"""What `damcam hub init`, `enroll` and `revoke` and `damcam join` write and say; Mosquitto itself judges the files."""

import io
import json
import os
import shutil
import signal
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
import segno

from hub.access.accounts import FILE_NAME as ACCOUNTS
from hub.access.accounts import Account, Accounts, Role
from hub.broker import passwords, running
from hub.broker.hall import Hall, HallError, accounts_text
from hub.broker.running import reload
from hub.wire.enrolment import FILE_NAME, Enrolment, EnrolmentError
from hub.wire.mqtt_halves import MqttHubHalf
from pi.cli import main
from pi.machine.joining import enrolment_of
from tests.support.commands import refusal
from tests.support.free_port import free_port
from tests.support.mosquitto import mosquitto
from tests.support.says import says
from tests.support.waiting import WITHIN_S, wait_until


@pytest.fixture
def damcam(tmp_path, monkeypatch):
    """Runs a command of the hub in the folder `hub`, or `join` of the board in the folder `board`; a code is that of its refusal."""
    monkeypatch.chdir(tmp_path)
    for name in ("hub", "board"):
        (tmp_path / name).mkdir()

    def run(*words, code="", **values):
        monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path / ("board" if words[0] == "join" else "hub")))
        if not code:
            return main(list(words)) == 0 or pytest.fail("it is refused")
        error = refusal(*words)
        assert says(code, **values)(error)
        return error

    return run


def files(folder):
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir() if path.is_file()}


def test_init_writes_what_only_its_owner_reads_and_a_second_time_only_what_changed(damcam, tmp_path):
    broker = tmp_path / "hub" / "broker"
    damcam("hub", "init")
    assert {stat.S_IMODE(path.stat().st_mode) for path in broker.iterdir() if path.is_file()} == {0o600}
    assert {stat.S_IMODE(path.stat().st_mode) for path in (broker, broker / "conf.d")} == {0o700}
    made = files(broker)
    damcam("hub", "init", str(tmp_path / "hub"))
    assert files(broker) == made
    Hall(tmp_path / "hub").init(9993)
    assert {name for name, told in files(broker).items() if told != made[name]} == {"mosquitto.conf", "hub.json"}
    assert Hall(tmp_path / "hub").own().port == 9993


@pytest.mark.parametrize("believed_s", [1, 253_402_300_798])
def test_a_board_trusts_the_certificate_whatever_it_believes_that_the_time_is(believed_s, system, tmp_path):
    hall = Hall(tmp_path)
    hall.init(8883)
    certificate = hall.files / "certificate.pem"
    command = ["openssl", "verify", "-attime", str(believed_s), "-x509_strict", "-CAfile", certificate, certificate]
    subprocess.run(command, check=True, capture_output=True)
    shown = subprocess.run(
        ["openssl", "x509", "-in", certificate, "-noout", "-sha256", "-fingerprint"], check=True, capture_output=True, text=True
    )
    assert shown.stdout.partition("=")[2].replace(":", "").strip().lower() == hall.own().fingerprint


class Begun(subprocess.Popen[bytes]):
    """What /proc shows as a broker with that configuration."""

    def __init__(self, configuration, *more):
        words = ["mosquitto", "-P", Path(__file__).with_name("begun.py"), *more, "-c", configuration]
        super().__init__(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, executable=sys.executable)
        wait_until(lambda: Path(f"/proc/{self.pid}/cmdline").read_bytes().startswith(b"mosquitto"))

    def begin(self):
        """Let it take signals from now on."""
        self.stdin.write(b"begin\n")
        self.stdin.flush()
        assert self.stdout.readline() == b"begun\n"
        return self


def set_up(folder, port=8883):
    folder.mkdir()
    hall = Hall(folder)
    hall.init(port)
    return hall


@pytest.fixture
def hall(tmp_path):
    return set_up(tmp_path / "hall", free_port())


def test_a_broker_that_begins_is_told_once_it_takes_the_signal(system, hall, monkeypatch):
    """It would end it before. It begins once it was looked at."""
    monkeypatch.setattr(running, "BEGUN_WITHIN_S", WITHIN_S)
    handles, looked = running._handles, []

    def look(process, number):
        found = handles(process, number)
        if not looked:
            broker.begin()
        looked.append(found)
        return found

    monkeypatch.setattr(running, "_handles", look)
    with Begun(hall.configuration, "takes") as broker:
        hall.enroll("7", ())
        assert broker.wait(WITHIN_S) == 7
    assert looked == [False, True]
    assert not reload(hall.configuration), "none runs any more"


def test_all_brokers_are_told_whatever_one_does_and_before_it_is_said_that_one_is_of_another_user(system, hall, tmp_path, monkeypatch):
    """One never takes the signal, and gets it when the time is over. A process of anybody that names a loop of links is no broker."""
    monkeypatch.setattr(running, "BEGUN_WITHIN_S", 0.1)
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    kill = os.kill

    def kill_own(process, number):
        if process == theirs.pid:
            raise PermissionError
        kill(process, number)

    with (
        Begun(hall.configuration, "takes").begin() as theirs,
        Begun(tmp_path / "loop").begin() as other,
        Begun(hall.configuration).begin() as never,
        Begun(hall.configuration, "takes").begin() as begun,
        monkeypatch.context() as users,
    ):
        users.setattr(running.os, "kill", kill_own)
        with pytest.raises(PermissionError):
            reload(hall.configuration)
        assert (never.wait(WITHIN_S), begun.wait(WITHIN_S), other.poll(), theirs.poll()) == (-signal.SIGHUP, 7, None, None)
        users.undo()
        assert reload(hall.configuration)
        assert theirs.wait(WITHIN_S) == 7


def test_a_board_is_enrolled_once_joins_and_is_told_when_it_joins_again(damcam, tmp_path):
    damcam("hub", "init")
    Accounts(tmp_path / "hub" / ACCOUNTS).put(Account("Auke", Role.ARBITER, "scrypt:x"))
    damcam("hub", "enroll", "east-2", "--address", "192.0.2.7")
    file, kept = tmp_path / "damcam-east-2.json", tmp_path / "board" / FILE_NAME
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    written = json.loads(file.read_text())
    assert (written["v"], written["key"], written["addresses"], written["port"]) == (1, "east-2", ["192.0.2.7"], 8883)
    assert written["accounts"] == json.loads(accounts_text(tmp_path / "hub"))
    damcam("hub", "enroll", "east-2", "--to", "other.json", code="HallFault.is-enrolled", key="east-2")
    damcam("hub", "enroll", "east-2", code="EnrollSays.is-there")
    damcam("join", str(file))
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert enrolment_of(tmp_path / "board").password == written["password"]
    assert [account.name for account in Accounts(tmp_path / "board" / ACCOUNTS).all()] == ["Auke"]
    before = files(tmp_path / "board")
    damcam("join", str(file))
    assert files(tmp_path / "board") == before
    damcam("hub", "enroll", "east-2", "--again")
    damcam("join", str(file))
    assert files(tmp_path / "board") != before
    damcam("hub", "enroll", "3")
    damcam("join", "damcam-3.json", code="JoinFault.is-another", key="east-2")
    damcam("join", "damcam-3.json", "--again")
    os.chmod(kept, 0o644)
    damcam("join", "damcam-3.json", code="JoinFault.read-by-others")


SPOILT = [
    ("", "EnrolmentFault.no-json"),
    ("[1]", "EnrolmentFault.no-object"),
    ("x" * 300_000, "EnrolmentFault.too-long"),
    *(({"v": version}, "EnrolmentFault.other-version") for version in (2, "1")),
    ({"certificate": None}, "EnrolmentFault.missing"),
    ({"key": "_hub"}, "JoinFault.of-the-hub"),
    *(({name: value}, "EnrolmentFault.wrong") for name, value in (("key", "../x"), ("port", True), ("addresses", ["a b"]))),
    *(({name: value}, "EnrolmentFault.wrong") for name, value in (("certificate", "00"), ("password", "geheim\n" * 4), ("accounts", [1]))),
    ({"accounts": {"version": 9}}, "AccountsFault.damaged"),
    ({"certificate": "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"}, "JoinFault.no-certificate"),
]


@pytest.mark.parametrize(("spoilt", "code"), SPOILT)
def test_nonsense_does_not_join(spoilt, code, enrolled, damcam, tmp_path):
    if isinstance(spoilt, dict):
        spoilt = json.dumps({name: value for name, value in (enrolled | spoilt).items() if value is not None})
    (tmp_path / "bad.json").write_text(spoilt)
    assert "geheim" not in str(damcam("join", "bad.json", code=code))
    assert list((tmp_path / "board").iterdir()) == []


@pytest.fixture(scope="module")
def enrolled(tmp_path_factory):
    """What is in an enrolment."""
    hall = Hall(tmp_path_factory.mktemp("enrolled"))
    hall.init(8883)
    return json.loads(hall.enroll("1", ()).written())


def test_the_text_of_the_code_joins_from_standard_input(damcam, tmp_path, monkeypatch):
    damcam("hub", "init")
    damcam("hub", "enroll", "1", "--by-zeroconf")
    text = (tmp_path / "damcam-1.json").read_text().rstrip("\n")
    assert segno.make_qr(text, error="l").version, "it fits into a code"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    damcam("join", "-")
    enrolment = enrolment_of(tmp_path / "board")
    assert (enrolment.key, enrolment.addresses) == ("1", ())
    damcam("join", "nowhere.json", code="JoinSays.not-read")


def test_a_key_that_could_be_a_topic_of_others_is_refused(tmp_path):
    for key in ("Board", "a/b", "+", "#", "_hub", "", "a" * 33, "1 2"):
        with pytest.raises(EnrolmentError, check=says("EnrolmentFault.no-key")):
            Hall(tmp_path).enroll(key, ())


@pytest.mark.usefixtures("system")
def test_who_is_not_enrolled_is_not_revoked_and_the_enrolled_are_named(damcam, tmp_path):
    for words in (("enroll", "1"), ("revoke", "1")):
        damcam("hub", *words, code="HallFault.not-set-up")
    damcam("hub", "init", "nowhere", code="HallFault.no-folder")
    damcam("hub", "init")
    damcam("hub", "enroll", "1")
    error = damcam("hub", "revoke", "2", code="HallFault.not-enrolled", key="2")
    assert error.sentence.remedy.values == {"keys": ("1",)}
    damcam("hub", "revoke", "1")
    damcam("hub", "revoke", "1", code="HallFault.not-enrolled", key="1")
    (tmp_path / "hub" / "broker" / "hub.json").write_text("{")
    damcam("hub", "enroll", "3", code="EnrolmentFault.no-json")


def a_folder(path):
    """A folder in the place of that file, which can neither be read nor be deleted as a file."""
    path.unlink(missing_ok=True)
    path.mkdir()


@pytest.mark.parametrize(
    ("spoilt", "acts", "code"),
    [
        ("broker/passwords", lambda hall: hall.enroll("8", ()), "HallFault.not-read"),
        ("broker/hub.json", lambda hall: hall.enroll("8", ()), "HallFault.not-read"),
        ("broker/passwords.new", lambda hall: hall.enroll("8", ()), "HallFault.not-written"),
        ("broker/passwords.new", lambda hall: hall.revoke("7"), "HallFault.not-written"),
        ("broker/mosquitto.conf.new", lambda hall: hall.init(9993), "HallFault.not-written"),
        ("boards/7/machine", lambda hall: hall.enroll("7", (), again=True), "HallFault.not-written"),
    ],
)
def test_files_that_cannot_be_read_or_written_are_told(spoilt, acts, code, tmp_path):
    hall = set_up(tmp_path / "hall")
    hall.enroll("7", ())
    (hall.boards / "7").mkdir(parents=True, exist_ok=True)
    a_folder(hall.folder / spoilt)
    with pytest.raises(HallError, check=says(code)):
        acts(hall)


def test_a_folder_whose_name_the_system_refuses_is_told_and_so_is_a_broker_of_another_user(tmp_path, monkeypatch):
    with pytest.raises(HallError, check=says("HallFault.not-read")):
        Hall(Path("a" * 300)).keys()

    def refuse(configuration):
        raise PermissionError

    monkeypatch.setattr("hub.broker.hall.reload", refuse)
    with pytest.raises(HallError, check=says("HallFault.not-told", key="7")):
        set_up(tmp_path / "hall").enroll("7", ())


@pytest.mark.usefixtures("system")
def test_a_state_of_such_a_name_is_served_when_it_is_written_as_a_path(damcam, monkeypatch):
    ran = []
    monkeypatch.setattr("os.execv", lambda program, words: ran.append(words) or 0)
    Path("init").mkdir()
    damcam("hub", "./init", "--port", str(free_port()))
    assert f"--state={Path('init').absolute()}" in ran[0]
    damcam("hub", "--port", "8000", "revoke", code="HubFault.no-folder")


def test_what_mosquitto_passwd_writes_and_what_is_written_here_is_one_form(system, tmp_path):
    file = tmp_path / "passwords"
    passwords.set_password(file, "1", "geheim-geheim-geheim")
    program = shutil.which("mosquitto_passwd")
    assert program
    subprocess.run([program, "-b", file, "2", "other"], check=True, capture_output=True)
    assert passwords.users(file) == ("1", "2")
    forms = {tuple(map(len, line.split(":")[1].split("$"))) for line in file.read_text().splitlines()}
    assert len(forms) == 1, "the same parts, of the same lengths"


def test_an_enrolment_is_read_as_it_was_written(enrolled):
    made = Enrolment.read(json.dumps(enrolled | {"addresses": ["a.local", "fe80::1%eth0"], "accounts": {"version": 1}}))
    assert made.addresses == ("a.local", "fe80::1%eth0")
    assert Enrolment.read(made.written()) == made


def test_mosquitto_takes_the_configuration_without_a_warning_and_lines_of_ones_own(system, hall):
    (hall.files / "conf.d" / "own.conf").write_text("max_connections 2\n")
    with mosquitto(hall.folder, hall.own().port) as broker:
        with closing(MqttHubHalf(hall.own(), "a")) as half:
            wait_until(lambda: half.connection, lambda: half.trouble)
        broker.end(signal.SIGTERM)
        assert "as _hub.a." in broker.log(), "whoever keeps the log has kept all of it"
        said = [line for line in broker.log().splitlines() if "Warning" in line or "Error" in line or "Note" in line]
        of_its_own = "run as root", "unexpected eof while reading"  # a client may be gone before it has said goodbye
        assert all(any(words in line for words in of_its_own) for line in said), said
