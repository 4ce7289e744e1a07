"""What an article of the regulation says, word for word: Spelreglement voor het Dammen Fries Spel, Dambûn Frysk Spul, October 2019.

The files in `regulation/` are named by their articles, and have its text without its typography.
"""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "regulation"
OF = "frisian"


class Article(NamedTuple):
    """Of the playing rules, in Dutch."""

    number: str
    text: str


def articles(rules_name: str, named: str | None) -> tuple[Article, ...]:
    """Those that an alert names, such as `27c, 11, 12`; none of another rule set, whose sections have no numbers of this regulation."""
    if rules_name != OF or not named:
        return ()
    numbers = (found[0] for part in named.split(",") if (found := re.match(r"\d+", part.strip())))
    return tuple(article for number in numbers if (article := _article(number)))


@cache
def _article(number: str) -> Article | None:
    path = FOLDER / f"{number}.txt"
    return Article(number, path.read_text(encoding="utf-8").strip()) if path.exists() else None
