"""The command `go-on`: goes on with what is left of a game whose journal has lost something."""

from argparse import ArgumentParser, Namespace
from contextlib import nullcontext
from pathlib import Path

from hub.boards.handing import hand_over_choice
from pi.machine.alone import alone
from pi.machine.game_folders import StateError, StateFault, state_of
from pi.machine.named_game import NoGame, refuse_several
from pi.machine.ownership import become_owner
from pi.machine.time_of_day import noted
from pi.setup.options import add_by
from pi.setup.output import complain
from record.store.beside import left_of_another
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.going_on import GoOnError, go_on
from record.store.journal import Journal, fold
from record.store.losses import lost_in
from record.store.mirror_mark import refuse_mirror
from rules.errors import Phrase, sentence_of

DESCRIPTION = """Goes on from the last sound row of a journal that is damaged or has lost its end. The service then goes on with the game by
itself, or when it is started. Nothing is deleted: the old journal, and the files that know more, lie in the folder set-aside-1 of the game
then, and the journal tells who decided and what was missing. The clocks stand until the arbiter sets and starts them (damcam rule)."""


class WentOn(Phrase):
    """What became of the game."""

    FROM = "{game}: the game goes on from row {row}, press {seq}; what was there before is in {aside}"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.add_argument("game", type=Path, metavar="DIR", help="the folder of the game")
    add_by(parser, "the arbiter")


def run(args: Namespace) -> int:
    """Go on, or have the waiting service do it; GoOnError, StateError, FileError, LogError or RuleError says why not."""
    game: Path = args.game
    if game.is_dir():
        refuse_several(game)
    if not (game / JOURNAL_NAME).exists() and left_of_another(game) is None:
        raise GoOnError(NoGame.NO_JOURNAL.said(NoGame.NAME_FOLDER.said()), str(game))
    refuse_mirror(game / JOURNAL_NAME)  # what the board has lost is seen there alone, and the hub may have it still
    home = game.resolve()  # a link to the folder must not lead round the lock of its board
    state = state_of(home) if home.parent.name == GAMES else home
    try:
        become_owner(state)
    except OSError as error:
        raise StateError(StateFault.NOT_WRITTEN.said(StateFault.ANOTHER_FOLDER.said(), why=sentence_of(error)), str(state)) from error
    try:
        with nullcontext() if state == home else alone(state):
            go_on(game, args.by, noted())
    except StateError:
        lost = lost_in(game)
        if lost is None or not (state / "lock").exists():
            raise
        hand_over_choice(game, args.by, lost.row)
    with Journal.reader(game / JOURNAL_NAME) as journal:
        told = fold(journal).losses[-1]
    complain(WentOn.FROM.said(game=str(game), row=told.row, seq=told.seq, aside=str(game / told.aside)))
    return 0
