"""The settings file: defaults, values, the environment, and what bad ones get."""

from pathlib import Path

import pytest

from pi.settings import SettingsError, load_settings


def test_defaults_without_a_file() -> None:
    settings = load_settings(None, {})
    assert (settings.web.port, settings.game.time_control) == (8000, "80m+60s")


def test_the_file_overrides_the_defaults_and_the_environment_the_file(tmp_path: Path) -> None:
    file = tmp_path / "damcam.toml"
    file.write_text('[web]\nport = 8100\nhost = "0.0.0.0"\n')
    settings = load_settings(file, {"DAMCAM_WEB_PORT": "8200"})
    assert (settings.web.port, settings.web.host) == (8200, "0.0.0.0")


@pytest.mark.parametrize(
    ("text", "environment", "sentence"),
    [
        ("[web]\nprot = 1\n", {}, r"\[web\] has no key 'prot'; there are boards, host, port"),
        ("[wed]\n", {}, "no section 'wed'; there are board, buttons, camera, evidence, game, web"),
        ('[web]\nport = "x"\n', {}, r"\[web\] port is 'x'; a value such as int"),
        ("web = 3\n", {}, r"\[web\] must be a section"),
        ("[web\n", {}, "not readable as TOML"),
        ("[web]\nport = 0\n", {}, r"\[web\] port is 0; a port is a number from 1 to 65535"),
        ("", {"DAMCAM_WEB_PORT": "-5"}, "port is -5"),
        ('[web]\nboards = "http://board-2:8000 board-3"\n', {}, r"\[web\] boards names 'board-3'; addresses such as"),
        ("", {"DAMCAM_WEB_BOARDS": "http://board-2:x"}, "boards names 'http://board-2:x'"),
        ("", {"DAMCAM_WEB_BOARDS": "http://board-2/page"}, "boards names 'http://board-2/page'"),
        ('[game]\nresult_form = "3-0"\n', {}, r"\[game\] result_form is '3-0'; one of 1-0, 2-0"),
        ('[game]\nregulation = "K"\n', {}, r"\[game\] regulation is 'K'; one of A, B, C"),
        ("", {"DAMCAM_GAME_AFTER_A_FAULT": "stone"}, "after_a_fault is 'stone'; one of record, paper was expected, or nothing"),
        ('[game]\ntime_control = "soon"\n', {}, r"\[game\] time_control: .*soon"),
        ("[buttons]\nwhite = 28\n", {}, r"\[buttons\] white is 28; a GPIO number from 2 to 27 was expected"),
        ("[buttons]\nblack = 0\n", {}, r"\[buttons\] black is 0; a GPIO number from 2 to 27 was expected$"),
        ("[buttons]\nbuzzer = 17\n", {}, r"\[buttons\] white and buzzer are both GPIO 17"),
        ('[buttons]\nsounds = "fault"\n', {}, r"\[buttons\] sounds is 'fault'; one of press, flag"),
        ('[board]\nrules = "chess"\n', {}, r"\[board\] rules is 'chess'; one of frisian"),
        ('[camera]\nkind = "film"\n', {}, r"\[camera\] kind is 'film'; one of picamera2, usb was expected"),
        ("[camera]\nrotation = 45\n", {}, r"\[camera\] rotation is '45'; one of 0, 90"),
        ("[camera]\nwidth = 3\n", {}, r"\[camera\] width and height are 3 x 960"),
        ("[evidence]\nbudget_mb = -1\n", {}, r"\[evidence\] budget_mb is -1"),
        ('[evidence]\nkeep = "some"\n', {}, r"\[evidence\] keep is 'some'; one of all, alerts was expected"),
        ("", {"DAMCAM_WEB_PORT": "many"}, "DAMCAM_WEB_PORT is 'many'"),
    ],
)
def test_a_bad_setting_gets_a_sentence(tmp_path: Path, text: str, environment: dict[str, str], sentence: str) -> None:
    file = tmp_path / "damcam.toml"
    file.write_text(text)
    with pytest.raises(SettingsError, match=sentence):
        load_settings(file, environment)


def test_a_lever_needs_one_contact_alone() -> None:
    settings = load_settings(None, {"DAMCAM_BUTTONS_KIND": "lever", "DAMCAM_BUTTONS_BLACK": "0"})
    assert (settings.buttons.kind, settings.buttons.black) == ("lever", 0)


def test_a_missing_file_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="missing"):
        load_settings(tmp_path / "none.toml", {})
