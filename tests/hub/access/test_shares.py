"""Connections that wait: where there are too many, the oldest give way to the newest, of their own client first; a crowd at once stays."""

import pytest

from hub.access.shares import YOUNG_S, Share


class World:
    def __init__(self):
        self.now_s, self.ended = 0.0, []
        self.share = Share(4, 2, lambda: self.now_s)

    def take(self, name, client, later_s=YOUNG_S):
        self.now_s += later_s
        self.share.take(name, client, lambda: self.ended.append(name))


@pytest.fixture
def world():
    return World()


def test_who_takes_more_than_his_share_loses_his_oldest(world):
    world.take("other", "b")
    for name in ("1", "2", "3", "4"):
        world.take(name, "a")
    assert world.ended == ["1", "2"]
    assert len(world.share) == 3


def test_where_all_together_are_too_many_the_oldest_of_all_gives_way(world):
    for client in "abcdef":
        world.take(client.upper(), client)
    assert world.ended == ["A", "B"]
    assert len(world.share) == 4


def test_who_leaves_makes_room_and_who_comes_again_is_the_newest(world):
    world.take("1", "a")
    world.take("2", "a")
    world.share.leave("1")
    world.take("3", "a")
    assert world.ended == []
    world.take("2", "a")
    world.take("4", "a")
    assert world.ended == ["3"]


def test_a_crowd_at_once_stays_until_it_is_old(world):
    for number in range(100):
        world.take(number, "a" if number % 2 else "b", later_s=0.001)
    world.share.sweep()
    assert world.ended == []
    world.now_s += YOUNG_S
    world.share.sweep()
    assert len(world.share) == 4
    assert sorted(world.ended) == list(range(96))


def test_leaving_twice_is_leaving(world):
    world.take("1", "a")
    world.share.leave("1")
    world.share.leave("1")
    world.share.sweep()
    assert len(world.share) == 0
