"""The grounds on which a game may be ended, in the words of the regulation. The arbiter chooses one instead of typing an article."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache

from record.telling.reasons import explain_ending
from rules.board.ruleset import RULE_SETS, RuleSet
from rules.board.squares import Side
from rules.play.endings import LOSSES, Cause, Ending, drawn, is_named, lost, void

Grounds = Mapping[str, tuple[Mapping[str, str], ...]]
"""The grounds of each result: {"cause", "article", "text"}. `article` is empty when the rule set names none; `text` is a sentence."""
FIRST = (Cause.RESIGNED, Cause.TIME)
"""The most frequent losses that the arbiter rules, listed first. The others follow in the order of Art. 20."""
DRAWS = (Cause.AGREED, Cause.ONE_EACH, Cause.TWO_KINGS, Cause.THREE_PIECES, Cause.REPETITION, Cause.ONE_PIECE_EACH)


@cache
def grounds(lang: str) -> Mapping[str, Grounds]:
    """The grounds of each rule set by its name, in that language."""
    return {rules.name: _of(rules, lang) for rules in RULE_SETS}


def _of(rules: RuleSet, lang: str) -> Grounds:
    found: dict[str, tuple[Mapping[str, str], ...]] = {}
    for ending in _endings(rules):
        told = {"cause": str(ending.cause), "article": ending.article, "text": explain_ending(replace(ending, article=""), lang)}
        found[ending.result] = (*found.get(ending.result, ()), told)
    return found


def _endings(rules: RuleSet) -> Iterator[Ending]:
    for loser in (Side.BLACK, Side.WHITE):
        for cause in (*FIRST, *(cause for cause in LOSSES if cause not in FIRST)):
            if is_named(cause, rules):
                yield lost(rules, cause, loser)
    yield from (drawn(rules, cause) for cause in DRAWS if is_named(cause, rules))
    if is_named(Cause.VOID, rules):
        yield void(rules)
