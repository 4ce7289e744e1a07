"""What setting up a broker, enrolling and `damcam join` write and say; Mosquitto itself judges the files."""

import io
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from hub.broker.hall import Hall, HallError
from link.budget import SHUT_OUT_NS
from link.enrolment import FILE_NAME, HUB_USER, Enrolment, EnrolmentError
from pi.cli import main
from pi.machine.joining import enrolment_of, join_by_file
from tests.support.commands import refusal
from tests.support.says import says


@pytest.fixture
def hall(tmp_path):
    """A hub's folder with a broker."""
    return set_up(tmp_path / "hub")


@pytest.fixture
def joins(tmp_path, monkeypatch):
    """Runs `damcam join` at the board in the folder `board`; a code is that of its refusal."""
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path / "board"))
    monkeypatch.chdir(tmp_path)

    def run(*words, code="", **values):
        if not code:
            return main(["join", *words]) == 0 or pytest.fail("it is refused")
        error = refusal("join", *words)
        assert says(code, **values)(error)
        return error

    return run


def files(folder):
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir() if path.is_file()}


def test_the_files_are_for_their_owner_alone_and_a_second_time_only_what_changed_is_written(hall):
    assert {stat.S_IMODE(path.stat().st_mode) for path in hall.files.iterdir() if path.is_file()} == {0o600}
    assert {stat.S_IMODE(path.stat().st_mode) for path in (hall.files, hall.files / "conf.d")} == {0o700}
    made = files(hall.files)
    assert not hall.init(8883)
    assert files(hall.files) == made
    assert hall.init(9993)
    assert {name for name, told in files(hall.files).items() if told != made[name]} == {"hub.json"}
    assert hall.own().port == 9993


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


def test_a_board_is_enrolled_once_joins_and_is_told_when_it_joins_again(hall, joins, tmp_path):
    state, file, other = tmp_path / "board", tmp_path / "damcam-east-2.json", tmp_path / "damcam-3.json"
    made = hall.enroll("east-2", ["192.0.2.7"])
    assert made == hall.enrolment("east-2", ["192.0.2.7"])
    with pytest.raises(HallError, check=says("HallFault.is-enrolled", key="east-2")):
        hall.enroll("east-2", ())
    file.write_text(made.written())
    assert json.loads(file.read_text()) == {
        "v": 1, "key": "east-2", "addresses": ["192.0.2.7"], "port": 8883, "certificate": made.certificate, "password": made.password
    }  # fmt: skip
    joins(str(file))
    assert stat.S_IMODE((state / FILE_NAME).stat().st_mode) == 0o600
    assert enrolment_of(state) == made
    before = files(state)
    joins(str(file))
    assert files(state) == before
    file.write_text(hall.enroll("east-2", (), again=True).written())
    joins(str(file))
    assert files(state) != before
    other.write_text(hall.enroll("3", ()).written())
    joins(str(other), code="JoinFault.is-another", key="east-2")
    joins(str(other), "--again")
    os.chmod(state / FILE_NAME, 0o644)
    joins(str(other), code="JoinFault.read-by-others")


def test_a_board_that_has_joined_no_hub_joins_by_the_first_good_file_on_its_boot_partition_or_a_stick(hall, tmp_path, caplog):
    state, root = tmp_path / "board", tmp_path / "root"
    caplog.set_level("INFO")
    assert join_by_file(state, root) is None
    stick, boot = root / "media" / "pi" / "STICK", root / "boot" / "firmware"
    for folder in (stick, boot):
        folder.mkdir(parents=True)
    made = hall.enroll("7", ())
    (boot / "damcam-7.json").write_text("{")
    (boot / "damcam-8.json").mkdir()
    (stick / "notes.json").write_text(hall.enroll("9", ()).written())
    (stick / "damcam-7.json").write_text(made.written())
    assert join_by_file(state, root) == enrolment_of(state) == made
    assert [record.levelname for record in caplog.records] == ["WARNING", "WARNING", "INFO"]
    assert made.password not in caplog.text


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
def test_nonsense_does_not_join(spoilt, code, enrolled, joins, tmp_path):
    if isinstance(spoilt, dict):
        spoilt = json.dumps({name: value for name, value in (enrolled | spoilt).items() if value is not None})
    (tmp_path / "bad.json").write_text(spoilt)
    assert "geheim" not in str(joins("bad.json", code=code))
    assert not (tmp_path / "board").exists()


@pytest.fixture(scope="module")
def enrolled(tmp_path_factory):
    """What is in an enrolment."""
    hall = Hall(tmp_path_factory.mktemp("enrolled"))
    hall.init(8883)
    return json.loads(hall.enroll("1", ()).written())


def test_the_text_of_the_code_joins_from_standard_input(hall, joins, tmp_path, monkeypatch):
    text = hall.enroll("1", ()).written().rstrip("\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    joins("-")
    enrolment = enrolment_of(tmp_path / "board")
    assert (enrolment.key, enrolment.addresses) == ("1", ())
    joins("nowhere.json", code="JoinSays.not-read")


def test_a_key_that_could_be_a_topic_of_others_is_refused(tmp_path):
    for key in ("Board", "a/b", "+", "#", "_hub", "", "a" * 33, "1 2"):
        with pytest.raises(EnrolmentError, match="is no key of a board"):
            Hall(tmp_path).enroll(key, ())


def test_who_is_not_enrolled_is_not_revoked_and_the_enrolled_are_named(tmp_path):
    hall = Hall(tmp_path / "hub")
    for act in (lambda: hall.enroll("1", ()), lambda: hall.revoke("1")):
        with pytest.raises(HallError, check=says("HallFault.not-set-up")):
            act()
    with pytest.raises(HallError, check=says("HallFault.no-folder")):
        hall.init(8883)
    set_up(hall.folder).enroll("1", ())
    with pytest.raises(HallError, check=says("HallFault.not-enrolled", key="2")) as error:
        hall.revoke("2")
    assert error.value.sentence.remedy.values == {"keys": ("1",)}
    hall.revoke("1")
    with pytest.raises(HallError, check=says("HallFault.not-enrolled", key="1")):
        hall.revoke("1")
    (hall.files / "hub.json").write_text("{")
    with pytest.raises(HallError, check=says(WRONG)):
        hall.enroll("3", ())


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


def test_an_enrolment_is_read_as_it_was_written(enrolled):
    made = Enrolment.read(json.dumps(enrolled | {"addresses": ["a.local", "fe80::1%eth0"]}))
    assert made.addresses == ("a.local", "fe80::1%eth0")
    assert Enrolment.read(made.written()) == made


def test_who_is_shut_out_is_none_of_the_logins_for_a_minute_and_what_an_earlier_start_of_the_machine_left_counts_no_more(tmp_path):
    now_ns = [5_000_000_000_000]
    hall = Hall(tmp_path, lambda: now_ns[0])
    hall.init(8883)
    for key in ("7", "8"):
        hall.enroll(key, ("127.0.0.1",))
    hall.shut_out("7")
    assert hall.logins().logins.keys() == {HUB_USER, "8"}
    assert hall.keys() == ("7", "8"), "it stays enrolled"
    now_ns[0] += SHUT_OUT_NS - 1
    hall.shut_out("8")
    assert hall.logins().logins.keys() == {HUB_USER}
    now_ns[0] += 1
    assert hall.logins().logins.keys() == {HUB_USER, "7"}
    now_ns[0] = 1_000_000_000
    assert hall.logins().logins.keys() == {HUB_USER, "7", "8"}
    (hall.files / "shut-out.json").write_text("[")
    assert hall.logins().logins.keys() == {HUB_USER, "7", "8"}
