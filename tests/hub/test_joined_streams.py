"""Several streams over one connection: `GET /streams`."""

from contextlib import closing
from itertools import islice

import pytest
from flask import Response

from hub.app import create_app
from hub.boards.board import Boards
from hub.feeds import server_sent
from hub.web import joined_streams
from hub.web.joined_streams import MOST, joined
from hub.web.streams import streamed
from record.store.folder import JOURNAL_NAME
from tests.support.waiting import wait_until


@pytest.fixture
def boards(game):
    game.open()
    made = Boards.lone(game.folder / JOURNAL_NAME)
    made.first.feed.look()
    return made


@pytest.fixture
def client(boards):
    """Of the application that shows the game; nobody looks but `boards.first.feed.look`."""
    return create_app(boards, follow=False).test_client()


def events_of(response, count):
    """The names and data of the next events, without signs of life."""
    found = []
    for sent in response.response:
        fields = dict(line.partition(": ")[::2] for line in sent.decode().splitlines() if line)
        if "data" in fields and fields.get("event") != "alive":
            found.append((fields["event"], fields["data"]))
        if len(found) == count:
            return found
    return found


def test_each_stream_begins_with_the_state_of_now_and_brings_what_is_new(boards, client, game):
    with closing(client.get("/streams?of=/events&of=/wall/events", buffered=False)) as response:
        assert response.mimetype == "text/event-stream"
        first = dict(events_of(response, 2))
        alone = next(sent for sent in client.get("/events", buffered=False).response if sent.startswith(b"id: "))
        assert first.keys() == {"0", "1"}
        assert first["0"].partition("</data>")[2] == alone.decode().partition("</data>")[2].strip(), "but for the time at which it was sent"
        game.move("white", 31, 26)
        boards.first.feed.look()
        coming = iter(lambda: events_of(response, 1)[0], None)
        assert "31-26" in next(data for stream, data in coming if stream == "0")  # the wall's may come before it


@pytest.mark.parametrize("addresses", ["", "?of=", "?" + "&".join(["of=/events"] * (MOST + 1))])
def test_how_many_streams_there_may_be(client, addresses):
    response = client.get(f"/streams{addresses}", buffered=False)
    if addresses == "?of=":
        assert events_of(response, 1) == [("lost", "0")]
    else:
        assert response.status_code == 400
        assert str(MOST) in response.text


@pytest.mark.parametrize(
    "address", ["/", "/streams?of=/events", "/desk/1/events", "/absent/events", "//elsewhere/events", "/board/%00/events"]
)
def test_what_is_no_stream_for_this_reader_is_lost(client, address):
    response = client.get("/streams", query_string={"of": ["/events", address]}, buffered=False)
    assert ("lost", "1") in events_of(response, 2)
    response.close()


def test_a_stream_that_ends_or_is_refused_is_asked_for_again(monkeypatch):
    monkeypatch.setattr(joined_streams, "AGAIN_S", 0.0)
    answers = [
        streamed(iter([b"retry: 1\n\n", b"id: 1\ndata: a\n\n", server_sent.ALIVE])),
        Response(status=503),
        streamed(iter([b"id: 2\ndata: b\n\n"])),
    ]
    given = iter(answers)
    with closing(joined([lambda: next(given)], lambda: False)) as events:
        assert list(islice(events, 1, 5)) == [
            b"event: 0\nid: 1\ndata: a\n\n",
            b"event: lost\ndata: 0\n\n",
            b"event: lost\ndata: 0\n\n",
            b"event: 0\nid: 2\ndata: b\n\n",
        ]


def test_a_stream_that_fails_is_lost_and_asked_for_again(monkeypatch, caplog):
    monkeypatch.setattr(joined_streams, "AGAIN_S", 0.0)

    def failing():
        yield b"id: 1\ndata: a\n\n"
        raise OSError("the disk is gone")

    def refusing():
        raise OSError("no page")

    given = iter([refusing, lambda: streamed(failing()), lambda: streamed(iter([b"id: 2\ndata: b\n\n"]))])
    with closing(joined([lambda: next(given)()], lambda: False)) as events:
        lost = b"event: lost\ndata: 0\n\n"
        assert list(islice(events, 1, 5)) == [lost, b"event: 0\nid: 1\ndata: a\n\n", lost, b"event: 0\nid: 2\ndata: b\n\n"]
    assert {str(record.exc_info[1]) for record in caplog.records[:2]} == {"no page", "the disk is gone"}


def test_a_silence_is_filled_and_the_end_of_the_server_ends_it(monkeypatch):
    monkeypatch.setattr(joined_streams, "LOOKS_EVERY_S", 0.001)
    monkeypatch.setattr(server_sent, "KEEP_ALIVE_S", 0.002)
    left = []
    silent = streamed(iter(lambda: b": nothing", None))
    silent.call_on_close(lambda: left.append(True))
    events = joined([lambda: silent], lambda: bool(ended))
    ended = []
    next(events)
    assert next(events) == server_sent.ALIVE
    ended.append(True)
    assert list(events) == []
    wait_until(lambda: left)
