"""The accounts: written for the service only, read anew at each call, refused when others may read them."""

import os
from pathlib import Path

import pytest

from hub.access.accounts import Account, Accounts, AccountsError, Role
from hub.access.passwords import METHOD, hashed, matches

ANKE = Account("Anke de Boer", Role.ARBITER, "scrypt:1:1:1$a$b")


@pytest.fixture
def accounts(tmp_path):
    return Accounts(tmp_path / "arbiters.json")


def test_without_a_file_nobody_may(accounts):
    assert (accounts.all(), accounts.find("anke")) == ((), None)


def test_what_is_put_is_found_again_by_the_name_however_it_is_typed(accounts):
    umask = os.umask(0)
    accounts.put(ANKE)
    os.umask(umask)
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
    with pytest.raises(AccountsError, match="no name to sign in with"):
        accounts.put(Account(name, Role.ARBITER, ""))


def test_nobody_of_that_name_can_be_taken_out(accounts):
    with pytest.raises(AccountsError, match="nobody signs in as 'Durk'"):
        accounts.remove("Durk")


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660])
def test_a_file_that_others_may_read_is_refused(accounts, mode):
    accounts.put(ANKE)
    accounts.path.chmod(mode)
    with pytest.raises(AccountsError, match=f"mode {mode:04o}.*chmod 600"):
        accounts.find("anke")


@pytest.mark.parametrize(
    "held",
    ["", "[]", "{", '{"version": 2, "arbiters": []}', '{"version": 1}', '{"version": 1, "arbiters": [{"name": "a"}]}'],
)
def test_a_damaged_file_gets_a_sentence(accounts, held):
    accounts.path.write_text(held)
    accounts.path.chmod(0o600)
    with pytest.raises(AccountsError, match=r"damaged .*damcam passwd"):
        accounts.all()


def test_a_link_and_a_folder_that_is_not_there_or_takes_nothing_get_a_sentence(accounts, tmp_path):
    accounts.path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(AccountsError, match="cannot be read"):
        accounts.all()
    with pytest.raises(AccountsError, match=r"nowhere is not there.*start damcam run once"):
        Accounts(tmp_path / "nowhere" / "arbiters.json").put(ANKE)
    with pytest.raises(AccountsError, match=r"cannot be written.*sudo -u damcam"):
        Accounts(Path("/proc") / "arbiters.json").put(ANKE)


def test_a_password_is_kept_salted_and_slow_and_known_again():
    kept = hashed("eight letters")
    assert kept.startswith(METHOD)
    assert "eight" not in kept
    assert matches(kept, "eight letters")
    assert not matches(kept, "Eight letters")
    assert not matches(None, "eight letters")
