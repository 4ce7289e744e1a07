"""The application with a journal, through Flask's test client."""

import gzip
import json
import re
from urllib.parse import urljoin

import pytest

from hub.app import BOARDS, create_app
from hub.boards.board import Boards
from hub.web.assets import load


@pytest.fixture
def app(game):
    return create_app(Boards.lone(game.folder / "journal.jsonl"), follow=False)


@pytest.fixture
def client(app):
    return app.test_client()


def look(app):
    app.extensions[BOARDS].first.feed.look()


def test_before_the_game_and_without_a_journal_the_page_waits_and_a_slash_at_the_end_of_an_address_changes_nothing(client, tmp_path):
    assert client.get("/").status_code == 200
    for address in ("/wall/", "/before/", "/board/1/", "/1/"):
        assert client.get(address).status_code == client.get(address.rstrip("/")).status_code, address
    assert client.get("/api/boards/1").json["game"] is None
    assert client.get("/game.pdn").status_code == 404
    app = create_app(Boards.lone(tmp_path / "nowhere" / "journal.jsonl"), follow=False)
    assert not look(app)
    assert app.test_client().get("/").status_code == 200


def test_state_is_the_public_view(app, client, game):
    game.open()
    game.move("white", 32, 28)
    look(app)
    assert not look(app)
    told = client.get("/api/boards/1").json
    assert [move["move"] for move in told["game"]["moves"]] == ["32-28"]
    assert told["game"]["clock"]["running"] == "black"
    assert told["id"] == 5
    assert told["age_ms"] >= 0
    assert client.get("/game.pdn").mimetype == "application/x-pdn"


def test_the_page_carries_game_and_texts_and_no_script_or_style_inline(app, client, game):
    game.open(white="</script><script>alert(1)")
    look(app)
    page = client.get("/?lang=nl").text
    found = dict(re.findall(r'<script type="application/json" id="(\w+)">(.*?)</script>', page))
    assert "&lt;/script&gt;&lt;script&gt;alert(1)" in page
    assert json.loads(found["texts"])["sentences"]["The address has been copied."] == "Het adres is gekopieerd."
    assert "<script>alert" not in page
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", page)
    assert re.findall(r"<script(?![^>]*(src=|application/json))", page) == []


@pytest.mark.parametrize("path", ["/", "/before", "/events", "/nothing", "/picture/drawn/0000.jpg", "/game.pdn"])
def test_every_answer_carries_the_headers(app, client, game, path):
    game.open()
    look(app)
    with client.get(path, buffered=False) as answer:
        headers = answer.headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert ("no-cache" if "picture" in path else "no-store") in headers["Cache-Control"]


@pytest.mark.parametrize(
    ("origin", "sent"),
    [
        ("http://192.168.1.20:8000", None),
        ("https://board.local", "same-origin"),
        ("http://localhost:8000", "same-origin"),
        ("http://[::1]:8000", "same-origin"),
    ],
)
def test_the_opener_policy_is_sent_where_browsers_take_it(client, origin, sent):
    """Over plain HTTP browsers write a warning about it instead."""
    assert client.get("/", base_url=origin).headers.get("Cross-Origin-Opener-Policy") == sent


def test_pictures_are_those_that_the_view_names(app, client, game):
    game.open()
    (game.folder / "secret.jpg").write_bytes(b"no")
    (game.folder / "frames").mkdir()
    (game.folder / "frames" / "0000.jpg").write_bytes(b"people")
    look(app)
    with client.get("/picture/drawn/0000.jpg") as had:
        assert had.status_code == 200
        assert had.mimetype == "image/jpeg"
    with client.get("/picture/drawn/0000.jpg", headers={"If-None-Match": had.headers["ETag"]}) as same:
        assert same.status_code == 304
    others = "frames/0000.jpg secret.jpg ../journal.jsonl journal.jsonl drawn/../secret.jpg ..%2fjournal.jsonl /etc/passwd"
    for name in others.split():
        assert client.get(f"/picture/{name}").status_code in (308, 404), name
    app.extensions[BOARDS].first.feed.pictures["../journal.jsonl"] = None
    assert client.get("/picture/../journal.jsonl").status_code == 404


def test_no_picture_is_shown_where_none_is_to_be(game):
    app = create_app(Boards.lone(game.folder / "journal.jsonl", shows_pictures=False), follow=False)
    game.open()
    look(app)
    client = app.test_client()
    assert client.get("/picture/drawn/0000.jpg").status_code == 404
    assert 'id="picture"' not in client.get("/").get_data(as_text=True)


def test_a_failure_is_a_page_or_a_sentence_and_no_trace(app, client):
    @app.get("/fails")
    def fails():
        raise RuntimeError("inner matter")

    for accept, told in (("text/html", '<html lang="en">'), ("application/json", '"error": ')):
        answer = client.get("/fails", headers={"Accept": accept})
        assert (answer.status_code, told in answer.text, "inner matter" in answer.text) == (500, True, False)


def test_assets_are_packed_without_comments_and_kept_for_good(client):
    for name, asset in load().items():
        if name.endswith((".js", ".css")):
            lines = asset.plain.decode().splitlines()
            assert not [line for line in lines if line.strip().startswith(("//", "/*"))], name
            assert all(line.count("`") % 2 == 0 for line in lines), f"{name} has a text over several lines, which may look like a comment"
    path = re.search(r'src="([^"]+start\.js)"', client.get("/").text)[1]
    answer = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert answer.mimetype == "text/javascript"
    assert "immutable" in answer.headers["Cache-Control"]
    assert gzip.decompress(answer.data) == client.get(path).data
    assert client.get(re.sub(r"static/\w+", "static/old", path)).headers["Cache-Control"] == "no-cache"
    assert client.get("/static/x/../../app.py").status_code == 404


@pytest.mark.parametrize("path", ["/", "/embed/1", "/overlay/1", "/wall", "/before"])
def test_a_page_weighs_little(app, client, game, path):
    """The weight includes its styles, its scripts and their imports."""
    game.open()
    look(app)
    weight, waiting, weighed = 0, [path], set()
    while waiting:
        address = waiting.pop()
        answer = client.get(address, headers={"Accept-Encoding": "gzip"})
        assert answer.content_encoding == "gzip", address
        text = gzip.decompress(answer.data).decode()
        parts = re.findall(r'"(/static/[^"]+)"', text) if address == path else re.findall(r'from "(\.[^"]+)"', text)
        weight += len(answer.data)
        weighed.add(address)
        waiting += {urljoin(address, part) for part in parts} - weighed - set(waiting)
    assert len(weighed) > 5
    assert weight < 30_000
