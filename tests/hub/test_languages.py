"""The pages in the reader's language: the choice of it, the cookie that remembers it, and that no English is left in Dutch and Frisian.

Each text is held against the same text in English. What scripts write is in tests/texts and tests/hub/journeys/test_three_languages.py.
"""

import json
import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from jinja2 import StrictUndefined, Undefined
from jinja2.utils import missing

import hub
from docs.set_up_boards import SET_UP, status_of
from hub.app import BOARDS, create_app
from hub.boards.board import Boards
from hub.texts import scripts
from hub.texts.rounds import round_name
from record.events.of_game import Alert, CameraFault, ClockStopped, FlagFell, Ruled
from record.events.of_players import PlayerSaid
from record.papers import dossier
from record.texts import LANGUAGES
from tests.hub.desk.desk_page import form_of
from tests.hub.test_several_boards import look as look_at
from tests.support.left_in_english import sentences, strings
from tests.support.signing import admitting, client_of
from tournament.events.play_offs import round_told


@pytest.fixture
def app(game):
    app = create_app(Boards.lone(game.folder / "journal.jsonl"), follow=False)
    game.open()
    app.extensions[BOARDS].first.feed.look()
    return app


@pytest.fixture
def client(app):
    return app.test_client()


def asked(client, path, lang="", **words):
    return client.get(path, headers={"Accept-Language": lang} if lang else {}, **words)


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
    assert "Set-Cookie" not in asked(client, "/api/boards/1?lang=fy").headers, "a script chooses nothing"
    assert "Voor de ronde" in asked(client, "/before?lang=nl").text


def test_a_language_that_there_is_not_has_no_page(client):
    answer = asked(client, "/?lang=xx", "fy")
    assert answer.status_code == 404
    assert "Net fûn" in answer.text
    assert "Set-Cookie" not in answer.headers
    client.set_cookie("lang", "<script>")
    assert '<html lang="nl">' in asked(client, "/", "nl").text, "nor a cookie for it"


def test_the_other_languages_are_a_link_away_and_the_rest_of_the_address_stays(client):
    for path in ("/", "/nothing"):
        assert re.findall(r'hreflang="(\w+)">(\w+)</a>', asked(client, path, "en").text) == [("fy", "Frysk"), ("nl", "Nederlands")]
    page = asked(client, "/before?x=a%26b&lang=nl").text
    assert re.findall(r'hreflang="(\w+)">', page) == ["fy", "en"]
    assert '"?x=a%26b&amp;lang=fy"' in page


def literals(template):
    """The literal texts of a template outside `code`, which no catalogue holds: its text, and the attributes that people read."""
    soup = BeautifulSoup(re.sub(r"{{.*?}}|{%.*?%}|{#.*?#}", "", template, flags=re.DOTALL), "html.parser")
    for gone in soup.select("code, style, script"):
        gone.decompose()
    texts = [*soup.stripped_strings, *(str(tag[name]).strip() for tag in soup.find_all(True) for name in READ if tag.get(name))]
    return [text for text in texts if re.search(r"[^\W\d_]{2}", text) and text != "· damcam"]


TEMPLATES = sorted([*(Path(hub.__file__).parent / "templates").glob("*.html"), *dossier.FOLDER.glob("*.html")])


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_says_nothing_in_one_language_alone(path):
    assert literals(path.read_text(encoding="utf-8")) == []


def test_a_sentence_in_a_template_is_found():
    page = '{% if x %}<p>{{ _("Well") }} Play on</p>{% endif %}<a title="Back" href="/up">1-0</a><code>damcam</code>'
    assert literals(page) == ["Play on", "Back"]


def undefined(hint=None, obj=missing, **told):
    """What stands for a name that no template was given, which fails once it is used, or for what a view lacks, which is left out."""
    return (StrictUndefined if obj is missing else Undefined)(hint, obj, **told)


