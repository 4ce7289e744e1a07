"""Rulings sent to the desk through Flask's test client: the service's own code carries each out once, or refuses it with the reason."""

import pytest

from hub.app import BOARDS
from record.decisions.inbox import Inbox
from record.events.of_game import Alert, Alerted, Arbitrated, ClockStarted, PaperMoves
from record.events.of_players import PlayerSaid
from record.events.of_record import AlertSeen
from record.store.journal import Journal

S = 10**9


def rule(desk, **sent):
    view = desk.get("/desk/1/state").json
    return desk.post("/desk/1/rule", json={"game": view["game"], "seq": view.get("seq", 0), "after": view["last_ruling"], **sent})


RULINGS = [
    ({"word": "stand"}, {}),
    ({"word": "restore", "reason": "claimed by White"}, {"reason": "claimed by White"}),
    ({"word": "take-back", "plies": 2}, {"plies": 2}),
    ({"word": "to-move", "side": "black"}, {}),
    ({"word": "end", "result": "1-0", "article": "20.2"}, {"result": "1-0", "article": "20.2"}),
    ({"word": "paper"}, {}),
    ({"word": "close"}, {}),
    ({"word": "position", "fen": "B:W27:BK3", "reason": "as both say"}, {"fen": "B:W27:BK3", "reason": "as both say"}),
    ({"word": "start-clock", "side": "black", "reason": "he is there"}, {"side": "black", "reason": "he is there"}),
    ({"word": "stop-clock", "reason": "a claim"}, {"reason": "a claim"}),
    ({"word": "add-times", "white_s": 0, "black_s": -30, "reason": "a claim"}, {"added_ns": [0, -30 * 10**9], "reason": "a claim"}),
    ({"word": "set-times", "white_s": 600, "black_s": 300}, {"white_ns": 600 * 10**9, "black_ns": 300 * 10**9}),
]


@pytest.mark.parametrize(("sent", "told"), RULINGS, ids=[sent["word"] for sent, _ in RULINGS])
def test_a_ruling_is_done_and_says_who_and_when(desk, service, game, sent, told):
    answer = rule(desk, **sent)
    assert (answer.status_code, answer.json.get("error")) == (200, None)
    (last,) = answer.json["view"]["rulings"]
    assert (last["word"], last["by"], last["seq"]) == (sent["word"], "Anke", 2)
    assert last["t_ns"] > game.t_ns
    assert told.items() <= last.items()


def test_an_alert_that_asks_for_no_ruling_is_seen_and_waits_no_more(desk_app, desk, service, game):
    """The journal keeps who has seen the alert, and counts no ruling."""
    called = Alert("players", None, (), "", "at once", "arbiter-called", "black")
    row = game.journal.append(PlayerSaid(game.t_ns, 2, "black", "arbiter-called", 1, 1, (called,)), game.t_ns)
    desk_app.extensions[BOARDS].first.desk.look()
    first = desk.get("/desk/1/state").json
    assert [(alert["open"], alert["past"], alert["offers"] == []) for alert in first["alerts"]] == [
        (True, False, True),
        (True, False, False),
    ]
    assert desk.get("/desks/state").json["boards"][0]["open"] == 2
    answer = rule(desk, word="seen", alert=f"{row}-0")
    fault, seen = answer.json["view"]["alerts"]
    assert (seen["seen"], seen["open"], seen["past"]) == ("Anke", False, True)
    assert (fault["seen"], fault["open"], answer.json["view"]["last_ruling"]) == ("", True, 0)
    assert [alert["id"] for alert in desk.get("/desks/state").json["alerts"]] == [fault["id"]]
    with Journal.reader(game.folder / "journal.sqlite") as journal:
        (kept,) = (event for _, event in journal.since(0) if isinstance(event, AlertSeen))
    assert (kept.by, kept.alert) == ("Anke", f"{row}-0")
    assert rule(desk, word="seen", alert="the last").status_code == 400


