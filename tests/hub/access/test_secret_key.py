"""The key of the pages: made once, for its owner only, and refused when others may read it."""

import os
from pathlib import Path

import pytest

from hub.access.secret_key import SecretError, secret_key
from hub.app import SignIn, create_app
from hub.boards.board import Boards
from hub.serve import main
from pi.machine.web_server import Entrance, ServerError, ShownPages, WebServer


@pytest.fixture
def umask():
    before = os.umask(0)
    yield
    os.umask(before)


def test_it_is_made_once_and_for_its_owner_alone(tmp_path: Path, umask: None) -> None:
    path = tmp_path / "secret_key"
    (tmp_path / "secret_key.new").write_text("half")
    key = secret_key(path)
    assert (path.stat().st_mode & 0o777, len(key), list(tmp_path.iterdir())) == (0o600, 64, [path])
    assert secret_key(path) == key
    assert secret_key(tmp_path / "another") != key
    assert create_app(Boards.lone(tmp_path / "journal.sqlite"), sign_in=SignIn(key), follow=False).secret_key == key


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o610])
def test_one_that_others_may_read_is_refused_and_it_is_said_how_to_mend_it(tmp_path, mode, capfd) -> None:
    path = tmp_path / "secret_key"
    secret_key(path)
    path.chmod(mode)
    with pytest.raises(SecretError, match=f"others may read this key .mode {mode:04o}.*chmod 600 {path}"):
        secret_key(path)
    assert main(["--journal", "j", "--port", "0", "--secret-key", str(path)]) == 1
    assert f"chmod 600 {path}" in capfd.readouterr().err
    with pytest.raises(ServerError, match=r"there are no pages: .*chmod 600"):
        WebServer("127.0.0.1", 8000, ShownPages(tmp_path / "j", True), Entrance(path)).__enter__()


@pytest.mark.parametrize(
    ("damage", "sentence"), [("empty", "this is no key"), ("folder", "cannot be kept there"), ("link", "cannot be kept")]
)
def test_what_is_no_key_gets_a_sentence(tmp_path, damage, sentence) -> None:
    path = tmp_path / "secret_key"
    if damage == "empty":
        path.touch(0o600)
    elif damage == "link":
        secret_key(tmp_path / "other")
        path.symlink_to(tmp_path / "other")
    else:
        path = tmp_path / "nowhere" / "secret_key"
    with pytest.raises(SecretError, match=sentence):
        secret_key(path)
