"""The tasks of `damcam event` on files; appeals with their verdicts, and problem contests (regulation H)."""

import os
import random
from contextlib import closing

import pytest

from hub.app import SignIn, create_app
from hub.boards.board import Boards
from pi.cli import main
from pi.commands.events.contest import ContestHeads, FoundSays
from pi.commands.events.demo import EventDemo
from pi.usage.errors import UsageError
from record.events.of_game import SessionClosed
from tests.pi.commands.test_hub import begin
from tests.support.says import says
from tests.support.signing import SECRET, accounts_in, client_of
from tests.tournament.events.conftest import KK, WITHDRAWN_EXAMPLE, rounds_of
from tests.tournament.events.level import two_equal
from tournament.events.changes import Entrant, EntrantsEntered, EventMade, Who
from tournament.events.event_file import make_event, read_event
from tournament.events.play_offs import play_offs_now
from tournament.events.result_acts import ResultSays
from tournament.events.standing import all_standings
from tournament.final_order import Needs


@pytest.fixture
def kk(event):
    event.done("new", "kk", "--competition", "C", "--class", "HAA", "--name", "FK")
    event.done("enter", "kk", *KK)
    return event


def test_a_championship_from_entry_to_standings_also_at_a_terminal(kk):
    rounds = [kk.done("pair", "kk")[0] for _ in range(7)]
    assert [(one["round"], one["pairs"][0]["white"], one["pairs"][0]["black"]) for one in rounds][:2] == [(1, "p5", "p1"), (2, "p1", "p6")]
    games = [(str(number), *game) for number, games in enumerate(rounds_of(WITHDRAWN_EXAMPLE), 1) for game in games]
    results = "".join(",".join(line) + "\n" for line in [("round", "white", "black", "result"), *games])
    assert len(kk.done("result", "kk", "--csv", "-", given=results.encode())) == 28
    (told,) = kk.done("standings", "kk", "--json")
    assert [(row["id"], row["place"]) for row in told["table"]][:2] == [("p8", [1, 1]), ("p5", [2, 2])]
    assert told["table"][1]["sb"] == 27
    (table,) = kk.done("crosstable", "kk")
    first = {"opponent": "p5", "round": 1, "colour": "b", "result": "0-1", "default": False, "counts": True}
    assert table["rows"][0]["cells"][0] == first
    assert [row["board"] for row in kk.done("sheets", "kk", "--round", "3")] == [1, 2, 3, 4]
    for form, names in (("csv", 15), ("trf", 1), ("trf26", 1), ("pdn", 1)):
        assert len(kk.done("export", "kk", "--as", form, "--out", "out")) == names
    assert len(os.listdir(kk.folder / "out")) == 18
    assert "27 against 25.5" in kk.shown("standings", "kk")
    for task in ("log", "crosstable", "sheets"):
        assert "p8" in kk.shown(task, "kk")


def test_a_club_evening_of_three_groups_with_a_list_of_another_program(event):
    entries = "id;name;club;class;born;number\n" + "".join(f"s{n:02};Spîler {n};Drachten;2;2001-01-{n:02};\n" for n in range(1, 13))
    (event.folder / "list.csv").write_bytes(entries.encode("cp1252"))
    event.done("new", "jûn", "--competition", "A")
    status, rows, told = event("enter", "jûn", "--csv", "list.csv")
    assert (status, len(rows[0]["entered"]), rows[0]["entries"]) == (0, 12, 12)
    assert "Windows-1252" in told
    (drawn,) = event.done("draw", "jûn", "--seed", "11")
    assert (drawn["seed"], [len(one["ids"]) for one in drawn["groups"]]) == (11, [4, 4, 4])
    (paired,) = event.done("pair", "jûn")
    for one in paired["pairs"]:
        event.done("result", "jûn", paired["round"], one["white"], one["black"], "draw")
    (told,) = event.done("standings", "jûn")
    assert [one["group"] for one in told["groups"]] == ["1", "2", "3"]
    assert {row["points"] for one in told["groups"] for row in one["table"]} == {0.5}


