"""What the tablet at the board shows: the current game, both clocks, and what the players may say; never what is wrong (Art. 24).

Under regulation C (its Art. 5) the tablet accepts or refuses a move, and shows which of the two, but no reason. Elsewhere an irregular
press looks like one that could not be read with certainty: in both cases the players may enter the move that was played.
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
"""The regulation under which the tablet accepts or refuses moves (its Art. 5)."""


def tablet_view(state: State, last_id: int, game: str) -> dict[str, Any]:
    """The current public view, ready for JSON, with further keys. Before a game it is {"id", "game"}.

    `id` is `last_id`. `game` is the name of the game's folder, and `begun` tells whether the clock has run. `judged` is "accepted" or
    "refused" under regulation C, else null. `enter` is the press whose move the players are asked for, `again` the press whose move they
    may enter anew: {"seq", "side", "fen"} with the position before it, or null. `entered` is the move that was entered for the last press:
    {"seq", "side", "move"} or null. `draw` is {"side", "agreed"}: the side that offered or accepted last, or null. `ready` lists the sides
    that said that the position stands right.
    """
    if state.opening is None:
        return {"id": last_id, "game": game}
    view, said = public_view(state, last_id), _said_last(state)
    if said and not any(ply.seq == said.seq for ply in state.plies) and not state.over:
        shown = Ply(said.seq, said.side, said.written, said.plain_fen, verdict=said.verdict, confidence=1.0, white_ns=None, black_ns=None)
        view |= {"moves": move_rows((*state.plies, shown)), "fens": [*view["fens"], shown.fen], "fen": shown.fen}
    players = _for_players(state)
    view["clock"] |= players.pop("clock")
    return {**view, "game": game, **players}


def is_same_to_players(old: State, new: State) -> bool:
    """Whether the tablet shows no difference, besides the public view, between two states of a game, `new` the later one.

    Where the public sees none either, nothing tells that a row came.
    """
    if old.opening is None or new.opening is None:
        return old.opening is new.opening
    return _said_last(old) == _said_last(new) and _for_players(old) == _for_players(new)


def _for_players(state: State) -> dict[str, Any]:
    """What the tablet shows besides the public view."""
    clock, said, offer = state.clock, _said_last(state), state.draw_offer
    return {
        "clock": {"flagged": clock.flagged, "stopped": clock.stopped},
        "begun": bool(state.presses or clock.running or clock.stopped or clock.flagged),
        "judged": _judged(state),
        "enter": _press(state, _asked(state)),
        "again": _press(state, _anew(state)),
        "entered": {"seq": said.seq, "side": said.side, "move": said.written} if said else None,
        "draw": {"side": offer.side, "agreed": offer.said == Said.DRAW_ACCEPTED} if offer else None,
        "ready": [one.side for one in state.players if one.said == Said.STANDS_RIGHT],
    }


def _said_last(state: State) -> MoveEntered | None:
    """The move that was entered last; None once the clock is pressed again."""
    last = state.moves_said[-1] if state.moves_said else None
    return last if last and last.after == state.last_seq else None


def _judged(state: State) -> str | None:
    """Whether the tablet accepts the last move; None when it does not tell, or not yet."""
    if state.opened.about.settings.regulation != JUDGES or not state.rulings or state.unruled or state.over or state.on_paper:
        return None
    if state.pending == Verdict.UNSURE:
        return None
    return "refused" if state.pending else "accepted"


def _asked(state: State) -> int | None:
    """The index of the press whose move the players are asked for, or None.

    It was not read with certainty, or it is irregular outside regulation C and no move was entered for it yet.
    """
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
    """The index of the press whose move was entered last, while that move may be entered again; else None."""
    said = _said_last(state)
    if said is None or state.over or state.on_paper:
        return None
    return next((place for place in open_presses(state) if state.rulings[place].seq == said.seq), None)


def _press(state: State, place: int | None) -> dict[str, Any] | None:
    if place is None:
        return None
    start = start_of_press(state, place)
    return {"seq": state.rulings[place].seq, "side": str(start.side), "fen": full_fen(start)}
