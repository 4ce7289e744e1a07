"""The settings file: defaults, values, the environment, what bad ones get, and the example that names every setting."""

import re
from pathlib import Path
from tomllib import loads
from typing import get_args, get_type_hints

import msgspec
import pytest

from docs.settings_file import EXAMPLE, example, explanations
from pi.setup import loading
from pi.setup.loading import SECTIONS, SettingsError, load_settings, settings_here, toml, with_options
from pi.setup.settings import BoardSettings, Settings
from rules.board.ruleset import CROWNS, NAMES
from tests.support.nobody import as_nobody


def test_defaults_without_a_file_which_overrides_them_and_the_environment_overrides_every_key(tmp_path: Path) -> None:
    defaults = load_settings(None, {})
    assert (defaults.web.port, defaults.game.time_control) == (8000, "80m+60s")
    assert (defaults.evidence.keep, defaults.evidence.days) == ("alerts", 30)
    for section, kind in SECTIONS.items():
        for key in kind.__struct_fields__:
            value = getattr(getattr(defaults, section), key)
            assert load_settings(None, {f"DAMCAM_{section}_{key}".upper(): str(value)}) == defaults
    file = tmp_path / "damcam.toml"
    file.write_text('[web]\nport = 8100\nhost = "0.0.0.0"\n', encoding="utf-8-sig")
    settings = load_settings(file, {"DAMCAM_WEB_PORT": "8200", "DAMCAM_SETTINGS": str(file), "LANG": "nl"})
    assert (settings.web.port, settings.web.host) == (8200, "0.0.0.0")


def test_a_boards_pages_are_for_its_machine_and_a_hubs_for_the_network() -> None:
    here, everywhere = "127.0.0.1", "0.0.0.0"
    for set_to, board, hub in (
        ({}, here, everywhere),
        ({"DAMCAM_WEB_HOST": here}, here, here),
        ({"DAMCAM_WEB_HOST": everywhere}, everywhere, everywhere),
        ({"DAMCAM_WEB_TRUSTED_PROXIES": "1"}, here, here),
    ):
        web = load_settings(None, set_to).web
        assert (web.board_host, web.hub_host) == (board, hub)


