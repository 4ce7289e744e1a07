"""Events at the hub through its pages: what boards say, what the public sees of it, who may write, and two who write at once."""

import json
import re
import time

import pytest
from flask import session

from hub.app import EVENTS
from hub.events.event_file import read_event
from hub.feeds.delay import Delay
from record.decisions import next_game
from tests.hub.conftest import PASSWORD

NAMES = ("Jelle de Vries", "Sytske Hoekstra", "Ype Bouma", "Auke Zijlstra")
SOON_S = 20.0


class Organiser:
    """Somebody who is signed in, at the pages of events."""

    def __init__(self, app, name="Anke", lang="en"):
        self.client = app.test_client()
        self.client.environ_base.update(HTTP_ACCEPT="text/html", HTTP_ACCEPT_LANGUAGE=lang)
        with self.client:
            self.client.get("/login")
            self.client.post("/login", data={"name": name, "password": PASSWORD, "token": session["token"]})
            self.client.get("/login")
            self.token = session["token"]

    def see(self, path):
        return self.client.get(f"/organise/{path}".rstrip("/"))

    def send(self, path, **form):
        """Send a form, and see the page after it."""
        return self.client.post(f"/organise/{path}".rstrip("/"), data={"token": self.token, **form}, follow_redirects=True)

    def act(self, act, path="club", rows=None, **form):
        return self.send(path, act=act, rows=self.rows if rows is None else rows, **form)

    @property
    def rows(self):
        return self.event().rows[-1].number

    def event(self, key="club"):
        return read_event(self.folder / key)

    def make(self, public="names", competition="A", key="club", **made):
        self.send("", name=key.title(), competition=competition, public=public, **made)
        for number, name in enumerate(NAMES, 1):
            self.send(f"{key}/entries", act="enter", name=name, id=f"p{number}", club="Drachten", born="2014-09-01")

    def give(self, key="club", round_=1, **boards):
        """Give the games of the round boards, by the ids of White."""
        games = self.event(key).state.rounds[round_ - 1].games
        wanted = [(game.white, game.black, boards.get(game.white, "")) for game in games]
        white, black, board = map(list, zip(*wanted, strict=True))
        return self.act("boards", key, round=round_, white=white, black=black, board=board)


@pytest.fixture
def anke(app, tmp_path):
    Organiser.folder = tmp_path / "events"
    organiser = Organiser(app)
    organiser.make()
    organiser.act("pair")
    return organiser


def soon(holds):
    ends_s = time.monotonic() + SOON_S
    while not (found := holds()):
        assert time.monotonic() < ends_s, "this did not come"
        time.sleep(0.05)
    return found


def shows(see, text):
    """The page once it shows that text."""
    ends_s = time.monotonic() + SOON_S
    while text not in (page := see()):
        assert time.monotonic() < ends_s, f"this did not come: {text}"
        time.sleep(0.05)
    return page


def public(app, path="club"):
    return app.test_client().get(f"/tournaments/{path}")


def test_a_board_is_given_its_names_and_its_result_waits_for_a_tap(app, anke, boards):
    game, other = anke.event().state.rounds[0].games
    answer = anke.give(**{game.white: "1", other.white: "2"})
    assert "Board 1: White is" in answer.text
    names = {one.id: one.name for one in anke.event().state.entrants}
    assert [board.names for board in boards] == [(names[one.white], names[one.black]) for one in (game, other)]
    boards[0].begin()
    soon(lambda: "In play: 1" in anke.see("club").text)
    shows(lambda: public(app).text, ">In play</a>")
    boards[0].end("1-0")
    page = shows(lambda: anke.see("club").text, "the board says 1-0")
    assert "Confirm: 1-0" in page
    assert anke.event().state.results == {}, "nothing counts before the arbiter's tap"
    shows(lambda: public(app).text, "not confirmed")
    wrong = anke.act("confirm", game=f"1|{game.white}|{game.black}|0-1")
    assert wrong.status_code == 400
    assert "says something else now" in wrong.text
    anke.act("confirm", game=f"1|{game.white}|{game.black}|1-0")
    assert anke.event().state.results[1, game.white, game.black].result == "1-0"
    assert anke.event().rows[-1].who.by == "Anke"


