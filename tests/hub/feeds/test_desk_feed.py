"""What the arbiter's view of a game knows of rulings that are not on disk."""

from contextlib import closing

from hub.feeds.desk_feed import DeskFeed
from hub.feeds.follower import Follower
from record.events.of_game import Alerted
from record.telling import remarks


def test_a_ruling_that_was_in_memory_alone_is_the_last_one_until_it_is_lost(game):
    """Its row goes to another event then, and who rules without knowing of that one is to be refused."""
    game.open()
    with closing(Follower(game.folder / "journal.jsonl")) as follower:
        feed = DeskFeed(follower)
        feed.look()
        feed.held_ruling = 9
        for reason, last in ((remarks.RESERVE, 9), (remarks.MEMORY_LOST, 0)):
            game.journal.append(Alerted(1, (remarks.disk(reason, "en"),)), 1)
            feed.look()
            assert feed.last_ruling == last
