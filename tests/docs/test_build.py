"""The documentation builds without a warning; its links resolve; a Dutch page is found from the English one, and back."""

import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from bs4 import BeautifulSoup

from docs.extensions.from_code import command_parsers, settings
from tests.docs.commands import ROOT
from tests.docs.test_dutch import DUTCH

DOCS = ROOT / "docs"


@pytest.fixture(scope="session")
def site(long: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built documentation."""
    out = tmp_path_factory.mktemp("html")
    call = [
        sys.executable,
        "-P",
        "-m",
        "sphinx",
        "-W",
        "--keep-going",
        "-n",
        "-q",
        "-d",
        str(tmp_path_factory.mktemp("trees")),
        str(DOCS),
        str(out),
    ]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return out


def broken(site: Path) -> list[str]:
    """The internal links that lead nowhere."""
    pages = {page: BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser") for page in site.rglob("*.html")}
    names = {page: {tag["id"] for tag in soup.find_all(id=True)} for page, soup in pages.items()}
    found = []
    for page, soup in pages.items():
        for tag in soup.find_all(["a", "img", "link", "script"]):
            address = urlsplit(str(tag.get("href") or tag.get("src") or ""))
            if address.scheme or address.netloc:
                continue
            target = (page.parent / unquote(address.path)).resolve() if address.path else page
            if not target.exists() or (address.fragment and target in names and unquote(address.fragment) not in names[target]):
                found.append(f"{page.relative_to(site)}: {tag.get('href') or tag.get('src')}")
    return found


def page_of(site: Path, name: str) -> BeautifulSoup:
    return BeautifulSoup((site / f"{name}.html").read_text(encoding="utf-8"), "html.parser")


def test_it_builds_without_a_warning_and_every_internal_link_resolves(site: Path) -> None:
    assert broken(site) == []


def switch(site: Path, name: str) -> tuple[str | None, Path]:
    """The language that the link above a page leads to, and its page."""
    link = page_of(site, name).select_one("p.language a")
    return str(link["hreflang"]), (site / f"{name}.html").parent / str(link["href"])


@pytest.mark.parametrize("page", DUTCH, ids=str)
def test_a_dutch_page_is_found_from_the_english_one_and_back(site: Path, page: str) -> None:
    assert switch(site, page) == ("nl", site / f"{page}.nl.html")
    assert switch(site, f"{page}.nl") == ("en", site / f"{page}.html")
    assert [page_of(site, name).html["lang"] for name in (page, f"{page}.nl")] == ["en", "nl"]


def test_a_page_without_another_language_has_no_link_to_it(site: Path) -> None:
    assert page_of(site, "reference/commands").select_one("p.language") is None


def test_every_command_and_every_setting_is_in_the_reference(site: Path) -> None:
    commands, keys = (page_of(site, f"reference/{name}") for name in ("commands", "settings"))
    for name, parser in command_parsers().items():
        section = commands.find(id=f"damcam-{name.replace(' ', '-')}")
        assert section, f"there is nothing about damcam {name}"
        told = section.get_text()
        options = [option for action in parser._actions if action.dest != "help" for option in action.option_strings]
        assert all(option in told for option in options), name
    for section_name, rows in settings():
        told = keys.find(id=f"settings-{section_name}").get_text()
        for key, default, _, explanation in rows:
            assert key in told
            assert default in told
            assert explanation
            assert explanation[:40] in told