def test_what_was_entered_by_hand_and_what_the_board_says_stand_side_by_side(anke, boards):
    game = anke.event().state.rounds[0].games[0]
    anke.give(**{game.white: "1"})
    boards[0].begin()
    boards[0].end("1-0")
    anke.act("result", round=1, white=game.white, black=game.black, result="0-1")
    soon(lambda: "entered 0-1, the board says 1-0" in anke.see("club").text)
    boards[0].undo_end()
    soon(lambda: "entered 0-1, the board says \u2013" in anke.see("club").text)
    boards[0].end("0-1")
    soon(lambda: "the board says" not in anke.see("club").text)


def test_a_correction_asks_a_reason(anke):
    game = anke.event().state.rounds[0].games[0]
    told = {"round": 1, "white": game.white, "black": game.black}
    anke.act("result", **told, result="0-1")
    refused = anke.act("result", **told, result="draw")
    assert refused.status_code == 400
    assert "a correction gives its reason" in refused.text
    answer = anke.act("result", **told, result="draw", reason="written down wrongly")
    assert "before: round 1" in answer.text.lower()
    assert anke.event().rows[-1].who.why == "written down wrongly"


def test_results_count_at_once_where_it_is_set_and_not_again_once_taken_back(app, anke, boards):
    anke.act("settle", "club/publish", public="names", at_once="yes", time_control="30m + 5s")
    game = anke.event().state.rounds[0].games[0]
    answer = anke.give(**{game.white: "1"})
    assert "the time control is 30m+5s" in answer.text
    boards[0].play("draw")
    soon(lambda: anke.event().state.results)
    assert anke.event().rows[-1].who.by == "board 1"
    anke.act("undo", "club/log")
    app.extensions[EVENTS].look()
    assert anke.event().state.results == {}
    assert "the board says ½-½" in anke.see("club").text


def test_a_result_that_no_table_knows_is_the_arbiters(app, anke, boards):
    anke.act("settle", "club/publish", public="names", at_once="yes")
    game = anke.event().state.rounds[0].games[0]
    anke.give(**{game.white: "1"})
    boards[0].play("0-0")
    page = shows(lambda: anke.see("club").text, "the board says 0-0")
    assert "Confirm" not in page
    assert anke.event().state.results == {}


def test_no_result_is_public_before_the_delay_lets_its_game_end(serving, boards, tmp_path):
    Organiser.folder = tmp_path / "events"
    app = serving(Delay(moves=3))
    anke = Organiser(app)
    anke.make()
    anke.act("pair")
    game = anke.event().state.rounds[0].games[0]
    anke.give(**{game.white: "1"})
    boards[0].begin()
    soon(lambda: "In play: 1" in anke.see("club").text)
    anke.act("result", round=1, white=game.white, black=game.black, result="1-0")
    for text in (public(app).text, public(app, "club/screen").text, app.test_client().get("/api/tournaments/club").text):
        assert "1-0" not in text
        assert "1w" not in text
    assert app.test_client().get("/api/tournaments/club").json["missing"] == 2
    boards[0].end("1-0")
    soon(lambda: "1-0" in public(app).text)
    assert app.test_client().get("/api/tournaments/club").json["missing"] == 1


def test_with_initials_no_whole_name_leaves_the_event(serving, boards, tmp_path):
    Organiser.folder = tmp_path / "events"
    app = serving()
    anke = Organiser(app)
    anke.make(public="initials")
    anke.act("pair")
    game = anke.event().state.rounds[0].games[0]
    anke.give(**{game.white: "1"})
    boards[0].play("1-0")
    page = shows(lambda: public(app).text, "not confirmed")
    told = page + public(app, "club/screen").text + app.test_client().get("/api/tournaments/club").text + json.dumps(boards[0].names)
    assert "J.d.V." in told
    assert not [name for name in (*NAMES, "2014", "p1") if name in told]
    assert "Jelle de Vries" in anke.see("club").text, "whoever is signed in sees the names"
    assert "Jelle" not in anke.see("club/print/cards?names=initials").text


