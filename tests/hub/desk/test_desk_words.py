"""Rulings sent to the desk: the service's own code carries each out once, or refuses it with the reason; and the duty of juniors (E 2)."""

import json
import re

import pytest
from bs4 import BeautifulSoup

from hub.app import BOARDS
from hub.boards.commands import NOT_ANSWERED, NotAnswered
from record.events.of_game import Alert, Alerted, Arbitrated, PaperMoves, TimesSet
from record.events.of_players import Said
from record.events.of_record import AlertSeen
from tests.hub.arbiters import PHONE, admit, events_of, player_says, sees, state_of
from tests.hub.desk.desk_page import form_of, page_of
from tests.hub.desk.hall_desks import desks
from tests.support.axe import violations

S = 10**9


def rule(desk, *, lang="en", **sent):
    """Send a ruling as the page does that shows the board's present state, once what is asked back is confirmed."""
    fields = form_of(**{**page_of(desk).state, "sure": "yes", **sent})
    return desk.post("/desk/1/rule", data=fields, headers={"Accept-Language": lang})


def shown(desk_app, desk, which):
    """The ids of these alerts."""
    desk_app.extensions[BOARDS].first.desk.look()
    return [alert["id"] for alert in page_of(desk).alerts if which(alert)]


RULINGS = [
    ({"word": "stand"}, {}),
    ({"word": "restore", "reason": "claimed by White"}, {"reason": "claimed by White"}),
    ({"word": "take-back", "plies": 2}, {"plies": 2}),
    ({"word": "to-move", "side": "black"}, {}),
    ({"word": "end", "result": "1-0", "article": "20.2"}, {"result": "1-0", "article": "20.2", "cause": "resigned"}),
    ({"word": "end", "result": "draw", "cause": "agreed"}, {"result": "draw", "article": "21.2", "cause": "agreed"}),
    ({"word": "paper"}, {}),
    ({"word": "close"}, {}),
    ({"word": "position", "fen": "B:W27:BK3", "reason": "as both say"}, {"fen": "B:W27:BK3", "reason": "as both say"}),
    ({"word": "start-clock", "side": "black", "reason": "he is there"}, {"side": "black", "reason": "he is there"}),
    ({"word": "stop-clock", "reason": "a claim"}, {"reason": "a claim"}),
    ({"word": "add-times", "white_s": 0, "black_s": -30, "reason": "a claim"}, {"added_ns": [0, -30 * S], "reason": "a claim"}),
    ({"word": "set-times", "white_s": 600, "black_s": 300}, {"white_ns": 600 * S, "black_ns": 300 * S}),
    ({"word": "set-times", "black_s": 300}, {"white_ns": 4849 * S, "black_ns": 300 * S}),  # one clock alone is set
    ({"word": "time-control", "control": "90m+60s", "reason": "set wrongly"}, {"time_control": "90m+60s", "reason": "set wrongly"}),
]


@pytest.mark.parametrize(("sent", "told"), RULINGS, ids=[sent["word"] for sent, _ in RULINGS])
def test_a_ruling_is_done_and_says_who_and_when(desk_app, desk, service, game, sent, told):
    answer = rule(desk, **sent)
    assert (answer.status_code, answer.json.get("error")) == (200, None)
    (last,) = json.loads(json.dumps(desk_app.extensions[BOARDS].first.desk.log.rulings))
    assert page_of(desk).rulers == ["Anke"]
    assert (last["word"], last["by"], last["seq"]) == (sent["word"], "Anke", 2)
    assert last["t_ns"] > game.t_ns
    assert told.items() <= last.items()


