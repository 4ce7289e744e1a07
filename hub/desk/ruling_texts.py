"""What the arbiter is told of a ruling that he sends: the question that is asked back first, and what was done."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from clock.control import SECOND_NS
from hub.desk.decisions import MAX_PLIES, whole
from hub.desk.desk_parts import CLOCKS_AFTER
from hub.texts.desk_names import WORDS
from hub.texts.grounds import ground_of, is_agreed_draw
from hub.texts.spoken import NAMES
from record.papers.rows import duration
from record.telling.reasons import SIDES
from record.texts import marked, say, say_many
from rules.board.squares import Side

MINUS = "\N{MINUS SIGN}"
TELL_IT = marked("Tell it?")
ASKED = {"close": marked("End the recording?"), "start-clock": marked("Start it?")}
"""What is asked behind the sentence, instead of TELL_IT."""
LEADING_ZEROS = re.compile(r"\A0:0?(?=\d)")


class SentRuling(NamedTuple):
    """A ruling as a page sent it, which `decisions.word_of` has read without a fault, and the game on which it is made."""

    sent: Mapping[str, Any]
    view: Mapping[str, Any]
    """The desk before it, as `DeskFeed.view`."""
    undo_does: str
    """What undoing the last ruling would do."""
    lang: str

    @property
    def word(self) -> str:
        return str(self.sent["word"])

    @property
    def question(self) -> str:
        """What is asked back, in the reader's language; empty where the ruling is carried out at once."""
        sentence = QUESTIONS[self.word](self) if self.word in QUESTIONS else ""
        if not sentence:
            return ""
        return " ".join(filter(None, (self._played_on(), sentence, self._say(ASKED.get(self.word, TELL_IT)))))

    @property
    def done(self) -> str:
        """That it was done: whose clock, how much, which result."""
        return self._say(marked("Done: {word}"), word=self._details())

    def _played_on(self) -> str:
        """How many presses were made since the players' word that the ruling confirms; empty for none."""
        since = whole(self.sent, "since", MAX_PLIES) if "since" in self.sent else 0
        if not since:
            return ""
        return say_many(self.lang, "Play went on: {count} press was made since.", "Play went on: {count} presses were made since.", since)

    def _details(self) -> str:
        name = self._say(WORDS[self.word])
        match self.word:
            case "end":
                return " · ".join(filter(None, (self._outcome, self._ground)))
            case "add-times":
                return self._times(lambda side, seconds: f"{side} {MINUS if seconds < 0 else '+'} {_amount(abs(seconds))}")
            case "set-times":
                return self._times(lambda side, seconds: f"{side} {duration(seconds * SECOND_NS)}")
            case "time-control":
                return f"{name} · {self.sent['control']}"
            case "undo":
                clocks = CLOCKS_AFTER.get((self.view["undo"] or {}).get("clock", ""), "")
                return f"{name}. {self._say(clocks)}" if clocks else name
            case "take-back":
                return f"{name} · {say_many(self.lang, '{count} ply', '{count} plies', self.sent['plies'])}"
            case "to-move" | "start-clock" | "suspend-writing" | "resume-writing":
                return f"{name} · {self._side(self.sent['side'])}"
        return name

    def _times(self, written: Callable[[str, int], str]) -> str:
        seconds = {side: self.sent.get(f"{side}_s") for side in Side}
        return ", ".join(written(self._side(side), count) for side, count in seconds.items() if count)

    @property
    def _outcome(self) -> str:
        return self._say(NAMES["RESULTS"][self.sent["result"]])

    @property
    def _ground(self) -> str:
        return ground_of(self.lang, self.view.get("rules", ""), self.sent["result"], self._article, self.sent.get("cause", "")) or str(
            self.sent.get("reason", "")
        )

    @property
    def _article(self) -> str:
        return str(self.sent.get("article", ""))

    def _end(self) -> str:
        ground = self._ground or (self._article and self._say(marked("Article {number}"), number=self._article))
        if not ground:
            return f"{self._outcome}."
        told = f"{self._outcome}: {ground}{'' if ground.endswith(('.', '!', '?')) else '.'}"
        if self.sent["result"] == "draw" and is_agreed_draw(self.view.get("rules", ""), self._article):
            return f"{told} {self._say(marked('It is one in an endgame alone (Art. {article}).'), article=self._article)}"
        return told

    def _start(self) -> str:
        """What starting that clock brings, where it is not simply the clock of the side to move."""
        if not self.view.get("stands"):
            return ""
        side = Side(self.sent["side"])
        names = {"side": self._side(side), "other": self._side(side.other)}
        is_turn = self.view["stands"].startswith("W") == (side == Side.WHITE)
        other_runs = self.view["clock"]["running"] == side.other and not self.view["no_news"]
        if is_turn:
            return self._say(marked("{other}'s clock stops, and {side}'s starts."), **names) if other_runs else ""
        return self._say(OTHER_STOPS if other_runs else OTHER_STANDS, **names)

    def _position(self) -> str:
        side = Side.WHITE if self.sent["fen"].strip().upper().startswith("W") else Side.BLACK
        return self._say(marked("Another position is set up, with {side} to move."), side=self._side(side))

    def _to_move(self) -> str:
        return self._say(marked("{side} is to move, and the board stays as it is."), side=self._side(self.sent["side"]))

    def _take_back(self) -> str:
        return say_many(self.lang, "{count} ply is taken back.", "{count} plies are taken back.", self.sent["plies"])

    def _side(self, side: str) -> str:
        return self._say(SIDES[Side(side)])

    def _say(self, sentence: str, **values: object) -> str:
        return say(self.lang, sentence, **values)


def _plain(sentence: str) -> Callable[[SentRuling], str]:
    return lambda ruling: say(ruling.lang, sentence)


OTHER_STOPS = marked(
    "{other}'s clock stops and {side}'s starts, though {other} is to move: {other}'s press does not count until that clock runs."
)
OTHER_STANDS = marked("{side}'s clock starts, though {other} is to move: {other}'s press does not count until that clock runs.")
QUESTIONS: Mapping[str, Callable[[SentRuling], str]] = {
    "restore": _plain(marked("The position before is put back, and the same side moves again.")),
    "take-back": SentRuling._take_back,
    "position": SentRuling._position,
    "to-move": SentRuling._to_move,
    "end": SentRuling._end,
    "paper": _plain(marked("From here on the game is noted on paper, and its moves are not shown.")),
    "record": _plain(marked("The record goes on, with what was recorded in the meantime.")),
    "enter-paper": _plain(marked("The moves from paper are entered and shown.")),
    "close": _plain(marked("The recording of this game ends. After that the next one may be set up.")),
    "undo": lambda ruling: ruling.undo_does,
    "start-clock": SentRuling._start,
}
"""What each ruling that ends the game, rewinds it or leaves the record does, as the sentence before the question; empty for none."""


def _amount(seconds: int) -> str:
    """An amount of time as people say it: `2:00`, `1:00:00`."""
    return LEADING_ZEROS.sub("", duration(seconds * SECOND_NS))
