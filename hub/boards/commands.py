"""Sends a command to the board of a game: to the service on this machine, or through the hub's end of the link to a board elsewhere.

`PENDING` has the commands of this process for boards elsewhere: those that are on their way, and for a while their outcomes.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import replace as changed
from itertools import count
from pathlib import Path
from threading import Thread

from msgspec.structs import replace

from hub.boards.link import SEE_MIRROR, is_cut_off, read_link
from link.messages import Accepted, Command, Expired, new_id
from link.sending import ANSWERED_WITHIN_S, CUT_OFF, CommandError, HeldEvent, NoService, held_event, outcome_of, send_command, state_of_game
from record.decisions.arbitration import Decision
from record.decisions.commands import CommandBody, Recover
from record.decisions.outcome import OBEYED, Became
from record.store.mirror_mark import is_mirrored
from rules.errors import Sentence, _

LIFE_S = ANSWERED_WITHIN_S
ON_THE_WAY_S = 2.0
"""How long command and answer may take on the way, besides what the board takes."""
ASKS_ON_S = 60.0
"""How long an outcome is asked for that did not come in time. The hub's end of the link asks the board for as long."""
SHOWN_FOR_NS = 30_000_000_000
"""How long after its answer the outcome of a command is shown."""
LATE_SHOWN_FOR_NS = 600_000_000_000
"""How long it is shown that the outcome of a command is not known here."""
NAMES = {
    "StartClock": "start-clock",
    "StopClock": "stop-clock",
    "SetTimes": "set-times",
    "AddTimes": "add-times",
    "SetControl": "time-control",
    "EnterPaper": "enter-paper",
    "Undo": "undo",
    "CloseGame": "close",
    "SeeAlert": "seen",
    "SuspendWriting": "suspend-writing",
    "ResumeWriting": "resume-writing",
    "Describe": "names",
    "PrepareGame": "names",
    "FindBoard": "find-board",
    "TakeOver": "take-over",
}
"""What the commands are called at the desk; a `Decision` by its ruling. Those of the players are not among them."""


ON_ITS_WAY = Sentence("", _("it is on its way to the board"))
"""What is said of a command for a board elsewhere once it is sent."""
NOT_ANSWERED = Sentence(
    "",
    _("the board has not answered, and whether it was done is not known here yet"),
    remedy=Sentence("", _("rule nothing else before the desk shows what became of it")),
)
NO_MIRROR = Sentence("", _("the mirror of this hub did not take it up, and nothing was done"), remedy=SEE_MIRROR)


class NotAnswered(CommandError):
    """The board has not answered: it did the command or never will, and which of both is not known here yet."""


def command_board(
    journal: Path,
    body: CommandBody,
    done_within_s: float = ANSWERED_WITHIN_S,
    when_sent: Callable[[], None] = lambda: None,
    based_on_row: int | None = None,
) -> HeldEvent | None:
    """Send the command to the service that records that journal's game, and wait for its outcome, as `link.sending.send_command`.

    `when_sent` is called once the command is among those PENDING for a board elsewhere. CommandError as there, also where that board is cut
    off, or has to be asked there, and nothing was sent then; NotAnswered where its answer did not come in time. The desk shows it then when
    it comes.
    """
    if not is_mirrored(journal):
        return send_command(journal, body, done_within_s, based_on_row)
    if isinstance(body, Recover):
        raise CommandError(_("this is decided at the board itself, where its files are: at its own desk"))
    refuse_cut_off(journal)
    command = Command(new_id(), journal.absolute().parent.name, body, round(LIFE_S * 1000), based_on_row)
    number, became, held = PENDING.begin(journal, body), None, None
    when_sent()
    try:
        became, held = _became(journal, command, done_within_s + ON_THE_WAY_S)
    finally:
        PENDING.end(journal, number, became, time.monotonic_ns())
    if became is None:
        Thread(target=_ask_on, args=(journal, command, number), name="outcome", daemon=True).start()
        raise NotAnswered(NOT_ANSWERED)
    if isinstance(became, Sentence):
        raise CommandError(became)
    return held


def refuse_cut_off(journal: Path) -> None:
    """Raise CommandError where that journal is the mirror of a board that cannot be reached now."""
    link = read_link(journal.absolute().parents[2]) if is_mirrored(journal) else None
    if link and is_cut_off(link):
        raise CommandError(CUT_OFF)


def _ask_on(journal: Path, command: Command, number: int) -> None:
    """Ask for the outcome of a command that may have been sent, and note it for the desk."""
    became, _ = _became(journal, replace(command, lives_ms=0, was_sent=True), ASKS_ON_S)
    if became is not None:
        PENDING.end(journal, number, became, time.monotonic_ns())


def _became(journal: Path, command: Command, done_within_s: float) -> tuple[Became | None, HeldEvent | None]:
    """The outcome at the board, None where it is not known here; and the event of one that is not on its disk yet."""
    try:
        outcome = outcome_of(state_of_game(journal.absolute().parent), command, done_within_s)
    except NoService:
        return NO_MIRROR, None
    if isinstance(outcome, Accepted):
        return OBEYED, held_event(outcome)
    if isinstance(outcome, Expired):
        text = _("the board did not take it up within {seconds} s: it is withdrawn, and will not be done later")
        return Sentence("", text, {"seconds": round(LIFE_S)}), None
    return (outcome.why if outcome else None), None


@dataclass(frozen=True, slots=True)
class PendingCommand:
    """A command for a board elsewhere."""

    number: int
    name: str
    by: str
    became: Became | None = None
    """`OBEYED`, or why it was not done; None while it is on its way, or `is_late`."""
    is_late: bool = False
    """Whether nobody waits for its outcome any more, and it is not known here whether it was done."""
    ended_ns: int = 0


class PendingCommands:
    """The commands for the games of the boards elsewhere. Times are of the monotonic clock (ns)."""

    def __init__(self) -> None:
        self._lock, self._numbers = threading.Lock(), count(1)
        self._commands: dict[Path, dict[int, PendingCommand]] = {}

    def begin(self, journal: Path, body: CommandBody) -> int:
        """Note that the command for the game with that journal is on its way; its number, with which to `end` it."""
        name = body.ruling if isinstance(body, Decision) else NAMES.get(type(body).__name__)
        with self._lock:
            number = next(self._numbers)
            if name:
                self._commands.setdefault(journal, {})[number] = PendingCommand(number, name, str(getattr(body, "by", "")))
        return number

    def end(self, journal: Path, number: int, became: Became | None, now_ns: int) -> None:
        """Note the outcome of the command, None where it is not known."""
        with self._lock:
            commands = self._commands.get(journal, {})
            if number in commands:
                commands[number] = changed(commands[number], became=became, is_late=became is None, ended_ns=now_ns)

    def of(self, journal: Path, now_ns: int) -> tuple[PendingCommand, ...]:
        """Those for that game that are on their way or late, and those that were answered lately."""
        with self._lock:
            commands = self._commands.pop(journal, {})
            shown = {number: one for number, one in commands.items() if not one.ended_ns or now_ns - one.ended_ns < _shown_for_ns(one)}
            if shown:
                self._commands[journal] = shown
            return tuple(shown.values())


def _shown_for_ns(command: PendingCommand) -> int:
    return LATE_SHOWN_FOR_NS if command.is_late else SHOWN_FOR_NS


PENDING = PendingCommands()
"""Those of this process."""
