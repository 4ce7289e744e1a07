"""A person is forgotten in events: the name goes out of every byte of their files, and every figure stays."""

import json
from typing import get_args, get_type_hints

import msgspec
import pytest
from msgspec import structs

from record.log.reading import read
from record.log.tail import tail_of
from tests.support.says import says
from tests.tournament.events.conftest import delete, refuses
from tournament.errors import TournamentError
from tournament.events.anonymous import in_language
from tournament.events.changes import (
    AppealMade,
    Change,
    ChangePart,
    ChangeUndone,
    CommissionMember,
    CommissionSeated,
    Entrant,
    EntrantCorrected,
    EntrantsEntered,
    EventMade,
    LineUpGiven,
    MemberVote,
    PersonForgotten,
    ProblemEntered,
    ProblemMarked,
    ResultsEntered,
    VerdictGiven,
    Who,
)
from tournament.events.crosstable import crosstables
from tournament.events.event_file import append, lost_rows, make_event, read_event
from tournament.events.forgetting import NOTE, events_to_search, finish, forget, found_person, names_meant, neutral_of
from tournament.events.neutral_rows import IDS, PERSONS, TEXTS, texts_left
from tournament.events.pairing import paired
from tournament.events.results import result_entered
from tournament.events.standing import all_standings
from tournament.events.wishes import Wishes
from tournament.events.withdrawing import undone

JELLE = Entrant("jelle", "Jelle de Vries", club="Damclub Drachten", born="2001-03-04", rating=1200)
OTHERS = (Entrant("s", "Sytske"), Entrant("y", "Ype Bouma"), Entrant("a", "Jelle de Vries Jr.", club="Grou"))
WHY = "the game of  jelle DE vries (jelle) against Jelle de Vries Jr. fell"


def club(path, *entrants):
    """Write the file of a club evening of four, with two rounds of three."""
    make_event(path, EventMade("A", name="Jûn"), Who("Jelle de Vries"), (EntrantsEntered(entrants),))
    event = read_event(path)
    for results in (("1-0", "0-1"), ("draw", "1-0")):
        round_, _ = paired(event.state, Wishes())
        event = append(event, round_, Who("Anke"))
        for game, result in zip(round_.games, results, strict=True):
            entered = result_entered(event.state, [str(round_.round), game.white, game.black, result], default=False, corrects=False)
            event = append(event, ResultsEntered((entered,)), Who("Anke", WHY))


@pytest.fixture
def folder(tmp_path):
    """A folder of events with a club evening in it."""
    (tmp_path / "events").mkdir()
    club(tmp_path / "events" / "club", JELLE, *OTHERS)
    return tmp_path / "events"


def found(folder, person="jelle  de vries", also=()):
    """The events with that person, and what will stand in their place in each."""
    kept = [read_event(path) for path in events_to_search(folder)]
    names = names_meant(kept, person)
    persons = [match for event in kept if (match := found_person(event, names))]
    return persons, neutral_of(persons, kept, also)


def forget_person(folder, person="jelle  de vries", also=()):
    """Forget that person in all events of the folder; the ids that stand in their place, by the name of the file."""
    _, neutral = found(folder, person, also)
    forget(folder, neutral, "J. Jansen")
    return {path.name: {*of_event.ids.values(), *of_event.names.values()} for path, of_event in neutral.items()}


def figures(path, old="jelle", new="jelle"):
    state = read_event(path).state
    told = json.dumps(msgspec.to_builtins([all_standings(state), crosstables(state)]))
    return told.replace(f'"{old}"', f'"{new}"').replace(f'"{JELLE.name}"', f'"{new}"')