def test_at_a_terminal_rounds_and_changes_are_told_in_words_and_no_row_is_printed(event):
    for name, count, words in (("club", 10, ("A",)), ("open", 9, ("F", "--rounds", "3"))):
        assert event.shown("new", name, "--competition", *words) == ""
        assert event.shown("enter", name, *[f"s{number}" for number in range(count)]) == ""
    assert event.shown("draw", "club", "--seed", "11") == ""
    rounds = [event.shown("pair", "club").splitlines(), event.shown("pair", "open", "--propose").splitlines()]
    assert [lines[0].split() for lines in rounds] == [["Board", "Group", "White", "Black"]] * 2
    paired = [game.pair for game in read_event(event.folder / "club").state.rounds[0].games]
    assert [{*line.split()[2:]} for line in rounds[0][1:6]] == paired
    assert rounds[1][-1].split()[1:] == ["free"]
    assert len(read_event(event.folder / "open").rows) == 2, "the round was only proposed"
    white, black = (game := read_event(event.folder / "club").state.rounds[0].games[0]).white, game.black
    standings = event.shown("standings", "club")
    assert ("Group 1\n" in standings, "Group 2\n" in standings, "as it stands" in standings) == (True, True, True)
    assert "Group 1\n" in event.shown("crosstable", "club")
    for words in (
        ("result", "club", "1", white, black, "1-0"),
        ("publish", "club", "names"),
        ("start", "club", "19:30"),
        ("correct", "club", white, "--name", "Ype", "--reason", "a slip"),
        ("export", "club", "--as", "csv", "--out", "files"),
        ("withdraw", "club", black, "--games", "lapse", "--reason", "ill"),
        ("undo", "club"),
    ):
        assert event.shown(*words) == "", words


def test_every_change_has_who_when_and_why_and_is_taken_back(kk):
    kk.done("pair", "kk")
    kk.done("result", "kk", "1", "p5", "p1", "1-0", "--by", "Ype")
    kk.done("result", "kk", "1", "p5", "p1", "draw", "--reason", "ferkeard opskreaun")
    log = kk.done("log", "kk")
    assert [(row["by"], row["kind"], row["reason"]) for row in log[2:]] == [
        ("jelle", "RoundPaired", None),
        ("Ype", "ResultsEntered", None),
        ("jelle", "ResultsEntered", "ferkeard opskreaun"),
    ]
    assert all(row["at"].startswith("20") for row in log)
    assert [kk.done("undo", "kk")[0]["undone"] for _ in range(4)] == [5, 4, 3, 2]
    assert says("EventFileFault.nothing-to-undo")(kk.refused("undo", "kk"))
    undone = kk.done("log", "kk")
    assert [row["undone"] for row in undone] == [False, True, True, True, True] + [False] * 4
    assert undone[5]["what"] == f"change 5 taken back: {undone[4]['what']}"


RESULT_WORDS = "ROUND WHITE BLACK RESULT were expected, such as 1 anna bate 1-0, or a list with --csv"
BOARDS_WORDS = "ROUND FIRST SECOND were expected with --boards, such as 1 drachten snits --boards 1-0,draw,-,0-1"
PLAY_OFF_WORDS = "WHITE BLACK RESULT were expected, such as anna bate 1-0, or of teams FIRST SECOND with --boards"


