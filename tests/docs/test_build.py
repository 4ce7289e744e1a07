"""The documentation builds in English and Dutch without a warning; its links resolve; the Dutch parts are whole."""

import re
import subprocess
import sys
from argparse import SUPPRESS
from collections.abc import Callable
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from bs4 import BeautifulSoup

from docs.extensions.from_code import command_parsers, settings
from tests.docs.commands import ROOT

DOCS = ROOT / "docs"
CATALOGUES = DOCS / "locale" / "nl" / "LC_MESSAGES"
TRANSLATED = ("index", "player/", "arbiter/", "organiser/")
"""The pages that must be whole in Dutch, by the beginnings of their names."""
Build = Callable[[str, str], Path]


@pytest.fixture(scope="session")
def build(long: None, tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Builds the documentation once for each builder and language: `build("html", "nl")` is the folder of it."""
    trees = tmp_path_factory.mktemp("trees")

    @cache
    def built(builder: str, lang: str) -> Path:
        out = tmp_path_factory.mktemp(f"{builder}-{lang}")
        own = ["-W", "--keep-going", "-n", "-q", "-b", builder, "-d", str(trees / f"{builder}-{lang}"), "-D", f"language={lang}"]
        call = [sys.executable, "-P", "-m", "sphinx", *own, str(DOCS), str(out)]
        done = subprocess.run(call, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        return out

    return built


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


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_it_builds_without_a_warning_and_every_internal_link_resolves(build: Build, lang: str) -> None:
    assert broken(build("html", lang)) == []


def test_dutch_pages_speak_dutch_and_show_dutch_pictures(build: Build) -> None:
    assert "Een camera kijkt van boven op een echt dambord." in page_of(build("html", "nl"), "index").get_text()
    soup = page_of(build("html", "nl"), "arbiter/evening")
    shown = {Path(str(image["src"])).name for image in soup.find("article").find_all("img")}
    dutch = {picture.read_bytes() for picture in (DOCS / "images" / "nl").iterdir()}
    images = build("html", "nl") / "_images"
    assert shown
    assert {name for name in shown if (images / name).read_bytes() not in dutch} == set()


def test_every_command_and_every_setting_is_in_the_reference(build: Build) -> None:
    commands, keys = (page_of(build("html", "nl"), f"reference/{name}") for name in ("commands", "settings"))  # which are in English
    for name, parser in command_parsers().items():
        section = commands.find(id=f"damcam-{name}")
        assert section, f"there is nothing about damcam {name}"
        told = section.get_text()
        shown = [action for action in parser._actions if action.dest != "help" and action.help is not SUPPRESS]
        options = [option for action in shown for option in action.option_strings]
        assert all(option in told for option in options), name
    for section_name, rows in settings():
        told = keys.find(id=f"settings-{section_name}").get_text()
        for key, default, _, explanation in rows:
            assert key in told
            assert default in told
            assert explanation
            assert explanation[:40] in told


def test_every_room_is_in_the_table_of_rooms(build: Build) -> None:
    page = page_of(build("html", "nl"), "developer/house")
    (shown,) = (table for table in page.find_all("table") if "its rooms, the uppermost first" in table.get_text())
    cells = [[cell.get_text() for cell in row.find_all("td")] for row in shown.find("tbody").find_all("tr")]
    told = {folder: set(re.split(r"; | \| ", rooms)) for folder, rooms in cells}
    for folder in ("rules", "clock", "vision", "record", "hub", "pi"):
        inside = [path for path in (ROOT / folder).iterdir() if (path / "__init__.py").exists() or path.suffix == ".py"]
        assert told[f"{folder}/"] >= {f"{path.name}/" if path.is_dir() else path.name for path in inside} - {"__init__.py"}, folder
        assert all((ROOT / folder / room).exists() for room in told[f"{folder}/"])


def untranslated(template: Catalog, catalogue: Catalog) -> list[str]:
    """What that catalogue lacks of the template: sentences that are missing, empty or only guessed at."""
    found = ((message, catalogue.get(message.id)) for message in template if message.id)
    return [str(message.id) for message, own in found if own is None or not own.string or own.fuzzy]


def left_over(template: Catalog, catalogue: Catalog) -> list[str]:
    """What that catalogue has and the pages no longer do."""
    return [str(message.id) for message in catalogue if message.id and template.get(message.id) is None]


def test_front_page_and_the_parts_for_players_arbiters_and_organisers_are_whole_in_dutch(build: Build) -> None:
    templates = build("gettext", "en")
    names = [str(pot.relative_to(templates).with_suffix("")) for pot in templates.rglob("*.pot")]
    wanted = sorted(name for name in names if name.startswith(TRANSLATED))
    assert len(wanted) >= 19
    missing = {}
    for name in wanted:
        with (templates / f"{name}.pot").open("rb") as pot, (CATALOGUES / f"{name}.po").open("rb") as po:
            template, catalogue = read_po(pot), read_po(po, locale="nl")
        missing[name] = untranslated(template, catalogue) + left_over(template, catalogue)
    assert not {name: messages for name, messages in missing.items() if messages}


def test_no_catalogue_is_there_for_a_page_that_is_not_wanted_in_dutch() -> None:
    there = {str(po.relative_to(CATALOGUES).with_suffix("")) for po in CATALOGUES.rglob("*.po")}
    assert all(name.startswith(TRANSLATED) for name in there)


def test_an_empty_or_fuzzy_sentence_is_noticed() -> None:
    template, catalogue = Catalog(), Catalog(locale="nl")
    for text in ("a", "b", "c", "d"):
        template.add(text)
    for text, own, flags in (("a", "een", ()), ("b", "", ()), ("c", "drie", ("fuzzy",)), ("e", "vijf", ())):
        catalogue.add(text, own, flags=flags)
    assert (untranslated(template, catalogue), left_over(template, catalogue)) == (["b", "c", "d"], ["e"])
