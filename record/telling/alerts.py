"""Makes the event of a referee's ruling, with the irregularity as a sentence with its article."""

from dataclasses import dataclass

from msgspec.structs import replace

from record.events.of_game import Alert, Ruled
from record.telling.remarks import found_again, misread
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
MIRRORED = marked("Outside tournaments the setting mirrored of [board], or --mirrored, accepts a board that lies mirrored.")
"""What may be done about a board that lies wrong, where no regulation says how it lies."""


def alert(ruling: Ruling, lang: str, binding_regulation: str = "") -> Alert:
    """The irregularity as an alert for the arbiter, its sentence in `lang`. The alert of a board that lies wrong names no side.

    `binding_regulation` is that of `KeptSettings`: where there is one, the dark corner must be at White's left.
    """
    found = Irregularity(ruling.verdict, article(ruling.verdict, ruling.position.rules.name), ruling.squares)
    if ruling.verdict is Verdict.TURNED:
        return Alert(found.code, found.article, found.squares, turned(lang, binding_regulation), found.acts)
    text = sentence(ruling.verdict, ruling.squares, ruling.move, ruling.position, lang)
    return done(Alert(found.code, found.article, found.squares, text, found.acts), ruling)


def turned(lang: str, binding_regulation: str) -> str:
    """That the board lies wrong, and where no regulation binds the game, how it is read all the same."""
    says = say(lang, SENTENCES[Verdict.TURNED])
    return says if binding_regulation else f"{says} {say(lang, MIRRORED)}"


def sentence(verdict: Verdict, squares: tuple[int, ...], move: str | None, after: Position, lang: str) -> str:
    """The irregularity in words; of a capture, which pieces were left and which wrongly taken. `after` is the position after the press."""
    told = {verdict: squares}
    gone = tuple(square for square in squares if not after.content(square))
    if verdict is Verdict.FEW and gone:
        told = {Verdict.FEW: tuple(square for square in squares if square not in gone), Verdict.MANY: gone}
    return " ".join(say(lang, SENTENCES[name], move=move or "", at=at(lang, named)) for name, named in told.items())


def done(told: Alert, ruling: Ruling) -> Alert:
    """A copy of the alert with the side that pressed, and the positions before and after the press."""
    before = write_fen(ruling.start) if ruling.start else None
    return replace(told, side=str(ruling.side), before=before, after=write_fen(ruling.position))


def of_the_referee(ruling: Ruling, lang: str) -> tuple[Alert, ...]:
    """What the arbiter is told of the reading itself: that the game was found again, and squares that are misread."""
    found: tuple[Alert, ...] = ()
    if ruling.found_from:
        found = (found_again(ruling.found_from, ruling.seq, ruling.changed, lang),)
    elif ruling.open_from:
        found = (found_again(ruling.open_from, ruling.seq - 1, ruling.changed, lang),)
    return found + ((misread(ruling.misread, lang),) if ruling.misread else ())


@dataclass(frozen=True, slots=True)
class ReadFrom:
    """The evidence and pictures of a press; all empty where the ruling rests on a later picture or an entered move."""

    log_p: tuple[tuple[float, ...], ...] = ()
    """The evidence of the ruling, as `Ruled.log_p`."""
    picture: str | None = None
    """The picture that was read."""
    drawn: str | None = None
    """The picture that was read, with the grid drawn on it."""
    pictures: tuple[str, ...] = ()
    """All kept pictures of the press, in the order of time."""
    before: tuple[str, ...] = ()
    """The kept pictures of the moments before the press, in the order of time."""
    straight: tuple[str | None, ...] = ()
    """The rectified pictures that show the alert, as `Ruled.straight`."""
    heights: tuple[tuple[float, ...], ...] = ()
    """More evidence, as `Ruled.heights`."""


def ruled(
    ruling: Ruling,
    lang: str,
    read_from: ReadFrom = ReadFrom(),
    remarks: tuple[Alert, ...] = (),
    *,
    told_for_good: bool = False,
    binding_regulation: str = "",
) -> Ruled:
    """The event of a ruling; `binding_regulation` as of `alert`.

    `remarks` are alerts that do not follow from the verdict. `told_for_good` leaves out the verdict's own alert: it holds for the whole
    game and was told with an earlier press.
    """
    own = (alert(ruling, lang, binding_regulation),) if ruling.is_irregular and not told_for_good else ()
    remarks = (*remarks, *of_the_referee(ruling, lang))
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
        heights=read_from.heights,
        picture=read_from.picture,
        drawn=read_from.drawn,
        pictures=read_from.pictures,
        before=read_from.before,
        start=full_fen(ruling.start) if ruling.start else None,
        straight=read_from.straight if own or remarks else (),
    )
