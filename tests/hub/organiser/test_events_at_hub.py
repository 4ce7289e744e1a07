"""Events at the hub through its pages: what boards say, what the public sees of it, who may write, and two who write at once."""

import json
import re
from urllib.parse import parse_qsl, quote, urlencode

import pytest
from bs4 import BeautifulSoup

from hub.app import EVENTS, GAMES
from hub.feeds.delay import Delay
from record.decisions import next_game
from tests.hub.organiser.conftest import NAMES, Organiser, hub_of, public, shows
from tests.support.waiting import wait_until
from tests.tournament.events.conftest import JELLE, InMemory
from tests.tournament.events.hanging import Hanging
from tests.tournament.events.level import two_groups
from tournament.events.changes import Entrant, OrderDecided
from tournament.events.event_file import append


@pytest.fixture
def alone(quiet):
    """The arbiter at a hub without boards, with the event `club` of which round 1 is paired."""
    organiser = Organiser(quiet)
    for event in organiser.folder.iterdir():
        event.unlink()
    organiser.make()
    organiser.pair()
    return organiser


def test_a_board_is_given_its_names_and_its_result_waits_for_a_tap(app, anke, boards):
    game, other = anke.state().rounds[0].games
    assert "Board 1: White is" in anke.give(**{game.white: "1", other.white: "2"}).text
    names = {one.id: one.name for one in anke.state().entrants}
    assert [board.names for board in boards] == [(names[one.white], names[one.black]) for one in (game, other)]
    boards[0].begin()
    wait_until(lambda: "In play: 1" in anke.see("club").text)
    shows(lambda: public(app).text, ">In play</a>")
    boards[0].end("1-0")
    assert "Confirm: 1-0" in shows(lambda: anke.see("club").text, "the board says 1-0")
    assert anke.state().results == {}, "nothing counts before the arbiter's tap"
    shows(lambda: public(app).text, "not confirmed")
    assert anke.act("confirm", game=f"1\t{game.white}\t{game.black}\t0-1").status_code == 400, "the page showed something else"
    anke.act("confirm", game=f"1\t{game.white}\t{game.black}\t1-0")
    assert anke.state().results[1, game.white, game.black].result == "1-0"
    assert anke.event().rows[-1].who.by == "Anke"


def test_what_was_entered_by_hand_stands_beside_what_the_board_says_and_is_corrected_with_a_reason(anke, boards):
    game = anke.state().rounds[0].games[0]
    anke.give(**{game.white: "1"})
    boards[0].begin()
    boards[0].end("1-0")
    told = {"round": 1, "white": game.white, "black": game.black}
    anke.act("result", **told, result="0-1")
    wait_until(lambda: "entered 0-1, the board says 1-0" in anke.see("club").text)
    boards[0].undo_end()
    wait_until(lambda: "entered 0-1, the board says \u2013" in anke.see("club").text)
    boards[0].end("0-1")
    wait_until(lambda: "the board says" not in anke.see("club").text)
    assert anke.act("result", **told, result="draw").status_code == 400, "a correction wants a reason"
    assert "before: round 1" in anke.act("result", **told, result="draw", reason="written down wrongly").text.lower()
    assert anke.event().rows[-1].who.why == "written down wrongly"


def test_results_count_at_once_where_it_is_set_not_again_once_taken_back_and_not_where_no_table_knows_them(app, anke, boards):
    anke.act("publish", "club/publish", public="names", at_once="yes")
    anke.act("time-control", "club/entries", control="30m + 5s", reason="a long day")
    game, other = anke.state().rounds[0].games
    assert "the time control is 30m+5s" in anke.give(**{game.white: "1", other.white: "2"}).text
    boards[1].play("void")
    page = shows(lambda: anke.see("club").text, "the board says void")
    assert "Confirm" not in page
    boards[0].play("draw")
    wait_until(lambda: anke.state().results)
    assert anke.event().rows[-1].who.by == "board 1"
    assert "Bord 1</span>" in anke.client.get("/organise/club/log", headers={"Accept-Language": "nl"}).text
    anke.act("undo", "club/log")
    app.extensions[EVENTS].look()
    assert anke.state().results == {}
    assert "the board says ½-½" in anke.see("club").text


