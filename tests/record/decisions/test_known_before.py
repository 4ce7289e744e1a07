"""A correction of what somebody else has changed meanwhile is not done, and says what stands there now."""

import json

import pytest
from msgspec.json import decode, encode

from record.decisions import next_game
from record.decisions.commands import Describe, PrepareGame
from record.decisions.known_before import changed_meanwhile, stands_in
from record.events.about import About
from record.telling.sentences import as_json, sentence_in, tell
from rules.errors import Sentence

KNOWN = {"white": "Jele", "round": "3"}


def correcting(was: dict[str, str], control: str | None = None, **tags: str) -> PrepareGame:
    return PrepareGame("Bauke", "0001", About.of(tags), control, was)


@pytest.mark.parametrize(
    "word",
    [
        correcting({"white": "Jele"}, white="Jelle"),
        correcting({"white": "Jel"}, white="Jele"),
        correcting({"white": "Jel"}, round="4"),
        correcting({"event": ""}, event="Cup"),
        correcting({}, white="Jelle"),
        correcting({"time_control": "80m + 60s"}, "30m"),
        correcting({"time_control": "20m"}, "80m+60s"),
        correcting({"time_control": "20m"}, white="Jelle"),
        Describe("Bauke", About.of({"white": "Jelle"}), was={"white": "Jele", "time_control": "20m"}),
    ],
)
def test_what_nobody_else_changed_or_changed_alike_may_be_changed(word) -> None:
    assert changed_meanwhile(word, KNOWN, "80m+60s") is None


def test_all_that_was_changed_meanwhile_is_told() -> None:
    word = correcting({"white": "Jel", "black": "Auke", "time_control": "20m"}, "10m", white="Jelle", black="")
    why = changed_meanwhile(word, {**KNOWN, "black": ""}, "30m")
    assert str(why) == (
        "this was changed meanwhile: White is Jele now; the time control is 30m now; "
        "nothing of yours is stored; send it once more if it is to stand"
    )
    gone = changed_meanwhile(correcting({"event": "Cup", "time_control": "20m"}, "10m", event="Kup"), KNOWN)
    assert str(gone).startswith("this was changed meanwhile: the event has no name now, no time control is set now;")
    for lang, told in (("nl", "wit is nu Jele"), ("fy", "wyt is no Jele")):
        assert told in tell(why, lang)


def test_what_stands_is_read_from_the_sentence_wherever_it_came_from() -> None:
    word = correcting({"white": "Jel", "event": "Cup"}, white="Jelle", event="Kup")
    came = sentence_in(json.loads(json.dumps(as_json(changed_meanwhile(word, KNOWN)))))
    assert stands_in(came) == {"white": "Jele", "event": ""}
    assert stands_in(Sentence.plain("no")) == {}
    assert stands_in(Sentence(came.code, came.english, {"stands": "all"})) == {}
    assert stands_in(Sentence(came.code, came.english, {"stands": ("all", Sentence.plain("no"))})) == {}


def test_a_word_carries_what_was_seen(tmp_path) -> None:
    for word in (correcting(KNOWN, white="Jelle"), Describe("Bauke", About.of({"white": "Jelle"}), was=KNOWN)):
        assert decode(encode(word), type=type(word)) == word
    assert next_game.keep(tmp_path, correcting(KNOWN, white="Jelle")) == next_game.kept(tmp_path, "0001") == correcting({}, white="Jelle")
