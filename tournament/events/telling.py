"""What each change was, in a sentence."""

from collections.abc import Iterable, Mapping, Sequence

from rules.errors import Phrase, Sentence, Value
from tournament.events.changes import (
    AppealMade,
    BoardsEntered,
    BoardsGiven,
    Change,
    ChangeRow,
    ChangeUndone,
    ColoursTurned,
    CommissionSeated,
    EndAccepted,
    EnteredResult,
    Entrant,
    EntrantCorrected,
    EntrantRemoved,
    EntrantReturned,
    EntrantsEntered,
    EntrantWithdrawn,
    EventCorrected,
    EventMade,
    EventSettled,
    GameAtBoard,
    JuryOrdered,
    LineUpGiven,
    LotDrawn,
    MatchBoards,
    OrderDecided,
    PairedGame,
    PersonForgotten,
    ProblemEntered,
    ProblemMarked,
    ResultsEntered,
    RoundPaired,
    RoundsChanged,
    StartChanged,
    TimeControlChanged,
    VerdictGiven,
)
from tournament.events.same_names import distinct_names

AT_EMPTY = {"+-": "1-0", "-+": "0-1", "--": "0-0"}
"""The results of boards where somebody is missing."""


class ChangeSays(Phrase):
    """What was changed."""

    MADE = "event of competition {competition} made"
    MADE_NAMED = "event {name} of competition {competition} made"
    EVENT_CORRECTED = "event corrected: {changes}"
    START = "start {was} → {now}"
    TIME_CONTROL = "time control {was} → {now}"
    TIME_OF_REGULATION = "time control {was} → that of the regulation"
    ENTERED = "{count} entry: {ids}", "{count} entries: {ids}"
    CORRECTED = "entry of {id} corrected: {changes}"
    NAME_BECAME = "name {was} → {now}"
    CLUB_BECAME = "club {was} → {now}"
    CLASS_BECAME = "class {was} → {now}"
    BORN_BECAME = "born {was} → {now}"
    RATING_BECAME = "rating {was} → {now}"
    DATE_BECAME = "date {was} → {now}"
    REMOVED = "entry of {id} removed"
    ROUNDS = "rounds {was} → {now}"
    COLOURS_TURNED = "round {round}: {white} had White against {black}, the colours are the other way round"
    DRAWN = "lot drawn with seed {seed}: {groups}"
    PAIRED = "round {round} paired: {games}"
    PAIRED_FREE = "round {round} paired: {games}; free: {free}"
    BY_HAND = "by hand"
    SOME_BY_HAND = "by hand: {games}"
    RESULT = "round {round}, {white} - {black}: {result}"
    BOOKED = "round {round}, {white} - {black}: {result} by default"
    RESULT_GONE = "round {round}, {white} - {black}: the result is taken away"
    PLAY_OFF = "play-off {white} - {black}: {result}"
    PLAY_OFF_GONE = "play-off {white} - {black}: the result is taken away"
    RESULTS = "{count} result entered: {results}", "{count} results entered: {results}"
    MATCH_BOARDS = "round {round}, {white} - {black}, by boards: {boards}"
    PLAY_OFF_BOARDS = "play-off {white} - {black}, by boards: {boards}"
    BOARD = "{board}: {result}"
    BOARD_EMPTY = "{board}: {result} by default"
    NO_BOARDS = "no board has a result"
    MATCHES = "{count} match entered by boards: {results}", "{count} matches entered by boards: {results}"
    WITHDRAWN = "{id} withdrew"
    WITHDRAWN_LAPSE = "{id} withdrew; his games do not count"
    WITHDRAWN_WON = "{id} withdrew; his other games are won by the opponents"
    RETURNED = "{id} takes part again"
    LINE_UP = "list of {id}, handed in at {at}: {players}"
    PLAY_OFFS_GIVEN = "play-off: {games}"
    DECIDED = "the arbiter decided the order {ids}"
    BOARDS = "round {round}: {games}"
    AT_BOARD = "{white} - {black} at board {board}"
    AT_BOARD_OF_MATCH = "board {number} of {white} - {black} at board {board}"
    FOR_NOBODY = "shown to nobody who is not signed in"
    FOR_ALL = "shown to everybody with names"
    WITH_INITIALS = "shown to everybody with initials"
    CONFIRMED = "{shown}; results of the boards wait for the arbiter"
    AT_ONCE = "{shown}; results of the boards count at once"
    FORGOTTEN = "a person was forgotten; since then there is {ids}"
    END_ACCEPTED = "the file ends here, and changes up to row {last} were known: it goes on without them"
    APPEAL = "appeal {number} of {party}, round {round}, {white} - {black}: {grounds}"
    APPEAL_BOARD = "appeal {number} of {party}, round {round}, board {board} of {white} - {black}: {grounds}"
    APPEAL_PLAY_OFF = "appeal {number} of {party}, play-off {play_off} of {white} - {black}: {grounds}"
    APPEAL_PLAY_OFF_BOARD = "appeal {number} of {party}, board {board} of play-off match {play_off} of {white} - {black}: {grounds}"
    SEATED = "on appeal {number} sit {sit}"
    SEATED_BACK = "on appeal {number} sit {sit}; standing back: {stand_back}"
    UPHELD = "appeal {number} is upheld"
    REJECTED = "appeal {number} is rejected"
    NO_OUTCOME = "the votes on appeal {number} are equal and give no outcome"
    PROBLEM = "problem {id} by {author} entered"
    MARK = "{juror} gives {problem} the mark {mark}"
    JURY = "the jury's order: {ids}"
    UNDONE = "change {of} taken back: {what}"


