"""Signing in and out: the cookie, the token of every form, the page that follows, and the requests that are refused."""

import re
import time

import pytest
from flask import session
from werkzeug.security import generate_password_hash

from hub.access.accounts import Account, Accounts, Role
from hub.access.attempts import Attempts
from hub.access.login import LIFETIME, local
from hub.app import BOARDS, SignIn, create_app
from hub.boards.board import Boards
from hub.web.errors import MAX_BODY_BYTES

PASSWORD = "oer it fjild"
KEPT = generate_password_hash(PASSWORD, "scrypt:1024:8:1")  # a quick one
SECRET = b"k" * 64


@pytest.fixture
def accounts(game):
    accounts = Accounts(game.folder / "arbiters.json")
    accounts.put(Account("Anke", Role.ARBITER, KEPT))
    return accounts


@pytest.fixture
def app(game, accounts):
    app = create_app(Boards.lone(game.folder / "journal.sqlite"), sign_in=SignIn(SECRET, accounts.path), follow=False)

    @app.post("/does")
    def does():
        return "done"

    yield app
    app.extensions[BOARDS].first.feed.close()


@pytest.fixture
def client(app):
    return app.test_client()


def token(client):
    return re.search(r'name="token" value="([\w-]+)"', client.get("/login").text)[1]


def sign_in(client, name="Anke", password=PASSWORD, **more):
    return client.post("/login", data={"name": name, "password": password, "token": token(client), **more})


def who(app, client):
    with client:
        client.get("/login")
        return session.get("name")


def test_signing_in_leads_to_the_desk_and_out_again(app, client):
    answer = sign_in(client)
    assert (answer.status_code, answer.location) == (303, "/desk")
    assert client.get("/login?next=/before").location == "/before"
    with client:
        client.get("/login")
        out = client.post("/logout", data={"token": session["token"]})
    assert (out.status_code, out.location) == (303, "/login")
    assert client.get("/login").status_code == 200


def test_the_cookie_is_for_this_server_alone_and_for_a_day_of_matches(client):
    cookie = sign_in(client).headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Expires=" in cookie
    assert PASSWORD not in cookie
    assert LIFETIME.total_seconds() <= 24 * 3600


def test_public_pages_set_no_cookie(client):
    for path in ("/", "/state", "/before", "/nothing"):
        assert "Set-Cookie" not in client.get(path).headers, path


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("Anke", "oer it fjil"),
        ("Anke", ""),
        ("Durk", PASSWORD),
        ("", ""),
        ("Anke", "x" * 3000),
        ("x" * 3000, "x"),
    ],
)
def test_wrong_is_wrong_whatever_was_wrong(app, client, name, password):
    answer = sign_in(client, name, password)
    assert (answer.status_code, "Name or password is wrong." in answer.text) == (403, True)
    assert "x" * 100 not in answer.text
    assert who(app, client) is None


def test_an_unknown_name_takes_the_same_work(client, monkeypatch):
    compared = []
    monkeypatch.setattr("hub.access.login.matches", lambda kept, password, **_: compared.append(kept) or False)
    sign_in(client, "Anke", "wrong")
    sign_in(client, "Durk", "wrong")
    assert compared == [KEPT, None]


def cookies_of(client):
    """A copy of the client's cookies, as somebody else may have made it."""
    copy = client.application.test_client()
    copy.set_cookie("damcam", client.get_cookie("damcam").value)
    return copy


def test_signing_out_ends_every_copy_of_the_session_and_its_streams_and_no_other(app, client):
    sign_in(client)
    copy, other = cookies_of(client), app.test_client()
    sign_in(other)
    stream = copy.get("/desk/1/events", buffered=False)
    assert next(stream.response)
    assert copy.get("/desk/1").status_code == 200
    with client:
        client.get("/login")
        client.post("/logout", data={"token": session["token"]})
    began = time.monotonic()
    assert len(list(stream.response)) <= 1
    assert time.monotonic() - began < 5
    assert copy.get("/desk/1", headers={"Accept": "application/json"}).status_code == 401
    assert other.get("/desk/1").status_code == 200


def test_a_session_outlives_the_server_and_its_end_does_too(app, client, game, accounts):
    sign_in(client)
    again = create_app(Boards.lone(game.folder / "journal.sqlite"), sign_in=SignIn(SECRET, accounts.path), follow=False)
    there = again.test_client()
    there.set_cookie("damcam", client.get_cookie("damcam").value)
    assert there.get("/login").status_code == 303
    with there:
        there.get("/login")
        there.post("/logout", data={"token": session["token"]})
    assert client.get("/login").status_code == 200, "a board and a hub of one machine share the list"
    again.extensions[BOARDS].first.feed.close()


