"""The beginning of a command line by which a program ends with the process that started it."""

import pytest

from record.ending_with_parent import SETPRIV, ending_with_parent


@pytest.fixture(autouse=True)
def asked_anew():
    ending_with_parent.cache_clear()
    yield
    ending_with_parent.cache_clear()


@pytest.mark.parametrize(("status", "works"), [(0, True), (127, False)])
def test_setpriv_is_used_where_it_works(system, tmp_path, monkeypatch, status, works):
    """Below the filter of a unit it ends with 127."""
    setpriv = tmp_path / SETPRIV
    setpriv.write_text(f"#!/bin/sh\nexit {status}\n", encoding="ascii")
    setpriv.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert ending_with_parent() == ((str(setpriv), "--pdeathsig", "KILL", "--") if works else ())


def test_a_machine_without_setpriv_does_without(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert ending_with_parent() == ()
