"""The command `forget`: deletes the pictures of games, and a person's name in events. The moves and the figures stay."""

from argparse import ArgumentParser, Namespace
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from hub.boards.hall_states import states_of_hall
from hub.broker.hall import BOARDS
from link.forgetting import ask_to_forget
from pi.commands.events.forgetting import EventsTold, forget_in_events, tell_events
from pi.machine.game_folders import state_of
from pi.machine.named_game import refuse_several
from pi.machine.tidying import now, time_of_day
from pi.setup.loading import settings_here
from pi.setup.options import add_by, add_json, add_settings
from pi.setup.output import complain, print_json, print_table, wants_json
from pi.setup.values import days
from pi.usage.errors import UsageError
from record.events.of_game import SessionOpened
from record.events.of_record import Described, Why
from record.session.step import State
from record.store.dropping import GameRuns, drop_pictures, pictures_in, size_of
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.journal import Journal, fold
from record.store.mirror_mark import is_mirrored
from record.store.tidying import last_written
from rules.errors import DamcamError, Phrase
from tournament.events.same_names import plain

DESCRIPTION = """Deletes all pictures of closed games: of some games, of all games of a person, or of all older ones. Without --yes it
only lists them. Pictures that show an alert are deleted too, although an appeal may be made within 24 hours of the arbiter's decision
(appendix 5). --person also takes the name, the club and the date of birth out of the events of this machine: a neutral id
stands in their place in every change, and pairings, results and standings keep their figures."""
EPILOG = """The moves and the names stay, because they are the result of the game (damcam names changes what game.pdn shows). The journal
records that the pictures were deleted, when, and by whom. After an interruption the service or the same command finishes the work. At a
hub the games of all its boards are meant, and one of them is named by its folder: the copies there go at once, and the boards delete
theirs as soon as they are connected. In the files of events nothing of the name is left, and their log says when somebody was forgotten
and by whom; exports, printed sheets, confirmed seasons and lists are not reached. Copies elsewhere are not deleted, nor what a memory
card keeps of deleted files."""


class ForgetSays(Phrase):
    """Why nothing is deleted, and the table of the games."""

    NAME_GAMES = "name games, or --person NAME, or --older-than DAYS; only one of these at a time"
    ALSO_OF_WHOM = "--also goes with --person NAME"
    NO_GAME = "there is no such game"
    NOBODY = "there is no such game; nobody called {person} played, or stands in an event here"
    NOTHING_YET = "nothing is deleted yet; the same command with --yes deletes these pictures"
    DONE = "{count} picture is deleted; games: {games}", "{count} pictures are deleted; games: {games}"
    ASKED = (
        "{count} game is of another machine, which deletes its own pictures as soon as it is connected",
        "{count} games are of other machines, which delete their own pictures as soon as they are connected",
    )
    GAME = "Game"
    DATE = "Date"
    WHITE = "White"
    BLACK = "Black"
    PICTURES = "Pictures"
    DELETED = "Deleted"
    YES = "Yes"
    NO = "No"


class ForgetError(DamcamError, ValueError):
    """No game with pictures was named; the text says what was expected."""


@dataclass(frozen=True, slots=True)
class _Game:
    """A game with its pictures."""

    folder: Path
    state: State
    persons: frozenset[str]
    """Every name that was ever given for a player."""
    files: int
    size: int

    @staticmethod
    def read(folder: Path) -> "_Game":
        """The game in a folder; LogError where its journal cannot be read, or a file beside it knows more."""
        with Journal.reader(folder / JOURNAL_NAME) as journal:
            told = [event.about.tags.told for _, event in journal.since(0) if isinstance(event, SessionOpened | Described)]
            state = fold(journal)
        persons = frozenset(plain(about[side]) for about in told for side in ("white", "black") if about.get(side))
        sizes = [size_of(path) for path in pictures_in(folder).values()]
        return _Game(folder, state, persons, len(sizes), sum(sizes))


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    parser.add_argument("games", nargs="*", metavar="GAME", help="a game's number or folder")
    parser.add_argument("--person", metavar="NAME", help="all games of this player")
    also = "another way in which texts of events write the name of --person, such as a first name alone; it may be given several times"
    parser.add_argument("--also", action="append", default=[], metavar="WORDS", help=also)
    parser.add_argument("--older-than", type=days, metavar="DAYS", help="all games whose record was last written longer ago")
    parser.add_argument("--yes", action="store_true", help="delete, instead of listing what would be deleted")
    add_by(parser, "who asks for it")
    add_json(parser)
    add_settings(parser)


