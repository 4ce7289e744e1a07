"""Carries the commands for a mirrored board from the programs of the hub to that board, and its outcomes back.

A command lives from its arrival here. The board decides whether it came in time, and does it once however often it is sent; until its
answer is here the outcome is open, and the hub goes on asking for it. Only what was never sent is ended here.
"""

from collections.abc import Callable
from dataclasses import dataclass

from msgspec import Raw
from msgspec.structs import replace

from link.board_socket import BoardSocket, ReceivedCommand
from link.hub_logs import HubLogs
from link.messages import GAME, Accepted, Expired, Outcome, Refused, encoded
from link.sending import CUT_OFF
from link.wire import CommandOutcome, CommandSent, Pulse
from rules.errors import Sentence, _

ASKS_EVERY_NS = 1_000_000_000
ASKS_FOR_NS = 60_000_000_000
"""So long after its life a command is asked for that nobody waits for any more."""
HELD_NS = 3_000_000_000
"""How long an answer waits for the rows that were on the board's disk before it: whoever reads it looks at the game then."""
MS = 1_000_000


@dataclass(slots=True)
class _OnItsWay:
    """A command without an outcome."""

    received: list[ReceivedCommand]
    """It, as often as it came."""
    row: int
    until_ns: int
    sent: bool
    """Whether it may have reached the board."""
    asked_ns: int = 0
    outcome: tuple[Outcome, int] | None = None
    """The outcome that waits for its row, and when it came."""


class MirroredCommands:
    """The commands that come to the socket of a mirrored board. `send` sends a message to the board, and says whether it was sent."""

    def __init__(self, socket: BoardSocket, logs: HubLogs, send: Callable[[CommandSent], bool]) -> None:
        self._socket, self._logs, self._send = socket, logs, send
        self._on_its_way: dict[str, _OnItsWay] = {}

    def look(self, now_ns: int, heard: tuple[Pulse, int] | None) -> None:
        """Take what came, send it, and ask again for what is not answered.

        `heard` is the last pulse, and when it came; None while the board cannot be reached.
        """
        self._socket.serve(0)
        for received in self._socket.take():
            self._take(received, now_ns, is_heard=heard is not None)
        for id, on_way in list(self._on_its_way.items()):
            self._go_on(id, on_way, now_ns, heard)

    def answer(self, answer: CommandOutcome, now_ns: int) -> bool:
        """Hand on the outcome of a command, once its row is here; whether there is such a command."""
        on_way = self._on_its_way.get(answer.id)
        if on_way is None:
            return False
        on_way.outcome = on_way.outcome or (answer.outcome, now_ns)
        self._answer(answer.id, on_way, now_ns)
        return True

    def _take(self, received: ReceivedCommand, now_ns: int, *, is_heard: bool) -> None:
        command = received.command
        on_way = self._on_its_way.get(command.id)
        if on_way:
            on_way.received.append(received)
        elif not GAME.fullmatch(command.game):
            received.answer(Refused(no_such_game(command.game), "unknown"))
        elif not (is_heard or command.was_sent):
            received.answer(Refused(CUT_OFF))
        else:
            row = self._logs.end(command.game).row_id if command.based_on_row is None else command.based_on_row
            until_ns = now_ns if received.is_question else received.until_ns
            self._on_its_way[command.id] = _OnItsWay([received], row, until_ns, command.was_sent)

    def _go_on(self, id: str, on_way: _OnItsWay, now_ns: int, heard: tuple[Pulse, int] | None) -> None:
        """Send the command, or ask for its outcome; end one that was never sent and whose life is over."""
        left_ns = on_way.until_ns - now_ns
        if on_way.outcome:
            self._answer(id, on_way, now_ns)
        elif left_ns <= 0 and not on_way.sent:
            self._end(id, Expired())
        elif left_ns <= -ASKS_FOR_NS and not any(received.is_open for received in on_way.received):
            del self._on_its_way[id]
        elif heard and (on_way.asked_ns == 0 or now_ns - on_way.asked_ns >= ASKS_EVERY_NS):
            pulse, heard_ns = heard
            left_ms, command = max(0, left_ns // MS), on_way.received[0].command
            command = replace(command, lives_ms=left_ms, based_on_row=on_way.row, was_sent=on_way.sent)
            since_ms = (now_ns - heard_ns) // MS
            if self._send(CommandSent(pulse.machine, Raw(encoded(command)), pulse.boot, pulse.number, since_ms)):
                on_way.sent, on_way.asked_ns = True, now_ns

    def _answer(self, id: str, on_way: _OnItsWay, now_ns: int) -> None:
        """Hand on the outcome that came, once its row is here, or after a while."""
        assert on_way.outcome
        outcome, came_ns = on_way.outcome
        row = outcome.row if isinstance(outcome, Accepted) else 0
        if self._logs.end(on_way.received[0].command.game).row_id >= row:
            self._end(id, Accepted(row) if isinstance(outcome, Accepted) else outcome)
        elif now_ns - came_ns >= HELD_NS:
            self._end(id, outcome)

    def _end(self, id: str, outcome: Outcome) -> None:
        for received in self._on_its_way.pop(id).received:
            received.answer(outcome)


def no_such_game(game: str) -> Sentence:
    """What is said of a game that the board does not have."""
    return Sentence("", _("rows of game {game} came, which is not a game of this board"), {"game": game})
