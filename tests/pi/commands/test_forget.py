"""`damcam forget`: whose pictures go and what is only told; and of events, where the name goes out of the bytes and every figure stays."""

import json
from contextlib import closing
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from msgspec import structs

from hub.events import forgetting
from hub.events.appeal_changes import AppealMade, CommissionMember, CommissionSeated, MemberVote, VerdictGiven
from hub.events.change_struct import ChangePart
from hub.events.changes import (
    Change,
    ChangeUndone,
    Entrant,
    EntrantsEntered,
    EventMade,
    LineUpGiven,
    PersonForgotten,
    ResultsEntered,
    Who,
)
from hub.events.contest_changes import ProblemEntered, ProblemMarked
from hub.events.crosstable import crosstables
from hub.events.event_file import append, make_event, read_event
from hub.events.faults import TournamentError
from hub.events.forgetting import NOTE
from hub.events.neutral_rows import IDS, PERSONS, TEXTS
from hub.events.pairing import paired
from hub.events.printing import print_html
from hub.events.results import result_entered
from hub.events.standing import all_standings
from hub.events.wishes import Wishes
from pi.cli import main
from pi.commands.events.forgetting import ForgetEventsSays
from pi.commands.forget import ForgetSays
from record.events.about import About
from record.events.of_game import SessionClosed
from record.events.of_record import Described
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from record.store.session_files import write_session
from tests.pi.commands.test_hub import begin
from tests.support.commands import refusal
from tests.support.free_port import free_port
from tests.support.says import says


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A function that records games with these players, in the folder of the settings; the one with the number `running` is not closed."""
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))

    def play(*players: tuple[str, str], running: int = 0) -> list[Path]:
        folders = [tmp_path / "games" / f"{number:04}" for number in range(1, len(players) + 1)]
        for number, (folder, (white, black)) in enumerate(zip(folders, players, strict=True), 1):
            with closing(begin(tmp_path, number, white=white, black=black, date="2026.11.21")) as journal:
                if number != running:
                    journal.append(SessionClosed(3), 3)
            (folder / "frames").mkdir()
            (folder / "frames" / "0000.jpg").write_bytes(b"x")
        return folders

    return play


def has_pictures(*folders: Path) -> list[bool]:
    return [any((folder / "frames").iterdir()) for folder in folders]


def forget(capfd, *words: str) -> tuple[int, list[dict[str, object]], str]:
    status = main(["forget", *words, "--by", "J. Jansen"])
    told = capfd.readouterr()
    return status, [json.loads(line) for line in told.out.splitlines()], told.err


def test_nothing_is_deleted_before_it_is_said_twice(games, capfd) -> None:
    first, second = games(("Jelle", "Sytske"), ("Anna", "Berend"))
    row = {"game": str(first), "date": "2026.11.21", "white": "Jelle", "black": "Sytske", "pictures": 1, "bytes": 1}
    told = forget(capfd, "1")
    assert told == (0, [row | {"deleted": False}], f"damcam: {ForgetSays.NOTHING_YET.said()}\n")
    assert has_pictures(first, second) == [True, True]
    told = forget(capfd, "1", "--yes")
    assert told == (0, [row | {"deleted": True}], f"damcam: {ForgetSays.DONE.said(count=1, games=1)}\n")
    assert has_pictures(first, second) == [False, True]
    assert forget(capfd, str(second), "1", "--yes")[0] == 0
    assert has_pictures(second) == [False]


def test_a_persons_pictures_go_however_the_name_was_written_or_corrected(games, capfd) -> None:
    folders = games(("Jelle  de Vries", "Sytske"), ("Sytske", "JELLE DE VRIES"), ("Jele", "Anna"), ("Anna", "Berend"))
    with Journal.open(folders[2] / JOURNAL_NAME) as journal:
        journal.append(Described(3, "J. Jansen", About.of({"white": "Jelle de Vries"})), 3)
        journal.append(Described(3, "J. Jansen", About.of({"white": ""})), 3)
    assert len(forget(capfd, "--person", "jelle de vries", "--yes")[1]) == 3
    assert has_pictures(*folders) == [False, False, False, True]


def test_a_running_game_and_one_that_cannot_be_read_keep_theirs_and_the_others_go_on(games, capfd) -> None:
    running, over, broken = games(("Jelle", "A"), ("Jelle", "B"), ("Jelle", "C"), running=1)
    assert (forget(capfd, "--older-than", "1")[0], has_pictures(over)) == (1, [True]), "no game is so old"
    status, rows, said = forget(capfd, "--older-than", "0")
    assert (status, [row["game"] for row in rows], str(running) in said) == (0, [str(over), str(broken)], True), (
        "a running game is no old one"
    )
    (broken / JOURNAL_NAME).write_bytes(b"x")
    status, rows, said = forget(capfd, "--person", "Jelle", "--yes")
    assert (status, [row["game"] for row in rows]) == (1, [str(over)])
    assert has_pictures(running, broken, over) == [True, True, False]
    assert [str(folder) in said for folder in (running, broken)] == [True, True]


def test_what_cannot_be_meant_is_refused(games) -> None:
    games(("Jelle", "Sytske"))
    for words, code in (
        (("1", "--person", "Jelle"), "ForgetSays.name-games"),
        (("--person", "Nobody"), "ForgetSays.nobody"),
        (("--older-than", "36500"), "ForgetSays.no-game"),
    ):
        assert says(code)(refusal("forget", *words))


def test_without_pictures_the_game_is_told_as_it_was_recorded(told_board, capfd) -> None:
    def out(*words):
        assert main([*map(str, words), "--json"]) == 0
        told = capfd.readouterr()
        return [json.loads(line) for line in told.out.splitlines()], told.err

    board = told_board(white="Jelle", black="Sytske")
    board.press("white", "B:W28,31,33-50:B1-20")
    board.close()
    write_session(board.folder, board.state)
    ((recorded,), _) = out("record", board.folder)
    assert (recorded["move"], recorded["drawn"]) == ("32-28", "drawn/0001.jpg")
    assert forget(capfd, str(board.folder), "--yes")[0] == 0
    assert not list((board.folder / "drawn").iterdir())
    (row,), said = out("record", board.folder)
    assert row == recorded | {"picture": None, "drawn": None}
    assert "J. Jansen" in said
    assert [row["move"] for row in out("replay", board.folder, "--out", board.folder / "again")[0]] == ["32-28"]
    assert (board.folder / "again" / "game.pdn").read_text() == (board.folder / "game.pdn").read_text()
    assert main(["run", "--replay", str(board.folder), "--no-web"]) == 1
    assert "0000.jpg: " in capfd.readouterr().err


JELLE = Entrant("jelle", "Jelle de Vries", club="Damclub Drachten", born="2001-03-04", rating=1200)
OTHERS = (Entrant("s", "Sytske"), Entrant("y", "Ype Bouma"), Entrant("a", "Jelle de Vries Jr.", club="Grou"))
WHY = "the game of  jelle DE vries (jelle) against Jelle de Vries Jr. fell"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder of the events, with one of two rounds in it."""
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
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


