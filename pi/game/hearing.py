"""Answers the commands of arbiter and players that come by the board's socket, and sees to it that each is carried out once.

A command that was done before is answered from the log of its game, whatever has become of the game since.
"""

from functools import partial
from pathlib import Path

from link.board_socket import ReceivedCommand
from link.messages import GAME, Accepted, Command, Expired, Outcome, Reason, Refused
from pi.checks.readiness import Readiness
from pi.game.board_game import BoardGame
from pi.game.preparing import PrepareRefusal
from pi.game.taking_over import GivenGames
from pi.machine import clicked_corners
from pi.machine.game_folders import state_of
from pi.reading.looking import Answer
from record.decisions import next_game
from record.decisions.commands import CommandBody, Describe, FindBoard, PrepareGame, TakeOver
from record.decisions.known_before import KnownBefore
from record.decisions.outcome import OBEYED, Became
from record.decisions.ruled_upon import RuledUpon
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
    """The commands for one game: each is carried out once, however often it comes."""

    def __init__(self, game: BoardGame, readiness: Readiness | None, given: GivenGames) -> None:
        self._game, self._readiness, self._given = game, readiness, given
        self._under_way: dict[str, list[ReceivedCommand]] = {}
        """The commands without an outcome yet, by their ids: each as often as it came."""

    def take(self, received: ReceivedCommand, now_ns: int) -> Answer | None:
        """Take a command at that monotonic time. Where it is to be carried out, return who gets its outcome.

        None where it is done, under way or for another game: whoever sent it is answered here, or later by the same outcome.
        """
        command = received.command
        if not received.take(now_ns):
            return None
        if command.id in self._under_way:
            self._under_way[command.id].append(received)
            return None
        try:
            done = self._done(command)
        except (DamcamError, OSError):  # the log of the game that it was for cannot be read
            if received.is_question or command.was_sent:
                return None  # it may have been done, and nobody can tell
            done = None
        if done is not None:
            received.answer(done)
        elif received.is_question:
            received.answer(Expired())
        elif command.game != self._game.folder.name:
            received.answer(Refused(NotHeard.OTHER_GAME.said(), "stale"))
        else:
            self._under_way[command.id] = [received]
            return partial(self._answer, command)
        return None

    def _answer(self, command: Command, became: Became) -> None:
        if became == OBEYED:
            self._note(command.body, is_new=self._game.state.opening is None)
        outcome = self._done(command) or Accepted() if became == OBEYED else _refused(became)
        for received in self._under_way.pop(command.id):
            received.answer(outcome)

    def _done(self, command: Command) -> Outcome | None:
        """The outcome of a command that is done already; None where it is not. DamcamError, OSError for a log that cannot be read."""
        game = self._game
        if row := game.commands.get(command.id):
            return Accepted(row, game.trouble if row in game.held_rows else None)
        if self._given.is_done(command.id) or next_game.is_done(state_of(game.folder), command.id, game.folder / JOURNAL_NAME):
            return Accepted()
        if command.game != game.folder.name and GAME.fullmatch(command.game):
            row = row_of_command(game.folder.parent / command.game / JOURNAL_NAME, command.id)
            return Accepted(row) if row else None
        return None

    def _note(self, word: CommandBody, *, is_new: bool) -> None:
        """Keep clicked corners, and tell the readiness what was set for the game that is waited for, if one is (`is_new`)."""
        if isinstance(word, FindBoard):
            if word.corners_px:
                clicked_corners.keep_corners(state_of(self._game.folder), word.corners_px)
        elif self._readiness and not isinstance(word, TakeOver) and (is_new or not isinstance(word, Describe | PrepareGame)):
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
    return Refused(why, reason_of(why))
