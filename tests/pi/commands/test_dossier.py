"""The command dossier: where the file goes, and that it is said."""

import pytest

from pi.cli import main
from record.events.of_game import Alert, Alerted, SessionOpened
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