def forget_person(capfd, *words, person="jelle  de vries"):
    return forget(capfd, "--person", person, *words)


def figures(path, old="jelle", new="jelle"):
    state = read_event(path).state
    told = json.dumps([all_standings(state), crosstables(state)])
    return told.replace(f'"{old}"', f'"{new}"').replace(f'"{JELLE.name}"', f'"{new}"')


def test_once_yes_is_said_the_name_is_in_no_byte_the_figures_stay_and_the_file_grows_on(folder, capfd):
    content = (folder / "club").read_bytes()
    status, (row,), said = forget_person(capfd)
    told = {"names": ["Jelle de Vries"], "clubs": ["Damclub Drachten"], "becomes": ["player-1"], "forgotten": False}
    assert (status, {key: row[key] for key in told}) == (0, told)
    assert str(ForgetEventsSays.NOTHING_YET.said(count=1)) in said
    assert (folder / "club").read_bytes() == content
    old = read_event(folder / "club")
    before = figures(folder / "club", new="player-1")
    status, (row,), said = forget_person(capfd, "--yes")
    assert (status, row["forgotten"]) == (0, True)
    for sentence in (ForgetEventsSays.DONE.said(count=1, ids=("player-1",)), ForgetEventsSays.NOT_REACHED.said()):
        assert str(sentence) in said
    assert sorted(path.name for path in folder.iterdir()) == ["club", "club-tail"]
    content = (folder / "club").read_bytes().lower().replace(b"jelle de vries jr.", b"")
    assert [text for text in (b"jelle", b"damclub", b"2001-03-04") if text in content] == []
    assert figures(folder / "club") == before
    event = read_event(folder / "club")
    assert event.state.entrants == (Entrant("player-1", rating=1200), *OTHERS), "others keep their names"
    assert event.rows[0].who.by == "player-1"
    assert {row.who.why for row in event.rows[3:-1]} == {"", "the game of  player-1 (player-1) against Jelle de Vries Jr. fell"}
    for lang, kind, name in (("nl", "standings", "anonieme speler 1"), ("fy", "pairings", "anonime spiler 1")):
        assert name in print_html(event.state, kind, None, lang)
    with pytest.raises(TournamentError):  # a change that was decided on before
        append(old, paired(old.state, Wishes())[0], Who("Anke"))
    assert len(append(event, paired(event.state, Wishes())[0], Who("Anke")).state.rounds) == 3


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
    status, rows, _ = forget_person(capfd, "--yes", person=asked)
    assert status == 0
    assert [row["names"] for row in rows] == [[entered]]
    reasons = [row.who.why for row in read_event(folder / "other").rows[2:-1]]
    assert reasons == [f"{rows[0]['becomes'][0]}, and Ype Bouma"] * len(in_reasons) + [f"{rows[0]['becomes'][0]} was ill, and Ype Bouma"]
    left = (folder / "other").read_bytes()
    assert not [one for one in (entered, *in_reasons, "sj.h", "SJ.H") if one.encode() in left]