def test_the_name_is_in_no_byte_the_figures_stay_and_the_file_grows_on(folder):
    ((person,), _) = found(folder)
    assert (person.ids, person.names, person.clubs) == (("jelle",), ("Jelle de Vries",), ("Damclub Drachten",))
    old, before = read_event(folder / "club"), figures(folder / "club", new="player-1")
    assert forget_person(folder) == {"club": {"player-1"}}
    assert sorted(path.name for path in folder.iterdir()) == ["club", "club-tail"]
    content = (folder / "club").read_bytes().lower().replace(b"jelle de vries jr.", b"")
    assert [text for text in (b"jelle", b"damclub", b"2001-03-04") if text in content] == []
    assert figures(folder / "club") == before
    event = read_event(folder / "club")
    assert event.state.entrants == (Entrant("player-1", rating=1200), *OTHERS), "others keep their names"
    assert event.rows[0].who.by == "player-1"
    assert {row.who.why for row in event.rows[3:-1]} == {"", "the game of  player-1 (player-1) against Jelle de Vries Jr. fell"}
    assert (event.rows[-1].change, event.rows[-1].who) == (PersonForgotten(("player-1",)), Who("J. Jansen"))
    for lang, name in (("nl", "anonieme speler 1"), ("fy", "anonime spiler 1")):
        assert in_language(event.state, lang).by_id["player-1"].shown == name
    with pytest.raises(TournamentError):  # a change that was decided on before
        append(old, paired(old.state, Wishes())[0], Who("Anke"))
    assert len(append(event, paired(event.state, Wishes())[0], Who("Anke")).state.rounds) == 3


@pytest.mark.parametrize(
    ("entered", "asked", "in_reasons"),
    [
        ("Jose\u0301 Bos", "Jos\u00e9 Bos", ("Jos\u00e9 Bos", "JOSE\u0301  BOS")),
        ("Jos\u00e9 Bos", "jose\u0301 bos", ("Jose\u0301 Bos",)),
        ("Anna Strau\u00df", "anna strauss", ("Anna Strau\u00df", "ANNA STRAUSS")),
        ("\u0130pek Kaya", "\u0130pek Kaya", ("\u0130pek Kaya",)),
        ("Sjoerd \u2019t Hart", "Sjoerd 't Hart", ("Sjoerd \u2019t Hart", "Sjoerd \u2018t Hart")),
        ("Bob (a+b)*", "Bob (a+b)*", ("Bob (a+b)*",)),
    ],
)
def test_a_name_goes_in_whatever_way_it_is_written(folder, entered, asked, in_reasons):
    make_event(folder / "other", EventMade("A"), Who("Anke"), (EntrantsEntered((Entrant("sj.h", entered, club="Grou"), *OTHERS)),))
    for reason in (*in_reasons, "SJ.H was ill"):
        append(read_event(folder / "other"), PersonForgotten(()), Who("Anke", f"{reason}, and Ype Bouma"))
    assert [person.names for person in found(folder, asked)[0]] == [(entered,)]
    (new,) = forget_person(folder, asked)["other"]
    reasons = [row.who.why for row in read_event(folder / "other").rows[2:-1]]
    assert reasons == [f"{new}, and Ype Bouma"] * len(in_reasons) + [f"{new} was ill, and Ype Bouma"]
    left = (folder / "other").read_bytes()
    assert not [text for text in (entered, *in_reasons, "sj.h", "SJ.H") if text.encode() in left]


def test_a_text_with_a_short_number_that_is_the_id_of_somebody_keeps_it(folder):
    make_event(folder / "other", EventMade("A"), Who("Anke"), (EntrantsEntered((Entrant("12", "Jelle de Vries"), *OTHERS)),))
    append(read_event(folder / "other"), PersonForgotten(()), Who("Anke", "game 12 of jelle de vries, and 12a"))
    (new,) = forget_person(folder)["other"]
    assert read_event(folder / "other").rows[2].who.why == f"game 12 of {new}, and 12a"


