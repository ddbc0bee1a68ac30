/**
 * The one module that knows there is a server: requests, and a table's socket that comes back by itself.
 *
 * A request keeps its id until it is answered, so it may be sent again after a lost connection and is still done once.
 * Everything thrown for a person to read is an Error whose message is one sentence.
 *
 * @module
 */

import { text } from "./text.js";

/**
 * @typedef {{name: string, values: string[] | null, min: number, max: number, default: string | number}} Option
 * @typedef {{name: string, title?: string, seats: number, seats_option: string | null, options: Option[], levels: string[]}} Game
 * @typedef {Record<string, string | number>} Rules
 * @typedef {{game: string, rules: Rules, seats: string[], name?: string, level?: string, limit?: number}} Wish
 * @typedef {{kind: "person" | "computer" | "open", name: string, here: boolean, away: boolean, held: number | null}} SeatState
 * @typedef {{phase: "waiting" | "playing" | "scored" | "over", you: {seat: number | null, maker: boolean}, level: string,
 *   limit: number, clock: number | null, ready: number[], watchers: number, invite: string | null, watch: string | null,
 *   seats: SeatState[]}} Room
 * @typedef {{seat: number, action: string, card?: string, lacks?: string[]}} News
 * @typedef {Record<string, any> & {game: string, rules: Rules, seat: number | null, players: string[], number: number,
 *   totals: number[], sheet: number[][], points: number[], winners: number[], table: Record<string, any> | null,
 *   legal: string[], barred: Record<string, string[]>, playable: string[], move: number}} View
 * @typedef {{count: number, view: View, news: News[], seen?: News[]}} Told
 * @typedef {"connecting" | "open" | "lost" | "refused"} State
 */

/** @param {string} path */
const address = (path) => new URL(path, document.baseURI);

/** A key: 128 random bits as 22 characters of base64url. */
export function drawKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** What a person opens to join or to watch. @param {"table" | "watch"} way @param {string} table @param {string} key */
export const linkTo = (way, table, key) => `${location.origin}${location.pathname}#/${way}/${table}/${key}`;

/** @param {number} ms */
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** A sentence in whatever the server sent as a refusal. @param {any} body */
function sentence(body) {
  const why = body?.why ?? body?.detail;
  return typeof why === "string" && why ? why : text.link.odd;
}

/** The server did not answer, rather than refuse. */
export class NoAnswer extends Error {}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<any>}
 */
async function ask(path, init) {
  let answer;
  try {
    answer = await fetch(address(path), { ...init, credentials: "omit", cache: "no-store", signal: AbortSignal.timeout(10000) });
  } catch {
    throw new NoAnswer(text.link.failed);
  }
  if (answer.status >= 502) throw new NoAnswer(text.link.failed);
  const body = await answer.json().catch(() => null);
  if (!answer.ok) throw new Error(sentence(body));
  return body;
}

/** @type {Promise<{games: Game[]}> | null} */
let known = null;

/** The games, their options and levels; asked once. @returns {Promise<{games: Game[]}>} */
export function games() {
  known ??= ask("api/games").catch((error) => {
    known = null;
    throw error;
  });
  return known;
}

/**
 * Make a table. The key is drawn here, so a request that got no answer is sent again and still makes one table.
 * @param {Wish} wish
 * @returns {Promise<{table: string, key: string, seat: number | null}>}
 */
export async function makeTable(wish) {
  const key = drawKey();
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ key, ...wish }) };
  for (let tries = 1; ; tries++) {
    try {
      const { table, seat } = await ask("api/tables", init);
      return { table, key, seat };
    } catch (error) {
      if (!(error instanceof NoAnswer) || tries === 3) throw error;
      await wait(400 * tries);
    }
  }
}

/**
 * A table seen through one key. It comes back by itself after every loss, and goes on from the last view it got.
 *
 * Events: `room`, `view` (detail: the message), `state` (detail: a State), `left` (left for good).
 */
