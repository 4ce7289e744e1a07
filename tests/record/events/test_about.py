"""What is known of a game: tags and settings apart, one flat object in session.json, and no key is lost."""

import pytest
from msgspec.structs import fields

from record.events.about import About, KeptSettings, PublicTags, tag_fault
from record.events.as_json import decode, encode
from record.events.of_game import SessionOpened
from record.events.of_record import Described
from record.session.step import from_events
from rules.pdn.tags import is_printable

TOLD = {"date": "2026.11.21", "white": "Anke", "site": "", "regulation": "C", "clock_rate": "2", "phone": "06 12"}
OPENED = SessionOpened("frisian", 10, "W:W31:B20", "none", 0, 0, About.of(TOLD))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ânna Jûkema-de Wolf", True),
        ("\U0001fa77", True),  # Unicode 15.0, which Python 3.11 does not know
        ("\U0001fae9", True),  # Unicode 16.0, which Python 3.13 does not know
        ("a\tb", False),
        ("\u202e", False),  # turns the direction of writing
        ("\ue000", False),  # for private use
        ("\ud800", False),
        ("\uffff", False),  # a noncharacter
        ("\ufdd0", False),
        ("\U0001fffe", False),
        ("\U000e0fff", False),  # not assigned, and never seen
    ],
)
def test_what_can_be_shown_is_the_same_on_every_python(text, expected):
    assert is_printable(text) is expected
    assert (tag_fault("white", text) is None) is expected


def test_tags_and_settings_are_apart():
    about = About.of(TOLD)
    assert about.tags == PublicTags(white="Anke", site="", date="2026.11.21")
    assert about.settings == KeptSettings(regulation="C", clock_rate="2")
    assert about.others == {"phone": "06 12"}
    assert not {field.name for field in fields(PublicTags)} & {field.name for field in fields(KeptSettings)}


def test_unknown_keys_survive():
    assert decode(*encode(OPENED)) == OPENED
    assert About.of(TOLD).flat == TOLD


def test_what_is_told_later_counts_and_an_empty_text_is_told():
    told = Described(1, "J", About.of({"white": "", "site": "Frjentsjer", "phone": "06 13"}))
    about = from_events([OPENED, told]).opened.about
    assert about.flat == TOLD | {"white": "", "site": "Frjentsjer", "phone": "06 13"}
