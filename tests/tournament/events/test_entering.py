"""Making an event, entering, also by lists as organisers' programs write them, the lot, and corrections of entries."""

import pytest

from record.telling.sentences import tell
from record.texts import LANGUAGES
from tests.support.says import says
from tests.tournament.events.conftest import InMemory, refuses
from tournament.articles import Appendix
from tournament.errors import TournamentError
from tournament.events import entering, results
from tournament.events.changes import Entrant, EventMade
from tournament.events.correcting import corrected
from tournament.events.drawing import drawn, lot_order
from tournament.events.entering import COLUMNS, of_ids, of_list, remarks
from tournament.events.groups import groups_of
from tournament.events.headings import heading_said
from tournament.events.lists import read_table
from tournament.events.making import checked, season_of
from tournament.events.season import of_lists
from tournament.events.telling import change_said
from tournament.events.texts_given import MOST_LINES


@pytest.mark.parametrize(
    ("made", "what"),
    [
        ({"competition": "X"}, says("MakingFault.no-competition", text="'X'")),
        ({"competition": "I"}, says("MakingFault.no-rounds")),
        ({"competition": "H", "rounds": 3}, says("MakingFault.no-rounds-in-h")),
        ({"competition": "C"}, says("MakingFault.class-missing", competition="C", article="C 2")),
        ({"competition": "C", "in_class": "HA"}, says("GivenTextFault.no-class", what="class", text="'HA'")),
        ({"competition": "F", "in_class": "HA", "rounds": 5}, says("MakingFault.no-class-here", competition="F")),
        ({"competition": "F"}, says("MakingFault.rounds-missing")),
        ({"competition": "F", "rounds": 100}, says("MakingFault.too-many-rounds", rounds=100)),
        ({"competition": "B"}, says("MakingFault.group-missing")),
        ({"competition": "B", "group": "2"}, says("MakingFault.no-group", text="'2'")),
        ({"competition": "A", "group": "I"}, says("MakingFault.no-group-here", competition="A")),
        ({"competition": "C", "in_class": "KK", "rounds": 6}, says("MakingFault.rounds-are-set", rounds=6, article="C 7")),
        ({"competition": "A", "date": "2026-13-01"}, says("GivenTextFault.no-date", what="date", text="'2026-13-01'")),
        ({"competition": "A", "name": "x\x07y"}, says("GivenTextFault.no-line", where="name")),
    ],
)
def test_an_event_that_cannot_be_is_refused(made, what):
    refuses(what, checked, EventMade(**made))


def test_an_event_is_kept_in_its_form():
    made = checked(EventMade("c", in_class="kk", name=" Frysk  Kampioenskip ", rounds=7, date="21-11-2026"))
    assert made == EventMade("C", in_class="KK", name="Frysk Kampioenskip", rounds=7, date="2026-11-21")
    seasons = [season_of(EventMade("E", date=day)) for day in ("2026-08-31", "2026-09-01", "2027-01-02")]
    assert seasons == [2025, 2026, 2026], "a season begins on 1 September"


def test_nobody_enters_twice_but_two_people_of_one_name_may_differ_by_club_or_birth():
    event = InMemory("A", "p1", "p2")
    for entrants, what in (
        ([Entrant("p1")], says("EntryFault.entered", id="p1")),
        ([Entrant("x"), Entrant("x")], says("EntryFault.in-line", name="x", first=0)),
        ([Entrant("x", "Anna"), Entrant("y", "anna")], says("EntryFault.name-in-line", name="anna", first=0)),
        ([Entrant("x", "Jos\u00e9"), Entrant("y", "Jose\u0301")], says("EntryFault.name-in-line", name="Jose\u0301", first=0)),
        ([Entrant("x", number=1), Entrant("y", number=1)], says("EntryFault.number-taken", number=1, id="x")),
    ):
        refuses(what, event.enter, *entrants)
    refuses(says("EntryFault.twice", id="anna"), of_ids, ["anna", "bate", "anna"])
    refuses(says("EntryFault.nobody"), of_ids, [])
    assert len(event.state.entrants) == 2
    event.enter(Entrant("x", "Anna", club="Drachten"), Entrant("y", "Anna", club="Ljouwert"), Entrant("z", "Anna", born="2001-01-01"))
    event.enter(Entrant("w", "Bate", number=7))
    refuses(says("EntryFault.name-entered", name="bate", id="w"), event.enter, Entrant("v", "bate"))
    refuses(says("EntryFault.number-taken", number=7, id="w"), event.enter, Entrant("v", "Cor", number=7))
    refuses(
        says("GivenTextFault.line", line=12, what="EntryFault.entered"),
        entering.entered,
        event.state,
        [Entrant("v"), Entrant("w")],
        [11, 12],
    )


