"""The pages behind a key or a password in each language: every name in their templates is defined."""

import json
import re
from pathlib import Path

import pytest
from jinja2 import StrictUndefined

from hub.access.tablet_access import Tablets
from record.texts import LANGUAGES, say

LINK = f"/tablet/1?key={Tablets(b'k' * 64, Path('none')).key('1')}"
ELSEWHERE = {"REMOTE_ADDR": "192.168.1.20"}
PAGES = {
    "/desk/1": "Set up this position",
    "/evening": "Give these names",
    "/desk/sign-ins": "From the address",
    "/tablet/1": "Call the arbiter",
    "/login?late": "Password",
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_in_the_readers_language_with_what_its_scripts_say(desk_app, desk, path, lang):
    desk_app.jinja_env.undefined = StrictUndefined
    client = desk_app.test_client() if path.startswith("/login") else desk
    client.get(LINK)
    page = client.get(path, headers={"Accept": "text/html", "Accept-Language": lang}).text
    assert f'<html lang="{lang}">' in page
    assert say(lang, PAGES[path]) in page
    assert "<built-in" not in page
    for told in re.findall(r'id="texts">(.*?)</script>', page):
        texts = json.loads(told)
        assert bool(texts["sentences"]) == (lang != "en")
        assert texts["plurals"][:3] == "101"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_closed_tablet_and_the_way_to_the_desk_speak_too(desk_app, lang):
    asked = {"Accept": "text/html", "Accept-Language": lang}
    desk_app.jinja_env.undefined = StrictUndefined
    assert (
        say(lang, "This tablet is not opened yet")
        in desk_app.test_client().get("/tablet/1", headers=asked, environ_overrides=ELSEWHERE).text
    )
    assert say(lang, "Sign in") in desk_app.test_client().get("/desk/1", headers=asked, follow_redirects=True).text
