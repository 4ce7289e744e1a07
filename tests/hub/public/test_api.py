"""The interface for programs: its answers, and that its description matches them exactly."""

import json

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import Phase as Step
from schemathesis import GenerationMode

from hub.app import BOARDS
from hub.boards.board import Boards, ServedBoard
from tests.hub.public.conftest import look


@pytest.fixture
def app(serving, game, tmp_path):
    """The application over the game at board 1, and over board 2, where none has begun."""
    return serving(Boards([ServedBoard("1", game.folder / "journal.jsonl"), ServedBoard("2", tmp_path / "none" / "journal.jsonl")]))


@pytest.fixture
def client(game, app):
    game.open()
    for side, start, end in (("white", 32, 28), ("black", 19, 23), ("white", 28, 19)):
        game.move(side, start, end)
    look(app)
    return app.test_client()


def test_all_boards(client):
    first, second = client.get("/api/boards").json["boards"]
    assert (first["key"], first["phase"], first["game"]["moves"], first["game"]["result"]) == ("1", "playing", 3, None)
    assert first["game"]["about"]["white"] == "Jelle de Vries"
    assert second == {"key": "2", "number": "2", "id": 0, "phase": "waiting", "game": None}


def test_a_board_with_position_moves_and_clock_times(client, game):
    told = client.get("/api/boards/1").json
    moves, clock = told["game"]["moves"], told["game"]["clock"]
    assert [(move["side"], move["move"]) for move in moves] == [("white", "32-28"), ("black", "19-23"), ("white", "28-19")]
    assert [(move["white_ms"] // 1000, move["black_ms"] // 1000) for move in moves] == [(4850, 4800), (4850, 4850), (4900, 4850)]
    assert (clock["white_ms"], clock["black_ms"], clock["running"], clock["rate"]) == (4_900_000, 4_850_000, "black", 1.0)
    assert told["game"]["fen"] == moves[-1]["fen"] == game.fen("B")
    assert told["age_ms"] >= 0
    game.close("0-1")
    look(client.application)
    told = client.get("/api/boards/1").json
    assert (told["phase"], told["game"]["result"]) == ("over", "0-1")


def test_a_round_and_where_its_pdn_is_and_a_game_as_pdn_as_the_pages_have_it(client):
    assert client.get("/api/boards/1/game.pdn").data == client.get("/board/1/game.pdn").data
    assert client.get("/api/boards/2/game.pdn").status_code == 404
    (told,) = client.get("/api/rounds").json["rounds"]
    assert (told["event"], told["round"], told["address"]) == ("Frysk Kampioenskip", "3", "frysk-kampioenskip/3")
    assert told["games"] == [{"board": None, "white": "Jelle de Vries", "black": "Sytske Hoekstra", "result": None}]
    assert client.get(f"/api/rounds/{told['address']}").json == told
    assert client.get(told["pdn"]).status_code == 200


def test_what_is_unchanged_is_not_sent_again_though_it_grew_older(client, game):
    feed = client.application.extensions[BOARDS]["1"].feed
    for path in ("/api/boards", "/api/boards/1", "/api/boards/1/game.pdn", "/api/rounds", "/api/openapi.json"):
        had = {"If-None-Match": client.get(path).headers["ETag"]}
        assert client.get(path, headers=had).status_code == 304, path
    feed.now_s = lambda now_s=feed.now_s: now_s() + 5
    had = {"If-None-Match": client.get("/api/boards/1").headers["ETag"]}
    game.move("black", 14, 23)
    feed.look()
    assert client.get("/api/boards/1", headers=had).status_code == 200


def test_events_are_the_board_as_it_is_asked_for(client, game):
    feed = client.application.extensions[BOARDS]["1"].feed
    last = feed.latest.id
    with client.get("/api/boards/1/events", buffered=False) as answer:
        stream = iter(answer.response)
        assert next(stream).startswith(b"retry: ")
        event = next(stream).decode()
        assert event.startswith(f"id: {last}\ndata: ")
        asked, sent = client.get("/api/boards/1").json, json.loads(event.split("data: ")[1])
        assert sent | {"age_ms": 0} == asked | {"age_ms": 0}
        row = game.move("black", 14, 23)
        feed.look()
        assert next(stream).startswith(b"id: %d\n" % row)


def test_who_comes_back_is_sent_the_board_as_it_is_whatever_he_had(client):
    last = client.application.extensions[BOARDS]["1"].feed.latest.id
    for path in ("/api/boards/1/events", "/board/1/events"):
        for had in (last, last + 5, "x"):
            with client.get(f"{path}?after={had}", headers={"Last-Event-ID": str(had)}, buffered=False) as answer:
                stream = iter(answer.response)
                next(stream)
                assert next(stream).startswith(b"id: %d\n" % last), (path, had)


def test_what_is_not_there_is_told_in_json_in_the_readers_language(client):
    for path in ("/api", "/api/", "/api/boards/9", "/api/boards/9/events", "/api/rounds/x/y", "/api/nothing"):
        answer = client.get(path, headers={"Accept": "text/html", "Accept-Language": "fy"})
        assert answer.status_code == 404
        assert path == "/api" or answer.json["lang"] == "fy", path


def test_scripts_of_any_site_may_read_it_and_nobody_changes_anything(client):
    for path in ("/api/boards", "/api/boards/1", "/api/boards/2/game.pdn", "/api/rounds/x/y"):
        answer = client.get(path)
        assert answer.headers["Access-Control-Allow-Origin"] == "*", path
        assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "Last-Event-ID" in client.options("/api/boards/1/events").headers["Access-Control-Allow-Headers"]
    for path in ("/api/boards", "/api/boards/1"):
        for method in ("POST", "PUT", "DELETE", "PATCH"):
            answer = client.open(path, method=method)
            assert (answer.status_code, "GET" in answer.headers["Allow"]) == (405, True)


def test_every_route_is_described_and_nothing_else(client):
    rules = {rule.rule for rule in client.application.url_map.iter_rules() if rule.endpoint.startswith("api.")}
    described = {path.replace("{key}", "<board:board>") for path in client.get("/api/openapi.json").json["paths"]}
    assert {
        path.replace("{event}", "<event>").replace("{round}", "<number>").replace("{tournament}", "<tournament>") for path in described
    } == rules


FEW = settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck), phases=[Step.generate], derandomize=True)
REAL = {
    "/api/boards/{key}": [{"key": "1"}, {"key": "2"}],
    "/api/boards/{key}/events": [{"key": "1"}, {"key": "2"}],
    "/api/boards/{key}/game.pdn": [{"key": "1"}],
    "/api/rounds/{event}/{round}": [{"event": "frysk-kampioenskip", "round": "3"}],
}
"""Parameters that exist."""


def test_the_answers_are_as_described_whatever_is_asked_and_about_what_is_there(client):
    client.application.extensions[BOARDS].stop()  # so that streams end at once
    described = schemathesis.openapi.from_wsgi("/api/openapi.json", client.application)
    for found in described.get_all_operations():
        operation = found.ok()
        modes = [GenerationMode.POSITIVE] + [GenerationMode.NEGATIVE] * ("400" in operation.definition.raw["responses"])
        for mode in modes:

            @FEW
            @given(operation.as_strategy(generation_mode=mode))
            def answered(case):
                case.call_and_validate()

            answered()
    for path, asked in REAL.items():
        for parameters in asked:
            assert described[path]["GET"].Case(path_parameters=parameters).call_and_validate().status_code == 200
