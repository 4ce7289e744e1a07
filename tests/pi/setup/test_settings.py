"""The settings file: defaults, values, the environment, what bad ones get, and the example that names every setting."""

import json
import re
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from tomllib import loads

import pytest

from pi.setup import loading
from pi.setup.loading import SECTIONS, SettingsError, load_settings, settings_here, toml, with_options
from pi.setup.setting_phrases import FileSays
from pi.setup.settings import Settings
from rules.errors import Value
from tests.support.nobody import as_nobody
from tests.support.says import says, within


def test_defaults_without_a_file_which_overrides_them_and_the_environment_overrides_every_key(tmp_path: Path) -> None:
    defaults = load_settings(None, {})
    assert (defaults.web.port, defaults.game.time_control) == (8000, "80m+60s")
    assert (defaults.evidence.pictures, defaults.evidence.keep, defaults.evidence.days) == ("board", "alerts", 30)
    for section, kind in SECTIONS.items():
        for key in kind.__slots__:
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
    with as_nobody(file.parent / closed), pytest.raises(SettingsError, check=says("FileSays.may-not-be-read")) as refused:
        settings_here(None)
    assert refused.value.sentence.remedy == FileSays.AS_ITS_USER.said()


WRONG: list[tuple[str, str, str | int, str, dict[str, Value]]] = [
    ("web", "port", 0, "no-number", {"value": 0, "least": 1, "most": 65535}),
    ("hub", "port", 0, "no-number", {}),
    ("hub", "broker_port", 8081, "port-twice", {"port": 8081, "other": "[hub] desk_port"}),
    ("hub", "broker_port", 70000, "no-number", {}),
    ("web", "listeners_per_client", 0, "no-number", {"least": 1, "most": 100_000}),
    ("web", "trusted_proxies", 10, "no-number", {"least": 0, "most": 9}),
    ("web", "host", " ", "empty", {}),
    ("web", "picture", "whole", "not-one-of", {"value": "'whole'", "words": ("board", "none")}),
    ("web", "delay", "3 zetten", "unusable", {}),
    ("game", "result_form", "3-0", "not-one-of", {"words": ("1-0", "2-0")}),
    ("game", "regulation", "K", "not-one-of-or-nothing", {"words": tuple("ABCDEFGHI")}),
    ("game", "after_a_fault", "stone", "not-one-of-or-nothing", {}),
    ("game", "time_control", "soon", "unusable", {}),
    ("game", "board", "x" * 101, "no-line", {"most": 100}),
    ("game", "board", "two\nlines", "no-line", {}),
    ("buttons", "kind", "rope", "not-one-of", {"words": ("buttons", "lever")}),
    ("buttons", "white", 28, "no-pin", {"pin": 28}),
    ("buttons", "black", 0, "no-pin", {}),
    ("buttons", "buzzer", 17, "pin-twice", {"pin": 17, "other": "white"}),
    ("buttons", "sounds", "fault", "not-one-of-or-nothing", {}),
    ("board", "rules", "chess", "not-one-of", {}),
    ("board", "start_fen", "W:W99:B1", "unusable", {"why": "{pieces}: {text} is not on the board, whose squares are 1 to {last}"}),
    ("board", "state", " ", "empty", {}),
    ("board", "mirrored", "yes", "no-truth", {"value": "'yes'"}),
    ("board", "crowns", "paper", "not-one-of", {"value": "'paper'", "words": ("disc", "none")}),
    ("board", "state", "~/games", "relative-path", {"text": "'~/games'"}),
    ("hub", "states", "games", "relative-paths", {"text": "'games'"}),
    ("record", "copy_to", "~/stick", "no-copy-folder", {}),
    ("record", "copy_to", "/media/\x07", "no-copy-folder", {}),
    ("record", "copy_to", "/var/lib/damcam", "copy-beside-games", {}),
    ("record", "copy_to", "/var/lib/damcam/copy", "copy-beside-games", {}),
    ("camera", "kind", "film", "not-one-of", {}),
    ("camera", "device", "/dev/video0", "no-camera-number", {}),
    ("camera", "rotation", 45, "not-one-of", {"words": (0, 90, 180, 270)}),
    ("camera", "width", 3, "no-even-number", {"least": 320, "most": 8192}),
    ("camera", "width", 1281, "no-even-number", {}),
    ("camera", "height", 9000, "no-even-number", {"least": 240}),
    ("camera", "corners", "1,2 3,4", "unusable", {}),
    ("camera", "corners", "1,2 3,4 5,6 nan,8", "unusable", {}),
    ("camera", "corners", "9,9 900,9 900,900 9,9", "unusable", {}),
    ("camera", "corners", "9,9 900,9 300,300 9,900", "unusable", {}),
    ("camera", "corners", "9,9 900,9 900,961 9,900", "outside", {"corner": "900,961", "width": 1280, "height": 960}),
    ("evidence", "budget_mb", -1, "no-number", {"least": 200}),
    ("evidence", "days", 1, "no-number", {"least": 2, "most": 36500}),
    ("evidence", "pictures", "faces", "not-one-of", {}),
    ("evidence", "keep", "some", "not-one-of", {}),
]


