"""`damcam forget`: whose pictures go and what is only told. What goes out of the files of events is tested in tests/tournament/events."""

import json
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import structs

from pi.cli import main
from pi.commands.events.forgetting import ForgetEventsSays
from pi.commands.forget import ForgetSays
from record.events.about import About
from record.events.of_game import SessionClosed
from record.events.of_record import Described
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from tests.pi.commands.test_hub import begin
from tests.support.commands import refusal
from tests.support.free_port import free_port
from tests.support.says import says
from tests.tournament.events.test_forgetting import JELLE, OTHERS, club
from tournament.events.changes import Entrant, EntrantCorrected, EntrantsEntered, EventMade, Who
from tournament.events.event_file import append, make_event, read_event
from tournament.events.forgetting import NOTE


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
        (("1", "--also", "Jelle"), "ForgetSays.also-of-whom"),
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


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder of the events, with a club evening in it."""
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
    (tmp_path / "events").mkdir()
    club(tmp_path / "events" / "club", JELLE, *OTHERS)
    return tmp_path / "events"


def forget_person(capfd, *words, person="jelle  de vries"):
    return forget(capfd, "--person", person, *words)


def test_the_name_stays_in_an_event_until_yes_is_said(folder, capfd):
    content = (folder / "club").read_bytes()
    status, (row,), said = forget_person(capfd)
    told = {"names": ["Jelle de Vries"], "clubs": ["Damclub Drachten"], "becomes": ["player-1"], "forgotten": False}
    assert (status, {key: row[key] for key in told}) == (0, told)
    assert str(ForgetEventsSays.NOTHING_YET.said(count=1)) in said
    assert (folder / "club").read_bytes() == content
    status, (row,), said = forget_person(capfd, "--yes")
    assert (status, row["forgotten"]) == (0, True)
    for sentence in (ForgetEventsSays.DONE.said(count=1, ids=("player-1",)), ForgetEventsSays.NOT_REACHED.said()):
        assert str(sentence) in said
    main(["event", "log", str(folder / "club"), "--json"])
    last = json.loads(capfd.readouterr().out.splitlines()[-1])
    assert (last["by"], last["what"], last["undone"]) == ("J. Jansen", "a person was forgotten; since then there is player-1", False)


def test_by_a_former_name_the_present_one_goes_too_with_the_pictures_and_what_texts_may_hold_is_asked(folder, games, capfd):
    jele = structs.replace(JELLE, id="12", name="Jele de Vries")
    make_event(folder / "other", EventMade("A"), Who("Anke"), (EntrantsEntered((jele, *OTHERS)),))
    corrected = EntrantCorrected(jele, structs.replace(jele, name="Jelle de Vries"))
    append(read_event(folder / "other"), corrected, Who("Anke", "Jelle wie siik"))
    (game,) = games(("Jelle de Vries", "Sytske"))
    status, rows, said = forget_person(capfd, person="jele de vries")
    assert (status, [row.get("names", "") for row in rows]) == (0, ["", ["Jelle de Vries"], ["Jele de Vries", "Jelle de Vries"]])
    assert [row.get("texts") for row in rows] == [None, [], [{"row": 3, "text": "Jelle wie siik"}]]
    assert str(ForgetEventsSays.LEFT.said(count=1)) in said
    _, rows, said = forget_person(capfd, "--yes", person="jele de vries")
    new = rows[2]["becomes"][0]
    text = ForgetEventsSays.TEXT.said(event=str(folder / "other"), row=3, id=new, text="Jelle wie siik")
    assert (has_pictures(game), str(text) in said, str(ForgetEventsSays.LATER.said()) in said) == ([False], True, True)
    status, (row,), said = forget_person(capfd, "--also", "jelle", "--yes", person=new)
    assert (status, row["becomes"], str(ForgetEventsSays.LEFT.said(count=1)) in said) == (0, [new], False)
    assert read_event(folder / "other").rows[2].who.why == f"{new} wie siik"


def test_a_damaged_event_is_told_and_the_others_go_on(folder, capfd):
    club(folder / "stikken", JELLE, *OTHERS)
    (folder / "stikken").write_bytes((folder / "stikken").read_bytes().replace(b"EntrantsEntered", b"EntrantsEnteres"))
    status, rows, said = forget_person(capfd, "--yes")
    assert (status, [row["becomes"] for row in rows]) == (1, [["player-1"]])
    assert str(folder / "stikken") in said


@pytest.mark.usefixtures("system")
@pytest.mark.parametrize(
    ("go_on", "status"),
    [
        (["forget", "--person", "Nimmen", "--by", "X"], 1),
        (["forget", "--person", "jelle de vries", "--yes", "--by", "X"], 0),
        (["hub", "--no-broker", "--no-mirror", "--port=0"], 0),
    ],
)
def test_what_was_cut_off_is_finished_by_the_next_run_and_by_the_hub(folder, capfd, monkeypatch, go_on, status):
    monkeypatch.setattr("os.execv", lambda program, words: 0)
    note = {"by": "X", "events": {"club": {"ids": {"jelle": "player-1"}, "names": {"Jelle de Vries": "player-1"}}}}
    (folder / NOTE).write_text(json.dumps(note))
    assert main([word.replace("--port=0", f"--port={free_port()}") for word in go_on]) in (status, None)
    assert str(ForgetEventsSays.FINISHED.said()) in capfd.readouterr().err
    assert not (folder / NOTE).exists()
    assert read_event(folder / "club").state.entrants[0] == Entrant("player-1", rating=1200)


def test_at_a_terminal_games_and_events_are_tables_that_say_what_is_deleted(games, folder, capfd, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "250")
    games(("Jelle de Vries", "Sytske"))
    for yes in ((), ("--yes",)):
        assert main(["forget", "--person", "Jelle de Vries", "--by", "J. Jansen", *yes]) == 0
        _, game, _, event = capfd.readouterr().out.splitlines()
        assert game.split()[1:] == ["2026.11.21", "Jelle", "de", "Vries", "Sytske", "1", "0.0", "Yes" if yes else "No"]
        assert event.split()[1:] == ["Jelle", "de", "Vries,", "Damclub", "Drachten", "player-1", "Yes" if yes else "No"]
