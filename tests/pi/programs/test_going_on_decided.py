"""Somebody decides to go on, and the game is taken over, or a link names it: what is told is what the service goes on with."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pi.cli import main
from pi.machine.alone import alone
from pi.machine.game_folders import folder_of_game
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.going_on import NEW, go_on
from record.store.journal import Journal, fold
from record.store.tail import tail_of
from tests.bench.live.table import Table, calm, ruled


@pytest.fixture
def card(tmp_path):
    """The folder of a game of which the rows after the third press are lost, on a card."""
    table = Table(tmp_path / "old" / GAMES)
    world = table.world(calm(8))
    world.run(ruled(world, 3))
    shutil.copy(world.journal.path.with_name(f"{JOURNAL_NAME}-wal"), tmp_path / "wal")
    world.run(ruled(world, 6))
    kept = tmp_path / "card"
    shutil.copytree(world.folder, kept, ignore=shutil.ignore_patterns("*-shm", "*-lock"))
    shutil.copy(tmp_path / "wal", kept / f"{JOURNAL_NAME}-wal")
    table.close()
    return kept


@pytest.fixture
def take_over(tmp_path, monkeypatch):
    """The command, on the new recorder; the folder of the game that its service goes on with."""
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path / "new"))

    def command(source):
        assert main(["take-over", str(source)]) == 0
        return folder_of_game(tmp_path / "new" / GAMES)

    return command


def stopped(game, monkeypatch, at):
    """Decide to go on, and have the machine stop when the file of that name is to be renamed."""
    really = Path.rename

    def rename(path, target):
        if path.name == at:
            raise KeyboardInterrupt
        return really(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", rename)
        with pytest.raises(KeyboardInterrupt):
            go_on(game, "J. Jansen", "")


@pytest.mark.parametrize("at", [f"{JOURNAL_NAME}-wal", "session.json", "presses.jsonl"])
def test_a_decision_that_the_power_cut_is_finished_on_the_new_recorder(card, take_over, monkeypatch, at):
    stopped(card, monkeypatch, at)
    before = {path: path.read_bytes() for path in card.rglob("*") if path.is_file()}
    taken = take_over(card)
    assert {path: path.read_bytes() for path in card.rglob("*") if path.is_file()} == before
    with Journal.reader(taken / JOURNAL_NAME) as journal:
        state = fold(journal)
    assert [loss.by for loss in state.losses] == ["J. Jansen"]
    assert not list(taken.glob(f"set-aside-*/{NEW}"))
    assert (taken / "set-aside-1" / "presses.jsonl").exists()


@pytest.mark.parametrize("folders", [1, 2])
def test_no_other_journal_of_the_card_takes_the_place_of_the_one_that_was_taken_over(tmp_path, card, take_over, folders, capfd):
    go_on(card, "J. Jansen", "")
    for number in range(1, folders + 1):
        other = card / f"set-aside-{number}" / NEW
        other.mkdir(parents=True)
        with closing(sqlite3.connect(card / JOURNAL_NAME)) as here, closing(sqlite3.connect(other / JOURNAL_NAME)) as there:
            here.backup(there)
            there.execute("CREATE TRIGGER mine AFTER UPDATE ON clock BEGIN DELETE FROM belief; END")
        shutil.copy(tail_of(card / JOURNAL_NAME), tail_of(other / JOURNAL_NAME))
    taken = take_over(card)
    with Journal.reader(taken / JOURNAL_NAME) as journal:
        moves = len(fold(journal).plies)
    assert f"{moves} moves on the record" in capfd.readouterr().err
    assert not list(taken.glob(f"set-aside-*/{NEW}")), "the service would finish it"
    with closing(sqlite3.connect(taken / JOURNAL_NAME)) as connection:
        assert not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'mine'").fetchall()


def test_a_link_to_the_game_leads_not_round_the_lock_of_its_board(tmp_path, card, capfd):
    game = tmp_path / "board" / GAMES / "0001"
    game.parent.mkdir(parents=True)
    card.rename(game)
    (tmp_path / "link").symlink_to(game)
    before = {path: path.read_bytes() for path in game.rglob("*") if path.is_file() and not path.name.endswith("-shm")}
    with alone(tmp_path / "board"):
        assert main(["go-on", str(tmp_path / "link")]) == 1
    assert "nobody took it up" in capfd.readouterr().err
    assert {path: path.read_bytes() for path in game.rglob("*") if path.is_file() and not path.name.endswith("-shm")} == before
    assert main(["go-on", str(tmp_path / "link")]) == 0


def test_where_no_game_is_named_it_is_said(tmp_path, card, capfd):
    game = tmp_path / "board" / GAMES / "0001"
    game.parent.mkdir(parents=True)
    card.rename(game)
    none = "no journal of a game"
    for named, said in ((tmp_path / "none", none), (tmp_path, none), (game.parents[1], f"expected: {game}")):
        assert main(["go-on", str(named)]) == 1
        assert said in capfd.readouterr().err
