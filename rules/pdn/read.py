"""A lenient reader of PDN 3.0. It collects errors with their lines and reads on; no text raises an exception."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.errors import Sentence
from rules.pdn.check import Checked, Stood, check_game
from rules.pdn.game import (
    FRYSK_GAME_TYPE,
    LOST_BY_BOTH,
    NOT_PLAYED,
    RESULTS,
    TERMINATION,
    LocatedFault,
    PdnFault,
    PdnGame,
    PdnLine,
    PdnMove,
    default_result_in,
    result_in,
    rules_of,
    start_of,
)
from rules.pdn.lines import LineDraft
from rules.pdn.remarks import MAX_FAULTS, MAX_SHOWN_CHARS, PdnRemark, at_line
from rules.pdn.tokens import Token, tokens

__all__ = [
    "FRYSK_GAME_TYPE",
    "Checked",
    "PdnGame",
    "PdnLine",
    "PdnMove",
    "Stood",
    "check_game",
    "read_games",
    "rules_of",
    "start_of",
]

MAX_VARIATION_DEPTH = 64
"""The most variations inside one another. People write three or four."""
MAX_TOKENS, MAX_CHARS = 50_000, 1_000_000
"""The most moves, numbers and comments of one game, and the most characters of all of them, and of a comment. The longest games have some
thousands."""

# Text such as `2-1`: no quiet move joins two of these squares, and PDN has no such result.
_NO_RESULT = re.compile(r"[0-2]-[0-2]")
_STRENGTHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""The numeric glyphs of the written signs (PGN, section 10)."""


def read_games(text: str | Iterable[str]) -> Iterator[PdnGame]:
    """The games of a file in order, with or without headers; of a long file the pieces (`rules.pdn.pieces`) one after the other."""
    draft, reached = _GameDraft(1), [1]
    for token in _tokens([text] if isinstance(text, str) else text, reached):
        if draft.is_over_at(token):
            if not draft.empty:
                yield draft.finished(token.line)
            draft = _GameDraft(token.line)
        if draft.empty:
            draft.line = token.line
        draft.take(token)
    if not draft.empty:
        yield draft.finished(reached[0])


def _tokens(texts: Iterable[str], reached: list[int]) -> Iterator[Token]:
    """The tokens of the texts one after the other; `reached` holds the line that was reached."""
    for text in texts:
        yield from tokens(text, reached[0])
        reached[0] += text.count("\n") + text.count("\r") - text.count("\r\n")