def test_the_list_tells_who_signed_in_whence_and_when(app, client):
    assert client.get("/desk/sign-ins").status_code == 303
    sign_in(app.test_client())
    client.post(
        "/login", data={"name": "ANKE", "password": PASSWORD, "token": token(client)}, environ_overrides={"REMOTE_ADDR": "192.0.2.7"}
    )
    page = client.get("/desk/sign-ins").text
    rows = re.findall(r"<tr><td>(.*?)</td><td>(.*?)</td><td>(.*?)</td><td>(.*?)</td></tr>", page)
    assert [(row[0], row[1], row[3]) for row in rows] == [
        ("Anke", "192.0.2.7", "still signed in"),
        ("Anke", "127.0.0.1", "still signed in"),
    ]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", row[2]) for row in rows)
    with client:
        client.get("/login")
        client.post("/logout", data={"token": session["token"]})
    sign_in(client)
    assert "still signed in" not in re.findall(r"<tr>.*192\.0\.2\.7.*</tr>", client.get("/desk/sign-ins").text)[0]


def test_where_the_list_cannot_be_written_one_signs_in_and_out_all_the_same(client, accounts, caplog):
    (accounts.path.parent / "sign-ins.json.new").mkdir()
    sign_in(client)
    copy = cookies_of(client)
    assert copy.get("/login").status_code == 303
    with client:
        client.get("/login")
        client.post("/logout", data={"token": session["token"]})
    assert copy.get("/login").status_code == 200
    assert "sign-ins.json" in caplog.text


@pytest.mark.parametrize("typed", ["Anke", "ANKE", "\uff21nke", " anke  "])
def test_a_name_is_one_name_however_it_is_typed(app, typed):
    for number, name in enumerate(["Anke", "\uff21nke", "anke "]):
        stranger = app.test_client()
        assert sign_in(stranger, name, "wrong wrong").status_code == 403, number
    assert sign_in(app.test_client(), typed, "wrong wrong").status_code == 429


@pytest.fixture
def no_time_passes(monkeypatch):
    """Whatever time the attempts take, the waits after them do not end."""
    monkeypatch.setattr("hub.access.login.Attempts", lambda: Attempts(lambda: 1000.0))


def test_who_signed_in_in_this_browser_before_is_not_locked_out_by_others(no_time_passes, app, client):
    sign_in(client)
    with client:
        client.get("/login")
        client.post("/logout", data={"token": session["token"]})
    for _ in range(10):
        sign_in(app.test_client(), password="wrong wrong")
        sign_in(app.test_client(), "Durk", "wrong wrong")
    assert sign_in(app.test_client()).status_code == 429, "a stranger at the same address"
    assert sign_in(client).status_code == 303
    forged = app.test_client()
    forged.set_cookie("damcam-browser", "x" + client.get_cookie("damcam-browser", path="/login").value, path="/login")
    assert sign_in(forged).status_code == 429


def test_after_some_failures_one_waits_even_with_the_right_password(client):
    for _ in range(3):
        assert sign_in(client, password="wrong wrong").status_code == 403
    answer = sign_in(client)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "1")
    assert "Try again in 1 s" in answer.text


@pytest.mark.parametrize("spoilt", ["", "x", "é", None])
def test_nothing_is_done_without_the_token(client, spoilt):
    sign_in(client)
    assert client.post("/does", data={} if spoilt is None else {"token": spoilt}).status_code == 403
    assert (
        client.post("/does", headers={"X-Token": spoilt or "", "Accept": "application/json"}).json["error"].startswith("this did not come")
    )
    assert client.post("/logout").status_code == 403


def test_the_token_goes_with_a_form_or_a_script_and_is_another_after_signing_in(client):
    before = token(client)
    sign_in(client)
    with client:
        client.get("/login")
        after = session["token"]
    assert before != after
    assert client.post("/does", data={"token": after}).text == "done"
    assert client.post("/does", headers={"X-Token": after}).text == "done"
    assert client.post("/does", data={"token": before}).status_code == 403


def test_without_a_session_a_form_leads_to_the_login_page_and_a_script_is_told(app):
    answer = app.test_client().post("/login", data={"next": "/desk?x=1"})
    assert (answer.status_code, answer.location) == (303, "/login?next=/desk?x%3D1&late=1")
    assert app.test_client().post("/does", data={"next": "/desk?x=1"}).location == "/login?next=&late=1", "the form is not read"
    answer = app.test_client().post("/does", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json["error"]) == (401, "you are not signed in any more; nothing was done")


def test_a_login_form_of_another_session_is_offered_again(app, client):
    """Such a form is in the first of two open tabs."""
    answer = client.post("/login", data={"name": "Anke", "password": PASSWORD, "token": token(app.test_client()), "next": "/before"})
    assert answer.status_code == 303
    token(client)
    answer = client.post("/login", data={"name": "Anke", "password": PASSWORD, "token": "another", "next": "/before"})
    assert (answer.status_code, answer.location) == (303, "/login?next=/before&late=1")
    assert who(app, client) is None


