"""The moves that were noted on paper, checked by the rules from where the record ends, and laid beside what was recorded unseen."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import NamedTuple

from record.events.of_game import PaperMoves
from record.papers.game_pdn import export_pdn
from record.session.outcome import counter_of
from record.session.paper import PaperError
from record.session.plies import SETTLED, Ply
from record.session.state import State
from record.telling.reasons import explain, odd
from record.texts import marked, say
from rules.board.fen import full_fen, parse_fen, write_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.errors import MoveError
from rules.pdn.check import Checked, check_game
from rules.pdn.game import RESULTS, PdnGame, PdnMove, has_fen, result_in, start_of
from rules.pdn.read import read_games
from rules.pdn.standing import written
from rules.play.counting import Counter
from rules.play.endings import declared
from rules.play.moves import play
from rules.play.notation import parse_move, write_move

PLACE = marked("line {line}, ply {ply} from paper: {text}")
NOT_LEGAL = marked("{move} is not a legal move here: {why}")
SEEN = marked("; the first press on paper was irregular, and the camera saw it as {seen}")


@dataclass(frozen=True, slots=True)
class Entry:
    """What is to be kept, and what `check` finds odd, without being wrong, in the record that comes of it."""

    event: PaperMoves
    remarks: tuple[str, ...]


def read_paper(text: str, where: str = "these moves") -> PdnGame:
    """The one game that was noted, as PDN or move after move, a line for each or not; PaperError where there is none, or another."""
    games = list(read_games(text))
    if len(games) != 1:
        raise PaperError(f"{where}: {len(games) or 'no'} games; the moves of one were expected")
    return games[0]


def enter(state: State, game: PdnGame, by: str, result: str | None = None, lang: str = "en") -> Entry:
    """The moves of a game as it was noted on paper, from where the record ends; PaperError says which of them is wrong and why.

    Behind a move that is not legal and stood there must be the position after it, `/FEN "..."/`. Without a `result` the written one holds,
    else the one that the moves come to.
    """
    if not by.strip():
        raise PaperError("it does not say who enters the moves")
    if state.paper_from is None:
        raise PaperError("this game was not continued on paper: there is no place for moves from there")
    if not state.over:
        raise PaperError("the game goes on: moves from paper are entered when it has ended")
    before = replace(state, entered=None)
    counter = counter_of(before)
    if has_fen(game) and full_fen(counter.position) != full_fen(begun := start_of(game, counter.position.rules)):
        raise PaperError(f"the paper begins at {write_fen(counter.position)}, and these moves at {write_fen(begun)}")
    checked = check_game(replace(game, tags={"FEN": full_fen(counter.position)}), counter.position.rules)
    unseen = state.line.entries[len(before.plies) :]
    if not checked.ok:
        raise PaperError(_fault(game, checked, unseen, lang))
    moves, counter = replayed(game.moves, counter)
    told, article = _outcome(state, game, result, counter)
    texts, fens = tuple(one.move for one in moves), tuple(one.fen for one in moves)
    event = PaperMoves(state.clock.since_t_ns, by, texts, fens, _presses(fens, unseen), told, article)
    return Entry(event, (*_contradicting(event, unseen), *_odd(before, replace(state, entered=event), lang)))


class Entered(NamedTuple):
    """A move in the notation of Art. 22, or `/FEN "..."/`; the position after it, and how it was written."""

    move: str
    fen: str
    written: PdnMove


def replayed(moves: Sequence[PdnMove], counter: Counter) -> tuple[list[Entered], Counter]:
    """Each move with the position after it; a position set up right behind a move, the other side to move, is what stood after that one."""
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
    """The move in the notation of Art. 22 and the position after it; of one that is not legal, the board as it was."""
    try:
        move = parse_move(text, position)
    except MoveError:
        return written(text), position.with_side(position.side.other)
    return write_move(position, move), play(position, move)


def _odd(before: State, after: State, lang: str) -> Iterator[str]:
    """What is odd in the record with the moves from paper and was not without them; its plies are counted from the game's beginning."""
    rules = ruleset(after.opened.rules)
    known, told = ([*odd(check_game(game, rules), lang)] for state in (before, after) for game in read_games(export_pdn(state)))
    yield from (remark for remark in told if remark not in known)


def _fault(game: PdnGame, checked: Checked, unseen: Sequence[Ply], lang: str) -> str:
    fault, text = checked.faults[0], checked.faults[0].text
    if checked.reason:
        moves = [one.text for one in game.moves if one.setup is None]
        text = say(lang, NOT_LEGAL, move=moves[fault.ply - 1], why=explain(checked.reason, lang))
    first = next((ply for ply in unseen if not ply.is_set_up), None)
    hint = ""
    if fault.ply == 1 and first and first.irregular:
        seen = " ".join(filter(None, (first.move, f'/FEN "{first.fen}"/')))
        hint = say(lang, SEEN, seen=seen)
    return say(lang, PLACE, line=fault.line, ply=fault.ply, text=text) + hint


def _presses(fens: Sequence[str], unseen: Sequence[Ply]) -> tuple[int, ...]:
    """For each position from paper the press that was read to lead to it, in the same order; 0 for none."""
    presses = [ply for ply in unseen if not ply.is_set_up]
    found = [0] * len(fens)
    bare = [fen.partition(":H0")[0] for fen in fens]
    for at, there, size in SequenceMatcher(None, bare, [ply.fen for ply in presses], autojunk=False).get_matching_blocks():
        for step in range(size):
            found[at + step] = presses[there + step].seq
    return tuple(found)


def _contradicting(event: PaperMoves, unseen: Sequence[Ply]) -> Iterator[str]:
    """The moves from paper that follow on what was recorded too, where the press after that was surely read to be another."""
    presses = [ply for ply in unseen if not ply.is_set_up]
    following = dict(zip((0, *(ply.seq for ply in presses)), presses, strict=False))
    for before, seq, move in zip((None, *event.seqs), event.seqs, event.moves, strict=False):
        if seq or before == 0:
            continue
        other = following.get(before or 0)
        if other and other.verdict in SETTLED and other.move != move:
            yield f"{move} from paper is not what was surely read of press {other.seq}, which is {other.move}"


def _outcome(state: State, game: PdnGame, result: str | None, counter: Counter) -> tuple[str, str | None]:
    """The result and its article: what is given, else what is written, else what the moves come to, else what the record knows."""
    over = counter.ending
    told = result if result is not None else game.result
    plain = RESULTS.get(result_in(told) or "", told.strip().lower())
    if plain == "*":
        known = replace(state, entered=None)
        return (known.result, known.article) if known.result != "*" or over is None else (over.result, over.article or None)
    try:
        declared(counter.position.rules, plain)
    except ValueError as error:
        raise PaperError(f"the result: {error}") from error
    return plain, over.article or None if over and over.result == plain else None
