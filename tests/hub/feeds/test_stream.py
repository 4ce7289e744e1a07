"""An event as bytes: encoded once for all, with the age of its clock readings."""

import json

from hub.feeds.feed import Update
from hub.feeds.stream import GRAIN_S, frame

UPDATE = Update(7, {"id": 7}, '{"id":7}', 100.0)


def age_ms(event):
    return json.loads(event.split(b"data: ")[1])["age_ms"]


def test_all_who_are_sent_it_at_once_get_the_same_bytes():
    assert frame(UPDATE, 100.001) is frame(UPDATE, 100.001 + GRAIN_S / 2)
    assert frame(UPDATE, 100.001) == b'id: 7\ndata: {"age_ms":0,"id":7}\n\n'


def test_who_is_sent_it_later_is_told_its_age():
    for later_s in (0.2, 3.0, 3600.0):
        assert 0 <= 1000 * later_s - age_ms(frame(UPDATE, 100.0 + later_s)) <= 1000 * GRAIN_S
    assert age_ms(frame(UPDATE, 99.0)) == 0
