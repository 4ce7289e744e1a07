"""Sends a command of the arbiter or of the players to the service that records the game, and waits for its outcome."""

import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from link.board_socket import MS, CommandCall
from link.messages import Accepted, Command, Expired, Outcome, new_id
from record.decisions.commands import CommandBody
from record.store.folder import GAMES
from rules.errors import DamcamError, Phrase, Sentence, _

ANSWERED_WITHIN_S = 5.0
"""How long a command waits to be taken up, and how long the service then has for it. The loop looks ten times a second; a slow disk takes
a second."""
FOUND_WITHIN_S = 25.0
"""How long a search for the board may take: a failing search takes five seconds on a Raspberry Pi, and another may be under way."""
WAITS_S = 0.5


CUT_OFF = Sentence("", _("the board cannot be reached from here, and nothing was done: rule at its own desk"))
"""Why nothing is sent to a board elsewhere that cannot be reached."""


class NoService(Exception):
    """No service took the command while it lived: it was not sent, and will not be done."""


class CommandError(DamcamError, ValueError):
    """A command was not carried out; the message says why."""


class NotTaken(Phrase):
    """Why it is unknown whether a command was carried out, or why it was not."""

    NOBODY = "nobody took it up within {seconds} s: does damcam run? sudo systemctl status damcam-board"
    NO_ANSWER = "it was taken up, but the service did not say what became of it; look at the game"


class ObeyedSays(Phrase):
    """What is said of a command that is done."""

    NOT_ON_DISK = "it is done, but not on disk yet, and the pages show it once it is: {why}"


@dataclass(frozen=True, slots=True)
class HeldEvent:
    """The event of a command that is done, which the disk has not taken yet: what to say of it, and the row that it will be."""

    note: Sentence
    row: int


def send_command(
    journal: Path, body: CommandBody, done_within_s: float = ANSWERED_WITHIN_S, based_on_row: int | None = None
) -> HeldEvent | None:
    """Send the command to the service that records that journal's game, and wait until it is carried out.

    The service must take it up within ANSWERED_WITHIN_S, in which a service that is starting again is waited for, and finish within
    `done_within_s`. `based_on_row` is the last row that the sender had seen. Returns the event of a command that is done and not on disk
    yet, else None. CommandError when it is refused, as a ruling is where somebody ruled after row `based_on_row`, or when nobody takes it
    up or answers; MessageError when it is too long.
    """
    folder = journal.absolute().parent
    command = Command(new_id(), folder.name, body, round(ANSWERED_WITHIN_S * 1000), based_on_row)
    try:
        outcome = outcome_of(state_of_game(folder), command, done_within_s)
    except NoService:
        outcome = Expired()
    if isinstance(outcome, Expired):
        raise CommandError(NotTaken.NOBODY.said(seconds=round(ANSWERED_WITHIN_S)))
    if outcome is None:
        raise CommandError(NotTaken.NO_ANSWER.said())
    if isinstance(outcome, Accepted):
        return held_event(outcome)
    raise CommandError(outcome.why)


def held_event(outcome: Accepted) -> HeldEvent | None:
    """The event of a command that is done and not on disk yet; None where it is on disk."""
    return HeldEvent(ObeyedSays.NOT_ON_DISK.said(why=outcome.held), outcome.row) if outcome.held else None


def outcome_of(state: Path, command: Command, done_within_s: float) -> Outcome | None:
    """The outcome of the command at the service with that state folder; NoService.

    None where the service does not say so within that time after the life of the command.
    """
    with closing(CommandCall(state, command)) as call:
        ends_ns = call.until_ns + round(done_within_s * 1e9)
        while (outcome := call.step()) is None:
            was_sent = call.was_sent or command.was_sent
            left_ns = (ends_ns if was_sent else call.until_ns) - time.monotonic_ns()
            if left_ns <= 0:
                if not was_sent:
                    raise NoService
                return None
            call.wait(min(WAITS_S, max(left_ns / 1e9, MS / 1e9)))
    return outcome


def state_of_game(folder: Path) -> Path:
    """The folder of whose service the game in that folder is: the board's state folder, or the game's own for one that lies elsewhere."""
    return folder.parent.parent if folder.parent.name == GAMES else folder
