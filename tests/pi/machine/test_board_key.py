"""The key of a board: where it is made, who may read it, and that nothing about it hinders a game."""

import logging
import stat

import pytest

from pi.machine.board_key import BoardKeyError, board_key, prepare_key, sign_game
from pi.setup.settings import BoardSettings, RecordSettings, Settings
from record.events.of_game import SessionClosed, SessionOpened
from record.store.ed25519 import new_key
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from record.store.signature import Signed, signature_state


def settings(state, key="signing_key.pem"):
    return Settings(board=BoardSettings(state=str(state)), record=RecordSettings(sign_with=str(key)))


@pytest.fixture
def game(tmp_path):
    folder = tmp_path / "games" / "0001"
    folder.mkdir(parents=True)
    with Journal.create(folder / JOURNAL_NAME) as journal:
        for event in (SessionOpened("frisian", 10, "W:W31-50:B1-20", "none", 0, 0), SessionClosed(1, "draw")):
            journal.append(event, 0)
    return folder


def test_the_key_in_the_state_folder_is_made_once_and_is_private(tmp_path, caplog):
    with caplog.at_level(logging.INFO):
        prepare_key(settings(tmp_path))
    path = tmp_path / "signing_key.pem"
    made = path.read_bytes()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert board_key(path).public in caplog.text
    prepare_key(settings(tmp_path))
    assert path.read_bytes() == made


def test_a_key_elsewhere_is_not_made_because_its_stick_may_not_be_plugged_in(tmp_path, caplog):
    path = tmp_path / "stick" / "key.pem"
    path.parent.mkdir()
    prepare_key(settings(tmp_path, path))
    assert not path.exists()
    assert "there is no key; make it: openssl genpkey" in caplog.text


def test_a_game_is_signed_by_the_key(tmp_path, game):
    prepare_key(settings(tmp_path))
    sign_game(game, settings(tmp_path))
    assert signature_state(game, board_key(tmp_path / "signing_key.pem").public).signed is Signed.GOOD


def test_without_the_setting_no_game_is_signed_and_no_key_is_made(tmp_path, game):
    prepare_key(settings(tmp_path, ""))
    sign_game(game, settings(tmp_path, ""))
    assert signature_state(game).signed is Signed.UNSIGNED
    assert [path.name for path in tmp_path.iterdir()] == ["games"]


def is_missing(path):
    path.unlink(missing_ok=True)


def is_damaged(path):
    path.write_bytes(b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n")


def is_empty(path):
    path.write_bytes(b"")


def is_of_another_kind(path):
    path.write_text(RSA)


def is_read_by_others(path):
    path.write_text(new_key())
    path.chmod(0o644)


def is_a_link(path):
    path.unlink(missing_ok=True)
    path.symlink_to("/etc/hostname")


def is_a_folder(path):
    path.unlink(missing_ok=True)
    path.mkdir()


RSA = """-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIIrYSSNQFaA2Hwf1duRSxKtLYX5CB04fSeQ6tF1aY/PuoAoGCCqGSM49
AwEHoUQDQgAEPR3tU2Fta9ktY+6P9G0cWO+0kETA6SFs38GecTyudlHz6xvCdz8q
EKTcWGekdmdDPsHloRNtsiCa697B2O9IFA==
-----END EC PRIVATE KEY-----
"""


@pytest.mark.parametrize("act", [is_missing, is_damaged, is_empty, is_of_another_kind, is_read_by_others, is_a_link, is_a_folder])
def test_a_key_that_cannot_be_used_is_told_and_the_game_stays_closed_and_unsigned(tmp_path, game, caplog, act):
    path = tmp_path / "signing_key.pem"
    path.touch(mode=0o600)
    act(path)
    with pytest.raises(BoardKeyError, match=str(path)) as fault:
        board_key(path)
    assert fault.value.sentence.remedy or act in (is_a_link, is_a_folder)
    sign_game(game, settings(tmp_path))
    assert f"the game in {game} is closed and not signed: {path}: " in caplog.text
    assert signature_state(game).signed is Signed.UNSIGNED


def test_a_disk_that_takes_no_signature_is_told(tmp_path, game, caplog):
    prepare_key(settings(tmp_path))
    (game / "closing.txt.new").mkdir()  # as good as a full disk, for root too
    sign_game(game, settings(tmp_path))
    assert "is closed and not signed" in caplog.text