@pytest.mark.parametrize("app", [Delay(moves=3)], indirect=True, ids=["three moves"])
def test_no_result_is_public_before_the_delay_lets_its_game_end(system, app, boards):
    anke, stranger = Organiser(app), app.test_client()
    anke.make()
    game = anke.pair()[0]
    anke.give(**{game.white: "1"})
    boards[0].begin()
    wait_until(lambda: "In play: 1" in anke.see("club").text)
    anke.act("result", round=1, white=game.white, black=game.black, result="1-0")
    for text in (public(app).text, public(app, "club/screen").text, stranger.get("/api/tournaments/club").text):
        assert "1-0" not in text
        assert "1w" not in text
    assert stranger.get("/api/tournaments/club").json["missing"] == 2
    boards[0].end("1-0")
    wait_until(lambda: "1-0" in public(app).text)
    assert stranger.get("/api/tournaments/club").json["missing"] == 1


def test_two_of_one_name_are_told_apart_at_their_board_and_on_every_page(system, app, boards):
    anke = Organiser(app)
    event = InMemory("A", name="Club")
    event.enter(*(Entrant(f"p{number}", "Jan de Vries", club) for number, club in enumerate(("Drachten", "Sneek"), 1)), Entrant("p3"))
    anke.keep(event)
    games = anke.pair()
    names = {"p1": "Jan de Vries (Drachten)", "p2": "Jan de Vries (Sneek)", "p3": "p3"}
    anke.give(**{games[0].white: "1"})
    assert boards[0].names == (names[games[0].white], names[games[0].black])
    boards[0].play("1-0")
    shows(lambda: anke.see("club").text, "the board says 1-0")
    pages = [anke.see(f"club{page}").text for page in ("", "/entries", "/standings", "/log", "?open=pair")]
    told = app.test_client().get("/api/tournaments/club").text
    for page in (*pages, public(app).text, public(app, "club/screen").text, told):
        assert all(name in page for name in names.values())
    anke.act("publish", "club/publish", public="initials")
    assert "the board says 1-0" in anke.see("club").text, "the board has the names that it was given"


def test_with_initials_no_whole_name_leaves_the_event(system, app, boards):
    anke = Organiser(app)
    anke.make(public="initials")
    game = anke.pair()[0]
    anke.give(**{game.white: "1"})
    boards[0].play("1-0")
    page = shows(lambda: public(app).text, "not confirmed")
    told = page + public(app, "club/screen").text + app.test_client().get("/api/tournaments/club").text + json.dumps(boards[0].names)
    assert "J.d.V." in told
    assert not [name for name in (*NAMES, "2014", "p1") if name in told]
    assert "Jelle de Vries" in anke.see("club").text, "whoever is signed in sees the names"
    assert "Jelle" not in anke.see("club/print/cards?names=initials").text
    anke.act("publish", "club/publish", public="names")
    told = anke.act("publish", "club/publish", public="initials").text
    assert "1 game was given its board with whole names" in told, "who turns names into initials is told where whole names stay"


def addresses(rule):
    """The address with the event and with the board in place of what it leaves open; none of a stream, which does not end."""
    named = {"event": "club", "number": "1", "round": "1", "table": "1", "part": "1"}
    ways = [re.sub(r"<(?:[^<>]*:)?(\w+)>", lambda found, key=key: named.get(found[1], key), rule) for key in ("club", "1")]
    return () if rule.endswith(("/events", "/stream")) else dict.fromkeys(ways)


