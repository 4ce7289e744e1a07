"""Sentences of the record that a page picks by a name, as the game goes: how it ended, by the article, and what is counted, by its kind."""

from collections.abc import Mapping
from functools import cache

from record.telling.counts import SENTENCES
from record.telling.reasons import ENDINGS
from record.texts import template, templates
from rules.board.ruleset import ruleset
from rules.play.endings import Cause, article_of

_ENDED = {article_of(cause, ruleset("frisian")): ENDINGS[cause] for cause in Cause if article_of(cause, ruleset("frisian"))}
"""Of the Frisian rules: by an article of theirs one knows what happened, by a section of the other seeds one does not."""


@cache
def named(lang: str) -> Mapping[str, object]:
    """By names such as `why_20.1` and `count_to-win`: the `forms` of each sentence, whose `{placeholders}` the page fills in.

    Where there is more than one, `by` is the placeholder whose number decides.
    """
    whys = {f"why_{article}": {"forms": [template(lang, sentence)], "by": ""} for article, sentence in _ENDED.items()}
    counts = {
        f"count_{kind}": {"forms": templates(lang, one, more) if more else [template(lang, one)], "by": number}
        for kind, (one, more, number) in SENTENCES.items()
    }
    return whys | counts
