"""Carries the commands for a mirrored board from the programs of the hub to that board, and its outcomes back.

A command lives from its arrival here. The board decides whether it came in time, and does it once however often it is sent; until its
answer is here the outcome is open, and the hub goes on asking for it. Only what was never sent is ended here.
"""

from collections.abc import Callable
from dataclasses import dataclass

from hub.venue.mirrored_games import MirroredGames
from hub.venue.venue_says import VenueSays
from hub.wire.downward import WordGiven
from hub.wire.upward import AnswerTold, Pulse
from link.board_socket import BoardSocket, ReceivedCommand
from link.messages import GAME, Expired, Outcome, accepted, refused
from record.decisions.outcome import OBEYED
from record.decisions.words import encoded
from rules.errors import Sentence

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
    answered: tuple[AnswerTold, int] | None = None
    """The answer that waits for its rows, and when it came."""


class MirroredCommands:
    """The commands that come to the socket of a mirrored board. `send` sends a message to the board, and says whether it was sent."""

    def __init__(self, socket: BoardSocket, games: MirroredGames, send: Callable[[WordGiven], bool]) -> None:
        self._socket, self._games, self._send = socket, games, send
        self._on_its_way: dict[str, _OnItsWay] = {}

    def look(self, now_ns: int, heard: tuple[Pulse, int] | None) -> None:
        """Take what came, send it, and ask again for what is not answered.

        `heard` is the last pulse, and when it came; None while the board cannot be reached.
        """
        self._socket.serve(0)
        for received in self._socket.take():
            self._take(received, now_ns, is_heard=heard is not None)
        for word, on_way in list(self._on_its_way.items()):
            self._go_on(word, on_way, now_ns, heard)

    def answer(self, told: AnswerTold, now_ns: int) -> bool:
        """Hand on the answer to a command, once the rows before it are here; whether there is such a command."""
        on_way = self._on_its_way.get(told.word)
        if on_way is None:
            return False
        on_way.answered = on_way.answered or (told, now_ns)
        is_here = self._games.end(on_way.received[0].command.game).row_id >= told.row
        if is_here or now_ns - on_way.answered[1] >= HELD_NS:
            self._end(told.word, _outcome(told, is_here=is_here))
        return True

    def _take(self, received: ReceivedCommand, now_ns: int, *, is_heard: bool) -> None:
        command = received.command
        on_way = self._on_its_way.get(command.id)
        if on_way:
            on_way.received.append(received)
        elif not GAME.fullmatch(command.game):
            received.answer(refused(VenueSays.NO_SUCH_GAME.said(game=command.game), "unknown"))
        elif not (is_heard or command.was_sent):
            received.answer(refused(VenueSays.CUT_OFF.said()))
        else:
            row = self._games.end(command.game).row_id if command.based_on_row is None else command.based_on_row
            until_ns = now_ns if received.is_question else received.until_ns
            self._on_its_way[command.id] = _OnItsWay([received], row, until_ns, command.was_sent)

    def _go_on(self, word: str, on_way: _OnItsWay, now_ns: int, heard: tuple[Pulse, int] | None) -> None:
        """Send the command, or ask for its outcome; end one that was never sent and whose life is over."""
        left_ns = on_way.until_ns - now_ns
        if on_way.answered:
            self.answer(on_way.answered[0], now_ns)
        elif left_ns <= 0 and not on_way.sent:
            self._end(word, Expired())
        elif left_ns <= -ASKS_FOR_NS and not any(received.is_open for received in on_way.received):
            del self._on_its_way[word]
        elif heard and (on_way.asked_ns == 0 or now_ns - on_way.asked_ns >= ASKS_EVERY_NS):
            pulse, heard_ns = heard
            kind, text = encoded(on_way.received[0].command.body)
            given = WordGiven(
                machine=pulse.machine,
                word=word,
                game=on_way.received[0].command.game,
                row=on_way.row,
                kind=kind,
                json=text,
                boot=pulse.boot,
                pulse=pulse.number,
                since_ms=(now_ns - heard_ns) // MS,
                left_ms=max(0, left_ns // MS),
                again=on_way.sent,
            )
            if self._send(given):
                on_way.sent, on_way.asked_ns = True, now_ns

    def _end(self, word: str, outcome: Outcome) -> None:
        for received in self._on_its_way.pop(word).received:
            received.answer(outcome)


def _outcome(told: AnswerTold, *, is_here: bool) -> Outcome:
    if isinstance(told.became, Sentence):
        return refused(told.became)
    return accepted(told.row, None if is_here else told.held) if told.became == OBEYED else Expired()
