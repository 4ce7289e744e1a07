"""The signature under a closed game: anybody may check it, also with openssl alone, and a journal that was written anew does not fit it."""

import shutil
import subprocess
from base64 import b64decode

import pytest

from record.events.about import About
from record.events.of_game import CameraFault, SessionClosed
from record.events.of_record import Described
from record.store.closing import Closing, closing_of, grouped
from record.store.ed25519 import SigningKey, new_key
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal, JournalError
from record.store.signature import SIGNATURE_NAME, TEXT_NAME, Signed, sign_closing, signature_state
from tests.record.store.conftest import altered
from tests.support.says import says

OPENSSL_KEY = ["openssl", "genpkey", "-algorithm", "ed25519"]
PEM = "-----BEGIN PUBLIC KEY-----\n{}\n-----END PUBLIC KEY-----\n"


@pytest.fixture(scope="module")
def key():
    return SigningKey(new_key().encode())


@pytest.fixture
def closed(tmp_path, game):
    """A function that makes the folder of a closed game, with more events before and after the closing."""

    def make(name="game", before=(), after=()):
        folder = tmp_path / name
        folder.mkdir()
        with Journal.create(folder / JOURNAL_NAME) as journal:
            for event in (*game(3), *before, SessionClosed(9 * 10**9, "1-0", "20.2", "Anke"), *after):
                journal.append(event, event.t_ns if hasattr(event, "t_ns") else 0)
        return folder

    return make


def openssl(folder, public, tmp_path):
    (tmp_path / "board.pem").write_text(PEM.format(public))
    files = "-sigfile", folder / SIGNATURE_NAME, "-in", folder / TEXT_NAME
    command = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", tmp_path / "board.pem", "-rawin", *files]
    return subprocess.run(command, capture_output=True, text=True)


def test_the_closing_is_the_row_that_closes_and_what_follows_is_counted(closed, tmp_path, game):
    with Journal.create(tmp_path / JOURNAL_NAME) as goes_on:
        for event in game(2):
            goes_on.append(event, 0)
        assert (closing_of(goes_on), signature_state(tmp_path).signed) == (None, Signed.NOT_CLOSED)
    folder = closed(after=[Described(0, "Anke", About.of({"white": "B"})), Described(0, "Anke", About.of({"white": "C"}))])
    with Journal.reader(folder / JOURNAL_NAME) as journal:
        closing = closing_of(journal)
        assert closing == Closing(
            *(f(journal) for f in (lambda j: j.checksum(1), lambda _: 8, lambda j: j.checksum(8))), 10, journal.checksum(10)
        )
    assert closing.later == 2
    assert grouped(closing.checksum).replace(" ", "") == closing.checksum
    assert {len(group) for group in grouped(closing.checksum).split()} == {4}


@pytest.mark.parametrize("made_by", ["damcam", "openssl"])
def test_openssl_alone_tells_a_good_signature_from_another(system, closed, made_by, tmp_path):
    folder = closed()
    key = SigningKey(subprocess.run(OPENSSL_KEY, capture_output=True, check=True).stdout if made_by == "openssl" else new_key().encode())
    sign_closing(folder, key)
    good = openssl(folder, key.public, tmp_path)
    assert (good.returncode, "Signature Verified Successfully" in good.stdout) == (0, True), good.stderr
    assert signature_state(folder, key.public).signed is Signed.GOOD
    assert openssl(folder, SigningKey(new_key().encode()).public, tmp_path).returncode != 0
    text = (folder / TEXT_NAME).read_text()
    with Journal.reader(folder / JOURNAL_NAME) as journal:
        assert text.splitlines() == [
            "damcam closed game 1",
            f"game {journal.checksum(1)}",
            "row 8",
            f"checksum {journal.checksum(8)}",
            f"key {key.public}",
        ]
    (folder / TEXT_NAME).write_text(text.replace("row 8", "row 9"))
    assert openssl(folder, key.public, tmp_path).returncode != 0


def test_what_a_signature_is_worth(closed, key):
    folder, other = closed(), SigningKey(new_key().encode())
    assert signature_state(folder, key.public).signed is Signed.UNSIGNED
    sign_closing(folder, key)
    good = signature_state(folder, key.public)
    assert (good.signed, good.key, len(b64decode(good.text))) == (Signed.GOOD, key.public, 64)
    assert signature_state(folder).signed is Signed.NOT_COMPARED
    assert signature_state(folder, other.public).signed is Signed.OTHER_KEY
    assert signature_state(folder, f"{key.public[:30]}\n{key.public[30:]}\n").signed is Signed.GOOD, "as it was copied from paper"
    with Journal.open(folder / JOURNAL_NAME) as journal:
        journal.append(Described(0, "Anke", About.of({"white": "B"})), 0)
    assert signature_state(folder, key.public).signed is Signed.GOOD, "rows after the closing need no other signature"
    (folder / SIGNATURE_NAME).unlink()
    assert signature_state(folder, key.public).signed is Signed.UNSIGNED, "a power cut between the two files"


def test_a_journal_that_was_written_anew_does_not_fit(closed, key):
    folder, forged = closed(), closed("forged", before=[CameraFault(8 * 10**9, "x")])
    sign_closing(folder, key)
    for name in (TEXT_NAME, SIGNATURE_NAME):
        shutil.copy(folder / name, forged)
    assert signature_state(forged, key.public).signed is Signed.WRONG
    sign_closing(forged, SigningKey(new_key().encode()))
    assert signature_state(forged, key.public).signed is Signed.OTHER_KEY


def test_a_journal_that_was_altered_is_told_as_such(closed, key):
    folder = closed()
    sign_closing(folder, key)
    altered(folder / JOURNAL_NAME, "UPDATE events SET json = replace(json, '1-0', '0-1') WHERE id = 8")
    with pytest.raises(JournalError, check=says("JournalFault.altered", row=8)):
        signature_state(folder, key.public)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (TEXT_NAME, None),
        (TEXT_NAME, b""),
        (SIGNATURE_NAME, b""),
        (SIGNATURE_NAME, bytes(64)),
        (SIGNATURE_NAME, bytes(5_000_000)),
        (TEXT_NAME, b"\xff\x00" * 4000),
        (TEXT_NAME, b"damcam closed game 1\nkey MCowBQYDK2VuAyEA\xc3\xa9\n"),
        (TEXT_NAME, b"key " + b"MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE" + b"A" * 88),
    ],
)
def test_damaged_files_are_a_signature_that_does_not_fit(closed, key, name, content):
    folder = closed()
    sign_closing(folder, key)
    if content is None:
        (folder / name).unlink()
    else:
        (folder / name).write_bytes(content)
    assert signature_state(folder, key.public).signed is Signed.WRONG
