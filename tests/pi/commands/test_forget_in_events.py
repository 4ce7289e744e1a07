"""`damcam forget --person` in events: the name goes out of the bytes of each file, and every figure stays."""

import json
import sqlite3
from contextlib import closing
from dataclasses import fields
from typing import get_args

import pytest

from hub.events import forgetting
from hub.events.appeal_changes import AppealMade, CommissionMember, CommissionSeated, MemberVote, VerdictGiven
from hub.events.changes import (
    Change,
    ChangeUndone,
    EnteredResult,
    Entrant,
    EntrantsEntered,
    EventMade,
    GameAtBoard,
    LineUpGiven,
    MatchBoards,
    PairedGame,
    PersonForgotten,
    ResultsEntered,
    Who,
)
from hub.events.contest_changes import ConditionFound, ProblemEntered, ProblemMarked
from hub.events.crosstable import crosstables
from hub.events.event_file import append, make_event, read_event
from hub.events.faults import TournamentError
from hub.events.forgetting import NOTE
from hub.events.neutral_rows import IDS, PERSONS, TEXTS
from hub.events.pairing import paired
from hub.events.play_off_changes import PlayOffAtBoard
from hub.events.printing import print_html
from hub.events.results import result_entered
from hub.events.standing import all_standings
from hub.events.wishes import Wishes
from pi.cli import main
from tests.pi.commands.test_hub import free_port

