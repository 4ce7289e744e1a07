"""Why a ruling was not carried out: in the reader's language where it is one of the commonest, else marked as English."""

import pytest

from hub.desk.refusals import REFUSALS, in_words
from record.texts import say


@pytest.mark.parametrize("sentence", REFUSALS)
def test_each_is_said_in_both_languages_with_what_belongs_to_it(sentence):
    assert set(REFUSALS[sentence]) == {"nl", "fy"}
    for lang, words in REFUSALS[sentence].items():
        assert in_words(sentence, lang) == (words, lang)
        assert in_words(f"take-back after press 7: {sentence}", lang) == (words, lang)
        assert in_words(sentence, "en") == (sentence, "en")


def test_the_numbers_are_kept_and_another_sentence_stays_english():
    assert in_words("take back 3 after press 9: there are 2 plies, and at least one must go", "nl") == (
        "terugnemen van 3 halve zetten kan niet: er staan er 2, en ten minste één moet weg.",
        "nl",
    )
    assert in_words("the roof fell in", "nl") == ("the roof fell in", "en")
    fault = say("fy", "line {line}, ply {ply} from paper: {text}", line=1, ply=2, text="32-29")
    assert in_words(fault, "fy") == (fault, "fy")


def rule(desk, word, lang, **more):
    view = desk.get("/desk/1/state").json
    sent = {"word": word, "game": view["game"], "seq": view["seq"], "after": view["last_ruling"], **more}
    answer = desk.post("/desk/1/rule", json=sent, headers={"Accept-Language": lang})
    assert answer.status_code == 409
    return answer.json


@pytest.mark.usefixtures("service")
def test_the_desk_is_told_why_in_its_language(desk):
    """By the service itself, so that the sentences are those which it says."""
    assert rule(desk, "start-clock", "nl", side="white") == {"error": "de klok van wit loopt al.", "lang": "nl"}
    assert rule(desk, "take-back", "fy", plies=50)["error"].endswith("en op syn minst ien moat fuort.")
    told = rule(desk, "end", "nl", result="1-0", article="99")
    assert (told["error"].split(" dat zijn")[0], told["lang"]) == ("'99' is geen artikel waarop een partij eindigt;", "nl")
    assert rule(desk, "end", "nl", result="draw", article="20.5")["lang"] == "en"
    view = desk.get("/desk/1/state").json
    other = desk.post(
        "/desk/1/rule", json={"word": "stand", "game": "9999", "seq": 2, "after": view["last_ruling"]}, headers={"Accept-Language": "nl"}
    )
    assert other.json["lang"] == "nl"
    paper = desk.post("/desk/1/paper", json={"text": "1. 32-28"}, headers={"Accept-Language": "nl"})
    assert paper.json == {"error": "deze partij is niet op papier voortgezet: er is geen plaats voor zetten van papier.", "lang": "nl"}
