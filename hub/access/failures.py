"""The one limit on guesses at passwords: failures delay the next checks of the same client, and lock nobody out.

- The passwords that one client sends are checked one after the other, in the order of their first attempts: who is refused for lack of
  room keeps his place for the next attempt of his session. A session that has failed is put back, by `PUT_BACK_S`: from its third failure
  on a script does not stand in the way of an arbiter at its address, with however many connections it guesses.
- After a failure the next check of that client begins 0.25 s after the failed one, then 0.5, 1 and 2 s, and at most 3 s. Failures are
  forgotten ten minutes after the last one. A success takes no failure back: whoever has an account buys no guesses with it.
- Where many wait at one address the waits shrink, so that the last of them waits `MAX_WAIT_S`, 40 s. At most `MAX_WAITING`, 40, wait at
  one address: of further ones the last in the order is refused at once (Retry-After). So one address has at most one check a second, 3,600
  an hour, and an arbiter who shares his address with guessers is signed in within a minute, whichever name they try, if he tries again
  when he is refused. A script may begin a session for each guess; it comes after whoever came before it.
- One check runs at a time for all clients, whose checks take turns, and a pause as long as the check follows it: guesses take half of
  a processor's core at most.
"""

import math
import time
from bisect import insort
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

import gevent
from gevent.event import Event
from gevent.lock import Semaphore

FIRST_S, MAX_DELAY_S = 0.25, 3.0
"""Seconds that the next check waits after the first failure of a client, and after many. The delays between them double."""
FORGOTTEN_S = 600.0
"""Seconds after its last failure a client is as new."""
MAX_WAIT_S = 40.0
"""Seconds that the last one waits who waits at one address. It holds where a check takes half a second or less, as on a Raspberry Pi."""
MAX_WAITING, MAX_WAITING_TOTAL = 40, 80
"""Checks that may wait at one address, and at all addresses together. Each holds a connection (`hub.serve.MAX_CONNECTIONS`)."""
PUT_BACK_S = (0.0, 10.0, 15.0, FORGOTTEN_S)
"""Seconds by which a session is put back after no failure, one, two, and more. It costs time only where others wait at its address."""
MAX_SESSIONS = 2_000
"""Sessions whose attempts are kept. Beyond it the one that tried longest ago is forgotten."""
MAX_CLIENTS = 2_000
"""Clients whose failures are kept. Beyond it the client that came longest ago is forgotten, unless it waits."""


class TooManyChecks(Exception):
    """Too many checks wait already: this password was not looked at."""


@dataclass(eq=False, slots=True)
class _Turn:
    """A check that waits. `comes` is set when it is the next one of its client, and when it is turned away."""

    rank_s: float
    """Its place in the order: the moment of the first attempt, put back for failures."""
    comes: Event = field(default_factory=Event)
    is_turned_away: bool = False


@dataclass(slots=True)
class _Client:
    failures: int = 0
    failed_s: float = -math.inf
    turns: list[_Turn] = field(default_factory=list)
    """The first one is under way, the others are in their order."""


@dataclass(slots=True)
class _Session:
    failures: int = 0
    tries_since_s: float | None = None
    """The first attempt since the last check; None where there is none."""


class Failures:
    """Checks passwords within that limit, for the greenlets of one thread. `now_s` is a monotonic clock in seconds."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic, sleep: Callable[[float], object] = gevent.sleep) -> None:
        self._now_s, self._sleep = now_s, sleep
        self._clients: OrderedDict[str, _Client] = OrderedDict()
        self._sessions: OrderedDict[str, _Session] = OrderedDict()
        self._waiting, self._rest_until_s = 0, -math.inf
        self._one_at_a_time = Semaphore()

    def check(self, address: str, session_id: str, is_right: Callable[[], bool]) -> bool:
        """What `is_right` returns when the turn of that session at that client's address has come.

        TooManyChecks, without calling it, when too many wait.
        """
        client, session = self._client(address), self._session(session_id)
        turn = self._join(client, session)
        try:
            turn.comes.wait()
            if turn.is_turned_away:
                raise TooManyChecks
            self._sleep_until(client.failed_s + self._delay_s(client))
            with self._one_at_a_time:
                self._sleep_until(self._rest_until_s)
                began_s = self._now_s()
                right = is_right()
                self._rest_until_s = 2 * self._now_s() - began_s
            session.tries_since_s = None
            session.failures = 0 if right else session.failures + 1
            if not right:
                client.failures, client.failed_s = client.failures + 1, began_s
            return right
        finally:
            self._leave(client, turn)

    def __len__(self) -> int:
        """How many clients are kept."""
        return len(self._clients)

    def _client(self, address: str) -> _Client:
        client = self._clients.setdefault(address, _Client())
        self._clients.move_to_end(address)
        if self._now_s() - client.failed_s >= FORGOTTEN_S:
            client.failures = 0
        if len(self._clients) > MAX_CLIENTS:
            del self._clients[next(other for other, kept in self._clients.items() if not kept.turns)]
        return client

    def _session(self, id_: str) -> _Session:
        session = self._sessions.setdefault(id_, _Session())
        self._sessions.move_to_end(id_)
        if len(self._sessions) > MAX_SESSIONS:
            self._sessions.popitem(last=False)
        return session

    def _join(self, client: _Client, session: _Session) -> _Turn:
        if session.tries_since_s is None:
            session.tries_since_s = self._now_s()
        turn = _Turn(session.tries_since_s + PUT_BACK_S[min(session.failures, len(PUT_BACK_S) - 1)])
        self._make_room(client, turn)
        insort(client.turns, turn, lo=min(1, len(client.turns)), key=lambda waiting: waiting.rank_s)
        self._waiting += 1
        client.turns[0].comes.set()
        return turn

    def _make_room(self, client: _Client, turn: _Turn) -> None:
        """Turn another one away where there is no room for the turn of that client; TooManyChecks where none of them comes after it."""
        if len(client.turns) < MAX_WAITING:
            if self._waiting < MAX_WAITING_TOTAL:
                return
            most = max(self._clients.values(), key=lambda other: len(other.turns))
            if len(most.turns) > len(client.turns) + 1:
                self._turn_away(most, most.turns[-1])
                return
        if len(client.turns) < 2 or client.turns[-1].rank_s <= turn.rank_s:
            raise TooManyChecks
        self._turn_away(client, client.turns[-1])

    def _turn_away(self, client: _Client, turn: _Turn) -> None:
        turn.is_turned_away = True
        self._leave(client, turn)
        turn.comes.set()

    def _leave(self, client: _Client, turn: _Turn) -> None:
        if turn not in client.turns:
            return
        client.turns.remove(turn)
        self._waiting -= 1
        if client.turns:
            client.turns[0].comes.set()

    def _delay_s(self, client: _Client) -> float:
        if not client.failures:
            return 0.0
        return min(FIRST_S * 2.0 ** min(client.failures - 1, 10), MAX_DELAY_S, MAX_WAIT_S / len(client.turns))

    def _sleep_until(self, moment_s: float) -> None:
        left_s = moment_s - self._now_s()
        if left_s > 0:
            self._sleep(left_s)
