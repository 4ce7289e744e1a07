"""The catalogues have every sentence of the source in each language, and nothing else."""

import ast
import re
import shutil
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages import Catalog

from hub.texts.scripts import FOLDER as SCRIPTS
from hub.texts.scripts import keys_in
from record.texts import CONTEXT
from tests.support.source import nodes
from tests.texts.__main__ import main
from tests.texts.catalogues import add, alike, entries, faults, files, forms, placeholders, read, translated_alike, update, written
from tests.texts.extracting import FAMILIES, PYTHON, python_sentences

LITERAL = re.compile(r'\b(?:say|marked|sayMany)\(\s*("(?:[^"\\]|\\.)*")')
NO_LITERAL = re.compile(r'\b(?:say|marked|sayMany)\(\s*[^\s")][^(),]*"')
"""A sentence within an expression, which Babel's extractor misses or joins with the next."""


def test_every_sentence_is_in_each_language_once_with_its_placeholders() -> None:
    assert faults() == []


def messages(nodes: list[ast.AST]) -> dict[str, tuple[str, ...]]:
    """The forms of each member of a family of sentences, by `Family.MEMBER`."""
    families = [
        node
        for node in nodes
        if isinstance(node, ast.ClassDef) and any(isinstance(base, ast.Name) and base.id in FAMILIES for base in node.bases)
    ]
    return {
        f"{family.name}.{ast.unparse(member.targets[0])}": tuple(
            form.value for form in ast.walk(member.value) if isinstance(form, ast.Constant) and isinstance(form.value, str)
        )
        for family in families
        for member in family.body
        if isinstance(member, ast.Assign)
    }


def test_every_message_is_given_the_values_of_its_placeholders() -> None:
    """Wherever the source names the message. A message of two forms is always given `count`, by which the language chooses the form."""
    found = [node for within in nodes().values() for node in within]
    asked = 0
    wanted = {
        name: {field for form in forms for field in placeholders(form)} | ({"count"} if len(forms) > 1 else set())
        for name, forms in messages(found).items()
    }
    codes_alone = {id(node.value) for node in found if isinstance(node, ast.Attribute) and node.attr == "code"}
    for node in found:
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "said"):
            continue
        message = ast.unparse(node.func.value)
        if message in wanted and id(node) not in codes_alone:
            given = {value.arg for value in node.keywords}
            assert given == wanted[message] or (None in given and given - {None} <= wanted[message]), ast.unparse(node)
            asked += 1
    assert asked > 1_200


def test_the_files_are_as_the_command_writes_them() -> None:
    for path in files():
        assert path.read_bytes() == written(read(path)), f"{path.name}: run ./damcam texts update"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for path in files():
        shutil.copy(path, tmp_path)
    return tmp_path


def test_what_is_missing_or_wrong_is_told(folder: Path) -> None:
    path = folder / "nl.po"
    text = path.read_text(encoding="utf-8")
    for old, new in (
        ('msgstr "Zwart wint"', 'msgstr ""'),
        ('msgid "White wins"', 'msgid "White won"'),
        ('msgstr "{side} aan zet"', 'msgstr "{kant} aan zet"'),
        ('msgid "Draw"', '#, fuzzy\nmsgid "Draw"'),
        ('msgstr[1] "{count} dammen"', 'msgstr[1] ""'),
    ):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    assert sorted(faults(folder)) == [
        "nl: fuzzy: Draw",
        "nl: not in the catalogue, run ./damcam texts update: White wins",
        "nl: not translated: Black wins",
        "nl: not translated: {count} king",
        "nl: other placeholders: {side} to move",
        "nl: said nowhere, run ./damcam texts update: White won",
    ]


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
    for sentence in ("Draw", "draw.", "Board {a}", "Board {b}!", "Clear"):
        source.add(sentence, "remise" if "raw" in sentence else sentence)
    source.add("Clear", "Clear", context="board")
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
