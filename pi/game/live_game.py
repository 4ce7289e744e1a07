"""A game at a live board in its folder: a new one or the one that was cut off, driven until it is closed or the service is to end."""

import time
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Protocol

from clock.buttons import Buttons
from pi.checks.readiness import Readiness
from pi.game.board_loop import BoardLoop, Game
from pi.game.hearing import Hearing
from pi.game.keeping import Later, Tell, at_once
from pi.game.recovery import note_end, recover, take_note_away
from pi.game.service import Service
from pi.machine import clicked_corners
from pi.machine.game_folders import state_of
from pi.machine.notify import Notifier
from pi.machine.tidying import time_of_day
from pi.machine.time_of_day import noted
from pi.reading.live_reader import LiveReader
from pi.reading.messages import Message, Work, heard
from pi.reading.reading import Eyes
from pi.reading.threads import DiskThread
from pi.setup.press_line import status_line
from record.decisions.inbox import Inbox
from record.events.of_game import Arbitrated, Event, Ruled, SessionClosed, SessionOpened
from record.events.of_players import MoveEntered
from record.events.of_record import Described
from record.session.step import State
from record.store.checkpoint import Checkpoint, freeze
from record.store.folder import JOURNAL_NAME
from record.store.journal import ClockRow, Journal
from record.store.pictures import EvidenceStore
from record.store.session_files import press_line, ruling_line, write_session
from rules.referee.belief import Belief
from vision.camera.ring import Ring

ALIVE_EVERY_S = 1.0
"""So often systemd is told that the loop lives; it waits for thirty times as long."""
INBOX_EVERY_S = 0.1
"""So often what the arbiter decides is looked for; nobody notices that."""


class Clock(Protocol):
    """The clock of buttons, camera and loop: `pi.reading.threads.Pace`, or one that is turned by hand."""

    def now_ns(self) -> int: ...
    def timeout_s(self, due_ns: int) -> float: ...


class Stop:
    """In the queue: the service is to end, and the game is to go on when it is started again."""


@dataclass(frozen=True, slots=True)
class Mark:
    """In the queue: `reached` is called once all that was put there before it is taken up."""

    reached: Callable[[], object]


Queued = Message | Stop | Mark


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """What stands at the board and stays from game to game."""

    queue: "SimpleQueue[Queued]"
    ring: Ring
    buttons: Buttons
    work: Work
    pace: Clock
    notifier: Notifier
    say: Callable[[str], None]
    fix: Callable[[object], None] | None = None
    """`pi.reading.looking.Fix`, for the game that asks, of a camera whose exposure can be fixed."""
    readiness: Readiness | None = None
    """Hears of all, for the page before the round."""
    lives: Callable[[], bool] = lambda: True
    """Whether the threads of camera and reader do."""


def play_game(
    board: Board,
    folder: Path,
    game: Callable[[], Game],
    eyes: Eyes,
    tell: Tell,
    *,
    budget_bytes: int,
    whole: bool = False,
    lang: str = "en",
) -> bool:
    """Drive the game in the folder; whether it was closed, rather than the service told to end. JournalError for a damaged journal."""
    with ExitStack() as stack:
        # Each has a connection of its own, for no press waits for the others, and a thread of its own, for neither does the clock.
        journal, beside, clock_rows = (stack.enter_context(journal_in(folder)) for _ in range(3))
        hearing = Hearing(stack.enter_context(Inbox(folder / JOURNAL_NAME)), board.readiness)
        disk, clock_disk = (stack.enter_context(closing(DiskThread())) for _ in range(2))

        def write_clock(row: ClockRow) -> None:
            clock_disk("clock", lambda: clock_rows.write_clock(row))

        def write_belief(row_id: int, belief: Belief) -> None:
            disk("belief", lambda: beside.write_checkpoint(Checkpoint(row_id, freeze(belief))))

        store = EvidenceStore(folder.parent, folder, budget_bytes, whole=whole, now=time_of_day)
        service = live_service(
            board, journal, store, game, eyes, tell, lang, write_clock=write_clock, write_belief=write_belief, later=disk
        )
        stack.callback(service.loop.keeper.put_aside)
        if corners := clicked_corners.kept(state_of(folder)):
            eyes.point_at(corners)

        def lives() -> bool:
            return disk.lives and clock_disk.lives and board.lives()

        drive(board, service, hearing, lives)
        service.end(board.pace.now_ns())
    if not service.closed:
        note_end(folder)
    return service.closed


