"""The pulse of a board: what the hub needs each second to show the board's clocks as they are."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from link.board_socket import read_status
from link.boot import boot_id
from link.wire import BoardStatus, Pulse
from record.store.folder import ALIVE_NAME
from record.store.journal_rows import LastRow
from record.store.latest import ClockRow

READINGS_KEPT = 16
"""Readings of a running clock, which are written two or three times a second. The one that was seen soonest after it tells best."""
RESTARTS_AT_NS = 1_000_000_000
"""A reading that comes so much later than the earlier ones is of a game that went on after a pause: they are forgotten."""
NUMBERS_FROM_NS = 1_000_000
SIGN_HOLDS_NS = 3_000_000_000
"""How long a sign of the board's service counts; it gives one each second. The pages wait for five seconds more."""


@dataclass(frozen=True, slots=True)
class BoardClock:
    """The clocks of the board's machine."""

    monotonic_ns: Callable[[], int] = time.monotonic_ns
    utc_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000
    boot: Callable[[], str] = boot_id


class GameTime:
    """When the time of the game was nought, by the board's monotonic clock, from the readings of its running clock.

    A reading is taken at the time of the game that it bears, and is seen a moment later. That moment is shortest of the fastest ones.
    """

    def __init__(self) -> None:
        self._game, self._last = "", ClockRow(-1, 0, 0)
        self._zeros: deque[int] = deque(maxlen=READINGS_KEPT)

    def see(self, game: str, reading: ClockRow | None, now_ns: int) -> None:
        """Take note of the last reading that is on disk. The first one that is seen of a game may be old, and tells nothing."""
        if game != self._game:
            self._game, self._last = game, reading or ClockRow(-1, 0, 0)
            self._zeros.clear()
        elif reading is not None and reading != self._last:
            self._last, zero_ns = reading, now_ns - reading.t_ns
            if self._zeros and zero_ns - min(self._zeros) > RESTARTS_AT_NS:
                self._zeros.clear()
            self._zeros.append(zero_ns)

    @property
    def zero_ns(self) -> int | None:
        """None before two readings were seen."""
        return min(self._zeros) if self._zeros else None

    @property
    def reading(self) -> ClockRow | None:
        """The last reading."""
        return self._last if self._last.t_ns >= 0 else None


class Beat:
    """Makes the pulses and tells the status of the board with that state folder. `accounts` is the file of its accounts."""

    def __init__(self, state: Path, machine: str, accounts: Path, clock: BoardClock) -> None:
        self._state, self._machine, self._accounts, self._clock = state, machine, accounts, clock
        self._signed = _signed_at(state)
        self._signed_ns: int | None = None
        self.time = GameTime()
        self._number = clock.monotonic_ns() // NUMBERS_FROM_NS
        """No two pulses of a boot have one number, though the uplink be started anew: one comes each second, and milliseconds count."""
        self._sent: deque[tuple[int, int]] = deque(maxlen=120)

    def pulse(self, game: str, last: LastRow) -> Pulse:
        """The pulse of now; the game is the newest, with its last row."""
        self._number += 1
        now_ns = self._clock.monotonic_ns()
        self._sent.append((self._number, now_ns))
        return Pulse(
            machine=self._machine,
            boot=self._clock.boot(),
            number=self._number,
            t_ns=now_ns,
            utc_ms=self._clock.utc_ms(),
            alive=self.is_alive(),
            game=game,
            last=last,
            zero_ns=self.time.zero_ns,
            clock=self.time.reading,
            accounts=self._accounts_are(),
        )

    def is_alive(self) -> bool:
        """Whether the board's service has given a sign of life lately. Ask often: a sign is noticed when somebody asks."""
        now_ns, signed = self._clock.monotonic_ns(), _signed_at(self._state)
        if signed != self._signed:
            self._signed, self._signed_ns = signed, now_ns
        return self._signed_ns is not None and now_ns - self._signed_ns < SIGN_HOLDS_NS

    def sent_ns(self, boot: str, number: int) -> int | None:
        """When that pulse was sent; None for one that this process did not send lately."""
        return dict(self._sent).get(number) if boot == self._clock.boot() else None

    def status(self) -> BoardStatus | None:
        """The status that the board's service tells, where there is a current one."""
        status = read_status(self._state)
        if status is None:
            return None
        age_ms = (time.monotonic_ns() - status.t_ns) // 1_000_000
        return BoardStatus(self._machine, max(0, age_ms), status)

    def _accounts_are(self) -> str:
        try:
            return sha256(self._accounts.read_bytes()).hexdigest()
        except OSError:
            return ""


def _signed_at(state: Path) -> int | None:
    """When the board's service gave its last sign of life, as the file system says; None where it never did."""
    try:
        return (state / ALIVE_NAME).stat().st_mtime_ns
    except OSError:
        return None
