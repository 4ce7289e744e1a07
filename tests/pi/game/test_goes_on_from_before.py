"""A game that an earlier commit was recording when it was cut off goes on; `tests/data/games_written_before/README.md`."""

import gzip
import json
import shutil
from pathlib import Path

import pytest

from pi.game.recovery import recover
from record.events.of_game import Alerted, ClockStopped
from record.store.checkpoint import CheckpointError, thaw
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal, fold
from rules.board.fen import full_fen, parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.irregularity import Verdict
from rules.play.moves import legal_moves, play
from tests.bench.live.table import SECOND, Table
from tests.bench.live.turns import Turn

BEFORE = Path(__file__).resolve().parents[2] / "data" / "games_written_before"
CUT_OFF = ["cut_off", "elsewhere"]


def placed(name: str, games: Path) -> Path:
    """The game's folder among those of a board, with a journal that may be written to; no pictures were kept."""
    folder = games / "0001"
    shutil.copytree(BEFORE / name, folder)
    (folder / "frames").mkdir()
    (folder / "drawn").mkdir()
    (folder / JOURNAL_NAME).write_bytes(gzip.decompress((folder / f"{JOURNAL_NAME}.gz").read_bytes()))
    return folder


def calm_turns(position: Position, count: int) -> list[Turn]:
    """So many legal moves from there."""
    made = []
    for _ in range(count):
        side, position = str(position.side), play(position, legal_moves(position)[0])
        made.append(Turn(side, 5 * SECOND, position.contents(), Verdict.LEGAL, ()))
    return made


def then(name: str) -> dict[str, object]:
    return json.loads((BEFORE / name / "then.json").read_text())


@pytest.mark.parametrize("name", CUT_OFF)
def test_the_belief_is_the_same_whether_the_old_checkpoint_can_be_read_or_is_known_to_be_old(name, tmp_path):
    expected = then(name)
    with Journal.open(placed(name, tmp_path) / JOURNAL_NAME) as journal:
        kept = journal.checkpoint()
        assert kept.row_id == expected["checkpoint_row"]
        with pytest.raises(CheckpointError):
            thaw(kept.data)
        found = recover(journal)
    assert full_fen(found.game.belief.position) == expected["position"]
    assert (found.clock_t_ns, found.last_t_ns, found.damaged) == (expected["clock_t_ns"], expected["last_t_ns"], ())


@pytest.mark.parametrize("name", CUT_OFF)
def test_it_is_taken_up_where_its_clock_stood_and_played_to_its_end(name, tmp_path):
    expected, table = then(name), Table(tmp_path / "games")
    folder = placed(name, tmp_path / "games")
    with Journal.reader(folder / JOURNAL_NAME) as journal:
        before = fold(journal)
    start = parse_fen(str(expected["position"]), ruleset("frisian"))
    made = [Turn(press.side, SECOND, start.contents(), Verdict.LEGAL, ()) for press in before.presses]
    turns = [*made, *calm_turns(start, 4)]
    world = table.world(turns)
    try:
        (stopped,) = table.of(ClockStopped)
        assert (stopped.t_ns, [alert.code for alert in stopped.alerts]) == (expected["clock_t_ns"], ["resumed"])
        assert world.state.rulings == before.rulings
        world.play()
        assert [one.verdict for one in world.state.rulings[len(before.rulings) :]] == ["legal"] * 4
        assert world.state.plies[: len(before.plies)] == before.plies
        assert table.of(Alerted) == []
        assert world.state == fold(world.journal)
        assert world.state.opened == before.opened
    finally:
        table.close()
