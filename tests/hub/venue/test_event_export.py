"""The export of an event: what is written of games that are over, and that nothing is written of one that is still played."""

import re
from pathlib import Path

import pytest

from hub.events.changes import EventMade, Who
from hub.events.event_file import make_event
from hub.venue.event_export import in_file_name
from hub.venue.export_index import DOSSIERS
from pi.cli import main
from record.events.alert import Alert
from record.events.of_game import Ruled
from rules.pdn.read import read_games
from tests.support.commands import refusal
from tests.support.says import says


@pytest.fixture
def begin(tmp_path, monkeypatch, new_game):
    """Writes a game into the state folder of that name, with a result unless it is None, and with an alert on request."""
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
    monkeypatch.setenv("DAMCAM_HUB_STATES", f"{tmp_path}/one {tmp_path}/two")
    monkeypatch.chdir(tmp_path)
    for state in ("one", "two"):
        (tmp_path / state / "games").mkdir(parents=True)

    def write(state, number, result="1-0", *, alert=False, is_played=True, **about):
        played = new_game(tmp_path / state / "games" / f"{number:04}").open(**about)
        if not is_played:
            played.close(result)
            played.journal.close()
            return
        played.move("white", 32, 28)
        if alert:
            played.press("black")
            told = Alert("27c-missed", "27c, 10", (19, 24), "", side="black", before=played.fen("B"), after=played.fen("W"))
            played.journal.append(Ruled(2, "black", "27c-missed", "19-24", played.fen("W"), 0.99, (told,)), played.t_ns)
        if result not in (None, "*"):
            played.end(result)
        if result:
            played.close(result)
        played.journal.close()

    return write


@pytest.fixture
def hall(begin):
    """Board 1 with two rounds; board 2, whose first game is over and whose second is played."""
    for state, board, white, black in (("one", "1", "Jelle", "Sytske"), ("two", "2", "Ype", "<b>Auke")):
        for number in (1, 2):
            result = None if (board, number) == ("2", 2) else "1-0"
            begin(state, number, result, white=white, black=black, board=board, round=str(number), delay="3 moves")


def test_games_by_round_and_an_index_without_what_is_still_played(hall, tmp_path, capsys):
    assert main(["hub", "export", "out"]) == 0
    assert len(capsys.readouterr().err.splitlines()) == 2, "what was exported, and what was left out"
    out = tmp_path / "out"
    written = sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())
    assert written == ["frysk-kampioenskip/round-1.pdn", "frysk-kampioenskip/round-2.pdn", "index.html"]
    first, second = (list(read_games((out / f"frysk-kampioenskip/round-{number}.pdn").read_text())) for number in (1, 2))
    assert [(one.tags["White"], one.tags["Result"]) for one in first] == [("Jelle", "1-0"), ("Ype", "1-0")]
    assert [one.tags["White"] for one in second] == ["Jelle"]
    index = (out / "index.html").read_text()
    assert "<li>Board 2 Ype - &lt;b&gt;Auke: " in index
    assert '<a href="frysk-kampioenskip/round-1.pdn">' in index
    assert says("FolderWanted.not-empty")(refusal("hub", "export", "out"))
    assert says("ExportFault.no-event", event="Cup", events=("Frysk Kampioenskip",))(refusal("hub", "export", "other", "--event", "Cup"))
    assert not Path("other").exists()


@pytest.mark.parametrize(("lang", "says"), [("en", "not played"), ("nl", "niet gespeeld"), ("fy", "net spile")])
def test_the_index_says_of_a_game_that_is_won_by_default_that_it_was_not_played(begin, tmp_path, lang, says):
    begin("one", 1, "1-0", is_played=False, board="1")
    begin("two", 1, "1-0", board="2")
    assert main(["hub", "export", "out", "--lang", lang]) == 0
    cells = re.findall(r"<td>(1-0.*?)</td>", (tmp_path / "out" / "index.html").read_text())
    assert cells == [f"1-0 ({says})", "1-0"]


def test_a_game_without_a_result_is_exported_and_names_that_are_too_long_for_a_file_are_told_apart(begin, tmp_path):
    long = "Iepen Frysk Kampioenskip fan de Feriening " * 9
    for number, end in enumerate("ab", 1):
        begin("one", number, "*", alert=True, event=long + end, round="Finale " * 60 + end)
    assert main(["hub", "export", "out"]) == 0
    folders = [path.name for path in (tmp_path / "out").iterdir() if path.is_dir() and path.name != DOSSIERS]
    assert len(folders) == 2, "two events"
    assert "*" in {one.tags["Result"] for path in (tmp_path / "out").rglob("*.pdn") for one in read_games(path.read_text())}
    assert all(len(name) == 60 and name.startswith("iepen-frysk-kampioenskip") for name in folders)
    assert len({in_file_name("стол-" * 50 + end) for end in "ab"}) == 2
    assert len(in_file_name("стол-" * 50).encode()) <= 60
    index = (tmp_path / "out" / "index.html").read_text()
    assert all(f'href="{name}/round-finale-finale' in index for name in folders)


def test_dossiers_and_standings_are_there_for_alerts_and_an_event_and_no_event_has_their_folder(hall, begin, tmp_path, monkeypatch):
    events = tmp_path / "events"
    events.mkdir()
    make_event(events / "champ", EventMade("A", name="Frysk Kampioenskip"), Who("Anke"))
    (events / "notes.txt").write_text("no event")
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
    begin("one", 3, alert=True, round="3", board="1")
    for number, event in ((3, "Dossiers"), (4, DOSSIERS)):
        begin("two", number, event=event, round="1", board="2")
    assert main(["hub", "export", "out", "--event", "frysk kampioenskip", "--lang", "nl"]) == 0
    (paper,) = (tmp_path / "out" / DOSSIERS).iterdir()
    assert "27c, 10" in paper.read_text()
    index = (tmp_path / "out" / "index.html").read_text()
    assert f'href="{DOSSIERS}/{paper.name}"' in index
    assert (tmp_path / "out" / "frysk-kampioenskip" / "results.csv").exists()
    assert '<html lang="nl">' in index
    assert main(["hub", "export", "all"]) == 0
    assert {path.suffix for path in (tmp_path / "all" / DOSSIERS).iterdir()} == {".html"}
    assert [path.name for path in (tmp_path / "all" / "dossiers").iterdir()] == ["round-1.pdn"]
