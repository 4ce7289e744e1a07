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
"""How long each further question for an outcome waits that did not come in time. The hub's end of the link asks the board for as long."""
SHOWN_FOR_NS = 30_000_000_000
"""How long after its answer the outcome of a command is shown, unless it stays until somebody has seen it."""
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
NOT_TAKEN_UP = Sentence(
    "",
    _("the board did not take it up within {seconds} s: it is withdrawn, and will not be done later"),
    {"seconds": round(LIFE_S)},
)
NOT_REACHED = (CUT_OFF, NO_MIRROR, NOT_TAKEN_UP)
"""Why a command was not done of which the board itself said nothing."""


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
    command = Command(new_id(), journal.absolute().parent.name, body, round(LIFE_S * 1000), based_on_row)
    number = PENDING.begin(journal, body)
    became: Became | None = None
    held: HeldEvent | None = None
    try:
        if _is_cut_off(journal):
            became = CUT_OFF
        else:
            when_sent()
            became, held = _became(journal, command, done_within_s + ON_THE_WAY_S)
    finally:
        PENDING.end(journal, number, became, time.monotonic_ns())
    if became is None:
        _ask_later(journal, command, number)
        raise NotAnswered(NOT_ANSWERED)
    if isinstance(became, Sentence):
        raise CommandError(became)
    return held


def _is_cut_off(journal: Path) -> bool:
    link = read_link(journal.absolute().parents[2])
    return link is not None and is_cut_off(link)


def _ask_later(journal: Path, command: Command, number: int) -> None:
    Thread(target=_ask_on, args=(journal, command, number), name="outcome", daemon=True).start()


def _ask_on(journal: Path, command: Command, number: int) -> None:
    """Ask for the outcome of a command that may have been sent, and note it for the desk.

    A board that is away for long answers once it is back; it is asked as long as the desk shows that the outcome is not known.
    """
    became, _ = _became(journal, replace(command, lives_ms=0, was_sent=True), ASKS_ON_S)
    if became is not None:
        PENDING.end(journal, number, became, time.monotonic_ns())
    elif PENDING.is_open(journal, number):
        _ask_later(journal, command, number)


def _became(journal: Path, command: Command, done_within_s: float) -> tuple[Became | None, HeldEvent | None]:
    """The outcome at the board, None where it is not known here; and the event of one that is not on its disk yet."""
    try:
        outcome = outcome_of(state_of_game(journal.absolute().parent), command, done_within_s)
    except NoService:
        return NO_MIRROR, None
    if isinstance(outcome, Accepted):
        return OBEYED, held_event(outcome)
    if isinstance(outcome, Expired):
        return NOT_TAKEN_UP, None
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
    """Whether nobody waits for its outcome any more, since it did not come in time. While `became` is None it is not known here."""
    ended_ns: int = 0

    @property
    def stays(self) -> bool:
        """Whether the desk shows it until somebody has seen it: whoever gave it may believe that it holds, and it does not, or may not."""
        return self.became != OBEYED and (self.is_late or self.became in NOT_REACHED)


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
        """Note the outcome of the command, None where it is not known. One that is done settles those of its name that were not."""
        with self._lock:
            commands = self._commands.get(journal, {})
            if number not in commands:
                return
            ended = commands[number] = changed(
                commands[number], became=became, is_late=became is None or commands[number].is_late, ended_ns=now_ns
            )
            for one in [one for one in commands.values() if became == OBEYED and one.stays and one.name == ended.name]:
                del commands[one.number]

    def is_open(self, journal: Path, number: int) -> bool:
        """Whether the outcome of that command is not known, and shown as such."""
        with self._lock:
            command = self._commands.get(journal, {}).get(number)
            return command is not None and command.became is None

    def see(self, journal: Path, number: int) -> bool:
        """Note that somebody has seen that the command was not done, or that this is not known: it is shown no longer. Whether it was."""
        with self._lock:
            commands = self._commands.get(journal, {})
            is_shown = number in commands and commands[number].stays
            if is_shown:
                del commands[number]
            return is_shown

    def of(self, journal: Path, now_ns: int) -> tuple[PendingCommand, ...]:
        """Those for that game that are on their way or stay, and those that were answered lately."""
        with self._lock:
            commands = self._commands.pop(journal, {})
            shown = {
                number: one for number, one in commands.items() if not one.ended_ns or one.stays or now_ns - one.ended_ns < SHOWN_FOR_NS
            }
            if shown:
                self._commands[journal] = shown
            return tuple(shown.values())


PENDING = PendingCommands()
"""Those of this process."""