JELLE = Entrant("jelle", "Jelle de Vries", club="Damclub Drachten", born="2001-03-04", rating=1200)
OTHERS = (Entrant("s", "Sytske"), Entrant("y", "Ype Bouma"), Entrant("a", "Jelle de Vries Jr.", club="Grou"))
HELD = (PairedGame, EnteredResult, GameAtBoard, PlayOffAtBoard, MatchBoards, CommissionMember, MemberVote, ConditionFound)
"""The records within changes, but the entrant, who is a matter of his own."""
WHY = "the game of  jelle DE vries (jelle) against Jelle de Vries Jr. fell"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder of the events, with one of two rounds in it."""
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("DAMCAM_HUB_EVENTS", str(tmp_path / "events"))
    (tmp_path / "events").mkdir()
    club(tmp_path / "events" / "club", JELLE, *OTHERS)
    return tmp_path / "events"


def club(path, *entrants):
    made = EventMade("A", name="Jûn")
    make_event(path, made, Who("Jelle de Vries"), (EntrantsEntered(entrants),))
    event = read_event(path)
    for results in (("1-0", "0-1"), ("draw", "1-0")):
        round_, _ = paired(event.state, Wishes())
        event = append(event, round_, Who("Anke"))
        for game, result in zip(round_.games, results, strict=True):
            one = result_entered(event.state, [str(round_.round), game.white, game.black, result], default=False, corrects=False)
            event = append(event, ResultsEntered((one,)), Who("Anke", WHY))


def forget(capfd, *words, person="jelle  de vries"):
    status = main(["forget", "--person", person, *words, "--by", "J. Jansen", "--lang", "en"])
    out, err = capfd.readouterr()
    return status, [json.loads(line) for line in out.splitlines()], err


def figures(path, old="jelle", new="jelle"):
    state = read_event(path).state
    told = json.dumps([all_standings(state), crosstables(state)])
    return told.replace(f'"{old}"', f'"{new}"').replace(f'"{JELLE.name}"', f'"{new}"')


def test_nothing_changes_before_yes_is_said(folder, capfd):
    before = (folder / "club").read_bytes()
    status, (row,), said = forget(capfd)
    assert (status, row["names"], row["clubs"], row["becomes"], row["forgotten"]) == (
        0,
        ["Jelle de Vries"],
        ["Damclub Drachten"],
        ["player-1"],
        False,
    )
    assert "with --yes the name goes out of it" in said
    assert (folder / "club").read_bytes() == before


def test_the_name_is_in_no_byte_and_the_figures_stay(folder, capfd):
    before = figures(folder / "club", new="player-1")
    status, (row,), said = forget(capfd, "--yes")
    assert (status, row["forgotten"]) == (0, True)
    assert "the figures stay; player-1 stands in its place" in said
    assert "not reached: exported and printed files" in said
    assert [path.name for path in folder.iterdir()] == ["club"]
    content = (folder / "club").read_bytes().lower().replace(b"jelle de vries jr.", b"")
    assert [text for text in (b"jelle", b"damclub", b"2001-03-04") if text in content] == []
    assert figures(folder / "club") == before


def test_reasons_and_who_made_a_change_are_neutral_too_and_others_keep_their_names(folder, capfd):
    forget(capfd, "--yes")
    rows = read_event(folder / "club").rows
    assert rows[0].who.by == "player-1"
    assert {row.who.why for row in rows[3:-1]} == {"", "the game of  player-1 (player-1) against Jelle de Vries Jr. fell"}
    state = read_event(folder / "club").state
    assert state.entrants == (Entrant("player-1", rating=1200), *OTHERS)


@pytest.mark.parametrize(
    ("entered", "asked", "in_reasons"),
    [
        ("Jose\u0301 Bos", "Jos\u00e9 Bos", ("Jos\u00e9 Bos", "JOSE\u0301  BOS")),
        ("Jos\u00e9 Bos", "jose\u0301 bos", ("Jose\u0301 Bos",)),
        ("Anna Strau\u00df", "anna strauss", ("Anna Strau\u00df", "ANNA STRAUSS")),
        ("\u0130pek Kaya", "\u0130pek Kaya", ("\u0130pek Kaya",)),
        ("Sjoerd \u2019t Hart", "Sjoerd 't Hart", ("Sjoerd \u2019t Hart", "Sjoerd \u2018t Hart")),
        ("Bob (a+b)*", "Bob (a+b)*", ("Bob (a+b)*",)),
    ],
)
def test_a_name_goes_in_whatever_way_it_is_written(folder, capfd, entered, asked, in_reasons):
    make_event(folder / "other", EventMade("A"), Who("Anke"), (EntrantsEntered((Entrant("sj.h", entered, club="Grou"), *OTHERS)),))
    for reason in (*in_reasons, "SJ.H was ill"):
        append(read_event(folder / "other"), PersonForgotten(()), Who("Anke", f"{reason}, and Ype Bouma"))
    status, rows, _ = forget(capfd, "--yes", person=asked)
    assert status == 0
    assert [row["names"] for row in rows] == [[entered]]
    reasons = [row.who.why for row in read_event(folder / "other").rows[2:-1]]
    assert reasons == [f"{rows[0]['becomes'][0]}, and Ype Bouma"] * len(in_reasons) + [f"{rows[0]['becomes'][0]} was ill, and Ype Bouma"]
    left = (folder / "other").read_bytes()
    assert not [one for one in (entered, *in_reasons, "sj.h", "SJ.H") if one.encode() in left]


def test_the_log_says_it_and_taking_back_goes_on_with_the_change_before(folder, capfd):
    forget(capfd, "--yes")
    main(["event", "log", str(folder / "club"), "--json", "--lang", "en"])
    last = json.loads(capfd.readouterr().out.splitlines()[-1])
    assert (last["by"], last["what"], last["undone"]) == ("J. Jansen", "a person was forgotten; since then there is player-1", False)
    assert main(["event", "undo", str(folder / "club"), "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["kind"] == "ResultsEntered"
    main(["event", "log", str(folder / "club"), "--json"])
    undone = [json.loads(line)["undone"] for line in capfd.readouterr().out.splitlines()]
    assert undone == [False] * 7 + [True, False, False]


def test_the_reader_sees_an_anonymous_player_in_his_language(folder, capfd):
    forget(capfd, "--yes")
    state = read_event(folder / "club").state
    assert "anonieme speler 1" in print_html(state, "standings", None, "nl")
    assert "anonime spiler 1" in print_html(state, "pairings", None, "fy")


def test_one_id_in_two_events_stays_one_and_another_gets_the_next_number(folder, capfd):
    club(folder / "derde", Entrant("x7", "Jelle de Vries"), *OTHERS)
    club(folder / "twadde", JELLE, *OTHERS)
    club(folder / "ûnbekend", Entrant("player-4"), *OTHERS)
    _, rows, _ = forget(capfd, "--yes")
    assert [row["becomes"] for row in rows] == [["player-5"], ["player-6"], ["player-5"]]


def run_again(monkeypatch):
    assert main(["forget", "--person", "Nimmen", "--by", "X", "--lang", "en"]) == 1


def run_the_same_again(monkeypatch):
    assert main(["forget", "--person", "jelle de vries", "--yes", "--by", "X", "--lang", "en"]) == 0


def start_the_hub(monkeypatch):
    monkeypatch.setattr("os.execv", lambda program, words: 0)
    main(["hub", "--port", str(free_port()), "--lang", "en"])


@pytest.mark.parametrize("go_on", [run_again, run_the_same_again, start_the_hub])
def test_what_was_cut_off_is_finished_by_the_next_run_and_by_the_hub(folder, capfd, monkeypatch, go_on):
    club(folder / "twadde", JELLE, *OTHERS)
    done = []

    def cut_off(path, rewritten):
        if done:
            raise KeyboardInterrupt
        done.append(path)
        rewrite(path, rewritten)

    rewrite = forgetting.rewrite
    monkeypatch.setattr(forgetting, "rewrite", cut_off)
    forget(capfd, "--yes")
    assert (folder / NOTE).exists()
    monkeypatch.setattr(forgetting, "rewrite", rewrite)
    capfd.readouterr()
    go_on(monkeypatch)
    assert "which was cut off, are done now" in capfd.readouterr().err
    assert not (folder / NOTE).exists()
    for name in ("club", "twadde"):
        state = read_event(folder / name).state
        assert state.entrants[0] == Entrant("player-1", rating=1200)
        assert [type(row.change).__name__ for row in read_event(folder / name).rows].count("PersonForgotten") == 1


def test_a_change_that_was_decided_on_before_is_refused_after(folder, capfd):
    before = read_event(folder / "club")
    round_, _ = paired(before.state, Wishes())
    forget(capfd, "--yes")
    with pytest.raises(TournamentError):
        append(before, round_, Who("Anke"))


def test_a_damaged_event_is_told_and_the_others_are_done(folder, capfd):
    club(folder / "stikken", JELLE, *OTHERS)
    with closing(sqlite3.connect(folder / "stikken")) as connection:
        connection.executescript("DROP TRIGGER events_stand; UPDATE events SET kind = 'x' WHERE id = 2")
    status, (row,), said = forget(capfd, "--yes")
    assert (status, row["event"]) == (1, str(folder / "club"))
    assert "stikken is damaged" in said


def test_the_file_keeps_its_tables_and_grows_on(folder, capfd):
    forget(capfd, "--yes")
    event = read_event(folder / "club")
    round_, _ = paired(event.state, Wishes())
    assert len(append(event, round_, Who("Anke")).state.rounds) == 3
    with closing(sqlite3.connect(folder / "club")) as connection, pytest.raises(sqlite3.IntegrityError):
        connection.execute("DELETE FROM events")


def test_a_player_of_a_team_is_forgotten_in_its_lists_and_in_what_was_taken_back(folder, capfd):
    make_event(folder / "achttallen", EventMade("B", group="I"), Who("Anke"), (EntrantsEntered(tuple(map(Entrant, "abcd"))),))
    event = read_event(folder / "achttallen")
    players = ("Sytske", "Jelle de Vries", *("" for _ in range(6)))
    event = append(event, LineUpGiven("a", players, "2026-11-21T09:40"), Who("Anke", "Jelle de Vries pleatst"))
    event = append(event, ChangeUndone(3), Who("Anke"))
    append(event, LineUpGiven("a", players[::-1], "2026-11-21T09:41"), Who("Anke"))
    _, rows, _ = forget(capfd, "--yes")
    assert [row["becomes"] for row in rows] == [["player-1"], ["player-1"]]
    assert b"Jelle" not in (folder / "achttallen").read_bytes()
    state = read_event(folder / "achttallen").state
    assert state.line_ups["a"].players[-2:] == ("player-1", "Sytske")


def test_a_party_of_an_appeal_and_a_member_of_its_commission_are_forgotten(folder, capfd):
    event = read_event(folder / "club")
    made = AppealMade(1, 1, "jelle", "s", "jelle", grounds="Jelle de Vries hie oanrekke", written=True)
    event = append(event, made, Who("Anke"))
    seated = CommissionSeated(1, (CommissionMember("Grou", "Hiske Bouma"),), "Hiske Bouma", "Hiske Bouma", ("Hiske Bouma",))
    event = append(event, seated, Who("Anke"))
    append(event, VerdictGiven(1, (MemberVote("Hiske Bouma", "reject"),), "reject", said="Hiske Bouma: it bliuwt sa"), Who("Anke"))
    for person in ("Jelle de Vries", "Hiske Bouma"):
        forget(capfd, "--yes", person=person)
        left = (folder / "club").read_bytes().replace(b"Jelle de Vries Jr.", b"")
        assert person.encode() not in left
    state = read_event(folder / "club").state
    assert state.appeals[1].party in state.by_id
    assert state.commissions[1].sit == (state.verdicts[1].votes[0].member,)


def test_the_author_of_a_problem_and_a_juror_are_forgotten(folder, capfd):
    make_event(folder / "contest", EventMade("H"), Who("Anke"), (ProblemEntered("p1", "Jelle de Vries", "W:W28:B22"),))
    append(read_event(folder / "contest"), ProblemMarked("p1", "Jelle de Vries", "7.5"), Who("Anke"))
    forget(capfd, "--yes")
    assert b"Jelle" not in (folder / "contest").read_bytes()
    state = read_event(folder / "contest").state
    assert [(one.author, juror) for one, (_, juror) in zip(state.problems.values(), state.marks, strict=True)] == [("player-1", "player-1")]


def test_every_field_of_a_change_is_known_to_hold_ids_texts_players_or_neither():
    neither = {"competition", "in_class", "group", "date", "start", "result", "games", "public", "time_control", "board", "team", "at"}
    neither |= {"boards", "told", "made", "next_match_day", "reasons", "until", "decide_before", "club", "vote", "outcome"}
    neither |= {"fen", "article", "demand", "found", "problem", "mark", "places", "was", "now"}
    texts = {
        field.name
        for kind in get_args(Change)
        for one in (kind, *HELD)
        if one is not Entrant
        for field in fields(one)
        if "str" in str(field.type)
    }
    assert texts - IDS - TEXTS - PERSONS == neither
