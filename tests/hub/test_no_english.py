"""No English is left in the Dutch and the Frisian pages and answers: each text is held against the same text in English, in a browser."""

import json
import re

import pytest
from playwright.sync_api import expect
from werkzeug.security import generate_password_hash

from docs.set_up_boards import SET_UP, report_of
from hub.access.accounts import Account, Accounts, Role
from hub.boards.readiness import REPORT_NAME
from record.events.of_game import Alert, CameraFault, ClockStopped, FlagFell, Ruled
from record.events.of_players import PlayerSaid

PASSWORD = "oer it fjild"
PUBLIC = ["board/1", "board/2", "embed/1", "overlay/1", "wall", "before", "login", "login?late", "nothing", "?lang=xx"]
ARBITERS = ["desk", "desk/1", "desk/2", "desk/sign-ins", "desk/1/dossier", "tablet/1", "tablet/2"]
ASKED = [
    ("GET", "desk/9", None),
    ("GET", "nothing", None),
    ("PUT", "wall", None),
    ("GET", "desk/1/dossier/99", None),
    ("GET", "desk/2/health", None),
    *(("POST", "desk/1/rule", word) for word in (None, [], {"word": "dance"}, {"word": "take-back", "seq": 2})),
    *(("POST", "desk/1/rule", {"word": "position", "seq": 2, "fen": fen}) for fen in ("", "X:W1:B2", "W:W1:B1")),
    ("POST", "desk/1/rule", {"word": "set-times", "seq": 2, "white_s": -1, "black_s": 0}),
    ("POST", "desk/1/rule", {"word": "add-times", "seq": 2, "white_s": 0, "black_s": 0}),
    ("POST", "desk/1/rule", {"word": "end", "seq": 2, "result": "2-0"}),
    ("POST", "desk/1/rule", {"word": "seen", "alert": "the last"}),
    ("POST", "desk/1/rule", {"word": "stand", "seq": 2, "after": 0, "game": "another"}),
    ("POST", "desk/1/rule", {"word": "stand", "seq": 2, "after": 9, "game": "0001"}),
    ("POST", "desk/1/paper", {"text": "32-28"}),
    ("POST", "desk/1/paper", {"text": ""}),
    ("POST", "desk/1/find", {"corners_px": [1]}),
    ("POST", "tablet/1/say", {"say": "dance"}),
    ("POST", "tablet/1/say", None),
    ("POST", "desk/1/rule", "{white"),
    ("POST", "wall", "x" * 70_000),
]
"""Requests that the server refuses, or answers with sentences."""
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
ASK = """async ([method, path, body, token, lang]) => {
  const headers = { Accept: "application/json", "X-Token": token, "Content-Type": "application/json", "Accept-Language": lang };
  const sent = typeof body === "string" ? body : JSON.stringify(body);
  const answer = await fetch(`/${path}`, { method, headers, body: method === "GET" ? undefined : sent });
  return answer.text();
}"""
WORD = re.compile(r"[A-Za-zÀ-ÿ]{2,}[.]?")
IN_A_ROW = 3
"""So many words in a row, the same in two languages, are taken for a sentence that was left in one of them."""
NO_SENTENCE_ON = {"overlay/1"}
"""The pages that say no sentence: the test would find nothing on any other that says none."""
SAME = ("Jelle de Vries", "Sytske Hoekstra", "Frysk Kampioenskip", "A. van der Meulen", "sudo systemctl status damcam-board")
"""Names and commands, which are the same in every language."""


@pytest.fixture
def server(serve, new_game, tmp_path):
    """Two boards: at the first all kinds of alerts were told; the second is being set up, and nothing of it is well."""
    (tmp_path / "1" / "games").mkdir(parents=True)
    (tmp_path / "2").mkdir()
    game = new_game(tmp_path / "1" / "games" / "0001")
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
    game.journal.append(Ruled(2, "black", "27c-missed", "19-24", after, 0.99, (fault, *others)), game.t_ns)
    for number, said in enumerate(("arbiter-called", "draw-offered", "draw-accepted", "resigned")):
        told = Alert("players", None, (), "", "at once", said, "black")
        game.journal.append(PlayerSaid(game.t_ns + number, 2, "black", said, 1, 1, (told,)), game.t_ns + number)
    blind = Alert("camera", None, (), "The camera's picture is black.", "at once", "black")
    game.journal.append(CameraFault(game.t_ns, "black", None, "black", (blind,)), game.t_ns)
    resumed = Alert("resumed", None, (), "The device restarted.", "at once")
    game.journal.append(ClockStopped(game.t_ns, 1, 1, alerts=(resumed,)), game.t_ns)
    fell = Alert("flag", "20.5", (), "Black's time is used up.", "at once", side="black")
    game.journal.append(FlagFell(game.t_ns, "black", 1, 0, (fell,)), game.t_ns)
    Accounts(tmp_path / "arbiters.json").put(Account("Anke", Role.ARBITER, generate_password_hash(PASSWORD, "scrypt:1024:8:1")))
    signing = ("--secret-key", str(tmp_path / "secret_key"), "--arbiters", str(tmp_path / "arbiters.json"))
    served = serve([tmp_path / "1", tmp_path / "2"], *signing)
    served.state = tmp_path
    return served


