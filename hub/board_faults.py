"""The guard round one board's share of the work that is done for a whole hall: what faulty data of a board stop is that share alone."""

import logging
import time
from collections.abc import Callable
from traceback import extract_tb, format_exception
from types import TracebackType

from jinja2 import UndefinedError

from rules.errors import DamcamError, Sentence, _

MISSHAPEN = ValueError, TypeError, LookupError, AttributeError, ArithmeticError, AssertionError, RuntimeError, StopIteration, UndefinedError
"""What code raises that meets values of another type, shape, size or depth than it was written for. RecursionError is a RuntimeError, and
UndefinedError is what a template raises for a key that its table does not have."""
FAULTY_DATA = (*MISSHAPEN, DamcamError, OSError)
"""What the data of one board can raise: also what is refused on purpose, and files that are gone or damaged."""
FAULTY = Sentence(
    "",
    _("what this board sends is faulty: the part that cannot be used is not shown, and what is shown may be old"),
    remedy=Sentence("", _("see why: sudo journalctl -u damcam-hub; rule at the board itself where its desk is not right")),
)
"""What arbiters read of a board that is marked."""
MARKED_S = 90.0
"""A board stays marked for so long after a share of it failed, unless that share succeeds first. Lists are read anew within a minute."""
LOGGED_AGAIN_S = 600.0
MAX_KINDS = 20
"""So many kinds of faults of a board are logged. A kind is the type of the exception and the line that raised it."""
MAX_LOGGED = 6_000
"""Characters of a logged traceback: its message may repeat what the board sent."""
_log = logging.getLogger(__name__)


class BoardFaults:
    """The faults of the board `key`. Any thread may use it.

    Example: `with faults.share("the list of games"): listed.append(row_of(board))`.
    """

    def __init__(self, key: str, now_s: Callable[[], float] = time.monotonic) -> None:
        self.key, self._now_s = key, now_s
        self._failed_s: dict[str, float] = {}
        self._logged_s: dict[tuple[str, str, int], float] = {}

    def share(self, work: str) -> "BoardShare":
        """A context for the board's share of that work. One of FAULTY_DATA ends it, is logged, and marks the board; nothing is raised."""
        return BoardShare(self, work)

    def clear(self, work: str) -> None:
        """Take the mark for that work away: the board's share of it succeeded."""
        self._failed_s.pop(work, None)

    def note(self, work: str, error: Exception) -> None:
        """Mark the board for that work, and log the error with its traceback: once a kind, and again after LOGGED_AGAIN_S."""
        now_s = self._failed_s[work] = self._now_s()
        place = (extract_tb(error.__traceback__) or [None])[-1]
        kind = type(error).__name__, place.filename if place else "", (place.lineno or 0) if place else 0
        if kind not in self._logged_s and len(self._logged_s) >= MAX_KINDS:
            return
        if now_s - self._logged_s.get(kind, float("-inf")) >= LOGGED_AGAIN_S:
            self._logged_s[kind] = now_s
            _log.error("board %s: its data are faulty, and %s goes on without it: %s", self.key, work, _shown(error))

    @property
    def are_there(self) -> bool:
        """Whether the board is marked: a share of it failed in the last MARKED_S, and has not succeeded since."""
        now_s = self._now_s()
        return any(now_s - failed_s < MARKED_S for failed_s in tuple(self._failed_s.values()))


class BoardShare:
    """The context that `BoardFaults.share` gives. A caller that goes on after it has what its body made, or nothing of it."""

    def __init__(self, faults: BoardFaults, work: str) -> None:
        self._faults, self._work = faults, work

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> bool:
        if error is None:
            self._faults.clear(self._work)
        elif isinstance(error, FAULTY_DATA):
            self._faults.note(self._work, error)
            return True
        return False


def _shown(error: Exception) -> str:
    text = "".join(format_exception(error))
    return text if len(text) <= MAX_LOGGED else f"{text[: MAX_LOGGED // 2]} … {text[-MAX_LOGGED // 2 :]}"