def journal_in(folder: Path) -> Journal:
    """The journal of the game in the folder, made where there is none yet."""
    path = folder / JOURNAL_NAME
    return Journal.open(path) if path.exists() else Journal.create(path)


def live_service(
    board: Board,
    journal: Journal,
    store: EvidenceStore,
    game: Callable[[], Game],
    eyes: Eyes,
    tell: Tell,
    lang: str = "en",
    *,
    write_clock: Callable[[ClockRow], None],
    write_belief: Callable[[int, Belief], None],
    later: Later = at_once,
) -> Service:
    """The service of the game in that journal, which goes on where it was cut off, or else of a new `game`."""
    folder, recovered = journal.path.parent, recover(journal)
    base_ns = board.pace.now_ns() - (recovered.last_t_ns if recovered else 0)
    if recovered:
        take_note_away(folder)
        with suppress(OSError):
            write_session(folder, recovered.state)  # a line of it may have been cut off
    loop = BoardLoop(
        journal,
        folder,
        eyes,
        filed(folder, tell),
        lang,
        holds=True,
        later=later,
        write_belief=write_belief,
        time_of_day=noted,
        say=board.say,
    )
    reader = LiveReader(eyes, board.ring, folder, store, base_ns)
    begins = None if recovered else game()
    parts = loop, reader, board.ring, board.buttons, board.work, board.say, write_clock
    return Service(*parts, base_ns=base_ns, lang=lang, game=begins, recovered=recovered, fix=board.fix)


def filed(folder: Path, tell: Tell) -> Tell:
    """Keeps the folder a recorded session, then tells each event. What cannot be written now is when the game is taken up or closed."""

    def tell_and_file(event: Event, state: State) -> None:
        with suppress(OSError):
            match event:
                case SessionOpened() | SessionClosed() | Described():
                    write_session(folder, state)
                case Ruled(amends=False):
                    _append(folder / "presses.jsonl", press_line(folder, state.presses[len(state.rulings) - 1], event))
                case Arbitrated() | MoveEntered():
                    _append(folder / "rulings.jsonl", ruling_line(event))
        tell(event, state)

    return tell_and_file


def drive(board: Board, service: Service, hearing: Hearing, lives: Callable[[], bool]) -> None:
    """The one loop: wait for what comes or is due, and do what follows. It says that it is ready, and alive, while its threads are, too."""
    if lives():
        board.notifier.ready()
    looked_s = told_s = 0.0
    while not service.closed:
        now_s = time.monotonic()
        if now_s - told_s >= ALIVE_EVERY_S:
            told_s = now_s
            if lives():
                board.notifier.alive()
            board.notifier.status(status_line(service.loop.state, service.loop.keeper.trouble))
            if board.readiness:
                board.readiness.see(service.loop.state, service.loop.keeper.trouble)
        if now_s - looked_s >= INBOX_EVERY_S:
            looked_s = now_s
            hearing.hear(service, partial(_catch_up, board, service))
            continue  # the game may be closed
        now_ns = board.pace.now_ns()
        try:
            message = board.queue.get(timeout=min(board.pace.timeout_s(service.due_ns), INBOX_EVERY_S))
        except Empty:
            service.tick(now_ns)
            continue
        if isinstance(message, Stop):
            return
        _take(board, service, message)


def _take(board: Board, service: Service, message: Message | Mark) -> None:
    if isinstance(message, Mark):
        message.reached()
        return
    service.take(message, board.pace.now_ns())
    if board.readiness:
        board.readiness.hear(heard(message, service))


def _catch_up(board: Board, service: Service) -> int:
    """What stands in the queue now, and is due now, comes before a word that is heard now; the time."""
    now_ns = board.pace.now_ns()
    for _ in range(board.queue.qsize()):
        message = board.queue.get()
        if isinstance(message, Stop):
            board.queue.put(message)
        else:
            _take(board, service, message)
    service.tick(now_ns)
    return now_ns


def _append(path: Path, line: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(line)