export class Connection extends EventTarget {
  /** @type {Room | null} the last room */
  room = null;
  /** @type {Told | null} the last view message */
  view = null;
  /** The number of the last view, 0 before the first. */
  count = 0;
  /** @type {number | null} the seat that the key opened */
  seat = null;
  /** @type {State} */
  state = "connecting";
  /** Why the table refused this key, "" while it has not. */
  why = "";

  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, {frame: Record<string, unknown>, done: (answer: any) => void, fail: (why: Error) => void, late: number}>} */
  #pending = new Map();
  #stem = drawKey().slice(0, 12);
  #asked = 0;
  #tries = 0;
  #timer = 0;
  #entered = false;
  #over = false;

  /** @param {string} table @param {string} key */
  constructor(table, key) {
    super();
    this.table = table;
    this.key = key;
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#connect();
  }

  /** Play, discard, pass, draw, name. @param {number} move the view's @param {string} action one of its legal ones */
  act(move, action) { return this.#ask({ type: "act", move, action }); }
  /** On to the next round, or after a match to a rematch. */
  next() { return this.#ask({ type: "next" }); }
  /** Begin without waiting for friends. */
  start() { return this.#ask({ type: "start" }); }
  /** Take back the seat that a computer plays for me. */
  back() { return this.#ask({ type: "back" }); }
  /** Leave for good. */
  async leave() {
    await this.#ask({ type: "leave" });
    this.dispatchEvent(new Event("left"));
    this.close();
  }
  /**
   * Take the first open seat with a key of one's own; only where the invitation was entered. What is told from then on
   * is the seat's.
   * @param {string} key @param {string} name
   */
  async join(key, name) {
    const answer = await this.#ask({ type: "join", key, name });
    this.key = key;
    this.seat = answer.seat;
    return answer;
  }

  /** Stop: no more events, and what was asked fails. */
  close() {
    this.#stop(text.link.closed);
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
  }

  /** @param {string} why */
  #stop(why) {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#socket = null;
    for (const { fail, late } of this.#pending.values()) {
      clearTimeout(late);
      fail(new Error(why));
    }
    this.#pending.clear();
  }

  /** @param {State} state */
  #turn(state) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: state }));
  }

  /** A sleeping phone woke up, or the network is back: do not wait for the timer. */
  #hurry = () => {
    if (this.#over || this.#socket || document.hidden) return;
    clearTimeout(this.#timer);
    this.#tries = 0;
    this.#connect();
  };

  #connect() {
    const url = address(`api/tables/${encodeURIComponent(this.table)}/socket`);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    this.#socket = socket;
    this.#entered = false;
    // A handshake that nobody answers is a loss too.
    this.#timer = setTimeout(() => this.#lost(socket), 10000);
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      this.#ask({ type: "enter", key: this.key, have: this.count }, true).then((answer) => {
        clearTimeout(this.#timer);
        this.seat = answer.seat ?? null;
        this.#entered = true;
        this.#tries = 0;
        for (const [id, { frame }] of this.#pending) this.#send(id, frame);
        this.#turn("open");
      }, (why) => {
        if (socket !== this.#socket || why instanceof NoAnswer) return;
        this.why = why.message;
        this.#stop(this.why);
        this.#turn("refused");
      });
    };
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#hear(data);
    };
    socket.onclose = () => this.#lost(socket);
  }

  /** @param {WebSocket} socket */
  #lost(socket) {
    if (socket !== this.#socket || this.#over) return;
    clearTimeout(this.#timer);
    socket.onclose = null;
    socket.close();
    this.#socket = null;
    // An unanswered `enter` is asked anew; everything else keeps its id and waits.
    for (const [id, { frame, fail, late }] of this.#pending) {
      clearTimeout(late);
      if (frame.type !== "enter") continue;
      this.#pending.delete(id);
      fail(new NoAnswer(text.link.gone));
    }
    this.#turn("lost");
    const pause = Math.min(8000, 250 * 2 ** this.#tries++) * (0.5 + Math.random() / 2);
    this.#timer = setTimeout(() => this.#connect(), pause);
  }

  /** @param {Record<string, unknown>} frame @param {boolean} [now] before the table was entered @returns {Promise<any>} */
  #ask(frame, now = false) {
    if (this.#over) return Promise.reject(new Error(this.why || text.link.closed));
    const id = `${this.#stem}${++this.#asked}`;
    return new Promise((done, fail) => {
      this.#pending.set(id, { frame, done, fail, late: 0 });
      if (now || this.#entered) this.#send(id, frame);
    });
  }

  /** @param {string} id @param {Record<string, unknown>} frame */
  #send(id, frame) {
    const socket = this.#socket;
    const asked = this.#pending.get(id);
    if (!socket || !asked) return;
    socket.send(JSON.stringify({ ...frame, id }));
    // A connection that died without a word shows by the missing answer.
    asked.late = setTimeout(() => this.#lost(socket), 8000);
  }

  /** @param {unknown} data */
  #hear(data) {
    /** @type {any} */
    let message;
    try {
      message = JSON.parse(String(data));
    } catch {
      return;
    }
    const { type, id } = message;
    if (type === "room") this.room = message;
    else if (type === "view") {
      this.view = message;
      this.count = message.count;
    } else if (type === "done" || type === "refused") {
      const asked = this.#pending.get(id);
      if (!asked) return;
      this.#pending.delete(id);
      clearTimeout(asked.late);
      if (type === "refused") asked.fail(new Error(sentence(message)));
      else asked.done(message);
      return;
    } else return;
    this.dispatchEvent(new CustomEvent(type, { detail: message }));
  }
}

/** @param {string} table @param {string} key */
export const openTable = (table, key) => new Connection(table, key);