def test_an_id_goes_out_of_texts_and_not_out_of_the_name_of_an_event(folder):
    make_event(folder / "other", EventMade("A", name="Jelle Bokaal"), Who("Anke"), (EntrantsEntered((JELLE, *OTHERS)),))
    appeal = AppealMade(1, 1, "jelle", "s", "s", grounds="jelle hie oanrekke", written=True)
    append(append(read_event(folder / "other"), paired(read_event(folder / "other").state, Wishes())[0], Who("Anke")), appeal, Who("Anke"))
    (new,) = forget_person(folder)["other"]
    rows = read_event(folder / "other").rows
    assert rows[0].change.name == "Jelle Bokaal"
    assert (rows[3].change.grounds, rows[3].change.white) == (f"{new} hie oanrekke", new)


def test_by_a_former_name_all_goes_that_belongs_to_the_person_also_where_the_name_was_right_at_once(folder):
    jele = structs.replace(JELLE, name="Jele de Vries")
    make_event(folder / "other", EventMade("A"), Who("Anke"), (EntrantsEntered((jele, *OTHERS)),))
    append(read_event(folder / "other"), EntrantCorrected(jele, JELLE), Who("Anke", "Jelle de Vries skreau him ferkeard"))
    persons, _ = found(folder, "jele DE vries")
    assert [(one.event.path.name, one.ids, one.names) for one in persons] == [
        ("club", ("jelle",), ("Jelle de Vries",)),
        ("other", ("jelle",), ("Jele de Vries", "Jelle de Vries")),
    ]
    assert forget_person(folder, "jele de vries") == {"club": {"player-1"}, "other": {"player-1"}}
    for name in ("club", "other"):
        content = (folder / name).read_bytes().lower().replace(b"jelle de vries jr.", b"")
        assert [text for text in (b"jele", b"jelle", b"drachten", b"2001-03-04") if text in content] == []


def test_texts_that_may_still_name_the_person_are_told_and_go_by_the_words_that_are_given(folder):
    path = folder / "other"
    make_event(path, EventMade("A"), Who("Anke"), (EntrantsEntered((Entrant("12", "Jelle de Vries"), *OTHERS)),))
    for why in ("Jelle wie siik", "J. de Vries wie siik", "Jelle wie siik", "Vriesland", "Jelle de Vries Jr. en Sytske", "jelle de vries"):
        append(read_event(path), PersonForgotten(()), Who("Anke", why))
    _, neutral = found(folder)
    assert texts_left(read_event(path).rows, neutral[path]) == {"Jelle wie siik": 3, "J. de Vries wie siik": 4}
    _, neutral = found(folder, also=["J.  de vries"])
    assert texts_left(read_event(path).rows, neutral[path]) == {"Jelle wie siik": 3}
    (new,) = forget_person(folder, also=["J.  de vries"])["other"]
    assert forget_person(folder, new, also=["jelle"]) == {"other": {new}}, "later too"
    left = ["Vriesland", "Jelle de Vries Jr. en Sytske"]
    assert [row.who.why for row in read_event(path).rows[2:-1]] == [f"{new} wie siik"] * 3 + left + [new]


def test_words_that_are_the_name_of_somebody_else_are_refused(folder):
    refuses(says("ForgettingFault.of-another"), found, folder, "jelle de vries", ["SYTSKE"])


def test_the_rewritten_file_is_no_older_one_that_was_put_back(folder):
    old, tail = read_event(folder / "club"), tail_of(folder / "club").read_bytes()
    forget_person(folder)
    event = read_event(folder / "club", old)
    assert lost_rows(folder / "club") is None
    assert old.checksum not in [row.checksum for row in read(folder / "club")], "its chain is another one"
    assert event.state.entrants[0].id == "player-1", "also for pages that had read it before"
    tail_of(folder / "club").unlink()
    assert (read_event(folder / "club").rows, lost_rows(folder / "club")) == (event.rows, None)
    tail_of(folder / "club").write_bytes(tail)
    assert lost_rows(folder / "club") is None


def test_taking_back_goes_on_with_the_change_before(folder):
    forget_person(folder)
    event = read_event(folder / "club")
    assert undone(event.rows) == ChangeUndone(len(event.rows) - 1)


