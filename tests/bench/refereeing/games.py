"""Simulated games at a board: legal play with irregular presses, and the reactions to those.

The truth of a press is what the design says of its two boards. Where two courses of play show the same boards, both are accepted.
"""

import random
from dataclasses import dataclass, field, replace

from rules.board.position import NO_KING_MOVES, Position
from rules.board.ruleset import ruleset
from rules.board.squares import Content, Side, board
from rules.play.moves import Move, banned_moves, legal_moves, play
from rules.referee.weights import difference
from tests.bench.refereeing.beginnings import beginning
from tests.bench.refereeing.faults import FAULTS, RARE, second_disc_missing
from tests.bench.refereeing.naming import Contents, Name, names, sides
from tests.bench.refereeing.presses import PLAY, Game, Press, Word

Chance = random.Random

RULES = ("frisian",) * 6 + ("international", "international", "english", "dambord")
LONGEST = 30
"""The most presses in a game."""


@dataclass(frozen=True)
class Rates:
    """How often a press is irregular, and how often each reaction follows. All rates are far above those of players."""

    irregular: float = 0.02
    twice: float = 0.005
    """A side presses twice in a row after a legal move, the second time with another move."""
    answered: float = 0.4
    handed_back: float = 0.25
    restored: float = 0.1
    put_right: float = 0.1
    pressed_again: float = 0.15


RATES = Rates()
BANNED_KING_FAULT_P = 0.4
"""The rate of irregular presses where Art. 17 bans a king, which is rare."""


@dataclass
class Table:
    """The state of the board: its position, and the position that the turn can go back to."""

    before: Position
    now: Position
    flat: bool
    pending: bool = False
    handed_back: bool = False
    presses: list[Press] = field(default_factory=list)
    vague: bool = False
    """The counts of Art. 17, or the side to move, are ambiguous."""

    def add(self, position: Position, contents: Contents, found: list[Name], kind: str, hands_back: bool = False) -> None:
        """Add a press by the side to move in `position`, the position before the press."""
        words = tuple(Word(verdict, move, contents) for verdict, move in found)
        self.presses.append(Press(len(self.presses) + 1, position.side, position, contents, words, hands_back, kind=kind))


def game(chance: Chance, flat: bool, rates: Rates = RATES) -> Game:
    """A game of at most `LONGEST` presses. Where heights are not seen (`flat`), none is tampered with that no promotion asks about."""
    start = beginning(chance, ruleset(chance.choice(RULES)))
    table = Table(start, start, flat=flat)
    stubborn = chance.random() < 0.5
    while len(table.presses) < LONGEST and not table.vague and _press(chance, rates, table, stubborn):
        pass
    return Game(start, tuple(table.presses))


def _press(chance: Chance, rates: Rates, table: Table, stubborn: bool) -> bool:
    """One more press, or two; False where the game cannot go on."""
    if table.handed_back:
        return _turn(chance, rates, table, table.before, stubborn)
    if table.pending:
        draw = chance.random()
        for share, follow in (
            (rates.handed_back, _hand_back),
            (rates.restored, _hand_back_restored),
            (rates.put_right, _put_right),
            (rates.pressed_again, _press_again),
        ):
            draw -= share
            if draw < 0:
                return follow(chance, table)
    elif table.presses and chance.random() < rates.twice:
        return _press_again(chance, table)
    return _turn(chance, rates, table, table.now, stubborn) or (table.pending and _hand_back(chance, table))


def _turn(chance: Chance, rates: Rates, table: Table, position: Position, stubborn: bool) -> bool:
    """A press by the side to move in `position`: a legal move, or now and then something else."""
    moves = legal_moves(position)
    if not moves:
        return False
    tempted = BANNED_KING_FAULT_P if rates.irregular and banned_moves(position) else rates.irregular
    done = _fault(chance, position, table.flat) if chance.random() < tempted else None
    contents, kind = done or (play(position, _chosen(chance, position, moves, stubborn)).contents(), PLAY)
    _pressed(chance, table, position, contents, kind)
    return True


def _fault(chance: Chance, position: Position, flat: bool) -> tuple[Contents, str] | None:
    """The board after a fault, and the name of the fault in the simulator. Half of the time, rarely possible faults are tried first."""
    rare_first = chance.random() < 0.5
    for fault in sorted(chance.sample(FAULTS, len(FAULTS)), key=lambda one: rare_first and one not in RARE):
        contents = fault(chance, position)
        if contents and not (flat and fault is not second_disc_missing and _is_tampered(position, contents)):
            return contents, fault.__name__
    return None


def _is_tampered(position: Position, contents: Contents) -> bool:
    """Whether a height was changed that no promotion asks about."""
    stood = any(was.side is now.side and was is not now for was, now in zip(position.contents(), contents, strict=True))
    return stood or names(position, contents)[0][0] == "uncrowned"


def _pressed(chance: Chance, table: Table, position: Position, contents: Contents, kind: str) -> None:
    """Add the press with its verdicts, and set the state after it."""
    found = names(position, contents)
    again = table.handed_back or position is not table.now
    answers = table.pending and not again
    event, move = found[0]
    if answers and event == "no-move":
        _hand_back(chance, table)
        return
    if event == "legal" and again:
        found = [("corrected", move)] if table.pending else [("corrected", move), ("legal", move)]
    table.add(position, contents, found, kind)
    if answers:
        # The boards also fit a fault that was put right and answered legally.
        for first, between, second in _two_plies(table.before, contents):
            _accept(table, Word("corrected", first, between.contents()), Word("legal", second, contents))
    if event == "legal":
        table.before, table.now, table.pending, table.handed_back = position, play(position, move), False, False
        return
    taken_back = not again and len(table.presses) > 1 and sides(contents) == sides(table.before.contents())
    if taken_back:
        # If only a height differs, the boards also fit a turn handed back for a second disc.
        last = table.presses[-2]
        _accept(table, Word("uncrowned", last.words[0].move, last.board), Word("no-move", None, contents))
    table.before, table.pending, table.handed_back = position, True, False
    table.now, table.vague = _irregular(position, contents, move)
    table.vague |= taken_back


