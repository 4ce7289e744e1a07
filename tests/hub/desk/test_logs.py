"""The logs of a board's games as downloads at the desk, from which `damcam import` continues a game on another board."""

import pytest

from hub.app import create_app
from hub.boards.board import Boards
from pi.cli import main
from record.log.errors import LogError
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.journal import Journal
from record.store.mirror_mark import MARK_NAME
from tests.support.journals import row_altered
from tests.support.signing import admitting, client_of


@pytest.fixture
def mirrored(tmp_path, new_game):
    """The folder in which a hub keeps the games of board 7: one that is closed, and one that goes on."""
    games = tmp_path / "boards" / "7" / GAMES
    games.mkdir(parents=True)
    (games.parent / MARK_NAME).write_text("{}")
    new_game(games / "0001").open(white="Earste").close("1-0")
    new_game(games / "0002").open(white="Twadde", date="2026.11.29")
    return games


@pytest.fixture
def client(mirrored, tmp_path):
    """Gives somebody who is signed in at the hub."""
    app = create_app(Boards.of_states([], tmp_path / "boards"), sign_in=admitting(tmp_path), follow=False)
    return lambda name="Anke": client_of(app, name)


def test_the_desk_leads_to_the_log_of_each_game_the_newest_first(client):
    anke = client()
    page = anke.get("/desk/7/logs", headers={"Accept": "text/html", "Accept-Language": "en"}).text
    texts = ["2026.11.29", "Twadde", '<a href="/desk/7/logs/0002" download', "Earste", '<a href="/desk/7/logs/0001" download']
    assert [page.index(text) for text in texts] == sorted(page.index(text) for text in texts)
    assert 'href="/desk/7/logs"' in anke.get("/desk/7", headers={"Accept": "text/html"}).text
    assert 'href="/desk/7/logs"' not in client("Durk").get("/desk/7", headers={"Accept": "text/html"}).text


def test_a_log_is_the_bytes_of_the_journal_up_to_its_last_row_for_arbiters_alone(client, mirrored):
    journal = mirrored / "0002" / JOURNAL_NAME
    content = journal.read_bytes()
    with journal.open("ab") as half:
        half.write(b'{"row":')
    log = client().get("/desk/7/logs/0002")
    assert (log.status_code, log.data, log.headers["Cache-Control"]) == (200, content, "no-store")
    assert log.headers["Content-Disposition"] == 'attachment; filename="damcam-7-0002.jsonl"'
    assert [client("Durk").get(f"/desk/7/logs{game}").status_code for game in ("", "/0002")] == [403, 403]
    assert [client().get(f"/desk/7/logs/{game}").status_code for game in ("0003", "2", "..%2f0001", "x")] == [404] * 4


def test_a_log_that_is_damaged_is_not_given_as_if_it_were_whole(client, mirrored):
    row_altered(mirrored / "0001" / JOURNAL_NAME, 1)
    with pytest.raises(LogError, match="row 1"), Journal.reader(mirrored / "0001" / JOURNAL_NAME) as journal:
        list(journal.since(0))
    refused = client().get("/desk/7/logs/0001", headers={"Accept-Language": "en"})
    assert refused.status_code == 409
    assert "does not fit its checksum" in refused.json["error"]


def test_another_board_goes_on_with_the_game_under_its_number(client, tmp_path, monkeypatch, capfd):
    download = client().get("/desk/7/logs/0002")
    log = tmp_path / download.headers["Content-Disposition"].split('"')[1]
    log.write_bytes(download.data)
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path / "new"))
    assert main(["import", str(log)]) == 0
    assert "0002: 0 moves on the record, White to move; Twadde - " in capfd.readouterr().err
    assert (tmp_path / "new" / GAMES / "0002" / JOURNAL_NAME).read_bytes() == download.data
