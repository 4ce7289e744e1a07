"""The catalogues have every sentence of the source in each language, and nothing else."""

import re
import shutil
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages import Catalog

from hub.texts.scripts import FOLDER as SCRIPTS
from hub.texts.scripts import keys_in
from record.texts import CONTEXT, FOLDER
from tests.texts import catalogues
from tests.texts.__main__ import main
from tests.texts.catalogues import add, alike, entries, faults, files, forms, placeholders, read, translated_alike, update, written
from tests.texts.extracting import PYTHON, extracted, python_sentences

LITERAL = re.compile(r'\b(?:say|marked|sayMany)\(\s*("(?:[^"\\]|\\.)*")')
NO_LITERAL = re.compile(r'\b(?:say|marked|sayMany)\(\s*[^\s")][^(),]*"')
"""A sentence within an expression, which Babel's extractor misses or joins with the next."""


def test_every_sentence_is_in_each_language_once_with_its_placeholders() -> None:
    assert faults() == []


def test_the_files_are_as_the_command_writes_them() -> None:
    for path in files():
        assert path.read_bytes() == written(read(path)), f"{path.name}: run ./damcam texts update"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for path in files():
        shutil.copy(path, tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('msgstr "Wit wint"', 'msgstr ""', "nl: not translated: White wins"),
        ('msgid "White wins"', 'msgid "White won"', "nl: said nowhere, run ./damcam texts update: White won"),
        ('msgid "White wins"', 'msgid "White won"', "nl: not in the catalogue, run ./damcam texts update: White wins"),
        ('msgstr "{side} aan zet"', 'msgstr "{kant} aan zet"', "nl: other placeholders: {side} to move"),
        ('msgid "White wins"', '#, fuzzy\nmsgid "White wins"', "nl: fuzzy: White wins"),
        ('msgstr[1] "{count} dammen"', 'msgstr[1] ""', "nl: not translated: {count} king"),
    ],
)
def test_what_is_missing_or_wrong_is_told(folder: Path, old: str, new: str, fault: str) -> None:
    path = folder / "nl.po"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    assert fault in faults(folder)


def test_an_update_takes_out_what_is_said_nowhere_and_keeps_what_is_translated(folder: Path) -> None:
    path = folder / "nl.po"
    list(update(folder))
    before = path.read_text(encoding="utf-8")
    path.write_text(before.replace('msgid "White wins"', 'msgid "White won"'), encoding="utf-8")
    assert list(update(folder)) == ["fy.po: nothing to translate", "nl.po: 1 to translate\n  White wins"]
    after = path.read_text(encoding="utf-8")
    assert after == before.replace('msgstr "Wit wint"', 'msgstr ""')


def test_another_language_begins_with_its_plural_rule_and_no_translation(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    polish = read(add("pl", folder))
    assert polish.num_plurals == 3
    assert {form for message in entries(polish) for form in forms(message)} == {""}
    assert len(entries(polish)) == len(entries(read(folder / "nl.po")))
    with pytest.raises(FileExistsError):
        add("pl", folder)
    assert (main(["add", "klingon"]), main(["add", "nl"])) == (1, 1)
    assert "damcam: " in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        main(["add"])
    assert main(["check"]) == 0


def test_two_ways_of_saying_one_thing_are_found() -> None:
    source = Catalog(locale="nl")
    for sentence, context in [
        ("Draw", None),
        ("draw.", None),
        ("Board {a}", None),
        ("Board {b}!", None),
        ("Clear", None),
        ("Clear", "board"),
    ]:
        source.add(sentence, "remise" if "raw" in sentence else sentence, context=context)
    assert alike(source) == ["Draw / draw.", "Board {a} / Board {b}!"]
    source.add("Tie", "Remise")
    assert "Draw / draw. / Tie" in translated_alike([source])
    assert not any("Clear" in same for same in translated_alike([source])), "a context tells them apart"


def test_the_source_is_read_as_it_runs() -> None:
    source = b"""
say(lang, "plain", side=say(lang, "within"))
f"{say(lang, 'in a string')}"
say(lang, "this" if it else "that")
say(lang, KNOWN)
in_context("tool", "Move")
say_many(lang, "one", "more", 2)
class Trouble(Phrase):
    CODE = "a member"
    BARE = "{path}: {why}"
    GAMES = "{count} game", "{count} games"
"""
    found = [(name, said) for _, name, said, _ in python_sentences(BytesIO(source), PYTHON, (), {})]
    assert found == [
        ("say", (None, "plain")),
        ("say", (None, "within")),
        ("say", (None, "in a string")),
        ("in_context", ("tool", "Move")),
        ("say_many", (None, "one", "more", None)),
        ("marked", ("a member",)),
        ("marked_many", ("{count} game", "{count} games")),
    ]


def test_what_the_scripts_say_is_found() -> None:
    for script in SCRIPTS.rglob("*.js"):
        text = script.read_text(encoding="utf-8")
        assert not NO_LITERAL.findall(text), script
        keys = {key if isinstance(key, str) else key[0] for key in keys_in(script)}
        literals = {literal[1:-1] for literal in LITERAL.findall(text)}
        assert literals == {key.rpartition(CONTEXT)[2] for key in keys}, script


def test_a_catalogue_has_as_many_sentences_as_the_pages_and_the_record_need() -> None:
    sources = {place for message in extracted() for place, _ in message.locations}
    assert {"hub/static/js/heading.js", "hub/templates/desk_words.html", "record/telling/alerts.py", "hub/web/errors.py"} <= sources
    assert {path.stem for path in files()} == {"nl", "fy"}
    assert placeholders("{side}: {made} of {limit}") == {"side", "made", "limit"}
    assert files(FOLDER) == files(catalogues.FOLDER)