def test_of_an_event_for_nobody_the_public_sees_the_names_at_its_boards_alone_until_it_is_published(system, app, boards):
    """Looked at is every address of the hub."""
    anke, stranger = Organiser(app), app.test_client()
    anke.make(public="nobody")
    game, other = anke.pair()
    pages = (*(f"/tournaments/club{end}" for end in ("", "/screen", "/events")), "/api/tournaments/club")
    assert [stranger.get(path).status_code for path in pages] == [404] * len(pages)
    assert stranger.get("/api/tournaments").json == {"tournaments": []}
    assert "Club" not in stranger.get("/tournaments").text + stranger.get("/wall").text
    assert "the event is shown to nobody, but a board shows the names that it is given" in anke.give(**{game.white: "1"}).text
    anke.act("result", round=1, white=other.white, black=other.black, result="1-0")
    boards[0].begin()
    names = {one.id: one.name for one in anke.state().entrants}
    shows(lambda: stranger.get("/api/boards").text, names[game.white])
    hidden = [names[id] for id in (other.white, other.black)]
    seen = {path: stranger.get(path) for rule in app.url_map.iter_rules() if "GET" in rule.methods for path in addresses(rule.rule)}
    assert [path for path, one in seen.items() if any(name.encode() in one.data for name in hidden)] == []
    assert sum(one.status_code == 200 for one in seen.values()) > 20
    anke.act("publish", "club/publish", public="names")
    assert "Club" in stranger.get("/tournaments").text
    assert "Standings: Club" in stranger.get("/wall").text
    assert [one["key"] for one in stranger.get("/api/tournaments").json["tournaments"]] == ["club"]


def test_who_is_no_arbiter_looks_on(quiet, alone):
    durk, stranger = Organiser(quiet, "Durk"), quiet.test_client()
    for path in ("", "club", "club/entries?correct=p1", "club/standings", "club/publish", "club/log"):
        page = durk.see(path)
        assert page.status_code == 200
        assert "<form" not in page.text.replace('<form method="post" action="/logout">', "")
        assert stranger.get(f"/organise/{path}".rstrip("/")).status_code == 303
    before = alone.event().rows
    for act, path in (("undo", "club/log"), ("correct", "club/entries"), ("appeal", "club/appeals")):
        assert durk.act(act, path).status_code == 403
    assert durk.send("", name="x", competition="A").status_code == 403
    assert alone.client.post("/organise/club", data={"act": "pair", "rows": len(before)}).status_code == 403, "a form of another page"
    assert alone.event().rows == before


HUGE = "9" * 5000
"""More digits than Python makes a number of."""


def test_nonsense_in_place_of_a_number_is_refused_and_no_fault(anke):
    anke.make(competition="G", key="teams")
    match = anke.pair("teams")[0]
    before = anke.event().rows
    for rows in ("", "x", "-1", "\u00b2", HUGE):
        for act, path in (("pair", "club"), ("undo", "club/log"), ("publish", "club/publish")):
            assert anke.act(act, path, rows=rows).status_code == 400
    for path in ("/tournaments/club", "/organise/club", "/organise/club/print/cards"):
        assert anke.client.get(f"{path}?round={HUGE}").status_code == 200
    assert anke.act("nonsense").status_code == 400
    for round_ in (HUGE, "-", "--1", "-9", "- 1", f"-{HUGE}"):
        assert anke.act("result", round=round_, white="p1", black="p2", result="1-0").status_code == 400
        assert anke.act("confirm", game=f"{round_}\tp1\tp2\t1-0").status_code == 400
        assert anke.act("boards", round=round_, white="p1", black="p2", number=HUGE, board="1").status_code == 400
        of_match = {"round": round_, "white": match.white, "black": match.black, "number": 1}
        assert anke.act("result", "teams", **of_match, result="1-0").status_code == 400
    assert anke.act("result", "teams", round=1, white=match.white, black=match.black, number=HUGE, result="1-0").status_code == 400
    of_teams = {"path": "teams", "round": 1, "white": match.white, "black": match.black}
    assert anke.act("result", **of_teams, result="1-0").status_code == 400
    assert (anke.event().rows, anke.state("teams").matches) == (before, {})
    assert anke.see("teams/hand").status_code == 409, "only rounds of the Swiss system are made by hand"
    anke.act("result", **of_teams, result="2,5-1,5")
    assert "Board points" in anke.see("teams/standings").text
    assert anke.client.get("/api/tournaments/teams").json["rounds"][0]["games"][0]["result"] == "2.5-1.5"


