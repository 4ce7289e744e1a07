// What the server sends the pages: the views that a page carries along and that server-sent events bring, and the answers to requests.
// Each is named in the Python module that makes it. Types alone: nothing of this file reaches a browser.

type Side = "white" | "black";
type Piece = "white-man" | "white-king" | "black-man" | "black-king";
type Result = "1-0" | "0-1" | "draw" | "void" | "*";
type Line = "connecting" | "live" | "lost";

type Level = "ok" | "warn" | "fail" | "untried";

type About = { [tag in "event" | "site" | "date" | "round" | "board" | "white" | "black"]?: string };

/** A pair of moves; null where that side has no move there. */
interface MoveRow {
  number: number;
  white: string | null;
  black: string | null;
}

/** What is counted in a position. `side` is null where the moves of both sides are counted. */
interface Count {
  kind: string;
  side: Side | null;
  made: number;
  left: number;
  limit: number;
  square: number | null;
}

/** White's and Black's time left after a ply and the time that it took, in milliseconds; null where unknown. */
type Times = [number | null, number | null, number | null];

/** Readings are null where no clock is used; time runs `rate` times as fast as people's. */
interface ClockReadings {
  white_ns: number | null;
  black_ns: number | null;
  running: Side | null;
  rate: number;
}

interface GameClock extends ClockReadings {
  control: string;
  t_ns: number;
}

/**
 * record.papers.public_view: the game as everybody may see it. `age_ms` is how old the readings of the clock are; with `no_news`, when the
 * board is silent, it is how long ago the board was last heard, and the clock stands as it stood then.
 */
interface PublicView {
  id: number;
  game: string;
  age_ms: number;
  seq: number;
  rules: string;
  board_size: number;
  mirrored: boolean;
  about: About;
  fen: string;
  fens: string[];
  times: Times[];
  counts: Count[][];
  moves: MoveRow[];
  last_move: number[];
  being_read: boolean;
  unread: boolean;
  no_news: boolean;
  /** A board that could not be reached is back, and some of its rows are not here as yet. */
  catching_up?: boolean;
  on_paper: boolean;
  clock: GameClock;
  drawn: string | null;
  result: Result;
  article: string | null;
  /** Whether the result is that of a game that was not played. */
  not_played: boolean;
  closed: boolean;
  /** The journal has lost something, and nothing of the game is shown. */
  withheld?: boolean;
}

/** A press that the players enter: the position before it. */
interface PressToEnter {
  seq: number;
  side: Side;
  fen: string;
}

/** hub.desk.tablet_words: what the players say. */
type PlayersWord =
  | { say: string; side: Side; game: string }
  | { say: "move"; seq: number; from: number; to: number; captured: number[]; start: string; game: string };

/** hub.desk.open_alerts: an alert that waits; the most urgent has the lowest rank. */
interface OpenAlert {
  id: string;
  text: string;
  rank: number;
}

/** hub.desk.open_alerts: a board at which alerts wait: all of them by their ids, and the most urgent ones. */
interface BoardAlerts {
  key: string;
  number: string;
  open: number;
  ids: string[];
  alerts: OpenAlert[];
}

/** hub.desk.fetched_pictures: how it is with a picture at a board elsewhere. */
interface FetchedPicture {
  state: "here" | "fetching" | "absent";
  why: string;
  lang: string;
}

/** hub.desk.board_links: a command for a board elsewhere, and what became of it. */
interface PendingCommand {
  id: number;
  name: string;
  by: string;
  state: "open" | "late" | "done" | "refused";
  why: string;
  lang: string;
}

/** hub.desk.board_links: how a board elsewhere can be ruled from here. */
interface BoardLink {
  cut_off: boolean;
  says: string;
  commands: PendingCommand[];
}

/** hub.feeds.desk_writing: the duty of a player to write the moves. */
interface WritingDuty {
  side: Side;
  duty: "writes" | "suspended" | "to-write-up";
  last_ms: number;
  by?: string;
  at?: string;
  t_ns?: number;
  seq?: number;
}

/** hub.boards.readiness: a damaged log whose loss the arbiter confirms, and the logs that have more of its game. */
interface DamagedLog {
  game: string;
  row: number;
  logs: { source: string; row: number; seq: number }[];
  hub_row: number;
  given_is_no_more: boolean;
}

