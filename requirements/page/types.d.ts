// What the page's modules say to one another. The messages and their fields are those of docs/log.md.

type Words = Record<string, string>;
type Face = "plain" | "large";
type Rules = Record<string, string | number>;

/** A house rule: one of `values`, or a number. */
interface Option {
  name: string;
  values: string[] | null;
  min: number;
  max: number;
  default: string | number;
}

/** A game as the server lists it. */
interface Listed {
  name: string;
  seats: number;
  seats_option: string | null;
  options: Option[];
  levels: string[];
}

/** A table to be made: `POST /api/tables` without its key. */
interface Wish {
  game: string;
  rules: Rules;
  seats: string[];
  name?: string;
  level?: string;
  limit?: number;
}

type App = typeof import("../../parlour/web/static/app.js").app;
type Connection = import("../../parlour/web/static/link.js").Connection;
type State = "connecting" | "open" | "lost" | "refused";

/** A table this browser has a key for, and how it was left. */
interface Kept {
  table: string;
  key: string;
  /** When it was last seen, in milliseconds. */
  when: number;
  game?: string;
  /** The others who are no computers. */
  people?: string[];
  /** The room's. */
  phase?: string;
  round?: number;
  /** Whether this seat may act. */
  turn?: boolean;
  /** A few of the hand. */
  cards?: string[];
}

type Child = Node | string | null | undefined | false;
type Children = (Child | Child[])[];
/** Of an element: listeners, properties and attributes. */
type Props = Record<string, any>;

interface Settings {
  theme: "auto" | "light" | "dark";
  contrast: "auto" | "normal" | "high";
  suits: "two" | "four";
  /** Beside the suits' signs. */
  letters: "off" | "on";
  sort: "suit" | "rank" | "dealt";
  order: "up" | "down";
  /** Of the computers. */
  pace: "once" | "quick" | "calm" | "slow";
  /** What every movement's time is multiplied by. */
  speed: number;
  /** As last given. */
  name: string;
  /** Of the computers, as last chosen. */
  level: string;
}

/** What was seen of an action: `card` is what a draw brought. */
interface Seen {
  seat: number;
  action: string;
  card?: string;
}

/** What lies on the table: of these, the fields of its game only. */
interface Board {
  hand: string[];
  counts: number[];
  turn: number | null;
  table: string[];
  thrown: string[][];
  discards: number[];
  points: number[];
  leader: number | null;
  trick: (string | null)[];
  last: (string | null)[];
  taken: string[][];
  broken: number;
  passing: number;
  passed: string[];
  received: string[];
  turned: string;
  top: string;
  suit: string | null;
  stock: number;
}

interface View {
  game: string;
  rules: Record<string, any>;
  number: number;
  totals: number[];
  sheet: number[][];
  points: number[];
  winners: number[];
  table: Board;
  legal: string[];
  barred: Record<string, string[]>;
  playable: string[];
  move: number;
}

/** The message `view`. */
interface Shown {
  count: number;
  view: View;
  news: Seen[];
  seen?: Seen[];
}

interface Place {
  kind: "person" | "computer" | "open";
  name: string;
  here: boolean;
  away: boolean;
  held: number | null;
}

/** The message `room`. */
interface Room {
  phase: "waiting" | "playing" | "scored" | "over";
  you: { seat: number | null; maker: boolean };
  seats: Place[];
  limit: number;
  clock: number | null;
  ready: number[];
  invite: string | null;
  watch: string | null;
}
