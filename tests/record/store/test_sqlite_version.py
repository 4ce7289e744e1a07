"""Which versions of SQLite have the bug of a log that is begun anew, as sqlite.org lists them."""

import pytest

from record.store.sqlite_version import loses_pages


@pytest.mark.parametrize("version", [(3, 7, 0), (3, 40, 1), (3, 44, 5), (3, 45, 0), (3, 46, 1), (3, 50, 6), (3, 51, 0), (3, 51, 2)])
def test_versions_with_the_bug(version):
    assert loses_pages(version)


@pytest.mark.parametrize("version", [(3, 6, 23), (3, 44, 6), (3, 50, 7), (3, 51, 3), (3, 52, 0), (3, 53, 3), (4, 0, 0)])
def test_versions_without_it(version):
    assert not loses_pages(version)