def test_what_cannot_be_done_is_refused_and_nothing_is_written(kk):
    (kk.folder / "other").write_text("p1\np2\n")
    before = {path: path.read_bytes() for path in kk.folder.iterdir()}
    for words, code in (
        (("pair", "none"), "EventFileFault.none"),
        (("new", "kk", "--competition", "A"), "EventFileFault.there-already"),
        (("new", "x", "--competition", "C", "--class", "HA"), "GivenTextFault.no-class"),
        (("new", "no/folder", "--competition", "A"), "EventFileFault.not-made"),
        (("enter", "kk", "a", "--csv", "other"), "EntryFault.not-both"),
        (("enter", "kk", "--csv", "none.csv"), "ListFileFault.not-read"),
        (("enter", "kk", "--csv", "/dev/zero"), "ListFileFault.too-large"),
        (("withdraw", "kk", "p9", "--reason", "x"), "EndingFault.unknown"),
        (("pair", "kk", "--by", "a\x07"), "GivenTextFault.no-line"),
        (("result", "kk", "1", "p5"), RESULT_WORDS),
        (("result", "kk", "--csv", "-", "--default"), "--default goes with one result; a list has a column default"),
        (("result", "kk", "1", "a", "--boards", "1-0"), BOARDS_WORDS),
        (
            ("result", "kk", "1", "a", "b", "--boards", "1-0", "--default"),
            "--default goes with one result; with --boards it is +-, -+ or -- at the board",
        ),
        (("result", "kk", "1", "a", "b", "2-2", "--boards", "1-0"), BOARDS_WORDS),
        (("play-off", "kk", "p1", "p2"), PLAY_OFF_WORDS),
        (("play-off", "kk", "p1", "p2", "1-0", "--boards", "1-0 - - -"), PLAY_OFF_WORDS),
        (("standings", "other"), "EventFileFault.not-ours"),
        (("export", "kk", "--as", "csv", "--out", "kk"), "ExportSays.no-folder"),
        (("demo", "--out", "other"), "EventDemoSays.no-folder"),
    ):
        error = kk.refused(*words)
        assert says(code)(error)
        assert isinstance(error, UsageError) == (words[0] in ("result", "play-off") or code == "EntryFault.not-both")
    assert {path: path.read_bytes() for path in kk.folder.iterdir()} == before


def test_a_name_is_looked_for_in_the_folder_of_the_settings(event, tmp_path, monkeypatch):
    (tmp_path / "events").mkdir()
    settings = tmp_path / "damcam.toml"
    settings.write_text(f'[board]\nstate = "{tmp_path}"\n')
    event.done("new", "kk", "--competition", "A", "--settings", settings)
    with monkeypatch.context() as patch:
        patch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
        event.done("enter", "kk", "a", "b", "c")
    assert sorted(os.listdir(tmp_path / "events")) == ["kk", "kk-tail"]
    event.done("new", "./kk", "--competition", "A", "--settings", settings)
    assert len(event.done("log", tmp_path / "kk", "--settings", settings)) == 1
    assert len(event.done("log", "kk", "--settings", settings)) == 2


def test_a_play_off_of_teams_is_entered_by_its_boards_or_its_points_and_exported(event):
    made = two_equal()
    make_event(event.folder / "teams", made.rows[0].change, Who("Anke"), [row.change for row in made.rows[1:]])
    ((_, first, second),) = play_offs_now(made.state)
    assert event.done("start", "teams", "9.30", "--json") == [{"start": "09:30"}]
    assert event.done("start", "teams", "", "--reason", "postponed", "--json") == [{"start": None}]
    (standings,) = event.done("standings", "teams", "--json")
    assert standings["odd_white"] == [first]
    assert [{*game.values()} for game in standings["open"][0]["next"]] == [{first, second}]
    assert says("EventPdnFault.teams")(event.refused("export", "teams", "--as", "pdn", "--out", "out"))
    status, rows, said = event("play-off", "teams", first, second, "--boards", "1-0,draw,-,.", "--json")
    told = {"number": 1, "first": first, "second": second}
    assert (status, rows) == (0, [told | {"boards": ["1-0", "draw", None, None], "board_points": [1.5, 0.5], "result": None}])
    assert str(ResultSays.SO_FAR.said(first=first, second=second, points="1.5-0.5")) in said
    corrected = ("--boards", "0-1,draw,-+,+-", "--reason", "written down wrongly", "--json")
    assert event.done("play-off", "teams", first, second, *corrected)[0]["result"] == "0.5-3.5"
    for form, is_told in (("pdn", True), ("csv", False)):
        status, rows, said = event("export", "teams", "--as", form, "--out", "out", "--json")
        assert (status, {"file": "out/event.pdn"} in rows, "3 matches" in said) == (0, is_told, is_told), "which matches are not in it"
    for _ in range(2):
        event.done("undo", "teams")
    event.done("play-off", "teams", second, first, "1-3")
    assert event.done("standings", "teams", "--json")[0]["table"][0]["id"] == first


