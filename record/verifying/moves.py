"""game.pdn, held move by move against the record of the journal."""

from collections.abc import Iterator
from itertools import zip_longest

from record.papers.game_pdn import export_pdn
from record.session.state import State
from record.store.folder import PDN_NAME
from record.verifying.findings import Differs, Findings, VerifyNote
from record.verifying.text_files import TextRead, shown
from record.verifying.told import JournalTold
from rules.errors import DamcamError
from rules.pdn.encoding import decoded
from rules.pdn.game import PdnGame, PdnMove
from rules.pdn.read import read_games


def compare_moves(read: TextRead, told: JournalTold, found: Findings) -> None:
    """Tell where the game in game.pdn is another than the journal's. The file was read before the journal.

    Where rows of the journal do not fit, only more moves than the sound rows ever had are told.
    """
    if read.content is None:
        return
    text = decoded(read.content)
    theirs = list(read_games(text))
    if not told.is_whole or told.state.opening is None:
        moves = _moves_of(theirs)
        if moves > told.most_plies:
            found.differs(Differs.MOVES_AHEAD, PDN_NAME, theirs=moves, ours=told.most_plies)
        return
    if _same(text, told.state):
        return
    if not told.state.closed and any(_same(text, state) for state in told.earlier):
        found.note(VerifyNote.BEHIND, PDN_NAME)
        return
    ours = next(read_games(export_pdn(told.state)))
    if len(theirs) != 1 or theirs[0].faults != ours.faults:
        found.differs(Differs.PDN_NOT_ONE_GAME, PDN_NAME)
        if _moves_of(theirs) > told.most_plies:
            found.differs(Differs.MOVES_AHEAD, PDN_NAME, theirs=_moves_of(theirs), ours=told.most_plies)
        return
    _compare(theirs[0], ours, found)


def count_moves(state: State) -> int:
    """The moves on the record, without the positions that were set up between them."""
    return sum(not ply.is_set_up for ply in state.plies)


def _same(text: str, state: State) -> bool:
    try:
        return text == export_pdn(state)
    except DamcamError:
        return False


def _moves_of(games: list[PdnGame]) -> int:
    return sum(move.setup is None for game in games for move in game.moves)


def _compare(theirs: PdnGame, ours: PdnGame, found: Findings) -> None:
    for key in sorted(theirs.tags.keys() | ours.tags.keys()):
        if theirs.tags.get(key) != ours.tags.get(key):
            values = {"theirs": shown(theirs.tags.get(key, "-")), "ours": shown(ours.tags.get(key, "-"))}
            found.differs(Differs.TAG_OTHER, PDN_NAME, key=shown(key), **values)
    first = next(_other_moves(theirs, ours), None)
    counts = {"theirs": _moves_of([theirs]), "ours": _moves_of([ours])}
    if first is not None and all(first[1:]):
        ply, one, other = first
        found.differs(Differs.MOVE_OTHER, PDN_NAME, ply=ply, theirs=shown(one), ours=shown(other))
    elif first is not None:
        found.differs(Differs.MOVES_AHEAD if first[1] else Differs.MOVES_BEHIND, PDN_NAME, **counts)
    if theirs.result != ours.result:
        found.differs(Differs.RESULT_OTHER, PDN_NAME, theirs=theirs.result, ours=ours.result)
    if first is None:
        _compare_comments(theirs, ours, found)


def _other_moves(theirs: PdnGame, ours: PdnGame) -> Iterator[tuple[int, str, str]]:
    """Each ply at which the moves differ, from 1, with both texts; "" where a game has ended."""
    for ply, (one, other) in enumerate(zip_longest(_texts(theirs), _texts(ours), fillvalue=""), 1):
        if one != other:
            yield ply, one, other


def _texts(game: PdnGame) -> list[str]:
    return [move.text for move in game.moves]


def _compare_comments(theirs: PdnGame, ours: PdnGame, found: Findings) -> None:
    for ply, (one, other) in enumerate(zip(theirs.moves, ours.moves, strict=True), 1):
        if one != other:
            found.differs(Differs.COMMENT_OTHER, PDN_NAME, ply=ply, theirs=shown(_beside(one)), ours=shown(_beside(other)))
    if theirs.comments != ours.comments:
        values = {"theirs": shown(" ".join(theirs.comments)), "ours": shown(" ".join(ours.comments))}
        found.differs(Differs.COMMENT_OTHER, PDN_NAME, ply=len(ours.moves), **values)


def _beside(move: PdnMove) -> str:
    """What stands beside a move: comments, glyphs and variations."""
    variations = ["(" + " ".join(one.text for one in line.moves) + ")" for line in move.variations]
    return " ".join((*move.before, *move.comments, *(f"${glyph}" for glyph in move.glyphs), *variations))
