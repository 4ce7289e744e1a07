"""Signing in and out: the cookie, the token of every form, the page that follows, and the requests that are refused."""

import errno
import os
import re

import pytest

from hub.access import memory_folder, private_json
from hub.access.accounts import Account, Accounts, Role
from hub.access.failures import FORGOTTEN_S, Failures, TooManyChecks
from hub.access.login import AGAIN_S, LATE, LIFETIME, NOBODY, UNREADABLE, WRONG, Login, local
from hub.access.tokens import AccessRefusal
from hub.app import SignIn, create_app
from hub.boards.board import Boards
from hub.web.errors import MAX_BODY_BYTES
from record.files import write_private
from tests.support.signing import KEPT, PASSWORD, SECRET, sign_in, sign_out, token_of

CHANGES = ("post", "put", "patch", "delete")


def app_over(folder, **how):
    return create_app(
        Boards.lone(folder / "journal.jsonl"), **{"sign_in": SignIn(SECRET, folder / "arbiters.json"), "follow": False, **how}
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="module")
def later():
    """The time of the failures, which each wait puts forward."""
    return [1000.0]


@pytest.fixture(autouse=True, scope="module")
def in_memory(tmp_path_factory):
    """The folder in memory of these tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(memory_folder, "SHARED_MEMORY", tmp_path_factory.mktemp("memory"))
        patch.delenv(memory_folder.RUNTIME_FOLDER, raising=False)
        yield


@pytest.fixture(scope="module")
def app(folder, later, in_memory):
    def wait(seconds):
        later[0] += seconds

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hub.access.login.Failures", lambda: Failures(lambda: later[0], wait))
        app = app_over(folder)
    app.add_url_rule("/does", view_func=lambda: "done", methods=[method.upper() for method in CHANGES])
    return app


@pytest.fixture(autouse=True)
def accounts(folder, later, monkeypatch):
    """Anke is an arbiter, the failures of another test are forgotten, and an unknown name is checked as quickly as hers."""
    monkeypatch.setattr("hub.access.passwords.NOBODYS", f"scrypt:1024:8:1${'0' * 16}${'0' * 128}")
    later[0] += FORGOTTEN_S
    made = Accounts(folder / "arbiters.json")
    made.path.unlink(missing_ok=True)
    made.put(Account("Anke", Role.ARBITER, KEPT))
    return made


@pytest.fixture
def client(app):
    return app.test_client()


def is_signed_in(client):
    return client.get("/login").status_code == 303


def copy_of(client, app=None):
    """A client with a copy of the cookie, as somebody else may have made it."""
    copy = (app or client.application).test_client()
    copy.set_cookie("damcam", client.get_cookie("damcam").value)
    return copy


def test_signing_in_leads_to_the_desk_and_out_again(client):
    for path in ("/", "/api/boards", "/before", "/nothing"):
        assert "Set-Cookie" not in client.get(path).headers, path
    login = client.get("/login").headers
    assert ("form-action 'self'" in login["Content-Security-Policy"], login["Cache-Control"]) == (True, "no-store")
    answer = sign_in(client)
    assert (answer.status_code, answer.location) == (303, "/desk")
    cookie = answer.headers["Set-Cookie"]
    assert all(told in cookie for told in ("HttpOnly", "SameSite=Lax", "Expires="))
    assert PASSWORD not in cookie
    assert LIFETIME.total_seconds() <= 24 * 3600, "a day of matches"
    assert client.get("/login?next=/before").location == "/before"
    out = sign_out(client)
    assert (out.status_code, out.location) == (303, "/login")
    assert not is_signed_in(client)


def test_wrong_is_wrong_whatever_was_wrong_and_takes_the_same_work(client, monkeypatch):
    for name, password in (("Anke", "oer it fjil"), ("Anke", ""), ("Durk", PASSWORD), ("", ""), ("Anke", "x" * 3000), ("x" * 3000, "x")):
        answer = sign_in(client, name, password)
        assert (answer.status_code, WRONG in answer.text, "x" * 100 in answer.text) == (403, True, False), (name, password)
        assert not is_signed_in(client)
    compared = []
    monkeypatch.setattr("hub.access.login.matches", lambda kept, password: compared.append(kept) or False)
    sign_in(client, "Anna", "wrong")
    sign_in(client, "\uff21nke", "wrong", address="192.0.2.9")
    assert compared == [None, KEPT]


def test_a_session_outlives_the_server_and_its_end_ends_every_copy_and_stream_and_no_other_session(app, client, folder):
    sign_in(client)
    copy, other = copy_of(client), app.test_client()
    sign_in(other)
    stream = copy.get("/desk/1/events", buffered=False)
    assert next(stream.response)
    there = copy_of(client, app_over(folder))  # a board and a hub of one machine share the list
    assert (copy.get("/desk/1").status_code, is_signed_in(there)) == (200, True)
    sign_out(there)
    assert not is_signed_in(client)
    assert len(list(stream.response)) <= 1
    assert copy.get("/desk/1", headers={"Accept": "application/json"}).status_code == 401
    assert other.get("/desk/1").status_code == 200


def test_the_list_tells_who_signed_in_from_which_address_and_when(app, client):
    assert client.get("/desk/sign-ins").status_code == 303
    sign_in(app.test_client())
    sign_in(client, "ANKE", address="192.0.2.7")

    def rows():
        page = client.get("/desk/sign-ins").text
        return re.findall(r"<tr><td>(.*?)</td><td>(.*?)</td><td>(.*?)</td><td>(.*?)</td></tr>", page)

    here, there = rows()[:2]
    assert (here[:2], there[:2]) == (("Anke", "192.0.2.7"), ("Anke", "127.0.0.1"))
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", here[2])
    still = here[3]
    assert there[3] == still
    sign_out(client)
    sign_in(client)
    assert [(row[1], row[3] == still) for row in rows()[:3]] == [("127.0.0.1", True), ("192.0.2.7", False), ("127.0.0.1", True)]


@pytest.fixture
def read_only(monkeypatch):
    """From its call on nothing can be written below the folders that it is given."""

    def forbid(*folders):
        def write(path, text):
            if any(path.is_relative_to(forbidden) for forbidden in folders):
                raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))
            write_private(path, text)

        monkeypatch.setattr(private_json, "write_private", write)

    return forbid


def test_a_sign_out_that_the_disk_did_not_take_holds_at_once_everywhere_and_after_the_next_start(app, client, folder, read_only, caplog):
    early, late = app.test_client(), client
    sign_in(early)
    hub = app_over(folder)
    read_only(folder)
    sign_in(late)
    copies = copy_of(early), copy_of(late)

    def hold():
        return [[is_signed_in(copy_of(copy, server)) for copy in copies] for server in (app, hub, app_over(folder))]

    sign_out(early)
    assert "sign-ins.json" in caplog.text
    assert hold() == [[False, True]] * 3
    read_only()  # the disk takes all again
    assert hold() == [[False, True]] * 3
    sign_out(late)
    assert hold() == [[False, False]] * 3


def test_where_nothing_can_be_written_one_signs_in_and_out_all_the_same(app, client, read_only):
    read_only("/")
    sign_in(client)
    copy = copy_of(client)
    assert is_signed_in(copy)
    sign_out(client)
    assert not is_signed_in(copy)


def test_no_session_outlives_a_boot_which_empties_what_the_disk_did_not_take(client, monkeypatch):
    sign_in(client)
    monkeypatch.setattr("hub.access.sign_ins.boot_id", lambda: "the next boot")
    assert not is_signed_in(client)


def test_a_folder_in_memory_is_used_where_it_is_private_and_no_other(tmp_path, monkeypatch):
    monkeypatch.setattr(memory_folder, "SHARED_MEMORY", tmp_path)
    (named := tmp_path / "named").mkdir(mode=0o700)
    monkeypatch.setenv(memory_folder.RUNTIME_FOLDER, str(named))
    assert memory_folder.memory_folder() == named
    named.chmod(0o750)
    made = tmp_path / f"damcam-{os.geteuid()}"
    assert memory_folder.memory_folder() == memory_folder.memory_folder() == made
    assert made.stat().st_mode & 0o777 == 0o700
    made.rmdir()
    made.symlink_to(tmp_path)
    assert memory_folder.memory_folder() is None, "somebody else may have made it"


def test_failures_at_an_address_delay_its_next_check_and_lock_nobody_out(app, later):
    for name in ["Anke", "Durk"] * 50:
        assert sign_in(app.test_client(), name, "wrong wrong").status_code == 403
    for address, wait_s in (("127.0.0.1", 3), ("192.0.2.7", 0)):
        began_s = later[0]
        assert sign_in(app.test_client(), address=address).status_code == 303
        assert later[0] - began_s == pytest.approx(wait_s), address


def test_where_too_many_checks_wait_one_is_asked_to_try_again(client, monkeypatch):
    def refuse(*_):
        raise TooManyChecks

    monkeypatch.setattr(Failures, "check", refuse)
    answer = sign_in(client)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, str(AGAIN_S))


def test_nothing_is_done_without_the_token_which_is_another_after_signing_in(client):
    before = token_of(client)
    sign_in(client)
    after = client.environ_base.pop("HTTP_X_TOKEN")
    for spoilt in ({}, *({"token": token} for token in ("", "x", "é", before))):
        assert client.post("/does", data=spoilt).status_code == 403, spoilt
        answer = client.post("/does", headers={"X-Token": spoilt.get("token", ""), "Accept": "application/json"})
        assert answer.json["error"] == str(AccessRefusal.NOT_OUR_PAGE.said())
    assert client.post("/logout").status_code == 403
    for method in CHANGES:
        assert getattr(client, method)("/does").status_code == 403
        assert getattr(client, method)("/does", headers={"X-Token": after}).text == "done"
    assert client.post("/does", data={"token": after}).text == "done", "in a form"


def test_without_a_session_a_form_leads_to_the_login_page_and_a_script_is_told(app, client):
    """The form of another session is in the first of two open tabs; it is offered again."""
    answer = client.post("/login", data={"next": "/desk?x=1"})
    assert (answer.status_code, answer.location) == (303, "/login?next=/desk?x%3D1&late=1")
    assert LATE in client.get(answer.location).text
    sent = {"name": "Anke", "password": PASSWORD, "next": "/before"}
    for token in ("another", token_of(app.test_client())):
        answer = client.post("/login", data=sent | {"token": token})
        assert (answer.status_code, answer.location) == (303, "/login?next=/before&late=1")
    assert not is_signed_in(client)
    stranger = app.test_client()
    assert stranger.post("/does", data={"next": "/desk?x=1"}).location == "/login?next=&late=1", "the form is not read"
    answer = stranger.post("/does", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json["error"]) == (401, str(AccessRefusal.SIGNED_OUT.said()))


def test_parts_of_a_page_get_no_login_page_and_begin_no_session(client):
    for accepts in ("image/avif,image/webp,*/*;q=0.8", "text/event-stream", "application/json"):
        answer = client.get("/desk", headers={"Accept": accepts})
        assert (answer.status_code, answer.headers.get("Set-Cookie")) == (401, None), accepts
    for page in ("text/html,application/xhtml+xml,*/*;q=0.8", "*/*"):
        assert client.get("/desk", headers={"Accept": page}).status_code == 303


ELSEWHERE = ("//evil.example", "/\\evil.example", "https://evil.example/desk", "javascript:alert(1)", "desk", "/de\nsk", "/\t/evil.example")


def test_one_comes_out_on_this_server(client):
    assert {local(address) for address in (*ELSEWHERE, "http://[", "")} == {"/desk"}
    for asked in ("/desk", "/desk?alert=3#x"):
        assert local(asked) == sign_in(client.application.test_client(), next=asked).location == asked
    assert sign_in(client, next=ELSEWHERE[0]).location == "/desk"


CHANGED = Account("Anke", Role.ARBITER, f"{KEPT}x")


@pytest.mark.parametrize(
    "cause",
    [lambda accounts: accounts.put(CHANGED), lambda accounts: accounts.remove("Anke"), lambda accounts: accounts.path.chmod(0o644)],
    ids=["new password", "taken out", "read by others"],
)
def test_who_was_taken_out_or_has_a_new_password_is_signed_out(client, accounts, cause):
    sign_in(client)
    cause(accounts)
    assert not is_signed_in(client)


def test_a_cookie_of_another_key_or_of_yesterday_is_none(app, client, folder, accounts, monkeypatch):
    sign_in(client)
    cookie = client.get_cookie("damcam").value
    assert not is_signed_in(copy_of(client, app_over(folder, sign_in=SignIn(b"o" * 64, accounts.path))))
    client.set_cookie("damcam", cookie[:-2] + "xx")
    assert not is_signed_in(client)
    client.set_cookie("damcam", cookie)
    assert is_signed_in(client)
    monkeypatch.setitem(app.config, "PERMANENT_SESSION_LIFETIME", -LIFETIME)
    assert not is_signed_in(client)


def test_where_the_accounts_cannot_be_read_or_nobody_has_a_password_the_page_says_so(client, accounts):
    accounts.path.chmod(0o644)
    answer = sign_in(client)
    assert (answer.status_code, UNREADABLE in answer.text) == (503, True)
    accounts.path.chmod(0o600)
    accounts.remove("Anke")
    assert NOBODY in client.get("/login").text


def test_the_page_speaks_the_readers_language_and_is_not_there_without_a_key_or_accounts(client, folder):
    for accepts, lang in (("fy-NL, nl;q=0.5", "fy"), ("nl", "nl"), ("de", "en"), ("", "en")):
        for path, status in (("/login", 200), ("/nothing", 404)):
            answer = client.get(path, headers={"Accept-Language": accepts})
            assert (answer.status_code, f'<html lang="{lang}"' in answer.text) == (status, True)
    assert client.post("/login", data={"a": "x" * MAX_BODY_BYTES}).status_code == 413

    for signing in (SignIn(SECRET), None):
        assert app_over(folder, sign_in=signing).test_client().get("/login").status_code == 404


def test_only_an_arbiter_gets_past_a_route_that_asks_for_one_whatever_the_request(folder):
    """`/by` guards itself with `arbiter()` alone: a GET of a page without a session is led to the login page, and goes no further."""
    app, reached = app_over(folder, sign_in=None), []
    app.secret_key = SECRET
    login = Login(folder / "arbiters.json", SECRET)
    login.add_to(app)
    app.add_url_rule("/by", view_func=lambda: reached.append(login.arbiter()) or "done", methods=["GET", "POST"])
    strangers = app.test_client()
    page = {"Accept": "text/html"}
    answer = strangers.get("/by", headers=page)
    assert (answer.status_code, answer.location) == (303, "/login?next=/by")
    for refused in (strangers.get("/by", headers={"Accept": "application/json"}), strangers.post("/by", headers=page)):
        assert refused.status_code == 401
    Accounts(folder / "arbiters.json").put(Account("Durk", Role.OPERATOR, KEPT))
    for name, status in (("Durk", 403), ("Anke", 200)):
        client = app.test_client()
        sign_in(client, name)
        assert client.get("/by", headers=page).status_code == status
    assert reached == ["Anke"]