def test_a_round_is_proposed_without_being_written_and_paired_upon_the_last_row_alone(event):
    event.done("new", "f", "--competition", "F", "--rounds", "3")
    event.done("enter", "f", *"abcde")
    (proposed,) = event.done("pair", "f", "--propose", "--absent", "e")
    assert len(event.done("log", "f")) == 2
    for row in ("1", "3"):
        assert says("Meanwhile.changed")(event.refused("pair", "f", "--based-on-row", row))
    assert event.done("pair", "f", "--based-on-row", "2", "--absent", "e") == [proposed]
    assert len(event.done("log", "f")) == 3
    assert says("Meanwhile.changed")(event.refused("pair", "f", "--based-on-row", "2"))
    assert len(event.done("log", "f")) == 3


def test_an_event_is_published_and_printed_with_names_or_initials_or_not(event):
    event.done("new", "club", "--competition", "A")
    event.done("enter", "club", "--csv", "-", given=b"id,name\na,Jelle de Vries\nb,Sytske Hoekstra\nc,Ype Bouma\n")
    event.done("pair", "club")
    assert read_event(event.folder / "club").state.settled.public == "", "a new event is shown to nobody"
    for word, public in (("initials", "initials"), ("nobody", None)):
        assert event.done("publish", "club", word) == [{"public": public, "at_once": False}]
    event.done("undo", "club")
    assert read_event(event.folder / "club").state.settled.public == "initials"
    for kind, words in (("cards", ()), ("standings", ("--initials",)), ("pairings", ())):
        assert event.done("sheets", "club", "--what", kind, *words, "--out", "page.html") == []
        page = (event.folder / "page.html").read_text()
        assert ("S.H." in page, "Sytske Hoekstra" in page) == (bool(words), not words)
    event.done("export", "club", "--as", "pdn", "--initials", "--out", "files")
    assert '[White "S.H."]' in (event.folder / "files" / "event.pdn").read_text()


def test_a_made_up_championship_from_entry_to_print_whose_every_place_is_decided_whatever_its_results(event):
    (told,) = event.done("demo", "--out", "made-up")
    assert [row["place"] for row in told["table"]] == [[place, place] for place in range(1, 9)]
    state = read_event(event.folder / "made-up" / "championship").state
    assert (len(state.rounds), state.out) == (7, {"smit"})
    printed = {f"{name}.html" for name in ("pairings", "cards", "slips", "crosstable", "standings")}
    assert printed | {"event.trf", "event.pdn", "results.csv"} <= {path.name for path in (event.folder / "made-up").iterdir()}
    for seed in range(2):
        state = EventDemo(event.folder / f"{seed}", random.Random(seed), lambda _: None).play().state
        assert [place for place in all_standings(state).open if place.needs is not Needs.NOTHING] == [], seed


def test_the_list_of_an_exhibition_is_drawn_by_lot_and_written(event):
    rows = event.done("simultaneous", "Ton", "Jelle", "Sytske", "--seed", "3")
    assert [(row["board"], row["white"], row["black"], row["seed"]) for row in rows] == [(1, "Jelle", "Ton", 3), (2, "Ton", "Sytske", 3)]
    assert event.done("simultaneous", "Ton", "Jelle", "Sytske", "--giver-has", "white", "--event", "Simultaan", "--out", "list.csv") == []
    assert (
        (event.folder / "list.csv").read_text()
        == """board,white,black,giver,event,round
1,Ton,Jelle,Ton,Simultaan,1
2,Ton,Sytske,Ton,Simultaan,1
"""
    )
    shown = event.shown("simultaneous", "Ton", "Jelle", "Sytske", "--giver-has", "white").splitlines()
    assert [line.split() for line in shown] == [["Board", "White", "Black"], ["1", "Ton", "Jelle"], ["2", "Ton", "Sytske"]]