def test_what_is_not_published_is_seen_by_nobody_who_is_not_signed_in(serving, tmp_path):
    Organiser.folder = tmp_path / "events"
    app = serving()
    anke, stranger = Organiser(app), app.test_client()
    anke.make(public="nobody")
    pages = [f"/tournaments/club{end}" for end in ("", "/screen", "/state", "/events")]
    for path in (*pages, "/api/tournaments/club"):
        assert stranger.get(path).status_code == 404
    assert stranger.get("/api/tournaments").json == {"tournaments": []}
    assert "Club" not in stranger.get("/tournaments").text + stranger.get("/wall").text
    anke.act("settle", "club/publish", public="names")
    assert "Club" in stranger.get("/tournaments").text
    assert "Standings: Club" in stranger.get("/wall").text
    assert [one["key"] for one in stranger.get("/api/tournaments").json["tournaments"]] == ["club"]


def addresses(rule):
    """The address with the event and with the board in place of what it leaves open; none of a stream, which does not end."""
    named = {"event": "club", "number": "1", "round": "1", "table": "1", "part": "1"}
    ways = [re.sub(r"<(?:[^<>]*:)?(\w+)>", lambda found, key=key: named.get(found[1], key), rule) for key in ("club", "1")]
    return () if rule.endswith(("/events", "/stream")) else dict.fromkeys(ways)


def test_of_an_event_for_nobody_the_public_sees_the_names_at_its_boards_alone(serving, boards, tmp_path):
    """Looked at is every address of the hub."""
    app = serving()
    Organiser.folder = tmp_path / "events"
    anke, stranger = Organiser(app), app.test_client()
    anke.make(public="nobody")
    anke.act("pair")
    game, other = anke.event().state.rounds[0].games
    answer = anke.give(**{game.white: "1"})
    assert "the event is shown to nobody, but a board shows the names that it is given" in answer.text
    anke.act("result", round=1, white=other.white, black=other.black, result="1-0")
    boards[0].begin()
    names = {one.id: one.name for one in anke.event().state.entrants}
    shows(lambda: stranger.get("/api/boards").text, names[game.white])
    hidden = [names[id] for id in (other.white, other.black)]
    seen = {path: stranger.get(path) for rule in app.url_map.iter_rules() if "GET" in rule.methods for path in addresses(rule.rule)}
    assert [path for path, one in seen.items() if any(name.encode() in one.data for name in hidden)] == []
    assert sum(one.status_code == 200 for one in seen.values()) > 20


def test_the_second_of_two_who_write_at_once_is_told(anke):
    before = anke.rows
    anke.act("withdraw", "club/entries", id="p4", games="lapse", reason="ill")
    late = anke.act("undo", "club/log", rows=before)
    assert late.status_code == 400
    assert "Anke has changed the event meanwhile: Auke Zijlstra withdrew; his games do not count; nothing of yours was done" in late.text
    assert anke.event().state.out == {"p4"}


def test_who_is_no_arbiter_looks_on(app, anke):
    durk, stranger = Organiser(app, "Durk"), app.test_client()
    for path in ("", "club", "club/entries", "club/standings", "club/publish", "club/log"):
        page = durk.see(path)
        assert page.status_code == 200
        assert "<form" not in page.text.replace('<form method="post" action="/logout">', "")
        assert stranger.get(f"/organise/{path}".rstrip("/")).status_code == 303
    before = anke.rows
    assert durk.act("undo", "club/log").status_code == 403
    assert durk.send("", name="x", competition="A").status_code == 403
    assert anke.client.post("/organise/club", data={"act": "pair", "rows": before}).status_code == 403, "a form of another page"
    assert anke.rows == before


HUGE = "9" * 5000
"""More digits than Python makes a number of."""


