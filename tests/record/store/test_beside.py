"""The files beside a journal show what it has lost."""

import os

import pytest

from record.events.of_record import Why
from record.papers.game_pdn import export_pdn
from record.store.beside import hold_against, known_beside, left_of_another
from record.store.dropping import drop_pictures, finish
from record.store.folder import JOURNAL_NAME, PDN_NAME
from record.store.journal import Journal, JournalError, fold
from record.store.session_files import write_session
from record.store.tail import tail_of


def held(folder):
    beside = known_beside(folder)
    with Journal.reader(folder / JOURNAL_NAME) as journal:
        return hold_against(beside, journal)


def test_a_whole_game_knows_as_much_as_its_files(recorded):
    folder = recorded(1)
    with Journal.reader(folder / JOURNAL_NAME) as journal:
        write_session(folder, fold(journal))
        (folder / PDN_NAME).write_text(export_pdn(fold(journal)), encoding="utf-8")
    assert (known_beside(folder).presses, known_beside(folder).moves) == (2, 2)
    assert held(folder).last_seq == 2


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (
            "presses.jsonl",
            '{"seq": 3, "t": 1.0}\n{"seq": 4, "t"',
            "presses.jsonl beside .* knows of press 3, and the journal ends with",
        ),
        (
            "rulings.jsonl",
            '{"seq": 2, "ruling": "end", "by": "A", "reason": "", "result": "1-0", "article": "20.2"}\n{"seq": 2, "ru',
            "rulings.jsonl beside .* knows of ruling 1, and the journal ends with ruling 0: it has lost what was told",
        ),
        ("game.pdn", '[GameType "40"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n', "game.pdn beside .* has 4 moves, .* more than 2"),
    ],
)
def test_where_a_file_knows_more_it_is_named(recorded, name, text, said):
    folder = recorded(1)
    (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(JournalError, match=said):
        held(folder)


def test_a_folder_without_journal_is_another_games_if_anything_is_left_in_it(tmp_path):
    (tmp_path / "frames").mkdir()
    assert left_of_another(tmp_path) is None
    (tmp_path / "presses.jsonl").touch()
    assert left_of_another(tmp_path) == tmp_path / "presses.jsonl"
    (tmp_path / "presses.jsonl").unlink()
    (tmp_path / "set-aside-1").mkdir()
    assert left_of_another(tmp_path) == tmp_path / "set-aside-1"


@pytest.mark.timeout(20)
def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(recorded):
    folder = recorded(1)
    for name in ("presses.jsonl", "rulings.jsonl", PDN_NAME):
        os.mkfifo(folder / name)
    assert held(folder).last_seq == 2


def test_a_position_that_is_set_up_in_the_pdn_is_no_move(recorded):
    folder = recorded(1)
    (folder / PDN_NAME).write_text('[GameType "40"]\n\n1. 32-28 19-23 2. /FEN "W:W28,31:B2"/ *\n', encoding="utf-8")
    assert known_beside(folder).moves == 2
    assert held(folder).last_seq == 2


def test_no_picture_is_deleted_while_a_file_knows_more_than_the_journal(recorded, left):
    folder = recorded(1)
    (folder / "presses.jsonl").write_text('{"seq": 7, "t": 1.0}\n', encoding="utf-8")
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    for why in Why:
        with pytest.raises(JournalError, match=r"presses.jsonl beside .* knows of press 7"):
            drop_pictures(folder, why, "2026-11-25T08:00:00+01:00")
    with pytest.raises(JournalError, match="knows of press 7"):
        finish(folder)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_a_press_whose_reading_alone_is_lost_is_told(tmp_path, game):
    *events, lost = game(3)
    with Journal.create(tmp_path / JOURNAL_NAME) as journal:
        for event in events:
            journal.append(event, 0)
        write_session(tmp_path, fold(journal))
        assert held(tmp_path).last_seq == 3, "the press is not read yet"
        journal.append(lost, 0)
        write_session(tmp_path, fold(journal))
    assert held(tmp_path).last_seq == 3
    (tmp_path / JOURNAL_NAME).unlink()
    tail_of(tmp_path / JOURNAL_NAME).unlink()
    with Journal.create(tmp_path / JOURNAL_NAME) as journal:
        for event in events:
            journal.append(event, 0)
    with pytest.raises(JournalError, match=r"has press 3 as it was read, and the journal has no reading after press 2"):
        held(tmp_path)
