"""A plain model of the record of a game, by the last sentence of Art. 27 and the words of the arbiter.

It keeps one list of entries, and changes the standing of each as the game goes on, where `record.session` keeps two lists.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

SETTLED = ("legal", "corrected")
SILENT = ("no-move", "unsure", "jumbled", "turned")
"""The verdicts of presses with which no piece was moved that can be written; none of them answers what the opponent did."""


@dataclass
class Entry:
    """A press or a position that was set up, as the record tells it."""

    side: str
    move: str | None
    verdict: str
    fen: str
    start: str
    """The position that the press was made from; of a position that was set up itself."""
    stands: bool
    """It is on the record for good, or was never in doubt; otherwise it is pending."""
    on_paper: bool = False
    """It was made while the game went on on paper."""

    @property
    def is_fault(self) -> bool:
        return self.verdict not in (*SETTLED, "unsure", "position")

    @property
    def is_unread(self) -> bool:
        return self.verdict == "unsure" and self.move is None

    @property
    def told(self) -> tuple[str, str | None, str, str]:
        return self.side, self.move, self.verdict, self.fen


@dataclass
class PlainRecord:
    """The record of a game from a position."""

    entries: list[Entry] = field(default_factory=list)
    on_paper: bool = False
    paper_has_begun: bool = False
    """Something was pending when the game went on on paper, or a press was made since. A position set up earlier begins the paper."""
    missed_capture_stays: bool = False
    """A missed capture must be taken back until the arbiter has ruled that it stays."""
    may_stay: list[Entry] = field(default_factory=list)
    """The missed captures that the arbiter has let stand."""

    @property
    def pending(self) -> list[Entry]:
        return [one for one in self.entries if not one.stands]

    @property
    def owed(self) -> list[Entry]:
        owed = [one for one in self.entries if one.stands and one.verdict == "27c-missed" and one not in self.may_stay]
        return owed if self.missed_capture_stays else []

    @property
    def shown(self) -> list[Entry]:
        """The entries that everybody sees: what stands, up to the paper."""
        seen: list[Entry] = []
        for one in self.entries:
            if one.on_paper:
                break
            seen += [one] if one.stands else []
        return seen

    def press(self, made: Entry) -> None:
        """One more press, with its verdict."""
        last = self.entries[-1] if self.entries else None
        made.on_paper = self.paper_has_begun = self.on_paper
        if made.verdict == "no-move" and last and last.verdict != "position" and self._changes_nothing(made, last):
            return
        made.stands = made.verdict in SETTLED
        if made.verdict not in SILENT:
            self._replace_own(made)
            for one in self.entries:
                one.stands = True
        self.entries.append(made)

    def _changes_nothing(self, made: Entry, last: Entry) -> bool:
        """Whether the press hands back what is pending, or its side only presses once more."""
        return last.side == made.side or (last.is_fault and not last.stands)

    def _replace_own(self, made: Entry) -> None:
        """Remove what the side did since the opponent last pressed; with a correction all since its own last pending fault."""
        undone = len(self.entries)
        if made.verdict == "corrected":
            faults = [n for n, one in enumerate(self.entries) if one.side == made.side and one.is_fault and not one.stands]
            undone = faults[-1] if faults else undone
        while undone and self.entries[undone - 1].side == made.side and not self.entries[undone - 1].stands:
            undone -= 1
        if undone == len(self.entries) and self.entries and self.entries[-1].side == made.side and self.entries[-1].verdict != "position":
            undone -= 1
        del self.entries[undone:]

    def can_rule(self, word: str, plies: int = 0) -> bool:
        """Whether there is something for the arbiter to rule on."""
        match word:
            case "stand" | "restore":
                return bool(self.pending or self.owed)
            case "take-back":
                return 1 <= plies <= sum(one.verdict != "position" for one in self.entries)
            case "paper" | "record":
                return self.on_paper == (word == "record")
        return True

    def rule(self, word: str, *, plies: int = 0, fen: str = "") -> None:
        """What the arbiter rules is done."""
        match word:
            case "stand":
                self._stand()
                self.may_stay += self.entries
            case "restore":
                if not self.pending:
                    del self.entries[self.entries.index(self.owed[0]) :]
                self.entries = [one for one in self.entries if one.stands]
            case "take-back":
                while plies:
                    plies -= self.entries.pop().verdict != "position"
            case "position" | "to-move":
                self._stand()
                self.may_stay += self.entries if word == "position" else []
                other = "black" if fen.startswith("W") else "white"
                self.entries.append(Entry(other, None, "position", fen, fen, stands=True, on_paper=self.paper_has_begun))
            case "paper" | "record":
                self.on_paper = word == "paper"
                self.paper_has_begun = self.on_paper and bool(self.pending)
                for one in self.entries:
                    one.on_paper = self.on_paper and not one.stands

    def _stand(self) -> None:
        for one in self.entries:
            one.stands = True


def positions(start: str, entries: Iterable[Entry]) -> Iterator[str]:
    """The positions that a game file tells, in order: those after each entry that was read, each behind its own start if that is new.

    A press without a move that leaves everything as it was tells none.
    """
    known, guessed = start, False
    for one in entries:
        if one.is_unread:
            guessed = True
            continue
        if guessed and one.move and one.start != known:
            yield one.start
        if one.move or one.verdict == "position" or one.fen != known:
            yield one.fen
        known, guessed = one.fen, False
