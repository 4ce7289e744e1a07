"""The README is short, its links resolve, the pages name files that exist, and the pictures are few and small."""

import re
from pathlib import Path

import pytest

from tests.docs.commands import PAGES, ROOT

DOCS = ROOT / "docs"
README_LINES = 150
PICTURES_BYTES = 3_000_000
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
PATH = re.compile(r"\b(?:rules|clock|vision|record|link|hub|pi|systemd|tests|docs)/[\w./-]*[\w/]")
"""What looks like a file or a folder of the repository."""
NAMING = {*PAGES, *ROOT.glob("[A-Z]*.md"), DOCS / "developer" / "two-ways.svg"} - {ROOT / "CHANGELOG.md"}
"""What names files that are there; the CHANGELOG also names those that are gone."""
MADE = ("docs/_build",)
"""Folders that commands of the pages make."""


def anchors(page: Path) -> set[str]:
    """The anchors that its headings have where Markdown is shown: small letters, hyphens for blanks, no punctuation."""
    headings = re.findall(r"(?m)^#+ (.+)$", page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= README_LINES


@pytest.mark.parametrize("page", [ROOT / "README.md", ROOT / "hardware.md"], ids=lambda page: page.name)
def test_the_links_of_the_pages_at_the_top_resolve(page: Path) -> None:
    links = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if "://" not in link]
    assert links
    for link in links:
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.is_file(), f"{page.name}: {link} leads nowhere"
        assert not anchor or anchor in anchors(target), f"{page.name}: {link} names no heading"


@pytest.mark.parametrize("page", sorted(NAMING), ids=lambda page: str(page.relative_to(ROOT)))
def test_the_files_that_the_pages_name_exist(page: Path) -> None:
    named = {path.rstrip(".") for path in PATH.findall(page.read_text(encoding="utf-8"))}
    gone = [path for path in named if not (ROOT / path).exists() and not path.startswith(MADE)]
    assert not gone


def test_the_pictures_are_small_and_all_of_them_are_shown() -> None:
    pictures = [path for path in (DOCS / "images").rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in pictures) < PICTURES_BYTES
    shown = {Path(link).name for page in PAGES for link in LINK.findall(page.read_text(encoding="utf-8"))}
    assert {path.name for path in pictures} <= shown
