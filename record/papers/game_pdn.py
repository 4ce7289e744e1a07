"""The record of a game as PDN."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from clock.control import shown_s
from record.files import write_atomically
from record.session.plies import Ply
from record.session.standing import reached
from record.session.step import State
from rules.board.fen import full_fen, parse_fen, write_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Side
from rules.pdn.clock import PdnClock
from rules.pdn.game import NOT_PLAYED, TERMINATION
from rules.pdn.write import WrittenPly, start_tags, write_game, written_result

__all__ = ["broadcast_pdn", "export_pdn", "write_atomically"]

TAGS = {"event": "?", "site": "?", "date": "????.??.??", "round": "?", "white": "?", "black": "?"}
"""The tags that every file begins with, and the texts for unknown values."""
CONTINUED, FROM_PAPER = "continued on paper", "from here on paper"
"""The comments at the end of the record and before the moves entered from paper (regulation C, Art. 5)."""
LOST = "what the journal held after press {} had been lost, and the game went on from there"
"""The comment at the end of the record where somebody decided to go on with what was left."""
_BRACKETS = str.maketrans('[]"', "()'")


def export_pdn(state: State, *, remarks: bool = True) -> str:
    """The game on the record as one PDN game; SessionError before the opening.

    Where a clock is used, each move is followed by `[%clock ...]`; the letter of the running side is a capital. An irregularity that
    stands (Art. 27) is a remark in the comment after its move. One that cannot be written as a move is a comment in its place. Where the
    move, played legally, does not lead to the position after it, that position is set up after the move. No position is written for an
    unread press; the next move is preceded by its start position, where that does not follow. `remarks=False` leaves the remarks out,
    for the public (Art. 24).
    """
    last = (CONTINUED,) if state.on_paper else ()
    if remarks:
        last = (*last, *(LOST.format(loss.seq) for loss in state.losses))
    plies = _plies(state, remarks)
    return write_game(dict(_tags(state)), plies, state.result, ruleset(state.opened.rules).begins, comments=last)


def broadcast_pdn(state: State) -> str:
    """The public game in a form that lidraughts reads. It drops all boards of a broadcast when it cannot read one.

    Result is the only tag that changes during the game; Termination is added where it ends without having been played. A turn that cannot
    be written as a move is left out, because its number would have no move. Positions that were set up have no counts, and brackets in
    tags are round: lidraughts reads neither counts nor square brackets.
    """
    tags = {name: value.translate(_BRACKETS) for name, value in _tags(state) if name != TERMINATION or value == NOT_PLAYED}
    written = (ply for ply in _plies(state, False, write_fen) if ply.text is not None)
    plies = (replace(ply, before=() if ply.is_setup else ply.before) for ply in written)
    last = (CONTINUED,) if state.on_paper else ()
    return write_game(tags, plies, state.result, ruleset(state.opened.rules).begins, comments=last)


def _tags(state: State) -> Iterator[tuple[str, str]]:
    opened = state.opened
    tags = opened.about.tags.told
    for key, unknown in TAGS.items():
        yield key.capitalize(), tags.get(key) or unknown
    yield "Result", written_result(state.result)
    if tags.get("board"):
        yield "Board", tags["board"]
    yield from start_tags(parse_fen(opened.start_fen, ruleset(opened.rules))).items()
    yield "TimeControl", state.clock.control.pdn
    if state.result == "void":
        yield TERMINATION, "void"
    elif state.article:
        yield TERMINATION, f"Art. {state.article}"
    elif not state.is_played:
        yield TERMINATION, NOT_PLAYED


def _plies(state: State, remarks: bool, fen: Callable[[Position], str] = full_fen) -> Iterator[WrittenPly]:
    timed, owed = state.clock.control.main_ns is not None, {ply.seq for ply in state.owed}
    for place, after in enumerate(reached(state)):
        ply = after.ply
        before = (FROM_PAPER,) if place == state.paper_place else ()
        comment = _clocks(ply) if timed else []
        if remarks and ply.irregular:
            comment.append(_remark(ply, is_owed=ply.seq in owed))
        if not ply.move and not comment:
            comment.append("a move that cannot be written")
        if after.begins:
            yield WrittenPly(Side(ply.side), f'/FEN "{fen(after.begins)}"/')
        if not ply.is_set_up:
            yield WrittenPly(Side(ply.side), ply.move or None, comments=(" ".join(comment),), before=before)
        if not after.by_move and not ply.is_unread:
            before = (*before, "position set up") if ply.is_set_up else ()
            yield WrittenPly(Side(ply.side), f'/FEN "{fen(after.position)}"/', before=before)


def _remark(ply: Ply, *, is_owed: bool) -> str:
    if ply.verdict == "unsure":
        return "not wholly read" if ply.move else "not read"
    return f"{ply.verdict}, to be taken back" if is_owed else f"{ply.verdict}, left standing"


def _clocks(ply: Ply) -> list[str]:
    """Both clocks right after the press, when the clock of the other side runs; empty without readings."""
    if ply.white_ns is None or ply.black_ns is None:
        return []
    return [str(PdnClock(shown_s(ply.white_ns), shown_s(ply.black_ns), Side(ply.side).other))]