def report(state):
    """Write what the services of both boards report, anew: it counts for some seconds."""
    for board, (about, checks) in (("1", SET_UP[1]), ("2", SET_UP[2])):
        unfinished = state / board / "report.new"
        unfinished.write_text(json.dumps(report_of(about, checks, "80m+60s")))
        unfinished.replace(state / board / REPORT_NAME)


@pytest.fixture
def reader(browser, server):
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce", locale="en-GB")
    yield context.new_page()
    context.close()


def texts(page, server, path, lang):
    """The texts that people see or hear of the page, also of what is folded together."""
    report(server.state)
    url = with_lang(server.url + path, lang)
    page.goto(url, wait_until="load")
    if page.locator("#status").count():
        expect(page.locator("#status")).to_have_attribute("data-state", re.compile("live|waiting|lost|silent"))
    page.evaluate("document.querySelectorAll('details').forEach((details) => (details.open = true))")
    page.wait_for_timeout(300)
    return {" ".join(text.split()) for text in page.evaluate(TEXTS)}


def rows_of_words(text):
    """Each row of IN_A_ROW words in the text, apart from names and commands."""
    for same in SAME:
        text = text.replace(same, "\n")
    rows, words = set(), []
    for token in re.split(r"[ (]|(?=[\n:;)])", text):
        words = [*words, token.strip(",.").lower()] if WORD.fullmatch(token) else []
        rows |= {" ".join(words[-IN_A_ROW:])} if len(words) >= IN_A_ROW else set()
    return rows


def sentences(found):
    return set().union(*map(rows_of_words, found)) if found else set()


def test_every_page_and_every_answer_is_in_the_readers_language(reader, server):
    reader.goto(f"{server.url}login")
    public = {lang: {path: texts(reader, server, path, lang) for path in PUBLIC} for lang in ("en", "nl", "fy")}
    reader.goto(f"{server.url}login?lang=en")
    reader.get_by_label("Name").fill("Anke")
    reader.get_by_label("Password").fill(PASSWORD)
    reader.get_by_role("button", name="Sign in").click()
    expect(reader).to_have_url(f"{server.url}desk")
    found = {lang: dict(public[lang]) for lang in public}
    for lang in found:
        found[lang] |= {path: texts(reader, server, path, lang) for path in ARBITERS}
        reader.goto(with_lang(server.url + "desk/1", lang))
        token = reader.evaluate("document.body.dataset.token")
        for method, path, sent in ASKED:
            report(server.state)
            told = reader.evaluate(ASK, [method, path, sent, token, lang])
            found[lang][f"{method} {path} {json.dumps(sent):.60}"] = set(strings(json.loads(told)))
    left = [
        (lang, path, text)
        for lang in ("nl", "fy")
        for path in found[lang]
        for text in sorted(sentences(found[lang][path]) & sentences(found["en"][path]))
    ]
    assert left == [], "\n".join(map(str, left))
    said = {path: len(sentences(found["en"][path])) for path in (*PUBLIC, *ARBITERS, "GET desk/2/health null")}
    assert {path for path, count in said.items() if count == 0} <= NO_SENTENCE_ON, said
    assert [path for path, told in found["en"].items() if not any(told)] == []


def with_lang(url, lang):
    return url if "lang=" in url else f"{url}{'&' if '?' in url else '?'}lang={lang}"


def strings(told):
    """All texts in a JSON value."""
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict):
        for value in told.values():
            yield from strings(value)
    elif isinstance(told, list):
        for value in told:
            yield from strings(value)


def test_a_sentence_left_in_english_is_found():
    page = {"Er is iets: the camera sees nothing", "Jelle de Vries", "Wit", "W:W31-50:B1-20", "frisian", "32-28"}
    assert sentences(page) == {"er is iets", "the camera sees", "camera sees nothing"}
    assert set(strings({"a": ["x y", {"b": "z"}], "n": 1})) == {"x y", "z"}