def test_an_alert_that_asks_for_no_ruling_is_seen_and_waits_no_more(desk_app, desk, service, game):
    """The journal keeps who has seen the alert, and counts no ruling."""
    row = player_says(game, "black")
    desk_app.extensions[BOARDS].first.desk.look()
    called, first = page_of(desk).alerts
    assert [(alert["open"], alert["past"]) for alert in (called, first)] == [(True, False)] * 2
    assert (called["buttons"], [button["word"] for button in first["buttons"]]) == (
        [{"word": "seen", "alert": f"{row}-0"}],
        ["stand", "restore"],
    )
    assert desks(desk)["boards"][0]["says"] == "2 alerts open"
    answer = rule(desk, word="seen", alert=f"{row}-0")
    fault, seen = page_of(desk).alerts
    assert (seen["seen"], seen["open"], seen["past"], seen["buttons"]) == ("Seen by Anke.", False, True, [])
    assert (fault["seen"], fault["open"], answer.json["told"], answer.json["after"]) == ("", True, "Done: Seen", 0)
    assert [alert["id"] for alert in desks(desk)["alerts"]] == [fault["id"]]
    assert [(kept.by, kept.alert) for kept in events_of(game, AlertSeen)] == [("Anke", f"{row}-0")]


def test_the_last_ruling_is_undone_and_the_alert_that_it_settled_opens_again(desk, service, game):
    before = page_of(desk).alerts
    assert page_of(desk)["undo-does"] == ""
    ruled = rule(desk, word="restore").json
    assert ([alert["open"] for alert in page_of(desk).alerts], ruled["told"]) == ([False], "Done: Restore")
    does = page_of(desk)["undo-does"]
    assert does.endswith("The clocks stand, at what they showed then; start them.")
    undone = {"word": "undo", "ruled_ns": ruled["undo"], "reason": "a slip"}
    assert desk.post("/desk/1/rule", data=form_of(**page_of(desk).state, **undone)).json == {"ask": f"{does} Tell it?"}
    answer = rule(desk, **undone).json
    page = page_of(desk)
    says = "Done: Undo. The clocks stand, at what they showed then; start them."
    assert (answer["undo"], answer["told"], page["undo-does"], page.alerts == before) == (None, says, "", True)
    assert page["standing"].endswith("Open: capture missed")
    assert [says for says, _ in page.rulings] == ["Undo · Restore · a slip", "Restore"]
    assert (page.rulers, page.undone) == (["Anke"] * 2, [False, True])
    assert rule(desk, **undone).status_code == 409


def test_an_alert_at_once_that_a_ruling_settled_opens_again_and_one_settled_before_stays_so(desk_app, desk, service, game):
    row = game.journal.append(Alerted(game.t_ns, (Alert("camera", None, (), "", "at once", "covered"),)), game.t_ns)

    def open_now():
        return shown(desk_app, desk, lambda alert: alert["open"])

    assert f"{row}-0" in open_now()
    first = rule(desk, word="add-times", white_s=60, black_s=0).json["undo"]
    assert f"{row}-0" not in open_now()
    rule(desk, word="undo", ruled_ns=first)
    assert f"{row}-0" in open_now()
    rule(desk, word="stop-clock")
    second = rule(desk, word="add-times", white_s=60, black_s=0).json["undo"]
    rule(desk, word="undo", ruled_ns=second)
    assert f"{row}-0" not in open_now()


def test_a_draw_is_no_alert_once_declined_and_confirmed_it_settles_no_call(desk_app, desk, service, game):
    def shown_now():
        return shown(desk_app, desk, lambda alert: not alert["past"])

    (fault,) = shown_now()
    player_says(game, "black", Said.DRAW_OFFERED)
    assert len(shown_now()) == 2
    player_says(game, "white", Said.DRAW_DECLINED)
    assert shown_now() == [fault]
    call = player_says(game, "white")
    player_says(game, "white", Said.DRAW_OFFERED)
    player_says(game, "black", Said.DRAW_ACCEPTED)
    assert rule(desk, word="end", result="draw", article="21.1").status_code == 200
    assert shown_now() == [f"{call}-0", fault]


def test_the_same_ruling_sent_twice_is_done_once(desk, service, game, why):
    sent = form_of("take-back", plies=1, game=game.folder.name, seq=2, after=0, sure="yes")
    answers = [desk.post("/desk/1/rule", data=sent) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 409]
    assert why() == "RuledUpon.ruled-meanwhile"
    assert len(events_of(game, Arbitrated)) == 1


def test_where_no_service_runs_that_is_told(desk, game, monkeypatch, why):
    monkeypatch.setattr("link.sending.ANSWERED_WITHIN_S", 0.0)
    assert (rule(desk, word="stand").status_code, why()) == (409, "NotTaken.nobody")


