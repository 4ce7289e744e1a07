"""Recovers a game from its journal after the service was started again in the middle of it."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from clock import clock
from pi.game.board_game import BoardGame
from pi.game.keeping import unsaid
from pi.machine.copy_watch import last_told
from record.events.of_game import Alerted, ClockStopped, command_of
from record.files import sync_folder
from record.log.errors import LogError
from record.session.running import RunningGame
from record.store.checkpoint import CheckpointError, thaw
from record.store.journal import Journal
from record.store.latest import read_clock, read_latest
from record.store.queue import Queue, QueuedRow
from record.telling import remarks
from rules.errors import DamcamError, _
from rules.referee.belief import Belief

ENDED_NAME = "ended"
"""The file beside the journal that notes that the service ended in good order."""


@dataclass(frozen=True, slots=True)
class Recovered:
    """A game that was cut off."""

    game: RunningGame
    """The game as it stood on disk."""
    clock_t_ns: int
    """When the running clock was last written, in the game's own time.

    The clock stands as it stood then: at most a second is lost, in favour of the side to move.
    """
    last_t_ns: int
    """The latest time on disk or in the queue, from which the game's own time goes on."""
    queued: tuple[QueuedRow, ...] = ()
    """The events after the game on disk that an earlier service left in the queue."""
    has_lost_memory: bool = False
    """Whether events are lost that an earlier service had in memory alone."""
    damaged: tuple[str, ...] = ()
    """The damaged files beside the journal, as `LatestRead.damaged`, and `tail` where the one that names the last row was gone."""
    why_gone: str | None = None
    """Why the service was gone, as a `reason` of `record.telling.remarks.resumed`."""
    commands: Mapping[str, int] = field(default_factory=dict)
    """The commands that are done by the events on disk, as `KeptGame.commands`."""
    copy_told: str = ""
    """What the arbiter was told last of the second copy, as `pi.machine.copy_watch.last_told`."""


def recover(journal: Journal, queue: Queue | None = None, say: Callable[[str], None] = unsaid) -> Recovered | None:
    """Recover the game from the journal and its queue; None when they hold no game. Raises LogError when the journal is damaged.

    The journal must be open for writing where a queue is given. A queue that does not follow it is set aside. `say` writes to the log what
    is lost.
    """
    game, latest_ns, copy_told, commands = _folded(journal)
    queued, latest, has_lost = _resumed(queue, journal, game, say) if queue else ((), game, False)
    if game.held is None and not queued:
        return None
    row = read_clock(journal.path)
    clock_t_ns = max(latest.clock.since_t_ns, row.t_ns if row else 0, queue.clock_ns if queue and queued else 0)
    lacking = (remarks.TAIL,) if queue and journal.lacked_tail else ()
    return Recovered(
        game,
        clock_t_ns,
        last_t_ns=max([clock_t_ns, latest_ns, *(row.t_ns for row in queued)]),
        queued=queued,
        has_lost_memory=has_lost,
        damaged=(*lacking, *read_latest(journal.path).damaged),
        why_gone=_why_gone(journal.path.parent),
        commands=commands,
        copy_told=copy_told,
    )


def _resumed(
    queue: Queue, journal: Journal, game: RunningGame, say: Callable[[str], None]
) -> tuple[tuple[QueuedRow, ...], RunningGame, bool]:
    """The rows that are in the queue alone, the game after them, and whether rows that were in memory alone are lost."""
    try:
        queued = queue.resume(journal)
        latest = _after(game, queued)
    except LogError as error:
        say(f"{error}: this is not put into the journal, and is kept in {queue.set_aside()}")
        return (), game, True
    if queued:
        say(f"{len(queued)} events that the disk did not take are taken up from {queue.path}")
    if lost := max(0, journal.ahead - len(queued)):
        say(f"{lost} events after row {journal.last_id} of {journal.path} were in memory alone, and are lost")
    return queued, latest, lost > 0


