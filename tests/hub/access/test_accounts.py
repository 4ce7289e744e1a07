"""The accounts and the key of the pages: written for the service only, and refused when others may read them."""

import errno
import os
from pathlib import Path
from unittest.mock import Mock

import pytest

from hub.access.accounts import Account, Accounts, AccountsError, Role
from hub.access.passwords import METHOD, NOBODYS, hashed, matches
from hub.access.secret_key import SecretError, secret_key
from hub.app import SignIn, create_app
from hub.boards.board import Boards
from hub.serve import main
from pi.machine.web_server import Entrance, ServerError, ShownPages, WebServer
from tests.support.says import says

ANKE = Account("Anke de Boer", Role.ARBITER, "scrypt:1:1:1$a$b")


@pytest.fixture
def umask():
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.fixture
def accounts(tmp_path):
    return Accounts(tmp_path / "arbiters.json")


def test_without_a_file_nobody_may_or_can_be_taken_out(accounts):
    assert (accounts.all(), accounts.find("anke")) == ((), None)
    with pytest.raises(AccountsError, check=says("AccountsFault.nobody", name="'Durk'")):
        accounts.remove("Durk")


def test_what_is_put_is_found_again_by_the_name_however_it_is_typed(accounts, umask):
    accounts.put(ANKE)
    assert accounts.path.stat().st_mode & 0o777 == 0o600
    for typed in ("Anke de Boer", "anke  DE boer ", "\uff21nke de Boer"):
        assert accounts.find(typed) == ANKE
    accounts.put(Account("ANKE DE BOER", Role.OPERATOR, "other"))
    assert [account.role for account in accounts.all()] == [Role.OPERATOR]
    accounts.remove("anke de boer")
    assert accounts.all() == ()
    assert [path.name for path in accounts.path.parent.iterdir()] == ["arbiters.json"]


@pytest.mark.parametrize("name", ["", " ", "x" * 65, "line\nbreak", "bell\a"])
def test_what_is_no_name_is_refused(accounts, name):
    with pytest.raises(AccountsError, check=says("AccountsFault.no-name")):
        accounts.put(Account(name, Role.ARBITER, ""))


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o610])
def test_a_file_that_others_may_read_is_refused(accounts, tmp_path, mode):
    accounts.put(ANKE)
    accounts.path.chmod(mode)
    with pytest.raises(AccountsError, check=says("AccountsFault.read-by-others")):
        accounts.find("anke")
    path = tmp_path / "secret_key"
    secret_key(path)
    path.chmod(mode)
    with pytest.raises(SecretError, check=says("SecretFault.read-by-others")):
        secret_key(path)
    assert main(["--journal", "j", "--port", "0", "--secret-key", str(path)]) == 1
    with pytest.raises(ServerError, check=says("PortFault.no-pages")):
        WebServer("127.0.0.1", 8000, ShownPages(tmp_path / "j", True), Entrance(path)).__enter__()


@pytest.mark.parametrize(
    "held", ["", "[]", '{"version": 2, "arbiters": []}', '{"version": 1}', '{"version": 1, "arbiters": [{"name": "a"}]}']
)
def test_a_damaged_file_gets_a_sentence(accounts, held):
    accounts.put(ANKE)
    accounts.path.write_text(held)
    with pytest.raises(AccountsError, check=says("AccountsFault.damaged")):
        accounts.all()


def test_a_file_that_cannot_be_read_or_written_gets_a_sentence(accounts, tmp_path):
    accounts.path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(AccountsError, check=says("AccountsFault.not-read")):
        accounts.all()
    for folder, code in ((tmp_path / "nowhere", "no-folder"), (Path("/proc"), "not-written")):
        with pytest.raises(AccountsError, check=says(f"AccountsFault.{code}")):
            Accounts(folder / "arbiters.json").put(ANKE)


@pytest.mark.parametrize(("number", "remedy"), [(errno.EACCES, "AccountsFault.as-service"), (errno.ENOSPC, None)])
def test_another_user_is_advised_only_where_access_is_denied(accounts, number, remedy, monkeypatch):
    monkeypatch.setattr(os, "fsync", Mock(side_effect=OSError(number, os.strerror(number))))
    with pytest.raises(AccountsError, check=says("AccountsFault.not-written")) as raised:
        accounts.put(ANKE)
    do = raised.value.sentence.remedy
    assert (do and do.code) == remedy


def test_a_password_is_kept_salted_and_slow_and_known_again():
    kept = hashed("eight letters")
    assert kept.startswith(METHOD)
    assert NOBODYS.startswith(METHOD), "an unknown name takes the same work"
    assert "eight" not in kept
    assert matches(kept, "eight letters")
    assert not matches(kept, "Eight letters")


def test_the_key_is_made_once_and_for_its_owner_alone(tmp_path, umask):
    path = tmp_path / "secret_key"
    (tmp_path / "secret_key.new").write_text("half")
    key = secret_key(path)
    assert (path.stat().st_mode & 0o777, len(key), list(tmp_path.iterdir())) == (0o600, 64, [path])
    assert secret_key(path) == key
    assert secret_key(tmp_path / "another") != key
    assert create_app(Boards.lone(tmp_path / "journal.jsonl"), sign_in=SignIn(key), follow=False).secret_key == key


def test_what_is_no_key_gets_a_sentence(tmp_path):
    (empty := tmp_path / "empty").touch(0o600)
    secret_key(tmp_path / "other")
    (link := tmp_path / "link").symlink_to(tmp_path / "other")
    for path, code in ((empty, "no-key"), (link, "not-kept"), (tmp_path / "nowhere" / "secret_key", "not-kept")):
        with pytest.raises(SecretError, check=says(f"SecretFault.{code}")):
            secret_key(path)
