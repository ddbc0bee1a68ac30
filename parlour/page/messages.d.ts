// The messages of a table and of the server. Made from their models:
//   python -m tests.support.page_types > parlour/page/messages.d.ts

/** Play, discard, pass, draw, or name a suit. */
interface Act {
  type: "act";
  /** Chosen by the client. A request with the id of an earlier one is answered and not repeated. */
  id: string;
  /** The view's `move`. */
  move: number;
  /** One of the view's `legal`. */
  action: string;
}

/** Ask for the action of the strongest level. */
interface Ask {
  type: "hint";
  /** Chosen by the client. A request with the id of an earlier one is answered and not repeated. */
  id: string;
}

/** Take back one's seat from a computer. */
interface Back {
  type: "back";
  /** Chosen by the client. A request with the id of an earlier one is answered and not repeated. */
  id: string;
}

/**
 * The open cards and facts of a round: these fields, and those of the game that `GET
 * /api/games` lists.
 */
interface Board {
  /** The seat's own cards. */
  hand: string[];
  /** Number of cards in each hand. */
  counts: number[];
  /** The seat to act; null while several may act, and after the round. */
  turn: number | null;
  [field: string]: any;
}

/** One of the choices that a hint compares. */
interface Choice {
  /** One action, or all cards of a pass. */
  actions: string[];
  /** Advantage over the best other choice, in the hint's unit. */
  better: number;
  /** The standard error of `better`. */
  error: number;
  playouts: number;
}

/** A request was accepted. */
interface Done {
  type: "done";
  id: string;
  /** The seat, after `enter` (null for spectators) and `join`. */
  seat?: number | null;
  /** The hint, after `hint`. */
  hint?: Hint;
}

/** The first message of a socket. */
interface Enter {
  type: "enter";
  /** Chosen by the client. A request with the id of an earlier one is answered and not repeated. */
  id: string;
  /** The key of a seat, the key to join, or the key to watch. */
  key: string;
  /** The count of the last view that this client has; 0 for none. */
  have: number;
}

/** A field of a view's `table`. */
interface Field {
  name: string;
  /** A label, or one for each value from 0 on. */
  label: string | string[];
  holds: "card" | "mask" | "seat" | "suit" | "action" | "count" | "number";
  /** Whether the field is a row of such values. */
  row: boolean;
  lies: Lies | null;
}

/** Have one's forced actions played by themselves, or no longer. */
interface Forced {
  type: "forced";
  /** Chosen by the client. A request with the id of an earlier one is answered and not repeated. */
  id: string;
  on: boolean;
}

/** The games and levels of a server. */
interface Games {
  /** The server's address for other devices; null if it is the same. */
  base: string | null;
  games: Listed[];
  /** Games that only existing tables may play. */
  others: Listed[];
  /** The levels of all games, the simplest first. */
  levels: Level[];
}

/** The best of this seat's choices, and why. */
interface Hint {
  action: string;
  why: "only" | "better" | "equal" | "busy" | "preparing" | "unavailable";
  /**
   * Of `better`: points relative to the mean of the others, or the share of matches or rounds
   * won.
   */
  unit: "points" | "share";
  /** The first one is the recommended action. */
  choices: Choice[];
  /**
   * Advantage of the first choice over the second, in points relative to the mean of the
   * others.
   */
  points: number;
  /** The parts of `points`, the greatest first. */
  terms: Term[];
}

/** Take the first open seat; the socket has entered with the key to join. */
interface Join {
  type: "join";
  /** Chosen by the client. A request with the id of an earlier one is answered and not repeated. */
  id: string;
  /** A new key, which then opens the seat. */
  key: string;
  name: string;
}

/** Give up one's seat for good. */
interface Leave {
  type: "leave";
  /** Chosen by the client. A request with the id of an earlier one is answered and not repeated. */
  id: string;
}

/** A level of the computer players. */
interface Level {
  name: string;
  title: string;
  /** A description of its play, or empty. */
  about: string;
}

/** How a field is shown on the table. */
interface Lies {
  kind: "backs" | "pile" | "trick" | "tracks" | "row" | "badge" | "fact" | "mark";
  by: "seat" | "suit" | "table";
  /** The field with the seat that came first, or empty. */
  order: string;
  /** The field with the cards that were there before, or empty. */
  before: string;
}

