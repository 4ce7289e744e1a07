"""Whoever adds German adds one file: the pages and the command line offer it, in English where it lacks a sentence."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.judged import irregular_press

ROOT = Path(__file__).parents[2]
GERMAN = r"""
msgid ""
msgstr "Language: de\nContent-Type: text/plain; charset=utf-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"

msgid "White"
msgstr "Weiß"

msgid "square {squares}"
msgid_plural "squares {squares}"
msgstr[0] "Feld {squares}"
msgstr[1] "Felder {squares}"
"""
PAGES = """
import json, re, sys, tempfile
from pathlib import Path

from tests.support.judged import irregular_press
from hub.app import create_app
from hub.boards.board import Boards
from record.texts import LANGUAGES, at, say

app = create_app(Boards.lone(Path(tempfile.mkdtemp()) / "journal.jsonl"), follow=False)
page = app.test_client().get("/?lang=de").text
told = {
    "languages": LANGUAGES,
    "offered": re.findall(r'hreflang="de">(\\w+)</a>', app.test_client().get("/").text),
    "lang": re.search(r'<html lang="(\\w+)"', page)[1],
    "template": '<th scope="col">Weiß</th>' in page,
    "script": json.loads(re.search(r'id="texts">(.*?)</script>', page)[1])["sentences"]["White"],
    "many": at("de", [7, 28]),
    "missing": say("de", "Black"),
}
print(json.dumps(told))
"""


def test_the_pages_and_the_command_line_offer_it(system: None, tmp_path: Path) -> None:
    for name in ("rules", "clock", "vision", "link", "hub", "pi"):
        (tmp_path / name).symlink_to(ROOT / name)
    shutil.copytree(ROOT / "record", tmp_path / "record", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "record" / "texts" / "de.po").write_text(GERMAN, encoding="utf-8")

    def run(*words: str) -> str:
        environment = os.environ | {"PYTHONPATH": str(tmp_path)}
        command = [sys.executable, "-P", *words]
        return subprocess.run(
            command, cwd=tmp_path, env=environment, input=irregular_press(), stdout=subprocess.PIPE, text=True, check=False
        ).stdout

    def answered(*words: str) -> str:
        return run("-m", "pi", *words)

    assert json.loads(run("-c", PAGES)) == {
        "languages": ["de", "fy", "nl", "en"],
        "offered": ["Deutsch"],
        "lang": "de",
        "template": True,
        "script": "Weiß",
        "many": "Felder 7, 28",
        "missing": "Black",
    }
    in_german, in_english = (answered("judge", "--json", "--lang", lang) for lang in ("de", "en"))
    assert in_german == in_english.replace("squares 31, 12", "Felder 31, 12"), "which has not the sentence around the squares"
    assert answered("judge", "--lang", "da") == ""