NO_RULINGS = [
    ({"ruling": ""}, "SentWrongly.none-of"),
    ({"word": "describe"}, "SentWrongly.none-of"),
    ({"word": "stand", "seq": ""}, "SentWrongly.not-whole"),
    ({"word": "stand", "seq": -1}, "SentWrongly.not-whole"),
    ({"word": "stand", "after": "x"}, "SentWrongly.not-whole"),
    ({"word": "stand", "reason": "x" * 501}, "SentWrongly.no-line"),
    ({"word": "stand", "reason": "two\nlines"}, "SentWrongly.no-line"),
    ({"word": "take-back", "plies": 1.5}, "EnteredWrongly.not-whole"),
    ({"word": "take-back", "plies": 0}, "EnteredWrongly.not-whole"),
    ({"word": "take-back"}, "EnteredWrongly.not-whole"),
    ({"word": "to-move", "side": "wit"}, "SentWrongly.none-of"),
    ({"word": "start-clock"}, "SentWrongly.none-of"),
    ({"word": "suspend-writing", "side": "wit"}, "SentWrongly.none-of"),
    ({"word": "end", "result": "2-0"}, "SentWrongly.none-of"),
    ({"word": "end", "result": "1-0", "cause": "bored"}, "SentWrongly.none-of"),
    ({"word": "end"}, "EnteredWrongly.no-result"),
    ({"word": "end", "ground": "1-0"}, "EnteredWrongly.no-ground"),
    ({"word": "end", "ground": "2-0 resigned"}, "EnteredWrongly.no-ground"),
    ({"word": "end", "ground": "2-0 without"}, "SentWrongly.none-of"),
    ({"word": "set-times"}, "EnteredWrongly.no-times"),
    ({"word": "set-times", "white-time": "0:38:5"}, "EnteredWrongly.no-time"),
    ({"word": "add-times", "side": "white", "seconds": 0}, "EnteredWrongly.not-whole"),
    ({"word": "add-times", "seconds": 60}, "SentWrongly.no-seconds"),
    ({"word": "time-control", "control": " "}, "EnteredWrongly.no-control"),
    ({"word": "undo"}, "SentWrongly.not-whole"),
    ({"word": "seen", "alert": "the last"}, "SentWrongly.no-alert"),
    ({"word": "enter-paper"}, "SentWrongly.no-moves"),
    ({"word": "enter-paper", "text": "x" * 20_001}, "SentWrongly.no-moves"),
    ({"word": "enter-paper", "text": "14-20", "result": "2-0"}, "SentWrongly.none-of"),
    ({"text": " "}, "SentWrongly.no-moves"),
    ({"text": "31-26", "result": "2-0"}, "SentWrongly.none-of"),
]


@pytest.mark.parametrize(("sent", "code"), NO_RULINGS)
def test_what_is_no_ruling_gets_the_reason_and_nothing_is_done(desk, game, why, sent, code):
    fields = form_of(**{"seq": 2, "after": 0, **sent}) if "word" in sent else sent
    answer = desk.post("/desk/1/paper" if "text" in fields and "ruling" not in fields else "/desk/1/rule", data=fields)
    assert (answer.status_code, why(), state_of(game).words) == (400, code, ())


ENDINGS = [
    ({"ground": "1-0 resigned"}, {"result": "1-0", "article": "20.2", "cause": "resigned"}, ""),
    ({"ground": "1-0 other", "article": "20.7"}, {"result": "1-0", "article": "20.7"}, ""),
    ({"ground": "1-0 without", "reason": "as both say"}, {"result": "1-0"}, "as both say"),
    ({"ground": "void void"}, {"result": "void", "article": "26"}, ""),
]


@pytest.mark.parametrize(("entered", "ruled", "reason"), ENDINGS)
def test_a_result_has_the_article_of_the_ground_that_was_chosen(desk_app, desk, service, entered, ruled, reason):
    fields = {"ruling": "word=end", "result": ruled["result"], "reason": "", **entered}
    answer = desk.post("/desk/1/rule", data={**fields, **page_of(desk).state, "sure": "yes"})
    assert answer.status_code == 200, answer.text
    (last,) = desk_app.extensions[BOARDS].first.desk.log.rulings
    assert ruled.items() <= last.items()
    assert last.get("reason", "") == reason


