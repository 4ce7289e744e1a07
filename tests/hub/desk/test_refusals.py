"""The service's refusals of rulings, in the reader's language."""

import pytest


def rule(desk, word, lang, **more):
    view = desk.get("/desk/1/state").json
    sent = {"word": word, "game": view["game"], "seq": view["seq"], "after": view["last_ruling"], **more}
    answer = desk.post("/desk/1/rule", json=sent, headers={"Accept-Language": lang})
    assert answer.status_code == 409
    return answer.json


@pytest.mark.usefixtures("service")
def test_the_desk_is_told_why_in_its_language(desk):
    """The service itself refuses, so the test sees the sentences that it really gives."""
    assert rule(desk, "start-clock", "nl", side="white") == {"error": "de klok van Wit loopt al", "lang": "nl"}
    assert rule(desk, "take-back", "fy", plies=50)["error"].endswith("en op syn minst ien moat fuort")
    told = rule(desk, "end", "nl", result="1-0", article="99")
    assert told["error"].startswith("partij beëindigen na druk 2: '99' is geen artikel waarop een partij volgens frisian eindigt; dat zijn")
    other = rule(desk, "end", "fy", result="draw", article="20.5")
    assert other == {"error": "partij beëinigje nei druk 2: op art. 20.5 einiget in partij neffens frisian net mei draw", "lang": "fy"}
    view = desk.get("/desk/1/state").json
    sent = {"word": "stand", "game": "9999", "seq": 2, "after": view["last_ruling"]}
    assert desk.post("/desk/1/rule", json=sent, headers={"Accept-Language": "nl"}).json["lang"] == "nl"
    paper = desk.post("/desk/1/paper", json={"text": "1. 32-28"}, headers={"Accept-Language": "nl"})
    assert paper.json == {"error": "deze partij is niet op papier voortgezet: er is geen plaats voor zetten van papier", "lang": "nl"}


@pytest.mark.parametrize(("word", "says"), [("dance", "werd verwacht, niet 'dance'"), ("take-back", "plies: een heel getal van 0 tot")])
def test_what_no_page_sends_is_refused_in_the_readers_language_too(desk, word, says):
    answer = desk.post("/desk/1/rule", json={"word": word, "seq": 1}, headers={"Accept-Language": "nl"})
    assert (answer.status_code, says in answer.json["error"], answer.json["lang"]) == (400, True, "nl")


def test_an_answer_of_the_version_before_is_shown_as_it_is(desk, service, monkeypatch):
    monkeypatch.setattr(service, "answer", lambda _word: "the roof fell in; mend it")
    assert rule(desk, "start-clock", "nl", side="white") == {"error": "the roof fell in; mend it", "lang": "en"}
