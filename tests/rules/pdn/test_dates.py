"""The dates of other programs."""

import pytest

from rules.pdn.dates import is_date, pdn_date


@pytest.mark.parametrize(
    ("written", "date"),
    [
        *(
            (text, "2026.11.27")
            for text in ("2026.11.27", "27-11-2026", "2026-11-27", "27/11/2026", "11/27/2026", "27.11.2026", "27 11 2026")
        ),
        *(
            (text, "2026.11.27")
            for text in ("27\u201311\u20132026", "2026/11/27", " 27-11-2026 ", "2026-11-27 19:30", "27-11-2026 9:05:00")
        ),
        *((text, "2026.11.27") for text in ("2026.11.27", "27-11-2026", "2026-11-27", "27/11/2026", "11/27/2026", "27.11.2026")),
        *((text, "2026.11.27") for text in ("27\u201311\u20132026", "2026/11/27", " 27 11 2026 ", "2026-11-27 9:30")),
        *((text, "2026.11.27") for text in ("27 november 2026", "27 nov. 2026", "November 27, 2026", "27 novimber 2026", "27-NOV-2026")),
        *((text, "2026.03.05") for text in ("2026-3-5", "5 mrt 2026", "5 maart 2026", "2026 mar 5")),
        ("5-5-2026", "2026.05.05"),
        ("29-02-2024", "2024.02.29"),
        *((text, "2026.??.??") for text in ("2026", "2026.??.??", "??-??-2026")),
        *((text, "2026.11.??") for text in ("2026-11", "11/2026", "november 2026", "??-11-2026", "2026.11.??")),
        *((text, "????.??.??") for text in ("", "?", "-", "????.??.??", "??-??-????")),
        # several days, or no day at all
        *((text, None) for text in ("03-04-2026", "3/4/2026", "27-11-26", "27 nov '26", "20261127", "27-??-2026")),
        *((text, None) for text in ("31-02-2026", "31.02.2026", "2026.02.31", "29-02-2026", "2026-27-11", "2026.13.01", "0000.00.00")),
        *((text, None) for text in ("1026.11.27", "27-11-1026", "27 november 1026", "1026", "2926-11-27", "11??.??.??", "20026-11-27")),
        *((text, "1815.11.27") for text in ("1815.11.27", "27-11-1815")),
        *((text, None) for text in ("yesterday", "27 nov okt 2026", "27-11-2026-1", "2026-11-27T23:30Z", "\u0662\u0667-11-2026")),
    ],
)
def test_a_date_is_converted_where_it_is_one_day(written: str, date: str | None) -> None:
    assert pdn_date(written) == date


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *(
            (text, True)
            for text in ("2026.11.27", "????.??.??", "2026.??.??", "202?.1?.3?", "????.02.29", "2024.02.29", "1?26.11.27", "1500.01.01")
        ),
        *((text, False) for text in ("2026.02.29", "2026.02.3?", "????.02.30", "2026.00.??", "2026.1.2", "2026-11-27", "")),
        *((text, False) for text in ("0000.01.01", "1026.11.27", "1499.12.31", "2200.01.01", "2926.11.27", "10??.11.27", "?026.11.??x")),
    ],
)
def test_the_form_of_pdn_and_the_calendar(text: str, expected: bool) -> None:
    assert is_date(text) is expected