def note_end(folder: Path, reason: str = remarks.ENDED) -> None:
    """Note why nobody records the game in that folder, which is not over: its service ends in good order, unless another `reason` is given.

    Resuming the game removes the note.
    """
    with suppress(OSError):
        (folder / ENDED_NAME).write_text(reason, encoding="utf-8")


def _why_gone(folder: Path) -> str | None:
    """What the note of `note_end` says; None where there is none."""
    try:
        reason = (folder / ENDED_NAME).read_text(encoding="utf-8")
    except OSError:
        return None
    return reason if reason == remarks.TAKEN_OVER else remarks.ENDED


def take_note_away(folder: Path) -> None:
    """Remove the note because the game goes on. If the service is gone again without a note, the power failed."""
    with suppress(OSError):
        (folder / ENDED_NAME).unlink(missing_ok=True)
        sync_folder(folder)


def tell_resumed(game: BoardGame, recovered: Recovered) -> None:
    """Tell the arbiter that the service was gone. A clock that ran is stopped at its last time on disk, for the arbiter to start again.

    That the game of another recorder goes on here is told in any case: by that row a hub knows which of two logs goes on.
    """
    state, t_ns, lang = game.state, recovered.clock_t_ns, game.lang
    if state.closed:
        return
    lacking = (remarks.disk(remarks.TAIL, lang),) if remarks.TAIL in recovered.damaged else ()
    if state.clock.control.main_ns is None:
        t_ns = recovered.last_t_ns
        game.keep(Alerted(t_ns, (remarks.resumed(lang, timed=False, reason=recovered.why_gone), *lacking)), t_ns)
    elif state.clock.running:
        stopped = clock.stop(state.clock, t_ns)
        told = remarks.resumed(lang, reason=recovered.why_gone)
        lost = (remarks.disk("clock", lang),) if "clock" in recovered.damaged else ()
        game.on_clock(ClockStopped(t_ns, stopped.white_ns, stopped.black_ns, alerts=(told, *lost, *lacking)))
    elif lacking or recovered.why_gone == remarks.TAKEN_OVER:
        taken_over = (remarks.resumed(lang, reason=remarks.TAKEN_OVER),) if recovered.why_gone == remarks.TAKEN_OVER else ()
        game.keep(Alerted(recovered.last_t_ns, (*taken_over, *lacking)), recovered.last_t_ns)


def _folded(journal: Journal) -> tuple[RunningGame, int, str, dict[str, int]]:
    """Return the game that the journal leads to, the time of its latest event, what was told last of the copy, and the commands done.

    Rows that a checkpoint covers are not ruled again.
    """
    known, covered = _known(journal)
    game, latest_ns, copy_told, commands = RunningGame(), 0, "", dict[str, int]()
    for row_id, event in journal.since(0):
        with journal.naming(row_id):
            game = game.with_checkpoint(event, known) if known and row_id <= covered else game.after(event)
        latest_ns, copy_told = max(latest_ns, getattr(event, "t_ns", 0)), last_told(copy_told, event)
        if command := command_of(event):
            commands[command] = row_id
    return game, latest_ns, copy_told, commands


def _after(game: RunningGame, queued: Iterable[QueuedRow]) -> RunningGame:
    for row in queued:
        try:
            game = game.after(row.event)
        except DamcamError as error:
            sentence = _("row {row}, which was in memory alone, is no event of this game as it stands: {why}")
            raise LogError(sentence, row=row.row.row_id, why=error.sentence) from error
    return game


def _known(journal: Journal) -> tuple[Belief | None, int]:
    """Return what the referee held, and the number of the row after which it did; None and 0 without a usable checkpoint."""
    checkpoint = read_latest(journal.path).belief
    if checkpoint is None or checkpoint.row_id > journal.last_id or checkpoint.checksum != journal.checksum(checkpoint.row_id):
        return None, 0
    try:
        return thaw(checkpoint.data), checkpoint.row_id
    except CheckpointError:
        return None, 0
