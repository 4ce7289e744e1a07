"""The program gives what it gave when the golden files were written: rows, papers, pages and events."""

import pytest

from tests.golden.files import GOLDEN, golden, text_of

FILES = golden()


def test_every_golden_file_has_its_maker():
    assert {str(file.relative_to(GOLDEN)) for file in GOLDEN.rglob("*.jsonl")} == FILES.keys()


@pytest.mark.usefixtures("system")
@pytest.mark.parametrize("name", FILES)
def test_it_gives_the_same(name):
    kept, made = (GOLDEN / name).read_text("utf-8").splitlines(), text_of(FILES[name]).splitlines()
    for number, (old, new) in enumerate(zip(kept, made, strict=False), 1):
        assert new == old, f"{name}, line {number}"
    assert len(made) == len(kept)
