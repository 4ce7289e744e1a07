"""Checks moves noted on paper by the rules, from the end of the record on, and compares them with what was recorded meanwhile."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import NamedTuple

from record.events.of_game import PaperMoves
from record.papers.game_pdn import export_pdn
from record.session.outcome import counter_of
from record.session.paper import PaperError, PaperRefusal
from record.session.plies import SETTLED, Ply
from record.session.state import State
from record.telling.reasons import explained, odd
from rules.board.fen import full_fen, parse_fen, write_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.errors import MoveError, Phrase, Sentence, Value
from rules.pdn.check import Checked, check_game
from rules.pdn.game import RESULTS, PdnGame, PdnMove, has_fen, result_in, start_of
from rules.pdn.read import read_games
from rules.pdn.standing import written
from rules.play.counting import Counter
from rules.play.endings import EndingError, declared
from rules.play.moves import play
from rules.play.notation import parse_move, write_move


class PaperRemark(Phrase):
    """What is odd about moves from paper."""

    READ_OTHERWISE = "{move} from paper is not what was surely read of press {seq}, which is {other}"


@dataclass(frozen=True, slots=True)
class Entry:
    """The event of the entered moves, and the remarks of the check on the record with them."""

    event: PaperMoves
    remarks: tuple[Sentence, ...]


def read_paper(text: str, where: Value = "") -> PdnGame:
    """The game in a text: PDN, or moves with blanks or line ends between them. PaperError where there is no game, or more than one."""
    games = list(read_games(text))
    if len(games) != 1:
        place = where or PaperRefusal.THESE_MOVES.said()
        raise PaperError((PaperRefusal.ONE_GAME if games else PaperRefusal.NO_GAME).said(where=place, count=len(games)))
    return games[0]


def enter(state: State, game: PdnGame, by: str, result: str | None = None) -> Entry:
    """Enters the moves noted on paper, which go on from the end of the record; PaperError says which move is wrong and why.

    An illegal move that stood must be followed by the position after it, `/FEN "..."/`. Without `result`, the result in `game` counts, else
    that of the record, else that of the moves.
    """
    if not by.strip():
        raise PaperError(PaperRefusal.NOBODY_ENTERS.said())
    if state.paper_from is None:
        raise PaperError(PaperRefusal.NOT_CONTINUED.said())
    if not state.over:
        raise PaperError(PaperRefusal.GOES_ON.said())
    before = replace(state, entered=None)
    counter = counter_of(before)
    if has_fen(game) and full_fen(counter.position) != full_fen(begun := start_of(game, counter.position.rules)):
        raise PaperError(PaperRefusal.ANOTHER_START.said(begins=write_fen(counter.position), begun=write_fen(begun)))
    checked = check_game(replace(game, tags={"FEN": full_fen(counter.position)}), counter.position.rules)
    unseen = state.line.entries[len(before.plies) :]
    if not checked.ok:
        raise PaperError(_fault(game, checked, unseen))
    moves, counter = replayed(game.moves, counter)
    told, article = _outcome(state, game, result, counter)
    texts, fens = tuple(one.move for one in moves), tuple(one.fen for one in moves)
    event = PaperMoves(state.clock.since_t_ns, by, texts, fens, seqs=_presses(fens, unseen), result=told, article=article)
    return Entry(event, (*_contradicting(event, unseen), *_odd(before, replace(state, entered=event))))


class Entered(NamedTuple):
    """A move in the notation of Art. 22, or `/FEN "..."/`; the FEN after it; and the move as it was written."""

    move: str
    fen: str
    written: PdnMove


def replayed(moves: Sequence[PdnMove], counter: Counter) -> tuple[list[Entered], Counter]:
    """Each move with the position after it, and the counts at the end. `counter` has the counts at the start.

    A position set up directly after a move, with the other side to move, is the position after that move.
    """
    rules, told = counter.position.rules, list[Entered]()
    places = iter(range(len(moves)))
    for place in places:
        behind = moves[place + 1].setup if place + 1 < len(moves) else None
        if (setup := moves[place].setup) is not None:
            counter = Counter.at(parse_fen(setup, rules))
            told.append(Entered(f'/FEN "{full_fen(counter.position)}"/', full_fen(counter.position), moves[place]))
            continue
        text, after = _played(counter.position, moves[place].text)
        stood = parse_fen(behind, rules) if behind is not None else None
        if stood and stood.side is counter.position.side.other and not moves[place + 1].before:
            next(places)
            counter = Counter.at(stood)
        else:
            counter = counter.then(after)
        told.append(Entered(text, full_fen(stood) if counter.position is stood else write_fen(counter.position), moves[place]))
    return told, counter


def _played(position: Position, text: str) -> tuple[str, Position]:
    """The move in the notation of Art. 22 and the position after it; an illegal move leaves the board unchanged."""
    try:
        move = parse_move(text, position)
    except MoveError:
        return written(text), position.with_side(position.side.other)
    return write_move(position, move), play(position, move)


def _odd(before: State, after: State) -> Iterator[Sentence]:
    """The remarks on the record with the moves from paper that it did not have without them. Plies count from the start of the game."""
    rules = ruleset(after.opened.rules)
    known, told = ([*odd(check_game(game, rules))] for state in (before, after) for game in read_games(export_pdn(state)))
    yield from (remark for remark in told if remark not in known)


def _fault(game: PdnGame, checked: Checked, unseen: Sequence[Ply]) -> Sentence:
    fault, why = checked.faults[0], checked.faults[0].what
    if checked.reason:
        moves = [one.text for one in game.moves if one.setup is None]
        why = PaperRefusal.NOT_LEGAL.said(move=moves[fault.ply - 1], why=explained(checked.reason))
    there = PaperRefusal.PLACE.said(line=fault.line, ply=fault.ply, why=why)
    first = next((ply for ply in unseen if not ply.is_set_up), None)
    if fault.ply == 1 and first and first.irregular:
        return PaperRefusal.SEEN.said(fault=there, seen=" ".join(filter(None, (first.move, f'/FEN "{first.fen}"/'))))
    return there


def _presses(fens: Sequence[str], unseen: Sequence[Ply]) -> tuple[int, ...]:
    """For each position from paper the press that was read to lead to it, in the same order; 0 where there is none."""
    presses = [ply for ply in unseen if not ply.is_set_up]
    found = [0] * len(fens)
    bare = [fen.partition(":H0")[0] for fen in fens]
    for at, there, size in SequenceMatcher(None, bare, [ply.fen for ply in presses], autojunk=False).get_matching_blocks():
        for step in range(size):
            found[at + step] = presses[there + step].seq
    return tuple(found)


def _contradicting(event: PaperMoves, unseen: Sequence[Ply]) -> Iterator[Sentence]:
    """A remark for each move from paper that follows a recorded move, where the next press was surely read as another move."""
    presses = [ply for ply in unseen if not ply.is_set_up]
    following = dict(zip((0, *(ply.seq for ply in presses)), presses, strict=False))
    for before, seq, move in zip((None, *event.seqs), event.seqs, event.moves, strict=False):
        if seq or before == 0:
            continue
        other = following.get(before or 0)
        if other and other.verdict in SETTLED and other.move != move:
            yield PaperRemark.READ_OTHERWISE.said(move=move, seq=other.seq, other=other.move or "-")


def _outcome(state: State, game: PdnGame, result: str | None, counter: Counter) -> tuple[str, str | None]:
    """The result and its article. The first of these that is known counts: `result`, the game's own, the record's, that of the moves."""
    over = counter.ending
    told = result if result is not None else game.result
    plain = RESULTS.get(result_in(told) or "", told.strip().lower())
    if plain == "*":
        known = replace(state, entered=None)
        return (known.result, known.article) if known.result != "*" or over is None else (over.result, over.article or None)
    try:
        declared(counter.position.rules, plain)
    except EndingError as error:
        raise PaperError(PaperRefusal.RESULT.said(why=error.sentence)) from error
    return plain, over.article or None if over and over.result == plain else None
