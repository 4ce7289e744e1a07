"""The settings file: defaults, values, the environment, and what bad ones get."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pi.setup import loading
from pi.setup.loading import SECTIONS, SettingsError, load_settings, settings_here, toml


def test_defaults_without_a_file() -> None:
    settings = load_settings(None, {})
    assert (settings.web.port, settings.game.time_control) == (8000, "80m+60s")
    assert (settings.evidence.pictures, settings.evidence.keep, settings.evidence.days) == ("board", "alerts", 30)


def test_the_file_overrides_the_defaults_and_the_environment_the_file(tmp_path: Path) -> None:
    file = tmp_path / "damcam.toml"
    file.write_text('[web]\nport = 8100\nhost = "0.0.0.0"\n', encoding="utf-8-sig")
    settings = load_settings(file, {"DAMCAM_WEB_PORT": "8200", "DAMCAM_SETTINGS": str(file), "LANG": "nl"})
    assert (settings.web.port, settings.web.host) == (8200, "0.0.0.0")


@pytest.mark.parametrize(
    ("web", "board", "hub"),
    [
        ("", "127.0.0.1", "0.0.0.0"),
        ('host = ""', "127.0.0.1", "0.0.0.0"),
        ('host = "127.0.0.1"', "127.0.0.1", "127.0.0.1"),
        ('host = "0.0.0.0"', "0.0.0.0", "0.0.0.0"),
        ("trusted_proxies = 1", "127.0.0.1", "127.0.0.1"),
    ],
)
def test_a_boards_pages_are_for_its_machine_and_a_hubs_for_the_network(web: str, board: str, hub: str, tmp_path: Path) -> None:
    (tmp_path / "damcam.toml").write_text(f"[web]\n{web}\n", encoding="utf-8")
    settings = load_settings(tmp_path / "damcam.toml", {})
    assert (settings.web.board_host, settings.web.hub_host) == (board, hub)


def test_on_a_machine_where_the_service_is_installed_its_settings_are_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed, other = tmp_path / "damcam.toml", tmp_path / "other.toml"
    monkeypatch.setattr(loading, "INSTALLED", installed)
    assert settings_here(None) == load_settings(None), "where none is installed the defaults hold"
    installed.write_text('[board]\nstate = "/srv/damcam"\n', encoding="utf-8")
    other.write_text('[board]\nstate = "/srv/other"\n', encoding="utf-8")
    assert settings_here(None).board.state == "/srv/damcam"
    assert settings_here(other).board.state == "/srv/other"
    monkeypatch.setenv("DAMCAM_BOARD_STATE", "/srv/mine")
    assert settings_here(None).board.state == "/srv/mine"


@pytest.mark.parametrize("closed", ["damcam.toml", "."])
def test_settings_that_this_user_may_not_read_are_not_passed_over(closed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "etc" / "damcam.toml"
    file.parent.mkdir()
    file.touch()
    monkeypatch.setattr(loading, "INSTALLED", file)
    with as_nobody(file.parent / closed), pytest.raises(SettingsError, match=r"this user may not read .*; sudo -u damcam damcam"):
        settings_here(None)


@contextmanager
def as_nobody(closed: Path) -> Iterator[None]:
    """Whoever runs the tests, root too, may look into nothing of that."""
    mode, user = closed.stat().st_mode, os.geteuid()
    closed.chmod(0)
    try:
        if user == 0:
            os.seteuid(65534)
        yield
    finally:
        os.seteuid(user)
        closed.chmod(mode)


def test_the_environment_overrides_every_key() -> None:
    defaults = load_settings(None, {})
    for section, kind in SECTIONS.items():
        for key in kind.__slots__:
            value = getattr(getattr(defaults, section), key)
            given = load_settings(None, {f"DAMCAM_{section}_{key}".upper(): str(value)})
            assert given == defaults


WRONG = [
    ("web", "port", 0, "is 0; a number from 1 to 65535 was expected"),
    ("web", "port", -5, "is -5; a number from"),
    ("hub", "broker_port", 8081, "is 8081, which is [hub] desk_port already: give the broker a port of its own"),
    ("hub", "broker_port", 70000, "is 70000; a number from 1 to 65535 was expected"),
    ("web", "host", " ", "is empty"),
    ("web", "boards", "http://board-2:8000 board-3", "names 'board-3'; addresses such as"),
    ("web", "boards", "http://board-2:x", "names 'http://board-2:x'"),
    ("web", "boards", "http://board-2/page", "names 'http://board-2/page'"),
    ("web", "picture", "whole", "is 'whole'; one of board, none was expected"),
    (
        "web",
        "delay",
        "3 zetten",
        'cannot be used: \'3 zetten\' is no delay; "3 moves" (100 at most), "15m" in minutes (1440 at most), or nothing was expected',
    ),
    ("game", "result_form", "3-0", "is '3-0'; one of 1-0, 2-0 was expected"),
    ("game", "regulation", "K", "is 'K'; one of A, B, C, D, E, F, G, H, I was expected, or nothing"),
    ("game", "after_a_fault", "stone", "is 'stone'; one of record, paper was expected, or nothing"),
    ("game", "time_control", "soon", "cannot be used: 'soon'"),
    ("game", "white", "x" * 101, "a line of 100 characters at most was expected"),
    ("game", "event", "two\nlines", r"is 'two\nlines'; a line of"),
    ("game", "date", "21-11-2026", "is '21-11-2026'; a date such as 2026.11.21 was expected, or nothing"),
    ("buttons", "kind", "rope", "is 'rope'; one of buttons, lever was expected"),
    ("buttons", "white", 28, "is 28; a GPIO number from 2 to 27 was expected"),
    ("buttons", "black", 0, "is 0; a GPIO number from 2 to 27 was expected"),
    ("buttons", "buzzer", 17, "is GPIO 17, as is white; each contact"),
    ("buttons", "sounds", "fault", "is 'fault'; one of press, flag"),
    ("board", "rules", "chess", "is 'chess'; one of frisian"),
    ("board", "start_fen", "W:W99:B1", "cannot be used: "),
    ("board", "state", " ", "is empty"),
    (
        "record",
        "copy_to",
        "stick",
        "is 'stick'; the path of a folder from the root on was expected, such as /media/damcam/games, or nothing",
    ),
    ("record", "copy_to", "~/stick", "is '~/stick'; the path of a folder"),
    ("record", "copy_to", "/media/\x07", "is '/media/\\x07'; the path of a folder"),
    ("record", "copy_to", "/var/lib/damcam", "is '/var/lib/damcam', where the games are themselves; a folder off the card"),
    ("record", "copy_to", "/var/lib/damcam/copy", "is '/var/lib/damcam/copy', where the games are themselves"),
    ("board", "state", "games", "is 'games'; a path from the root on was expected, such as /var/lib/damcam"),
    ("board", "state", "~/games", "is '~/games'; a path from the root on"),
    ("camera", "kind", "film", "is 'film'; one of picamera2, usb was expected"),
    ("camera", "device", "/dev/video0", "is '/dev/video0'; the number of a camera"),
    ("camera", "rotation", 45, "is 45; one of 0, 90, 180, 270 was expected"),
    ("camera", "width", 3, "is 3; an even number from 320 to 8192"),
    ("camera", "height", 9000, "is 9000; an even number from 240 to 8192"),
    ("camera", "corners", "1,2 3,4", "cannot be used: '1,2 3,4' is not four corners; write them as"),
    ("camera", "corners", "1,2 3,4 5,6 nan,8", "is not four corners"),
    ("camera", "corners", "9,9 900,9 900,900 9,9", "are not the corners of a board: one of them lies between the others, or on another"),
    ("camera", "corners", "9,9 900,9 300,300 9,900", "are not the corners of a board"),
    ("camera", "corners", "9,9 900,9 900,961 9,900", "has 900,961, which lies beyond the upright picture of 1280 x 960 pixels"),
    ("camera", "width", 1281, "is 1281; an even number"),
    ("evidence", "budget_mb", -1, "is -1; a number from 200 to"),
    ("evidence", "days", 1, "is 1; a number from 2 to 36500 was expected"),
    ("evidence", "pictures", "faces", "is 'faces'; one of board, whole was expected"),
    ("evidence", "keep", "some", "is 'some'; one of alerts, all was expected"),
]


@pytest.mark.parametrize(("section", "key", "value", "says"), WRONG)
def test_a_value_that_cannot_be_is_told_with_its_place_and_what_may_be_there(tmp_path: Path, section, key, value, says) -> None:
    file = tmp_path / "damcam.toml"
    file.write_text(f"[{section}]\n{key} = {toml(value)}\n")
    with pytest.raises(SettingsError) as told:
        load_settings(file, {})
    assert str(told.value).startswith(f"{file}: [{section}] {key} ")
    assert says in str(told.value)
    variable = f"DAMCAM_{section}_{key}".upper()
    with pytest.raises(SettingsError) as told:
        load_settings(file, {variable: str(value)})
    assert str(told.value).startswith(f"the environment's {variable} ")
    assert says in str(told.value)


@pytest.mark.parametrize(
    ("text", "environment", "sentence"),
    [
        (
            "[web]\nprot = 1\n",
            {},
            r"damcam.toml: \[web\] has no key 'prot'; there are boards, delay, desk_port, host, ",
        ),
        ("[wed]\n", {}, "damcam.toml: there is no section 'wed'; there are board, buttons, camera, evidence, game, hub, record, web"),
        ('[web]\nport = "x"\n', {}, r"damcam.toml: \[web\] port is 'x'; a whole number was expected, such as 8000"),
        ("[web]\nport = true\n", {}, r"\[web\] port is True; a whole number"),
        ("[web]\nhost = 7\n", {}, r"\[web\] host is 7; text in quotes was expected"),
        ("[web]\nlisteners_per_client = 0\n", {}, r"\[web\] listeners_per_client is 0; a number from 1 to 100000 was expected"),
        ("[web]\nproxies = 10\n", {}, r"\[web\] proxies is 10; a number from 0 to 9 was expected"),
        ('[web]\npush_contact = "Anke"\n', {}, r"\[web\] push_contact is 'Anke'; an address such as mailto:arbiter@example.org"),
        ("[web]\ntrusted_proxies = 10\n", {}, r"\[web\] trusted_proxies is 10; a number from 0 to 9 was expected"),
        ("[web]\ntrusted_proxies = 1\nproxies = 1\n", {}, r"damcam.toml: \[web\] proxies is the old name of trusted_proxies; leave one"),
        ('[web]\nproxies = 1\nhost = "0.0.0.0"\n', {}, r"\[web\] proxies is 1, and host is '0.0.0.0': a reader .* set host to"),
        ('[web]\nhost = "0.0.0.0"\n', {"DAMCAM_WEB_TRUSTED_PROXIES": "2"}, "the environment's DAMCAM_WEB_TRUSTED_PROXIES is 2, and"),
        ('[web]\nhost = "0.0.0.0"\n', {"DAMCAM_WEB_PROXIES": "2"}, "the environment's DAMCAM_WEB_PROXIES is 2, and host is"),
        ("[hub]\nport = 0\n", {}, r"\[hub\] port is 0; a number from 1 to 65535 was expected"),
        ('[hub]\nstates = "games"\n', {}, r"\[hub\] states names 'games'; paths from the root on"),
        ("[game]\nround = 3\n", {}, r"\[game\] round is 3; text in quotes was expected$"),
        ("web = 3\n", {}, r"damcam.toml: web is 3; a section \[web\] with its keys"),
        ("[web\n", {}, "damcam.toml: not readable as TOML"),
        ("", {"DAMCAM_WEB_PORT": "many"}, "the environment's DAMCAM_WEB_PORT is 'many'; a whole number was expected, such as 8000"),
        ("", {"DAMCAM_WEB_PROT": "1"}, "the environment's DAMCAM_WEB_PROT is no setting; is DAMCAM_WEB_PORT meant?"),
        ("[buttons]\nblack_lamp = 24\n", {}, r"damcam.toml: \[buttons\] white_lamp is 0, but the other side has a lamp"),
        ("", {"DAMCAM_BUTTONS_WHITE_LAMP": "23"}, r"damcam.toml: \[buttons\] black_lamp is 0, but"),
    ],
)
def test_what_is_no_setting_gets_a_sentence(tmp_path: Path, text: str, environment: dict[str, str], sentence: str) -> None:
    file = tmp_path / "damcam.toml"
    file.write_text(text)
    with pytest.raises(SettingsError, match=sentence):
        load_settings(file, environment)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("DAMCAM_STATE", "is DAMCAM_BOARD_STATE meant?"),
        ("DAMCAM_PORT", "is DAMCAM_WEB_PORT meant?"),
        ("DAMCAM_EVIDENCE_DAY", "is DAMCAM_EVIDENCE_DAYS meant?"),
        ("DAMCAM_FOO", "settings are named DAMCAM_<SECTION>_<KEY>, such as DAMCAM_WEB_PORT"),
    ],
)
def test_an_unknown_variable_is_told_with_the_one_that_is_likest(name: str, says: str) -> None:
    with pytest.raises(SettingsError) as told:
        load_settings(None, {name: "1"})
    assert str(told.value) == f"the environment's {name} is no setting; {says}"


def test_what_a_camera_may_be() -> None:
    with pytest.raises(SettingsError, match=r"is 'video0'; a number such as \"0\" was expected, or a path such as /dev/v4l/by-id"):
        load_settings(None, {"DAMCAM_CAMERA_KIND": "usb", "DAMCAM_CAMERA_DEVICE": "video0"})
    upright = {"DAMCAM_CAMERA_ROTATION": "90", "DAMCAM_CAMERA_CORNERS": "900,1200 9,9 900,9 9,1200"}
    assert load_settings(None, upright).camera.corners == "900,1200 9,9 900,9 9,1200"


@pytest.mark.parametrize("key", ["proxies", "trusted_proxies"])
def test_a_key_that_was_renamed_works_under_both_names(tmp_path: Path, key: str) -> None:
    file = tmp_path / "damcam.toml"
    file.write_text(f"[web]\n{key} = 1\n")
    assert load_settings(file, {}).web.trusted_proxies == 1
    assert load_settings(None, {f"DAMCAM_WEB_{key}".upper(): "2"}).web.trusted_proxies == 2


def test_a_lever_needs_one_contact_alone() -> None:
    settings = load_settings(None, {"DAMCAM_BUTTONS_KIND": "lever", "DAMCAM_BUTTONS_BLACK": "0"})
    assert (settings.buttons.kind, settings.buttons.black) == ("lever", 0)


def test_what_is_known_of_every_game() -> None:
    game = load_settings(None, {"DAMCAM_GAME_WHITE": "Jelle", "DAMCAM_GAME_BOARD": "3", "DAMCAM_GAME_DATE": "2026.??.??"}).game
    assert game.about == {"white": "Jelle", "board": "3", "date": "2026.??.??"}


@pytest.mark.parametrize(("name", "sentence"), [("none.toml", "missing"), ("", "cannot be read")])
def test_a_file_that_cannot_be_read_gets_a_sentence(tmp_path: Path, name: str, sentence: str) -> None:
    with pytest.raises(SettingsError, match=sentence):
        load_settings(tmp_path / name, {})


@pytest.mark.parametrize(
    "text", ['[board]\nstate = "/a\\u0000b"', '[hub]\nstates = "/a\\u0000b"', '[camera]\nkind = "usb"\ndevice = "/a\\u0000b"']
)
def test_a_path_that_no_file_can_have_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "damcam.toml").write_text(text + "\n", encoding="utf-8")
    with pytest.raises(SettingsError, match="expected"):
        load_settings(tmp_path / "damcam.toml")
