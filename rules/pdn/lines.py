"""Moves and lines of a PDN file while they are read."""

from rules.pdn.game import PdnLine, PdnMove


class MoveDraft:
    """A move while its comments, glyphs and variations are read."""

    __slots__ = ("before", "comments", "glyphs", "line", "text", "variations")

    def __init__(self, text: str, line: int, before: list[str], glyphs: list[int]) -> None:
        self.text, self.line, self.before, self.glyphs = text, line, before, glyphs
        self.comments: list[str] = []
        self.variations: list[PdnLine] = []

    def finished(self) -> PdnMove:
        return PdnMove(self.text, self.line, tuple(self.before), tuple(self.glyphs), tuple(self.comments), tuple(self.variations))


class LineDraft:
    """The main line or a variation while it is read.

    Comments and glyphs before its first move wait for that move, as do those between a number or a variation and the next move.
    """

    def __init__(self) -> None:
        self.moves: list[MoveDraft] = []
        self.plies, self.waits = 0, True
        self._before: list[str] = []
        self._glyphs: list[int] = []
        self.variations: list[PdnLine] = []

    @property
    def empty(self) -> bool:
        return not (self.moves or self._before)

    def move(self, text: str, line: int) -> None:
        move = MoveDraft(text, line, self._before, self._glyphs)
        move.variations = self.variations
        self._before, self._glyphs, self.variations = [], [], []
        self.moves.append(move)
        self.plies += not text.startswith("/")
        self.waits = False

    def comment(self, words: str) -> None:
        if words:
            (self._before if self.waits else self.moves[-1].comments).append(words)

    def glyph(self, number: int) -> None:
        (self._glyphs if self.waits else self.moves[-1].glyphs).append(number)

    def variation(self, line: PdnLine) -> None:
        (self.moves[-1].variations if self.moves else self.variations).append(line)
        self.waits = True

    def finished(self) -> PdnLine:
        last = self.moves[-1] if self.moves else None
        if last:
            last.glyphs += self._glyphs
            if not last.variations:
                last.comments += self._before
                self._before = []
        return PdnLine(tuple(move.finished() for move in self.moves), tuple(self._before))