def test_a_form_with_nonsense_for_its_rows_does_nothing(anke):
    before = anke.rows
    for rows in ("", "x", "-1", "\u00b2", HUGE):
        for act, path in (("pair", "club"), ("undo", "club/log"), ("settle", "club/publish")):
            assert anke.act(act, path, rows=rows).status_code == 400
    assert anke.rows == before


def test_a_round_or_a_board_that_is_no_number_is_nonsense_and_no_fault(app, anke, match):
    for path in ("/tournaments/club", "/organise/club", "/organise/club/print/cards"):
        assert anke.client.get(f"{path}?round={HUGE}").status_code == 200
    told = anke.act("result", round=HUGE, white="p1", black="p2", result="1-0")
    assert told.status_code == anke.act("confirm", game=f"{HUGE}|p1|p2|1-0").status_code == 400
    assert anke.act("boards", round=HUGE, white="p1", black="p2", number=HUGE, board="1").status_code == 400
    assert "is no board of the match" in anke.act("board", "teams", **match, number=HUGE, result="1-0").text


def test_who_turns_names_into_initials_is_told_where_whole_names_stay(anke, boards):
    game = anke.event().state.rounds[0].games[0]
    assert "whole names" not in anke.act("settle", "club/publish", public="initials").text
    anke.act("settle", "club/publish", public="names")
    anke.give(**{game.white: "1"})
    told = anke.act("settle", "club/publish", public="initials").text
    assert "1 game was given its board with whole names, and keeps them on the wall" in told
    assert "whole names, and keeps" not in anke.act("settle", "club/publish", public="initials").text


def test_a_wrong_board_is_told_and_nothing_is_given(anke, boards):
    game, other = anke.event().state.rounds[0].games
    before = anke.rows
    assert "board 1 has two games" in anke.give(**{game.white: "1", other.white: "1"}).text
    assert "there is no such board here" in anke.give(**{game.white: "9"}).text
    assert "no game was given a board" in anke.give().text
    assert "round 7 is not paired" in anke.act("boards", round=7, white=game.white, black=game.black, board="1").text
    assert anke.rows == before
    boards[1].begin()
    boards[1].end("0-1")
    shows(lambda: anke.client.get("/evening").text, "0-1")
    answer = anke.give(**{game.white: "2"})
    assert "the next game" in answer.text, "a board that is not closed keeps the names for the game after it"


def test_a_damaged_file_is_told_and_the_others_go_on(anke, tmp_path):
    content = (tmp_path / "events" / "club").read_bytes()
    (tmp_path / "events" / "broken").write_bytes(content.replace(b"Sytske Hoekstra", b"Sietske Hoekstr"))
    (tmp_path / "events" / "notes.txt").write_text("no event")
    page = anke.see("")
    assert "broken" in page.text
    assert "does not fit its checksum" in page.text
    assert "notes.txt" not in page.text
    broken = anke.see("broken")
    assert broken.status_code == 409
    assert "does not fit its checksum" in broken.text
    assert anke.see("club").status_code == 200
    assert anke.see("nothing").status_code == anke.see("club.new").status_code == 404


def test_what_is_printed_and_the_files(anke):
    for what in ("pairings", "cards", "slips", "crosstable", "standings"):
        page = anke.see(f"club/print/{what}?round=1")
        assert page.status_code == 200
        assert "Jelle de Vries" in page.text
        assert "'sha256-" in page.headers["Content-Security-Policy"]
        assert "unsafe" not in page.headers["Content-Security-Policy"]
    assert anke.see("club/print/pairings?round=9").status_code == 409
    assert anke.see("club/print/poster").status_code == 409
    listed = anke.see("club/publish").text
    for form, name in (("csv", "results.csv"), ("csv", "standings-round-1.csv"), ("trf", "event.trf"), ("pdn", "event.pdn")):
        assert f"/organise/club/files/{form}/{name}" in listed
        answer = anke.see(f"club/files/{form}/{name}")
        assert answer.headers["Content-Disposition"] == f'attachment; filename="club-{name}"'
        assert answer.data
    assert anke.see("club/files/csv/secret_key").status_code == anke.see("club/files/exe/event").status_code == 404