@pytest.mark.parametrize("accepts", ["image/avif,image/webp,*/*;q=0.8", "text/event-stream", "application/json"])
def test_parts_of_a_page_get_no_login_page_and_begin_no_session(client, accepts):
    answer = client.get("/desk", headers={"Accept": accepts})
    assert (answer.status_code, answer.headers.get("Set-Cookie")) == (401, None)
    for page in ("text/html,application/xhtml+xml,*/*;q=0.8", "*/*"):
        assert client.get("/desk", headers={"Accept": page}).status_code == 303


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_every_way_to_change_something_wants_the_token(app, client, method):
    app.add_url_rule("/other", view_func=lambda: "done", methods=[method.upper()], endpoint=method)
    sign_in(client)
    assert getattr(client, method)("/other").status_code == 403


@pytest.mark.parametrize(
    ("asked", "goes"),
    [
        ("/desk", "/desk"),
        ("/desk?alert=3#x", "/desk?alert=3#x"),
        ("//evil.example", "/desk"),
        ("/\\evil.example", "/desk"),
        ("https://evil.example/desk", "/desk"),
        ("javascript:alert(1)", "/desk"),
        ("desk", "/desk"),
        ("/de\nsk", "/desk"),
        ("/\t/evil.example", "/desk"),
        ("http://[", "/desk"),
        ("", "/desk"),
    ],
)
def test_one_comes_out_on_this_server(client, asked, goes):
    assert local(asked) == goes
    assert sign_in(client, next=asked).location == goes


def change_password(accounts):
    accounts.put(Account("Anke", Role.ARBITER, generate_password_hash(PASSWORD, "scrypt:1024:8:1")))


@pytest.mark.parametrize(
    "cause", [change_password, lambda accounts: accounts.remove("Anke"), lambda accounts: accounts.path.chmod(0o644)], ids=range(3)
)
def test_who_was_taken_out_or_has_a_new_password_is_signed_out(client, accounts, cause):
    sign_in(client)
    assert client.get("/login").status_code == 303
    cause(accounts)
    assert client.get("/login").status_code == 200


def test_a_cookie_of_another_key_or_of_yesterday_is_none(app, client, game, accounts, monkeypatch):
    sign_in(client)
    cookie = client.get_cookie("damcam").value
    other = create_app(Boards.lone(game.folder / "journal.sqlite"), sign_in=SignIn(b"o" * 64, accounts.path), follow=False).test_client()
    other.set_cookie("damcam", cookie)
    assert other.get("/login").status_code == 200
    client.set_cookie("damcam", cookie[:-2] + "xx")
    assert client.get("/login").status_code == 200
    client.set_cookie("damcam", cookie)
    assert client.get("/login").status_code == 303
    monkeypatch.setitem(app.config, "PERMANENT_SESSION_LIFETIME", -LIFETIME)
    assert client.get("/login").status_code == 200


def test_an_unreadable_file_is_told_and_nobody_is_let_in(client, accounts):
    accounts.path.chmod(0o644)
    answer = sign_in(client)
    assert (answer.status_code, "cannot be read" in answer.text) == (503, True)


def test_where_nobody_has_a_password_the_page_says_how_to_get_one(client, accounts):
    accounts.remove("Anke")
    assert "damcam passwd NAME" in client.get("/login").text


@pytest.mark.parametrize(("accepts", "says"), [("fy-NL, nl;q=0.5", "Oanmelde"), ("nl", "Aanmelden"), ("de", "Sign in"), ("", "Sign in")])
def test_the_page_speaks_the_readers_language(client, accepts, says):
    assert f"<h1>{says}</h1>" in client.get("/login", headers={"Accept-Language": accepts}).text


@pytest.mark.parametrize(("accepts", "says"), [("fy", "Net fûn"), ("nl", "Niet gevonden"), ("en", "Not found"), ("xx", "Not found")])
def test_so_does_a_page_that_is_not_there(client, accepts, says):
    answer = client.get("/nothing", headers={"Accept-Language": accepts})
    assert (answer.status_code, f"<h1>{says}</h1>" in answer.text) == (404, True)


def test_what_is_too_large_is_refused(client):
    answer = client.post("/login", data={"a": "x" * MAX_BODY_BYTES})
    assert (answer.status_code, "larger than the server takes" in answer.text) == (413, True)


def test_forms_go_to_this_server_alone_and_elsewhere_there_are_none(client):
    assert "form-action 'self'" in client.get("/login").headers["Content-Security-Policy"]
    assert "form-action 'none'" in client.get("/").headers["Content-Security-Policy"]
    assert client.get("/login").headers["Cache-Control"] == "no-store"


def test_without_a_key_or_accounts_there_is_no_login(game):
    for sign_in in (SignIn(SECRET), None):
        app = create_app(Boards.lone(game.folder / "journal.sqlite"), follow=False, sign_in=sign_in)
        assert app.test_client().get("/login").status_code == 404
