"""Goes on with a game of another board, whose log a hub has sent: as `damcam import` does, between two games of the service."""

from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from pi.game.board_game import GameSetup
from pi.game.station import Station
from pi.game.taking_over import GivenGame
from pi.machine.given_log import ImportRefused
from pi.machine.time_of_day import noted
from pi.programs.imported_log import Decision, import_log
from record.decisions import next_game
from record.decisions.outcome import OBEYED
from record.log.errors import LogError
from record.session.state import State
from record.store.folder import GAMES
from record.store.journal_rows import JournalRows
from record.store.latest import ClockRow, Latest
from record.store.salvage import Lost
from rules.board.ruleset import CROWNS
from rules.errors import DamcamError, _, sentence_of


@dataclass(frozen=True, slots=True)
class TappedConsent:
    """What the arbiter agrees to with a tap at the hub: that the game goes on here as it is, with its own time control, board and names."""

    setup: GameSetup
    """A new game by the settings of this board."""

    def to_loss(self, lost: Lost) -> None:
        """As `Consent.to_loss`: nobody has agreed to a loss."""
        raise ImportRefused(_("{why}: take this log over with damcam import at the board"), why=lost.damage)

    def to_closed(self, state: State) -> None:
        """As `Consent.to_closed`."""
        raise ImportRefused(_("this game is closed, with the result {result}, and nothing of it goes on"), result=str(state.result))

    def to_state(self, state: State) -> None:
        """As `Consent.to_state`: what a camera reads otherwise than this board is set up for cannot go on here."""
        opened, ours = state.opened, self.setup
        pairs = (
            (opened.rules, ours.start.rules.name),
            (opened.mirrored, ours.lies_mirrored),
            (opened.crowns or CROWNS[0], ours.crowns or CROWNS[0]),
        )
        if any(theirs != here for theirs, here in pairs):
            raise ImportRefused(_("this board is set up for other rules, crowns or another side: see the settings of both"))


def take_over(station: Station, given: GivenGame, state: Path, setup: GameSetup) -> None:
    """Make the game one of this board's, and answer; where it cannot be, the board waits for a game as before."""
    word = given.word
    try:
        with TemporaryDirectory(prefix=".taking-over-", dir=state) as folder:
            log = Path(folder) / word.log
            log.write_bytes(given.log)
            _keep(given, log, state)
            with closing(Latest(log)) as latest:
                latest.write_clock(ClockRow(*word.clock))
            made = import_log(log, state / GAMES, Decision(word.by, noted(), TappedConsent(setup)))
    except (DamcamError, OSError) as error:
        station.reports.say(f"{word.log} is not taken over: {sentence_of(error)}")
        station.given.settle(given, sentence_of(error))
        return
    station.reports.say(f"{made.folder}: {word.by} goes on here with the game of {word.log}")
    station.given.settle(given, OBEYED)


def _keep(given: GivenGame, log: Path, state: Path) -> None:
    """Keep the id of the command: a service that is started again before it has answered gives the answer then. FileError.

    A log that is refused is kept nowhere.
    """
    with suppress(LogError), JournalRows(log) as rows:
        if rows.last_id:
            next_game.keep_taking_over(state, given.command, rows.last)