def test_the_hour_of_the_start_is_changed(anke):
    page = anke.act("start", "club/entries", start="09:45").text
    assert "start - \u2192 09:45" in page
    assert anke.event().state.made.start == "09:45"
    assert 'name="start" type="time" value="09:45"' in page
    refused = anke.act("start", "club/entries", start="09:45")
    assert refused.status_code == 400
    assert "the event begins at 09:45 already" in refused.text


def test_who_is_free_or_absent_stands_at_a_glance(anke):
    anke.make(key="five")
    anke.send("five/entries", act="enter", name="Hiske Bakker", id="p5")
    anke.act("draw", "five/entries", rows=anke.event("five").rows[-1].number, seed="1")
    anke.act("pair", "five", rows=anke.event("five").rows[-1].number, absent="p2")
    state = anke.event("five").state
    (free,) = state.rounds[0].free
    glance = anke.see("five").text.split('id="glance"')[1].split("</section>")[0]
    assert f"Round 1, free: {state.by_id[free].name}" in glance
    assert "Round 1, Absent: Sytske Hoekstra" in glance


def test_the_same_in_dutch(app, anke):
    klaas = Organiser(app, lang="nl")
    answer = klaas.act("result", round=1, white="x", black="p1", result="1-0")
    assert "niemand heeft hier" in answer.text.lower()
    assert klaas.act("nonsense").status_code == 400


def test_a_swiss_round_is_paired_in_a_process_of_its_own(app, anke):
    anke.make(competition="F", key="fast", rounds="3")
    answer = anke.send("fast", act="pair", rows=anke.event("fast").rows[-1].number)
    soon(lambda: anke.event("fast").state.rounds)
    if "round 1 paired" not in answer.text:
        shows(lambda: anke.see("fast").text, "round 1 paired")
    early = anke.send("fast", act="pair", rows=anke.event("fast").rows[-1].number)
    why = "2 games without a result"
    text = early.text if why in early.text else shows(lambda: anke.see("fast").text, why)
    assert "damcam event" not in text, "a page names no command"
    assert len(anke.event("fast").state.rounds) == 1


def test_a_public_page_tells_what_is_new(app, anke):
    stranger = app.test_client()
    stream = stranger.get("/tournaments/club/events", buffered=False)
    told = iter(stream.response)
    first = next(line for line in told if b"data: {" in line)
    game = anke.event().state.rounds[0].games[0]
    anke.act("result", round=1, white=game.white, black=game.black, result="1-0")
    second = next(line for line in told if b"data: {" in line)
    stream.close()
    number = [json.loads(line.split(b"data: ")[1])["id"] for line in (first, second)]
    assert number[1] > number[0]
    assert stranger.get("/tournaments/club/state").json["id"] >= number[1]


def test_the_winners_of_groups_play_off_the_first_place(anke):
    anke.act("undo", "club/log")
    for number, name in enumerate(("Durk Bouma", "Elske Postma", "Feike Vos", "Gerben Smit"), 5):
        anke.act("enter", "club/entries", name=name, id=f"p{number}")
    assert ">Draw by lot</button>" in anke.see("club/entries").text
    anke.act("draw", "club/entries", seed="5")
    groups = anke.event().state.lot.groups
    for number in range(1, 4):
        anke.act("pair")
        for game in anke.event().state.rounds[-1].games:
            best = next(id for group in groups for id in group if id in game.pair)
            anke.act("result", round=number, white=game.white, black=game.black, result="1-0" if game.white == best else "0-1")
    page = anke.see("club/standings").text
    one, other = (anke.event().state.by_id[group[0]].name for group in groups)
    assert f"first place of all groups: {one}, {other} play a game (A 5 C); next: {one} - {other}, colours by lot" in page
    assert 'name="has-white"' in page
    won = {"white": groups[0][0], "black": groups[1][0], "has-white": groups[1][0], "result": "1-0"}
    anke.act("play-off", "club/standings", **won)
    page = anke.see("club/standings").text
    assert f"the first of all groups is {other}, by play-off (A 5 C)" in page
    assert "Still to be decided" not in page
    assert "Final standings" in page


