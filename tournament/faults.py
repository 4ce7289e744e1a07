"""What cannot be in an event: its games, byes, play-offs, decisions and withdrawals."""

from rules.errors import Phrase


class ContestFault(Phrase):
    """Why an event, a match or a schedule that is asked about cannot be."""

    UNKNOWN = "{where} names {id}, who is not among the players"
    HIMSELF = "{where} is of {id} against himself"
    LATE_ROUND = "{id} has a game in round {round}; this event has {rounds} rounds"
    TWICE_IN_ROUND = "{id} stands {times} times in round {round}; a player has one game or one bye a round"
    OFTEN = "{id} and {other} have {times} games with one another; this event has {most} for them"
    NO_PLAYERS = "there are no players; a final order has at least one"
    NO_CLASS = "class is missing; the groups of eight are KK, HAA and RHAA (C 2)"
    LARGE_GROUP = "there are {players} players; a group of C has {most} (C 2)"
    NO_SWISS = "swiss is true; only F and the HA of D are played by the Swiss system (D 4, F 3)"
    NO_GROUP = "group is {group}; the groups of B are I, II, III and so on (B 2)"
    BOARD_POINTS = "board_points is {value}; the points of the first and of the second team were expected, each whole or with .5"
    MANY_POINTS = "board_points is {value}; a match of {boards} boards has no more points than that"
    ONLY_C = "withdrawn is for C alone (C 14); in {competition} the arbiter says which games lapse and which are won"
    ALL_PLAYED = "{id} has played all {games} games and cannot withdraw any more (C 14)"
    ALL_LAPSE = "the games of all players lapse (C 14), so there is no final order"
    NO_PLAY_OFF = "{id} and {other} have no play-off: they do not share a place for which the regulation has one"
    WON_BEFORE = "the play-off of {id} and {other} was won by {winner} before its game {game}"
    NOT_EQUALS = "decided names {ids}, who are not all of those who share a place"
    STAYS_SHARED = "decided names {ids}, who share their place to the end ({article}); nothing is left to decide"
    DECIDED_TWICE = "decided names {ids} in two lists"
    CONTRADICTED = "{winner} won the play-off, but decided names {other} before him"
    LINE_UP = "{field} has {count} places; {boards} were expected, null where a board is empty"
    TWO_BOARDS = "{id} stands twice in the line-ups; a player has one board"
    RESULTS = "results has {count} entries; a result or null for each of the {boards} boards was expected"
    NO_RESULT = "{where} is {value}; a result is one of {results}, or null"
    SWISS_TABLE = "an HA of {players} has no table: from {least} players it is paired by the Swiss system (D 4)"
    NO_TABLE = "there is no table for {players} ({article}); there are tables for {sizes}"


class Where(Phrase):
    """Where in a question an id stands."""

    ROUND = "a game of round {round}"
    BYES = "a bye"
    WITHDRAWN = "withdrawn"
    PLAY_OFFS = "a play-off game"
    DECIDED = "decided"
    BOARD = "the result of board {board}"
