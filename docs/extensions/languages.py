"""Each page that exists in Dutch and in English has a link to the other: `page.nl.md` is the Dutch page beside `page.md`."""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

DUTCH = ".nl"
"""What the name of a Dutch page ends with."""


def other_language(page: str, pages: set[str]) -> tuple[str, str, str] | None:
    """The same page in the other language: its name, the code of the language, and the language's own name for itself."""
    other, lang, name = (page.removesuffix(DUTCH), "en", "English") if page.endswith(DUTCH) else (page + DUTCH, "nl", "Nederlands")
    return (other, lang, name) if other in pages else None


def add_switch(app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: nodes.document | None) -> None:
    """Put the link above the page, and say in which language the page is."""
    if page.endswith(DUTCH):
        context["language"] = "nl"
    if other := other_language(page, app.env.found_docs):
        target, lang, name = other
        address = context["pathto"](target)
        context["body"] = f'<p class="language"><a href="{address}" hreflang="{lang}" lang="{lang}">{name}</a></p>{context["body"]}'
        context["metatags"] = context.get("metatags", "") + f'<link rel="alternate" hreflang="{lang}" href="{address}">'


def setup(app: Sphinx) -> dict[str, Any]:
    """Sphinx calls this."""
    app.connect("html-page-context", add_switch)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
