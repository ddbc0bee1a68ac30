// The types of the page's modules. The messages are in messages.d.ts.

type Words = Record<string, string>;
type Face = "plain" | "large";

/** A field that is drawn. */
type Lying = Field & { lies: Lies };

/** A table to be made; its key is drawn then. */
type Wanted = Omit<TableRequest, "key">;

type App = typeof import("../../parlour/web/static/app.js").app;
type Connection = import("../../parlour/web/static/link.js").Connection;
type State = "connecting" | "open" | "lost" | "refused";

/** A table this browser has a key for, and how it was left. */
interface StoredTable {
  table: string;
  key: string;
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
type Listener = (event: any) => void;
/** Of an element: listeners, properties and attributes. */
interface Props {
  onclick?: Listener;
  onchange?: Listener;
  onsubmit?: Listener;
  [name: string]: any;
}

/** The fields of dom.js: `keys` are the values, each shown by its `words`. */
type Choose = (
  legend: string,
  keys: string[],
  words: (key: string) => string,
  value: string,
  onchange: (value: string) => void,
  unseen?: boolean, // the legend
) => HTMLElement;
type Select = (
  label: string,
  keys: string[],
  words: (key: string) => string,
  value: string,
  onchange: (value: string) => void,
) => HTMLElement;
type Toggle = (label: string, checked: boolean, onchange: (on: boolean) => void) => HTMLElement;
type OpenDialog = (options: { title: string }, ...children: Children) => HTMLDialogElement;
type Button = (
  label: Child | Child[],
  onclick: () => void,
  classes?: string,
  props?: Props,
) => HTMLElement;

/** What a person does at a form with a name; it rejects with the sentence that says why not. */
type Named = (name: string) => Promise<void>;

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

/** A view of a round. */
type DealtView = SeatView & { table: Board };

/** What a part of the table is drawn from, and what it may ask for. */
type Ctx = Omit<DealtView, "game"> & {
  room: Room;
  game: Game;
  listed: Listed;
  me: number | null;
  base: number; // the seat at the bottom
  last: SeenAction | null; // the last action
  held: string[]; // chosen cards, before they are sent
  sent: string[];
  came: string[]; // cards that have just come to this hand, not drawn
  busy: boolean; // something is on its way
  rest: boolean; // a whole trick is still shown
  again: boolean; // the last trick is shown again
  phone: boolean;
  face: Face;
  address: string; // the table's name in addresses
  name(seat: number): string;
  since(): number; // milliseconds since the last message `room`
  send(actions: string[], repeated?: boolean): void;
  hold(card: string): void; // or let it go
  drop(): void;
  refuse(why: string): void;
  say(what: string): void; // aloud
  focus(which: string): void;
  call(what: "start" | "next" | "back"): void;
  home(): void;
};

/** What a game's page is drawn with. */
type Kit = typeof import("../../parlour/web/static/kit.js");

/** The default export of a game's page. */
type MakeGame = (kit: Kit, listed: Listed) => Game;

/** How one game is shown. */
type Game = {
  high: string; // ace or king
  kind?: string; // a class for the table
  straight?: boolean; // the seats stand in a line, not round the table
  acts?(c: Ctx): string[]; // actions that are buttons beside the status line
  draw(c: Ctx): Child[]; // the middle
  status(c: Ctx): string; // the seat's choice; empty where it is another's turn
  why(c: Ctx, card: string): string; // it may not be used
  said(c: Ctx, seen: SeenAction): string; // of an action
  fact?(c: Ctx, seat: number): Child | Child[]; // beside a seat's cards
  read(c: Ctx): string[]; // the middle, aloud
  own?(c: Ctx): Child[]; // beside one's own seat
  sheet?(c: Ctx): HTMLElement | null; // a question, above the hand
  undimmed?(c: Ctx): boolean; // whether the hand is not dimmed though no card is playable
  tap?(c: Ctx, card: string): boolean; // a playable card was tapped; whether the game acted on it
  laid?(c: Ctx): string[]; // cards of the hand that are shown in the middle
  fresh?(c: Ctx): string[]; // cards that have just come
  rests?(before: DealtView, after: DealtView): boolean; // whether a whole trick is shown first
  before?(c: Ctx): string[]; // the last trick, which can be shown again
  taker?(c: Ctx): number | null; // who took it
  given?(before: DealtView, c: Ctx): number[]; // the giver of cards, and the taker
  running?(c: Ctx, seat: number): (Child | Child[])[]; // its points so far, in the score sheet
  pile?(c: Ctx, seat: number): Child; // the cards at a seat, where there is room
  ended?(c: Ctx): string; // how the round came to its end
  result?(c: Ctx, seat: number): Child[]; // beside a round's points
};
