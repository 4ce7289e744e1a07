"""Takes the commands of arbiter and players from the board's socket to the loop, and answers them.

A command that was done before is answered from the log of its game, whatever has become of the game since.
"""

from collections.abc import Callable
from pathlib import Path

from link.board_socket import BoardSocket, ReceivedCommand
from link.messages import GAME, Command, Expired, Outcome, Reason, accepted, refused
from pi.checks.readiness import Readiness
from pi.game.preparing import PrepareRefusal
from pi.game.service import Service
from pi.machine import clicked_corners
from pi.machine.game_folders import state_of
from record.decisions import next_game
from record.decisions.known_before import KnownBefore
from record.decisions.outcome import OBEYED, Became
from record.decisions.ruled_upon import RuledUpon, void
from record.decisions.words import AnyWord, Describe, FindBoard, PrepareGame
from record.events.of_game import command_of
from record.session.arbiter import RulingRefusal
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from rules.errors import DamcamError, Phrase, Sentence


class NotHeard(Phrase):
    """Why a command is not carried out."""

    OTHER_GAME = "another game is played at this board now"


STALE = frozenset(
    phrase.said().code
    for phrase in (
        NotHeard.OTHER_GAME,
        PrepareRefusal.OTHER_GAME,
        RuledUpon.RULED_MEANWHILE,
        KnownBefore.CHANGED,
        RulingRefusal.OTHER_RULING,
    )
)
"""The refusals of a command that rests on a game that is another by now."""


class Hearing:
    """Carries out what comes through the board's socket for the game in that folder; each command once, however often it comes."""

    def __init__(self, folder: Path, readiness: Readiness | None, socket: BoardSocket | None = None) -> None:
        self._folder, self._readiness, self._socket = folder, readiness, socket
        self._under_way: dict[str, list[ReceivedCommand]] = {}
        """The commands without an outcome yet, by their ids: each as often as it came."""

    def hear(self, service: Service, catch_up: Callable[[], int]) -> None:
        """Carry out what has come. `catch_up`, called before each command, brings the service up to date and returns the time in ns."""
        for received in self._socket.take() if self._socket else ():
            self._hear(received, service, catch_up())

    def _hear(self, received: ReceivedCommand, service: Service, now_ns: int) -> None:
        command = received.command
        if command.id in self._under_way:
            self._under_way[command.id].append(received)
            return
        try:
            done = self._done(command, service)
        except (DamcamError, OSError):  # the log of the game that it was for cannot be read
            if received.is_question or command.was_sent:
                return  # it may have been done, and nobody can tell
            done = None
        if done is not None:
            received.answer(done)
        elif received.is_question:
            received.answer(Expired())
        elif command.game != self._folder.name:
            received.answer(refused(NotHeard.OTHER_GAME.said(), "stale"))
        else:
            self._under_way[command.id] = [received]
            self._carry_out(command, service, now_ns)

    def _done(self, command: Command, service: Service) -> Outcome | None:
        """The outcome of a command that is done already; None where it is not. DamcamError, OSError for a log that cannot be read."""
        game = service.game
        if row := game.commands.get(command.id):
            return accepted(row, game.trouble if row in game.held_rows else None)
        if next_game.is_done(state_of(self._folder), command.id):
            return accepted()
        if command.game != self._folder.name and GAME.fullmatch(command.game):
            row = row_of_command(self._folder.parent / command.game / JOURNAL_NAME, command.id)
            return accepted(row) if row else None
        return None

    def _carry_out(self, command: Command, service: Service, now_ns: int) -> None:
        """Have the service carry it out, unless somebody ruled after the row that it is based on."""
        word, game = command.body, service.game

        def answer(became: Became) -> None:
            if became == OBEYED:
                self._note(word, is_new=game.state.opening is None)
            outcome = self._done(command, service) or accepted() if became == OBEYED else _refused(became)
            for received in self._under_way.pop(command.id):
                received.answer(outcome)

        if isinstance(word, FindBoard):
            service.find(word, now_ns, answer)
        else:
            service.hear(word, now_ns, answer, lambda: void(word, command.based_on_row, game.last_ruling), command.id)

    def _note(self, word: AnyWord | FindBoard, *, is_new: bool) -> None:
        """Keep clicked corners, and tell the readiness what was set for the game that is waited for, if one is (`is_new`)."""
        if isinstance(word, FindBoard):
            if word.corners_px:
                clicked_corners.keep_corners(state_of(self._folder), word.corners_px)
        elif self._readiness and (is_new or not isinstance(word, Describe | PrepareGame)):
            self._readiness.hear(word)


def row_of_command(journal: Path, command: str) -> int:
    """The row whose event the command of that id has made; 0 where there is none. DamcamError, OSError."""
    if not journal.exists():
        return 0
    with Journal.reader(journal) as reader:
        return next((row for row, event in reader.since(0) if command_of(event) == command), 0)


def reason_of(why: Sentence) -> Reason:
    """Why a command is refused, for a program."""
    return "stale" if why.code in STALE else "not-now"


def _refused(became: Became) -> Outcome:
    why = became if isinstance(became, Sentence) else Sentence.plain(became)
    return refused(why, reason_of(why))
