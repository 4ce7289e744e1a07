"""Puts the game that the hub handed out into a board's empty state folder: the board goes on with it under the same number."""

from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from hub.wire.handed_out import HandedGame
from pi.machine.alone import alone
from pi.machine.game_folders import FRAMES
from pi.programs.imported_log import making_sense, placed
from record.log.tail import tail_of
from record.store.beside import hold_against, known_beside
from record.store.folder import GAMES, JOURNAL_NAME, numbered
from record.store.journal import Journal, fold
from record.store.journal_rows import JournalRows
from record.store.latest import Latest
from rules.board.ruleset import ruleset
from rules.errors import DamcamError, Phrase

ASIDE = "before-joining-{}"
"""The folder in the state folder for a game that had not begun."""


class HandedFault(Phrase):
    """Why the game that was handed out is not put in, and what to do."""

    OTHER_RULES = "this is a game of {played}, and the settings say {asked}: change rules in [board]"
    HAS_GAMES = "this board has games of its own, and the hub's would not follow them: {folder}"
    EMPTY_FOLDER = "join on a machine without games, or name an empty folder with state in [board]; nothing was changed"


class HandedError(DamcamError, ValueError):
    """The game that was handed out is not put in; the text says why."""


def put_in(handed: HandedGame, state: Path, rules_name: str) -> bool:
    """Put the game into that state folder, where no game has begun; False where it is there already, with nothing changed.

    A folder that was made for a game that has not begun is set aside. Raises HandedError, also for a running game of other rules than
    `rules_name`, StateError while a recorder runs here, and LogError for a damaged journal.
    """
    games = state / GAMES
    with alone(state):
        if _is_there(games / handed.game / JOURNAL_NAME, handed):
            return False
        for folder in numbered(games) if games.exists() else ():
            if _has_begun(folder):
                raise HandedError(HandedFault.HAS_GAMES.said(HandedFault.EMPTY_FOLDER.said(), folder=str(folder)))
            folder.rename(_aside(state, folder.name))
        placed(games, lambda folder: _fill(folder, handed, rules_name), handed.game)
    return True


def _fill(folder: Path, handed: HandedGame, rules_name: str) -> None:
    given, journal = folder.parent / JOURNAL_NAME, folder / JOURNAL_NAME
    given.write_bytes(handed.journal)
    with making_sense(given, given):
        with JournalRows(given) as rows:
            Journal.made_of(journal, rows.since(0))
        with Journal.reader(journal) as reader:
            state = fold(reader)
        if not state.closed and state.opening is not None and state.opened.rules != ruleset(rules_name).name:
            raise HandedError(HandedFault.OTHER_RULES.said(played=state.opened.rules, asked=rules_name))
    if handed.clock:
        with closing(Latest(journal)) as latest:
            latest.write_clock(handed.clock)
    (folder / FRAMES).mkdir()


def _is_there(journal: Path, handed: HandedGame) -> bool:
    """Whether the journal has all rows that were handed out."""
    if not journal.exists():
        return False
    with TemporaryDirectory(prefix="damcam-") as folder:
        given = Path(folder) / JOURNAL_NAME
        given.write_bytes(handed.journal)
        with JournalRows(given) as rows, JournalRows(journal) as own:
            return own.checksum(rows.last_id) == rows.checksum(rows.last_id)


def _has_begun(folder: Path) -> bool:
    """Whether a game has begun in that folder; a journal that cannot be read counts as one."""
    journal = folder / JOURNAL_NAME
    if not journal.exists() and not tail_of(journal).exists():
        return False
    try:
        beside = known_beside(folder)
        with Journal.reader(journal) as reader:
            return hold_against(beside, reader).opening is not None
    except DamcamError:
        return True


def _aside(state: Path, name: str) -> Path:
    taken = len(list(state.glob(f"{ASIDE.format(name)}*")))
    return state / (ASIDE.format(name) + (f"-{taken + 1}" if taken else ""))
