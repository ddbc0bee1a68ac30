// What the page's parts tell each other, for `tsc`; no browser asks for it. The messages are those of docs/log.md.

export type Seen = { seat: number; action: string; card?: string };

/** What lies open: each game has some of these fields. */
export type Board = {
  hand: string[];
  counts: number[];
  turn: number | null;
  // Straights
  table: string[];
  thrown: string[][];
  discards: number[];
  points: number[];
  // Hearts
  leader: number | null;
  trick: (string | null)[];
  last: (string | null)[];
  taken: string[][];
  broken: number;
  passing: number;
  passed: string[];
  received: string[];
  // Crazy Eights
  turned: string;
  top: string;
  suit: string | null;
  stock: number;
};

export type View = {
  game: string;
  rules: Record<string, any>;
  number: number;
  totals: number[];
  sheet: number[][];
  points: number[];
  winners: number[];
  table: Board; // null before the first deal
  legal: string[];
  barred: Record<string, string[]>;
  playable: string[];
  move: number;
};

export type Shown = { count: number; view: View; news: Seen[]; seen?: Seen[] };

export type Place = { kind: "person" | "computer" | "open"; name: string; here: boolean; away: boolean; held: number | null };

export type Room = {
  phase: "waiting" | "playing" | "scored" | "over";
  you: { seat: number | null; maker: boolean };
  seats: Place[];
  limit: number;
  clock: number | null;
  ready: number[];
  invite: string | null;
  watch: string | null;
};

/** What a part of the table is drawn from, and what it may ask for. */
export type Ctx = {
  view: View;
  room: Room;
  game: Game;
  me: number | null;
  base: number; // the seat at the bottom
  last: Seen | null; // the last action
  held: string[]; // cards that the page holds before it sends them
  sent: string[];
  busy: boolean; // something is on its way
  rest: boolean; // a whole trick still lies there
  again: boolean; // the last trick is shown again
  phone: boolean;
  face: "plain" | "large";
  table: string; // its name in addresses
  name(seat: number): string;
  since(): number; // milliseconds since the room was told
  send(actions: string[]): void;
  hold(card: string): void; // or let it go
  drop(): void;
  refuse(why: string): void;
  start(): void;
  next(): void;
  home(): void;
};

type Nodes = (Node | string)[];

/** How one game is shown. */
export type Game = {
  high: string; // ace or king
  draw(box: Element, c: Ctx): void; // the middle
  status(c: Ctx): string; // what one may do; empty where it is another's turn
  why(c: Ctx, card: string): string; // it may not be used
  said(c: Ctx, seen: Seen): string; // of an action
  fact(c: Ctx, seat: number): string; // beside a seat's cards
  heavy?(c: Ctx, seat: number): boolean; // whether that is a warning
  read(c: Ctx): string[]; // the middle, aloud
  own?(c: Ctx): Nodes; // beside one's own seat
  actions?(c: Ctx): Nodes; // buttons beside the status line
  sheet?(c: Ctx): HTMLElement | null; // what is asked, above the hand
  holds?(c: Ctx, card: string): boolean; // whether a card is held until more is asked
  passes?(c: Ctx): boolean; // whether cards are chosen, not played
  fresh?(c: Ctx): string[]; // cards that have just come
  rests?(before: View, after: View): boolean; // whether a whole trick lies there first
  lastTrick?(c: Ctx): boolean; // whether there is one to be seen
  from?(before: View, c: Ctx): number | null; // the seat of cards that lay nowhere
  to?(before: View, c: Ctx): number | null; // the seat of cards that lie nowhere now
  running?(c: Ctx, seat: number): string; // points so far
  ended?(c: Ctx): string; // how the round came to its end
  result?(c: Ctx, seat: number): Nodes; // beside a round's points
};