def test_numbers_are_those_given_and_then_the_order_of_entry():
    event = InMemory("A")
    event.enter(Entrant("c"), Entrant("a", number=1), Entrant("d"), Entrant("b", number=3))
    assert groups_of(event.state) == (("a", "c", "b", "d"),)
    event.pair()
    refuses(says("EntryFault.too-late"), event.enter, Entrant("e"))
    event = InMemory("A")
    event.enter(Entrant("a", number=1), Entrant("b", number=2), Entrant("c", number=4))
    refuses(says("GroupFault.number-missing", number=3, last=3), event.pair)


def test_who_is_too_old_is_told_and_not_refused():
    event = InMemory("E", in_class="jeugd", date="2026-11-21")
    young, old, unknown = Entrant("a", born="2010-09-02"), Entrant("b", born="2010-09-01"), Entrant("c")
    told = [(one.code, one.values["name"], one.values.get("age")) for one in remarks(event.state, [young, old, unknown])]
    assert told == [("EntryFault.too-old", "b", 16), ("EntryFault.no-date-of-birth", "c", None)]


TWELVE = [f"s{number}" for number in range(1, 13)]


def test_the_lot_of_a_seed_is_the_same_in_any_order_of_entry_and_can_be_repeated_by_another_program():
    """for id in anna bate cor durk; do printf "2:$id" | sha256sum | sed "s/-/$id/"; done | sort"""
    four = ["anna", "bate", "cor", "durk"]
    assert (lot_order(four, 1), lot_order(four, 2)) == (["anna", "durk", "bate", "cor"], four)
    event, other = InMemory("A", *TWELVE), InMemory("A", *reversed(TWELVE))
    assert drawn(event.state, 7) == drawn(other.state, 7)
    assert [len(group) for group in drawn(event.state, 7).groups] == [4, 4, 4]
    assert sorted(id for group in drawn(event.state, 7).groups for id in group) == sorted(TWELVE)
    assert len({drawn(event.state, seed).groups for seed in range(20)}) == 20


@pytest.mark.parametrize(
    ("competition", "made", "entries", "sizes"),
    [
        *(("A", {}, 11, [4, 4, 3]), ("D", {"in_class": "HA"}, 12, [12]), ("E", {}, 8, [8])),
        *(("E", {}, 9, [4, 5]), ("F", {"rounds": 5}, 9, [9]), ("G", {}, 9, [4, 5])),
    ],
)
def test_the_groups_have_the_sizes_of_the_regulation(competition, made, entries, sizes):
    event = InMemory(competition, *[f"s{number}" for number in range(entries)], **made)
    assert [len(group) for group in drawn(event.state, 3).groups] == sizes
    if competition == "G":
        assert drawn(event.state, 3).groups == (("s0", "s1", "s2", "s3"), ("s4", "s5", "s6", "s7", "s8")), "by strength"


def test_a_lot_is_drawn_once_before_the_first_round_by_enough_and_not_in_b_and_c():
    event = InMemory("A", "a", "b", "c")
    event.put(drawn(event.state, 1))
    refuses(says("EntryFault.lot-is-drawn"), event.enter, Entrant("d"))
    paired = InMemory("A", "a", "b", "c")
    paired.pair()
    for one, what in (
        (event, says("LotFault.drawn", seed=1)),
        (InMemory("A"), says("GroupFault.nobody")),
        (paired, says("LotFault.too-late")),
        (InMemory("A", "a", "b"), says("{count} entry is too few for a group; {article} wants {least}")),
        (InMemory("B", "a", "b", "c", "d", group="I"), says("LotFault.no-lot-in-b")),
        (InMemory("C", "a", "b", "c", "d", in_class="KK"), says("LotFault.no-lot-in-c")),
    ):
        refuses(what, drawn, one.state, 2)