def test_one_id_in_two_events_stays_one_and_another_gets_the_next_number(folder):
    club(folder / "derde", Entrant("x7", "Jelle de Vries"), *OTHERS)
    club(folder / "twadde", JELLE, *OTHERS)
    club(folder / "ûnbekend", Entrant("player-4"), *OTHERS)
    assert forget_person(folder) == {"club": {"player-5"}, "derde": {"player-6"}, "twadde": {"player-5"}}


def test_two_of_one_name_are_both_forgotten_and_a_name_before_that_is_somebody_elses_stays(folder):
    entered = (Entrant("s", "Ype Bouma"), Entrant("y", "Ype Bouma"), Entrant("z", "Jelle de Vries"))
    make_event(folder / "other", EventMade("A"), Who("Anke"), (EntrantsEntered(entered),))
    event = append(read_event(folder / "other"), EntrantCorrected(entered[0], Entrant("s", "Jelle de Vries")), Who("Anke", "no Ype Bouma"))
    (_, (person), *_), neutral = found(folder)
    assert (person.ids, person.names) == (("s", "z"), ("Jelle de Vries",))
    assert forget_person(folder)["other"] == set(neutral[event.path].ids.values()) == {"player-2", "player-3"}
    state = read_event(event.path).state
    assert [one.name for one in state.entrants] == ["", "Ype Bouma", ""]
    assert read_event(event.path).rows[2].who.why == "no Ype Bouma"


@pytest.mark.parametrize("done", [(), ("club",), ("club", "twadde")])
def test_what_was_cut_off_is_finished(folder, done):
    """A power cut came after the note was written, and after these files were."""
    club(folder / "twadde", JELLE, *OTHERS)
    before = {name: [(path, path.read_bytes()) for path in (folder / name, tail_of(folder / name))] for name in ("club", "twadde")}
    forget_person(folder)
    for name in before.keys() - set(done):
        for path, content in before[name]:
            path.write_bytes(content)
    neutral = {"ids": {"jelle": "player-1"}, "names": {"Jelle de Vries": "player-1"}}
    (folder / NOTE).write_text(json.dumps({"by": "J. Jansen", "events": dict.fromkeys(("club", "moved away", "twadde"), neutral)}))
    assert finish(folder) == {"jelle", "Jelle de Vries"}
    assert not (folder / NOTE).exists()
    assert finish(folder) == frozenset()
    for name in before:
        event = read_event(folder / name)
        assert event.state.entrants[0] == Entrant("player-1", rating=1200)
        assert [row.change for row in event.rows].count(PersonForgotten(("player-1",))) == 1


def test_the_note_is_there_until_all_files_are_written(folder):
    club(folder / "twadde", JELLE, *OTHERS)
    _, neutral = found(folder)
    (folder / "twadde").write_bytes(b"damaged")
    with pytest.raises(TournamentError):
        forget(folder, neutral, "J. Jansen")
    assert (folder / NOTE).exists()
    delete(folder / "twadde")
    assert finish(folder) == {"jelle", "Jelle de Vries"}


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"by": "X"}', '{"by": "X", "events": {"club": {"ids": {}}}}', '{"by": "X", "events": {"club": []}}']
)
def test_a_note_that_cannot_be_read_is_told_and_stays(folder, text):
    content = (folder / "club").read_bytes()
    (folder / NOTE).write_text(text)
    refuses(says("ForgettingFault.note-not-read", path=str(folder / NOTE)), finish, folder)
    assert ((folder / NOTE).exists(), (folder / "club").read_bytes()) == (True, content)


def test_a_note_reaches_no_file_outside_of_its_folder(folder, tmp_path):
    club(tmp_path / "elsewhere", JELLE, *OTHERS)
    content = (tmp_path / "elsewhere").read_bytes()
    told = {"ids": {"jelle": "player-1"}, "names": {}}
    (folder / NOTE).write_text(json.dumps({"by": "X", "events": {"../elsewhere": told, str(tmp_path / "elsewhere"): told}}))
    finish(folder)
    assert (tmp_path / "elsewhere").read_bytes() == content


