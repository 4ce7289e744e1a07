"""What is known of a game: tags and settings apart, one flat object on disk, and no key is lost."""

import json
from dataclasses import fields

import pytest

from record.events.about import About, KeptSettings, PublicTags, tag_fault
from record.events.as_json import decode, encode
from record.events.of_game import SessionOpened
from record.events.of_record import Described
from record.session.step import from_events
from rules.pdn.tags import is_printable
from tests.support.says import says

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


def test_on_disk_it_is_one_flat_object_and_unknown_keys_survive():
    kind, text = encode(OPENED)
    assert json.loads(text)["about"] == TOLD
    assert decode(kind, text) == OPENED
    assert About.of(About.of(TOLD).flat) == About.of(TOLD)


def test_what_is_told_later_counts_and_an_empty_text_is_told():
    told = Described(1, "J", About.of({"white": "", "site": "Frjentsjer", "phone": "06 13"}))
    about = from_events([OPENED, told]).opened.about
    assert about.flat == TOLD | {"white": "", "site": "Frjentsjer", "phone": "06 13"}


@pytest.mark.parametrize("wrong", ["white", ["white"], None, 3])
def test_what_is_no_object_is_refused(wrong):
    with pytest.raises(TypeError, check=says("AboutFault.no-object")):
        About.of(wrong)