def test_on_a_machine_where_the_service_is_installed_its_settings_are_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed, other = tmp_path / "damcam.toml", tmp_path / "other.toml"
    monkeypatch.setattr(loading, "INSTALLED", Path("/nowhere/damcam.toml"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (closed := tmp_path / "closed").touch()
    with as_nobody(closed):
        own = settings_here(None)
    assert own.board.state == str(tmp_path / "data" / "damcam"), "who may not write in the default folder has one of his own"
    assert own.web == load_settings(None).web, "where none is installed the defaults hold"
    monkeypatch.setattr(loading, "INSTALLED", installed)
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
    with as_nobody(file.parent / closed), pytest.raises(SettingsError) as refused:
        settings_here(None)
    assert str(refused.value) == f"{file}: {loading.MAY_NOT_READ}"


WRONG: list[tuple[str, str, str | int | bool | list[int], str]] = [
    ("web", "port", 0, "is 0; expected: a number from 1 to 65535"),
    ("web", "port", "x", "is 'x'; expected: a number from 1 to 65535"),
    ("web", "port", 2**70, f"is {2**70}; expected: a number from 1 to 65535"),
    ("web", "port", 8000.5, "is 8000.5; expected: a number from 1 to 65535"),
    ("hub", "port", 0, "is 0; expected: a number from 1 to 65535"),
    ("hub", "port", 8883, "is 8883, which is the port of the broker"),
    ("web", "trusted_proxies", 10, "is 10; expected: a number from 0 to 9"),
    ("web", "host", " ", """is ' '; expected: an address such as "127.0.0.1" or "0.0.0.0", or nothing"""),
    (
        "web",
        "host",
        "192.168.1..5",
        "cannot be used: '192.168.1..5' is no name or address of a machine; write it as 192.168.1.20 or board-1.local",
    ),
    ("web", "picture", "whole", "is 'whole'; expected: one of board, none"),
    ("web", "picture", "x - at `$.hub.port`", "is 'x - at `$.hub.port`'; expected: one of board, none"),
    ("web", "delay", "3 zetten", "cannot be used: "),
    ("game", "regulation", "K", "is 'K'; expected: one of A, B, C, D, E, F, G, H, I, or nothing"),
    ("game", "time_control", "soon", "cannot be used: "),
    ("game", "board", "x" * 101, f"is '{'x' * 101}'; a line of 100 characters at most was expected"),
    ("game", "board", "two\nlines", r"is 'two\nlines'; a line of 100 characters at most was expected"),
    ("buttons", "kind", "rope", "is 'rope'; expected: one of buttons, lever"),
    ("buttons", "white", 28, "is 28; expected: a GPIO number from 2 to 27"),
    ("buttons", "white", 0, "is 0; expected: a GPIO number from 2 to 27"),
    ("buttons", "black", 0, "is 0; a contact has a GPIO number from 2 to 27, and a lever with a single contact 0 here"),
    ("buttons", "black", 1, "is 1; a contact has a GPIO number from 2 to 27, and a lever with a single contact 0 here"),
    ("buttons", "black", 17, "is GPIO 17, as is white; each contact, lamp and buzzer has a pin of its own"),
    ("buttons", "buzzer", "fault", "is 'fault'; expected: one of flag, press, press flag, or nothing"),
    ("board", "rules", "chess", "is 'chess'; expected: one of dambord, english, frisian, frisian-2011, frisian-2019, international"),
    ("board", "start_fen", "W:W99:B1", "cannot be used: white pieces: 99 is not on the board, whose squares are 1 to 50"),
    ("board", "state", " ", "is ' '; expected: the path of a folder from the root on, such as /var/lib/damcam"),
    ("board", "mirrored", "yes", "is 'yes'; expected: true or false"),
    ("board", "crowns", "paper", "is 'paper'; expected: one of disc, none"),
    ("board", "state", "~/games", "is '~/games'; expected: the path of a folder from the root on, such as /var/lib/damcam"),
    ("hub", "states", "games", "is 'games'; expected: paths from the root on, with blanks between them"),
    (
        "record",
        "copy_to",
        "~/stick",
        "is '~/stick'; expected: the path of a folder from the root on, such as /media/damcam/games, or nothing",
    ),
    (
        "record",
        "copy_to",
        "/media/\x07",
        r"is '/media/\x07'; expected: the path of a folder from the root on, such as /media/damcam/games, or nothing",
    ),
    ("record", "copy_to", "/var/lib/damcam", "is '/var/lib/damcam', where the games are themselves; a folder off the card was expected, "),
    ("record", "copy_to", "/var/lib/damcam/copy", "is '/var/lib/damcam/copy', where the games are themselves; "),
    (
        "camera",
        "device",
        "video0",
        """is 'video0'; expected: a number such as "0", or a path such as /dev/v4l/by-id/...""",
    ),
    ("camera", "rotation", 45, "is 45; expected: one of 0, 90, 180, 270"),
    ("camera", "corners", "1,2 3,4", "cannot be used: '1,2 3,4' is not four corners; write them as 'X,Y X,Y X,Y X,Y', in pixels"),
    ("camera", "corners", "1,2 3,4 5,6 nan,8", "cannot be used: '1,2 3,4 5,6 nan,8' is not four corners; "),
    ("camera", "corners", "9,9 900,9 900,900 9,9", "cannot be used: '9,9 900,9 900,900 9,9' are not the corners of a board"),
    ("camera", "corners", "9,9 900,9 300,300 9,900", "cannot be used: '9,9 900,9 300,300 9,900' are not the corners of a board"),
    ("camera", "corners", "9,9 900,9 900,961 9,900", "has 900,961, which lies beyond the upright picture of 1280 x 960 pixels"),
    ("evidence", "budget_mb", -1, "is -1; expected: a number from 200 to 1000000000"),
    ("evidence", "days", 1, "is 1; expected: a number from 2 to 36500"),
    ("evidence", "keep", "some", "is 'some'; expected: one of alerts, all"),
]


@pytest.mark.parametrize(("section", "key", "value", "sentence"), WRONG)
def test_a_value_that_cannot_be_is_told_with_its_place_and_what_may_be_there(tmp_path: Path, section, key, value, sentence) -> None:
    file, variable = tmp_path / "damcam.toml", f"DAMCAM_{section}_{key}".upper()
    file.write_text(f"[{section}]\n{key} = {toml(value)}\n")
    with pytest.raises(SettingsError) as refused:
        load_settings(file, {})
    assert str(refused.value).startswith(f"{file}: [{section}] {key} {sentence}")
    with pytest.raises(SettingsError) as refused:
        load_settings(file, {variable: str(value)})
    in_variable = sentence.replace(f"is {value}; expected", f"is '{value}'; expected", 1)
    assert str(refused.value).startswith(f"the environment's {variable} {in_variable}")


@pytest.mark.parametrize(
    ("text", "environment", "sentence"),
    [
        ("[web]\nprot = 1\n", {}, "FILE: [web] has no key 'prot'; there are delay, host, "),
        (
            "[web]\nport = 1\n[game]\nresult_form = 1\n[ hub ] # old\n  events=3\n",
            {},
            "FILE: [game] has no key 'result_form'; there are board, regulation, time_control; correct or delete line 4, and also"
            " [hub] events in line 6",
        ),
        ('[hub]\n"events" = "/e"\n', {}, "FILE: [hub] events is no setting any more: the files of events are in the folder events below "),
        ('[web]\nboards = "http://board-2:8000"\n', {}, "FILE: [web] boards names boards by their addresses, "),
        ("\n", {"DAMCAM_WEB_BOARDS": ""}, "the environment's DAMCAM_WEB_BOARDS names boards by their addresses, "),
        ("[wed]\n", {}, "FILE: there is no section 'wed'; there are board, buttons, camera, evidence, game, hub, record, web"),
        ('"a` - at `$.web.port" = 3\n', {}, "FILE: there is no section 'a` - at `$.web.port'; "),
        ("[web]\nport = true\n", {}, "FILE: [web] port is True; expected: a number from 1 to 65535"),
        ("[web]\nport = [8000]\n", {}, "FILE: [web] port is [8000]; expected: a number from 1 to 65535"),
        ("[web]\nhost = {a = 1}\n", {}, "FILE: [web] host is {'a': 1}; expected: an address such as "),
        ("[web]\nport = 2026-11-29\n", {}, "FILE: [web] port is datetime.date(2026, 11, 29); expected: a number from 1 to 65535"),
        ("[board]\nmirrored = 1\n", {}, "FILE: [board] mirrored is 1; expected: true or false"),
        ('[board]\nmirrored = true\n[game]\nregulation = "C"\n', {}, "FILE: [board] mirrored is true, and regulation in [game] is 'C', "),
        ('[board]\ncrowns = "none"\n[game]\nregulation = "C"\n', {}, "FILE: [board] crowns is none, and regulation in [game] is 'C', "),
        (
            '[game]\nregulation = "E"\n',
            {"DAMCAM_BOARD_MIRRORED": "true"},
            "the environment's DAMCAM_BOARD_MIRRORED is true, and regulation in [game] is 'E', ",
        ),
        (
            "[board]\nrules = 7\n",
            {},
            "FILE: [board] rules is 7; expected: one of dambord, english, frisian, frisian-2011, frisian-2019, international",
        ),
        ("[game]\nboard = 3\n", {}, "FILE: [game] board is 3; expected: text in quotes"),
        ("[game]\ntime_control = 80\n", {}, 'FILE: [game] time_control is 80; expected: text in quotes, such as "80m+60s"'),
        ("[game]\nevent = 3\n", {"DAMCAM_GAME_EVENT": "Cup"}, "FILE: [game] event is no setting any more, "),
        ("\n", {"DAMCAM_GAME_EVENT": "Cup"}, "the environment's DAMCAM_GAME_EVENT is no setting any more, "),
        ('[web]\ntrusted_proxies = 1\nhost = "0.0.0.0"\n', {}, "FILE: [web] trusted_proxies is 1, and host is '0.0.0.0': "),
        (
            '[web]\nhost = "0.0.0.0"\n',
            {"DAMCAM_WEB_TRUSTED_PROXIES": "2"},
            "the environment's DAMCAM_WEB_TRUSTED_PROXIES is 2, and host is '0.0.0.0': ",
        ),
        ("web = 3\n", {}, "FILE: web is 3; a section [web] with its keys below it was expected"),
        ("[web\n", {}, "FILE: not readable as TOML: "),
        ("a = " + "[" * 10_000, {}, "FILE: not readable as TOML: "),
        ("", {}, "FILE: the settings file is missing"),
        (None, {}, "FILE: the settings file cannot be read: Is a directory"),
        ("\n", {"DAMCAM_WEB_PORT": "many"}, "the environment's DAMCAM_WEB_PORT is 'many'; expected: a number from 1 to 65535"),
        ("[buttons]\nlamps = true\nblack = 24\n", {}, "FILE: [buttons] black is GPIO 24, as is Black's lamp; each contact, "),
        ('[buttons]\nbuzzer = "flag"\nwhite = 25\n', {}, "FILE: [buttons] white is GPIO 25, as is the buzzer; each contact, "),
        ('[board]\nstate = "/a\\u0000b"\n', {}, "FILE: [board] state is '/a\\x00b'; expected: the path of a folder "),
        ('[hub]\nstates = "/a\\u0000b"\n', {}, "FILE: [hub] states is '/a\\x00b'; expected: paths from the root on"),
        ('[camera]\ndevice = "/a\\u0000b"\n', {}, "FILE: [camera] device is '/a\\x00b'; expected: a number "),
    ],
)
def test_what_is_no_setting_gets_a_sentence(tmp_path: Path, text: str | None, environment: dict[str, str], sentence: str) -> None:
    file = tmp_path / "damcam.toml"
    if text:
        file.write_text(text)
    elif text is None:
        file.mkdir()
    with pytest.raises(SettingsError) as refused:
        load_settings(file, environment)
    assert str(refused.value).startswith(sentence.replace("FILE", str(file), 1))


@pytest.mark.parametrize("tag", ["white", "black", "event", "site", "date", "round"])
def test_a_tag_of_a_single_game_is_refused_with_where_it_is_given_now(tmp_path: Path, tag: str) -> None:
    file = tmp_path / "damcam.toml"
    file.write_text(f'[game]\nboard = "3"\n{tag} = "1"\n')
    with pytest.raises(SettingsError) as refused:
        load_settings(file, {})
    assert str(refused.value) == f"{file}: {loading.GONE_KEYS['game'][tag].format(where=f'[game] {tag}', places='line 3')}"
    assert "damcam names" in str(refused.value)


NEAR = {"DAMCAM_STATE": "DAMCAM_BOARD_STATE", "DAMCAM_PORT": "DAMCAM_WEB_PORT", "DAMCAM_EVIDENCE_DAY": "DAMCAM_EVIDENCE_DAYS"}


@pytest.mark.parametrize(("name", "near"), [*NEAR.items(), ("DAMCAM_FOO", "")])
def test_an_unknown_variable_is_told_with_the_one_that_is_likest(name: str, near: str) -> None:
    with pytest.raises(SettingsError) as refused:
        load_settings(None, {name: "1"})
    likest = f"is {near} meant?" if near else "settings are named DAMCAM_<SECTION>_<KEY>, such as DAMCAM_WEB_PORT"
    assert str(refused.value) == f"the environment's {name} is no setting; {likest}"


def test_values_that_depend_on_another() -> None:
    upright = {"DAMCAM_CAMERA_ROTATION": "90", "DAMCAM_CAMERA_CORNERS": "900,1200 9,9 900,9 9,1200"}
    assert load_settings(None, upright).camera.corners == "900,1200 9,9 900,9 9,1200"
    cameras = {device: load_settings(None, {"DAMCAM_CAMERA_DEVICE": device}).camera.kind for device in ("0", "1", "/dev/v4l/by-id/cam")}
    assert list(cameras.values()) == ["picamera2", "picamera2", "usb"]
    buttons = load_settings(None, {"DAMCAM_BUTTONS_KIND": "lever", "DAMCAM_BUTTONS_BLACK": "0"}).buttons
    assert (buttons.kind, buttons.black) == ("lever", 0)
    assert load_settings(None, {"DAMCAM_GAME_BOARD": "3"}).game.about == {"board": "3"}


KEY = re.compile(r"^#(?=\w+ = )", re.MULTILINE)
"""What stands before a key that is left at its default; a comment has a space there."""


def test_the_example_is_made_from_the_settings_with_every_default_and_explanation() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    assert text == example(), "write it anew: .venv/bin/python -P -m docs.settings_file"
    assert load_settings(EXAMPLE, {}) == Settings()
    assert loads(KEY.sub("", text)) == msgspec.to_builtins(Settings())
    assert all(key in explanations(kind) for kind in SECTIONS.values() for key in kind.__struct_fields__)


def test_the_names_in_the_settings_are_those_of_the_rules() -> None:
    assert set(get_args(get_type_hints(BoardSettings)["rules"])) == set(NAMES)
    assert get_args(get_type_hints(BoardSettings)["crowns"]) == CROWNS


def test_a_board_that_lies_mirrored_is_a_setting_a_variable_or_an_option(tmp_path: Path) -> None:
    file = tmp_path / "damcam.toml"
    file.write_text("[board]\nmirrored = true\n")
    assert load_settings(file, {}).board.mirrored
    assert not load_settings(file, {"DAMCAM_BOARD_MIRRORED": "false"}).board.mirrored
    plain = load_settings(None, {})
    assert [with_options(plain, mirrored=wanted, crowns=None).board.mirrored for wanted in (False, True)] == [False, True]
    with pytest.raises(SettingsError, match=r"^--mirrored is true, and regulation in .game. is 'C', "):
        with_options(load_settings(None, {"DAMCAM_GAME_REGULATION": "C"}), mirrored=True, crowns=None)


def test_kings_without_a_second_disc_are_a_setting_a_variable_or_an_option(tmp_path: Path) -> None:
    file = tmp_path / "damcam.toml"
    file.write_text('[board]\ncrowns = "none"\n')
    home, plain = load_settings(file, {}), load_settings(None, {})
    assert [settings.board.start.rules.second_disc for settings in (home, plain)] == [False, True]
    assert load_settings(file, {"DAMCAM_BOARD_CROWNS": "disc"}).board.start.rules.second_disc
    assert [with_options(plain, mirrored=False, crowns=given).board.crowns for given in (None, "none")] == ["disc", "none"]
    assert with_options(home, mirrored=False, crowns="disc").board.crowns == "disc"
    with pytest.raises(SettingsError, match=r"^--crowns is none, and regulation in .game. is 'C', "):
        with_options(load_settings(None, {"DAMCAM_GAME_REGULATION": "C"}), mirrored=False, crowns="none")