def run(args: Namespace) -> int:
    """Delete the pictures, or list them; status 1 when some had to stay, with a sentence for each.

    --older-than passes over a running game, however long ago its record was last written.
    """
    if sum((bool(args.games), args.person is not None, args.older_than is not None)) != 1:
        raise UsageError(ForgetSays.NAME_GAMES.said())
    if args.also and args.person is None:
        raise UsageError(ForgetSays.ALSO_OF_WHOM.said())
    settings = settings_here(args.settings)
    in_events = EventsTold()
    if args.person is not None:
        in_events = forget_in_events(settings.board.events, args)
    rows, told, stay = _dropped(args, in_events.names)
    if not rows and not told and not in_events.is_told:
        none = ForgetSays.NOBODY.said(person=repr(args.person)) if args.person else ForgetSays.NO_GAME.said()
        raise ForgetError(none, str(Path(settings.board.state) / GAMES))
    _print(rows, as_json=args.json)
    if asked := sum("asked" in row for row in rows):
        complain(ForgetSays.ASKED.said(count=asked))
    if args.yes and (rows or not (told or in_events.is_told)):
        complain(ForgetSays.DONE.said(count=sum(row["pictures"] for row in rows), games=len(rows)))
    elif any(row["pictures"] for row in rows):
        complain(ForgetSays.NOTHING_YET.said())
    tell_events(in_events, args)
    return 1 if stay or in_events.failed else 0


def _dropped(args: Namespace, names: Collection[str]) -> tuple[list[dict[str, Any]], bool, bool]:
    """The games that are meant, a row each, without pictures after --yes; whether something was told, and whether that is a failure.

    `names` are those that the person of --person has in events.
    """
    rows: list[dict[str, Any]] = []
    told = stay = False
    for folder in _folders(_games_here(args), args.games):
        try:
            game = _Game.read(folder)
            if not _is_meant(game, args, names):
                continue
            if game.state.closing is None:
                raise GameRuns(folder)
            is_elsewhere = is_mirrored(folder / JOURNAL_NAME)
            if args.yes and is_elsewhere:
                ask_to_forget(state_of(folder), folder.name, args.by)
            elif args.yes:
                drop_pictures(folder, Why.ASKED, time_of_day(), args.by)
            rows.append(_row(game, deleted=args.yes, asked=args.yes and is_elsewhere))
        except DamcamError as error:
            complain(error)
            told = True
            stay |= args.older_than is None or not isinstance(error, GameRuns)
    return rows, told, stay


def _games_here(args: Namespace) -> list[Path]:
    """The folders with the games of this machine, its own first; at a hub those of all its boards too."""
    settings = settings_here(args.settings)
    state = Path(settings.board.state)
    of_hall = states_of_hall((Path(one) for one in settings.hub.states.split()), state / BOARDS)
    return list(dict.fromkeys(one / GAMES for one in (state, *of_hall.values())))


def _folders(places: list[Path], named: Iterable[str]) -> Iterator[Path]:
    """The folders of the games that are `named` by their number in the first of these places, or by folder, or of all games."""
    if not named:
        yield from (path.parent for games in places for path in sorted(games.glob(f"*/{JOURNAL_NAME}")))
    for name in named:
        folder = places[0] / f"{int(name):04}" if name.isascii() and name.isdigit() else Path(name)
        refuse_several(folder)
        yield folder


def _is_meant(game: _Game, args: Namespace, names: Collection[str]) -> bool:
    if args.person is not None:
        return not game.persons.isdisjoint({plain(args.person), *names})
    if args.older_than is not None:
        return now() - last_written(game.folder) > timedelta(days=args.older_than)
    return True


def _row(game: _Game, *, deleted: bool, asked: bool) -> dict[str, Any]:
    tags = game.state.opened.about.tags.told
    told = {key: tags.get(key, "") for key in ("date", "white", "black")}
    return {"game": str(game.folder), **told, "pictures": game.files, "bytes": game.size, "deleted": deleted} | (
        {"asked": True} if asked else {}
    )


def _print(rows: list[dict[str, Any]], *, as_json: bool) -> None:
    if wants_json(as_json):
        for row in rows:
            print_json(row)
    elif rows:
        says = ForgetSays
        heads = [str(head.said()) for head in (says.GAME, says.DATE, says.WHITE, says.BLACK, says.PICTURES)]
        cells = [
            (*list(row.values())[:5], f"{row['bytes'] / 1e6:.1f}", str((says.YES if row["deleted"] else says.NO).said())) for row in rows
        ]
        print_table((*heads, "MB", str(says.DELETED.said())), cells)