def test_without_a_script_a_ruling_is_asked_back_on_a_page_of_its_own_and_leads_to_the_desk(desk_app, desk, service, game):
    page = {"Accept": "text/html"}
    fields = {**form_of("restore", reason="claimed by White"), **page_of(desk).state}
    asked = BeautifulSoup(desk.post("/desk/1/rule", data=fields, headers=page).text, "html.parser")
    assert "The position before is put back, and the same side moves again. Tell it?" in asked.main.text
    assert state_of(game).words == ()
    kept = {field["name"]: field["value"] for field in asked.select("main input, main button")}
    assert kept.items() >= {**{name: str(value) for name, value in fields.items()}, "sure": "yes"}.items()
    answer = desk.post("/desk/1/rule", data=kept, headers=page)
    assert (answer.status_code, answer.location) == (303, "/desk/1")
    assert [(word.ruling, word.reason) for word in state_of(game).words] == [("restore", "claimed by White")]
    refused = desk.post("/desk/1/rule", data=kept, headers=page)
    assert (refused.status_code, "meanwhile" in refused.text) == (409, True)
    again = desk.get("/desk/1/rule?lang=nl", headers=page, follow_redirects=True)
    assert (again.request.path, '<html lang="nl">' in again.text) == ("/desk/1", True)


def test_without_a_script_it_is_said_too_where_no_answer_came(desk, service, monkeypatch):
    def unanswered(*_told, **_more):
        raise NotAnswered(NOT_ANSWERED)

    monkeypatch.setattr("hub.desk.page.command_board", unanswered)
    fields = {**form_of("stop-clock"), **page_of(desk).state, "sure": "yes"}
    page, script = (desk.post("/desk/1/rule", data=fields, headers={"Accept": kind}) for kind in ("text/html", "application/json"))
    assert (page.status_code, script.status_code, script.json["good"]) == (504, 200, False)
    for told in (page.text, script.json["told"]):
        assert "whether it was done is not known here yet" in told


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"fen": "W:W51:B1"}, "{pieces}: {text} is not on the board, whose squares are 1 to {last}"),
        ({}, "the side to move is unknown: the FEN begins with {text}, not with W or B"),
    ],
)
def test_of_a_position_that_is_none_the_fault_is_named(desk, why, sent, sentence):
    assert (rule(desk, word="position", **sent).status_code, why()) == (400, sentence)


REFUSALS = [
    ({"word": "undo", "ruled_ns": 1}, "RulingRefusal.nothing-to-undo"),
    ({"word": "start-clock", "side": "white"}, "ClockRefusal.runs-already"),
    ({"word": "add-times", "white_s": -36_000, "black_s": 0}, "ClockFault.no-time-left"),
    ({"word": "end", "result": "1-0", "article": "99"}, "EndingRefusal.no-article"),
    ({"word": "stand", "game": "9999"}, "NotRuled.other-game"),
    ({"word": "enter-paper", "text": "1. 32-28"}, "PaperRefusal.not-continued"),
]


@pytest.mark.parametrize(("sent", "code"), REFUSALS)
def test_what_the_service_refuses_is_told_in_the_readers_language(desk, service, why, sent, code):
    """The service itself refuses, so the test sees the sentences that it really gives."""
    answers = {lang: rule(desk, **sent, lang=lang) for lang in ("nl", "fy", "en")}
    assert {(answer.status_code, why(), answer.json["lang"] == lang) for lang, answer in answers.items()} == {(409, code, True)}
    assert len({answer.json["error"] for answer in answers.values()}) == 3


def test_an_answer_of_the_version_before_is_shown_as_it_is(desk, service, monkeypatch):
    monkeypatch.setattr(service, "answer", lambda _word: "the roof fell in; mend it")
    assert rule(desk, word="start-clock", side="white", lang="nl").json == {"error": "the roof fell in; mend it", "lang": "en"}


