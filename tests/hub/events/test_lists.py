"""Lists as organisers' programs write them."""

import pytest

from hub.events import results
from hub.events.entering import COLUMNS, of_list
from hub.events.faults import TournamentError
from hub.events.headings import heading_said
from hub.events.lists import read_table
from hub.events.season import of_lists
from record.telling.sentences import tell
from record.texts import LANGUAGES

PLAIN = "id,name,club,class,born,number\njd,Jelle de Vries,Drachten,HA,2001-02-03,2\nsh,Sytske Hûkstra,Ljouwert,1,4-5-1999,1\n"


def refusal(text: str | bytes) -> str:
    with pytest.raises(TournamentError) as error:
        of_list(text.encode() if isinstance(text, str) else text)
    return str(error.value)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (PLAIN.encode(), []),
        (PLAIN.encode("utf-8-sig"), []),
        (PLAIN.encode("utf-16"), ["UTF-16"]),
        (b"\xfe\xff" + PLAIN.encode("utf-16-be"), ["UTF-16"]),
        (PLAIN.encode("utf-16-le"), ["UTF-16"]),
        (PLAIN.encode("utf-16-be"), ["UTF-16"]),
        (PLAIN.encode("cp1252"), ["Windows-1252"]),
        (PLAIN.replace(",", ";").encode(), ["semicolons"]),
        (PLAIN.replace(",", "\t").encode(), ["tabs"]),
        (PLAIN.replace(",", ";").encode("cp1252"), ["Windows-1252", "semicolons"]),
        (PLAIN.replace("\n", "\r\n").encode(), []),
        (PLAIN.replace("name", "Naam").replace("class", "Klasse").replace("born", "Geboortedatum").encode(), []),
    ],
)
def test_each_encoding_and_separator_is_read_and_told(content, told):
    numbered, read = of_list(content)
    assert [(line, one.id, one.name, one.in_class, one.born, one.number) for line, one in numbered] == [
        (2, "jd", "Jelle de Vries", "HA", "2001-02-03", 2),
        (3, "sh", "Sytske Hûkstra", "1", "1999-05-04", 1),
    ]
    assert len(read.told) == len(told)
    assert all(word in str(said) for word, said in zip(told, read.told, strict=True))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "the list is empty"),
        ("\n;;\n", "the list is empty"),
        ("anna\nbate\n", "line 1: the first line has no headings; id, name, club, class, born, number, rating were expected"),
        ("born,club\n2001-02-03,Dr\n", "line 1: no column has one of the headings id, name"),
        ("id,name,shoe size\n1,Anna,40\n", "line 1: there is no column 'shoe size'"),
        ("id,name,naam\n1,a,b\n", "line 1: the heading name is there twice"),
        ("id,name\nx1,Anna,Dr,4\n", "line 2: 4 values; 2 were expected"),
        ("id,name\nx1\n", "line 2: 1 value; 2 were expected"),
        ('id,name\nx1,"Anna\n', "line 2: a quotation mark is not closed"),
        ("id,club\n,Dr\n", "line 2: id is empty"),
        ("name\n...\n", "line 2: id is empty"),
        ("id,class\nx1,9\n", "line 2: class is '9'; the classes are EK, KK, HAA, RHAA, HA, 1, 2, 3"),
        ("id,born\nx1,31-2-2000\n", "line 2: born is '31-2-2000'; a date such as 2014-09-01 was expected"),
        ("id,number\nx1,0\n", "line 2: number is '0'; a whole number above 0 was expected"),
        ("id,number\n\nx1,1\nx2,one\n", "line 4: number is 'one'"),
        ('id,name\nx1,"=HYPERLINK(1)"\n', "line 2: name is '=HYPERLINK(1)'; it would be a formula in a spreadsheet"),
        ("id,name\nx1," + "a" * 101 + "\n", "line 2: name is"),
        (b"id,name\nx1,\x81\n", "this is no text"),
        (b"id,name\nx1,a\0b\n", "line 2: name is 'a\\x00b'"),
        ("id,name\n", "nobody is entered"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text, what):
    assert refusal(text).startswith(what)


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


def test_a_list_that_is_refused_names_the_headings_of_the_reader():
    with pytest.raises(TournamentError) as error:
        of_list(b"naam;klas\nAnna;1\n")
    said = tell(error.value.sentence, "nl")
    assert "er is geen kolom 'klas'; de kolommen zijn id, naam (name), club, klasse (class), geboren (born)" in said


def test_a_list_of_ids_alone_needs_no_separator():
    assert [line.values for line in read_table(b"id\nanna\nbate\n", COLUMNS).lines] == [{"id": "anna"}, {"id": "bate"}]


def test_a_letter_and_its_accent_are_one_sign():
    entrants, _ = of_list("id,name\nr\u0061\u0302n,Jose\u0301\n".encode())
    assert [(one.id, one.name) for _, one in entrants] == [("r\u00e2n", "Jos\u00e9")]
