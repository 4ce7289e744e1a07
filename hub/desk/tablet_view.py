"""What the tablet at the board shows: the game as it stands now, both clocks, and what the players may say; never what is wrong (Art. 24).

Under regulation C its Art. 5 has the tablet accept a move or not, and so it says which, and no more. Elsewhere a press that is irregular
looks like one that was not surely read: of either the players may enter what was played.
"""

from typing import Any

from record.decisions.entering import open_presses, start_of_press, to_enter
from record.events.of_players import MoveEntered, Said
from record.papers.public_view import move_rows, public_view
from record.session.plies import Ply
from record.session.state import State
from rules.board.fen import full_fen
from rules.irregularity import Verdict

JUDGES = "C"
"""The regulation whose Art. 5 has the tablet accept moves."""


def tablet_view(state: State, row: int, game: str) -> dict[str, Any]:
    """The public view of this moment, ready for JSON, and with it:

    `judged` is `accepted` or `refused` under regulation C, else null; `enter` the press that the players are asked for, `again` the one
    that they may enter anew, each with its side and the position before it, or null; `entered` what was entered of the last press; `draw`
    the side that offered, or accepted, and whether that is an agreement; `ready` the sides that said that the position stands right.
    """
    if state.opening is None:
        return {"id": row, "game": game}
    view, clock = public_view(state, row), state.clock
    said = _said_last(state)
    if said and not any(ply.seq == said.seq for ply in state.plies) and not state.over:
        shown = Ply(said.seq, said.side, said.written, said.plain_fen, said.verdict, 1.0, None, None)
        view |= {"moves": move_rows((*state.plies, shown)), "fens": [*view["fens"], shown.fen], "fen": shown.fen}
    view["clock"] |= {"flagged": clock.flagged, "stopped": clock.stopped}
    offer = state.draw_offer
    return view | {
        "game": game,
        "begun": bool(state.presses or clock.running or clock.stopped or clock.flagged),
        "judged": _judged(state),
        "enter": _press(state, _asked(state)),
        "again": _press(state, _anew(state)),
        "entered": {"seq": said.seq, "side": said.side, "move": said.written} if said else None,
        "draw": {"side": offer.side, "agreed": offer.said == Said.DRAW_ACCEPTED} if offer else None,
        "ready": [one.side for one in state.players if one.said == Said.STANDS_RIGHT],
    }


def _said_last(state: State) -> MoveEntered | None:
    """What was entered last, until the next press."""
    last = state.moves_said[-1] if state.moves_said else None
    return last if last and last.after == state.last_seq else None


def _judged(state: State) -> str | None:
    """Whether the tablet accepts the last move; null where it does not say, or not yet."""
    if state.opened.about.settings.regulation != JUDGES or not state.rulings or state.unruled or state.over or state.on_paper:
        return None
    if state.pending == Verdict.UNSURE:
        return None
    return "refused" if state.pending else "accepted"


def _asked(state: State) -> int | None:
    """The place of the press that is asked for: not surely read, or, where nobody is told which, irregular and not entered yet."""
    if state.over or state.on_paper or state.unruled or not state.line.open:
        return None
    place = to_enter(state)
    if place is not None or state.opened.about.settings.regulation == JUDGES:
        return place
    open_seq = state.line.open[-1].seq
    if any(one.seq == open_seq for one in state.moves_said):
        return None
    return next(place for place, ruling in enumerate(state.rulings) if ruling.seq == open_seq)


def _anew(state: State) -> int | None:
    """The place of the press that was entered last, while it may be entered once more."""
    said = _said_last(state)
    if said is None or state.over or state.on_paper:
        return None
    return next((place for place in open_presses(state) if state.rulings[place].seq == said.seq), None)


def _press(state: State, place: int | None) -> dict[str, Any] | None:
    if place is None:
        return None
    start = start_of_press(state, place)
    return {"seq": state.rulings[place].seq, "side": str(start.side), "fen": full_fen(start)}