/** hub.feeds.desk_feed: what the journal has lost. */
interface LostRows {
  says: string;
  lang: string;
  row: number;
  seq: number;
  may_go_on: boolean;
}

/** hub.feeds.desk_rulings: what undoing the last ruling would do. */
interface Undoing {
  ruled_ns: number;
  clock: "same" | "times" | "stands";
}

/** hub.feeds.desk_moves: a press as the desk lists it. `mark` stands for it and all entries before it. */
interface MoveEntry {
  number: number;
  open: boolean;
  /** It was put right or taken back. */
  off_record: boolean;
  seq: number;
  side: Side;
  move: string | null;
  fen: string;
  /** Whether the press was not read: then `fen` is the last known position, and `doubt` the squares where something else may stand. */
  is_guess: boolean;
  doubt: number[];
  verdict: string;
  left_ns: number | null;
  picture: string | null;
  mark: string;
}

/** hub.feeds.desk_moves: the newest moves, and the mark of the entry before them. */
interface NewestMoves {
  count: number;
  before: string;
  newest: MoveEntry[];
}

interface DeskMoves {
  game: string;
  entries: MoveEntry[];
}

/** hub.feeds.desk_view: since which press the position is not known, and the squares where something else than in `stands` may stand. */
interface Doubt {
  since: number;
  squares: number[];
}

interface DeskGame extends Omit<PublicView, "fens" | "times" | "counts" | "moves" | "about"> {
  game: string;
  lost: LostRows | null;
  start: string;
  record: NewestMoves;
  stands: string;
  doubt: Doubt | null;
  pending: string | null;
  paper: boolean;
  last_ruling: number;
  undo: Undoing | null;
  writing: WritingDuty[];
  recorded: boolean;
  others: BoardAlerts[];
  link: BoardLink | null;
  /** What the board's service waits for, where the log of its game is damaged. */
  damaged: DamagedLog | null;
  /** Whether the board's service runs, and waits for nobody. */
  recording: boolean;
}

interface NoDeskGame {
  id: number;
  game: string | null;
  lost?: LostRows | null;
  no_news?: boolean;
  catching_up?: boolean;
  age_ms?: number;
  stands?: undefined;
  seq?: undefined;
  paper?: undefined;
  pending?: undefined;
  clock?: undefined;
  board_size?: undefined;
  mirrored?: undefined;
  last_ruling: number;
  undo: null;
  writing?: undefined;
  recorded?: undefined;
  others: BoardAlerts[];
  link: BoardLink | null;
  /** What the board's service waits for, where the log of its game is damaged. */
  damaged: DamagedLog | null;
  /** Whether the board's service runs, and waits for nobody. */
  recording: boolean;
}

type DeskView = DeskGame | NoDeskGame;

/** hub.desk.page: what an event brings, with the parts that changed. */
type DeskEvent = DeskView & { html: string };

/** Of which state of the game a ruling was made. */
interface RuledState {
  game: string | null;
  seq: number;
  after: number;
}

/** What an arbiter sends to the desk (hub.desk.decisions). */
interface Ruling extends RuledState {
  word: string;
  side?: Side;
  reason?: string;
  plies?: number;
  white_s?: number;
  black_s?: number;
  result?: Result;
  article?: string;
  cause?: string;
  alert?: string;
  ruled_ns?: number;
  fen?: string;
  text?: string;
  control?: string;
}

/** Moves from paper, as they are sent to be checked. */
interface PaperMoves {
  text: string;
  result?: Result;
}

/** Why the server did nothing, and in which language it says so. */
interface RefusalAnswer {
  error: string;
  lang: string;
  /** Of a list with wrong lines: what is wrong with each. */
  faults?: string[];
  /** Of a list: what somebody else has changed meanwhile, by board. */
  stands?: { [key: string]: Known };
}

/** Players, event, round and time control of a game, as far as they are told. */
type Known = { [name in "white" | "black" | "event" | "round" | "time_control"]?: string };

/** hub.texts.grounds: on what a game of each rule set may end, by its result. */
interface Ground {
  cause: string;
  article: string;
  text: string;
}

type Grounds = { [rules: string]: { [result in Result]?: Ground[] } };

type Point = [number, number];

interface FoundBoard {
  found: boolean;
  why: string;
  lang?: string;
}
