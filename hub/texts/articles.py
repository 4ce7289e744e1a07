"""The wording of the regulation's articles: Spelreglement voor het Dammen Fries Spel, Dambûn Frysk Spul, October 2019.

Each file in `regulation/` is named by its article's number, and holds the article as plain text.
"""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "regulation"
OF = "frisian"
"""The rule set of the regulation."""


class Article(NamedTuple):
    """An article of the playing rules, in Dutch."""

    number: str
    text: str


def articles(rules_name: str, named: str | None) -> tuple[Article, ...]:
    """The articles that an alert names, such as `27c, 11, 12`. Another rule set has none, because this regulation does not cover it."""
    if rules_name != OF or not named:
        return ()
    numbers = (found[0] for part in named.split(",") if (found := re.match(r"\d+", part.strip())))
    return tuple(article for number in numbers if (article := _article(number)))


@cache
def _article(number: str) -> Article | None:
    path = FOLDER / f"{number}.txt"
    return Article(number, path.read_text(encoding="utf-8").strip()) if path.exists() else None
