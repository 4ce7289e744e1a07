"""The check of a game from a file: it replays the moves and compares the counts and the result with the rules."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.board.fen import parse_fen, remarks
from rules.board.position import Position
from rules.board.ruleset import RuleSet
from rules.errors import FenError, IllegalMove, MoveError, Sentence, Value
from rules.pdn.game import TERMINATION, LocatedFault, PdnFault, PdnGame, PdnMove, has_fen, rules_of, start_of
from rules.pdn.remarks import PdnRemark, at_line, at_ply
from rules.pdn.standing import stands
from rules.pdn.tags import checked_tags
from rules.play.counting import Counter
from rules.play.endings import Cause, Ending, cited
from rules.play.moves import play
from rules.play.notation import has_wrong_sign, parse_move, write_move
from rules.play.strongest import DEFAULT_WEIGHTS, PieceWeights, strength
from rules.study.reasons import Reason
from rules.study.why import why_refused

MAX_VARIATION_REMARKS = 100
"""The most remarks on the variations of one game."""
MAX_REPETITION_POSITIONS = 200
"""The number of latest positions in which a repetition is looked for. Kings that move to and fro repeat a position sooner."""


@dataclass(frozen=True, slots=True)
class Stood:
    """A move that is not legal but no fault of the file, because the position after it is set up at once."""

    ply: int
    """The ply, from 1."""
    line: int
    """The line of the file, from 1."""
    what: Sentence
    """The remark on it."""
    reason: Reason | None
    """Why the move is not legal."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of a check."""

    plies: int
    """The number of plies that were replayed."""
    faults: tuple[LocatedFault, ...]
    """What is wrong."""
    remarks: tuple[Sentence, ...]
    """What is odd without being wrong."""
    reason: Reason | None = None
    """Why the move of the first fault is not legal; None if the fault is not a move."""
    stood: tuple[Stood, ...] = ()
    """The irregular moves that stood; they count as plies."""
    tag_faults: tuple[LocatedFault, ...] = ()
    """What is wrong in the tags; the moves are replayed all the same."""

    @property
    def ok(self) -> bool:
        """Whether all moves could be read and are legal, or stood. Faults in the tags say nothing of them."""
        return not self.faults

    @property
    def has_faults(self) -> bool:
        """Whether anything is wrong, in the moves or in the tags."""
        return bool(self.faults or self.tag_faults)


def check_game(game: PdnGame, rules: RuleSet, weights: PieceWeights = DEFAULT_WEIGHTS) -> Checked:
    """Replay the game up to its first fault. An illegal move is not a fault if a set-up follows it at once.

    Remarks name an error in a variation, play after an ending (also one by a count, Art. 18), an ending that may be claimed or proposed
    (the strongest position, by `weights`), and a result that the last position contradicts.
    """
    tags = checked_tags(game)
    try:
        position = start_of(game, rules)
    except FenError as error:
        fault = LocatedFault(0, game.line_of("FEN"), PdnFault.FEN.said(why=error.sentence))
        checked = Checked(0, (*game.faults, fault), game.remarks)
    else:
        checked = _Replay(game, rules, position, weights).checked()
    return replace(checked, remarks=(*tags.remarks, *checked.remarks), tag_faults=tags.faults)