def test_a_wrong_board_is_told_and_nothing_is_given(anke, boards):
    game, other = anke.state().rounds[0].games
    before = anke.event().rows
    assert "board 1 has two games" in anke.give(**{game.white: "1", other.white: "1"}).text
    assert "there is no such board here" in anke.give(**{game.white: "9"}).text
    assert "no game was given a board" in anke.give().text
    assert "round 7 is not paired" in anke.act("boards", round=7, white=game.white, black=game.black, board="1").text
    assert anke.event().rows == before
    anke.make(key="junior", competition="E", **{"class": "junioren"})
    for key, white, age_class in (("junior", anke.pair("junior")[0].white, "junioren"), ("club", game.white, "")):
        anke.give(key, **{white: "1"})
        assert next_game.kept(boards[0].state, "0001").about.settings.age_class == age_class, "juniors must write"
    boards[1].begin()
    boards[1].end("0-1")
    shows(lambda: anke.client.get("/evening").text, "Black wins")
    answer = anke.give(**{game.white: "2"})
    assert "the next game" in answer.text, "a board that is not closed keeps the names for the game after it"


def test_a_damaged_file_is_told_and_the_others_go_on(alone):
    content = (alone.folder / "club").read_bytes()
    (alone.folder / "broken").write_bytes(content.replace(b"Sytske Hoekstra", b"Sietske Hoekstr"))
    (alone.folder / "notes.txt").write_text("no event")
    page = alone.see("")
    assert "broken" in page.text
    assert "does not fit its checksum" in page.text
    assert "notes.txt" not in page.text
    assert [alone.see(key).status_code for key in ("broken", "club", "nothing", "club.new")] == [409, 200, 404, 404]


def test_a_file_that_is_older_than_what_is_known_is_asked_about_once(quiet, alone):
    file = alone.folder / "club"
    older, rows = file.read_bytes(), len(alone.event().rows)
    append(alone.event(), OrderDecided(("p1", "p2")), JELLE)
    file.write_bytes(older)
    asks = f"Go on from change {rows}"
    assert asks in alone.see("").text
    durk = Organiser(quiet, "Durk")
    assert asks not in durk.see("").text
    assert durk.send("", act="older", key="club").status_code == 403
    assert [alone.see(page).location for page in ("club", "club/log")] == ["/organise", "/organise"], "the list asks it"
    assert alone.send("", act="older", key="nothing").status_code == 400
    page = alone.send("", act="older", key="club")
    assert f"changes up to row {rows + 1} were known" in page.text
    assert (page.status_code, asks in alone.see("").text) == (200, False)
    assert f"changes up to row {rows + 1} were known" in alone.see("club/log").text


def test_a_round_that_boards_have_and_the_event_has_not_is_paired_anew_by_consent_alone(tmp_path, new_game):
    (tmp_path / "1" / "games").mkdir(parents=True)
    with hub_of(tmp_path, [tmp_path / "1"]) as app:
        anke = Organiser(app)
        anke.make()
        anke.pair()
        white, black = NAMES[:2]
        others = ({"event": "Cup"}, {"round": "1"}, {"date": "2001.01.01"}, {"white": "Fokke Dijkstra"}, {"round": "final"})
        for number, other in enumerate((*others, {}), 1):
            about = {"white": white, "black": black, "event": "Club", "round": "2", "date": "2999.01.01"} | other
            new_game(tmp_path / "1" / "games" / f"{number:04}").open(**about).close("1-0")
            app.extensions[GAMES].look()
            assert ("oards have games of round 2" in anke.see("club").text) == (not other), other
        refused = anke.act("pair")
        assert (refused.status_code, "its file may be older" in refused.text, len(anke.state().rounds)) == (400, True, 1)
        assert len(anke.state().rounds) == 1
        page = anke.act("pair", older="yes")
        assert (page.status_code, len(anke.state().rounds)) == (200, 2)
        assert "oards have games of round 2" not in anke.see("club").text


def test_the_public_finds_itself_by_name_and_sees_who_withdrew(quiet, alone):
    last = alone.state().rounds[0].games[-1]
    alone.act("withdraw", "club/entries", id=last.black, games="won", reason="ill")
    page = public(quiet).text
    names = re.findall(r'<tr id="by-name-\d"><th scope="row" class="name">([^<]+)</th><td class="table">', page)
    assert names == ["Ype Bouma", "Sytske Hoekstra", "Jelle de Vries", "Auke Zijlstra"], "by family name"
    out = alone.state().by_id[last.black].shown
    assert f"{out} (withdrawn)</th>" in page
    rows = quiet.test_client().get("/api/tournaments/club").json["groups"][0]["rows"]
    assert [row["name"] for row in rows if row["withdrawn"]] == [out]


