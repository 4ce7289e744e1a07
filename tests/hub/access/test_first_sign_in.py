"""The code with which somebody becomes the first arbiter: once, within an hour, at the page where everybody signs in."""

import json

import pytest

from hub.access import first_sign_in
from hub.access.accounts import Account, Accounts, Role
from hub.access.first_sign_in import LIFETIME_NS, FirstSignIn
from hub.access.login import CODE_IS_OVER, NOBODY, SHORT, WRONG_CODE
from hub.app import SignIn, create_app
from hub.boards.board import Boards
from tests.support.signing import KEPT, SECRET, sign_in, token_of

PASSWORD = "oer it fjild"
ANKE = Account("Anke", Role.ARBITER, KEPT)


class Clock:
    """The time since the machine started."""

    def __init__(self):
        self.now_ns = 5

    def __call__(self):
        return self.now_ns


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def first(tmp_path, clock):
    return FirstSignIn(Accounts(tmp_path / "arbiters.json"), clock)


def test_a_code_makes_the_first_account_once_and_is_gone(first, tmp_path):
    assert not first.is_open()
    code = first.make()
    assert first.path.stat().st_mode & 0o777 == 0o600
    assert json.loads(first.path.read_text())["code"] == code
    assert first.is_open()
    assert first.fits(f" {code.lower().replace('-', ' ')}")
    assert not first.use("AAAA-AAAA", ANKE)
    assert first.use(code, ANKE)
    assert Accounts(tmp_path / "arbiters.json").all() == (ANKE,)
    assert (first.path.exists(), first.is_open(), first.use(code, ANKE)) == (False, False, False)


def test_an_hour_after_the_start_a_code_is_over_whatever_the_date_is_and_so_it_is_after_a_boot(first, clock, monkeypatch):
    code = first.make()
    clock.now_ns += LIFETIME_NS - 1
    assert first.fits(code)
    clock.now_ns += 1
    assert (first.fits(code), first.is_open(), first.is_there()) == (False, False, True)
    code = first.make()
    assert first.fits(code)
    monkeypatch.setattr(first_sign_in, "boot_id", lambda: "another")
    assert not first.fits(code)


def test_a_code_is_worth_nothing_beside_an_account_and_a_damaged_file_has_none(first, tmp_path):
    code = first.make()
    Accounts(tmp_path / "arbiters.json").put(ANKE)
    assert (first.is_open(), first.use(code, ANKE)) == (False, False)
    first.path.write_text("{")
    assert not first.fits(code)


@pytest.fixture
def client(tmp_path):
    app = create_app(Boards.lone(tmp_path / "journal.jsonl"), sign_in=SignIn(SECRET, tmp_path / "arbiters.json"), follow=False)
    return app.test_client()


def enter(client, code, name="Anke", password=PASSWORD):
    return client.post("/login", data={"token": token_of(client), "code": code, "name": name, "password": password, "next": "/desk/boards"})


def test_the_page_takes_a_code_with_a_name_and_a_new_password(client, tmp_path):
    first = FirstSignIn(Accounts(tmp_path / "arbiters.json"))
    assert (NOBODY in client.get("/login").text, 'name="code"' in client.get("/login").text) == (True, False)
    code = first.make()
    page = client.get("/login").text
    assert ('name="code"' in page, 'autocomplete="new-password"' in page, NOBODY in page) == (True, True, False)
    for wrong, status, said in (
        (("AAAA-AAAA",), 403, WRONG_CODE),
        ((code, "Anke", "short"), 400, SHORT.format(least=8, most=256)),
        ((code, "x" * 65), 400, "is no name to sign in with"),
    ):
        answer = enter(client, *wrong)
        assert (answer.status_code, said in answer.text) == (status, True)
        assert f'value="{wrong[0]}"' in answer.text, "what was typed is not typed again"
    answer = enter(client, code.lower(), "  Anke   Postma ")
    assert (answer.status_code, answer.location) == (303, "/desk/boards")
    assert client.get("/desk/sign-ins").status_code == 200
    (account,) = Accounts(tmp_path / "arbiters.json").all()
    assert (account.name, account.role) == ("Anke Postma", Role.ARBITER)
    other = client.application.test_client()
    assert enter(other, code).status_code == 403
    assert 'name="code"' not in other.get("/login").text
    assert sign_in(other, "Anke Postma", PASSWORD).status_code == 303


def test_the_page_says_that_a_code_is_over(client, tmp_path):
    FirstSignIn(Accounts(tmp_path / "arbiters.json"), lambda: -LIFETIME_NS).make()
    assert CODE_IS_OVER in client.get("/login").text