def test_teams(app, anke):
    anke.make(competition="G", key="teams")
    anke.act("pair", "teams", rows=anke.event("teams").rows[-1].number)
    game = anke.event("teams").state.rounds[0].games[0]
    told = {"round": 1, "white": game.white, "black": game.black}
    assert "no result of a match" in anke.act("result", "teams", **told, result="1-0").text
    answer = anke.act("result", "teams", **told, result="2,5-1,5")
    assert "2.5-1.5" in answer.text
    assert "Board points" in anke.see("teams/standings").text
    assert "2.5-1.5" in public(app, "teams").text
    assert app.test_client().get("/api/tournaments/teams").json["rounds"][0]["games"][0]["result"] == "2.5-1.5"


@pytest.fixture
def match(anke):
    """A match of teams of four in the event `teams`, as its round, first and second team."""
    anke.make(competition="G", key="teams")
    anke.act("pair", "teams", rows=anke.event("teams").rows[-1].number)
    game = anke.event("teams").state.rounds[0].games[0]
    return {"round": 1, "white": game.white, "black": game.black}


def test_a_match_is_entered_board_by_board(app, anke, match):
    key, names = (1, match["white"], match["black"]), {one.id: one.name for one in anke.event("teams").state.entrants}
    first, second = names[match["white"]], names[match["black"]]
    answer = anke.act("board", "teams", **match, number=1, result="1-0")
    assert f"½-½, {second} 2 \u2013 {first} 2" in answer.text, "on the even boards the second team has White"
    assert "1-0 so far" in answer.text
    shows(lambda: public(app, "teams").text, "1-0 so far")
    again = anke.act("board", "teams", **match, number=1, result="0-1")
    assert again.status_code == 400
    assert "has the result 1-0 already" in again.text
    assert "--reason" not in again.text
    corrected = anke.act("board", "teams", **match, number=1, result="0-1", reason="swapped")
    assert "before: " in corrected.text
    for number, result in ((2, "draw"), (3, "-+"), (4, "0-1")):
        anke.act("board", "teams", **match, number=number, result=result)
    state = anke.event("teams").state
    assert (state.results[key].result, state.matches[key].boards) == ("1.5-2.5", ("0-1", "draw", "-+", "0-1"))
    page = shows(lambda: public(app, "teams").text, "<b>1.5-2.5</b>")
    assert f"{first} 3 \u2013 {second} 3 <b>0-1</b> <small>by default</small>" in page
    wrong = anke.act("board", "teams", **match, number=5, result="1-0")
    assert "is no board of the match" in wrong.text


def test_boards_of_a_match_play_and_their_results_wait_for_a_tap(app, anke, boards, match):
    pair = {"white": [match["white"]] * 2, "black": [match["black"]] * 2}
    answer = anke.act("boards", "teams", round=1, **pair, number=["1", "2"], board=["1", "2"])
    assert "Board 1: White is" in answer.text
    names = {one.id: one.name for one in anke.event("teams").state.entrants}
    first, second = names[match["white"]], names[match["black"]]
    assert [board.names for board in boards] == [(f"{first} 1", f"{second} 1"), (f"{second} 2", f"{first} 2")]
    for board in boards:
        board.begin()
    soon(lambda: "In play: 2" in anke.see("teams").text)
    boards[0].end("1-0")
    boards[1].end("1-0")
    values = [f"1|{match['white']}|{match['black']}|1-0|{number}" for number in (1, 2)]
    page = soon(lambda: all(value in (text := anke.see("teams").text) for value in values) and text)
    assert "Confirm all results of the boards" in page
    assert anke.event("teams").state.matches == {}, "nothing counts before the arbiter's tap"
    anke.act("confirm", "teams", game=values)
    assert anke.event("teams").state.matches[1, match["white"], match["black"]].boards == ("1-0", "1-0", "", "")
    assert "1-1 so far" in anke.see("teams").text
    boards[0].undo_end()
    boards[0].end("0-1")
    shows(lambda: anke.see("teams").text, "the board says 0-1")


