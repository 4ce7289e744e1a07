"""What each board may send to its hub and keep there, and in which turn the hub takes it, so that no board harms another.

    turns = Turns()
    turns.put("7", packet, now_ns)           # None, or the sentence that says why it is not taken
    for key, packet in turns.round(now_ns):  # the next packet of each board that has some of its budget left
        ...
    turns.to_shut_out()                      # the boards that went on for long

A board that catches up waits for the hub to acknowledge its rows, with a few messages on their way: it may be slowed down, and nothing of
it is refused. Whoever sends on without waiting fills its own place here, and nobody else's.
"""

from collections import deque
from collections.abc import Iterator

from link.wire import Packet
from rules.errors import Sentence, _

S = 1_000_000_000
MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 20, 200
"""A game has a pulse a second, a status each two, and some messages a press; after a day without its hub a board has a few dozen games."""
BYTES_A_SECOND, BYTES_AT_ONCE = 1_000_000, 16_000_000
"""A day's games are 3 to 10 MB."""
WAITING, WAITING_BYTES = 256, 4_000_000
"""What may wait here of a board: four messages of rows, some pictures, and the pulses of two minutes in which the hub stood still."""
REFUSED_A_SECOND, REFUSED_AT_ONCE = 1, 200
"""So many refused messages are borne; who has more sent is shut out."""
SHUT_OUT_NS = 60 * S
"""For so long the broker lets in nobody of that board."""
NEW_GAMES_A_MINUTE, NEW_GAMES_AT_ONCE = 6, 100
"""Games that the hub has not: those of a week at once. The rest of a longer absence comes at that pace."""
MOST_GAMES, MOST_BYTES = 10_000, 8_000_000_000
"""Of a board in all. A game has 0.6 MB, and at most 16 MB of pictures that come by themselves."""
MOST_ROWS_OF_GAME, MOST_BYTES_OF_GAME = 10_000, 20_000_000
"""Of the log of one game, which the pages read whole: the longest games have some two thousand rows."""


class Allowance:
    """So much a second, and `most` at once after a silence."""

    def __init__(self, a_second: float, most: float, now_ns: int = 0) -> None:
        self._a_second, self._most, self._left, self._at_ns = a_second, most, most, now_ns

    def left(self, now_ns: int) -> float:
        """What may be used now; below 0 after more was used than there was."""
        self._left = min(self._most, self._left + self._a_second * max(0, now_ns - self._at_ns) / S)
        self._at_ns = max(self._at_ns, now_ns)
        return self._left

    def use(self, amount: float, now_ns: int) -> None:
        self._left = self.left(now_ns) - amount


class _Turn:
    """What waits of one board."""

    def __init__(self, now_ns: int) -> None:
        self.packets: deque[Packet] = deque()
        self.bytes = 0
        self.messages_left = Allowance(MESSAGES_A_SECOND, MESSAGES_AT_ONCE, now_ns)
        self.bytes_left = Allowance(BYTES_A_SECOND, BYTES_AT_ONCE, now_ns)
        self.patience = Allowance(REFUSED_A_SECOND, REFUSED_AT_ONCE, now_ns)

    def is_due(self, now_ns: int) -> bool:
        return bool(self.packets) and self.messages_left.left(now_ns) >= 1 and self.bytes_left.left(now_ns) > 0

    def take(self, now_ns: int) -> Packet:
        packet = self.packets.popleft()
        size = len(packet.payload)
        self.bytes -= size
        self.messages_left.use(1, now_ns)
        self.bytes_left.use(size, now_ns)
        return packet


class Turns:
    """The packets of all boards that the hub has received and not yet taken. Times are of the monotonic clock (ns)."""

    def __init__(self) -> None:
        self._turns: dict[str, _Turn] = {}
        self._spent: set[str] = set()

    def put(self, key: str, packet: Packet, now_ns: int) -> Sentence | None:
        """Keep a packet of that board until its turn; where there is no place for it, why it is refused."""
        turn = self._turns.get(key)
        if turn is None:
            turn = self._turns[key] = _Turn(now_ns)
        if len(turn.packets) < WAITING and turn.bytes + len(packet.payload) <= WAITING_BYTES:
            turn.packets.append(packet)
            turn.bytes += len(packet.payload)
            return None
        turn.patience.use(1, now_ns)
        if turn.patience.left(now_ns) < 0:
            self._spent.add(key)
        values = {"messages": MESSAGES_A_SECOND, "kb": BYTES_A_SECOND // 1000}
        return Sentence("", _("it sends more than {messages} messages or {kb} kB a second, and what is beyond that is not taken"), values)

    def is_due(self, now_ns: int) -> bool:
        """Whether there is something to take."""
        return any(turn.is_due(now_ns) for turn in self._turns.values())

    def round(self, now_ns: int) -> Iterator[tuple[str, Packet]]:
        """Take the next packet of each board that has some of its budget left."""
        for key, turn in list(self._turns.items()):
            if turn.is_due(now_ns):
                yield key, turn.take(now_ns)

    def to_shut_out(self) -> set[str]:
        """The boards of which too much was refused since this was asked last. What waits of them is dropped, and they begin anew."""
        spent, self._spent = self._spent, set()
        for key in spent:
            del self._turns[key]
        return spent


class Room:
    """What one board may still keep at the hub, where it has so many games and bytes by now."""

    def __init__(self, games: int, size: int, now_ns: int) -> None:
        self._games, self._bytes = games, size
        self._new_games = Allowance(NEW_GAMES_A_MINUTE / 60, NEW_GAMES_AT_ONCE, now_ns)

    def refuses_game(self, now_ns: int) -> Sentence | None:
        """Why a game that is new here is not taken now; None where it is, and counts as taken."""
        if self._games >= MOST_GAMES:
            return Sentence("", _("it has {most} games here, and a board may have no more"), {"most": MOST_GAMES})
        if self._new_games.left(now_ns) < 1:
            text = _("it sends more new games than {most} a minute: the others are taken later")
            return Sentence("", text, {"most": NEW_GAMES_A_MINUTE})
        self._new_games.use(1, now_ns)
        self._games += 1
        return None

    def refuses_more(self) -> Sentence | None:
        """Why no more bytes are taken; None where they are."""
        if self._bytes >= MOST_BYTES:
            return Sentence("", _("its games take {gb} GB here, and a board may have no more"), {"gb": MOST_BYTES // 1_000_000_000})
        return None

    def refuses_longer(self, last_row: int, size: int) -> Sentence | None:
        """Why no rows up to that one are taken of a game whose log has so many bytes; None where they are."""
        if last_row <= MOST_ROWS_OF_GAME and size <= MOST_BYTES_OF_GAME:
            return None
        values = {"rows": MOST_ROWS_OF_GAME, "mb": MOST_BYTES_OF_GAME // 1_000_000}
        return Sentence("", _("one of its games has more than {rows} rows or {mb} MB, and the rest of it is not taken"), values)

    def grew(self, size: int) -> None:
        """Count bytes that were taken."""
        self._bytes += size