def test_the_last_ruling_is_undone_and_the_alert_that_it_settled_opens_again(desk, service, game):
    before = desk.get("/desk/1/state").json
    assert before["undo"] is None
    ruled = rule(desk, word="restore").json["view"]
    assert ([alert["open"] for alert in ruled["alerts"]], ruled["undo"]["clock"]) == ([False], "stands")
    answer = rule(desk, word="undo", ruled_ns=ruled["undo"]["ruled_ns"], reason="a slip").json
    view = answer["view"]
    assert ([alert["open"] for alert in view["alerts"]], view["undo"], view["pending"]) == ([True], None, "27c-missed")
    assert view["alerts"][0]["offers"] == before["alerts"][0]["offers"]
    last, first = view["rulings"]
    assert (last["word"], last["of"], last["by"], last["reason"], first["undone"]) == ("undo", "restore", "Anke", "a slip", True)
    assert rule(desk, word="undo", ruled_ns=ruled["undo"]["ruled_ns"]).status_code == 409


def test_an_alert_at_once_that_a_ruling_settled_opens_again_and_one_settled_before_stays_so(desk_app, desk, service, game):
    row = game.journal.append(Alerted(game.t_ns, (Alert("camera", None, (), "", "at once", "covered"),)), game.t_ns)

    def open_now():
        desk_app.extensions[BOARDS].first.desk.look()
        return [alert["id"] for alert in desk.get("/desk/1/state").json["alerts"] if alert["open"]]

    assert f"{row}-0" in open_now()
    first = rule(desk, word="add-times", white_s=60, black_s=0).json["view"]["undo"]
    assert f"{row}-0" not in open_now()
    rule(desk, word="undo", ruled_ns=first["ruled_ns"])
    assert f"{row}-0" in open_now()
    rule(desk, word="stop-clock")
    second = rule(desk, word="add-times", white_s=60, black_s=0).json["view"]["undo"]
    rule(desk, word="undo", ruled_ns=second["ruled_ns"])
    assert f"{row}-0" not in open_now()


def test_one_clock_alone_is_set(desk, service):
    before = desk.get("/desk/1/state").json["clock"]
    after = rule(desk, word="set-times", black_s=300).json["view"]["clock"]
    assert (after["black_ns"], before["white_ns"] - after["white_ns"]) == (300 * S, S)  # one second has passed


def test_what_the_service_refuses_is_told_in_its_words(desk, service):
    assert rule(desk, word="stand").status_code == 200
    answer = rule(desk, word="stand")
    assert (answer.status_code, answer.json["error"]) == (409, "stand after press 2: nothing is pending there")


def test_the_same_ruling_sent_twice_is_done_once(desk, service, game):
    sent = {"word": "take-back", "plies": 1, "game": game.folder.name, "seq": 2, "after": 0}
    answers = [desk.post("/desk/1/rule", json=sent) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 409]
    assert "Another ruling was made meanwhile" in answers[1].json["error"]
    with Journal.reader(game.folder / "journal.sqlite") as journal:
        assert sum(isinstance(event, Arbitrated) for _, event in journal.since(0)) == 1


def test_a_ruling_on_another_game_is_not_done(desk, service):
    answer = rule(desk, word="stand", game="0001")
    assert (answer.status_code, "meant for another game" in answer.json["error"]) == (409, True)


def test_where_no_service_runs_the_word_is_taken_back(desk, game, monkeypatch):
    monkeypatch.setattr("hub.boards.handing.ANSWERED_WITHIN_S", 0.0)
    answer = rule(desk, word="stand")
    assert (answer.status_code, "does damcam run?" in answer.json["error"]) == (409, True)
    with Inbox(game.folder / "journal.sqlite") as inbox:
        assert list(inbox.take()) == []