@pytest.mark.parametrize(("section", "key", "value", "code", "values"), WRONG)
def test_a_value_that_cannot_be_is_told_with_its_place_and_what_may_be_there(tmp_path: Path, section, key, value, code, values) -> None:
    file, variable = tmp_path / "damcam.toml", f"DAMCAM_{section}_{key}".upper()
    file.write_text(f"[{section}]\n{key} = {toml(value)}\n")
    for path, environment, about, where in (
        (file, {}, str(file), f"[{section}] {key}"),
        (file, {variable: str(value)}, "", str(FileSays.VARIABLE.said(variable=variable))),
    ):
        with pytest.raises(SettingsError, check=says(f"SettingSays.{code}", **values)) as told:
            load_settings(path, environment)
        assert (told.value.about, str(told.value.sentence.values["where"])) == (about, where)


@pytest.mark.parametrize(
    ("text", "environment", "code", "values"),
    [
        ("[web]\nprot = 1\n", {}, "FileSays.unknown-key", {"section": "web", "name": "'prot'"}),
        ('[web]\nboards = "http://board-2:8000"\n', {}, "ByAddress.gone", {}),
        ("\n", {"DAMCAM_WEB_BOARDS": ""}, "ByAddress.gone", {"where": "FileSays.variable"}),
        ("[wed]\n", {}, "FileSays.unknown-section", {"name": "'wed'", "known": tuple(sorted(SECTIONS))}),
        ('[web]\nport = "x"\n', {}, "SettingSays.no-whole-number-such-as", {"value": "'x'", "example": "8000"}),
        ("[web]\nport = true\n", {}, "SettingSays.no-whole-number-such-as", {"value": "True"}),
        ("[board]\nmirrored = 1\n", {}, "SettingSays.no-truth", {"value": "1"}),
        (
            '[board]\nmirrored = true\n[game]\nregulation = "C"\n',
            {},
            "SettingSays.not-under-a-regulation",
            {"regulation": "'C'"},
        ),
        ('[board]\ncrowns = "none"\n[game]\nregulation = "C"\n', {}, "SettingSays.crowns-under-a-regulation", {"regulation": "'C'"}),
        ('[game]\nregulation = "E"\n', {"DAMCAM_BOARD_MIRRORED": "true"}, "SettingSays.not-under-a-regulation", {"regulation": "'E'"}),
        ("[board]\nrules = 7\n", {}, "SettingSays.no-text-such-as", {"value": "7", "example": '"frisian"'}),
        ("[game]\nboard = 3\n", {}, "SettingSays.no-text", {"value": "3"}),
        ("[game]\nevent = 3\n", {"DAMCAM_GAME_EVENT": "Cup"}, "TagSays.gone", {"where": "FileSays.variable"}),
        ("[web]\ntrusted_proxies = 1\nproxies = 1\n", {}, "FileSays.old-name", {"old": "proxies", "new": "trusted_proxies"}),
        ('[web]\nproxies = 1\nhost = "0.0.0.0"\n', {}, "SettingSays.forgeable", {"proxies": 1, "host": "'0.0.0.0'"}),
        ('[web]\nhost = "0.0.0.0"\n', {"DAMCAM_WEB_PROXIES": "2"}, "SettingSays.forgeable", {"where": "FileSays.variable"}),
        ("web = 3\n", {}, "FileSays.no-section", {"name": "web", "value": "3"}),
        ("[web\n", {}, "FileSays.no-toml", {}),
        ("", {}, "FileSays.missing", {}),
        (None, {}, "FileSays.cannot-be-read", {}),
        ("\n", {"DAMCAM_WEB_PORT": "many"}, "SettingSays.no-whole-number-such-as", {"value": "'many'"}),
        ("[buttons]\nblack_lamp = 24\n", {}, "SettingSays.one-lamp", {}),
        ("\n", {"DAMCAM_BUTTONS_WHITE_LAMP": "23"}, "SettingSays.one-lamp", {}),
        ("\n", {"DAMCAM_CAMERA_KIND": "usb", "DAMCAM_CAMERA_DEVICE": "video0"}, "SettingSays.no-camera", {"text": "'video0'"}),
        ('[board]\nstate = "/a\\u0000b"\n', {}, "SettingSays.relative-path", {}),
        ('[hub]\nstates = "/a\\u0000b"\n', {}, "SettingSays.relative-paths", {}),
        ('[camera]\nkind = "usb"\ndevice = "/a\\u0000b"\n', {}, "SettingSays.no-camera", {}),
    ],
)
def test_what_is_no_setting_gets_a_sentence(tmp_path: Path, text: str | None, environment: dict[str, str], code: str, values) -> None:
    file = tmp_path / "damcam.toml"
    if text:
        file.write_text(text)
    elif text is None:
        file.mkdir()
    with pytest.raises(SettingsError, check=says(code, **values)):
        load_settings(file, environment)


