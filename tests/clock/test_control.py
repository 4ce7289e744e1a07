"""Time controls: notation, parsing, and what is refused."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.control import NO_CLOCK, SECOND_NS, ControlError, Period, TimeControl, control_in_pdn, parse_control, shown_s
from clock.presets import PRESETS, age_class_of
from tests.support.says import says

S = SECOND_NS
MINUTE_NS = 60 * SECOND_NS
HOUR_NS = 60 * MINUTE_NS
DAY_S = 86_400


@pytest.mark.parametrize(
    ("text", "main_s", "increment_s", "short"),
    [
        ("80m+60s", 4800, 60, "80m+60s"),  # regulation C, Art. 3
        ("1h20m+60s", 4800, 60, "80m+60s"),
        ("1h30m", 5400, 0, "90m"),  # the HA of regulation D
        ("10m", 600, 0, "10m"),
        ("1h20m + 1m", 4800, 60, "80m+60s"),
        ("5M+3S", 300, 3, "5m+3s"),
        ("90s", 90, 0, "1m30s"),
        ("40m+0s", 2400, 0, "40m"),
        ("40m+0s ahead", 2400, 0, "40m"),
        ("40m d0s", 2400, 0, "40m"),
    ],
)
def test_notation(text, main_s, increment_s, short):
    control = parse_control(text)
    assert control == TimeControl(main_s * SECOND_NS, increment_s * SECOND_NS)
    assert str(control) == short


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("80m+60s ahead", TimeControl(80 * MINUTE_NS, MINUTE_NS, ahead=True)),
        ("5m d3s", TimeControl(5 * MINUTE_NS, delay_ns=3 * S)),
        ("120m/40,60m/20,30m", TimeControl(2 * HOUR_NS, moves=40, later=(Period(HOUR_NS, 20), Period(30 * MINUTE_NS)))),
        ("60m/25", TimeControl(HOUR_NS, moves=25)),
        ("120m/40,30m+30s", TimeControl(2 * HOUR_NS, 30 * S, moves=40, later=(Period(30 * MINUTE_NS),))),
    ],
)
def test_the_further_kinds_are_written_and_read(text, control):
    assert parse_control(text) == parse_control(text.upper().replace(",", " , ")) == control
    assert str(control) == text


OF_REGULATIONS = {
    ("C Art. 3", "80m+60s"): ("KK", "HAA", "RHAA"),
    ("D Art. 2", "90m"): ("HA",),
    ("D Art. 2", "40m"): ("1e", "2e", "3e"),
    ("B Art. 4", "90m"): ("clubs-4",),
    ("B Art. 4", "45m"): ("clubs-5", "clubs-6"),
    ("B Art. 4", "30m"): ("clubs-7",),
    ("E Art. 2", "60m"): ("pupillen", "jeugd"),
    ("E Art. 2", "90m"): ("junioren",),
    ("F Art. 2", "10m"): ("sneldammen",),
    ("I Art. 2", "none"): ("simultaan",),
}


@pytest.mark.parametrize(("name", "short", "article"), [(name, *of[::-1]) for of, names in OF_REGULATIONS.items() for name in names])
def test_the_regulations_time_controls_by_name(name, short, article):
    assert str(parse_control(name)) == str(parse_control(f" {name.upper()} ")) == short
    assert PRESETS[name].article == article


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("2h/40+30s,30m", says("ControlFault.holds-in-all")),
        ("2h/40 d3s,30m+60s", says("ControlFault.holds-in-all")),
        ("5m+3s d2s", says("ControlFault.both")),
        ("\u0668\u0660m", says("ControlFault.not-one")),
        ("sneldamen", says("ControlFault.not-one", text="'sneldamen'")),
    ],
)
def test_what_is_nearly_one_is_told_how_it_is_written(text, refused):
    with pytest.raises(ControlError, check=refused):
        parse_control(text)


def test_no_clock():
    assert parse_control("None") == NO_CLOCK
    assert str(NO_CLOCK) == "none"
    assert NO_CLOCK.periods == ()
    assert (NO_CLOCK.first_ns, NO_CLOCK.given_ns(40)) == (0, 0)


@pytest.mark.parametrize(
    "text",
    [
        *("", "80", "80+60", "80m+", "+60s", "-5m", "80m+60s+1s", "60s80m", "1.5h", "eighty minutes", "none+60s"),
        *("5m d", "5m b3s", "5m ahead", "2h/", "2h/0", "2h/40,", ",30m", "2h/40;30m", "5m+3s d3s", "40/2h"),
    ],
)
def test_what_is_no_time_control_gets_a_sentence_with_an_example(text):
    with pytest.raises(ControlError, match=r"80m\+60s"):
        parse_control(text)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"main_ns": 0}, says("ControlFault.no-time")),
        ({"main_ns": -MINUTE_NS}, says("ControlFault.no-time")),
        ({"main_ns": MINUTE_NS, "increment_ns": -S}, says("ControlFault.whole-seconds")),
        ({"main_ns": MINUTE_NS + 1}, says("ControlFault.whole-seconds")),
        ({"main_ns": DAY_S * S}, says("ControlFault.too-long")),
        ({"main_ns": None, "increment_ns": S}, says("ControlFault.without-clock")),
        ({"main_ns": None, "moves": 40}, says("ControlFault.without-clock")),
        ({"main_ns": MINUTE_NS, "increment_ns": S, "delay_ns": S}, says("ControlFault.both")),
        ({"main_ns": MINUTE_NS, "ahead": True}, says("ControlFault.nothing-ahead")),
        ({"main_ns": MINUTE_NS, "later": (Period(MINUTE_NS),)}, says("ControlFault.no-moves")),
        ({"main_ns": MINUTE_NS, "moves": 0}, says("ControlFault.no-moves")),
        ({"main_ns": MINUTE_NS, "moves": 40, "later": (Period(0),)}, says("ControlFault.no-time")),
    ],
)
def test_a_time_control_that_cannot_be_is_refused(options, sentence):
    with pytest.raises(ControlError, check=sentence):
        TimeControl(**options)


def test_a_period_may_last_a_second_less_than_a_day():
    assert TimeControl((DAY_S - 1) * S).main_ns == (DAY_S - 1) * S


def test_the_next_periods_time_is_given_for_the_move_that_completes_one():
    control = parse_control("2h/40,1h/20,30m+30s")
    given = {move: control.given_ns(move) - 30 * S for move in range(1, 200)}
    assert {move: ns for move, ns in given.items() if ns} == {40: HOUR_NS, 60: 30 * MINUTE_NS}


def test_a_last_period_with_a_number_of_moves_is_given_again_and_again():
    control = parse_control("2h/50,1h/25")
    assert [move for move in range(1, 130) if control.given_ns(move)] == [50, 75, 100, 125]
    assert [move for move in range(9) if parse_control("1m/3").given_ns(move)] == [3, 6]


@pytest.mark.parametrize(("text", "first_s"), [("80m+60s", 4800), ("80m+60s ahead", 4860), ("2h/40,1h", 7200)])
def test_what_both_clocks_show_before_the_game(text, first_s):
    assert parse_control(text).first_ns == first_s * S


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("80m+60s", "4800+60"),
        ("10m", "600"),
        ("2h/40,1h/20,30m", "40/7200:20/3600:1800"),
        ("2h/40,30m+30s", "40/7200+30:1800+30"),
        ("none", "-"),
        ("5m d3s", "?"),
    ],
)
def test_the_tag_of_pdn(text, tag):
    assert parse_control(text).pdn == tag
    assert control_in_pdn(tag) == (parse_control(text) if tag[0].isdigit() else None)


@pytest.mark.parametrize("tag", ["", "-", "?", "*180", "0", "90000", "600+10:300", "40/7200+30:1800", "7200:1800", "10 min", "600 + 5"])
def test_a_tag_of_pdn_that_is_no_time_control_of_this_clock(tag):
    assert control_in_pdn(tag) is None


def test_0_is_shown_at_the_flag_alone():
    assert [shown_s(ns) for ns in (0, 1, S, S + 1, MINUTE_NS - 1)] == [0, 1, 1, 2, 60]


def test_e_2_the_times_of_the_age_classes_alone_name_one():
    assert {name for name in PRESETS if age_class_of(name)} == {"pupillen", "jeugd", "junioren"}
    assert [age_class_of(text) for text in (" Jeugd", "60m", "KK", "")] == ["jeugd", "", "", ""]


times = st.integers(1, DAY_S - 1).map(lambda seconds: seconds * S)
bonuses = st.one_of(
    st.just({}),
    st.fixed_dictionaries({"increment_ns": times, "ahead": st.booleans()}),
    st.fixed_dictionaries({"delay_ns": times}),
)
counted = st.builds(Period, times, st.integers(1, 999))
controls = st.builds(
    lambda first, last, bonus: TimeControl(first[0].time_ns, moves=first[0].moves, later=(*first[1:], last), **bonus),
    st.lists(counted, min_size=1, max_size=3),
    st.builds(Period, times, st.none() | st.integers(1, 999)),
    bonuses,
) | st.builds(lambda main_ns, bonus: TimeControl(main_ns, **bonus), times, bonuses)


@given(controls)
def test_every_control_reads_back(control):
    assert parse_control(str(control)) == control


@given(st.text(max_size=12) | st.text("0123456789hms/,+d ahead", max_size=16))
def test_any_text_gives_a_control_or_the_named_error(text):
    with suppress(ControlError):
        control = parse_control(text)
        assert parse_control(str(control)) == control