def _two_plies(position: Position, contents: Contents) -> list[tuple[Move, Position, Move]]:
    """All pairs of legal moves that lead to those contents, each with the position between the two."""
    return [
        (move, between, answer)
        for move in legal_moves(position)
        for between in (play(position, move),)
        for answer in legal_moves(between)
        if play(between, answer).contents() == contents
    ]


def _accept(table: Table, of_last_but_one: Word, of_last: Word) -> None:
    """Accept these words as well for the last two presses."""
    one, other = table.presses[-2:]
    table.presses[-2:] = [one.accepting(of_last_but_one), other.accepting(of_last)]


def _irregular(position: Position, contents: Contents, move: Move | None) -> tuple[Position, bool]:
    """The position after an irregular press, with the opponent to move; and whether the counts of Art. 17 are ambiguous."""
    counted = play(position, move) if move else position
    stands = Position.of(position.rules, position.side.other, contents)
    kept, vague = {}, False
    for side in Side:
        count = counted.king_moves(side)
        old = position.king_moves(side)
        there = bool(count.count) and contents[count.square - 1] is Content.piece(side, True) and Content.piece(side, False) in contents
        kept[side] = count if there else NO_KING_MOVES
        still = old.count and contents[old.square - 1] is Content.piece(side, True)
        vague |= (bool(count.count) and not there) or (bool(still) and old != kept[side])
    return replace(stands, white_king_moves=kept[Side.WHITE], black_king_moves=kept[Side.BLACK]), vague


def _hand_back(chance: Chance, table: Table) -> bool:
    """The opponent presses with nothing moved. Where the board can also be two legal plies, the pictures show those as well."""
    contents = table.now.contents()
    table.add(table.now, contents, [("no-move", None)], "hand_back", hands_back=True)
    table.handed_back = True
    two_plies = _two_plies(table.before, contents)
    for first, between, second in two_plies:
        _accept(table, Word("legal", first, between.contents()), Word("legal", second, contents))
    return not two_plies  # otherwise nobody could tell what the next press starts from


def _hand_back_restored(chance: Chance, table: Table) -> bool:
    """The position before the fault is put back, and the opponent presses."""
    contents = table.before.contents()
    also = [name for name in names(table.now, contents) if name[0] == "legal"]
    table.add(table.now, contents, [("no-move", None), *also], "restored", hands_back=True)
    table.now, table.handed_back = table.before, True
    return not also


def _put_right(chance: Chance, table: Table) -> bool:
    """The fault is put right while the opponent's clock runs, and he answers: the press shows both."""
    moves = legal_moves(table.before)
    if not moves:
        return False
    made = [word.move for word in table.presses[-1].words if word.move in moves]
    move = made[0] if made and chance.random() < 0.7 else chance.choice(moves)
    between = play(table.before, move)
    answers = legal_moves(between)
    if not answers:
        return False
    answer = chance.choice(answers)
    after = play(between, answer)
    contents = after.contents()
    also = [name for name in names(table.now, contents) if name[0] not in ("unsure", "jumbled")]
    table.presses[-1] = table.presses[-1].accepting(Word("corrected", move, between.contents()))
    was_gone = Position.of(between.rules, between.side, table.presses[-1].board)
    if [square for square, _ in difference(between, was_gone)] == [answer.origin] and not was_gone.content(answer.origin):
        # The boards also fit a piece held in his hand.
        table.presses[-1] = table.presses[-1].accepting(Word("legal", move, between.contents()))
    table.add(table.now, contents, [("legal", answer), *also], "put_right")
    table.before, table.now, table.pending = between, after, False
    return not also


def _press_again(chance: Chance, table: Table) -> bool:
    """The side that pressed last presses once more: what it did is undone, and something is done from the position before."""
    position = table.before
    if position.side is table.now.side or not legal_moves(position):
        return False
    last = table.presses[-1]
    moves = [move for move in legal_moves(position) if play(position, move).contents() != last.board]
    if not moves or (chance.random() < 0.15 and table.pending):
        return _turn(chance, Rates(irregular=1.0), table, position, False)
    made = [word.move for word in last.words if word.move in moves]
    move = made[0] if made and chance.random() < 0.6 else chance.choice(moves)
    _pressed(chance, table, position, play(position, move).contents(), "pressed_again")
    return True


def _chosen(chance: Chance, position: Position, moves: tuple[Move, ...], stubborn: bool) -> Move:
    """Mostly any; kings are made where they can be, and a stubborn player moves the same king again."""
    row = board(position.rules.board_size).promotion_row(position.side)
    crowning = [move for move in moves if move.target in row and not position.content(move.origin).is_king]
    if crowning and chance.random() < 0.5:
        return chance.choice(crowning)
    moved = position.king_moves(position.side)
    again = [move for move in moves if stubborn and position.content(move.origin).is_king and moved.square in (0, move.origin)]
    return chance.choice(again) if again and chance.random() < 0.85 else chance.choice(moves)
