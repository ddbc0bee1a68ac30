// The messages of a table and of the server. Made from their models:
//   python -m tests.support.page_types > requirements/page/messages.d.ts

/** Play, discard, pass, draw, or name a suit. */
interface Act {
  type: "act";
  /** Of the client's choice; a request that was done and is sent again is not done again. */
  id: string;
  /** The view's. */
  move: number;
  /** One of the view's `legal`. */
  action: string;
}

/** Say what the strongest level would do here. */
interface Ask {
  type: "hint";
  /** Of the client's choice; a request that was done and is sent again is not done again. */
  id: string;
}

/** Take back the seat that a computer plays for me. */
interface Back {
  type: "back";
  /** Of the client's choice; a request that was done and is sent again is not done again. */
  id: string;
}

/** What lies open: these fields, and those of the game that `GET /api/games` lists. */
interface Board {
  /** One's own. */
  hand: string[];
  /** Cards in each hand. */
  counts: number[];
  /** A seat; null while several may act, and when the round is over. */
  turn: number | null;
  [field: string]: any;
}

/** One of the choices that a hint weighed. */
interface Choice {
  /** One; all that are passed where several cards are passed together. */
  actions: string[];
  /** What the round is estimated to cost this seat; null where nothing was played out. */
  points: number | null;
  /** Than what the learned policy would do, in the hint's unit. */
  better: number;
  playouts: number;
}

/** A request was followed. */
interface Done {
  type: "done";
  id: string;
  /** After `enter` (null for spectators) and `join`. */
  seat?: number | null;
  /** After `hint`. */
  hint?: Hint;
}

/** The first message of a socket. */
interface Enter {
  type: "enter";
  /** Of the client's choice; a request that was done and is sent again is not done again. */
  id: string;
  /** A seat's, the invitation, or the key to watch. */
  key: string;
  /** The count of the last view that this client got; 0 for none. */
  have: number;
}

/** A field of a view's `table`. */
interface Field {
  name: string;
  /** Or one for each value, from 0 on. */
  label: string | string[];
  holds: "card" | "mask" | "seat" | "suit" | "action" | "count" | "number";
  /** Whether it is a row of such. */
  row: boolean;
  lies: Lies | null;
}

/** What can be played. */
interface Games {
  /** Where others reach this server, if not where you do. */
  base: string | null;
  games: Listed[];
  /** Not offered; tables that exist may play them. */
  others: Listed[];
  /** Of all games, the simplest first. */
  levels: Level[];
}

/** What the strongest level would do in a seat's place. */
interface Hint {
  action: string;
  why: "only" | "better" | "equal" | "busy" | "preparing";
  /** Of `better`: points against the mean of the others, or the share of matches or rounds won. */
  unit: "points" | "share";
  /** The first is the action. */
  choices: Choice[];
}

/** Take the first open seat; the socket has entered with the invitation. */
interface Join {
  type: "join";
  /** Of the client's choice; a request that was done and is sent again is not done again. */
  id: string;
  /** Of one's own, to have the seat by. */
  key: string;
  name: string;
}

/** Leave for good. */
interface Leave {
  type: "leave";
  /** Of the client's choice; a request that was done and is sent again is not done again. */
  id: string;
}

/** A level of the computers. */
interface Level {
  name: string;
  title: string;
  /** What it does, or empty. */
  about: string;
}

/** How a field lies on the table. */
interface Lies {
  kind: "backs" | "pile" | "trick" | "tracks" | "row" | "badge" | "fact" | "mark";
  by: "seat" | "suit" | "table";
  /** The field that names the seat that came first, or empty. */
  order: string;
  /** The field that holds what lay there last, or empty. */
  before: string;
}

/** A game. */
interface Listed {
  name: string;
  title: string;
  /** A sentence or two. */
  pitch: string;
  /** A few words. */
  short: string;
  /** Sentences. */
  rules: string[];
  /** Three that stand for the game. */
  cards: string[];
  seats: number;
  /** The option that says how many play, if one does. */
  seats_option: string | null;
  options: Option[];
  levels: string[];
  /** Actions that are no card. */
  extra: string[];
  /** What each of them is called. */
  actions: Record<string, string>;
  /** By action, or `card` for all cards: what happened, a sentence with {who} and {card}. */
  said: Record<string, string>;
  /** Which points win. */
  best: "fewest" | "most";
  /** Of the view's `table`. */
  fields: Field[];
  /** The game's own files for the page, under /games/NAME/. */
  page: string[];
}

/** A table that was made. */
interface NewTable {
  /** Its name in addresses. */
  table: string;
  /** The maker's; null for one who watches. */
  seat: number | null;
}

/** Go on to the next round, or after a match to a rematch. */
interface Next {
  type: "next";
  /** Of the client's choice; a request that was done and is sent again is not done again. */
  id: string;
}

