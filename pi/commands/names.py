"""The command `names`: sets who plays and what else is known of a game, before it, while it goes on, or afterwards."""

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from hub.boards.commands import ON_ITS_WAY, command_board
from pi.commands.halls import round_names
from pi.machine.named_game import named_game
from pi.setup.faults import wrong_tag
from pi.setup.options import add_by, add_json, add_settings
from pi.setup.output import complain
from pi.usage.errors import UsageError
from record.decisions.closed_game import describe_closed
from record.decisions.commands import Describe
from record.events.about import About, PublicTags
from record.events.of_record import Described
from record.session.state import State
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal, fold
from rules.errors import DamcamError, Phrase, Sentence

DESCRIPTION = """Sets who plays and what else is known of the game that is recorded now, or of the next one. A game that is over is changed
with --game alone; its game.pdn is then written again. What is not given stays as it was; "" removes it. The journal keeps the earlier
values. At a hub --round FILE.csv tells all boards the names of a round, from a list of pairings with the columns board, white, black and,
where they differ, event and round: the game that has not begun at each board gets them, or the next one. It shows which board has not
taken them, and why, with status 1 then."""
EPILOG = """The number of the board can be a setting, for every game at it: [game] board. The evening page of the desk sets names for all
boards at once."""
TAGS = ("white", "black", "event", "site", "date", "round", "board")
"""The tags of a game that are set, as in game.pdn and on the pages."""


class NamesFault(Phrase):
    """Why nothing is set."""

    NOT_BOTH = (
        "{count} name; both players were expected, White first, in quotes where a name has blanks",
        "{count} names; both players were expected, White first, in quotes where a name has blanks",
    )
    OF_ONE_GAME = "with a list of a round only --event and --by are taken; {options} is of one game"
    NOTHING = "nothing is set; give both names, or --event, --site, --date, --round or --board"
    OVER = "this game is over, and its names stay as they are"
    NAME_IT = "the next game takes names once damcam waits for it; to change those of this one: damcam names ... --game {folder}"


class NamesSays(Phrase):
    """What was set."""

    OF_GAME = "{folder}: {changes}"
    OF_NEXT_GAME = "the next game, {folder}: {changes}"
    SET = "{tag}: {value}"
    SET_ANEW = "{tag}: {value} (before: {before})"
    REMOVED = "{tag} removed (before: {before})"
    REMOVED_NOTHING = "{tag} removed"
    WHITE = "White"
    BLACK = "Black"
    EVENT = "Event"
    SITE = "Place"
    DATE = "Date"
    ROUND = "Round"
    BOARD = "Board"


class NamesError(DamcamError, ValueError):
    """A value that game.pdn and the pages cannot show; the text says which and why."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    parser.add_argument("names", nargs="*", metavar="WHITE BLACK", help="the players, White first")
    parser.add_argument("--event", help="such as 'Frysk Kampioenskip'")
    parser.add_argument("--site", help="where it is played")
    parser.add_argument("--date", metavar="YYYY.MM.DD", help="the date, with ? for unknown digits")
    parser.add_argument("--round", metavar="ROUND | FILE.csv", help="the round of the event; or the pairings of a round, for all boards")
    parser.add_argument("--board", metavar="NUMBER", help="the number of the board in the match")
    add_by(parser, "who sets it")
    parser.add_argument("--game", type=Path, metavar="DIR", help="the game's folder (default: the game that goes on, or the next one)")
    add_json(parser, "with a list: what became of each board as JSON lines, also on a terminal")
    add_settings(parser)


def run(args: Namespace) -> int:
    """Hand the values to the running service, or write them into the journal of a closed game; or tell all boards a list."""
    if round_names.is_list(args.round):
        return _tell_round(args)
    tags = _tags(args)
    about = About(PublicTags(**tags))
    game = named_game(args.game, args.settings)
    with Journal.reader(game / JOURNAL_NAME) as journal:
        state = fold(journal)
    if state.over and args.game is None:
        raise NamesError(NamesFault.OVER.said(NamesFault.NAME_IT.said(folder=str(game))), str(game))
    held = None
    if state.closing is None:
        said = partial(complain, ON_ITS_WAY)
        held = command_board(game / JOURNAL_NAME, Describe(args.by, about), when_sent=said)
    else:
        describe_closed(game, state, Described(state.closing.t_ns, args.by, about))
    complain(held.note if held else _told(game, state, tags))
    return 0


def _tell_round(args: Namespace) -> int:
    other = [f"--{name}" for name in ("site", "date", "board", "game") if getattr(args, name) is not None]
    if args.names or other:
        raise UsageError(NamesFault.OF_ONE_GAME.said(options=tuple(other) or tuple(args.names)))
    return round_names.tell_round(args)


def _told(game: Path, before: State, tags: Mapping[str, str]) -> Sentence:
    """What was set, with what was known before."""
    known = before.opened.about.tags.told if before.opening else {}
    changes = tuple(_change(NamesSays[tag.upper()].said(), value, known.get(tag, "")) for tag, value in tags.items())
    phrase = NamesSays.OF_GAME if before.opening else NamesSays.OF_NEXT_GAME
    return phrase.said(folder=str(game), changes=changes)


def _change(tag: Sentence, value: str, before: str) -> Sentence:
    if value:
        return (NamesSays.SET_ANEW if before not in ("", value) else NamesSays.SET).said(tag=tag, value=value, before=before)
    return (NamesSays.REMOVED if before else NamesSays.REMOVED_NOTHING).said(tag=tag, before=before)


def _tags(args: Namespace) -> dict[str, str]:
    if len(args.names) not in (0, 2):
        raise UsageError(NamesFault.NOT_BOTH.said(count=len(args.names)))
    white, black = args.names or (None, None)
    given = vars(args) | {"white": white, "black": black}
    about = {tag: " ".join(given[tag].split()) for tag in TAGS if given[tag] is not None}
    if not about:
        raise UsageError(NamesFault.NOTHING.said())
    for tag, value in about.items():
        if fault := wrong_tag(tag, value):
            raise NamesError(fault.sentence, "", where=tag, **fault.values)
    return about
