"""Who may open what: each route with each method, for everybody who may ask. A new route is among them without further work."""

import re
from dataclasses import replace
from urllib.parse import urlsplit

import pytest

from hub.access.tablet_access import TABLETS
from hub.app import create_app, end_streams
from hub.boards.board import Boards
from tests.hub.routes import VALUES, audience
from tests.support.signing import admitting, sign_in, sign_out, token_of

ELSEWHERE = {"REMOTE_ADDR": "192.0.2.7"}
"""Another machine than the server, whose own browsers have the tablets' pages."""
OF_ARBITERS_ALONE = re.compile(r"/desk/(telephones|1/logs|1/take-over)(/|$)|/dossier/[^/]*/event\.zip$")
"""What an operator does not even see."""
FOR_OPERATORS = frozenset({"/logout", "/desk/1/fetch"})
"""What an operator may send: to look at pictures changes nothing."""
KNOWN = VALUES | {"what": "standings", "form": "csv", "name": "x.csv"}
FOR_ALL = frozenset({"/login", "/logout"})
REFUSED = frozenset({401, 403})


@pytest.fixture
def app(game, new_game, tmp_path):
    """A hub with two boards and an event, at which nothing is followed."""
    for number in ("1", "2"):
        (tmp_path / number / "games").mkdir(parents=True)
        new_game(tmp_path / number / "games" / "0001").open()
    (tmp_path / "events").mkdir()
    boards = Boards.of_states([tmp_path / "1", tmp_path / "2"], None)
    app = create_app(boards, sign_in=replace(admitting(tmp_path), events=tmp_path / "events", is_hub=True), follow=False)
    arbiter = someone(app, "Anke")
    form = {"token": token_of(arbiter), "name": "X", "competition": "A", "size": "4", "public": "names"}
    assert arbiter.post("/organise", data=form).status_code == 303
    end_streams(app)
    return app


def someone(app, name=None):
    """A client elsewhere that has a session and sends its token, signed in under that name if there is one."""
    client = app.test_client()
    client.environ_base.update(ELSEWHERE)
    if name:
        assert sign_in(client, name, address=ELSEWHERE["REMOTE_ADDR"]).status_code == 303
    client.environ_base["HTTP_X_TOKEN"] = token_of(client)
    return client


def routes(app):
    """(method, address, audience) of each route, for board 1, its event and its game."""
    for rule in app.url_map.iter_rules():
        address = re.sub(r"<(?:\w+:)?(\w+)>", lambda part: KNOWN[part[1]], rule.rule)
        for method in sorted(rule.methods - {"OPTIONS"}):
            yield method, address, audience(rule.rule)


def statuses(app, client, *audiences):
    """What the client gets at each route for those audiences, as a reader of pages and as a script."""
    for method, address, whom in routes(app):
        if whom in audiences and address not in FOR_ALL:
            for accept in ("text/html", "application/json"):
                with client.open(
                    address, method=method, headers={"Accept": accept}, data={"x": "1"} if method == "POST" else None
                ) as answer:
                    yield method, address, answer


def is_let_in(answer):
    return answer.status_code not in REFUSED and not (answer.status_code == 303 and urlsplit(answer.location).path == "/login")


def let_in(app, client, *audiences):
    return {(method, address) for method, address, answer in statuses(app, client, *audiences) if is_let_in(answer)}


def every(app, *audiences):
    return {(method, address) for method, address, whom in routes(app) if whom in audiences and address not in FOR_ALL}


def test_a_stranger_has_the_public_pages_alone(app):
    assert let_in(app, someone(app), "arbiters", "players") == set()
    assert let_in(app, app.test_client(), "arbiters") == set()
    assert let_in(app, someone(app), "public") == every(app, "public")
    assert not {method for method, _ in every(app, "public")} - {"GET", "HEAD"}


def test_who_signed_out_is_a_stranger_again_also_with_his_old_cookie(app):
    client = someone(app, "Anke")
    cookie = client.get_cookie("damcam").value
    sign_out(client)
    client.set_cookie("damcam", cookie)
    assert let_in(app, client, "arbiters", "players") == set()


def test_an_operator_sees_what_an_arbiter_sees_but_the_telephones_and_the_logs_and_changes_nothing(system, app):
    sees = {(method, address) for method, address in every(app, "arbiters") if method != "POST" and not OF_ARBITERS_ALONE.match(address)}
    assert let_in(app, someone(app, "Durk"), "arbiters", "players") == sees | {("POST", address) for address in FOR_OPERATORS - FOR_ALL}


def test_an_arbiter_has_all_but_the_tablets(system, app):
    assert let_in(app, someone(app, "Anke"), "arbiters", "players") == every(app, "arbiters")


def test_an_arbiter_without_the_token_of_a_page_changes_nothing(system, app):
    client = someone(app, "Anke")
    client.environ_base.pop("HTTP_X_TOKEN")
    assert {method for method, _ in let_in(app, client, "arbiters", "players")} == {"GET", "HEAD"}


def test_a_tablet_has_its_own_board_alone(app):
    client = app.test_client()
    client.environ_base.update(ELSEWHERE)
    assert client.get(f"/tablet/1?key={app.extensions[TABLETS].key('1')}").status_code == 303
    client.environ_base["HTTP_X_TOKEN"] = client.get("/tablet/1/token").json["token"]
    assert let_in(app, client, "arbiters", "players") == every(app, "players")
    assert {client.get(address.replace("/1", "/2")).status_code for _, address in every(app, "players")} == {403, 405}