JELE = Entrant("j", "Jele de Vries", club="Grou", in_class="2", born="2014-09-01", number=1, rating=900)


def correct(event, id="j", *, has_reason=False, **given):
    given = {name.removeprefix("in_"): text for name, text in given.items()}
    return event.put(corrected(event.state, id, given, has_reason=has_reason))


def entered(competition="A", in_class="", more=()):
    event = InMemory(competition, in_class=in_class, rounds=3 if competition == "F" else 0)
    event.enter(JELE, Entrant("s", "Sytske", club="Grou"), Entrant("y"), Entrant("a"), *map(Entrant, more))
    return event


def test_a_field_changes_the_others_stay_and_an_empty_text_takes_one_away():
    event = entered()
    told = correct(event, name="Jelle  de Vries", born="2-9-2014")
    assert event.state.entrants[0] == Entrant("j", "Jelle de Vries", "Grou", "2", "2014-09-02", 1, 900)
    assert str(change_said(told)) == ("entry of j corrected: name Jele de Vries → Jelle de Vries; born 2014-09-01 → 2014-09-02")
    assert str(change_said(correct(event, club="", in_class="HA"))) == "entry of j corrected: club Grou → -; class 2 → HA"
    assert (event.state.entrants[0].club, event.state.entrants[0].in_class) == ("", "HA")
    assert str(change_said(correct(event, rating="950"))) == "entry of j corrected: rating 900 → 950"
    for _change in range(3):
        event.undo()
    assert event.state.entrants[0] == JELE
    in_c = entered("C", "KK", more="bcde")
    in_c.pair()
    correct(in_c, in_class="HA")
    assert in_c.state.entrants[0].in_class == "HA", "in C the class is no matter of the draw"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, says("CorrectionFault.nothing")),
        ({"club": "Grou", "name": "Jele de Vries "}, says("CorrectionFault.same", id="j")),
        ({"name": " "}, says("GivenTextFault.empty", what="name")),
        ({"in_class": "4"}, says("GivenTextFault.no-class", what="class", text="'4'")),
        ({"rating": "many"}, says("GivenTextFault.no-number", text="'many'")),
        ({"born": "2014-02-30"}, says("GivenTextFault.no-date", what="born", text="'2014-02-30'")),
        ({"club": "x; =A1"}, says("GivenTextFault.formula-within", what="club", text="'x; =A1'", separator="';'")),
        ({"club": "x,@A1"}, says("GivenTextFault.formula-within", what="club", text="'x,@A1'", separator="','")),
        ({"club": "=A1"}, says("GivenTextFault.formula", what="club", text="'=A1'", first="=")),
        ({"name": "sytske", "born": ""}, says("EntryFault.name-entered", name="sytske", id="s")),
        ({"id": "x", "club": "Grou"}, says("CorrectionFault.unknown", id="'x'")),
    ],
)
def test_a_correction_that_cannot_be_is_refused(given, said):
    refuses(said, correct, entered(), **given)


@pytest.mark.parametrize(
    ("competition", "in_class", "field", "text", "article"),
    [
        ("A", "", "class", "1", "A 3"),
        ("D", "2", "class", "1", "D 4"),
        ("E", "jeugd", "class", "1", "E 4"),
        ("E", "jeugd", "born", "2012-01-01", "E 4"),
        ("F", "", "rating", "1000", (Appendix.THREE.said(),)),
    ],
)
def test_what_the_draw_rests_on_wants_a_reason_after_it_and_none_before(competition, in_class, field, text, article):
    event = entered(competition, in_class)
    correct(event, **{field: text})
    event.undo()
    event.put(drawn(event.state, 7))
    code = {"born": "drawn-by-age", "rating": "drawn-by-rating"}.get(field, "drawn")
    refuses(says(f"CorrectionFault.{code}", id="j", article=article), correct, event, **{field: text})
    correct(event, club="Drachten", name="Jelle")
    correct(event, has_reason=True, **{field: text})
    assert event.state.entrants[0] != JELE


