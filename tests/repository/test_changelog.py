"""CHANGELOG.md has the form of Keep a Changelog."""

import re
from datetime import date
from pathlib import Path

LINES = (Path(__file__).resolve().parents[2] / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
RELEASE = re.compile(r"## \[(\d+)\.(\d+)\.(\d+)\] - (\d{4}-\d{2}-\d{2})")
SECTIONS = {"### Added", "### Changed", "### Deprecated", "### Removed", "### Fixed", "### Security"}


def test_what_is_not_released_comes_first_then_the_newest_version_and_each_has_the_known_sections_once() -> None:
    first, *released = [line for line in LINES if line.startswith("## ")]
    assert first == "## [Unreleased]"
    found = [RELEASE.fullmatch(line) for line in released]
    assert None not in found
    versions = [tuple(map(int, match.group(1, 2, 3))) for match in found if match]
    assert versions == sorted(set(versions), reverse=True)
    dates = [date.fromisoformat(match[4]) for match in found if match]
    assert dates == sorted(dates, reverse=True)
    seen: set[str] = set()
    for line in LINES:
        if line.startswith("## "):
            seen = set()
        elif line.startswith("### "):
            assert line in SECTIONS - seen
            seen.add(line)
