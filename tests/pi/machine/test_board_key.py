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


def test_the_key_in_the_state_folder_is_made_once_is_private_and_signs_the_game_where_the_disk_takes_it(tmp_path, game, caplog):
    with caplog.at_level(logging.INFO):
        prepare_key(settings(tmp_path))
    path = tmp_path / "signing_key.pem"
    made = path.read_bytes()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert board_key(path).public in caplog.text
    prepare_key(settings(tmp_path))
    assert path.read_bytes() == made
    (game / "closing.txt.new").mkdir()  # as good as a full disk, for root too
    sign_game(game, settings(tmp_path))
    assert "is closed and not signed" in caplog.text
    (game / "closing.txt.new").rmdir()
    sign_game(game, settings(tmp_path))
    assert signature_state(game, board_key(path).public).signed is Signed.GOOD


def test_a_key_elsewhere_is_not_made_as_its_stick_may_not_be_plugged_in_nor_one_without_the_setting(tmp_path, game, caplog):
    prepare_key(settings(tmp_path, tmp_path / "games" / "key.pem"))
    assert "there is no key; make it: openssl genpkey" in caplog.text
    prepare_key(settings(tmp_path, ""))
    sign_game(game, settings(tmp_path, ""))
    assert signature_state(game).signed is Signed.UNSIGNED
    assert [path.name for path in (*tmp_path.iterdir(), *game.parent.iterdir())] == ["games", "0001"]


EC = """-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIIrYSSNQFaA2Hwf1duRSxKtLYX5CB04fSeQ6tF1aY/PuoAoGCCqGSM49
AwEHoUQDQgAEPR3tU2Fta9ktY+6P9G0cWO+0kETA6SFs38GecTyudlHz6xvCdz8q
EKTcWGekdmdDPsHloRNtsiCa697B2O9IFA==
-----END EC PRIVATE KEY-----
"""
UNUSABLE = {
    "damaged": lambda path: path.write_bytes(b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"),
    "empty": lambda path: None,
    "of another kind": lambda path: path.write_text(EC),
    "read by others": lambda path: (path.write_text(new_key()), path.chmod(0o644)),
    "missing": lambda path: path.unlink(),
    "a link": lambda path: (path.unlink(), path.symlink_to("/etc/hostname")),
    "a folder": lambda path: (path.unlink(), path.mkdir()),
}


@pytest.mark.parametrize("name", UNUSABLE)
def test_a_key_that_cannot_be_used_is_told_and_the_game_stays_closed_and_unsigned(tmp_path, game, caplog, name):
    path = tmp_path / "signing_key.pem"
    path.touch(mode=0o600)
    UNUSABLE[name](path)
    with pytest.raises(BoardKeyError, match=str(path)) as fault:
        board_key(path)
    assert fault.value.sentence.remedy or name in ("a link", "a folder")
    sign_game(game, settings(tmp_path))
    assert f"the game in {game} is closed and not signed: {path}: " in caplog.text
    assert signature_state(game).signed is Signed.UNSIGNED