def test_moves_from_paper_wait_until_the_game_has_ended_and_are_looked_through_before_they_are_entered(desk, service, game, why):
    def paper(text):
        return desk.post("/desk/1/paper", data={"text": text}, headers={"Accept-Language": "nl"})

    assert [rule(desk, word=word).status_code for word in ("stand", "paper")] == [200, 200]
    for answer in (paper("31-26"), rule(desk, word="enter-paper", text="31-26", lang="nl")):
        assert (answer.status_code, answer.json["lang"], why()) == (409, "nl", "PaperRefusal.goes-on")
    assert rule(desk, word="end", result="1-0", article="20.2").status_code == 200
    assert (paper("31-26\n20-24").json["lang"], why()) == ("nl", "ReasonPart.with-article")
    found = BeautifulSoup(paper("1. 31-26 20-25 2. 36-31").text, "html.parser")
    assert [ply.text for ply in found.select("li")] == ["Wit · 31-26", "Zwart · 20-25", "Wit · 36-31"]
    assert [line.text for line in found.select("p")] == ["In orde: 3 halve zetten, waarvan 0 ook gezien. Uitslag: Wit wint."]
    assert rule(desk, word="enter-paper", text="31-26 20-25", result="draw").json["told"] == "Done: Moves from paper"
    page = page_of(desk)
    assert (page.rulings[0][0], page.rulers[0]) == ("Moves from paper · 2 plies · Draw", "Anke")
    assert page.moves == ["32-28", "19-24", "31-26", "20-25"]
    assert [entered.t_ns > game.t_ns for entered in events_of(game, PaperMoves)] == [True]


@pytest.fixture
def juniors(game):
    """A game of juniors in which White, who is to move, has 5:01 left, and Black 5:02."""
    game.open(age_class="junioren")
    game.journal.append(TimesSet(0, 301 * S, 302 * S, "Anke"), 0)
    return game


def said(client):
    """What is said of the duty of each side."""
    page = page_of(client)
    return page["writing-white"], page["writing-black"]


MUST = "White must write every move.", "Black must write every move."


def test_the_arbiter_suspends_the_duty_for_one_player_until_after_the_game(juniors, desk_app, service, signed_in, why):
    desk_app.extensions[BOARDS].first.desk.look()
    desk = signed_in()
    assert said(desk) == MUST
    assert (rule(desk, word="suspend-writing", side="black").status_code, why()) == (409, "WritingRefusal.too-early")
    told = rule(desk, word="suspend-writing", side="white").json
    assert said(desk) == ("White: writing suspended since press 0 (18:43, by Anke).", MUST[1])
    assert (told["told"], told["after"]) == ("Done: Writing suspended · White", 2 + 2), "no ruling, so that no alert counts as settled"
    public = desk_app.test_client()
    pages = [public.get(path).text for path in ("/", "/state", "/api/games", "/wall", "/game.pdn", "/archive", "/api/archive")]
    assert not [text for text in pages if "junioren" in text or "writing" in text.lower() or "suspend" in text]
    rule(desk, word="resume-writing", side="white")
    assert said(desk) == MUST
    rule(desk, word="suspend-writing", side="white", reason="short of time")
    rule(desk, word="end", result="1-0", article="20.2")
    assert said(desk) == ("White: to be written up, after press 0 (18:43, by Anke).", "")
    dossier = desk.get("/desk/1/dossier", headers={"Accept": "text/html", "Accept-Language": "nl"}).text
    assert all(told in dossier for told in ("noteren", "0:05:00", "Anke"))


def test_a_game_without_the_duty_shows_nothing(game, desk_app, service, signed_in, why):
    game.open(age_class="jeugd")
    desk_app.extensions[BOARDS].first.desk.look()
    client = signed_in()
    assert said(client) == ("", "")
    assert (rule(client, word="suspend-writing", side="white").status_code, why()) == (409, "WritingRefusal.no-duty")


@pytest.fixture
def server(serve, juniors, service):
    return serve(juniors.folder, *admit(juniors.folder))


def test_the_tap_is_offered_from_5_00_on_the_own_clock(open_desk, juniors):
    page = open_desk(PHONE)
    page.locator("#writing").get_by_role("button", name="Suspended").click()
    since = re.compile(r"suspended since press 0 \(")
    sees(page, {"#writing > [data-side=white] span": since, "#writing > [data-side=black] button:not([hidden])": 0})
    assert violations(page, "#writing") == []
    assert [(event.side, event.by) for event in state_of(juniors).writing] == [("white", "Anke")]