@pytest.mark.parametrize(
    ("sent", "names"),
    [
        (b"", "no JSON"),
        (b"{", "no JSON"),
        (b"\xff", "no JSON"),
        (b"[1]", "JSON object"),
        (b'"x"', "JSON object"),
        (b"[" * 30_000, "no JSON"),
        ({"word": "position", "seq": 2, "after": 0, "fen": "W:W51:B1"}, "fen: white pieces: 51 is not on the board"),
        ({"word": "position", "seq": 2, "after": 0, "fen": "W:W31:B31"}, "fen: square 31 is given twice"),
        ({"word": "position", "seq": 2, "after": 0}, "fen: the side to move is unknown"),
        ({"word": ["stand"]}, "word: one of"),
        ({"word": "describe"}, "word: one of"),
        ({"word": "stand"}, "seq: a whole number"),
        ({"word": "stand", "seq": -1}, "seq"),
        ({"word": "stand", "seq": True}, "seq"),
        ({"word": "stand", "seq": 2}, "after"),
        ({"word": "stand", "seq": 2, "after": "0"}, "after"),
        ({"word": "stand", "seq": 2, "after": 0, "reason": "x" * 501}, "reason"),
        ({"word": "stand", "seq": 2, "after": 0, "reason": "two\nlines"}, "reason"),
        ({"word": "take-back", "seq": 2, "after": 0, "plies": 1.5}, "plies"),
        ({"word": "to-move", "seq": 2, "after": 0, "side": "wit"}, "side: one of white, black"),
        ({"word": "end", "seq": 2, "after": 0, "result": "2-0"}, "result"),
        ({"word": "end", "seq": 2, "after": 0, "result": "1-0", "article": 20}, "article"),
        ({"word": "set-times", "after": 0}, "white_s, black_s: what one of the clocks is to show"),
        ({"word": "set-times", "after": 0, "white_s": "1"}, "white_s"),
        ({"word": "undo", "after": 0}, "ruled_ns"),
        ({"word": "set-times", "after": 0, "white_s": 10**9, "black_s": 1}, "white_s"),
        ({"word": "start-clock", "after": 0}, "side"),
        ({"word": "stop-clock", "after": 0, "reason": 1}, "reason"),
        ({"word": "add-times", "after": 0, "white_s": 60}, "black_s: a whole number from -360000 to 360000"),
        ({"word": "add-times", "after": 0, "white_s": 0, "black_s": 0}, "both are zero"),
        ({"word": "enter-paper", "after": 0}, "text: the moves were expected"),
        ({"word": "enter-paper", "after": 0, "text": "x" * 20_001}, "text"),
        ({"word": "enter-paper", "after": 0, "text": "14-20", "result": "2-0"}, "result"),
    ],
)
def test_what_is_no_ruling_gets_the_reason_and_nothing_is_done(desk, game, sent, names):
    body = {"data": sent} if isinstance(sent, bytes) else {"json": sent}
    answer = desk.post("/desk/1/rule", **body)
    assert (answer.status_code, names in answer.json["error"]) == (400, True), answer.json
    with Inbox(game.folder / "journal.sqlite") as inbox:
        assert list(inbox.take()) == []


def test_an_operator_sees_the_desk_and_rules_nothing(signed_in, desk, game):
    operator = signed_in("Durk")
    assert 'data-word="stand"' not in operator.get("/desk/1").text
    answer = operator.post("/desk/1/rule", json={"word": "stand", "seq": 2, "after": 0})
    assert (answer.status_code, answer.json["error"]) == (403, "Durk is signed in as operator, who may not do this")


def test_nothing_is_ruled_by_who_is_signed_out_or_has_no_token(desk, game):
    sent = {"word": "stand", "seq": 2, "after": 0}
    assert desk.post("/desk/1/rule", json=sent, headers={"X-Token": "another"}).status_code == 403
    desk.delete_cookie("damcam")
    assert desk.post("/desk/1/rule", json=sent).status_code == 401
    with Inbox(game.folder / "journal.sqlite") as inbox:
        assert list(inbox.take()) == []


def test_what_is_too_large_is_refused(desk):
    assert desk.post("/desk/1/rule", data=b"x" * 70_000).status_code == 413


@pytest.mark.parametrize(("lang", "says"), [("nl", "voor een andere partij"), ("fy", "foar in oare partij"), ("en", "for another game")])
def test_who_rules_on_another_state_is_told_so_in_his_language(desk, lang, says):
    sent = {"word": "stand", "seq": 2, "after": 0, "game": "0001"}
    answer = desk.post("/desk/1/rule", json=sent, headers={"Accept-Language": lang})
    assert (answer.status_code, says in answer.json["error"]) == (409, True), answer.json


