"""The verdicts on a press: the irregularities, one for each letter of Art. 27 and the other articles that a board can show."""

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """The verdict on a press. Several may fit one pair of boards; the first of them in this order is given."""

    TURNED = "turned"
    LEGAL = "legal"
    CORRECTED = "corrected"
    NO_MOVE = "no-move"
    UNCROWNED = "uncrowned"
    FEW = "27b-few"
    MANY = "27b-many"
    WRONG_CAPTURE = "27c-wrong"
    MISSED_CAPTURE = "27c-missed"
    BANNED_KING = "17"
    OPPONENTS_PIECE = "27a"
    UNREACHABLE = "27d"
    JUMBLED = "jumbled"
    UNSURE = "unsure"

    @property
    def rank(self) -> int:
        """The place in the order of verdicts; the lowest that fits is given."""
        return _RANK[self]

    @property
    def is_irregular(self) -> bool:
        """Whether the arbiter may act on it."""
        return self not in (Verdict.LEGAL, Verdict.CORRECTED, Verdict.UNSURE)


_RANK = {verdict: rank for rank, verdict in enumerate(Verdict)}

# The article of the Frisian regulation for each verdict, and the heading or section of its counterpart in the other rule sets.
_FRISIAN = {
    Verdict.TURNED: "26",
    Verdict.NO_MOVE: "6, 10",
    Verdict.UNCROWNED: "8",
    Verdict.FEW: "27b",
    Verdict.MANY: "27b",
    Verdict.WRONG_CAPTURE: "27c, 11, 12",
    Verdict.MISSED_CAPTURE: "27c, 10",
    Verdict.BANNED_KING: "17",
    Verdict.OPPONENTS_PIECE: "27a",
    Verdict.UNREACHABLE: "27d",
    Verdict.JUMBLED: "20.3",
}
_INTERNATIONAL = {
    Verdict.TURNED: "Beginopstelling",
    Verdict.NO_MOVE: "Zetten",
    Verdict.UNCROWNED: "Dam halen",
    Verdict.FEW: "Slaan",
    Verdict.MANY: "Slaan",
    Verdict.WRONG_CAPTURE: "Meerslag",
    Verdict.MISSED_CAPTURE: "Einde van het spel",
    Verdict.OPPONENTS_PIECE: "Zetten",
    Verdict.UNREACHABLE: "Zetten",
    Verdict.JUMBLED: "Zetten",
}
_ENGLISH = {
    Verdict.TURNED: "4",
    Verdict.NO_MOVE: "3",
    Verdict.UNCROWNED: "6",
    Verdict.FEW: "5",
    Verdict.MANY: "5",
    Verdict.WRONG_CAPTURE: "5",
    Verdict.MISSED_CAPTURE: "5",
    Verdict.OPPONENTS_PIECE: "4",
    Verdict.UNREACHABLE: "4",
    Verdict.JUMBLED: "4",
}
_ARTICLES = {"frisian": _FRISIAN, "international": _INTERNATIONAL, "english": _ENGLISH}
_DAMBORD = "De spelregels van Dambord"

# The arbiter acts without a claim when the pieces are jumbled or the board lies wrong. The other rights are the opponent's (Art. 10, 27).
_AT_ONCE = (Verdict.JUMBLED, Verdict.TURNED)


def article(verdict: Verdict, rules_name: str) -> str:
    """The article, or for other rule sets the section, behind the verdict."""
    return _ARTICLES.get(rules_name, {}).get(verdict, _DAMBORD)


@dataclass(frozen=True, slots=True)
class Irregularity:
    """An irregularity: its code, its article, the squares that show it, and when the arbiter may act."""

    code: Verdict
    article: str
    squares: tuple[int, ...]

    @property
    def acts(self) -> str:
        """`at once` or `on claim`."""
        return "at once" if self.code in _AT_ONCE else "on claim"
