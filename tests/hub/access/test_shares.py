"""Connections that wait: where there are too many, the oldest gives way to the newest, of its own client first."""

import pytest

from hub.access.shares import Share


@pytest.fixture
def ended():
    return []


@pytest.fixture
def take(ended):
    share = Share(most=4, most_per_client=2)

    def take(name, client):
        share.take(name, client, lambda: ended.append(name))
        return share

    return take


def test_who_takes_more_than_his_share_loses_his_oldest(take, ended):
    take("other", "b")
    for name in ("1", "2", "3", "4"):
        share = take(name, "a")
    assert ended == ["1", "2"]
    assert len(share) == 3


def test_where_all_together_are_too_many_the_oldest_of_all_gives_way(take, ended):
    for client in "abcdef":
        share = take(client.upper(), client)
    assert ended == ["A", "B"]
    assert len(share) == 4


def test_who_leaves_makes_room_and_who_comes_again_is_the_newest(take, ended):
    take("1", "a")
    take("2", "a").leave("1")
    take("3", "a")
    assert ended == []
    take("2", "a")
    take("4", "a")
    assert ended == ["3"]


def test_leaving_twice_is_leaving(take):
    share = take("1", "a")
    share.leave("1")
    share.leave("1")
    assert len(share) == 0