GAME = ("1", "p5", "p1")
GIVEN = ("--party", "p5", "--against", "the game is lost", "--grounds", "the flag had not fallen", "--written")
TIMES = ("--told", "2020-03-07T18:30", "--made", "2020-03-08T12:00", "--next-match-day", "14-3-2020")
SEATED = ("--member", "Drachten=anna", "--member", "Snits=bate", "--member", "Grou=corrie", "--chair", "anna", "--vice", "bate")


@pytest.fixture
def fk(event, monkeypatch):
    """The championship `fk` in the folder of events, its first round paired."""
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(event.folder))
    path = event.folder / "events" / "fk"
    path.parent.mkdir()
    players = {"p5": Entrant("p5", "Jelle", "Drachten"), "p1": Entrant("p1", "Sytske")}
    make_event(path, EventMade("C", "KK", name="FK"), Who("Anke"), (EntrantsEntered(tuple(players.get(p, Entrant(p)) for p in KK)),))
    event.done("pair", "fk")
    return event


def test_from_the_appeal_to_the_verdict(fk, capsys):
    (told,) = fk.done("appeal", "fk", *GAME, *GIVEN, *TIMES, "--json")
    assert (told["admissible"], told["reasons"], told["until"], told["decide_before"]) == (True, [], "2020-03-08T18:30", "2020-03-14")
    (told,) = fk.done("commission", "fk", "1", *SEATED, "--json")
    assert [told[key] for key in ("sit", "stand_back", "chair")] == [["bate", "corrie"], ["anna"], "anna"]
    status, (told,), said = fk(
        "verdict", "fk", "1", "--vote", "bate=uphold", "--vote", "corrie=reject", "--reason", "play on at 4:59", "--json"
    )
    assert (status, told["outcome"], told["casting"], told["said"]) == (0, "uphold", "bate", "play on at 4:59")
    assert "14 March 2020" in said
    rows = fk.done("log", "fk")[-3:]
    assert [(row["kind"], row["by"]) for row in rows] == [(kind, "jelle") for kind in ("AppealMade", "CommissionSeated", "VerdictGiven")]
    assert "\n  Verdict: " in fk.shown("appeal", "fk")
    fk.done("undo", "fk")
    assert "outcome" not in fk.done("appeal", "fk")[0]
    assert main(["forget", "--person", "Jelle", "--yes"]) == 0
    capsys.readouterr()
    told = fk.shown("appeal", "fk")
    assert ("anonymous player 1" in told, "player-1" in told) == (True, False)


def test_the_dossier_of_the_game_tells_of_the_appeal_by_the_command_and_at_the_desk(fk, tmp_path):
    fk.done("appeal", "fk", *GAME, *GIVEN, *TIMES)
    fk.done("commission", "fk", "1", *SEATED)
    with closing(begin(tmp_path / "board", 1, white="Jelle", black="Sytske", event="FK", round="1")) as made:
        made.append(SessionClosed(1, "0-1", "20.1"), 1)
    journal = tmp_path / "board" / "games" / "0001" / "journal.jsonl"
    assert main(["dossier", str(journal.parent)]) == 0
    boards = Boards.lone(journal)
    with closing(boards.first.follower):
        sign_in = SignIn(SECRET, accounts_in(tmp_path), events=tmp_path / "events")
        desk = client_of(create_app(boards, sign_in=sign_in, follow=False)).get("/desk/1/dossier").text
    for paper in ((tmp_path / "dossier.html").read_text(), desk):
        assert [text for text in ("the flag had not fallen", "bate", "corrie", "anna") if text not in paper] == []


