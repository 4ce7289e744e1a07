"""Sentences as they are read from the catalogues: contexts, plurals, what is missing, and compiled files that are out of date."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import record.texts as texts
from record.texts import at, in_context, plural_forms, say, say_many, template, templates
from record.texts.compiling import compile_all

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: {}\\n"\n\n'
POLISH = (
    HEAD.format("nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);")
    + """
msgid "{count} move"
msgid_plural "{count} moves"
msgstr[0] "{count} ruch"
msgstr[1] "{count} ruchy"
msgstr[2] "{count} ruchów"

msgctxt "tool"
msgid "Move"
msgstr "Przesuń"

msgid "Draw"
msgstr ""

#, fuzzy
msgid "White"
msgstr "Czarne"
"""
)


@pytest.fixture
def polish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A catalogue of a language with three forms; some of it is missing."""
    path = tmp_path / "pl.po"
    path.write_text(POLISH, encoding="utf-8")
    monkeypatch.setattr(texts, "FOLDER", tmp_path)
    monkeypatch.setattr(texts, "LANGUAGES", ("pl", "en"))
    forget()
    yield path
    forget()


def forget() -> None:
    """What was read."""
    texts._catalogue.cache_clear()
    plural_forms.cache_clear()


def test_english_needs_no_catalogue_squares_are_one_or_more_and_other_languages_are_refused() -> None:
    assert say("en", "{side} to move", side="White") == "White to move"
    assert template("en", in_context("tool", "Move")) == "Move"
    assert [say_many("en", "{count} ply", "{count} plies", count) for count in (0, 1, 2)] == ["0 plies", "1 ply", "2 plies"]
    assert [at(lang, [7]) for lang in ("nl", "fy", "en")] == ["veld 7", "fjild 7", "square 7"]
    assert [at(lang, [7, 28]) for lang in ("nl", "fy", "en")] == ["velden 7, 28", "fjilden 7, 28", "squares 7, 28"]
    with pytest.raises(ValueError):
        say("de", "White")


@pytest.mark.usefixtures("polish")
def test_a_number_takes_the_form_of_the_language() -> None:
    told = [say_many("pl", "{count} move", "{count} moves", count) for count in (0, 1, 3, 12, 22, 112, 122)]
    assert told == ["0 ruchów", "1 ruch", "3 ruchy", "12 ruchów", "22 ruchy", "112 ruchów", "122 ruchy"]
    forms, digits = templates("pl", "{count} move", "{count} moves"), plural_forms("pl")
    assert forms == ["{count} ruch", "{count} ruchy", "{count} ruchów"]
    assert [forms[int(digits[count])].format(count=count) for count in (0, 1, 3, 12, 22, 112, 122)] == told


@pytest.mark.usefixtures("polish")
def test_what_is_not_translated_stays_english() -> None:
    assert say("pl", in_context("tool", "Move")) == "Przesuń"
    english = {"Move": "Move", "Draw": "Draw", "White": "White", in_context("board", "Clear"): "Clear"}
    assert {sentence: say("pl", sentence) for sentence in english} == english


def test_a_catalogue_that_was_edited_since_it_was_compiled_is_read_as_it_is(polish: Path) -> None:
    compile_all(polish.parent)
    polish.write_text(POLISH.replace("Przesuń", "Przestaw"), encoding="utf-8")
    compiled_s = polish.with_suffix(".mo").stat().st_mtime
    os.utime(polish, (compiled_s - 9, compiled_s - 9))
    assert say("pl", in_context("tool", "Move")) == "Przesuń", "as compiled"
    forget()
    os.utime(polish, (compiled_s + 9, compiled_s + 9))
    assert say("pl", in_context("tool", "Move")) == "Przestaw"
    compile_all(polish.parent)
    polish.unlink()
    forget()
    assert say("pl", in_context("tool", "Move")) == "Przestaw", "as in the installed program, which has no other"


@pytest.mark.parametrize("size", [0, 10, 60])
def test_a_compiled_file_that_was_cut_off_is_not_read(polish: Path, size: int, caplog: pytest.LogCaptureFixture) -> None:
    compile_all(polish.parent)
    compiled = polish.with_suffix(".mo")
    compiled.write_bytes(compiled.read_bytes()[:size])
    assert say("pl", in_context("tool", "Move")) == "Przesuń", "as in the source"
    polish.unlink()
    forget()
    assert say("pl", in_context("tool", "Move")) == "Move", "in English, where there is no source"
    assert caplog.text.count("pl.mo cannot be used") == 2


def test_reading_is_cheap(system: None) -> None:
    """No command waits for Babel: English needs nothing, and what was compiled is read by Python's own library."""
    compile_all(texts.FOLDER)
    program = "import sys; from record.texts import say; say('en', 'x'); say('nl', 'x'); print(sorted({*sys.modules} & {'babel', 'flask'}))"
    done = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
