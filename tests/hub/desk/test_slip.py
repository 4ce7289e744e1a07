"""The result slip at the desk: who may open it, of which game it is, and that it prints on one page of A5."""

import re

import pytest
from flask import session
from werkzeug.security import generate_password_hash

from hub.access.accounts import Account, Accounts, Role
from hub.app import SignIn, create_app
from hub.boards.board import Boards
from record.events.about import About
from record.events.of_game import SessionClosed, SessionOpened
from record.events.of_record import Described
from record.store.ed25519 import SigningKey, new_key
from record.store.journal import Journal
from record.store.signature import sign_closing

PASSWORD = "oer it fjild"
KEPT = generate_password_hash(PASSWORD, "scrypt:1024:8:1")  # a quick one
LONG = "Douwe-Sytse van der Meulen-Hoekstra te Nijemirdum"


@pytest.fixture
def games(tmp_path):
    """A function that makes the folder of a game with these events."""

    def make(number, *events):
        folder = tmp_path / "games" / number
        folder.mkdir(parents=True)
        with Journal.create(folder / "journal.sqlite") as journal:
            for event in events:
                journal.append(event, 0)
        return folder

    return make


def opened(**about):
    return SessionOpened("frisian", 10, "W:W31-50:B1-20", "80m+60s", 4800 * 10**9, 4800 * 10**9, About.of(about))


def client_of(journal, *, signed_in=True):
    accounts = Accounts(journal.parent / "arbiters.json")
    accounts.put(Account("Anke", Role.ARBITER, KEPT))
    boards = Boards.lone(journal)
    client = create_app(boards, sign_in=SignIn(b"k" * 64, accounts.path), follow=False).test_client()
    if signed_in:
        with client:
            client.get("/login")
            client.post("/login", data={"name": "Anke", "password": PASSWORD, "token": session["token"]})
    return client


def test_it_is_for_those_alone_who_signed_in(games):
    folder = games("0001", opened(), SessionClosed(1, "draw"))
    answer = client_of(folder / "journal.sqlite", signed_in=False).get("/desk/1/slip")
    assert (answer.status_code, answer.location) == (303, "/login?next=/desk/1/slip")


def test_it_is_of_the_game_that_was_closed_last_also_while_the_next_one_is_played(games):
    games("0001", opened(white="Earste"), SessionClosed(1, "draw"))
    games("0002", opened(white="Twadde"), SessionClosed(1, "1-0"))
    games("0003")
    journal = games("0004", opened(white="Tredde")) / "journal.sqlite"
    client = client_of(journal)
    made = client.get("/desk/1/slip", headers={"Accept-Language": "en"})
    assert (made.status_code, made.headers["Cache-Control"]) == (200, "no-store")
    assert ("Twadde" in made.text, "Tredde" in made.text, "White wins" in made.text) == (True, False, True)
    assert made.headers["Content-Security-Policy"].endswith("; frame-ancestors 'none'")
    with Journal.open(journal) as writer:
        writer.append(SessionClosed(2, "0-1"), 0)
    assert "Tredde" in client.get("/desk/1/slip").text
    assert 'href="/desk/1/slip"' in client.get("/desk/1").text


def test_before_any_game_is_closed_a_sentence_says_so(games):
    answer = client_of(games("0001", opened()) / "journal.sqlite").get("/desk/1/slip", headers={"Accept-Language": "en"})
    assert (answer.status_code, "No game has been closed at this board yet." in answer.text) == (404, True)


@pytest.mark.parametrize("lang", ["en", "nl", "fy"])
@pytest.mark.parametrize("paper", ["A4", "A5"])
def test_the_longest_slip_fits_on_one_page(games, browser, tmp_path, lang, paper):
    about = dict.fromkeys(("white", "black", "event", "site"), LONG) | {"date": "2026.11.21", "round": "3", "board": "12"}
    closed = SessionClosed(1, "1-0", "20.2", "Anke de Boer", "2026-11-21T16:40:05+01:00")
    folder = games("0001", opened(**about), closed, Described(1, "Anke", About.of({"round": "4"})))
    sign_closing(folder, SigningKey(new_key().encode()))
    text = client_of(folder / "journal.sqlite").get("/desk/1/slip", headers={"Accept-Language": lang}).text
    (tmp_path / "slip.html").write_text(text)
    page = browser.new_page()
    page.goto((tmp_path / "slip.html").as_uri())
    assert page.evaluate("getComputedStyle(document.querySelector('h1')).borderBottomStyle") == "solid", "its own policy lets its style in"
    printed = page.pdf(format=paper)
    page.close()
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", printed)) == 1