PLAIN = "id,name,club,class,born,number\njd,Jelle de Vries,Drachten,HA,2001-02-03,2\nsh,Sytske Hûkstra,Ljouwert,1,4-5-1999,1\n"
DUTCH = PLAIN.replace("name", "Naam").replace("class", "Klasse").replace("born", "Geboortedatum")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (PLAIN.encode(), []),
        (PLAIN.encode("utf-8-sig"), []),
        (PLAIN.encode("utf-16"), ["UTF-16"]),
        (b"\xfe\xff" + PLAIN.encode("utf-16-be"), ["UTF-16"]),
        (PLAIN.encode("utf-16-le"), ["UTF-16"]),
        (PLAIN.encode("utf-16-be"), ["UTF-16"]),
        (PLAIN.replace("Jelle", "\u0160imon").encode("utf-16-le"), ["UTF-16"]),
        (PLAIN.replace(",", "\t").encode(), ["ListSays.tabs"]),
        (PLAIN.replace(",", ";").encode("cp1252"), ["Windows-1252", "ListSays.semicolons"]),
        (DUTCH.replace("\n", "\r\n").encode(), []),
        (PLAIN.replace("Jelle", "\u200bJelle\u2060\ufeff").encode(), []),
    ],
)
def test_each_encoding_and_separator_is_read_and_told(content, told):
    numbered, read = of_list(content)
    assert [(line, one.id, one.name.replace("\u0160imon", "Jelle"), one.in_class, one.born, one.number) for line, one in numbered] == [
        (2, "jd", "Jelle de Vries", "HA", "2001-02-03", 2),
        (3, "sh", "Sytske Hûkstra", "1", "1999-05-04", 1),
    ]
    values = [value for one in read.told for value in one.values.values()]
    assert [getattr(value, "code", value) for value in values] == told


@pytest.mark.parametrize(
    ("text", "names", "clubs"),
    [
        ("naam\nYpe Bouma\nSytske\x0bHoekstra\nAuke\u2028Zijlstra\x85\n", ["Ype Bouma", "Sytske Hoekstra", "Auke Zijlstra"], [""] * 3),
        ('naam,vereniging\n"Ype Bouma","Damclub\nSnits"\nAuke,x\n', ["Ype Bouma", "Auke"], ["Damclub Snits", "x"]),
        ('naam;vereniging\r\n"Ype ""de"" Bouma"; "Dam;club\r\n\r\nSnits"\r\n', ['Ype "de" Bouma'], ["Dam;club Snits"]),
        ('naam;vereniging\nBouma, "Ype;Snits\nHoekstra, "Sytske;Grou\n', ['Bouma, "Ype', 'Hoekstra, "Sytske'], ["Snits", "Grou"]),
        ('naam,vereniging\n"Ype Bouma" , "Snits" \n', ["Ype Bouma"], ["Snits"]),
        ('naam\tvereniging\rYpe 5" Bouma\tx\rAuke\t"y"', ['Ype 5" Bouma', "Auke"], ["x", "y"]),
        ('sep=;\r\nnaam;vereniging\r\nBouma, Ype;"x;y"\r\n', ["Bouma, Ype"], ["x;y"]),
        ('"SEP=,"\nnaam,vereniging\nYpe;x,y\n', ["Ype;x"], ["y"]),
    ],
)
def test_a_row_ends_at_the_end_of_a_line_outside_quotation_marks(text, names, clubs):
    numbered, _ = of_list(text.encode())
    assert ([one.name for _, one in numbered], [one.club for _, one in numbered]) == (names, clubs)


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ('name,club\n"Anna","a\nb"\nBate,c,d\n', 4, "ListSays.values"),
        ("anna\nbate\n", 1, "ListSays.no-headings-of"),
        ("born,club\n2001-02-03,Dr\n", 1, "ListSays.no-column-of"),
        ("id,name,shoe size\n1,Anna,40\n", 1, "ListSays.unknown-column"),
        ("id,name,naam\n1,a,b\n", 1, "ListSays.column-twice"),
        ("id,name\nx1,Anna,Dr,4\n", 2, "ListSays.values"),
        ('id,name\nx1,"Anna\n', 2, "ListSays.quotes"),
        ("id,club\n,Dr\n", 2, "GivenTextFault.empty"),
        ("name\n...\n", 2, "GivenTextFault.empty"),
        ("id,class\nx1,9\n", 2, "GivenTextFault.no-class"),
        ("id,born\nx1,31-2-2000\n", 2, "GivenTextFault.no-date"),
        ("id,number\nx1,0\n", 2, "GivenTextFault.no-number"),
        ("id,number\n\nx1,1\nx2,one\n", 4, "GivenTextFault.no-number"),
        ('id,name\nx1,"=HYPERLINK(1)"\n', 2, "GivenTextFault.formula"),
        ("id,name\nx1," + "a" * 101 + "\n", 2, "GivenTextFault.no-line"),
        ("id,name\nx1,a\0b\n", 2, "GivenTextFault.no-line"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text, line, what):
    refuses(says("GivenTextFault.line", line=line, what=what), of_list, text.encode())


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("id,class,number\na,9,1\nb,1,2\nc,1,x\n\nd,8,0\n", [(2, "no-class"), (4, "no-number"), (6, "no-class")]),
        ('name,club\n"Anna\nBate,Dr\nCor,Dr,4\n', [(2, "quotes"), (4, "values")]),
    ],
)
def test_all_wrong_lines_are_told_at_once(text, wrong):
    with pytest.raises(TournamentError) as refused:
        of_list(text.encode())
    told = refused.value.sentence
    assert (told.code, told.values["count"]) == ("GivenTextFault.lines", len(wrong))
    assert [(one.values["line"], one.values["what"].code.partition(".")[2]) for one in told.values["lines"]] == wrong


