"""What is told of an alert: the board and the article. Neither the sentence nor a picture, for a telephone lies open on a table."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from hub.boards.board import Boards, ServedBoard
from hub.feeds.desk_alert import DeskAlert
from hub.feeds.waiting import LOST
from hub.push.helper import PushMessage
from hub.push.subscriptions import Subscription
from record.telling.remarks import PLAYERS
from record.texts import marked, say

TITLE = marked("Board {number}: the arbiter is asked for")
ARTICLE = marked("Art. {article}")
CALL = marked("A player calls.")
DESK_SAYS = marked("The desk says why.")
LOSS = marked("The journal of this game has lost something.")
SETTLED = marked("Settled.")
OPEN_TTL_S, SETTLED_TTL_S = 1800, 600
"""How long a push service keeps a message for a telephone that is off: an arbiter who sees it later has been at the board."""


@dataclass(frozen=True, slots=True)
class Notice:
    """An alert that waits for the arbiter."""

    key: str
    """The board, in addresses."""
    number: str
    game: str
    alert: str
    """The alert's id, or LOST."""
    article: str = ""
    says: str = DESK_SAYS
    age_s: float = 0.0
    """About how long ago it was told."""

    @property
    def id(self) -> str:
        """Its name among those of all boards and games."""
        return f"{self.key}/{self.game}/{self.alert}"

    def message(self, to: Subscription, contact: str, *, settled: bool = False) -> PushMessage:
        """What that browser is told."""
        body = SETTLED if settled else ARTICLE if self.article else self.says
        told: Mapping[str, object] = {
            "title": say(to.lang, TITLE, number=self.number),
            "body": say(to.lang, body, article=self.article),
            "tag": f"damcam/{self.id}",
            "url": f"/desk/{self.key}#{LOST if self.alert == LOST else f'alert-{self.alert}'}",
            "lang": to.lang,
            "settled": settled,
        }
        return PushMessage(
            endpoint=to.endpoint,
            p256dh=to.p256dh,
            auth=to.auth,
            text=json.dumps(told, ensure_ascii=False),
            contact=contact or f"https://{to.origin}",
            ttl_s=SETTLED_TTL_S if settled else OPEN_TTL_S,
            urgency="low" if settled else "high",
            topic=topic_of(self.id),
        )


def topic_of(alert: str) -> str:
    """The topic of the messages about the alert of that name: a push service takes 32 letters and digits."""
    return hashlib.sha256(alert.encode()).hexdigest()[:32]


def open_notices(boards: Boards) -> list[Notice]:
    """What waits for the arbiter at all boards that the desk follows."""
    found: list[Notice] = []
    for board in boards.values():
        with board.faults.share("what telephones are told"):
            found += _of(board)
    return found


def settled_of(boards: Boards, alert: str, now: Mapping[str, Notice]) -> Notice | None:
    """The notice of that name, which was told, if it waits no longer; None where it does, or where nobody can know now."""
    key, game, at = (*alert.split("/", 2), "", "")[:3]
    board = boards.get(key)
    if board is None or alert in now or board.desk.lost or not (board.desk.row or at == LOST):
        return None
    return Notice(key, _number(board), game, at)


def _of(board: ServedBoard) -> list[Notice]:
    game, number = board.desk.folder.name, _number(board)
    if board.desk.lost:
        return [Notice(board.key, number, game, LOST, says=LOSS)]
    return [_notice(board.key, number, game, alert, age_s) for alert, age_s in board.desk.waiting()]


def _notice(key: str, number: str, game: str, alert: DeskAlert, age_s: float) -> Notice:
    says = CALL if alert.code == PLAYERS else DESK_SAYS
    return Notice(key, number, game, alert.id, alert.told.article or "", says=says, age_s=age_s)


def _number(board: ServedBoard) -> str:
    return board.number_at_desk or board.key
