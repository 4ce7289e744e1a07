"""From a ruling of the referee to the event that is kept: the irregularity as a sentence with its article."""

from dataclasses import dataclass, replace

from record.events.of_game import Alert, Ruled
from record.texts import at, marked, say
from rules.board.fen import full_fen, write_fen
from rules.board.position import Position
from rules.irregularity import Irregularity, Verdict, article
from rules.referee.belief import Ruling

SENTENCES: dict[Verdict, str] = {
    Verdict.NO_MOVE: marked("The clock was pressed and nothing had moved."),
    Verdict.UNCROWNED: marked("A promoted man has no second disc, a king lost its own, or a man became a king without reason: {at}."),
    Verdict.FEW: marked("Captured, and left standing: {at}."),
    Verdict.MANY: marked("Taken off, and not captured: {at}."),
    Verdict.WRONG_CAPTURE: marked("{move} is not the capture that was required."),
    Verdict.MISSED_CAPTURE: marked("{move} is a quiet move, and a capture was compulsory."),
    Verdict.BANNED_KING: marked("{move} is a fourth quiet move in a row with the same king."),
    Verdict.OPPONENTS_PIECE: marked("A piece of the opponent was moved: {at}."),
    Verdict.UNREACHABLE: marked("A piece was set on a square that it cannot reach: {at}."),
    Verdict.JUMBLED: marked("The pieces are in disorder: {at}."),
    Verdict.TURNED: marked("The board lies wrong: no dark corner at White's left."),
}


def alert(ruling: Ruling, lang: str) -> Alert:
    """The irregularity as an alert for the arbiter, its sentence in that language. A board that lies wrong is no side's doing."""
    found = Irregularity(ruling.verdict, article(ruling.verdict, ruling.position.rules.name), ruling.squares)
    text = sentence(ruling.verdict, ruling.squares, ruling.move, ruling.position, lang)
    told = Alert(found.code, found.article, found.squares, text, found.acts)
    return told if ruling.verdict is Verdict.TURNED else done(told, ruling)


def sentence(verdict: Verdict, squares: tuple[int, ...], move: str | None, after: Position, lang: str) -> str:
    """The irregularity in words; of a capture with pieces left and too many gone, which are which. `after` stands after the press."""
    told = {verdict: squares}
    gone = tuple(square for square in squares if not after.content(square))
    if verdict is Verdict.FEW and gone:
        told = {Verdict.FEW: tuple(square for square in squares if square not in gone), Verdict.MANY: gone}
    return " ".join(say(lang, SENTENCES[name], move=move or "", at=at(lang, named)) for name, named in told.items())


def done(told: Alert, ruling: Ruling) -> Alert:
    """The same, with the side that pressed, and what was held to stand before the press and after it."""
    before = write_fen(ruling.start) if ruling.start else None
    return replace(told, side=str(ruling.side), before=before, after=write_fen(ruling.position))


@dataclass(frozen=True, slots=True)
class ReadFrom:
    """What a press was read from; nothing where it is ruled by what was seen later, or entered."""

    log_p: tuple[tuple[float, ...], ...] = ()
    """The evidence that the ruling rests on."""
    picture: str | None = None
    """The picture that was read, and"""
    drawn: str | None = None
    """the same with the grid drawn on it."""
    pictures: tuple[str, ...] = ()
    """All that were kept of the press, and"""
    before: tuple[str, ...] = ()
    """of the moments before it."""
    straight: tuple[str | None, ...] = ()
    """Those laid straight, which show what is told."""


def ruled(
    ruling: Ruling, lang: str, read_from: ReadFrom = ReadFrom(), remarks: tuple[Alert, ...] = (), *, told_for_good: bool = False
) -> Ruled:
    """The event of a ruling.

    `remarks` are what the arbiter is told with it that does not follow from the verdict; `told_for_good` that the verdict's own alert
    holds for the whole game and was told with an earlier press.
    """
    own = (alert(ruling, lang),) if ruling.is_irregular and not told_for_good else ()
    return Ruled(
        seq=ruling.seq,
        side=ruling.side,
        verdict=ruling.verdict,
        move=ruling.move,
        fen=write_fen(ruling.position),
        confidence=round(ruling.confidence, 6),
        alerts=(*own, *remarks),
        amends=ruling.amends,
        log_p=read_from.log_p,
        picture=read_from.picture,
        drawn=read_from.drawn,
        pictures=read_from.pictures,
        before=read_from.before,
        start=full_fen(ruling.start) if ruling.start else None,
        straight=read_from.straight if own or remarks else (),
    )
