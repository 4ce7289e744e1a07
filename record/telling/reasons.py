"""Reasons and endings as sentences in Dutch, Frisian and English, each followed by its article.

The reasons are for the arbiter only, never for a player (Art. 24); how a game ended may be told to anybody.
"""

from collections.abc import Iterator

from record.telling.sentences import side_word, tell
from record.texts import marked
from rules.board.squares import Side
from rules.errors import Phrase, Sentence, Value
from rules.pdn.check import Checked
from rules.pdn.remarks import at_ply
from rules.play.endings import Cause, Ending, cited
from rules.study.reasons import Code, Haul, Reason

SENTENCES: dict[Code, str] = {
    Code.NOT_A_SQUARE: marked("Not a square of the board: {squares}."),
    Code.NO_PIECE: marked("No piece stands on square {squares}."),
    Code.NOT_YOURS: marked("The piece on square {squares} is the opponent's."),
    Code.OCCUPIED: marked("Square {squares} is occupied."),
    Code.FORWARD_ONLY: marked("A man goes forward only, not from {origin} to {target}."),
    Code.MANS_STEP: marked("Without capturing, a man goes one square diagonally forward, not from {origin} to {target}."),
    Code.KINGS_LINES: marked("Without capturing, a king goes along the diagonals alone, not from {origin} to {target}."),
    Code.KINGS_STEP: marked("Without capturing, a king goes one square diagonally, not from {origin} to {target}."),
    Code.BLOCKED: marked("The way of the king is blocked on square {squares}."),
    Code.NO_CAPTURE: marked("There is nothing to capture."),
    Code.NO_SUCH_CAPTURE: marked("The piece cannot capture on its way what stands there: {squares}."),
    Code.NO_SUCH_PATH: marked("{move}: nothing can be captured so."),
    Code.TWICE: marked("No piece may be jumped a second time, as {move} does on square {squares}."),
    Code.CROWNED: marked("The man is crowned on square {squares}, and its turn ends there."),
    Code.GOES_ON: marked("The capture {move} must go on: {required}."),
    Code.TOO_LITTLE: marked("{move} takes too little ({taken}); {required} must be played and takes more ({due})."),
    Code.KING_FIRST: marked("Where man and king capture the same value the king must capture: not {move} but {required}."),
    Code.COMPULSORY: marked("A capture is compulsory: {required}."),
    Code.BANNED: marked(
        "The king on square {squares} has made {count} quiet moves in a row; it may only capture until another move is made."
    ),
    Code.GAME_OVER: marked("The game is over: {result}"),
}
ENDINGS: dict[Cause, str] = {
    Cause.NO_PIECES: marked("{loser} has no pieces left."),
    Cause.RESIGNED: marked("{loser} has resigned."),
    Cause.JUMBLED: marked("{loser} has thrown the pieces into disorder."),
    Cause.REFUSED: marked("{loser} refuses to play on."),
    Cause.TIME: marked("{loser} has exceeded the time."),
    Cause.NO_MOVE: marked("{loser} is to move and has no legal move."),
    Cause.DEFIED: marked("{loser} will not submit to the rules."),
    Cause.ONE_EACH: marked("Each side has just one king, and neither stands en prise or must step en prise: a draw."),
    Cause.ONE_PIECE_EACH: marked("Each side has one piece left: a draw."),
    Cause.AGREED: marked("The players have agreed on a draw."),
    Cause.TWO_KINGS: marked("Two kings did not beat one king within the moves allowed: a draw."),
    Cause.THREE_PIECES: marked("Three pieces did not beat one king within the moves allowed: a draw."),
    Cause.REPETITION: marked("The same position stands for the third time: a draw may be claimed."),
    Cause.STRONGEST: marked("Only kings move, to and fro; the arbiter decides. Proposed by the strongest position: {result}."),
    Cause.VOID: marked("The board lay wrong: the game is void."),
}
SIDES = {Side.WHITE: marked("White"), Side.BLACK: marked("Black")}
RESULTS = {"1-0": marked("White wins"), "0-1": marked("Black wins"), "draw": marked("Draw"), "void": marked("The game is void")}
MAX_MOVES_NAMED = 6
"""The most moves that one sentence names."""


class ReasonPart(Phrase):
    """The parts of sentences about reasons."""

    ONE_OF = "one of {moves} and {last}"
    ONE_OF_MANY = "one of {moves} and {count} more"
    HAUL = "men: {men}, kings: {kings}"
    WITH_REASON = "{what}: {why}"
    WITH_ARTICLE = "{sentence} ({article})"


def explained(reason: Reason) -> Sentence:
    """The reason as a sentence value, not yet in any language, followed by its article."""
    if reason.ending is not None:
        return _sentence(reason.code, SENTENCES[reason.code], result=_ended(reason.ending))
    sentence = _sentence(
        reason.code,
        SENTENCES[reason.code],
        squares=reason.squares,
        origin=reason.squares[0] if reason.squares else "",
        target=reason.squares[-1] if reason.squares else "",
        move=reason.move,
        required=_one_of(reason.required),
        taken=_haul(reason.taken),
        due=_haul(reason.due),
        count=reason.count or 0,
    )
    return _with_article(sentence, reason.article)


def odd(checked: Checked) -> Iterator[Sentence]:
    """Remarks on a game without faults: each irregular move that stands, with its reason, and the remarks of the check."""
    for stood in checked.stood:
        what = stood.what
        if stood.reason:
            what = ReasonPart.WITH_REASON.said(what=what, why=explained(stood.reason))
        yield at_ply(stood.ply, what)
    yield from checked.remarks


def explain_ending(ending: Ending, lang: str) -> str:
    """How the game ended, or may be ended, as a sentence in that language, followed by its article."""
    return tell(_ended(ending), lang)


def _ended(ending: Ending) -> Sentence:
    loser: Value = side_word(ending.loser) if ending.loser else ""
    result = _sentence(ending.result, RESULTS[ending.result])
    return _with_article(_sentence(ending.cause, ENDINGS[ending.cause], loser=loser, result=result), ending.article)


def _sentence(code: str, english: str, **values: Value) -> Sentence:
    """The sentence with the values for which it has placeholders."""
    return Sentence(code, english, {name: value for name, value in values.items() if f"{{{name}}}" in english})


def _with_article(sentence: Sentence, article: str) -> Sentence:
    if not article:
        return sentence
    return ReasonPart.WITH_ARTICLE.said(sentence=sentence, article=cited(article))


def _one_of(moves: tuple[str, ...]) -> Value:
    if len(moves) < 2:
        return "".join(moves)
    if len(moves) > MAX_MOVES_NAMED:
        return ReasonPart.ONE_OF_MANY.said(moves=moves[:MAX_MOVES_NAMED], count=len(moves) - MAX_MOVES_NAMED)
    return ReasonPart.ONE_OF.said(moves=moves[:-1], last=moves[-1])


def _haul(haul: Haul | None) -> Value:
    return ReasonPart.HAUL.said(men=haul.men, kings=haul.kings) if haul else ""
