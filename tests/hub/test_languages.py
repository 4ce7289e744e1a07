"""The pages in the reader's language: their texts, the choice of the language, and the cookie that remembers it."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jinja2 import StrictUndefined

import hub
import hub.texts
from hub.app import BOARDS, create_app
from hub.boards.board import Boards
from hub.texts.scripts import FOLDER, keys_in
from record.papers import dossier
from record.texts import LANGUAGES

SAID = ("nl", "fy", "en")


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
    for lang, text in zip(SAID, says, strict=True):
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
        assert re.findall(r'hreflang="(\w+)">', asked(client, path, "en").text) == ["fy", "nl"]
    page = asked(client, "/before?x=a%26b&lang=nl").text
    assert re.findall(r'hreflang="(\w+)">', page) == ["fy", "en"]
    assert '"?x=a%26b&amp;lang=fy"' in page


class Literals(HTMLParser):
    """Collects the literal texts of a page outside `code`: its text, and the attributes that people read."""

    READ = frozenset({"alt", "aria-label", "placeholder", "title"})

    def __init__(self, text):
        super().__init__()
        self.found, self._open = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self._open.append(tag)
        self.found += [value for name, value in attrs if name in self.READ and value]

    def handle_endtag(self, tag):
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data):
        if not {"code", "style", "script"} & set(self._open):
            self.found.append(data)


def literals(template):
    """The literal texts of a template, which no catalogue holds."""
    text = re.sub(r"{{.*?}}|{%.*?%}|{#.*?#}", "", template, flags=re.DOTALL)
    return [found.strip() for found in Literals(text).found if re.search(r"[^\W\d_]{2}", found) and found.strip() != "· damcam"]


TEMPLATES = sorted([*(Path(hub.__file__).parent / "templates").glob("*.html"), *dossier.FOLDER.glob("*.html")])


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_says_nothing_in_one_language_alone(path):
    assert literals(path.read_text(encoding="utf-8")) == []


def test_a_sentence_in_a_template_is_found():
    page = '{% if x %}<p>{{ _("Well") }} Play on</p>{% endif %}<a title="Back" href="/up">1-0</a><code>damcam</code>'
    assert literals(page) == ["Play on", "Back"]


PAGES = ("/", "/embed/1", "/overlay/1", "/wall", "/before", "/nothing")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", PAGES)
def test_a_page_brings_what_its_scripts_say(app, client, path, lang):
    """The page has exactly these sentences in its language, and none for English. Every name in its template is defined."""
    app.jinja_env.undefined = StrictUndefined
    page = asked(client, path, lang).text
    assert "<built-in" not in page
    told = re.search(r'id="texts">(.*?)</script>', page)
    entries = re.findall(r'type="module" src="/static/\w+/([^"]+)"', page)
    assert bool(told) == bool(entries)
    if told:
        sentences = json.loads(told[1])["sentences"]
        said = {key if isinstance(key, str) else key[0] for entry in entries for key in keys_in(FOLDER / entry)}
        assert said <= set(sentences) or lang == "en"
        assert len(sentences) > 15 or lang == "en"
        assert not sentences or lang != "en"


def test_the_names_of_languages_are_their_own(client):
    names = re.findall(r"hreflang=\"\w+\">(\w+)</a>", asked(client, "/?lang=en", "en").text)
    assert names == ["Frysk", "Nederlands"]