class _Replay:
    """The replay of one game."""

    def __init__(self, game: PdnGame, rules: RuleSet, position: Position, weights: PieceWeights) -> None:
        self._game = game
        self._weights = weights
        self._claimed: set[Cause] = set()
        self._counter = Counter.at(position)
        self._plies = 0
        self._over = False
        self._wrong_signs: list[tuple[int, str, str]] = []
        self._stood: list[Stood] = []
        uncrowned = (at_line(game.line_of("FEN"), remark) for remark in remarks(position))
        self._remarks = [*_of_the_tags(game, rules), *uncrowned, *game.remarks]

    def checked(self) -> Checked:
        moves, rules = self._game.moves, self._counter.position.rules
        for place, move in enumerate(moves):
            self._remarks += _of_variations(move, self._counter.position, MAX_VARIATION_REMARKS - len(self._remarks))
            try:
                self._follow(move)
            except (FenError, MoveError) as error:
                reason = why_refused(self._counter.position, move.text) if isinstance(error, IllegalMove) else None
                if not stands(error, moves, place, rules):
                    return self._found(LocatedFault(self._plies + 1, move.line, error.sentence), *self._game.faults, reason=reason)
                self._plies += 1
                self._stood.append(Stood(self._plies, move.line, PdnRemark.STOOD.said(why=error.sentence), reason))
        if not self._game.faults:
            self._compare_the_result()
        return self._found(*self._game.faults)

    def _compare_the_result(self) -> None:
        over, result = self._counter.ending, self._game.result
        if over is not None and result not in (over.result, "*"):
            what = PdnRemark.OTHER_ENDING.said(result=result, due=over.result, article=cited(over.article))
            self._remarks.append(at_ply(self._plies, what))

    def _found(self, *faults: LocatedFault, reason: Reason | None = None) -> Checked:
        if self._wrong_signs:
            (ply, text, move), others = self._wrong_signs[0], len(self._wrong_signs) - 1
            phrase = PdnRemark.WRONG_SIGNS if others else PdnRemark.WRONG_SIGN
            self._remarks.append(phrase.said(ply=ply, text=text, move=move, others=others))
        return Checked(self._plies, faults, tuple(self._remarks), reason, tuple(self._stood))

    def _follow(self, move: PdnMove) -> None:
        position = self._counter.position
        if move.setup is not None:
            self._counter = Counter.at(parse_fen(move.setup, position.rules))
            self._over = False
            if not self._stood or self._stood[-1].ply != self._plies:
                self._remarks.append(at_ply(self._plies + 1, PdnRemark.SET_UP.said()))
            return
        if not self._over and (found := self._counter.ending) is not None:
            self._over = True
            what = PdnRemark.WENT_ON.said(result=found.result, article=cited(found.article))
            self._remarks.append(at_ply(self._plies + 1, what))
        played = parse_move(move.text, position)
        if has_wrong_sign(move.text, played):
            self._wrong_signs.append((self._plies + 1, move.text[:20], write_move(position, played)))
        after = self._counter.then(play(position, played))
        self._counter = replace(after, stood=after.stood[-MAX_REPETITION_POSITIONS:])
        self._plies += 1
        for claim in self._counter.claims(self._weights) if len(self._counter.stood) > 1 else ():
            if claim.cause not in self._claimed:
                self._claimed.add(claim.cause)
                self._remarks.append(PdnRemark.SINCE_PLY.said(ply=self._plies, what=self._told(claim)))

    def _told(self, claim: Ending) -> Sentence:
        if claim.cause is not Cause.STRONGEST:
            return PdnRemark.MAY_CLAIM.said(article=cited(claim.article))
        strong = strength(self._counter.position, self._weights)
        figures: dict[str, Value] = {"white": strong.white, "black": strong.black, "result": claim.result}
        return PdnRemark.STRONGEST.said(**figures, article=cited(claim.article))


def _of_the_tags(game: PdnGame, rules: RuleSet) -> Iterator[Sentence]:
    """Remarks on the tags for the rules and the start position."""
    named, set_up = rules_of(game), game.tags.get("SetUp", "").strip()
    if game.game_type is not None and named is not rules:
        values = {"text": game.game_type[:20], "rules": rules.name}
        what = PdnRemark.OTHER_RULES.said(**values, named=named.name) if named else PdnRemark.UNKNOWN_TYPE.said(**values)
        yield at_line(game.line_of("GameType"), what)
    if not game.is_played:
        yield at_line(game.line_of(TERMINATION), PdnRemark.NOT_PLAYED.said(result=game.result))
    if set_up == "1" and not has_fen(game):
        yield at_line(game.line_of("SetUp"), PdnRemark.WITHOUT_FEN.said())
    if set_up == "0" and has_fen(game):
        yield at_line(game.line_of("SetUp"), PdnRemark.WITH_FEN.said())


def _of_variations(move: PdnMove, position: Position, most: int) -> list[Sentence]:
    """A remark for each variation, also a nested one, with a move that is not legal; `most` remarks at most."""
    found: list[Sentence] = []
    waiting: list[tuple[Sequence[PdnMove], Position]] = [(line.moves, position) for line in reversed(move.variations)]
    while waiting and len(found) < most:
        moves, before = waiting.pop()
        for place, one in enumerate(moves):
            waiting += [(line.moves, before) for line in reversed(one.variations)]
            try:
                before = parse_fen(one.setup, before.rules) if one.setup is not None else play(before, parse_move(one.text, before))
            except (FenError, MoveError) as error:
                if not stands(error, moves, place, before.rules):
                    found.append(at_line(one.line, PdnRemark.IN_VARIATION.said(why=error.sentence)))
                    break
    return found
