"""The dossier at the desk: who may open it, its security policy, and how a browser shows and prints it."""

import shutil
from pathlib import Path

import pytest
from flask import session
from werkzeug.security import generate_password_hash

from hub.access.accounts import Account, Accounts, Role
from hub.app import BOARDS, SignIn, create_app
from hub.boards.board import Boards

FRAMES = Path(__file__).resolve().parents[2] / "data" / "sessions" / "first_light" / "frames"
PASSWORD = "oer it fjild"
KEPT = generate_password_hash(PASSWORD, "scrypt:1024:8:1")  # a quick one


@pytest.fixture
def app(game, fault):
    fault()
    for kept, shown in (("0007.jpg", "0000.jpg"), ("0008.jpg", "0002.jpg")):
        shutil.copy(FRAMES / kept, game.folder / "drawn" / shown)
    accounts = Accounts(game.folder / "arbiters.json")
    accounts.put(Account("Anke", Role.ARBITER, KEPT))
    boards = Boards.lone(game.folder / "journal.sqlite")
    yield create_app(boards, sign_in=SignIn(b"k" * 64, accounts.path), follow=False)
    boards.first.feed.close()
    boards.first.desk.close()


@pytest.fixture
def desk(app):
    client = app.test_client()
    with client:
        client.get("/login")
        client.post("/login", data={"name": "Anke", "password": PASSWORD, "token": session["token"]})
    return client


def test_it_is_for_those_alone_who_signed_in(app):
    answer = app.test_client().get("/desk/1/dossier/6-0")
    assert (answer.status_code, answer.location) == (303, "/login?next=/desk/1/dossier/6-0")


def test_the_desk_has_one_of_each_alert_that_it_shows_in_the_readers_language(app, desk):
    app.extensions[BOARDS].first.desk.look()
    (alert,) = app.extensions[BOARDS].first.desk.view("en")["alerts"]
    made = desk.get(f"/desk/1/dossier/{alert['id']}", headers={"Accept-Language": "fy"})
    assert (made.status_code, made.headers["Cache-Control"]) == (200, "no-store")
    assert "Dossier fan in skeel" in made.text
    assert "c. Een slag wordt verzuimd of foutief uitgevoerd." in made.text
    policy = made.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert policy.endswith("; frame-ancestors 'none'")
    assert desk.get("/desk/1/dossier").text.count("<h2>Alert ") == 1


@pytest.mark.parametrize("address", ["1/dossier/99", "1/dossier/6-7", "1/dossier/..%2f..", "2/dossier"])
def test_of_what_is_not_there_none_is_made(desk, address):
    assert desk.get(f"/desk/{address}").status_code == 404


def test_a_browser_shows_and_prints_it(app, desk, browser, tmp_path):
    """The browser applies the policy in the file itself."""
    (tmp_path / "dossier.html").write_text(desk.get("/desk/1/dossier", headers={"Accept-Language": "nl"}).text)
    page, told = browser.new_page(), []
    page.on("console", lambda message: told.append(message.text))
    page.goto((tmp_path / "dossier.html").as_uri())
    assert page.evaluate("getComputedStyle(document.querySelector('h2')).borderBottomStyle") == "solid"
    assert page.evaluate("[...document.images].map((image) => image.naturalWidth)") == [960, 960]
    assert told == []
    assert page.pdf().startswith(b"%PDF-")
    page.close()