def test_what_is_printed_and_the_files(alone):
    for what in ("pairings", "by-name", "cards", "slips", "crosstable", "standings"):
        page = alone.see(f"club/print/{what}?round=1")
        assert page.status_code == 200
        assert "Jelle de Vries" in page.text
        assert "'sha256-" in page.headers["Content-Security-Policy"]
        assert "unsafe" not in page.headers["Content-Security-Policy"]
    assert alone.see("club/print/pairings?round=9").status_code == alone.see("club/print/poster").status_code == 409
    listed = alone.see("club/publish").text
    forms = {"results.csv": "csv", "standings-round-1.csv": "csv", "event.trf": "trf", "event-trf26.trf": "trf26", "event.pdn": "pdn"}
    for name, form in forms.items():
        assert f"/organise/club/files/{form}/{name}" in listed
        answer = alone.see(f"club/files/{form}/{name}")
        assert answer.headers["Content-Disposition"] == f'attachment; filename="club-{name}"'
        assert answer.data
    assert alone.see("club/files/csv/secret_key").status_code == alone.see("club/files/exe/event").status_code == 404


def test_who_is_free_or_absent_stands_at_a_glance(alone):
    alone.make(key="five")
    alone.act("enter", "five/entries", name="Hiske Bakker", id="p5")
    alone.act("draw", "five/entries", seed="1")
    alone.act("pair", "five", absent="p2")
    state = alone.state("five")
    (free,) = state.rounds[0].free
    glance = alone.see("five").text.split('id="glance"')[1].split("</section>")[0]
    assert f"Round 1, free: {state.by_id[free].name}" in glance
    assert "Round 1, Absent: Sytske Hoekstra" in glance


def ended(see):
    """The page once no pairing runs any more."""
    return wait_until(lambda: "pairing-runs" not in (page := see()) and page)


def test_of_two_taps_upon_one_page_one_pairs_a_swiss_round_in_a_process_of_its_own(app, anke):
    anke.make(competition="F", key="fast", rounds=2)
    rows = anke.event("fast").rows[-1].number
    first, second = (anke.act("pair", "fast", rows=rows) for _ in range(2))
    assert re.search("this event is being paired already|Anke has changed the event meanwhile", second.text)
    assert "round 1 paired" in first.text + second.text + ended(lambda: anke.see("fast").text)
    assert len(anke.state("fast").rounds) == 1
    early = anke.act("pair", "fast")
    for text in (early.text, anke.see("fast/hand").text):
        assert "2 games without a result" in text
        assert "damcam event" not in text, "a page names no command"
    assert len(anke.state("fast").rounds) == 1


def test_a_pairing_that_takes_long_is_cancelled(app, anke, monkeypatch, tmp_path):
    hanging = Hanging(tmp_path)
    monkeypatch.setattr("hub.organiser.pairing_runs.COMMAND", hanging.command)
    anke.make(competition="F", key="slow", rounds=2)
    anke.act("pair", "slow")
    hanging.wait()
    assert 'value="act=cancel-pairing"' in anke.see("slow").text
    assert "the pairing was cancelled" in anke.act("cancel-pairing", "slow").text + ended(lambda: anke.see("slow").text)
    hanging.is_gone()
    assert "this event is not being paired now" in anke.act("cancel-pairing", "slow").text


def test_a_round_that_has_no_pairing_is_told_in_the_readers_language_with_what_to_do_and_a_proposal_writes_nothing(app, anke):
    anke.make(competition="F", key="two", rounds=4)
    for away in ("p3", "p4"):
        anke.act("withdraw", "two/entries", id=away, reason="ill")
    shows(lambda: anke.see("two/hand").text, "<li>Jelle de Vries \u2013 Sytske Hoekstra</li>")
    assert not anke.state("two").rounds
    (game,) = anke.pair("two")
    anke.act("result", "two", round=1, white=game.white, black=game.black, result="draw")
    dutch = Organiser(app, lang="nl")
    answer = dutch.act("pair", "two").text
    text = answer + ended(lambda: dutch.see("two").text)
    assert "voor ronde 2 is er geen paring meer" in text
    assert "de wedstrijdleiding paart haar met de hand" in text
    assert "de 2 spelers, die elkaar hoogstens één keer ontmoeten, kunnen er 1 spelen" in text
    assert len(anke.state("two").rounds) == 1
    assert "Auke Zijlstra doet weer mee" in dutch.act("return", "two/entries", id="p4", reason="better").text
    form = dutch.see("two/entries").text.split('id="return-title"')[1]
    assert ['value="p3"' in form, 'value="p4"' in form, anke.state("two").out] == [True, False, {"p3"}]


