"""Sentences that the command line and the pages share, worded for pages: they name no command."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from record.telling.sentences import tell
from rules.errors import Phrase, Sentence, Value


class PageSays(Phrase):
    """What a page says in place of a sentence that names a command."""

    NOBODY = "nobody has entered yet"
    NO_LINES = "the list has no line below its headings"
    LOT_TOO_LATE = "round 1 is paired; take the rounds back, under Log, before a lot is drawn anew"
    LOT_DRAWN = "the lot is drawn already, with seed {seed}; it can be taken back under Log"
    NO_MORE_ENTRIES = "the lot is drawn; take it back under Log, and then more can enter"
    ENTRY_TOO_LATE = "round 1 is paired, and a table takes no late entries; rounds can be taken back under Log"
    DRAW_FIRST = "{entries} entries play in groups of {sizes}; draw the lot first, under Entries"
    NO_ROUNDS = "no round is paired yet"
    TABLE_PAIRS = "the table of the regulation says who plays whom"
    BYE_NOT_NEEDED = "{count} are there, and so nobody is free"
    OUT_BY_DEFAULT = "{id} has withdrawn; a win of the opponent is entered by default"
    NO_DEFAULT = "a draw is not booked: by default goes with a game that one of them did not come to"
    SAY_WHICH = "competition {competition} leaves the games of {id} to the arbiter: say whether they count"
    ARTICLE_SAYS = "competition {competition} says itself what becomes of the games ({article})"
    NOT_WANTED = "no play-off of {white} and {black} is to be played now"
    ROUNDS_MISSING = "the arbiter sets how many rounds are played (F 3); give their number"
    MEANWHILE = "somebody else has changed the event meanwhile: change {row} is new, by {by}"
    LOOK_AGAIN = "nothing of yours was done; look at the event as it stands now, and try again"
    GIVE_REASON = "a correction of it wants a reason"
    CHANGE_REASON = "the arbiter changes it with a reason"
    UNDO_FIRST = "take it back first, under Log"
    VERDICT_FINAL = "appeal {number} is decided, and its verdict is final; what was entered by mistake is taken back under Log"
    NO_COMMISSION = "nobody sits on appeal {number} yet; enter the commission first"
    MARKED = "{juror} gave {problem} the mark {mark}; another one wants a reason"
    ORDERED = "the jury has entered its order; take it back first, under Log"
    TO_CATCH_UP = "tick the box to pair it all the same, with the arbiter's consent"
    MAY_BE_OLDER = "boards have games of round {rounds} of this event, which the event has not: its file may be older than what was played"
    PAIR_ALL_THE_SAME = "put a newer copy of the file in its place, pair by hand what was played, or tick the box to pair it anew"


OF_ENTRANTS: Final = frozenset({"id", "ids", "white", "black", "first", "second", "other", "games", "open", "result", "what"})
"""The values of sentences that may be ids of entrants, or sentences with such."""
WORDED: Final[Mapping[str, PageSays | None]] = {
    "GroupFault.nobody": PageSays.NOBODY,
    "LotFault.nobody": PageSays.NOBODY,
    "EntryFault.nobody": PageSays.NO_LINES,
    "LotFault.too-late": PageSays.LOT_TOO_LATE,
    "LotFault.drawn": PageSays.LOT_DRAWN,
    "EntryFault.lot-is-drawn": PageSays.NO_MORE_ENTRIES,
    "EntryFault.too-late": PageSays.ENTRY_TOO_LATE,
    "LineUpFault.give-reason": PageSays.CHANGE_REASON,
    "CorrectionFault.give-reason": PageSays.GIVE_REASON,
    "PairingFault.draw-first": PageSays.DRAW_FIRST,
    "PairingFault.table-pairs": PageSays.TABLE_PAIRS,
    "PairingFault.bye-not-needed": PageSays.BYE_NOT_NEEDED,
    "PairingFault.enter-them": None,
    "PairingFault.anyway": PageSays.TO_CATCH_UP,
    "ResultFault.no-rounds": PageSays.NO_ROUNDS,
    "SheetFault.no-rounds": PageSays.NO_ROUNDS,
    "ResultFault.withdrawn": PageSays.OUT_BY_DEFAULT,
    "ResultFault.no-default": PageSays.NO_DEFAULT,
    "ResultFault.give-reason": None,
    "ResultFault.played-before": None,
    "EndingFault.say-which": PageSays.SAY_WHICH,
    "EndingFault.article-says": PageSays.ARTICLE_SAYS,
    "PlayOffFault.not-wanted": PageSays.NOT_WANTED,
    "MakingFault.rounds-missing": PageSays.ROUNDS_MISSING,
    "EventFileFault.changed-meanwhile": PageSays.MEANWHILE,
    "EventFileFault.look-again": PageSays.LOOK_AGAIN,
    "AppealRefusal.decided": PageSays.VERDICT_FINAL,
    "AppealRefusal.no-commission": PageSays.NO_COMMISSION,
    "ContestRefusal.marked": PageSays.MARKED,
    "ContestRefusal.ordered": PageSays.ORDERED,
    "MatchFault.withdrawn": PageSays.OUT_BY_DEFAULT,
    "MatchFault.give-reason": None,
    "PlayOffFault.give-reason": None,
    "StartFault.give-reason": PageSays.CHANGE_REASON,
    "PlayOffFault.undo-first": PageSays.UNDO_FIRST,
    "RestingFault.undo-first": PageSays.UNDO_FIRST,
    "EventFileFault.make-one": None,
}
"""The wording for pages, by the code of the sentence; None where the sentence is left out."""


def on_page(sentence: Sentence) -> Sentence:
    """The sentence as pages say it."""
    remedy = on_page(sentence.remedy) if sentence.remedy and WORDED.get(sentence.remedy.code, sentence) else None
    worded = WORDED.get(sentence.code)
    return worded.said(remedy, **sentence.values) if worded else replace(sentence, remedy=remedy)


def told(sentence: Sentence, lang: str, names: Mapping[str, str] | None = None) -> str:
    """The sentence as pages say it, in that language, with names in place of the ids of entrants."""
    return tell(_named(on_page(sentence), names or {}), lang)


def _named(sentence: Sentence, names: Mapping[str, str]) -> Sentence:
    values = {key: _value(value, names) if key in OF_ENTRANTS else value for key, value in sentence.values.items()}
    return replace(sentence, values=values)


def _value(value: Value, names: Mapping[str, str]) -> Value:
    if isinstance(value, Sentence):
        return _named(value, names)
    if isinstance(value, tuple):
        return tuple(_value(one, names) for one in value)
    plain = value.strip("'") if isinstance(value, str) else value
    return names.get(plain, value) if isinstance(plain, str) else value
