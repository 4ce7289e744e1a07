"""Articles as they are named to people: `A 5 A, appendix 1` is `A 5 A, bijlage 1` in Dutch."""

from rules.errors import Phrase, Value


class Appendix(Phrase):
    """The appendices of the regulations."""

    ONE = "appendix 1"
    TWO = "appendix 2"
    THREE = "appendix 3"
    FOUR = "appendix 4"
    FIVE = "appendix 5"


_SAID = {str(one): one.said() for one in Appendix}


def article_said(article: str) -> Value:
    """The article, or the articles between commas, as a value of a sentence."""
    return tuple(_SAID.get(part, part) for part in article.split(", "))
