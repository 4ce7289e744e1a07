"""What `damcam hub init`, `enroll` and `revoke` and `damcam join` write and say; Mosquitto itself judges the files."""

import io
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import segno

from hub.broker.hall import Hall, HallError
from link.enrolment import FILE_NAME, Enrolment, EnrolmentError
from pi.cli import main
from pi.machine.joining import enrolment_of
from tests.support.commands import refusal
from tests.support.free_port import free_port
from tests.support.says import says


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
    assert {name for name, told in files(broker).items() if told != made[name]} == {"hub.json"}
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


def set_up(folder, port=8883):
    folder.mkdir()
    hall = Hall(folder)
    hall.init(port)
    return hall


def test_a_board_is_enrolled_once_joins_and_is_told_when_it_joins_again(damcam, tmp_path):
    damcam("hub", "init")
    damcam("hub", "enroll", "east-2", "--address", "192.0.2.7")
    file, kept = tmp_path / "damcam-east-2.json", tmp_path / "board" / FILE_NAME
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    written = json.loads(file.read_text())
    assert (written["v"], written["key"], written["addresses"], written["port"]) == (1, "east-2", ["192.0.2.7"], 8883)
    damcam("hub", "enroll", "east-2", "--to", "other.json", code="HallFault.is-enrolled", key="east-2")
    damcam("hub", "enroll", "east-2", code="EnrollSays.is-there")
    damcam("join", str(file))
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert enrolment_of(tmp_path / "board").password == written["password"]
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


WRONG = "this is no enrolment that this damcam knows: {why}; make it anew, with the same damcam on board and hub"
SPOILT = [
    *((text, WRONG) for text in ("", "[1]", "[" * 8000, '{"v":1,"key":"\\ud800"}')),
    ("x" * 9000, "this is no enrolment: it is longer than {most} bytes"),
    *(({"v": version}, WRONG) for version in (2, "1")),
    ({"certificate": None}, WRONG),
    ({"key": "_hub"}, "JoinFault.of-the-hub"),
    *(({name: value}, WRONG) for name, value in (("key", "../x"), ("port", True), ("port", 65536), ("addresses", ["a b"]))),
    *(({name: value}, WRONG) for name, value in (("certificate", "00"), ("password", "geheim\n" * 4), ("password", "geheim"))),
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
        with pytest.raises(EnrolmentError, match="is no key of a board"):
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
    damcam("hub", "enroll", "3", code=WRONG)


def a_folder(path):
    """A folder in the place of that file, which can neither be read nor be deleted as a file."""
    path.unlink(missing_ok=True)
    path.mkdir()


@pytest.mark.parametrize(
    ("spoilt", "acts", "code"),
    [
        ("broker/enrolments.json", lambda hall: hall.enroll("8", ()), "HallFault.not-read"),
        ("broker/hub.json", lambda hall: hall.enroll("8", ()), "HallFault.not-read"),
        ("broker/enrolments.json.new", lambda hall: hall.enroll("8", ()), "HallFault.not-written"),
        ("broker/enrolments.json.new", lambda hall: hall.revoke("7"), "HallFault.not-written"),
        ("broker/hub.json.new", lambda hall: hall.init(9993), "HallFault.not-written"),
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


def test_a_folder_whose_name_the_system_refuses_is_told_and_so_is_a_broker_that_does_not_take_the_change(tmp_path, monkeypatch):
    with pytest.raises(HallError, check=says("HallFault.not-read")):
        Hall(Path("a" * 300)).keys()
    monkeypatch.setattr("hub.broker.hall.LOOKS", 2)
    hall = set_up(tmp_path / "hall")
    with hall.sole_broker(), pytest.raises(HallError, check=says("HallFault.not-told", key="7")):
        hall.enroll("7", ())
    assert hall.keys() == ("7",)
    assert not hall.revoke("7"), "no broker runs"


@pytest.mark.usefixtures("system")
def test_a_state_of_such_a_name_is_served_when_it_is_written_as_a_path(damcam, monkeypatch):
    ran = []
    monkeypatch.setattr("os.execv", lambda program, words: ran.append(words) or 0)
    Path("init").mkdir()
    damcam("hub", "./init", "--port", str(free_port()))
    assert f"--state={Path('init').absolute()}" in ran[0]
    damcam("hub", "--port", "8000", "revoke", code="HubFault.no-folder")


def test_an_enrolment_is_read_as_it_was_written(enrolled):
    made = Enrolment.read(json.dumps(enrolled | {"addresses": ["a.local", "fe80::1%eth0"]}))
    assert made.addresses == ("a.local", "fe80::1%eth0")
    assert Enrolment.read(made.written()) == made