PAGES = ("/", "/embed/1", "/overlay/1", "/wall", "/before", "/nothing")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", PAGES)
def test_a_page_brings_what_its_scripts_say(app, client, path, lang):
    """The page has exactly these sentences in its language, and none for English. Every name in its template is defined."""
    app.jinja_env.undefined = undefined
    answer = asked(client, path, lang)
    page = answer.text
    assert answer.status_code == (404 if path == "/nothing" else 200)
    assert (f'<html lang="{lang}">' in page, "<built-in" in page) == (True, False)
    told = re.search(r'id="texts">(.*?)</script>', page)
    entries = re.findall(r'"/static/\w+/([^"]+\.js)"', page)
    said = {key for script in scripts.with_imports(*entries) for key in scripts.keys_in(scripts.FOLDER / script)}
    assert bool(told) == bool(said)
    assert bool(said) == (path not in ("/wall", "/before", "/nothing")), "what the others show is rendered on the server alone"
    if told:
        sentences = json.loads(told[1])["sentences"]
        assert set(sentences) == ({key if isinstance(key, str) else key[0] for key in said} if lang != "en" else set())


PUBLIC = ["board/1", "board/2", "embed/1", "overlay/1", "wall", "before", "login", "login?late", "nothing", "?lang=xx"]
ARBITERS = [
    "desk",
    "desk/1",
    "desk/2",
    "desk/1/health",
    "desk/2/health",
    "desk/sign-ins",
    "evening",
    "desk/telephones",
    "desk/1/logs",
    "desk/1/dossier",
    "tablet/1",
    "tablet/2",
]
RULED = [
    *({}, form_of("dance"), form_of("take-back", seq=2, after=0)),
    *(form_of("position", seq=2, after=0, fen=fen) for fen in ("", "X:W1:B2", "W:W1:B1")),
    form_of("set-times", seq=2, after=0),
    {**form_of("set-times", seq=2, after=0), "white-time": "1:2"},
    form_of("add-times", seq=2, after=0, seconds=0),
    form_of("time-control", seq=2, after=0),
    form_of("end", seq=2, after=0, result="2-0"),
    form_of("end", seq=2, after=0),
    form_of("end", seq=2, after=0, ground="1-0"),
    form_of("seen", alert="the last"),
    form_of("stand", seq=2, after=0, game="another"),
    form_of("stand", seq=2, after=9, game="0001"),
    form_of("restore", seq=2, after=0, game="0001"),
]
ASKED = [
    *(("GET", path, None) for path in ("desk/9", "nothing", "desk/1/dossier/99")),
    *(("POST", "desk/1/rule", word) for word in RULED),
    ("PUT", "wall", None),
    ("POST", "desk/1/paper", {"text": "32-28"}),
    ("POST", "desk/1/paper", {"text": ""}),
    ("POST", "desk/1/find", {"corners_px": [1]}),
    ("POST", "tablet/1/say", {"say": "dance"}),
    ("POST", "tablet/1/say", None),
    ("POST", "wall", "x" * 70_000),
]
"""Requests that the server refuses, or answers with sentences."""
FORMS = ("desk/1/rule", "desk/1/paper")
READ = ("alt", "aria-label", "placeholder", "title")
NO_SENTENCE_ON = {"overlay/1"}
"""The pages that say no sentence: the test would find nothing on any other that says none."""


def fill(game):
    """All kinds of alerts in one game."""
    game.open()
    game.move("white", 32, 28)
    before = game.fen("B")
    game.press("black")
    game.black = game.black - {19} | {24}
    after = game.fen("W")
    fault = Alert("27c-missed", "27c, 10", (19, 24), "19-24 is a quiet move.", side="black", before=before, after=after)
    others = [
        Alert("off-centre", "25", (7,), "A piece stands badly."),
        Alert("misread", None, (8,), "The camera keeps misreading.", "at once"),
        Alert("unread-squares", None, (9,), "Nothing has been seen.", "at once", "2"),
    ]
    events = [Ruled(2, "black", "27c-missed", "19-24", after, 0.99, (fault, *others))]
    for number, said in enumerate(("arbiter-called", "draw-offered", "draw-accepted", "resigned")):
        told = Alert("players", None, (), "", "at once", said, "black")
        events.append(PlayerSaid(game.t_ns + number, 2, "black", said, 1, 1, (told,)))
    blind = Alert("camera", None, (), "The camera's picture is black.", "at once", "black")
    resumed = Alert("resumed", None, (), "The device restarted.", "at once")
    fell = Alert("flag", "20.5", (), "Black's time is used up.", "at once", side="black")
    events.append(CameraFault(game.t_ns, "black", None, "black", (blind,)))
    events.append(ClockStopped(game.t_ns, 1, 1, alerts=(resumed,)))
    events.append(FlagFell(game.t_ns, "black", 1, 0, (fell,)))
    for event in events:
        game.journal.append(event, game.t_ns)


