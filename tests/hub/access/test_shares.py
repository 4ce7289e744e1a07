"""Connections that wait: where there are too many, the oldest give way to the newest, of their own client first; a crowd at once stays."""

import pytest

from hub.access.shares import YOUNG_S, Share


class World:
    def __init__(self):
        self.now_s, self.ended = 0.0, []
        self.share = Share(4, 2, lambda: self.now_s)

    def take(self, names, client=None, later_s=YOUNG_S):
        for name in names:
            self.now_s += later_s
            self.share.take(name, client or name, lambda name=name: self.ended.append(name))


@pytest.fixture
def world():
    return World()


def test_who_takes_more_than_his_share_loses_his_oldest(world):
    world.take("o", "b")
    world.take("1234", "a")
    assert (world.ended, len(world.share)) == (["1", "2"], 3)


def test_where_all_together_are_too_many_the_oldest_of_all_gives_way(world):
    world.take("abcdef")
    assert (world.ended, len(world.share)) == (["a", "b"], 4)


def test_who_leaves_makes_room_and_who_comes_again_is_the_newest(world):
    world.take("12", "a")
    for _ in range(2):  # leaving twice is leaving
        world.share.leave("1")
    world.take("3", "a")
    assert world.ended == []
    world.take("24", "a")
    assert world.ended == ["3"]


def test_a_crowd_at_once_stays_until_it_is_old(world):
    for number in range(100):
        world.take([number], "a" if number % 2 else "b", later_s=0.001)
    world.share.sweep()
    assert world.ended == []
    world.now_s += YOUNG_S
    world.share.sweep()
    assert len(world.share) == 4
    assert sorted(world.ended) == list(range(96))
