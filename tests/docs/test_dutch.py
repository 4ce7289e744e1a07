"""The Dutch pages beside the English ones: none is missing, and both tell the same in the same order."""

import re

import pytest

from tests.docs.commands import ROOT

DOCS = ROOT / "docs"
PARTS = ("player", "arbiter", "organiser")
DUTCH = ["index", *sorted(f"{part}/{path.stem}" for part in PARTS for path in (DOCS / part).glob("*.md") if not path.stem.endswith(".nl"))]
"""The pages that exist in Dutch."""
LINE = re.compile(r"(#+ |\s*- |\s*\d+\. |\|)")
LINK = re.compile(r"\]\(([^)#\s]*)(?:#[^)\s]*)?\)")
ENGLISH_ONLY = re.compile(r"(?<!!)\[[^\]]*\]\((?![^)]*:)[^)#\s]+(?<!\.nl)\.md(?:#[^)\s]*)?\)(?!\s+\(Engels\)|, Engels\))")
"""A link to an English page that does not say so."""
FENCE = re.compile(r"(?ms)^```.*?^```$")


def outline(text: str) -> list[str]:
    """What a page consists of: levels of headings, items of lists, rows of tables with their columns, commands and paragraphs."""
    found = []
    for part in re.split(r"((?ms:^```.*?^```$))", text):
        if part.startswith("```"):
            found.append(part.replace(".nl\n", "\n"))
            continue
        for block in re.split(r"\n\s*\n", re.sub(r"(?m)^\([\w-]+\)=$", "", part).strip()):
            starts = [match for line in block.splitlines() if (match := LINE.match(line))]
            found += [f"{match[1]}{match.string.count('|')}" for match in starts] or ["paragraph"] * bool(block)
    return found


def links(text: str) -> list[str]:
    """The pages, pictures and addresses that a page links to."""
    return sorted(target for target in LINK.findall(FENCE.sub("", text)) if target)


def sentences(text: str) -> set[str]:
    """The sentences of a page that are long enough to differ between the languages."""
    parts = re.split(r"[.|:]\s+|\n\s*\n", re.sub("`[^`]*`", "", FENCE.sub("", text)))
    return {part for part in parts if len(re.findall(r"[a-z]{2,}", part)) >= 5}


@pytest.mark.parametrize("page", DUTCH, ids=str)
def test_a_dutch_page_has_what_the_english_one_has(page: str) -> None:
    english, dutch = ((DOCS / f"{page}{ending}").read_text(encoding="utf-8") for ending in (".md", ".nl.md"))
    if page == "index":  # whose list of parts is longer in English
        english, dutch = (re.sub(r"(?s)```\{toctree\}.*", "", text) for text in (english, dutch))
    assert outline(dutch) == outline(english)
    assert sorted(link.replace("images/nl/", "images/").replace(".nl.md", ".md") for link in links(dutch)) == links(english)
    assert sentences(dutch) & sentences(english) == set()


@pytest.mark.parametrize("page", DUTCH, ids=str)
def test_a_dutch_page_leads_to_dutch_pages_and_shows_dutch_pictures(page: str) -> None:
    path = DOCS / f"{page}.nl.md"
    targets = {(path.parent / link).resolve() for link in links(path.read_text(encoding="utf-8")) if ":" not in link}
    pages = {(DOCS / f"{name}.md").resolve() for name in DUTCH}
    pictures = {(DOCS / "images" / picture.name).resolve() for picture in (DOCS / "images" / "nl").iterdir()}
    assert targets & (pages | pictures) == set()


@pytest.mark.parametrize("page", DUTCH, ids=str)
def test_a_dutch_page_says_which_of_its_links_lead_to_english_pages(page: str) -> None:
    assert ENGLISH_ONLY.findall((DOCS / f"{page}.nl.md").read_text(encoding="utf-8")) == []


def test_every_dutch_page_has_its_english_one() -> None:
    names = {str(path.relative_to(DOCS)).removesuffix(".nl.md") for path in DOCS.rglob("*.nl.md") if "_build" not in path.parts}
    assert names == set(DUTCH)