/** A game of the server. */
interface Listed {
  name: string;
  title: string;
  /** One or two sentences about the game. */
  pitch: string;
  /** The game in a few words. */
  short: string;
  /** The rules in sentences. */
  rules: string[];
  /** Three cards as the game's picture. */
  cards: string[];
  seats: number;
  /** The option for the number of players; null if there is none. */
  seats_option: string | null;
  options: Option[];
  /** Named house rules, the standard ones first. */
  presets: Preset[];
  /** The name of the preset with which new tables of the page start. */
  preset: string;
  /** The levels that people choose from; a table takes the others too. */
  levels: string[];
  /** By level, a measured strength in this game; it replaces the `about` of the level. */
  strengths: Record<string, string>;
  /** Actions other than cards. */
  extra: string[];
  /** Labels of these actions. */
  actions: Record<string, string>;
  /** By action, or `card` for all cards: a sentence about the action, with {who} and {card}. */
  said: Record<string, string>;
  /** Whether the fewest or the most points win. */
  best: "fewest" | "most";
  /** The fields of the view's `table`. */
  fields: Field[];
  /** The game's own files for the page, under /games/NAME/. */
  page: string[];
}

/** A new table. */
interface NewTable {
  /** The table's name, used in addresses. */
  table: string;
  /** The maker's seat; null for a spectator. */
  seat: number | null;
}

/**
 * Ask for the next round, or after a match for a rematch. With `deal` or `again`, begin a new
 * match at any time; only for a person who plays alone against computers.
 */
interface Next {
  type: "next";
  /** Chosen by the client. A request with the id of an earlier one is answered and not repeated. */
  id: string;
  deal?: number | null;
  /** Whether the new match has the decks and the dice of the present one. */
  again?: boolean;
}

/** A house rule: its value is one of `values`, or a number. */
interface Option {
  name: string;
  label: string;
  /** Null if the values are numbers. */
  values: string[] | null;
  /** Labels by value, if the values are words. */
  labels: Record<string, string>;
  min: number | null;
  max: number | null;
  default: string | number;
}

type Phrase = "hello" | "good-luck" | "well-played" | "thanks" | "sorry" | "one-moment" | "smile" |
  "laugh" | "wink" | "surprise" | "sad" | "thumbs-up";

/** A seat of the table and its occupant. */
interface Place {
  /** An open seat can be joined; from the first deal on a computer plays it. */
  kind: "person" | "computer" | "open";
  name: string;
  /** Whether a socket of the seat is open, or was 3 s ago. */
  here: boolean;
  /** Whether a computer plays for this person until they are back. */
  away: boolean;
  /** Milliseconds until a computer takes over from this absent person; null otherwise. */
  held: number | null;
}

/** House rules that people know by one name. */
interface Preset {
  name: string;
  title: string;
  /** A sentence; empty for the standard rules. */
  about: string;
  /** The options that differ from the standard rules. */
  rules: Record<string, string | number>;
}

/** The refusal of a request. */
interface Refusal {
  /** The reason in one sentence. */
  why: string;
}

/** A request was refused. */
interface Refused {
  type: "refused";
  /** The id of the request; null where the message has no valid id. */
  id: string | null;
  /** One sentence. */
  why: string;
}

/** Have the rest of the round played by itself; the view's `decided` offers it. */
interface Rest {
  type: "rest";
  /** Chosen by the client. A request with the id of an earlier one is answered and not repeated. */
  id: string;
}

/** The occupants and clocks of a table, as sent to one socket. */
interface Room {
  type: "room";
  /** Before the first deal, in a round, between rounds, after a match. */
  phase: "waiting" | "playing" | "scored" | "over";
  you: You;
  /** The level that plays for absent persons and on open seats. */
  level: string;
  /** Seconds for a turn; 0 for no limit. */
  limit: number;
  /** Milliseconds until a computer plays this turn; null where no clock runs. */
  clock: number | null;
  /** The seats that have sent `next`. */
  ready: number[];
  watchers: number;
  /** Why a plain level played the last turn of a learned one; null if none did. */
  stand_in: "busy" | "preparing" | "failed" | null;
  /**
   * Whether the table is paused because only computers play and the server's limits are
   * reached.
   */
  resting: boolean;
  /** Whether a number deals this match: a person who tries all numbers can know every hand. */
  numbered: boolean;
  /** That number, for the person who gave it; null for all others, and if no number deals. */
  deal: number | null;
  /** Whether the receiver may have this match dealt again. */
  again: boolean;
  /** The key to join with, for the maker and for sockets that entered with it. */
  invite: string | null;
  /** The key to watch with, for the maker. */
  watch: string | null;
  seats: Place[];
}

/** A phrase or sign that a person has sent, for everybody at the table. */
interface Said {
  type: "said";
  /** The seat of the person. */
  seat: number;
  phrase: Phrase;
}

/** Send a phrase or a sign to everybody at the table; a restart of the server forgets its id. */
interface Say {
  type: "say";
  /** Chosen by the client. A request with the id of an earlier one is answered and not repeated. */
  id: string;
  phrase: Phrase;
}

