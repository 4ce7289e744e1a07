"""The command names: who plays, and what else is known of a game, before it, while it goes on, or afterwards."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from hub.boards.handing import hand_over
from pi.commands.rule import game_of
from pi.setup.faults import wrong_tag
from pi.setup.parsing import UsageError
from pi.setup.settings import TAGS
from record.decisions.inbox import Describe
from record.events.of_record import Described
from record.papers.game_pdn import export_pdn
from record.session.step import step
from record.store.files import write_atomically
from record.store.folder import JOURNAL_NAME, PDN_NAME
from record.store.journal import Journal, fold
from record.store.session_files import write_session
from rules.errors import DamcamError

TELLS = """Tells who plays and what else is known of the game that is recorded now, or that begins next; with --game of an earlier one,
whose game.pdn is written anew. What is not given stays; "" takes it away. The journal keeps what was told before."""
EXPLAINS = """What holds for every game at the board is a setting: [game] event, round, board and others. The service forgets what it was
told of a game that has not begun when it is started again."""


class NamesError(DamcamError, ValueError):
    """Something that cannot be told of a game; says what and why."""


def add_arguments(parser: ArgumentParser, login: str) -> None:
    """What the command is called with, and what its help says."""
    parser.description, parser.epilog = TELLS, EXPLAINS
    parser.add_argument("names", nargs="*", metavar="WHITE BLACK", help="the players, White's first")
    parser.add_argument("--event", help="such as 'Frysk Kampioenskip'")
    parser.add_argument("--site", help="where it is played")
    parser.add_argument("--date", metavar="YYYY.MM.DD", help="when, ? for what is not known")
    parser.add_argument("--round", help="of the event")
    parser.add_argument("--board", metavar="NUMBER", help="of the match")
    parser.add_argument("--by", default=login, metavar="NAME", help="who tells it (default: the login name)")
    parser.add_argument("--game", type=Path, metavar="DIR", help="the game's folder (default: the latest in the settings' state)")


def names(args: Namespace) -> int:
    """Hand it to the running service, or write it into the journal of a game that is closed."""
    about = _about(args)
    game = game_of(args)
    with Journal.reader(game / JOURNAL_NAME) as journal:
        state = fold(journal)
    if state.closing is None:
        hand_over(game / JOURNAL_NAME, Describe(args.by, about))
        return 0
    event = Described(state.closing.t_ns, args.by, about)
    state, _ = step(state, event)
    with Journal.open(game / JOURNAL_NAME) as journal:
        journal.append(event, event.t_ns)
        write_atomically(game / PDN_NAME, export_pdn(state))
        write_session(game, state)
    return 0


def _about(args: Namespace) -> dict[str, str]:
    if len(args.names) not in (0, 2):
        raise UsageError(f"{len(args.names)} names; both players were expected, White first, in quotes where a name has blanks")
    white, black = args.names or (None, None)
    given = vars(args) | {"white": white, "black": black}
    about = {tag: " ".join(given[tag].split()) for tag in TAGS if given[tag] is not None}
    if not about:
        raise UsageError("nothing is told; give both names, or --event, --site, --date, --round or --board")
    for tag, value in about.items():
        if says := wrong_tag(tag, value):
            raise NamesError(f"{tag} {says}")
    return about
