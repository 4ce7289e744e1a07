"""Nonsense at every route of the application is refused, and never fails. New routes are tested here without further work."""

import json
import re
from collections import defaultdict
from itertools import zip_longest

import pytest

from hub.access.forms import MAX_LOG_BYTES
from hub.app import BOARDS
from hub.web.errors import MAX_BODY_BYTES

PARTS = ["1", "x", "9", "-1", "%00", "%ff%fe", "..%2f..%2fetc%2fpasswd", "é" * 60, "9" * 400, "{{7*7}}", "'%20or%201=1--", "%F0%9F%98%80"]
"""The values for each parameter in a route's address. `1` is a board, a round and an alert."""
QUERIES = ["", "lang=xx", "lang=fy", "next=//x", "%ff=%00&a&&=", "a=" * 500]
HEADERS = [
    {},
    {"Accept": "application/json"},
    {"Accept-Language": "xx;q=9, fy;q=x,,"},
    {"Accept": ";;q=,*/"},
    {"If-None-Match": 'W/"', "If-Modified-Since": "yesterday", "Range": "bytes=9-1,x"},
    {"Last-Event-ID": "x"},
    {"Cookie": "damcam=.e; lang=xx; damcam=%ff"},
    {"Host": "a b"},
]
NUMBERS = ["1e999", "NaN", "-Infinity", "9" * 5000, "1" + "0" * 40, "-0.0"]
NO_OBJECTS = [
    b"",
    b"{",
    b"[]",
    b"null",
    b'"x"',
    b"\xff\xfe\x00",
    b"[" * 20_000,
    b'{"a":' * 8_000,
    b"name=%ff&password=%00&token=",
]
OBJECTS = [
    json.dumps({"word": "position", "fen": "W:W51:B0", "seq": "1", "after": 3}).encode(),
    json.dumps({"word": "stand", "seq": [], "after": {}, "game": None}).encode(),
    json.dumps({"word": ["stand"], "fen": 7, "text": "\x00\ud800"}).encode(),
    *(f'{{"word": "stand", "seq": {number}, "after": {number}, "white_ms": {number}}}'.encode() for number in NUMBERS),
]
TYPES = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data", "multipart/form-data; boundary=x", ";;charset=no"]
METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"]


@pytest.fixture
def app(game, desk_app, monkeypatch):
    """An application with all its routes and a game that no service records. Its streams end at once."""
    monkeypatch.setattr("link.sending.ANSWERED_WITHIN_S", 0.0)
    game.open()
    game.move("white", 32, 28)
    desk_app.extensions[BOARDS].first.feed.look()
    desk_app.extensions[BOARDS].stop()
    return desk_app


@pytest.fixture
def stranger(app):
    return app.test_client()


@pytest.fixture
def arbiter(app, signed_in):
    """A client that is signed in and sends its token."""
    return signed_in()


def ones(rule, value="1"):
    """The address of a route with that value for each parameter."""
    return re.sub(r"<[^>]*>", lambda _: value, rule.rule)


def ask(client, address, method="GET", **more):
    with client.open(address, method=method, buffered=False, **more) as answer:
        told = b"".join(answer.response if method != "HEAD" else ())
    assert answer.status_code < 500, (method, address, more, told[:200])
    return answer, told


def test_no_address_is_too_much_for_a_route(system, app, arbiter):
    rules = app.url_map.iter_rules()
    for number, address in enumerate(ones(rule, part) for rule in rules for part in (PARTS if rule.arguments else "1")):
        ask(arbiter, address, query_string=QUERIES[number % len(QUERIES)], headers=HEADERS[number % len(HEADERS)])


def test_every_route_answers_every_query_and_header(system, app, stranger):
    for rule in app.url_map.iter_rules():
        for query, headers in zip_longest(QUERIES, HEADERS, fillvalue=None):
            ask(stranger, ones(rule), query_string=query, headers=headers)


def taking_bodies(app):
    """An address of each route that takes a body."""
    return [ones(rule) for rule in app.url_map.iter_rules() if "POST" in rule.methods and rule.endpoint != "login.leave"]


@pytest.mark.parametrize("who", ["stranger", "arbiter"])
def test_no_body_is_too_much_for_a_route_that_takes_one(system, app, request, who):
    client = request.getfixturevalue(who)
    for address in taking_bodies(app):
        for number, body in enumerate(NO_OBJECTS + OBJECTS):
            kind = TYPES[number % len(TYPES)]
            answer, told = ask(client, address, "POST", data=body, headers={"Content-Type": kind, "Accept": "application/json"})
            assert answer.status_code >= 300 or body in OBJECTS, (address, body[:60])
            assert answer.status_code < 400 or address == "/login" or json.loads(told)["error"], (address, body[:60])


def test_methods_that_a_route_has_not_are_refused_with_those_that_it_has(app, arbiter):
    has = defaultdict(set)
    for rule in app.url_map.iter_rules():
        has[ones(rule)] |= rule.methods
    for address, methods in has.items():
        for method in set(METHODS) - methods:
            answer, _ = ask(arbiter, address, method)
            assert answer.status_code == 405, (method, address)
            assert set(answer.headers["Allow"].split(", ")) >= methods, (method, address)


def test_what_is_too_large_is_413_with_the_reason(app, arbiter):
    for address in taking_bodies(app):
        most = MAX_LOG_BYTES if address.endswith("/given-log") else MAX_BODY_BYTES
        answer, told = ask(arbiter, address, "POST", data=b"x" * (most + 1), headers={"Accept": "application/json"})
        assert (answer.status_code, "error" in json.loads(told)) == (413, True), address


@pytest.mark.parametrize("lang", ["nl", "fy", "en"])
def test_what_is_not_there_is_a_page_in_the_readers_language(stranger, lang):
    for address in ("/nothing", "/board/9", "/board/%F0%9F%98%80", "/embed/9", "/overlay/9", "/pdn/no/9.pdn", "/board/1/picture/x.jpg"):
        answer = stranger.get(address, headers={"Accept-Language": lang, "Accept": "text/html"})
        assert (answer.status_code, f'lang="{lang}"' in answer.text) == (404, True), address
        assert "error" in stranger.get(address, headers={"Accept": "application/json"}).json
    assert stranger.get("/?lang=xx").status_code == 404
