"""What the last pictures showed of each square. A sign that was there before the press is no evidence of the press.

The errors of a picture (a shadow, a stain, the thickness of the set) are repeated in the next, and would add up to certainty. So the
evidence against what stands on a square counts by its increase since the last picture. A colour that a square has shown wrongly is
remembered for that square, as the error of the reader.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rules.board.evidence import Evidence, Row
from rules.board.squares import Content, Side
from rules.referee.leads import CLEAR_NATS, PLAIN_HEIGHT_NATS
from rules.referee.priors import BIAS_FADES, MAX_BIAS_NATS, MAX_DARK_SQUARES, MIN_DARK_PICTURES

MAX_FLICKERS = 2
"""In more pictures in a row than this, another colour is no passing error of the reader."""
RETURNED = -1
COLOURS: tuple[Side | None, ...] = (None, *Side)
OTHER_COLOURS = {colour: tuple(other for other in COLOURS if other is not colour) for colour in COLOURS}


@dataclass(frozen=True, slots=True)
class Shown:
    """What is known of the squares from earlier pictures."""

    rows: Mapping[int, Row] = field(default_factory=dict)
    """By square the last row in which it was seen. Its content has not changed since in any situation."""
    bias: Mapping[tuple[int, Side | None], float] = field(default_factory=dict)
    """The nats by which a square spoke against the colour that surely stood on it. They fade while it speaks for that colour."""
    heights: Mapping[tuple[int, Content], float] = field(default_factory=dict)
    """The most nats by which a square has spoken for a king, where this man stands, or for a man, where this king stands."""
    dark: Mapping[int, int] = field(default_factory=dict)
    """By square the number of the latest pictures in a row that told nothing of it."""
    misread: Mapping[int, int] = field(default_factory=dict)
    """By square the number of sure rulings in a row at which it spoke against what stood on it."""
    steady: Mapping[int, tuple[Side | None, int]] = field(default_factory=dict)
    """By square the colour that it clearly shows since a move last touched it, and in how many latest pictures it showed another one.

    A colour that is shown in more than `MAX_FLICKERS` pictures in a row is the steady one from then on; `RETURNED` in place of the number
    means that the square showed another colour for a while and then the steady one again.
    """

    def after(
        self, evidence: Evidence, stands: Sequence[Content | None], may_differ: Container[int], moved: Container[int], *, sure: bool
    ) -> "Shown":
        """What is known after a press with this evidence.

        `stands` has the content of each square, None where situations differ; the squares of `may_differ` changed in some situation, those
        of `moved` in the ruling. `sure`: the press was ruled.
        """
        rows = {square: row for square, row in self.rows.items() if square not in may_differ}
        rows |= {square: row for square, row in enumerate(evidence.log_p, 1) if max(row) > min(row)}
        bias, misread = dict(self.bias), {} if sure else dict(self.misread)
        heights = {(square, known): nats for (square, known), nats in self.heights.items() if stands[square - 1] in (None, known)}
        for square, (row, content) in enumerate(zip(evidence.log_p, stands, strict=True), 1):
            # Beyond that many nats it is hardly an error of the reader, unless the ruling says so.
            if content is not None and max(row) > min(row) and (sure or _against(row, content.side) <= MAX_BIAS_NATS):
                against = min(_against(row, content.side), MAX_BIAS_NATS)
                known = max(against, bias.pop((square, content.side), 0.0) * BIAS_FADES)
                if known > 0:
                    bias[square, content.side] = known
                if content.side:
                    spoke = min(-evidence.height_margin(square, content), MAX_BIAS_NATS)
                    heights[square, content] = max(heights.get((square, content), 0.0), spoke)
                if sure and (against > 0 or evidence.height_margin(square, content) <= -PLAIN_HEIGHT_NATS):
                    misread[square] = self.misread.get(square, 0) + 1
        return Shown(rows, bias, heights, self.dark_after(evidence), misread, self._steady_after(evidence, moved))

    def _steady_after(self, evidence: Evidence, moved: Container[int]) -> dict[int, tuple[Side | None, int]]:
        """The value of `steady` after this picture."""
        steady = {square: known for square, known in self.steady.items() if square not in moved}
        for square, shown in _clear_colours(evidence):
            colour, flickers = steady.get(square, (shown, 0))
            if shown is colour:
                steady[square] = (colour, RETURNED if flickers else 0)
            elif flickers < MAX_FLICKERS:
                steady[square] = (colour, max(flickers, 0) + 1)
            else:
                steady[square] = (shown, 0)
        return steady

    def has_returned(self, square: int, colour: Side | None) -> bool:
        """Whether the square showed this colour, then another one for a picture or two, and now this colour again."""
        return self.steady.get(square) == (colour, RETURNED)

    def dark_after(self, evidence: Evidence) -> dict[int, int]:
        """The value of `dark` after this picture."""
        return {square: self.dark.get(square, 0) + 1 for square, row in enumerate(evidence.log_p, 1) if max(row) == min(row)}

    def of_another_board(self) -> "Shown":
        """What is known of the squares after the pieces were set up anew."""
        return Shown(bias=self.bias, dark=self.dark)

    def stays_dark(self, pictures: int = MIN_DARK_PICTURES) -> frozenset[int]:
        """The squares of which so many latest pictures told nothing, if most of the board was seen: the doubt about them may never end."""
        squares = frozenset(square for square, count in self.dark.items() if count >= pictures)
        return squares if len(squares) <= MAX_DARK_SQUARES else frozenset()

    def bias_of(self, square: int) -> float:
        """The most nats by which the square is known to speak against what stands on it."""
        return max(self.bias.get((square, colour), 0.0) for colour in COLOURS)


class FreshEvidence:
    """The evidence of one press, as each situation sees it: without the signs that were known before."""

    def __init__(self, shown: Shown, evidence: Evidence) -> None:
        self.evidence, self._shown = evidence, shown
        self._rows: dict[tuple[int, Content], Row] = {}
        self._heights = {int(square): (raised, lowered) for square, raised, lowered in evidence.heights}
        self._found: dict[tuple[Row, ...], Evidence] = {evidence.log_p: evidence}

    def at(self, contents: Sequence[Content]) -> Evidence:
        """The evidence for a board that held `contents`, square 1 first, at the last picture.

        In the row of a square, the value of the content that stood there rises by what the last row had against it, to at most the level of
        the best. The same holds for every colour on a square with a known bias. What both pictures tell of a second disc that came or went
        is added to the value of the other height.
        """
        rows = tuple(map(self._row, enumerate(contents, 1)))
        if rows not in self._found:
            self._found[rows] = Evidence(rows)
        return self._found[rows]

    def without_bias(self) -> Evidence:
        """The evidence where every colour of a square is raised by the known bias of that square, to at most the level of the best."""
        return Evidence(tuple(self._without_bias(square, COLOURS) for square in range(1, len(self.evidence.log_p) + 1)))

    def stays_dark(self) -> frozenset[int]:
        """The squares of which neither this picture nor those before it tell anything, if most of the board is seen."""
        return Shown(dark=self._shown.dark_after(self.evidence)).stays_dark()

    def still_shows_another(self, square: int, content: Content) -> bool:
        """Whether the square clearly shows another colour than this, and at the last picture did so by more than an error of the reader."""
        last = self._shown.rows.get(square)
        if last is None or _against(last, content.side) <= MAX_BIAS_NATS:
            return False
        return self.evidence.colour_margin(square, content) <= -CLEAR_NATS

    def still_shows_other_kind(self, square: int, content: Content) -> bool:
        """Whether the square plainly shows a king for this man, or a man for this king, in this picture and the last.

        At the last one it did so by more than an error of the reader.
        """
        last = self._shown.rows.get(square)
        if last is None or content.side is None:
            return False
        other = Content.piece(content.side, not content.is_king)
        return last[other] - last[content] > MAX_BIAS_NATS and self.evidence.height_margin(square, content) <= -PLAIN_HEIGHT_NATS

    def _without_bias(self, square: int, colours: Iterable[Side | None]) -> Row:
        row, bias = self.evidence.log_p[square - 1], self._shown.bias_of(square)
        for colour in colours if bias else ():
            row = _lifted(row, colour, bias)
        return row

    def _row(self, stood: tuple[int, Content]) -> Row:
        if stood not in self._rows:
            self._rows[stood] = self._relieved(*stood)
        return self._rows[stood]

    def _relieved(self, square: int, stood: Content) -> Row:
        last = self._shown.rows.get(square)
        if last is None:
            return self._without_bias(square, COLOURS)
        others = OTHER_COLOURS[stood.side]
        row = self._without_bias(square, others)
        against = _against(last, stood.side)
        if against > 0 and any(self._shown.has_returned(square, colour) for colour in others):
            return row  # what it showed in between was the error, not what it shows before and after
        row = _lifted(row, stood.side, max(min(against, MAX_BIAS_NATS), self._shown.bias.get((square, stood.side), 0.0)))
        if stood.side and against <= MAX_BIAS_NATS:
            other = Content.piece(stood.side, not stood.is_king)
            known = max(self._shown.heights.get((square, stood), 0.0), last[other] - last[stood])
            row = _with(row, {stood: row[stood] + min(known, max(0.0, row[other] - row[stood]))})
            row = _with(row, {other: row[other] + self._heights.get(square, (0.0, 0.0))[stood.is_king]})
        return row


def _lifted(row: Row, colour: Side | None, nats: float) -> Row:
    """The row with the values of that colour raised by `nats`, but not above the best of the other colours."""
    more = min(nats, max(0.0, _against(row, colour)))
    if more <= 0:
        return row
    empty, white_man, white_king, black_man, black_king = row
    if colour is None:
        return empty + more, white_man, white_king, black_man, black_king
    if colour is Side.WHITE:
        return empty, white_man + more, white_king + more, black_man, black_king
    return empty, white_man, white_king, black_man + more, black_king + more


def _against(row: Row, colour: Side | None) -> float:
    """The lead in nats of the best other colour over this one; negative if this one leads."""
    empty, white_man, white_king, black_man, black_king = row
    white = white_man if white_man > white_king else white_king
    black = black_man if black_man > black_king else black_king
    if colour is None:
        return (white if white > black else black) - empty
    own, other = (white, black) if colour is Side.WHITE else (black, white)
    return (empty if empty > other else other) - own


def _clear_colours(evidence: Evidence) -> Iterator[tuple[int, Side | None]]:
    """The squares that clearly show a colour, None for an empty square, with that colour."""
    for square, row in enumerate(evidence.log_p, 1):
        for colour in COLOURS:
            if -_against(row, colour) >= CLEAR_NATS:
                yield square, colour
                break


def _with(row: Row, values: Mapping[Content, float]) -> Row:
    a, b, c, d, e = (values.get(content, row[content]) for content in Content)
    return a, b, c, d, e
