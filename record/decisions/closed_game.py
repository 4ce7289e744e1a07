"""Changes what is known of a closed game: who played, event, round. Its moves and its result stay as they were closed."""

from pathlib import Path

from record.events.of_record import Described
from record.files import write_atomically
from record.papers.game_pdn import export_pdn
from record.session.state import State
from record.session.step import step
from record.store.folder import JOURNAL_NAME, PDN_NAME
from record.store.journal import Journal
from record.store.session_files import write_session


def describe_closed(game: Path, state: State, event: Described) -> None:
    """Add the event to the journal of the game in that folder, which closed in this state, and write its files again.

    LogError or FileError where it cannot be written.
    """
    state, _ = step(state, event)
    with Journal.open(game / JOURNAL_NAME) as journal:
        journal.append(event, event.t_ns)
        write_atomically(game / PDN_NAME, export_pdn(state))
        write_session(game, state)