def test_a_public_page_tells_what_is_new_and_nothing_once_the_event_is_no_longer_published(quiet, alone, monkeypatch):
    monkeypatch.setattr("hub.feeds.watched.LOOK_S", 0.0)
    stranger = quiet.test_client()
    streams = [stranger.get(f"/tournaments/club/events{asked}", buffered=False) for asked in ("", "?screen=1", "?round=1&lang=nl")]

    def told():
        for stream in streams:
            event = next(line for line in stream.response if b"data: <" in line).decode()
            yield [element["id"] for element in BeautifulSoup(event, "html.parser").find_all(id=True)][1:], event

    (page, html), (screen, _), (dutch, in_dutch) = told()
    assert [id for id in page if "-" not in id] == ["event", "standings", "pairings", "crosstable"]
    assert [id for id in screen if "-" not in id] == ["panels", "pairings", "standings", "crosstable"]
    assert (dutch, "Ronde 1" in in_dutch, "Round 1" in html) == (page, True, True)
    game = alone.state().rounds[0].games[0]
    alone.act("result", round=1, white=game.white, black=game.black, result="1-0")
    (page, html), (screen, _), (dutch, _) = told()
    assert page == dutch
    assert {"pairing-1-1", "cross-1-1", "standing-1-1"} <= {*page}
    assert not {"pairing-1-2", "pairings", "crosstable"} & {*page}, "rows alone are sent where rows alone differ"
    assert "<table><tr id=" in html
    alone.act("publish", "club/publish", public="nobody")
    for _, html in told():
        assert re.search('<main id="(event|panels)"><p>[^<]+</p></main>$', html.strip())
    for stream in streams:
        stream.close()
    assert stranger.get("/tournaments/club").status_code == 404


def test_an_organisers_page_tells_what_is_new_row_by_row_and_has_buttons_for_arbiters_alone(quiet, alone, monkeypatch):
    monkeypatch.setattr("hub.feeds.watched.LOOK_S", 0.0)
    looks_on, game = Organiser(quiet, "Durk"), alone.state().rounds[0].games[0]
    streams = [one.client.get("/organise/club/events?page=round", buffered=False) for one in (alone, looks_on)]

    def told():
        return [BeautifulSoup(next(line for line in one.response if b"data: <" in line).decode(), "html.parser") for one in streams]

    arbiters, operators = told()
    taps = [dict(parse_qsl(button["value"])) for button in arbiters.select("#game-1 [form=act]")]
    assert [tap["result"] for tap in taps] == ["1-0", "draw", "0-1", "0-0"]
    assert (operators.select("button, input"), len(operators.select("#game-1, #game-2"))) == ([], 2)
    rows = arbiters.find(id="act-rows")["value"]
    page = alone.send("club", rows=rows, **{"with": urlencode(taps[0])}).text
    assert (f"{game.white}" in alone.state().by_id, "1-0" in page) == (True, True)
    assert alone.state().results[1, game.white, game.black].result == "1-0"
    (arbiters, operators) = told()
    assert {"act-rows", "glance", "game-1"} <= {one["id"] for one in arbiters.find_all(id=True)}
    assert [one.select("#game-2, #round") for one in (arbiters, operators)] == [[], []], "rows alone are sent where rows alone differ"
    assert (arbiters.find(id="act-rows")["value"], arbiters.select("input[type=hidden], form")) == (str(int(rows) + 1), [])
    for stream in streams:
        stream.close()
    for path in ("club/events", "club/events?page=entries", "nothing/events?page=round"):
        assert alone.see(path).status_code == 404
    alone.send("", name="problems", competition="H")
    stream = alone.client.get("/organise/problems/events?page=round", buffered=False)
    assert b"problem contest" in next(line for line in stream.response if b"data: <" in line)
    stream.close()


