"""`damcam event correct` and `damcam event line-up`: what they print, keep and refuse."""

import pytest


@pytest.fixture
def event(damcam, tmp_path, monkeypatch):
    """Runs a task that succeeds in a folder of its own, as Jelle; gives its rows."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        status, rows, said = damcam("event", *words, "--lang", "en", *(("--by", "Jelle") if words[0] not in ("log", "sheets") else ()))
        assert status == 0, said
        return rows

    return run


@pytest.fixture
def refused(damcam):
    """Runs a task that is refused; gives its sentence."""

    def run(*words):
        status, rows, said = damcam("event", *words, "--by", "Jelle", "--lang", "en")
        assert (status, rows) == (1, [])
        return said.removeprefix("damcam: ").strip()

    return run


def test_an_entry_is_corrected_with_who_and_why_and_taken_back(event, refused):
    event("new", "jûn", "--competition", "A")
    event("enter", "jûn", "s1", "s2", "s3")
    (told,) = event("correct", "jûn", "s1", "--name", "Jelle", "--class", "ha", "--reason", "skriuwflater")
    assert told == {"corrected": "s1", "name": "Jelle", "club": None, "class": "HA", "born": None, "reason": "skriuwflater"}
    last = event("log", "jûn")[-1]
    assert (last["by"], last["what"], last["reason"]) == ("Jelle", "entry of s1 corrected: name - → Jelle; class - → HA", "skriuwflater")
    assert event("undo", "jûn")[0]["kind"] == "EntrantCorrected"
    assert refused("correct", "jûn", "s1", "--name", "") == "s1 has entered like that already, and nothing would change"
    assert refused("correct", "jûn", "s1").startswith("nothing is corrected: give --name")


def test_a_list_of_players_is_handed_in_changed_with_a_reason_and_printed(event, refused, tmp_path):
    event("new", "fjouwer", "--competition", "G", "--date", "2026-11-21", "--start", "9.30")
    event("enter", "fjouwer", "a", "b", "c", "d")
    (told,) = event("line-up", "fjouwer", "a", "Jelle", "-", "Sytske", "Ype", "--at", "9:15")
    players = ["Jelle", None, "Sytske", "Ype"]
    assert told == {"team": "a", "players": players, "at": "2026-11-21T09:15", "late": None, "reason": None}
    event("pair", "fjouwer")
    changed = ("line-up", "fjouwer", "a", "Jelle", "Auke", "Sytske", "Ype")
    assert "the arbiter changes it with a reason: --reason" in refused(*changed)
    event(*changed, "--reason", "te let kaam")
    assert event("log", "fjouwer")[-1]["reason"] == "te let kaam"
    event("sheets", "fjouwer", "--what", "slips", "--out", "forms.html")
    assert "<td>Auke</td>" in (tmp_path / "forms.html").read_text()


def test_an_hour_that_is_none_is_refused_when_an_event_is_made(refused, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert refused("new", "x", "--competition", "A", "--start", "24:00") == "start is '24:00'; a time such as 09:45 was expected"