def test_what_cannot_be_entered_is_refused_and_nothing_is_kept(fk):
    for words, code in (
        (("appeal", "fk", "1", "p5"), "ROUND WHITE BLACK were expected, such as 3 anna bate, or nothing, which shows the appeals"),
        (("appeal", "fk", *GAME, "--party", "p5"), "AppealActFault.needs"),
        (("appeal", "fk", *GAME, "--party", "p5", "--made", "soon"), "{field} is {value}; a time such as 2026-03-07T18:30:00 was expected"),
        (("commission", "fk", "1", *SEATED), "AppealRefusal.no-appeal"),
        (("commission", "fk", "1", "--member", "anna", "--chair", "a", "--vice", "b"), "AppealActFault.no-member"),
        (("verdict", "fk", "1", "--vote", "anna=yes", "--reason", "x"), "AppealActFault.no-vote"),
    ):
        assert says(code)(fk.refused(*words))
    assert fk.done("appeal", "fk") == []


@pytest.fixture
def contest(event, monkeypatch):
    """The contest `h` of two problems, in the folder `events`."""
    (event.folder / "events").mkdir()
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(event.folder))
    event.done("new", "h", "--competition", "h", "--name", "Problemen")
    event.done("problem", "h", "p1", "W:W28,32:B23", "--author", "Jelle", "--solution", "28x19")
    event.done("problem", "h", "p2", "W:WK46:B5,23", "--author", "Sytske", "--nodes", "2000")
    return event


def test_problems_are_shown_with_their_conditions(contest):
    (row, _) = contest.done("problem", "h", "--json")
    assert (row["id"], row["author"], row["solution"]) == ("p1", "Jelle", "28x19")
    assert [one["squares"] for one in row["conditions"] if one["demand"] == "no-black-piece-en-prise"] == [[23]]
    assert "H 2 B.4  no black piece can be taken at once: broken by 23" in contest.shown("problem", "h")


def test_marks_and_the_jurys_order_are_entered_and_shown(contest):
    contest.done("mark", "h", "p2", "Auke", "9")
    assert contest.done("mark", "h", "p2", "Bouke", "8,5", "--json")[0]["sum"] == 17.5
    contest.done("mark", "h", "p2", "Auke", "7", "--reason", "a slip")
    (told,) = contest.done("standings", "h", "--json")
    assert (told["ordered"], told["article"]) == (False, "H 3")
    assert [(row["id"], row["place"], row["sum"]) for row in told["table"]] == [("p1", None, None), ("p2", None, 15.5)]
    shown = contest.shown("standings", "h")
    assert [text for text in (ContestHeads.AUTHOR, FoundSays.NO_ORDER) if str(text.said()) not in shown] == []
    assert "7 (Auke) + 8.5 (Bouke) = 15.5" in contest.shown("problem", "h")
    (told,) = contest.done("order", "h", "p1=p2", "--reason", "by vote", "--json")
    assert [(row["id"], row["place"]) for row in told["table"]] == [("p1", [1, 2]), ("p2", [1, 2])]
    contest.done("undo", "h")
    kinds = [row["kind"] for row in contest.done("log", "h", "--json")]
    assert kinds == ["EventMade", *["ProblemEntered"] * 2, *["ProblemMarked"] * 3, "JuryOrdered", "ChangeUndone"]


PROBLEM_WORDS = "ID FEN and --author were expected, or none of them, which shows the problems"


def test_tasks_of_games_are_refused_for_a_contest_and_its_own_for_games(contest):
    contest.done("new", "a", "--competition", "A")
    before = [contest.done("log", name, "--json") for name in "ha"]
    for words, code in {
        "problem h p9": PROBLEM_WORDS,
        "problem h p9 W:W31:B23": PROBLEM_WORDS,
        "mark h p9 Auke 7": "ContestRefusal.no-problem",
        "order h p1 --reason x": "ContestRefusal.left-out",
        "enter h anna": "ContestRefusal.games-alone",
        "publish h names": "ContestRefusal.games-alone",
        "sheets h": "ContestRefusal.games-alone",
        "appeal h 1 a b --party a --made now": "AppealRefusal.none-here",
        "problem a p1 W:W28:B23 --author Jelle": "ContestRefusal.contest-alone",
    }.items():
        assert says(code)(contest.refused(*words.split()))
    assert [contest.done("log", name, "--json") for name in "ha"] == before
