"""Sentences of the record that a page picks by name during a game: how the game ended, by article, and what is counted, by kind."""

from collections.abc import Mapping
from functools import cache

from record.telling.counts import SENTENCES
from record.telling.reasons import ENDINGS
from record.texts import template, templates
from rules.board.ruleset import ruleset
from rules.play.endings import Cause, article_of

_ENDED = {article_of(cause, ruleset("frisian")): ENDINGS[cause] for cause in Cause if article_of(cause, ruleset("frisian"))}
"""The ends of a game by article, for the Frisian rules: their articles tell what happened, and the sections of other rule sets do not."""


@cache
def named(lang: str) -> Mapping[str, object]:
    """The sentences in that language by names such as `why_20.1` and `count_to-win`: {"forms", "by"}.

    `forms` are templates whose `{placeholders}` the page fills in. When there is more than one, the number in the placeholder `by` picks
    the form.
    """
    whys = {f"why_{article}": {"forms": [template(lang, sentence)], "by": ""} for article, sentence in _ENDED.items()}
    counts = {
        f"count_{kind}": {"forms": templates(lang, one, more) if more else [template(lang, one)], "by": number}
        for kind, (one, more, number) in SENTENCES.items()
    }
    return whys | counts