class _GameDraft:
    """A game while it is read."""

    def __init__(self, line: int) -> None:
        self.line = line
        self._tags: dict[str, str] = {}
        self._tag_lines: dict[str, int] = {}
        self._faults: list[LocatedFault] = []
        self._remarks: list[Sentence] = []
        self._result: str | None = None
        self._result_line = line
        self._read: PdnLine | None = None
        self._unread: list[str] = []
        self._lines = [LineDraft()]
        self._passed_over = 0
        self._gap = self._by_default = False
        self._tokens = self._chars = 0

    @property
    def empty(self) -> bool:
        return not (self._tags or self._main.moves or self._faults or self._result or len(self._lines) > 1)

    @property
    def _main(self) -> LineDraft:
        return self._lines[0]

    def is_over_at(self, token: Token) -> bool:
        """Whether the token belongs to the next game. Comments belong to the game before them unless an empty line separates them."""
        kind = token.kind
        if kind == "blank":
            return self._result is not None and token.text.count("\n") > 1
        if kind in ("comment", "close"):
            return False
        if self._result is not None:
            return True
        if kind == "tag":
            return bool(self._main.moves) or (self._gap and token.name in self._tags)
        return kind == "number" and not self._is_long and len(self._lines) == 1 and self._begins_again(token.text)

    def _begins_again(self, number: str) -> bool:
        if not self._main.plies or self._main.moves[-1].text.startswith("/") or not re.match(r"0*1\s*\.", number):
            return False
        return not (number.count(".") > 1 and self._main.plies == 1)  # `1. 32-28 {a comment} 1... 19-23`

    def take(self, token: Token) -> None:
        """Read a token. From the first fault on, the movetext is also kept as it is. Of what is no game any more only the end is read."""
        if token.kind == "comment" and len(token.text) > MAX_CHARS:
            token = self._without_words(token)
        if self._is_too_long(token):
            return
        self._take(token)
        if self._faults and token.text and (token.kind == "comment" or (self._result is None and token.kind not in ("blank", "tag"))):
            self._unread.append(f"({token.text})" if token.kind == "comment" else token.text)

    def _without_words(self, comment: Token) -> Token:
        """The comment, which is longer than any, without its words; a fault in the moves of the game, a remark in a variation."""
        if not self._passed_over:
            if len(self._lines) > 1:
                self._remark(comment.line, PdnRemark.LONG_COMMENT.said(most=MAX_CHARS))
            else:
                self._fault(comment.line, PdnFault.LONG_COMMENT.said(most=MAX_CHARS))
        return comment._replace(text="")

    @property
    def _is_long(self) -> bool:
        return self._tokens >= MAX_TOKENS or self._chars >= MAX_CHARS

    def _is_too_long(self, token: Token) -> bool:
        before = self._is_long
        if self._passed_over and not self._faults:  # nothing is kept of it
            return False
        self._tokens, self._chars = self._tokens + 1, self._chars + len(token.text)
        if self._is_long and not before:
            self._close_variations(token.line)
            fault = PdnFault.TOO_MANY_CHARS.said(count=MAX_CHARS) if self._tokens < MAX_TOKENS else PdnFault.TOO_LONG.said(count=MAX_TOKENS)
            self._fault(token.line, fault)
            return True
        if before and token.kind == "result":
            self._end(token)
        return before

    def _take(self, token: Token) -> None:
        if self._passed_over and token.kind not in ("open", "close", "tag"):
            return
        line = self._lines[-1]
        match token.kind:
            case "blank":
                self._gap = self._gap or (bool(self._tags) and token.text.count("\n") > 1)
            case "number":
                line.waits = True
            case "move" | "points":
                self._move(token)
            case "setup":
                line.move(" ".join(token.text.split()), token.line)
            case "comment" if not token.closed:
                self._close_variations(token.line)
                self._fault(token.line, PdnFault.OPEN_COMMENT.said())
            case "comment":
                line.comment(token.text)
            case "nag":
                said = token.text.strip("()")
                line.glyph(int(said[1:]) if said[0] == "$" else _STRENGTHS[said[:2]])
            case "tag":
                self._tag(token)
            case "open" | "close":
                self._bracket(token)
            case "result":
                self._end(token)
            case "signs" if self._main.moves:  # behind a move they say who stands better
                self._not_understood(token)
            case "default" | "forfeit" | "signs" if result := default_result_in(token.text):
                self._end(token._replace(text=result))
                self._by_default = True
            case _:
                self._not_understood(token)

    def _move(self, token: Token) -> None:
        """Read a move, or a result that looks like one because of its blanks, its dash or the text after it."""
        text = "".join(token.text.rstrip("+#").split())
        result = result_in(text)
        if result:
            self._end(token._replace(text=result))
        elif token.kind == "points" or _NO_RESULT.fullmatch(text):
            self._not_understood(token, PdnFault.NO_RESULT.said(text=text))
        else:
            self._lines[-1].move(text, token.line)

    def _tag(self, token: Token) -> None:
        self._close_variations(token.line)
        if token.name in self._tags:
            self._remark(token.line, PdnRemark.TAG_TWICE.said(tag=token.name[:MAX_SHOWN_CHARS]))
        if not token.closed:
            shown = {"tag": token.name[:MAX_SHOWN_CHARS], "text": repr(token.text[:MAX_SHOWN_CHARS])}
            self._remark(token.line, PdnRemark.TAG_QUOTES.said(**shown))
        self._tags[token.name], self._tag_lines[token.name] = token.text, token.line

    def _bracket(self, token: Token) -> None:
        if token.kind == "open":
            if self._passed_over or len(self._lines) > MAX_VARIATION_DEPTH:
                self._passed_over += 1
                if self._passed_over == 1:
                    self._remark(token.line, PdnRemark.TOO_DEEP.said(most=MAX_VARIATION_DEPTH))
            else:
                self._lines.append(LineDraft())
        elif self._passed_over:
            self._passed_over -= 1
        elif len(self._lines) > 1:
            variation = self._lines.pop().finished()
            self._lines[-1].variation(variation)
        else:
            self._fault(token.line, PdnFault.CLOSED_TWICE.said())

    def _close_variations(self, line: int) -> None:
        self._passed_over = 0
        was_open = len(self._lines) > 1
        while len(self._lines) > 1:
            variation = self._lines.pop().finished()
            self._lines[-1].variation(variation)
        if was_open:
            self._fault(line, PdnFault.OPEN_VARIATION.said())

    def _end(self, token: Token) -> None:
        if len(self._lines) > 1:
            self._remark(token.line, PdnRemark.RESULT_IN_VARIATION.said(result=token.text))
        elif token.text != "*" or not (self.empty and self._main.empty):  # a `*` alone separates two games and is not one itself
            self._result, self._result_line = token.text, token.line
            self._main.waits = True

    def _not_understood(self, token: Token, why: Sentence | None = None) -> None:
        if len(self._lines) > 1:
            self._remark(token.line, PdnRemark.NOT_UNDERSTOOD_THERE.said(text=repr(token.text[:MAX_SHOWN_CHARS])))
        else:
            self._fault(token.line, why or PdnFault.NOT_UNDERSTOOD.said(text=repr(token.text[:MAX_SHOWN_CHARS])))

    def _fault(self, line: int, what: Sentence) -> None:
        if self._read is None:
            self._read = self._main.finished()
        if len(self._faults) < MAX_FAULTS:
            self._faults.append(LocatedFault(self._main.plies, line, what))

    def _remark(self, line: int, what: Sentence) -> None:
        if len(self._remarks) < MAX_FAULTS:
            self._remarks.append(at_line(line, what))

    def finished(self, line: int) -> PdnGame:
        self._close_variations(line)
        result = self._agreed_result()
        if self._main.variations:
            self._remark(self.line, PdnRemark.OF_NO_MOVE.said())
        main = self._read or self._main.finished()
        faults, remarks, lines, said = tuple(self._faults), tuple(self._remarks), self._tag_lines, self._result or ""
        odd = PdnGame(self.line, self._tags, remarks=remarks, unread=" ".join(self._unread), tag_lines=lines, written_result=said)
        return replace(odd, moves=main.moves, result=result, faults=faults, comments=main.comments)

    def _agreed_result(self) -> str:
        """The result of the movetext, or else of the Result tag. Remarks name a contradiction, and a game that both sides lost.

        A result that is marked as one by default becomes a plain one, and the Termination tag says it.
        """
        if by_default := default_result_in(self._tags.get("Result", "")):
            self._tags["Result"], self._by_default = by_default, True
        if self._by_default:
            self._tags.setdefault(TERMINATION, NOT_PLAYED)
        said = self._tags.get("Result", "*")
        tag, line = result_in(said), self._tag_lines.get("Result", self.line)
        of_tag, of_text = RESULTS[tag or "*"], RESULTS[self._result or "*"]
        if tag is None and said not in ("", "?"):
            self._remark(line, PdnRemark.TAG_WITHOUT_RESULT.said(text=said[:MAX_SHOWN_CHARS]))
        if "*" not in (of_tag, of_text) and of_tag != of_text:
            self._remark(line, PdnRemark.OTHER_RESULTS.said(text=said[:MAX_SHOWN_CHARS], result=self._result or ""))
        result = of_tag if of_text == "*" else of_text
        if result == LOST_BY_BOTH:
            self._remark(self._result_line if of_text != "*" else line, PdnRemark.BOTH_LOST.said())
        return result
