"""What a game's journal tells to a service that was started again in the middle of it."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from clock import clock
from pi.game.board_loop import BoardLoop
from record.events.of_game import Alerted, ClockStopped
from record.session.running import RunningGame
from record.store.checkpoint import CheckpointError, thaw
from record.store.files import sync_folder
from record.store.journal import Journal
from record.telling import remarks
from rules.referee.belief import Belief

ENDED_NAME = "ended"
"""The note's file, beside the journal."""


@dataclass(frozen=True, slots=True)
class Recovered:
    """The game as it stood on disk."""

    game: RunningGame
    clock_t_ns: int
    """When the running clock was last written, in the game's own time: it stands as it stood then. At most a second is lost of it, and
    that in favour of the side to move."""
    last_t_ns: int
    """The latest time on disk: the game's own time goes on from there."""
    damaged: tuple[str, ...] = ()
    """As `Journal.damaged`."""
    why_gone: str | None = None
    """Why the service was gone, as a `reason` of `record.telling.remarks.resumed`."""


def recover(journal: Journal) -> Recovered | None:
    """From the journal; None where no game was begun in it, JournalError where it is damaged."""
    game, latest_ns = _folded(journal)
    if game.held is None:
        return None
    row = journal.clock()
    clock_t_ns = max(game.clock.since_t_ns, row.t_ns if row else 0)
    why_gone = remarks.ENDED if (journal.path.parent / ENDED_NAME).exists() else None
    return Recovered(game, clock_t_ns, max(clock_t_ns, latest_ns), journal.damaged, why_gone)


def note_end(folder: Path) -> None:
    """The service ends as it is to do, in the middle of the game in that folder; whoever goes on with it takes the note away."""
    with suppress(OSError):
        (folder / ENDED_NAME).touch()


def take_note_away(folder: Path) -> None:
    """The game goes on: if the service is gone once more without a note, the power went."""
    with suppress(OSError):
        (folder / ENDED_NAME).unlink(missing_ok=True)
        sync_folder(folder)


def tell_resumed(loop: BoardLoop, recovered: Recovered) -> None:
    """The arbiter is told that the service was gone; a clock that ran stands as it last stood on disk, and he is asked to start it."""
    state, t_ns, lang = recovered.game.state, recovered.clock_t_ns, loop.lang
    if state.clock.control.main_ns is None:
        t_ns = recovered.last_t_ns
        loop.keeper.keep(Alerted(t_ns, (remarks.resumed(lang, timed=False, reason=recovered.why_gone),)), t_ns)
    elif state.clock.running:
        stopped = clock.stop(state.clock, t_ns)
        told = remarks.resumed(lang, reason=recovered.why_gone)
        lost = (remarks.disk("clock", lang),) if "clock" in recovered.damaged else ()
        loop.on_clock(ClockStopped(t_ns, stopped.white_ns, stopped.black_ns, alerts=(told, *lost)))


def _folded(journal: Journal) -> tuple[RunningGame, int]:
    """The game that the journal leads to, and the latest time that an event tells; only what no checkpoint covers is ruled again."""
    known, covered = _known(journal)
    game, latest_ns = RunningGame(), 0
    for row_id, event in journal.since(0):
        with journal.naming(row_id):
            game = game.with_checkpoint(event, known) if known and row_id <= covered else game.after(event)[0]
        latest_ns = max(latest_ns, getattr(event, "t_ns", 0))
    return game, latest_ns


def _known(journal: Journal) -> tuple[Belief | None, int]:
    """What the referee held after so many rows; where that is not to be had, after none."""
    checkpoint = journal.checkpoint()
    if checkpoint is None or checkpoint.row_id > journal.last_id:
        return None, 0
    try:
        return thaw(checkpoint.data), checkpoint.row_id
    except CheckpointError:
        return None, 0
