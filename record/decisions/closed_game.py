"""The files that are made of a game when it closes: its PDN, and what makes its folder a recorded session that can be replayed.

While the game goes on its journal alone holds it, and pages and commands make of that what they show.
"""

from contextlib import suppress
from pathlib import Path

from record.events.of_record import Described
from record.files import write_atomically
from record.papers.game_pdn import export_pdn
from record.session.state import State
from record.session.step import step
from record.store.folder import JOURNAL_NAME, PDN_NAME
from record.store.journal import Journal, fold
from record.store.session_files import SESSION_NAME, write_session
from record.store.tidying import games_at_rest
from rules.errors import DamcamError


def write_files(game: Path, state: State) -> None:
    """Writes the files of the game in that folder anew; FileError where one cannot be written."""
    write_session(game, state)
    write_atomically(game / PDN_NAME, export_pdn(state))


def write_missing_files(games: Path) -> None:
    """Writes the files of each game in that folder that lacks one and is not running: the power failed, or the disk was full.

    A game that cannot be read or written is passed over.
    """
    for game in games_at_rest(games):
        if (game / PDN_NAME).exists() and (game / SESSION_NAME).exists():
            continue
        with suppress(DamcamError, OSError), Journal.reader(game / JOURNAL_NAME) as journal:
            state = fold(journal)
            if state.opening:
                write_files(game, state)


def describe_closed(game: Path, state: State, event: Described) -> None:
    """Changes what is known of a closed game: who played, event, round. Its moves and its result stay as they were closed.

    The event is added to the journal of the game in that folder, which closed in this state, and its files are written again. LogError or
    FileError where it cannot be written.
    """
    state = step(state, event)
    with Journal.open(game / JOURNAL_NAME) as journal:
        journal.append(event, event.t_ns)
        write_files(game, state)