def change_said(change: Change, names: Mapping[str, str] | None = None, rows: Sequence[ChangeRow] = ()) -> Sentence:
    """What was changed, with the `names` of the entrants by their ids, or with the ids.

    Of a change that takes back another one of `rows` it says which.
    """
    says, known = ChangeSays, _Named(names or {})
    match change:
        case EventMade() | StartChanged() | RoundsChanged() | TimeControlChanged():
            return _made_said(change)
        case EntrantsEntered():
            entered = distinct_names(change.entrants)
            return says.ENTERED.said(count=len(entered), ids=tuple(entered.values() if names else entered))
        case EventCorrected() | EntrantCorrected() | EntrantRemoved():
            return _correction_said(change, known)
        case LotDrawn():
            return says.DRAWN.said(seed=change.seed, groups=" | ".join(known.between(ids) for ids in change.groups))
        case RoundPaired() | ColoursTurned():
            return _round_said(change, known)
        case ResultsEntered():
            return _results_said(change, known)
        case BoardsEntered():
            return _matches_said(change, known)
        case EntrantWithdrawn() | EntrantReturned():
            return _leaving_said(change, known)
        case OrderDecided():
            return says.DECIDED.said(ids=known.all(change.ids))
        case LineUpGiven():
            return _list_said(change, known)
        case EventSettled():
            return _settled_said(change)
        case BoardsGiven():
            return _boards_given_said(change, known)
        case PersonForgotten() | EndAccepted():
            return _neutral_said(change, known)
        case AppealMade() | CommissionSeated() | VerdictGiven():
            return _appeal_said(change, known)
        case ProblemEntered() | ProblemMarked() | JuryOrdered():
            return _jury_said(change)
        case ChangeUndone():
            return says.UNDONE.said(of=change.of, what=change_said(rows[change.of - 1].change, names))


def _correction_said(change: EventCorrected | EntrantCorrected | EntrantRemoved, known: "_Named") -> Sentence:
    if isinstance(change, EntrantRemoved):
        return ChangeSays.REMOVED.said(id=known[change.id])
    if isinstance(change, EventCorrected):
        fields = (ChangeSays.NAME_BECAME, change.was.name, change.now.name), (ChangeSays.DATE_BECAME, change.was.date, change.now.date)
        return ChangeSays.EVENT_CORRECTED.said(changes=_became(fields))
    return ChangeSays.CORRECTED.said(id=known[change.now.id], changes=_corrections(change.was, change.now))


def _leaving_said(change: EntrantWithdrawn | EntrantReturned, known: "_Named") -> Sentence:
    says = ChangeSays
    if isinstance(change, EntrantReturned):
        return says.RETURNED.said(id=known[change.id])
    phrase = {"lapse": says.WITHDRAWN_LAPSE, "won": says.WITHDRAWN_WON}.get(change.games, says.WITHDRAWN)
    return phrase.said(id=known[change.id])