def test_the_log_says_it_and_taking_back_goes_on_with_the_change_before(folder, capfd):
    forget_person(capfd, "--yes")
    main(["event", "log", str(folder / "club"), "--json"])
    last = json.loads(capfd.readouterr().out.splitlines()[-1])
    assert (last["by"], last["what"], last["undone"]) == ("J. Jansen", "a person was forgotten; since then there is player-1", False)
    assert main(["event", "undo", str(folder / "club"), "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["kind"] == "ResultsEntered"
    main(["event", "log", str(folder / "club"), "--json"])
    undone = [json.loads(line)["undone"] for line in capfd.readouterr().out.splitlines()]
    assert undone == [False] * 7 + [True, False, False]


def test_one_id_in_two_events_stays_one_another_gets_the_next_number_and_a_damaged_event_is_told(folder, capfd):
    club(folder / "derde", Entrant("x7", "Jelle de Vries"), *OTHERS)
    club(folder / "stikken", JELLE, *OTHERS)
    club(folder / "twadde", JELLE, *OTHERS)
    club(folder / "ûnbekend", Entrant("player-4"), *OTHERS)
    (folder / "stikken").write_bytes((folder / "stikken").read_bytes().replace(b"EntrantsEntered", b"EntrantsEnteres"))
    status, rows, said = forget_person(capfd, "--yes")
    assert (status, [row["becomes"] for row in rows]) == (1, [["player-5"], ["player-6"], ["player-5"]])
    assert str(folder / "stikken") in said


@pytest.mark.usefixtures("system")
@pytest.mark.parametrize(
    ("go_on", "status"),
    [
        (["forget", "--person", "Nimmen", "--by", "X"], 1),
        (["forget", "--person", "jelle de vries", "--yes", "--by", "X"], 0),
        (["hub", "--port=0"], 0),
    ],
)
def test_what_was_cut_off_is_finished_by_the_next_run_and_by_the_hub(folder, capfd, monkeypatch, go_on, status):
    monkeypatch.setattr("os.execv", lambda program, words: 0)
    club(folder / "twadde", JELLE, *OTHERS)
    done = []

    def cut_off(path, rewritten):
        if done:
            raise KeyboardInterrupt
        done.append(path)
        rewrite(path, rewritten)

    rewrite = forgetting.rewrite
    monkeypatch.setattr(forgetting, "rewrite", cut_off)
    forget_person(capfd, "--yes")
    assert (folder / NOTE).exists()
    monkeypatch.setattr(forgetting, "rewrite", rewrite)
    capfd.readouterr()
    assert main([word.replace("--port=0", f"--port={free_port()}") for word in go_on]) in (status, None)
    assert str(ForgetEventsSays.FINISHED.said()) in capfd.readouterr().err
    assert not (folder / NOTE).exists()
    for name in ("club", "twadde"):
        state = read_event(folder / name).state
        assert state.entrants[0] == Entrant("player-1", rating=1200)
        assert [type(row.change).__name__ for row in read_event(folder / name).rows].count("PersonForgotten") == 1


def test_a_player_of_a_team_is_forgotten_in_its_lists_and_in_what_was_taken_back_and_so_are_an_author_and_a_juror(folder, capfd):
    make_event(folder / "achttallen", EventMade("B", group="I"), Who("Anke"), (EntrantsEntered(tuple(map(Entrant, "abcd"))),))
    players = ("Sytske", "Jelle de Vries", *[""] * 6)
    event = append(read_event(folder / "achttallen"), LineUpGiven("a", players, "2026-11-21T09:40"), Who("Anke", "Jelle de Vries pleatst"))
    event = append(event, ChangeUndone(3), Who("Anke"))
    append(event, LineUpGiven("a", players[::-1], "2026-11-21T09:41"), Who("Anke"))
    make_event(folder / "contest", EventMade("H"), Who("Anke"), (ProblemEntered("p1", "Jelle de Vries", "W:W28:B22"),))
    append(read_event(folder / "contest"), ProblemMarked("p1", "Jelle de Vries", "7.5"), Who("Anke"))
    _, rows, _ = forget_person(capfd, "--yes")
    assert [row["becomes"] for row in rows] == [["player-1"]] * 3
    assert [name for name in ("achttallen", "contest") if b"Jelle" in (folder / name).read_bytes()] == []
    assert read_event(folder / "achttallen").state.line_ups["a"].players[-2:] == ("player-1", "Sytske")
    contest = read_event(folder / "contest").state
    assert [one.author for one in contest.problems.values()] == [juror for _, juror in contest.marks] == ["player-1"]


def test_a_party_of_an_appeal_and_a_member_of_its_commission_are_forgotten(folder, capfd):
    hiske, event = "Hiske Bouma", read_event(folder / "club")
    for change in (
        AppealMade(1, 1, "jelle", "s", "jelle", grounds="Jelle de Vries hie oanrekke", written=True),
        CommissionSeated(1, (CommissionMember("Grou", hiske),), hiske, hiske, (hiske,)),
        VerdictGiven(1, (MemberVote(hiske, "reject"),), "reject", said=f"{hiske}: it bliuwt sa"),
    ):
        event = append(event, change, Who("Anke"))
    for person in ("Jelle de Vries", hiske):
        forget_person(capfd, "--yes", person=person)
        assert person.encode() not in (folder / "club").read_bytes().replace(b"Jelle de Vries Jr.", b"")
    state = read_event(folder / "club").state
    assert state.appeals[1].party in state.by_id
    assert state.commissions[1].sit == (state.verdicts[1].votes[0].member,)


def is_struct(kind):
    return isinstance(kind, type) and issubclass(kind, ChangePart)


def records(kind):
    """That kind of record with those within its fields."""
    within = {one for hint in get_type_hints(kind).values() for one in (hint, *get_args(hint)) if is_struct(one)}
    return {kind}.union(*map(records, within))


def test_every_field_of_a_change_is_known_to_hold_ids_texts_players_or_neither():
    neither = {"competition", "in_class", "group", "date", "start", "result", "games", "public", "time_control", "board", "team", "at"}
    neither |= {"boards", "told", "made", "next_match_day", "reasons", "until", "decide_before", "club", "vote", "outcome"}
    neither |= {"fen", "article", "demand", "found", "problem", "mark", "places", "was", "now"}
    kinds = set().union(*map(records, get_args(Change))) - {Entrant}  # who is a matter of his own
    texts = {field.name for kind in kinds for field in structs.fields(kind) if "str" in str(field.type)}
    assert texts - IDS - TEXTS - PERSONS == neither