@pytest.mark.parametrize(("lang", "says"), [("nl", "Deze stand opzetten"), ("fy", "Dizze stân opsette"), ("en", "Set up this position")])
def test_the_page_speaks_the_readers_language(desk, lang, says):
    page = desk.get("/desk/1", headers={"Accept": "text/html", "Accept-Language": lang}).text
    assert f'<html lang="{lang}">' in page
    assert f">{says}</button>" in page
    assert "<built-in" not in page


def test_a_clock_that_runs_is_not_started_again(desk, service, game):
    answers = [rule(desk, word="start-clock", side="black") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 409]
    assert answers[1].json["error"] == "Black's clock runs already"
    assert [rule(desk, word="stop-clock").status_code for _ in range(2)] == [200, 409]
    with Journal.reader(game.folder / "journal.sqlite") as journal:
        assert [event.by for _, event in journal.since(0) if isinstance(event, ClockStarted)] == ["", "Anke"]


def test_time_is_added_to_what_the_clock_shows(desk, service):
    before = desk.get("/desk/1/state").json["clock"]
    after = rule(desk, word="add-times", white_s=90, black_s=0).json["view"]["clock"]
    assert after["running"] == before["running"] == "white"
    assert after["white_ns"] - before["white_ns"] == 89 * S  # one second has passed
    answer = rule(desk, word="add-times", white_s=-100_000, black_s=0)
    assert (answer.status_code, "needs some time left" in answer.json["error"]) == (409, True)


def paper(desk, path="paper", **sent):
    if path == "rule":
        return rule(desk, word="enter-paper", **sent)
    return desk.post("/desk/1/paper", json=sent, headers={"Accept-Language": "nl"})


@pytest.fixture
def on_paper(desk, service):
    assert [rule(desk, word=word).status_code for word in ("stand", "paper")] == [200, 200]
    return desk


def test_moves_from_paper_wait_until_the_game_has_ended(on_paper):
    for path, lang in (("paper", "nl"), ("rule", "en")):
        answer = paper(on_paper, path, text="31-26")
        assert (answer.status_code, answer.json["lang"]) == (409, lang)
        assert {"nl": "ingevoerd als zij geëindigd is", "en": "entered when it has ended"}[lang] in answer.json["error"]


def test_moves_from_paper_are_looked_through_before_they_are_entered(on_paper, game):
    assert rule(on_paper, word="end", result="1-0", article="20.2").status_code == 200
    wrong = paper(on_paper, text="31-26\n20-24")
    assert wrong.json["error"].startswith("regel 2, halve zet 2 van papier: 20-24 is hier geen reglementaire zet: Veld 24 is bezet.")
    found = paper(on_paper, text="1. 31-26 20-25 2. 36-31").json
    assert [ply["move"] for ply in found["plies"]] == ["31-26", "20-25", "36-31"]
    assert (found["result"], found["remarks"]) == ("1-0", [])
    view = paper(on_paper, "rule", text="31-26 20-25", result="draw").json["view"]
    assert {"word": "enter-paper", "by": "Anke", "plies": 2, "result": "draw"}.items() <= view["rulings"][0].items()
    assert (view["result"], [entry["move"] for entry in view["record"]["newest"]]) == ("draw", ["19-24", "31-26", "20-25"])
    with Journal.reader(game.folder / "journal.sqlite") as journal:
        (entered,) = (event for _, event in journal.since(0) if isinstance(event, PaperMoves))
    assert entered.t_ns > game.t_ns


@pytest.mark.parametrize("sent", [{}, {"text": ""}, {"text": 1}, {"text": "31-26", "result": "2-0"}, [], "31-26"])
def test_what_is_no_paper_gets_the_reason(desk, sent):
    answer = desk.post("/desk/1/paper", json=sent)
    assert answer.status_code == 400
    assert answer.json["error"]


def test_an_operator_looks_no_paper_through(signed_in, desk):
    assert signed_in("Durk").post("/desk/1/paper", json={"text": "31-26"}).status_code == 403