def _round_said(change: RoundPaired | ColoursTurned, known: "_Named") -> Sentence:
    says = ChangeSays
    if isinstance(change, ColoursTurned):
        return says.COLOURS_TURNED.said(round=change.round, white=known[change.black], black=known[change.white])
    games, by_hand = _games_said(change.games, known), [game for game in change.games if game.by_hand]
    is_whole = len(by_hand) == len(games)
    mark = says.BY_HAND.said() if is_whole else says.SOME_BY_HAND.said(games=_games_said(by_hand, known))
    paired = says.PAIRED_FREE if change.free else says.PAIRED
    return paired.said(mark if by_hand else None, round=change.round, games=games, free=known.all(change.free))


def _games_said(games: Iterable[PairedGame], known: "_Named") -> tuple[str, ...]:
    return tuple(f"{known[game.white]} - {known[game.black]}" for game in games)


def _neutral_said(change: PersonForgotten | EndAccepted, known: "_Named") -> Sentence:
    if isinstance(change, EndAccepted):
        return ChangeSays.END_ACCEPTED.said(last=change.known)
    return ChangeSays.FORGOTTEN.said(ids=known.all(change.ids))


def _made_said(change: EventMade | StartChanged | RoundsChanged | TimeControlChanged) -> Sentence:
    if isinstance(change, TimeControlChanged):
        phrase = ChangeSays.TIME_CONTROL if change.now else ChangeSays.TIME_OF_REGULATION
        return phrase.said(was=change.was or "-", **({"now": change.now} if change.now else {}))
    if isinstance(change, RoundsChanged):
        return ChangeSays.ROUNDS.said(was=change.was, now=change.now)
    if isinstance(change, StartChanged):
        return ChangeSays.START.said(was=change.was or "-", now=change.now or "-")
    return (ChangeSays.MADE_NAMED if change.name else ChangeSays.MADE).said(competition=change.competition, name=change.name)


