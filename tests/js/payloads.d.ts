// What pages send to the server and get as JSON. Each is named in the Python module that makes or reads it. Types alone: nothing of this file reaches a browser.

type Side = "white" | "black";
type Piece = "white-man" | "white-king" | "black-man" | "black-king";
type Line = "connecting" | "live" | "lost";

/** Readings are null where no clock is used; time runs `rate` times as fast as people's. */
interface ClockReadings {
  white_ns: number | null;
  black_ns: number | null;
  running: Side | null;
  rate: number;
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

/** hub.desk.fetched_pictures: how it is with a picture at a board elsewhere. */
interface FetchedPicture {
  state: "here" | "fetching" | "absent";
  why: string;
  lang: string;
}

/** hub.desk.page: the question that is asked back, or what was done, and up to which row and ruling the desk has come. */
interface RulingAnswer {
  ask?: string;
  told?: string;
  good?: boolean;
  undo?: number | null;
  command?: number | null;
  row?: number;
  after?: number;
}

/** Why the server did nothing, and in which language it says so. */
interface RefusalAnswer {
  error: string;
  lang: string;
}

type Point = [number, number];

