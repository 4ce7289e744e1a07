"""Refusals of the service, as responses in the reader's language."""

from hub.texts import languages
from hub.web.errors import Refused
from record.telling.sentences import spoken, tell
from rules.errors import DamcamError


def refused(error: DamcamError) -> Refused:
    """The response (409) to a word that the service refused."""
    return Refused(409, error.sentence)


def why(error: DamcamError) -> dict[str, str]:
    """The reason for a script: {"why", "lang"}, the text in the reader's language and the language it is in after all."""
    lang = languages.readers()
    return {"why": tell(error.sentence, lang), "lang": spoken(error.sentence, lang)}