def test_a_form_that_is_asked_for_is_a_page_and_one_that_is_refused_has_what_was_typed(alone):
    game = alone.state().rounds[0].games[0]
    asked = f"game 1\t{game.white}\t{game.black}"

    def form(page):
        return BeautifulSoup(page.text, "html.parser").select_one("dialog[open] form:has([value=result])")

    (nothing, *_), chosen = (
        form(alone.see(f"club?open={quote(asked)}")).select(f"select[required] option{of}") for of in ("", "[selected]")
    )
    assert (nothing["value"], chosen) == ("", []), "no result is preset"
    alone.act("result", round=1, white=game.white, black=game.black, result="1-0")
    fields = {one["name"]: one.get("value") for one in form(alone.see(f"club?open={quote(asked)}")).select("input")}
    assert (fields["open"], fields["reason"]) == (asked, "")
    refused = alone.send("club", **fields | {"result": "0-1", "default": "yes"})
    assert refused.status_code == 400
    again = form(refused)
    assert "reason" in again.select_one("[role=alert]").text
    assert (again.select_one("[selected]").text, again.select_one("[name=default]").has_attr("checked")) == ("0-1", True)
    for nothing in ("game 1\tp9\tp8", "game", "decide p1\tp2", "board 1\tp1\tp2\t9", "x"):
        assert form(alone.see(f"club?open={quote(nothing)}")) is None


def test_what_an_event_cannot_be_is_told_and_none_is_made(quiet):
    anke = Organiser(quiet, lang="nl")
    before = list(anke.folder.iterdir())
    for wrong in ({"competition": "C"}, {"competition": "A", "date": "soon"}, {"competition": "A", "public": "everybody"}):
        answer = anke.send("", name="New", **wrong)
        assert (answer.status_code, 'value="New"' in answer.text) == (400, True), "what was typed stays"
    assert "&#39;everybody&#39; is geen manier" in answer.text, "in the reader's language"
    assert list(anke.folder.iterdir()) == before


def test_the_winners_of_groups_play_off_the_first_place_and_the_order_of_equals_is_decided_with_a_reason(quiet):
    anke, (event, one, other) = Organiser(quiet), two_groups()
    anke.keep(event, "groups")
    page = anke.see("groups/standings").text
    assert f"{one} - {other}, colours by lot" in page
    anke.act("play-off", "groups/standings", **{"white": one, "black": other, "has-white": other, "result": "1-0"})
    page = anke.see("groups/standings").text
    assert f"the first of all groups is {other}, by play-off (A 5 C)" in page
    assert "Final standings" in page
    event = InMemory("A", "a", "b", "c")
    for _ in range(3):
        event.pair()
    event.fill()
    anke.keep(event, "equal")
    assert anke.act("decide", "equal/standings", id=["a", "b"], reason="by lot").status_code == 400
    anke.act("decide", "equal/standings", id=["c", "b", "a"], reason="by lot")
    row = anke.event("equal").rows[-1]
    assert (row.change, row.who.why) == (OrderDecided(("c", "b", "a")), "by lot")


def test_boards_are_given_the_time_control_of_the_event_and_a_board_with_another_one_is_told(app, anke, boards):
    game, other = anke.state().rounds[0].games
    assert "Time control: that of each board" in anke.see("club").text
    anke.act("time-control", "club/entries", control="30m")
    assert "Time control: 30m" in anke.see("club").text
    assert "the time control is 30m" in anke.give(**{game.white: "1", other.white: "2"}).text
    boards[0].begin()  # with the time control that it has
    assert "the board has the time control 80m+60s" in shows(lambda: anke.see("club").text, "In play: 1")
    anke.act("time-control", "club/entries", control="KK")
    assert "the board has the time control" not in anke.see("club").text
    anke.act("time-control", "club/entries", control="30m")
    assert "the board has the time control 80m+60s" in anke.see("club").text
    boards[0].end("1-0")
    assert "the board has the time control" not in shows(lambda: anke.see("club").text, "the board says 1-0")