class _Named:
    """The names of the entrants; the id of who has none."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names

    def __getitem__(self, id: str) -> str:
        return self._names.get(id, id)

    def all(self, ids: Iterable[str]) -> tuple[str, ...]:
        return tuple(self[id] for id in ids)

    def between(self, ids: Iterable[str]) -> str:
        """The ids with blanks, or the names with commas between them."""
        return (", " if self._names else " ").join(self.all(ids))


def _matches_said(change: BoardsEntered, known: _Named) -> Sentence:
    told = tuple(_match_said(one, known) for one in change.matches)
    return told[0] if len(told) == 1 else ChangeSays.MATCHES.said(count=len(told), results=told)


def _list_said(change: LineUpGiven, known: _Named) -> Sentence:
    numbered = tuple(f"{board} {name or '-'}" for board, name in enumerate(change.players, 1))
    return ChangeSays.LINE_UP.said(id=known[change.team], at=change.at.replace("T", " "), players=numbered)


def _jury_said(change: ProblemEntered | ProblemMarked | JuryOrdered) -> Sentence:
    match change:
        case ProblemEntered():
            return ChangeSays.PROBLEM.said(id=change.id, author=change.author)
        case ProblemMarked():
            return ChangeSays.MARK.said(juror=change.juror, problem=change.problem, mark=change.mark)
        case JuryOrdered():
            return ChangeSays.JURY.said(ids=tuple(" = ".join(place) for place in change.places))


def _appeal_said(change: AppealMade | CommissionSeated | VerdictGiven, known: _Named) -> Sentence:
    match change:
        case AppealMade():
            return _appeal_made_said(change, known)
        case CommissionSeated():
            phrase = ChangeSays.SEATED_BACK if change.stand_back else ChangeSays.SEATED
            return phrase.said(number=change.number, sit=change.sit or ("-",), stand_back=change.stand_back)
        case VerdictGiven():
            phrase = {"uphold": ChangeSays.UPHELD, "reject": ChangeSays.REJECTED}.get(change.outcome, ChangeSays.NO_OUTCOME)
            return phrase.said(number=change.number)


def _appeal_made_said(change: AppealMade, known: _Named) -> Sentence:
    said: dict[str, Value] = {
        "number": change.number,
        "party": known[change.party],
        "white": known[change.white],
        "black": known[change.black],
        "grounds": change.grounds or change.against or "-",
    }
    if change.round < 0:
        play_off = -change.round
        if change.board:
            return ChangeSays.APPEAL_PLAY_OFF_BOARD.said(board=change.board, play_off=play_off, **said)
        return ChangeSays.APPEAL_PLAY_OFF.said(play_off=play_off, **said)
    if change.board:
        return ChangeSays.APPEAL_BOARD.said(board=change.board, round=change.round, **said)
    return ChangeSays.APPEAL.said(round=change.round, **said)


def _corrections(was: Entrant, now: Entrant) -> tuple[Sentence, ...]:
    """What was corrected of an entry."""
    fields = (
        (ChangeSays.NAME_BECAME, was.name, now.name),
        (ChangeSays.CLUB_BECAME, was.club, now.club),
        (ChangeSays.CLASS_BECAME, was.in_class, now.in_class),
        (ChangeSays.BORN_BECAME, was.born, now.born),
        (ChangeSays.RATING_BECAME, str(was.rating or ""), str(now.rating or "")),
    )
    return _became(fields)


def _became(fields: Iterable[tuple[ChangeSays, str, str]]) -> tuple[Sentence, ...]:
    """What was corrected; a dash for what is not known."""
    return tuple(phrase.said(was=before or "-", now=after or "-") for phrase, before, after in fields if before != after)


def _settled_said(change: EventSettled) -> Sentence:
    shown = {"names": ChangeSays.FOR_ALL, "initials": ChangeSays.WITH_INITIALS}.get(change.public, ChangeSays.FOR_NOBODY)
    return (ChangeSays.AT_ONCE if change.at_once else ChangeSays.CONFIRMED).said(shown=shown.said())


def _boards_given_said(change: BoardsGiven, known: _Named) -> Sentence:
    games = tuple(_given_said(one, known) for one in change.games)
    return ChangeSays.PLAY_OFFS_GIVEN.said(games=games) if change.round < 0 else ChangeSays.BOARDS.said(round=change.round, games=games)


def _given_said(one: GameAtBoard, known: _Named) -> Sentence:
    phrase = ChangeSays.AT_BOARD_OF_MATCH if one.of_match else ChangeSays.AT_BOARD
    number = {"number": one.of_match} if one.of_match else {}
    return phrase.said(white=known[one.white], black=known[one.black], board=one.board, **number)


class GameSays(Phrase):
    """Which game is meant."""

    OF_ROUND = "{white} - {black} of round {round}"
    PLAY_OFF = "{white} - {black} of play-off {number}"


def game_said(round_: int, white: str, black: str) -> Sentence:
    """A game or match as part of a sentence, with the ids of the two."""
    if round_ < 0:
        return GameSays.PLAY_OFF.said(white=white, black=black, number=-round_)
    return GameSays.OF_ROUND.said(white=white, black=black, round=round_)


def result_said(result: str) -> Sentence:
    """A result as part of a sentence."""
    return Sentence.plain("½-½" if result == "draw" else result)


def _results_said(change: ResultsEntered, known: _Named) -> Sentence:
    told = tuple(_result_said(one, known) for one in change.results)
    return told[0] if len(told) == 1 else ChangeSays.RESULTS.said(count=len(told), results=told)


def _result_said(one: EnteredResult, known: _Named) -> Sentence:
    names = {"white": known[one.white], "black": known[one.black]}
    if one.round < 0:
        return (ChangeSays.PLAY_OFF if one.result else ChangeSays.PLAY_OFF_GONE).said(**names, result=result_said(one.result))
    phrase = ChangeSays.RESULT_GONE if not one.result else ChangeSays.BOOKED if one.default else ChangeSays.RESULT
    return phrase.said(round=one.round, **names, result=result_said(one.result))


def _match_said(one: MatchBoards, known: _Named) -> Sentence:
    names = {"white": known[one.white], "black": known[one.black]}
    if one.round < 0:
        return ChangeSays.PLAY_OFF_BOARDS.said(**names, boards=_boards_said(one.boards))
    return ChangeSays.MATCH_BOARDS.said(round=one.round, **names, boards=_boards_said(one.boards))


def _boards_said(boards: Sequence[str]) -> Sentence | tuple[Sentence, ...]:
    """The boards that have a result, each in White's view."""
    told = tuple(
        (ChangeSays.BOARD_EMPTY if board in AT_EMPTY else ChangeSays.BOARD).said(board=number, result=board_said(board))
        for number, board in enumerate(boards, 1)
        if board
    )
    return told or ChangeSays.NO_BOARDS.said()


def board_said(board: str) -> Sentence:
    """The result of a board of a match as part of a sentence."""
    return result_said(AT_EMPTY.get(board, board))
