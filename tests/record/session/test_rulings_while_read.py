"""Whatever the order in which presses are read and the arbiter rules: the moves, what stands and the running clock agree."""

from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from record.decisions.arbitration import Decision, decide
from record.events.of_game import ClockStarted, Pressed, Ruled, SessionOpened
from record.session.arbiter import ArbitrationError
from record.session.plies import SETTLED
from record.session.step import from_events, step
from rules.board.fen import parse_fen, write_fen
from rules.board.ruleset import ruleset
from rules.board.squares import Side
from rules.play.moves import legal_moves, play
from rules.play.notation import write_move

FRISIAN = ruleset("frisian")
S = 1_000_000_000
START = "W:W31,32,33,34,35,36,37:B1,2,3,4,5,6,7"
OPENED = SessionOpened("frisian", 10, START, "80m+60s", 4800 * S, 4800 * S)

rulings = st.sampled_from(
    [("stand", {}), ("restore", {}), ("take-back", {"plies": 1}), ("take-back", {"plies": 2}), ("take-back", {"plies": 3})]
    + [
        (word, {key: f"{side}{rest}"})
        for side in "WB"
        for word, key, rest in (("to-move", "side", ""), ("position", "fen", ":W31,32:B4,5"))
    ]
)
happenings = st.one_of(st.just("press"), st.sampled_from(["legal", "unsure", "no-move", "27d", "decides the last"]), rulings)
PRESS_AND_RULE = ["press", "legal", "press", ("restore", {}), "legal"]
UNDECIDED = ["press", "unsure", "press", ("restore", {}), "decides the last"]
NOTHING_THERE = ["press", "legal", "press", ("take-back", {"plies": 1}), "no-move"]
SET_UP_FIRST = ["press", "legal", "press", ("position", {"fen": "W:W31:B5"}), ("take-back", {"plies": 1}), "no-move"]


class Played:
    """A game in which presses are read one after the other, each from what was held when it was made."""

    def __init__(self):
        self.state = from_events([OPENED, ClockStarted(0, "white")])
        self.t_ns = 0
        self.guessed = {}

    def happens(self, what):
        self.t_ns += S
        if what == "press":
            self.press()
        elif isinstance(what, tuple):
            self.rule(*what)
        elif self.state.unruled:
            self.read(what)

    def press(self):
        shows, side = self.state.clock, self.state.clock.running
        seq = len(self.state.presses) + 1
        self.take(Pressed(seq, self.t_ns, side, shows.white_ns - S, shows.black_ns - S, str(Side(side).other)))

    def rule(self, word, more):
        try:
            self.take(decide(self.state, Decision(len(self.state.presses), word, "J. Jansen", **more), self.t_ns))
        except ArbitrationError:
            return  # it has no place there, and nothing changes

    def read(self, verdict):
        press = self.state.unruled[0]
        last = self.state.rulings[-1] if self.state.rulings else None
        if verdict == "decides the last" and last and last.seq in self.guessed and last.verdict == "unsure":
            self.take(Ruled(last.seq, last.side, "legal", self.guessed[last.seq], last.fen, 0.99, amends=True))
        side = Side(press.side)
        before = parse_fen(self.state.fen, FRISIAN).with_side(side)
        moves = legal_moves(before)
        if verdict in ("no-move", "27d") or not moves:
            verdict, move, after = verdict if verdict == "27d" else "no-move", None, before.with_side(side.other)
        else:
            move, after = write_move(before, moves[0]), play(before, moves[0])
        if verdict == "unsure":
            self.guessed[press.seq], move = move, None
        verdict = "legal" if verdict == "decides the last" else verdict
        self.take(Ruled(press.seq, side, verdict, move, write_fen(after), 0.99))

    def take(self, event):
        self.state = step(self.state, event)


def bare(fen):
    position = parse_fen(fen, FRISIAN)
    return position.side, position.contents()


def is_in_order(state):
    """Each press stands once, in order, and what is folded again is the same."""
    entries = state.line.entries
    moves = [ply.seq for ply in entries if not ply.is_set_up]
    assert moves == sorted(set(moves))
    assert [ply.seq for ply in entries] == sorted(ply.seq for ply in entries)
    assert all(ply.irregular for ply in state.line.open)
    assert state.plies == state.line.on_record[: len(state.plies)]
    if state.rulings:
        assert step(state, replace(state.rulings[-1], amends=True)).line == state.line


def agrees(state):
    said = state.on_the_board
    ruled_last = bool(said) and said[-1].seq == len(state.presses)
    last = state.rulings[-1] if state.rulings else None
    read_last = not state.unruled and last is not None and last.verdict in SETTLED
    if not ruled_last and not read_last:
        return
    entries = state.line.entries
    assert bare(entries[-1].fen if entries else START) == bare(state.fen)
    assert state.clock.running == str(parse_fen(state.fen, FRISIAN).side)


@given(st.lists(happenings, max_size=12))
@example(PRESS_AND_RULE)
@example(UNDECIDED)
@example(NOTHING_THERE)
@example(SET_UP_FIRST)
def test_moves_what_stands_and_the_clock_agree_in_whatever_order_it_comes(happened):
    game = Played()
    for what in happened:
        game.happens(what)
        is_in_order(game.state)
        agrees(game.state)


def test_what_was_restored_while_it_was_read_is_not_on_the_record():
    game = Played()
    for what in PRESS_AND_RULE:
        game.happens(what)
    assert [ply.seq for ply in game.state.plies] == [1]
    assert game.state.clock.running == "black"
    assert [ruling.verdict for ruling in game.state.rulings] == ["legal", "legal"]
