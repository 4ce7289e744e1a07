"""Words on their way between two inboxes: each is taken once and put in once, with its id or not at all."""

import pytest

from record.decisions.carried_words import CarriedInbox, CarriedWord
from record.decisions.inbox import OBEYED, WITHDRAWN, Inbox
from record.decisions.words import StopClock
from record.log.errors import LogError
from record.store.journal import Journal
from rules.errors import Phrase
from tests.support.says import says


class Why(Phrase):
    NOT_NOW = "not now"


@pytest.fixture
def carried(tmp_path):
    Journal.create(tmp_path / "journal.jsonl").close()
    with CarriedInbox(tmp_path / "journal.jsonl") as made:
        yield made


def test_a_word_is_taken_away_once_and_stays_open_until_it_is_answered(carried):
    number = carried.put(StopClock("Anna"))
    assert carried.waiting() == [number]
    word = carried.take_away(number, "w1")
    assert word == CarriedWord("w1", number, "StopClock", '{"by":"Anna"}')
    assert (carried.take_away(number, "w2"), carried.waiting(), carried.withdraw(number)) == (None, [], False)
    assert carried.unanswered() == [word]
    with CarriedInbox(carried.path) as again:
        assert again.unanswered() == [word]
    carried.answer(number, OBEYED)
    assert (carried.unanswered(), carried.answered(number)) == ([], OBEYED)


def test_a_word_that_was_withdrawn_is_not_taken_away(carried):
    number = carried.put(StopClock("Anna"))
    carried.withdraw(number)
    assert (carried.take_away(number, "w1"), carried.unanswered()) == (None, [])


def test_a_word_is_put_in_once_however_often_it_is_brought(carried):
    for _ in range(3):
        carried.bring(CarriedWord("w1", 0, "StopClock", '{"by": "Anna"}'))
    assert carried.brought() == {"w1": 1}
    assert [word for _, word in carried.take()] == [StopClock("Anna")]
    assert (carried.is_known("w1"), carried.brought(), carried.became("w1")) == (True, {}, None)
    carried.answer(1, OBEYED)
    assert carried.became("w1") == OBEYED


def test_upon_what_a_word_was_made_and_when_its_life_ends_goes_with_it(carried):
    numbers = carried.put(StopClock("Anna"), upon=7, until_ns=70), carried.put(StopClock("Anna"))
    carried.bring(CarriedWord("w1", 0, "StopClock", '{"by": "Anna"}'), 9, until_ns=90)
    assert [(carried.upon(number), carried.until_ns(number)) for number in (*numbers, 3)] == [(7, 70), (None, None), (9, 90)]
    assert [number for number, _ in carried.take(lambda: 70)] == [2, 3]
    assert not carried.withdraw(1), "it is withdrawn"


def test_a_word_that_was_refused_is_never_put_in(carried):
    carried.refuse("w1", WITHDRAWN)
    carried.refuse("w2", Why.NOT_NOW.said())
    carried.refuse("w2", WITHDRAWN)
    for word in ("w1", "w2"):
        carried.bring(CarriedWord(word, 0, "StopClock", '{"by": "Anna"}'))
    assert (list(carried.take()), carried.brought()) == ([], {})
    assert (carried.became("w1"), carried.became("w2")) == (WITHDRAWN, Why.NOT_NOW.said())
    assert carried.became("w3") is None
    carried.bring(CarriedWord("w4", 0, "StopClock", '{"by": "Anna"}'))
    carried.refuse("w4", WITHDRAWN)
    assert carried.brought() == {"w4": 1}


@pytest.mark.parametrize(("answer", "became"), [(Why.NOT_NOW.said(), "not now"), ("an old text", "an old text")])
def test_why_a_word_was_refused_is_a_sentence(carried, answer, became):
    carried.bring(CarriedWord("w1", 0, "StopClock", '{"by": "Anna"}'))
    carried.answer(1, answer)
    assert str(carried.became("w1")) == became


def test_a_word_whose_row_is_not_written_is_not_known(carried):
    carried._connection.execute("CREATE TRIGGER full BEFORE INSERT ON inbox BEGIN SELECT raise(ABORT, 'full'); END")
    with pytest.raises(LogError, check=says("InboxFault.not-used", why="full")):
        carried.bring(CarriedWord("w1", 0, "StopClock", "{}"))
    carried._connection.execute("DROP TRIGGER full")
    assert not carried.is_known("w1")
    with Inbox(carried.path) as other:
        assert other.put(StopClock("Anna")) == 1
