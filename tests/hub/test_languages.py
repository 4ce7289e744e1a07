"""The pages in the reader's language: what they say, how it is chosen, and what is remembered of that."""

import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import hub
import hub.texts
from hub.app import BOARDS, create_app
from hub.boards.board import Boards
from hub.texts.languages import LANGUAGES
from hub.web.assets import FOLDER
from hub.web.errors import ERRORS

MODULES = [found.name for found in pkgutil.iter_modules(hub.texts.__path__)]
TABLES = {
    name: table
    for module in map(importlib.import_module, (f"hub.texts.{name}" for name in MODULES))
    for name, table in vars(module).items()
    if name.isupper() and isinstance(table, dict) and set(table) == set(LANGUAGES) and isinstance(table["en"], dict)
} | {"ERRORS": ERRORS}
SCRIPTS = {"VIEWER": ("js", "embed", "overlay"), "BEFORE": ("before",)}
"""The folders of the scripts that say what is in a table."""


@pytest.fixture
def app(game):
    app = create_app(Boards.lone(game.folder / "journal.sqlite"), follow=False)
    game.open()
    app.extensions[BOARDS].first.feed.look()
    yield app
    app.extensions[BOARDS].first.feed.close()


@pytest.fixture
def client(app):
    return app.test_client()


def asked(client, path, lang="", **words):
    return client.get(path, headers={"Accept-Language": lang} if lang else {}, **words)


@pytest.mark.parametrize("name", TABLES)
def test_every_language_says_the_same(name):
    table = TABLES[name]
    wanted = {key: sorted(re.findall(r"{\w+}", text)) for key, text in table["en"].items()}
    for lang in LANGUAGES:
        assert {key: sorted(re.findall(r"{\w+}", text)) for key, text in table[lang].items()} == wanted, lang
        assert table[lang].get("lang", lang) == lang


@pytest.mark.parametrize("name", SCRIPTS)
def test_what_a_script_says_is_in_its_table(name):
    scripts = [path for folder in SCRIPTS[name] for path in (FOLDER / folder).glob("*.js")]
    said = {key for path in scripts for key in re.findall(r'say\("([\w-]+)"', path.read_text())}
    assert len(said) > 5
    assert said <= set(TABLES[name]["en"])


def test_what_a_template_says_is_in_its_table():
    said = {
        key
        for name in ("viewer", "top", "game", "embed", "overlay")
        for key in re.findall(r"{{ t\.(\w+)", (Path(hub.__file__).parent / "templates" / f"{name}.html").read_text())
    }
    assert len(said) > 20
    assert said <= set(TABLES["VIEWER"]["en"]) | {"get"}


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/", ("Naar de zetten", "Nei de setten", "Skip to the moves")),
        ("/embed/1", ("Naar de hele pagina", "Nei de hiele side", "To the whole page")),
        ("/before", ("Voor de ronde", "Foar de ronde", "Before the round")),
        ("/nothing", ("Niet gevonden", "Net fûn", "Not found")),
    ],
)
def test_a_page_is_in_the_readers_language(client, path, says):
    for lang, text in zip(LANGUAGES, says, strict=True):
        page = asked(client, path, lang).text
        assert f'<html lang="{lang}">' in page
        assert text in page


def test_what_is_chosen_is_remembered_and_nothing_else_is(client):
    assert client.get_cookie("lang") is None
    answer = asked(client, "/?lang=fy", "nl")
    assert '<html lang="fy">' in answer.text
    cookie = answer.headers["Set-Cookie"]
    assert "lang=fy" in cookie
    assert "SameSite=Lax" in cookie
    assert "HttpOnly" in cookie
    later = asked(client, "/before", "nl")
    assert "Foar de ronde" in later.text
    assert "Set-Cookie" not in later.headers
    assert "Set-Cookie" not in asked(client, "/state?lang=fy").headers, "a script chooses nothing"
    assert "Voor de ronde" in asked(client, "/before?lang=nl").text


def test_a_language_that_there_is_not_has_no_page(client):
    answer = asked(client, "/?lang=xx", "fy")
    assert answer.status_code == 404
    assert "Net fûn" in answer.text
    assert "Set-Cookie" not in answer.headers


def test_a_cookie_that_names_no_language_is_passed_over(client):
    client.set_cookie("lang", "<script>")
    assert '<html lang="nl">' in asked(client, "/", "nl").text


def test_the_other_languages_are_a_link_away_and_the_rest_of_the_address_stays(client):
    for path in ("/", "/nothing"):
        assert re.findall(r'hreflang="(\w+)">', asked(client, path, "en").text) == ["nl", "fy"]
    page = asked(client, "/before?x=a%26b&lang=nl").text
    assert re.findall(r'hreflang="(\w+)">', page) == ["fy", "en"]
    assert '"?x=a%26b&amp;lang=fy"' in page
