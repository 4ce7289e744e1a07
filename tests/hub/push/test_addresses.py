"""Who sets an address on the page, which ones are taken, and that no page shows one."""

import pytest

from hub.push.addresses import MAX_ADDRESSES, MAX_LENGTH, AddressError, Telephones, checked
from tests.hub.push.conftest import ADDRESS, kept, said
from tests.support.signing import sign_out

PAGE = "/desk/telephones"
TAKEN = [
    "ntfy://topic",
    " NTFYS://hall.example.org:8443/topic?auth=token ",
    "mailto://anke:geheim@example.org?to=arbiter@example.org&smtp=mail.example.org",
    "mailtos://anke:geheim@example.org",
    "signal://192.168.1.5:8080/+31612345678/+31687654321",
    "tgram://123456789:abcdefg_hijklmnop/12315544/",
]
REFUSED = [
    "",
    "topic",
    "file:///etc/passwd",
    "exec://reboot",
    "syslog://",
    "json://localhost/hook",
    "https://ntfy.sh/topic",
    "ntfy:topic",
    "ntfy://",
    "ntfy://to pic",
    "ntfy://topic\nntfy://other",
    "ntfy://" + "a" * MAX_LENGTH,
    "ntfy://topic?attach=http://localhost/picture",
    "ntfys://hall/topic?verify=no",
    "mailto://a:b@example.org?pgpprv=/etc/shadow",
    "mailto://a:b@example.org?+Bcc=x",
    "ntfy://topic#?attach=http://localhost/picture",
    "ntfys://hall/topic?auth=token;verify=no",
    "ntfy://[::1/topic",
]


def test_addresses_of_the_listed_kinds_are_taken_and_others_are_not():
    assert [checked(text) for text in TAKEN] == [text.strip() for text in TAKEN]
    for text in REFUSED:
        with pytest.raises(AddressError) as refused:
            checked(text)
        assert str(refused.value)[0].isupper()


def test_an_arbiter_sets_an_address_which_is_tried_at_once_and_shown_masked(pages, tmp_path):
    anke = pages.sign_in(lang="fy")
    page = anke.post(PAGE, data={"address": ADDRESS}, follow_redirects=True).text
    assert 'value="" maxlength' in page
    assert pages.sent.batches == [[(ADDRESS, "In proefberjocht fan damcam")]]
    assert "ntfy://…ld Anke ferstjoerd om " in said(page)
    assert "hall.example.org" not in page
    assert kept(tmp_path) == [ADDRESS]
    assert (tmp_path / "telephones.json").stat().st_mode & 0o777 == 0o600
    assert pages.sign_in("Durk").get(PAGE).status_code == 403


def test_a_short_address_shows_nothing_of_itself(pages):
    assert pages.pusher.telephones.make("ntfy://topic", "en", "Anke").masked == "ntfy://…"


def test_a_notice_that_was_not_sent_is_shown_beside_the_address_and_tried_again(pages, tmp_path):
    anke = pages.sign_in()
    pages.sent.outcomes = {ADDRESS: ["failed"]}
    page = anke.post(PAGE, data={"address": ADDRESS}, follow_redirects=True).text
    assert "Anke not sent at " in said(page)
    assert kept(tmp_path) == [ADDRESS], "there may be no network yet"
    form = {"id": pages.pusher.telephones.all()[0].id}
    assert "Anke sent at " in said(anke.post(f"{PAGE}/try", data=form, follow_redirects=True).text)
    assert "No address is set" in said(anke.post(f"{PAGE}/remove", data=form, follow_redirects=True).text)
    assert kept(tmp_path) == []
    assert anke.post(f"{PAGE}/try", data=form).status_code == 303


def test_after_a_start_nothing_is_known_of_the_last_notice(pages, start):
    pages.pusher.add(ADDRESS, "en", "Anke")
    assert "nothing yet since the service started" in said(start().sign_in().get(PAGE).text)


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("file:///etc/passwd", "An address begins with one of these: ntfy://, ntfys://, mailto://"),
        ("ntfy://a?attach=x", "After the question mark of the address stands attach, which is not taken"),
        ("tgram://x", "This is no address that can be used"),
    ],
)
def test_what_is_refused_gets_a_sentence_stays_in_its_field_and_is_not_kept(pages, tmp_path, caplog, address, says):
    pages.sent.outcomes = {"tgram://x": ["unusable"]}
    answer = pages.sign_in().post(PAGE, data={"address": address})
    assert answer.status_code == 400
    assert says in said(answer.text)
    assert f'value="{address}" maxlength' in answer.text
    assert "no-store" in answer.headers["Cache-Control"]
    assert address not in caplog.text
    assert not (tmp_path / "telephones.json").exists()


def test_a_form_of_nobody_of_an_operator_or_without_a_token_changes_nothing(pages, tmp_path):
    anke = pages.sign_in()
    assert pages.sign_in("Durk").post(PAGE, data={"address": ADDRESS}).status_code == 403
    assert anke.post(PAGE, data={"address": ADDRESS}, headers={"X-Token": "none"}).status_code == 403
    sign_out(anke)
    anke.post(PAGE, data={"address": ADDRESS})
    assert (pages.sent.batches, (tmp_path / "telephones.json").exists()) == ([], False)


def test_an_address_is_there_once_and_so_many_are_taken(tmp_path):
    telephones = Telephones(tmp_path / "telephones.json")
    for number in range(MAX_ADDRESSES):
        telephones.add(telephones.make(f"ntfy://topic-{number}", "en", "Anke"))
    for address, why in (("ntfy://topic-0", "there already"), ("ntfy://new", f"There are {MAX_ADDRESSES} addresses")):
        with pytest.raises(AddressError, match=why):
            telephones.add(telephones.make(address, "en", "Anke"))
    assert len(telephones.all()) == MAX_ADDRESSES


def test_a_damaged_row_is_left_out_and_its_address_is_not_logged(pages, tmp_path, caplog):
    pages.pusher.add(ADDRESS, "en", "Anke")
    path = tmp_path / "telephones.json"
    path.write_text(path.read_text().replace("ntfy://", "file://"))
    assert pages.pusher.telephones.all() == []
    assert "damaged" in caplog.text
    assert "oer-it-fjild" not in caplog.text


def test_where_the_file_cannot_be_written_it_says_so(pages, tmp_path):
    anke = pages.sign_in()
    (tmp_path / "telephones.json.new").mkdir()
    answer = anke.post(PAGE, data={"address": ADDRESS})
    assert answer.status_code == 503
    assert "The addresses cannot be written" in said(answer.text)
