"""How boards elsewhere can be ruled from here: whether one is cut off, for long, and which commands are on their way to it."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from hub.boards.board import ServedBoard
from hub.boards.commands import PENDING, PendingCommand
from hub.boards.link import is_cut_off, is_long_away, read_link
from record.decisions.outcome import OBEYED
from record.telling.sentences import spoken, tell
from rules.errors import Sentence, _

LOOK_NS = 200_000_000
"""A look at a board serves for so long, however many pages ask."""
RULE_THERE = Sentence("", _("This board cannot be reached from here. Rule at its own desk, at the board."))
OPEN, LATE, DONE, REFUSED = "open", "late", "done", "refused"


@dataclass(frozen=True, slots=True)
class BoardLink:
    """How a board elsewhere can be ruled from here."""

    is_cut_off: bool
    is_long_away: bool = False
    """As `hub.boards.link.is_long_away`."""
    is_faulty: bool = False
    """Whether the mirror met data of it that it cannot use."""
    commands: tuple[PendingCommand, ...] = ()
    absent: tuple[str, ...] = ()
    """As `Link.absent`."""

    @property
    def not_done(self) -> int:
        """How many commands were not done of which somebody may believe that they hold."""
        return sum(command.stays and command.became is not None for command in self.commands)

    def told(self, lang: str) -> dict[str, Any]:
        """Ready for JSON: {"cut_off", "says", "commands"}; `says` tells what to do instead. A command is {"id", "name", "by", "state",
        "stays", "why", "lang"}; its state is `open`, `late` (over, and not known here whether it was done), `done` or `refused`."""
        says = tell(RULE_THERE, lang) if self.is_cut_off else ""
        return {"cut_off": self.is_cut_off, "says": says, "commands": [_told(command, lang) for command in self.commands]}


class BoardLinks:
    """The links of the boards of this server, which may come and go."""

    def __init__(self, now_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self._now_ns = now_ns
        self._looking = threading.Lock()
        self._known: WeakKeyDictionary[ServedBoard, _Seen] = WeakKeyDictionary()

    def of(self, board: ServedBoard) -> BoardLink | None:
        """The link to that board; None for one of this machine."""
        now_ns = self._now_ns()
        with self._looking:
            seen = self._known.setdefault(board, _Seen())
            if seen.looked_ns is None or now_ns - seen.looked_ns >= LOOK_NS:
                seen.looked_ns, seen.link = now_ns, self._look(board, now_ns)
            return seen.link

    def told(self, board: ServedBoard, lang: str) -> dict[str, Any] | None:
        """The link in that language, ready for JSON, as `BoardLink.told`."""
        link = self.of(board)
        return link.told(lang) if link else None

    def can_be_taken_over(self, board: ServedBoard) -> bool:
        """Whether another board may go on with the game of that one, which is long away while its game goes on as far as is known."""
        link, state = self.of(board), board.desk.state
        return link is not None and link.is_long_away and state.opening is not None and not (state.over or state.closed)

    def see(self, board: ServedBoard, number: int) -> bool:
        """Note that an arbiter has seen that the command of that number was not done, or that it is not known; whether it was shown so."""
        self.forget(board)
        return PENDING.see(board.desk.path, number)

    def forget(self, board: ServedBoard) -> None:
        """Look anew when somebody asks next: a command was answered."""
        with self._looking:
            if board in self._known:
                self._known[board].looked_ns = None

    def _look(self, board: ServedBoard, now_ns: int) -> BoardLink | None:
        link = read_link(board.state) if board.state else None
        if link is None or board.state is None:
            return None
        away = is_cut_off(link, now_ns), is_long_away(link, board.state.parent, now_ns)
        return BoardLink(*away, link.faulty, PENDING.of(board.desk.path, now_ns), link.absent)


@dataclass(slots=True, eq=False)
class _Seen:
    looked_ns: int | None = None
    link: BoardLink | None = None


def _told(command: PendingCommand, lang: str) -> dict[str, Any]:
    why = command.became if isinstance(command.became, Sentence) else None
    shown = {"why": tell(why, lang), "lang": spoken(why, lang)} if why else {"why": "", "lang": lang}
    return {"id": command.number, "name": command.name, "by": command.by, "state": _state(command), "stays": command.stays, **shown}


def _state(command: PendingCommand) -> str:
    if command.became is None:
        return LATE if command.is_late else OPEN
    return DONE if command.became == OBEYED else REFUSED
