"""Why something was not done, in the reader's language."""

from hub.texts import languages
from hub.web.errors import Refused
from record.telling.sentences import spoken, tell
from rules.errors import DamcamError


def refused(error: DamcamError) -> Refused:
    """The refusal (409) of what the service would not do."""
    return Refused(409, error.sentence)


def why(error: DamcamError) -> dict[str, str]:
    """`why` in the reader's language and its `lang`, as a script expects both."""
    lang = languages.readers()
    return {"why": tell(error.sentence, lang), "lang": spoken(error.sentence, lang)}
