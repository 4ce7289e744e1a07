"""The export of an event: what is written of games that are over, and that nothing is written of one that is still played."""

from pathlib import Path

import pytest

from hub.events.changes import EventMade, Who
from hub.events.event_file import make_event
from hub.venue.event_export import in_file_name
from hub.venue.export_index import DOSSIERS
from pi.cli import main
from rules.pdn.read import read_games


@pytest.fixture
def hall(tmp_path, monkeypatch, new_game):
    """Board 1 with two rounds, the first with an alert; board 2, whose first game is over and whose second is played."""
    states = [tmp_path / "one", tmp_path / "two"]
    for state in states:
        (state / "games").mkdir(parents=True)
    for state, board, names in zip(states, "12", (("Jelle", "Sytske"), ("Ype", "<b>Auke")), strict=True):
        for number in (1, 2):
            played = new_game(state / "games" / f"{number:04}")
            played.open(white=names[0], black=names[1], board=board, round=str(number), delay="3 moves")
            played.move("white", 32, 28)
            if (board, number) == ("1", 1):
                played.fault("black", "27c-missed", 19, 24)
            if (board, number) != ("2", 2):
                played.end("1-0")
                played.close("1-0")
            played.journal.close()
    monkeypatch.setenv("DAMCAM_HUB_STATES", " ".join(map(str, states)))
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return states


def move(game, folder):
    folder.mkdir()
    for name in ("journal.sqlite", "journal.sqlite-tail"):
        (game.folder / name).rename(folder / name)


def test_games_by_round_and_an_index_without_what_is_still_played(hall, tmp_path, capsys):
    assert main(["hub", "export", "out"]) == 0
    assert capsys.readouterr().err.splitlines() == [
        "damcam: 3 games of Frysk Kampioenskip are in out/index.html",
        "damcam: left out: board 2, it is still played",
    ]
    out = tmp_path / "out"
    assert sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()) == [
        "frysk-kampioenskip/round-1.pdn", "frysk-kampioenskip/round-2.pdn", "index.html",
    ]  # fmt: skip
    first, second = (list(read_games((out / f"frysk-kampioenskip/round-{number}.pdn").read_text())) for number in (1, 2))
    assert [(one.tags["White"], one.tags["Result"]) for one in first] == [("Jelle", "1-0"), ("Ype", "1-0")]
    assert [one.tags["White"] for one in second] == ["Jelle"]
    index = (out / "index.html").read_text()
    assert "&lt;b&gt;Auke" in index
    assert "<li>Board 2 Ype - &lt;b&gt;Auke: it is still played</li>" in index
    assert '<a href="frysk-kampioenskip/round-1.pdn">' in index
    assert main(["hub", "export", "out"]) == 1
    assert "this folder is not empty, and nothing is written over" in capsys.readouterr().err
    assert main(["hub", "export", "other", "--event", "Cup"]) == 1
    assert "there is no game of the event Cup; there are Frysk Kampioenskip" in capsys.readouterr().err
    assert not Path("other").exists()


def test_a_game_that_was_closed_without_a_result_is_exported(tmp_path, monkeypatch, new_game, capsys):
    (tmp_path / "one" / "games").mkdir(parents=True)
    played = new_game(tmp_path / "one" / "games" / "0001")
    played.open(event="Cup", round="1")
    played.move("white", 32, 28)
    played.close("*")
    played.journal.close()
    monkeypatch.setenv("DAMCAM_HUB_STATES", str(tmp_path / "one"))
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert main(["hub", "export", "out"]) == 0
    assert capsys.readouterr().err.splitlines() == ["damcam: 1 game of Cup is in out/index.html"]
    (game,) = read_games(Path("out/cup/round-1.pdn").read_text())
    assert game.tags["Result"] == "*"


def test_names_that_are_too_long_for_a_file_are_cut_off_and_told_apart(tmp_path, monkeypatch, new_game, capsys):
    long = "Iepen Frysk Kampioenskip fan de Feriening " * 9
    (tmp_path / "one" / "games").mkdir(parents=True)
    for number, end in enumerate("ab", 1):
        played = new_game(tmp_path / "one" / "games" / f"{number:04}")
        played.open(event=long + end, round="Finale " * 60 + end)
        played.move("white", 32, 28)
        played.fault("black", "27c-missed", 19, 24)
        played.end("1-0")
        played.close("1-0")
        played.journal.close()
        if number == 1:
            monkeypatch.setenv("DAMCAM_HUB_STATES", str(tmp_path / "one"))
            monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
            assert main(["hub", "export", str(tmp_path / "first")]) == 0
            assert f"1 game of {long}a is in " in capsys.readouterr().err
    assert main(["hub", "export", str(tmp_path / "out")]) == 0
    folders = [path.name for path in (tmp_path / "out").iterdir() if path.is_dir() and path.name != DOSSIERS]
    assert len(folders) == 2, "two events"
    assert all(len(name) == 60 and name.startswith("iepen-frysk-kampioenskip") for name in folders)
    assert len({in_file_name("стол-" * 50 + end) for end in "ab"}) == 2
    assert len(in_file_name("стол-" * 50).encode()) <= 60
    index = (tmp_path / "out" / "index.html").read_text()
    assert all(f'href="{name}/round-finale-finale' in index for name in folders)


def test_dossiers_and_standings_are_there_where_there_are_alerts_and_an_event(hall, tmp_path, capsys, monkeypatch, fault, game):
    events = tmp_path / "events"
    events.mkdir()
    make_event(events / "champ", EventMade("A", name="Frysk Kampioenskip"), Who("Anke"))
    (events / "notes.txt").write_text("no event")
    monkeypatch.setenv("DAMCAM_HUB_EVENTS", str(events))
    fault()
    game.end("0-1")
    game.close("0-1")
    game.journal.close()
    move(game, hall[0] / "games" / "0003")
    assert main(["hub", "export", "out", "--event", "frysk kampioenskip", "--lang", "nl"]) == 0
    (paper,) = (tmp_path / "out" / DOSSIERS).iterdir()
    assert "27c, 10" in paper.read_text()
    index = (tmp_path / "out" / "index.html").read_text()
    assert f'href="{DOSSIERS}/{paper.name}"' in index
    assert (tmp_path / "out" / "frysk-kampioenskip" / "results.csv").exists()
    assert '<html lang="nl">' in index


def test_no_event_has_the_folder_of_the_dossiers(hall, tmp_path, new_game, fault, game):
    fault()
    game.end("0-1")
    game.close("0-1")
    game.journal.close()
    move(game, hall[0] / "games" / "0003")
    for number, name in ((3, "Dossiers"), (4, DOSSIERS)):
        played = new_game(hall[1] / "games" / f"{number:04}")
        played.open(event=name, round="1", board="2")
        played.move("white", 32, 28)
        played.end("1-0")
        played.close("1-0")
        played.journal.close()
    assert main(["hub", "export", "out"]) == 0
    assert {path.suffix for path in (tmp_path / "out" / DOSSIERS).iterdir()} == {".html"}
    assert [path.name for path in (tmp_path / "out" / "dossiers").iterdir()] == ["round-1.pdn"]
