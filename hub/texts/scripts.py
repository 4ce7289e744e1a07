"""The sentences in a page's scripts, extracted from the scripts, so that the page can carry them in its reader's language."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from os.path import normpath
from pathlib import Path
from typing import Any

from babel.messages.extract import extract

from record.texts import CONTEXT, ENGLISH, plural_forms, template, templates

FOLDER = Path(__file__).parents[1] / "static"
KEYWORDS = {"say": None, "marked": None, "sayMany": (1, 2)}
"""The functions of js/texts.js whose arguments are sentences, in the form that Babel's extractors expect."""
IMPORTED = re.compile(r"""^(?:import|\}) .*?["']([^"']+)["'];$""", re.MULTILINE)

Key = str | tuple[str, str]
"""A sentence, preceded by its context if it has one, or a pair of sentences, for one and for more."""
Told = str | Sequence[str]
"""The sentence in the reader's language, or its forms in the order of the plural rule."""


def page_texts(lang: str, entries: tuple[str, ...]) -> dict[str, Any]:
    """The texts that js/texts.js reads from the page, for the scripts `entries` and all that these import.

    `sentences` maps their English sentences to those in `lang`, and is empty for English. `plurals` gives the form for each number
    (`plural_forms`).
    """
    return {"sentences": _sentences(lang, entries), "plurals": plural_forms(lang)}


def keys_in(script: Path) -> Iterator[Key]:
    """The sentences in that script."""
    with script.open("rb") as file:
        for _, message, _, context in extract("javascript", file, KEYWORDS, options={"parse_template_string": True}):
            if isinstance(message, tuple):
                yield message[0], message[1]
            else:
                yield f"{context}{CONTEXT}{message}" if context else message


@cache
def _sentences(lang: str, entries: tuple[str, ...]) -> Mapping[str, Told]:
    if lang == ENGLISH:
        return {}
    keys = sorted({key for script in with_imports(*entries) for key in keys_in(FOLDER / script)}, key=str)
    return {key if isinstance(key, str) else key[0]: template(lang, key) if isinstance(key, str) else templates(lang, *key) for key in keys}


@cache
def with_imports(*entries: str) -> list[str]:
    """These scripts of the static folder, and all scripts that they import, in order."""
    found, waiting = set[Path](), [FOLDER / entry for entry in entries]
    while waiting:
        script = waiting.pop()
        if script not in found:
            found.add(script)
            waiting += [Path(normpath(script.parent / name)) for name in IMPORTED.findall(script.read_text(encoding="utf-8"))]
    return sorted(script.relative_to(FOLDER).as_posix() for script in found)