@pytest.mark.parametrize("tag", ["white", "black", "event", "site", "date", "round"])
def test_a_tag_of_a_single_game_is_refused_with_where_it_is_given_now(tmp_path: Path, tag: str) -> None:
    file = tmp_path / "damcam.toml"
    file.write_text(f'[game]\nboard = "3"\n{tag} = "1"\n')
    with pytest.raises(SettingsError, check=within("TagSays.of-each-game")) as refused:
        load_settings(file, {})
    assert str(refused.value).startswith(f"{file}: [game] {tag} is no setting")


NEAR = {"DAMCAM_STATE": "DAMCAM_BOARD_STATE", "DAMCAM_PORT": "DAMCAM_WEB_PORT", "DAMCAM_EVIDENCE_DAY": "DAMCAM_EVIDENCE_DAYS"}


@pytest.mark.parametrize(("name", "near"), [*NEAR.items(), ("DAMCAM_FOO", "")])
def test_an_unknown_variable_is_told_with_the_one_that_is_likest(name: str, near: str) -> None:
    likest = within("FileSays.is-it-meant", near=near) if near else within("FileSays.settings-are-named", example="DAMCAM_WEB_PORT")
    with pytest.raises(SettingsError, check=likest) as told:
        load_settings(None, {name: "1"})
    assert says("FileSays.no-setting", variable=name)(told.value)


def test_values_that_depend_on_another_and_a_key_that_was_renamed(tmp_path: Path) -> None:
    upright = {"DAMCAM_CAMERA_ROTATION": "90", "DAMCAM_CAMERA_CORNERS": "900,1200 9,9 900,9 9,1200"}
    assert load_settings(None, upright).camera.corners == "900,1200 9,9 900,9 9,1200"
    buttons = load_settings(None, {"DAMCAM_BUTTONS_KIND": "lever", "DAMCAM_BUTTONS_BLACK": "0"}).buttons
    assert (buttons.kind, buttons.black) == ("lever", 0)
    assert load_settings(None, {"DAMCAM_GAME_BOARD": "3"}).game.about == {"board": "3"}
    (tmp_path / "damcam.toml").write_text("[web]\nproxies = 1\n")
    assert load_settings(tmp_path / "damcam.toml", {}).web.trusted_proxies == 1
    assert load_settings(None, {"DAMCAM_WEB_PROXIES": "2"}).web.trusted_proxies == 2


EXAMPLE = Path(__file__).resolve().parents[3] / "systemd" / "damcam.toml"
KEY = re.compile(r"#(?=\w+ = )")
"""What stands before a key that is left at its default; a comment has a space there."""


def test_the_example_names_every_key_with_its_default_and_explains_it() -> None:
    assert load_settings(EXAMPLE, {}) == Settings()
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    defaults = json.loads(json.dumps(asdict(Settings())))
    assert loads("\n".join(KEY.sub("", line, count=1) for line in lines)) == defaults, "put `#key = default` there, below a comment"
    unexplained = [line for before, line in pairwise(lines) if KEY.match(line) and not before.startswith("# ")]
    assert unexplained == []


def test_a_board_that_lies_mirrored_is_a_setting_a_variable_or_an_option(tmp_path: Path) -> None:
    file = tmp_path / "damcam.toml"
    file.write_text("[board]\nmirrored = true\n")
    assert load_settings(file, {}).board.mirrored
    assert not load_settings(file, {"DAMCAM_BOARD_MIRRORED": "false"}).board.mirrored
    plain = load_settings(None, {})
    assert [with_options(plain, mirrored=wanted, crowns=None).board.mirrored for wanted in (False, True)] == [False, True]
    with pytest.raises(SettingsError, check=says("SettingSays.not-under-a-regulation", regulation="'C'")):
        with_options(load_settings(None, {"DAMCAM_GAME_REGULATION": "C"}), mirrored=True, crowns=None)


def test_kings_without_a_second_disc_are_a_setting_a_variable_or_an_option(tmp_path: Path) -> None:
    file = tmp_path / "damcam.toml"
    file.write_text('[board]\ncrowns = "none"\n')
    home, plain = load_settings(file, {}), load_settings(None, {})
    assert [settings.board.start.rules.second_disc for settings in (home, plain)] == [False, True]
    assert load_settings(file, {"DAMCAM_BOARD_CROWNS": "disc"}).board.start.rules.second_disc
    assert [with_options(plain, mirrored=False, crowns=given).board.crowns for given in (None, "none")] == ["disc", "none"]
    assert with_options(home, mirrored=False, crowns="disc").board.crowns == "disc"
    with pytest.raises(SettingsError, check=says("SettingSays.crowns-under-a-regulation", regulation="'C'")):
        with_options(load_settings(None, {"DAMCAM_GAME_REGULATION": "C"}), mirrored=False, crowns="none")