def test_the_events_of_a_folder_are_its_files_of_events(folder, tmp_path):
    (folder / "list.csv").write_text("id\n")
    (folder / "more").mkdir()
    assert events_to_search(folder) == [folder / "club"]
    assert events_to_search(tmp_path / "nothing") == []

    def check(error):
        return error.about == str(folder / "club")

    refuses(check, events_to_search, folder / "club")


def test_a_player_of_a_team_is_forgotten_in_its_lists_and_in_what_was_taken_back_and_so_are_an_author_and_a_juror(folder):
    make_event(folder / "achttallen", EventMade("B", group="I"), Who("Anke"), (EntrantsEntered(tuple(map(Entrant, "abcd"))),))
    players = ("Sytske", "Jelle de Vries", *[""] * 6)
    event = append(read_event(folder / "achttallen"), LineUpGiven("a", players, "2026-11-21T09:40"), Who("Anke", "Jelle de Vries pleatst"))
    event = append(event, ChangeUndone(3), Who("Anke"))
    append(event, LineUpGiven("a", players[::-1], "2026-11-21T09:41"), Who("Anke"))
    make_event(folder / "contest", EventMade("H"), Who("Anke"), (ProblemEntered("p1", "Jelle de Vries", "W:W28:B22"),))
    append(read_event(folder / "contest"), ProblemMarked("p1", "Jelle de Vries", "7.5"), Who("Anke"))
    assert forget_person(folder) == {name: {"player-1"} for name in ("club", "achttallen", "contest")}
    assert [name for name in ("achttallen", "contest") if b"Jelle" in (folder / name).read_bytes()] == []
    state = read_event(folder / "achttallen").state
    assert state.line_ups["a"].players[-2:] == ("player-1", "Sytske")
    contest = read_event(folder / "contest").state
    assert [problem.author for problem in contest.problems.values()] == [juror for _, juror in contest.marks] == ["player-1"]


def test_a_party_of_an_appeal_and_a_member_of_its_commission_are_forgotten(folder):
    hiske, event = "Hiske Bouma", read_event(folder / "club")
    for change in (
        AppealMade(1, 1, "jelle", "s", "jelle", grounds="Jelle de Vries hie oanrekke", written=True),
        CommissionSeated(1, (CommissionMember("Grou", hiske),), hiske, hiske, (hiske,)),
        VerdictGiven(1, (MemberVote(hiske, "reject"),), "reject", said=f"{hiske}: it bliuwt sa"),
    ):
        event = append(event, change, Who("Anke"))
    for person in ("Jelle de Vries", hiske):
        forget_person(folder, person)
        assert person.encode() not in (folder / "club").read_bytes().replace(b"Jelle de Vries Jr.", b"")
    state = read_event(folder / "club").state
    assert state.appeals[1].party in state.by_id
    assert state.commissions[1].sit == (state.verdicts[1].votes[0].member,)


def is_struct(kind):
    return isinstance(kind, type) and issubclass(kind, ChangePart)


def records(kind):
    """That kind of record with those within its fields."""
    within = {part for hint in get_type_hints(kind).values() for part in (hint, *get_args(hint)) if is_struct(part)}
    return {kind}.union(*map(records, within))


def test_every_field_of_a_change_is_known_to_hold_ids_texts_players_or_neither():
    neither = {"competition", "in_class", "group", "date", "start", "result", "games", "public", "time_control", "board", "team", "at"}
    neither |= {"boards", "told", "made", "next_match_day", "reasons", "until", "decide_before", "club", "vote", "outcome"}
    neither |= {"fen", "article", "demand", "found", "problem", "mark", "places", "was", "now"}
    kinds = set().union(*map(records, get_args(Change))) - {Entrant}  # who is a matter of his own
    texts = {field.name for kind in kinds for field in structs.fields(kind) if "str" in str(field.type)}
    assert texts - IDS - TEXTS - PERSONS == neither
