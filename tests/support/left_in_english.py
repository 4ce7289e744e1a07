"""Finds sentences that were left in English: rows of words that a page has in its own language and in English alike."""

import re
from collections.abc import Iterable, Iterator

TEXTS = """() => {
  const shown = [];
  for (const element of document.querySelectorAll("body *, title")) {
    if (element.closest("script, style, noscript, code, svg, [lang]:not(html), .languages")) continue;
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) shown.push(node.data);
    for (const name of ["alt", "aria-label", "placeholder", "title"]) shown.push(element.getAttribute(name) ?? "");
  }
  for (const element of document.querySelectorAll("body [lang='en']")) if (!element.closest(".languages")) shown.push(element.textContent);
  return shown;
}"""
"""For a browser: the texts that people see or hear of a page, also of what is folded together."""
WORD = re.compile(r"[A-Za-zÀ-ÿ]{2,}[.]?")
IN_A_ROW = 3
"""So many words in a row, the same in two languages, are taken for a sentence that was left in one of them."""
SAME = ("Jelle de Vries", "Sytske Hoekstra", "Frysk Kampioenskip", "A. van der Meulen", "sudo systemctl status damcam-board")
"""Names and commands, which are the same in every language."""


def sentences(texts: Iterable[str]) -> set[str]:
    """Each row of IN_A_ROW words in the texts, apart from names and commands."""
    rows: set[str] = set()
    for text in texts:
        for same in SAME:
            text = text.replace(same, "\n")
        words: list[str] = []
        for token in re.split(r"[ (]|(?=[\n:;)])", text):
            words = [*words, token.strip(",.").lower()] if WORD.fullmatch(token) else []
            rows |= {" ".join(words[-IN_A_ROW:])} if len(words) >= IN_A_ROW else set()
    return rows


def strings(told: object) -> Iterator[str]:
    """All texts in a JSON value."""
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict | list):
        for value in told.values() if isinstance(told, dict) else told:
            yield from strings(value)