/** All that one seat may know. */
interface SeatView {
  game: string;
  /** All house rules, as in a record. */
  rules: Record<string, string | number>;
  /** The total that ends the match, reached from above if it is below 0; 0 for none. */
  goal: number;
  /** The number of rounds of the match; 0 if it is not fixed. */
  length: number;
  /** Null for spectators. */
  seat: number | null;
  /** By seat: `human:NAME`, a level, or empty before a player takes the seat. */
  players: string[];
  /** The number of the round; 0 before the first deal. */
  number: number;
  /** Points by seat. */
  totals: number[];
  /** Points by seat in each of the last 100 finished rounds, the latest last. */
  sheet: number[][];
  /** Points of the round by seat; empty until the round is over. */
  points: number[];
  /** The winning seats; empty until the match is over. */
  winners: number[];
  /** The seat's own cards in deal order. */
  dealt: string[];
  /** Null before the first deal. */
  table: Board | null;
  /** The actions this seat may take; empty when it may not act. */
  legal: string[];
  /**
   * For each card in hand that the seat may not use now, the cards in hand that forbid it; an
   * empty list if no card is the reason.
   */
  barred: Record<string, string[]>;
  /** The cards that any holder could play freely now. */
  playable: string[];
  /** The number of actions of this seat in the match; `act` repeats it. */
  move: number;
  /** By seat, the cards left in the hands; empty until the round is over. */
  left: string[][];
  /** How often the match went back. */
  undone: number;
  /** The move of this seat's last decision, to which `undo` goes back; null if there is none. */
  undo: number | null;
  /** Whether this seat may have the rest of the round played by itself. */
  decided: boolean;
}

/** An action as one seat saw it. */
interface SeenAction {
  seat: number;
  /** A card, another action of the game, or `??` for a hidden one. */
  action: string;
  /** The card that was drawn; absent if none was. */
  card?: string;
  /** Cards that the actor certainly does not hold; absent if there are none. */
  lacks?: string[];
}

/** Start without waiting for friends; only for the maker. */
interface Start {
  type: "start";
  /** Chosen by the client. A request with the id of an earlier one is answered and not repeated. */
  id: string;
}

/** A request for a new table. */
interface TableRequest {
  /** The maker's key. */
  key: string;
  /** The name of the person on the seat `me`; required if there is one. */
  name?: string;
  game: string;
  /** House rules that differ from their defaults; `GET /api/games` lists them. */
  rules?: Record<string, string | number>;
  /** One entry a seat: `me`, `friend` or a level. */
  seats: string[];
  /** The level that plays for absent persons; by default the game's simplest. */
  level?: string;
  /** Seconds for a turn, 0 for no limit; by default 60 with a friend, otherwise 0. */
  limit?: 0 | 30 | 60 | 120;
  /** The number that deals the first match; only for a person who plays alone against computers. */
  deal?: number | null;
}

/** A part of the difference in points between the first two choices. */
interface Term {
  /**
   * Which cards: `first` or `second` (of that choice), `held` (others in hand), `later` (got
   * later), `own` (the rest), `theirs` or `others` (named cards of `seat`, and the rest), `all`
   * or `all-theirs` (one seat has all that count), `bonus`.
   */
  what: string;
  /** A sentence about it with {cards} or {who}, if the game has one. */
  says: string | null;
  /** Another seat, if these are its cards. */
  seat: number | null;
  /** The part of each card that is named. */
  cards: Record<string, number>;
  /** Above 0 if it speaks for the first choice. */
  better: number;
  /** The standard error of `better`. */
  error: number;
}

/** Go back to before a move of one's own in this round; only against computers. */
interface Undo {
  type: "undo";
  /** Chosen by the client. A request with the id of an earlier one is answered and not repeated. */
  id: string;
  /** The view's `undo`, or an earlier move of this round. */
  move: number;
}

/** The view of a seat, sent when it differs from the last one. */
interface Update {
  type: "view";
  /** The number of views that this seat was sent since the table was made. */
  count: number;
  view: SeatView;
  /** The actions seen since the view before it. */
  news: SeenAction[];
  /** All actions seen since the deal; after `enter` and `join`, and where the match went back. */
  seen?: SeenAction[];
}

/** The receiver of a `room`. */
interface You {
  /** Null for spectators, and for a person who joined during a round. */
  seat: number | null;
  /** Whether the receiver has a seat from the next deal on. */
  waits: boolean;
  /** Whether the receiver made the table. */
  maker: boolean;
}

type HttpRequest = Join | Act | Next | Start | Back | Leave | Ask | Undo | Forced | Rest | Say;

type AnyMessage = Done | Refused | Room | Update | Said;
