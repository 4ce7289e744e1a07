"""The rulings compared with the truth, press by press."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from rules.board.evidence import Evidence
from rules.board.squares import Content
from rules.play.moves import Move, legal_moves, play
from rules.referee.belief import Ruling
from tests.bench.refereeing.faults import second_disc_missing
from tests.bench.refereeing.naming import differing, names, sides
from tests.bench.refereeing.presses import Press, Word

Counts = Counter[tuple[str, str, str, str]]
"""The number of rows by row of a press (`first` or `last`), judgement, true event and verdict."""

AGAINST_NATS = 0.5
"""With this lead for a second disc that is not there, no reader can see that it is missing."""
HEIGHTS_NATS = math.log(99)
"""The most that a height counts between boards that differ only in it. A reader states no more, and nobody crowns a man in mid-board."""
NOT_SHOWN_NATS = math.log(20)
"""A picture with a smaller lead for a fault does not show it."""
MAX_UNSEEN = 1
"""A legal move is seen if no more of its squares than this show nothing, and none shows something else."""
FINE = ("legal", "corrected")
WRONG = ("wrong move", "missed", "false alarm", "misnamed", "wrong board")
"""The wrong judgements, worst first: another move or board is recorded; an irregularity is called legal; a legal press is called irregular;
another irregularity is named; the right name comes with another board."""


def judged(ruling: Ruling, press: Press) -> str:
    """The judgement of a ruling: `right`, `unsure`, or one of WRONG."""
    verdict = str(ruling.verdict)
    if verdict == "unsure":
        if ruling.move and not any(_is_move(ruling.move, word.move) for word in press.words):
            return "wrong move"
        return "right" if press.event == verdict else "unsure"
    alike = [word for word in press.words if word.verdict == verdict]
    fine, truly_fine = verdict in FINE, any(word.verdict in FINE for word in press.words)
    if fine:
        told = [
            word
            for word in press.words
            if word.verdict in FINE and _is_move(ruling.move, word.move) and _is_board(ruling, word, press.untold)
        ]
        if truly_fine:
            return "wrong move" if not told else "right" if set(told) & set(alike) else "misnamed"
        return "missed"
    if (press.event in FINE and not alike) or (press.hands_back and not press.either_way and ruling.is_irregular):
        return "false alarm"
    fitting = [word for word in alike if not ruling.move or not word.move or _is_move(ruling.move, word.move)]
    if not fitting or (ruling.hands_back != press.hands_back and not press.either_way):
        return "misnamed"
    return "right" if any(_is_board(ruling, word) for word in fitting) else "wrong board"


def _is_board(ruling: Ruling, word: Word, untold: frozenset[int] = frozenset()) -> bool:
    touched = {word.move.origin, word.move.target, *word.move.captured} if word.move else frozenset()
    boards = enumerate(zip(sides(ruling.position.contents()), sides(word.board), strict=True), 1)
    return all(told is true or square in untold.difference(touched) for square, (told, true) in boards)


def _is_move(written: str | None, move: Move | None) -> bool:
    if written is None or move is None:
        return written is None and move is None
    squares = re.findall(r"\d+", written)
    return (int(squares[0]), int(squares[-1]), "x" in written) == (move.origin, move.target, move.is_capture)


def as_shown(press: Press, evidence: Evidence, *, ahead: bool) -> Press:
    """The press, accepting also the words that its picture cannot distinguish by NOT_SHOWN_NATS.

    A legal press may be told with anything on the squares of which its picture tells less than that. For a fault the words are the legal
    moves that were seen or that differ only in a height, and the name of the board that was shown, with squares that show nothing
    unchanged. A missing second disc is such a case only if the picture speaks for a king. With `ahead`, the picture shows a
    later board, and only heights are compared.
    """
    if press.event in FINE:
        margins = enumerate(evidence.margins(), 1)
        return replace(press, untold=frozenset(square for square, margin in margins if margin is None or margin < NOT_SHOWN_NATS))
    if press.hands_back:
        return press
    if press.kind == second_disc_missing.__name__ and not _speaks_for_a_king(press, evidence):
        return press
    before = press.start.contents()
    shown = tuple(
        was if row[now] - row[was] < NOT_SHOWN_NATS else now for was, now, row in zip(before, press.board, evidence.log_p, strict=True)
    )
    if shown != press.board and not ahead:
        press = press.accepting(*(Word(verdict, move, shown) for verdict, move in names(press.start, shown)))
    stands = evidence.log_likelihood(press.board)
    for move in legal_moves(press.start):
        after = play(press.start, move).contents()
        touched = (move.origin, move.target, *move.captured)
        alike = sides(after) == sides(press.board)
        margins = [evidence.colour_margin(s, after[s - 1]) for s in touched]
        seen = alike or (not ahead and min(margins) >= 0 and sum(margin == 0 for margin in margins) <= MAX_UNSEEN)
        if seen and stands - evidence.log_likelihood(after) < (HEIGHTS_NATS if alike else NOT_SHOWN_NATS):
            press = press.accepting(Word("legal", move, after), Word("corrected", move, after))
    return press


def is_shown(press: Press, evidence: Evidence) -> bool:
    """Whether the picture shows the colour of every square that changed."""
    changed = differing(press.start.contents(), press.board)
    return all(evidence.colour_margin(square, press.board[square - 1]) >= NOT_SHOWN_NATS for square in changed)


def after_hidden_fault(press: Press, shown: Press, following: Press, contents: tuple[Content, ...]) -> Press:
    """The press after one whose pictures have `shown` no fault, accepting also its words after a legal move.

    `contents` are what its own picture shows.
    """
    moves = [word for word in shown.words if word.verdict in FINE and word.move and word not in press.words]
    found = [
        Word(verdict, move, contents) for word in moves if word.move for verdict, move in names(play(press.start, word.move), contents)
    ]
    if moves and following.side is press.side:
        return following.unseen()
    return replace(following, either_way=True).accepting(*found) if moves and following.hands_back else following


def _speaks_for_a_king(press: Press, evidence: Evidence) -> bool:
    """Whether a man stands, newly come to its promotion row, where a king is likelier by the pixels."""
    came = [
        square
        for square, (was, now) in enumerate(zip(press.start.contents(), press.board, strict=True), 1)
        if now and was.side is not now.side
    ]
    return any(evidence.height_margin(square, press.board[square - 1]) < -AGAINST_NATS for square in came)


def tally(presses: Sequence[Press], rulings: Sequence[Ruling]) -> tuple[Counts, dict[int, str]]:
    """The counts, and for each press with a wrong row the worst judgement of its rows."""
    counts: Counts = Counter()
    wrong: dict[int, str] = {}
    rows: dict[int, list[Ruling]] = {}
    for ruling in rulings:
        rows.setdefault(ruling.seq, []).append(ruling)
    for press in presses:
        of = rows.get(press.seq, [])
        for which, ruling in (("first", of[0]), ("last", of[-1])) if of else ():
            how = judged(ruling, press)
            counts[which, how, press.event, str(ruling.verdict)] += 1
            if how in WRONG:
                wrong[press.seq] = min(how, wrong.get(press.seq, how), key=WRONG.index)
    return counts, wrong
