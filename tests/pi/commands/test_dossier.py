"""The command dossier: where the file goes, and that it is said."""

import pytest

from pi.cli import main
from record.events.of_game import Alert, Alerted, SessionClosed, SessionOpened
from record.store.journal import Journal


@pytest.mark.parametrize(
    ("asked", "name"), [([], "dossier.html"), (["--alert", "1"], "dossier-1.html"), (["--out", "appeal.html"], "appeal.html")]
)
def test_the_file_goes_into_the_current_folder_and_its_whole_path_is_told(tmp_path, monkeypatch, capsys, asked, name):
    game, here = tmp_path / "game", tmp_path / "here"
    game.mkdir()
    here.mkdir()
    with Journal.create(game / "journal.sqlite") as journal:
        journal.append(SessionOpened("frisian", 10, "W:W29,50:B23,1", "none", 0, 0), 0)
        journal.append(Alerted(0, (Alert("disk", None, (), "The disk is nearly full.", "at once"),)), 0)
    monkeypatch.chdir(here)
    assert main(["dossier", str(game), *asked]) == 0
    assert [path.name for path in here.iterdir()] == [name]
    assert f"the dossier is in {here / name};" in capsys.readouterr().err


@pytest.fixture
def game(tmp_path, monkeypatch):
    folder, here = tmp_path / "game", tmp_path / "here"
    folder.mkdir()
    here.mkdir()
    monkeypatch.chdir(here)
    with Journal.create(folder / "journal.sqlite") as journal:
        journal.append(SessionOpened("frisian", 10, "W:W29,50:B23,1", "none", 0, 0), 0)
    return folder


def test_the_result_slip_of_a_closed_game(game, tmp_path, capsys):
    assert main(["dossier", str(game), "--slip"]) == 1
    assert "this game is not closed, and has no result slip yet; close it first: damcam rule close" in capsys.readouterr().err
    with Journal.open(game / "journal.sqlite") as journal:
        journal.append(SessionClosed(1, "draw"), 0)
        checksum = journal.checksum(2)
    assert main(["dossier", str(game), "--slip"]) == 0
    assert f"the result slip is in {tmp_path / 'here' / 'slip.html'};" in capsys.readouterr().err
    assert checksum in (tmp_path / "here" / "slip.html").read_text().replace(" ", "")


def test_a_result_slip_is_of_no_single_alert(game, capsys):
    assert main(["dossier", str(game), "--slip", "--alert", "1"]) == 2
    assert "--slip and --alert do not go together" in capsys.readouterr().err
