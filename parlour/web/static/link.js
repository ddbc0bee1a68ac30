/**
 * The one module that knows there is a server: requests, and a table's socket that comes back by itself. What is thrown
 * is an Error whose message is a sentence for people; its cause is the HTTP status, 0 where nobody answered.
 *
 * @module
 */

import { text } from "./text.js";

/**
 * @typedef {import("./table.js").Room} Room
 * @typedef {import("./table.js").Shown} Shown a message `view`
 * @typedef {Record<string, string | number>} Rules
 * @typedef {{name: string, values: string[] | null, min: number, max: number, default: string | number}} Option
 * @typedef {{name: string, seats: number, seats_option: string | null, options: Option[], levels: string[]}} Game
 * @typedef {{game: string, rules: Rules, seats: string[], name?: string, level?: string, limit?: number}} Wish
 * @typedef {"connecting" | "open" | "lost" | "refused"} State
 */

let base = location.origin + location.pathname;
/** @type {Promise<{games: Game[]}> | null} */
let known = null;

/** A key: 128 random bits as 22 characters of base64url. */
export const drawKey = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
  .replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);

/** An address to give away, to join or to watch. @param {"table" | "watch"} way @param {string} table @param {string} key */
export const linkTo = (way, table, key) => `${base}#/${way}/${table}/${key}`;

/** @param {string} path @param {RequestInit} [init] @returns {Promise<any>} */
async function ask(path, init) {
  const answer = await fetch(new URL(path, document.baseURI), { ...init, cache: "no-store", signal: AbortSignal.timeout(10000) })
    .catch(() => null);
  if (!answer || answer.status > 501) throw new Error(text.link.failed, { cause: 0 });
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(body.why ?? text.link.odd, { cause: answer.status });
  return body;
}

/** The games, their options and levels. @returns {Promise<{games: Game[]}>} */
export function games() {
  known ??= ask("api/games").then((answer) => {
    if (answer.base) base = `${answer.base.replace(/\/$/, "")}/`;
    return answer;
  }).catch((error) => {
    known = null;
    throw error;
  });
  return known;
}

/**
 * Make a table. The key is drawn here: a request that got no answer is sent again and still makes one table.
 * @param {Wish} wish @returns {Promise<{table: string, key: string, seat: number | null}>}
 */
export async function makeTable(wish) {
  const key = drawKey();
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ key, ...wish }) };
  const again = (/** @type {Error} */ error) => {
    if (error.cause) throw error;
    return new Promise((done) => setTimeout(done, 600)).then(() => ask("api/tables", init));
  };
  return { ...await ask("api/tables", init).catch(again).catch(again), key };
}

/**
 * A table seen through one key. It comes back by itself after every loss and goes on from the last view it got; what
 * was asked and not answered is sent again with the same id, and so is done once.
 *
 * Events: `room` and `view` (detail: the message), `state` (detail: a State), `left` (for good).
 */
export class Connection extends EventTarget {
  /** @type {Room | null} */
  room = null;
  /** @type {Shown | null} */
  view = null;
  count = 0; // number of the last view
  /** @type {number | null} */
  seat = null;
  /** @type {State} */
  state = "connecting";
  why = ""; // the table refuses this key

  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, {frame: object, done: (answer: any) => void, fail: (why: Error) => void}>} */
  #asked = new Map();
  #stem = drawKey();
  #number = 0;
  #tries = 0;
  #timer = 0;
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

  /** @param {number} move the view's @param {string} action one of its legal ones */
  act(move, action) { return this.#ask({ type: "act", move, action }); }
  next() { return this.#ask({ type: "next" }); }
  start() { return this.#ask({ type: "start" }); }
  back() { return this.#ask({ type: "back" }); }
  async leave() {
    await this.#ask({ type: "leave" });
    this.dispatchEvent(new Event("left"));
    this.close();
  }
  /** Take an open seat, where the invitation was entered. @param {string} key one's own @param {string} name */
  join(key, name) { return this.#ask({ type: "join", key, name }); }

  /** Stop: no more events, and what was asked fails. */
  close(why = text.link.closed) {
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#over = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#socket = null;
    for (const { fail } of this.#asked.values()) fail(new Error(why));
    this.#asked.clear();
  }

  /** @param {State} state */
  #turn(state) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: state }));
  }

  /** @param {string} why */
  #refuse(why) {
    if (this.#over) return;
    this.why = why;
    this.close(why);
    this.#turn("refused");
  }

  /** A sleeping phone woke up, or the network is back. */
  #hurry = () => {
    if (this.#socket || document.hidden) return;
    this.#tries = 0;
    this.#connect();
  };

  #connect() {
    clearTimeout(this.#timer);
    const url = new URL(`api/tables/${this.table}/socket`, document.baseURI);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = this.#socket = new WebSocket(url);
    socket.onopen = () => this.#send("enter", { type: "enter", key: this.key, have: this.count });
    socket.onmessage = ({ data }) => socket === this.#socket && this.#hear(JSON.parse(data));
    socket.onclose = () => this.#lost(socket);
    this.#expect();
  }

  /** A connection that died without a word shows by the missing answer. */
  #expect() {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    if (socket) this.#timer = setTimeout(() => this.#lost(socket), 8000);
  }

  /** @param {WebSocket} socket */
  #lost(socket) {
    if (socket !== this.#socket) return;
    clearTimeout(this.#timer);
    this.#socket = null;
    socket.close();
    // Why a handshake was refused is told to other requests only.
    if (!this.count) {
      ask(`api/tables/${this.table}/view`, { headers: { Authorization: `Bearer ${this.key}` } })
        .catch((error) => [401, 403, 404].includes(error.cause) && this.#refuse(error.message));
    }
    this.#turn("lost");
    this.#timer = setTimeout(() => this.#connect(), Math.min(8000, 250 * 2 ** this.#tries++) * (0.5 + Math.random() / 2));
  }

  /** @param {object} frame @returns {Promise<any>} */
  #ask(frame) {
    if (this.#over) return Promise.reject(new Error(this.why || text.link.closed));
    const id = `${this.#stem}.${++this.#number}`;
    return new Promise((done, fail) => {
      this.#asked.set(id, { frame, done, fail });
      if (this.state === "open") this.#send(id, frame);
    });
  }

  /** @param {string} id @param {object} frame */
  #send(id, frame) {
    this.#socket?.send(JSON.stringify({ ...frame, id }));
    this.#expect();
  }

  /** @param {any} message */
  #hear(message) {
    const { type, id, why } = message;
    const asked = this.#asked.get(id);
    if (type === "room" || type === "view") {
      if (type === "room") this.room = message;
      else this.count = (this.view = /** @type {Shown} */ (message)).count;
      this.dispatchEvent(new CustomEvent(type, { detail: message }));
    } else if (id === "enter") {
      if (type === "refused") return this.#refuse(why);
      this.seat = message.seat;
      this.#tries = 0;
      clearTimeout(this.#timer);
      this.#turn("open");
      for (const [other, { frame }] of this.#asked) this.#send(other, frame);
    } else if (asked) {
      this.#asked.delete(id);
      if (!this.#asked.size) clearTimeout(this.#timer);
      if (type === "refused") asked.fail(new Error(why));
      else asked.done(message);
    }
  }
}

/** @param {string} table @param {string} key */
export const openTable = (table, key) => new Connection(table, key);