def test_of_many_wrong_lines_the_first_are_told():
    with pytest.raises(TournamentError) as refused:
        of_list(("id,class\n" + "".join(f"x{number},9\n" for number in range(30))).encode())
    told = refused.value.sentence
    assert (told.values["count"], len(told.values["lines"])) == (30, MOST_LINES)


def test_what_is_no_list_is_told_and_a_list_that_is_refused_names_the_headings_of_the_reader():
    for content, what in ((b"", "empty"), (b"\n;;\n", "empty"), (b"id,name\nx1,\x81\n", "no-text")):
        refuses(says(f"ListSays.{what}"), of_list, content)
    refuses(says("EntryFault.no-lines"), of_list, b"id,name\n")
    with pytest.raises(TournamentError) as error:
        of_list(b"naam;klas\nAnna;1\n")
    assert "de kolommen zijn id, naam (name), club, klasse (class), geboren (born)" in tell(error.value.sentence, "nl")


def test_who_has_a_name_alone_gets_an_id_of_it():
    names = "naam;klup\nJelle de Vries;Dr\nSytske Hûkstra;Dr\nJelle Bouma;Snits\n"
    numbered, _ = of_list(names.encode(), {"sytske"})
    assert [one.id for _, one in numbered] == ["jelle", "sytske2", "jelle2"]
    numbered, _ = of_list(b"name,id\nJelle de Vries,\nBouma,jelle\n")
    assert [one.id for _, one in numbered] == ["jelle2", "jelle"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("columns", [COLUMNS, results.COLUMNS, of_lists.COLUMNS])
def test_a_heading_is_told_as_an_accepted_word_of_the_reader_with_its_name(columns, lang):
    for name, accepted in columns.headings.items():
        word, _, english = tell(heading_said(name), lang).partition(" (")
        assert word in accepted
        assert english == (f"{name})" if word != name else "")


def test_a_list_of_ids_alone_needs_no_separator_and_a_letter_and_its_accent_are_one_sign():
    assert [line.values for line in read_table(b"id\nanna\nbate\n", COLUMNS).lines] == [{"id": "anna"}, {"id": "bate"}]
    entrants, _ = of_list("id,name\nr\u0061\u0302n,Jose\u0301\n".encode())
    assert [(one.id, one.name) for _, one in entrants] == [("r\u00e2n", "Jos\u00e9")]
