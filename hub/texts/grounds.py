"""The grounds on which a game may be ended, in the words of the regulation. The arbiter chooses one instead of typing an article."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache

from record.telling.reasons import explain_ending
from record.texts import ENGLISH
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


def ground_of(lang: str, rules: str, result: str, article: str, cause: str) -> str:
    """The cause in words, or without one the only one that the article has for that result by that rule set; empty where neither is."""
    known = grounds(lang).get(rules, {}).get(result, ())
    texts = [one["text"] for one in known if (one["cause"] == cause if cause else article and one["article"] == article)]
    return texts[0] if len(texts) == 1 else ""


def is_agreed_draw(rules: str, article: str) -> bool:
    """Whether a draw by that article is one by agreement, and the rule set says in which part of the game."""
    draws = grounds(ENGLISH).get(rules, {}).get("draw", ())
    return bool(article) and any(one["cause"] == Cause.AGREED and one["article"] == article for one in draws)


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