/** A house rule: one of `values`, or a number. */
interface Option {
  name: string;
  label: string;
  /** Null where the values are numbers. */
  values: string[] | null;
  /** By value, where the values are words. */
  labels: Record<string, string>;
  min: number | null;
  max: number | null;
  default: string | number;
}

/** A seat of the table, and who has it. */
interface Place {
  /** A friend may join an open one; once play has begun, a computer plays it. */
  kind: "person" | "computer" | "open";
  name: string;
  /** A socket is open, or was 3 s ago. */
  here: boolean;
  /** A computer plays for this person until they are back. */
  away: boolean;
  /** Milliseconds until it does. */
  held: number | null;
}

/** Why a request was refused. */
interface Refusal {
  /** One sentence. */
  why: string;
}

/** A request was not followed. */
interface Refused {
  type: "refused";
  /** Null where the message has no id that can be one. */
  id: string | null;
  /** One sentence. */
  why: string;
}

/** Who is at the table, as one socket is told. */
interface Room {
  type: "room";
  /** Waiting for friends, in a round, between rounds, after a match. */
  phase: "waiting" | "playing" | "scored" | "over";
  you: You;
  /** Plays for whoever is away, and open seats. */
  level: string;
  /** Seconds for a turn; 0 for no limit. */
  limit: number;
  /** Milliseconds until a computer plays this turn; null where no clock runs. */
  clock: number | null;
  /** The seats that have said `next`. */
  ready: number[];
  watchers: number;
  /** Why the prudent player played the last turn of a level that thinks. */
  stand_in: "busy" | "preparing" | "failed" | null;
  /** Only computers play here, and the table waits. */
  resting: boolean;
  /** The key to join with, for those who may give it away. */
  invite: string | null;
  /** The key to watch with, for the maker. */
  watch: string | null;
  seats: Place[];
}

/** What one seat may know. */
interface SeatView {
  game: string;
  /** All options, as in a record. */
  rules: Record<string, string | number>;
  /** The total that ends the match, from above where it is below 0; 0 for none. */
  goal: number;
  /** The rounds of the match; 0 where that is open. */
  length: number;
  /** Null for spectators. */
  seat: number | null;
  /** By seat: `human:NAME`, a level, or empty where nobody sits yet. */
  players: string[];
  /** The round; 0 before the first deal. */
  number: number;
  /** Points by seat. */
  totals: number[];
  /** Points by seat in each of the last 100 finished rounds, the latest last. */
  sheet: number[][];
  /** Of the round, by seat; empty until it is over. */
  points: number[];
  /** Seats; empty while the match lasts. */
  winners: number[];
  /** One's own cards as dealt. */
  dealt: string[];
  /** Null before the first deal. */
  table: Board | null;
  /** The actions this seat may take; empty when it may not act. */
  legal: string[];
  /**
   * When it may act: for each card in hand that it may not use, the cards in hand that forbid
   * it; none where nothing would allow it.
   */
  barred: Record<string, string[]>;
  /** The cards that anybody could play freely now. */
  playable: string[];
  /** How many actions this seat has made in the match; an `act` names it. */
  move: number;
}

/** An action as a seat saw it. */
interface SeenAction {
  seat: number;
  /** A card, a word of the game, or `??`. */
  action: string;
  /** What a draw brought; left out where it brought nothing. */
  card?: string;
  /** Cards that the actor is proved not to hold; left out where there are none. */
  lacks?: string[];
}

/** Begin without waiting: the maker's. */
interface Start {
  type: "start";
  /** Of the client's choice; a request that was done and is sent again is not done again. */
  id: string;
}

/** A table to be made. */
interface TableRequest {
  /** The maker's. */
  key: string;
  /** Of who sits on the seat `me`; needed there. */
  name?: string;
  game: string;
  /** Options that differ from their defaults: `GET /api/games` lists them. */
  rules?: Record<string, string | number>;
  /** A word a seat: `me`, `friend` or a level. */
  seats: string[];
  /** Plays for whoever is away; the game's first by default. */
  level?: string;
  /** Seconds for a turn, 0 for no limit; 60 by default with a friend, else 0. */
  limit?: 0 | 30 | 60 | 120;
}

/** The view of a seat, sent when it differs from the last one. */
interface Update {
  type: "view";
  /** Views that this seat was sent since the table was made. */
  count: number;
  view: SeatView;
  /** What was seen since the view before it. */
  news: SeenAction[];
  /** All since the deal; only after `enter` and `join`. */
  seen?: SeenAction[];
}

/** Who the receiver of a `room` is. */
interface You {
  /** Null for spectators, and for who waits. */
  seat: number | null;
  /** A seat is theirs from the next deal on. */
  waits: boolean;
  /** Whether they made the table. */
  maker: boolean;
}

type HttpRequest = Join | Act | Next | Start | Back | Leave | Ask;

type AnyMessage = Done | Refused | Room | Update;