def test_boards_of_a_match_count_at_once_where_it_is_set(app, anke, boards, match):
    anke.act("settle", "teams/publish", rows=anke.event("teams").rows[-1].number, public="names", at_once="yes")
    anke.act("boards", "teams", round=1, white=match["white"], black=match["black"], number="2", board="1")
    boards[0].begin()
    boards[0].end("0-1")
    key = (1, match["white"], match["black"])
    kept = soon(lambda: anke.event("teams").state.matches.get(key))
    assert kept.boards == ("", "0-1", "", "")
    assert anke.event("teams").rows[-1].who.by == "board 1"


def test_who_is_too_old_is_told_and_entered(anke):
    anke.send("", name="Jeugd", competition="E", **{"class": "pupillen"}, date="2026-11-21", public="initials")
    answer = anke.act("enter", "jeugd/entries", rows=1, name="Anna Bakker", born="2012-03-04")
    assert "Anna Bakker is 14 on 1 September 2026 and may not play as pupillen (E 4); the arbiter decides" in answer.text
    assert [one.id for one in anke.event("jeugd").state.entrants] == ["anna"]
    anke.act("enter", "jeugd/entries", rows=1, name="Anna Vos", born="2018-03-04")
    assert [one.id for one in anke.event("jeugd").state.entrants] == ["anna", "anna2"]


def test_what_an_event_cannot_be_is_told_and_none_is_made(anke, tmp_path):
    for wrong, why in (
        ({"competition": "C"}, "competition C needs a class"),
        ({"competition": "F"}, "the arbiter sets how many rounds are played (F 3); give their number"),
        ({"competition": "B"}, "competition B needs its group"),
        ({"competition": "I"}, "has no rounds to pair"),
        ({"competition": "A", "date": "soon"}, "a date such as 2014-09-01 was expected"),
        ({"competition": "A", "public": "everybody"}, "no way to publish"),
    ):
        answer = anke.send("", name="New", **wrong)
        assert (answer.status_code, why in answer.text) == (400, True), answer.text
        assert 'value="New"' in answer.text, "what was typed stays"
    assert sorted(path.name for path in (tmp_path / "events").iterdir()) == ["club"]


def test_the_order_of_those_who_are_equal_is_decided_with_a_reason(anke):
    for _ in range(2):
        anke.act("pair")
    for round_, game in anke.event().state.missing():
        anke.act("result", round=round_, white=game.white, black=game.black, result="draw")
    assert "the arbiter decides the order" in anke.see("club/standings").text
    refused = anke.act("decide", "club/standings", id=["p1", "p2"], reason="by lot")
    assert "are not equal to the end" in refused.text
    anke.act("decide", "club/standings", id=["p4", "p3", "p2", "p1"], reason="by lot")
    assert anke.event().state.decided[0].ids == ("p4", "p3", "p2", "p1")
    assert anke.event().rows[-1].who.why == "by lot"


def test_a_board_of_juniors_is_told_that_they_must_write(anke, boards):
    anke.make(key="junior", competition="E", **{"class": "junioren"})
    anke.act("pair", "junior", rows=anke.event("junior").rows[-1].number)
    game = anke.event("junior").state.rounds[0].games[0]
    given = {"white": [game.white], "black": [game.black], "board": ["1"]}
    anke.act("boards", "junior", rows=anke.event("junior").rows[-1].number, round=1, **given)
    assert next_game.kept(boards[0].state, "0001").about.settings.age_class == "junioren"
    other = anke.event().state.rounds[0].games[0]
    anke.give(**{other.white: "2"})
    assert next_game.kept(boards[1].state, "0001").about.settings.age_class == ""
