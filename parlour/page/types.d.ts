// The types of the page's modules. The messages are in messages.d.ts.

type Words = Record<string, string>;

/** A game's words in another language, by the names of what they are. */
interface Translated {
  pitch: string;
  short: string;
  rules: string[];
  /** The labels of house rules, and of the values of each. */
  options: Words;
  values: Record<string, Words>;
  /** Titles, and a sentence each. */
  presets: Record<string, string[]>;
  actions: Words;
  fields: Record<string, string | string[]>;
  causes: Words;
  strengths: Words;
  said: Words;
  /** Sentences, in the order of the lesson's, and the closing one. */
  lesson: string[];
}
type Face = "plain" | "large";

/** A field that is drawn. */
type Lying = Field & { lies: Lies };

/** A table to be made; its key is drawn then. */
type Wanted = Omit<TableRequest, "key">;

/** A new table while its form is filled in. */
interface Draft {
  game: Listed;
  /** Who sits where: "me", "friend" or a level. */
  seats: string[];
  /** Seconds for a turn. */
  limit: string;
  /** Of the computers that stand in. */
  level: string;
  /** The number that deals the match, as typed. */
  deal?: number;
}

type App = typeof import("./start/app.js").app;
type Connection = import("./base/connection.js").Connection;
type Table = import("./table/table.js").Table;
type Layout = ReturnType<typeof import("./table/layout.js").makeLayout>;
/** The functions that load what the first card does not need. */
type Later = typeof import("./start/later_modules.js").modules;
/** Where the tables are. Times are milliseconds. */
interface Link {
  /** Where there is no server: what the start page says in place of tables with friends. */
  alone: ((app: App) => HTMLElement) | null;
  /** After this time a socket without an answer counts as dead. */
  patience: number;
  /** In this time an answer is expected. */
  soon: number;
  /** In this time a new socket is expected to open: requests may get through meanwhile. */
  opening: number;
  /** The answer to a request, parsed; `patience` is the time that it may take. */
  ask(path?: string, init?: RequestInit & { patience?: number }): Promise<any>;
  /** A new socket to a table. */
  socketTo(table?: string): WebSocket;
}
/** What a table's connection uses of a WebSocket. */
interface Line {
  onopen: ((event: any) => void) | null;
  onclose: ((event: any) => void) | null;
  onmessage: ((event: any) => void) | null;
  send(frame: string): void;
  close(): void;
}
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
  /** Where the first round is guided. */
  lesson?: LessonState;
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

/** The fields of base/dom.js: `keys` are the values, each shown by its `words`. */
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
  language: "auto" | "en" | "de";
  theme: "auto" | "light" | "dark";
  contrast: "auto" | "normal" | "high";
  suits: "two" | "four";
  /** Beside the suits' signs. */
  letters: "off" | "on";
  sort: "suit" | "rank" | "dealt";
  order: "up" | "down";
  /** Whether the table plays the only legal card. */
  forced: "off" | "on";
  /** Signals of this seat's turn. */
  sound: "off" | "on";
  vibration: "off" | "on";
  notifications: "off" | "on";
  /** Of the computers. */
  pace: "once" | "quick" | "calm" | "slow";
  /** What every movement's time is multiplied by. */
  speed: number;
  /** As last given. */
  name: string;
  /** Of the computers, as last chosen. */
  level: string;
}

/** A guided round, in a game's lesson.json: parlour/catalogue/lessons.py describes it. */
interface Lesson {
  /** The number that deals it. */
  deal: number;
  steps: { when: string[]; says: string }[];
  /** The sentence for the end of the round. */
  closing: string;
}

/** How far a lesson is. */
interface LessonState {
  /** The steps whose sentences were shown, by their places. */
  told: number[];
  /** The one that is shown now; -1 for none. */
  now: number;
  /** The move at which one was last looked for. */
  move: number;
}

/** A view of a round. */
type DealtView = SeatView & { table: Board };

/** What a part of the table is drawn from, and what it may ask for. */
type Scene = Omit<DealtView, "game"> & {
  view: SeatView | null; // the latest; its fields are the scene's own, too
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
  refusal: string; // why what was asked for is not done
  repeat: string; // an action that is repeated while it is the only one
  expected: number; // the move at which all that was sent is done
  lesson: LessonState | null; // of a guided round
  closing?: string; // its last sentence
  isAside: boolean; // the sheet with the result is put aside
  hinting: boolean; // a hint is on its way
  advised: string[]; // the actions that a hint names first
  sheetOpen: boolean; // the score sheet is open
  sheetShown: boolean; // it has been opened by itself
  remarks: Record<number, (() => Child) | undefined>; // by seat, a phrase that is shown now
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
  call(what: "start" | "next" | "again" | "back" | "undo" | "rest" | "say", ...fields: any[]): void;
  home(): void;
  aside(): void; // put the sheet with the result aside, or bring it back
};

/** What a game's page is drawn with. */
type Kit = typeof import("./table/kit.js");

/** The default export of a game's page. */
/** `translated` has those of the page's words that are other ones in the page's language. */
type MakeGame = (kit: Kit, listed: Listed, translated: object) => Game;

/** How one game is shown. */
type Game = {
  high: string; // ace or king
  kind?: string; // a class for the table
  straight?: boolean; // the seats stand in a line, not round the table
  acts?(scene: Scene): string[]; // actions that are buttons beside the status line
  draw(scene: Scene): Child[]; // the middle
  status(scene: Scene): string; // the seat's choice; empty where it is another's turn
  why(scene: Scene, card: string): string; // it may not be used
  said(scene: Scene, seen: SeenAction): string; // of an action
  fact?(scene: Scene, seat: number): Child | Child[]; // beside a seat's cards
  read(scene: Scene): string[]; // the middle, aloud
  own?(scene: Scene): Child[]; // beside one's own seat
  sheet?(scene: Scene): HTMLElement | null; // a question, above the hand
  undimmed?(scene: Scene): boolean; // whether the hand is not dimmed though no card is playable
  tap?(scene: Scene, card: string): boolean; // a playable card was tapped; whether it acted on it
  laid?(scene: Scene): string[]; // cards of the hand that are shown in the middle
  fresh?(scene: Scene): string[]; // cards that have just come
  rests?(before: DealtView, after: DealtView): boolean; // whether a whole trick is shown first
  before?(scene: Scene): string[]; // the last trick, which can be shown again
  taker?(scene: Scene): number | null; // who took it
  given?(before: DealtView, scene: Scene): number[]; // the giver of cards, and the taker
  running?(scene: Scene, seat: number): (Child | Child[])[]; // its points so far, in the sheet
  pile?(scene: Scene, seat: number): Child; // the cards at a seat, where there is room
  special?(scene: Scene): string[]; // what a round's end is: its heading, and what follows
  gathered?(scene: Scene): Child; // cards that belong to it
  ended?(scene: Scene): string; // how the round came to its end
  result?(scene: Scene, seat: number): Child[]; // beside a round's points
};

/** What a service worker has, as far as `service.js` uses it. */
interface Service {
  skipWaiting(): Promise<void>;
  clients: {
    matchAll(of?: object): Promise<
      { focus(): Promise<unknown>; postMessage(message: string): void }[]
    >;
    openWindow(address: string): Promise<unknown>;
  };
  addEventListener(type: string, then: (event: ServiceEvent) => void): void;
}
interface ServiceEvent extends Event {
  notification: Notification;
  request: Request;
  waitUntil(work: Promise<unknown>): void;
  respondWith(answer: Promise<Response | undefined>): void;
}