@pytest.fixture
def two_boards(new_game, tmp_path, monkeypatch):
    """Two boards: at the first all kinds of alerts were told; the second is being set up, and nothing of it is well."""
    monkeypatch.setattr("link.sending.ANSWERED_WITHIN_S", 0.0)
    (tmp_path / "1" / "games").mkdir(parents=True)
    (tmp_path / "2").mkdir()
    fill(new_game(tmp_path / "1" / "games" / "0001"))
    return create_app(Boards.of_states([tmp_path / "1", tmp_path / "2"]), sign_in=admitting(tmp_path), follow=False)


def look(app, tmp_path, tell_status):
    """Tell how both boards are, anew, as it counts for some seconds; then look at the boards."""
    for name, (about, checks) in (("1", SET_UP[1]), ("2", SET_UP[2])):
        tell_status.put(tmp_path / name, status_of(about, checks, "80m+60s"))
    look_at(app.extensions[BOARDS])


def texts_of(page):
    """The texts that people see or hear of the page, and those of its parts that are in English on purpose."""
    soup = BeautifulSoup(page, "html.parser")
    for gone in soup.select("script, style, noscript, code, svg, .languages, body [lang]:not([lang=en])"):
        gone.decompose()
    read = [str(tag[name]) for tag in soup.find_all(True) for name in READ if tag.get(name)]
    return {" ".join(text.split()) for text in (*read, *soup.find_all(string=True))}


def test_every_page_and_every_answer_is_in_the_readers_language(two_boards, tmp_path, tell_status):
    stranger, arbiter = two_boards.test_client(), client_of(two_boards)
    found = {}
    for lang in ("en", "nl", "fy"):
        look(two_boards, tmp_path, tell_status)
        as_page, as_data = ({"Accept": kind, "Accept-Language": lang} for kind in ("text/html", "application/json"))
        found[lang] = {path: texts_of(stranger.get(path, headers=as_page).text) for path in PUBLIC}
        found[lang] |= {path: texts_of(arbiter.get(path, headers=as_page).text) for path in ARBITERS}
        for method, path, sent in ASKED:
            body = {"data": sent} if path in FORMS else {"json": sent}
            answer = arbiter.open(path, method=method, **body, headers=as_data)
            found[lang][f"{method} {path} {json.dumps(sent):.60}"] = set(strings(answer.json))
    left = [
        (lang, path, text)
        for lang in ("nl", "fy")
        for path in found[lang]
        for text in sorted(sentences(found[lang][path]) & sentences(found["en"][path]))
    ]
    assert left == [], "\n".join(map(str, left))
    said = {path: len(sentences(found["en"][path])) for path in (*PUBLIC, *ARBITERS)}
    assert {path for path, count in said.items() if count == 0} <= NO_SENTENCE_ON, said
    assert [path for path, told in found["en"].items() if not any(told)] == []


def test_a_sentence_left_in_english_is_found():
    page = {"Er is iets: the camera sees nothing", "Jelle de Vries", "Wit", "W:W31-50:B1-20", "frisian", "32-28"}
    assert sentences(page) == {"er is iets", "the camera sees", "camera sees nothing"}
    assert set(strings({"a": ["x y", {"b": "z"}], "n": 1})) == {"x y", "z"}


def test_a_board_has_a_play_off_for_its_round_in_the_readers_language():
    named = [(round_name(lang, round_told(3)), round_name(lang, round_told(-2))) for lang in ("en", "fy")]
    assert named == [("Round 3", "Play-off game 2"), ("Ronde 3", "Beslissingspartij 2")]
