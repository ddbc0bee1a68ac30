/* Tables and their keys: a new table, and one that is seen through a key. */

import { ask, patience, socketTo } from "./link.js";
import { text } from "./text.js";

let base = location.origin + location.pathname;
let known;

/** A key: 128 random bits as 22 characters of base64url. */
export function drawKey() {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	const encoded = btoa(String.fromCharCode(...bytes));
	return encoded.replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
}

export const linkTo = (way = "table", table = "", key = "") => `${base}#/${way}/${table}/${key}`;

/** A file of a game, which holds data. */
export const fileOf = (name = "") => ask(new URL(name, import.meta.url).href);

/** Whether the addresses work on this computer only. */
export const local = () => /^https?:..(localhost|127\.|\[::1)/.test(base);

/** @returns {Promise<Listed[]>} */
export const games = () => known ??= ask("api/games").then(async (answer) => {
	if (answer.base) base = `${answer.base.replace(/\/$/, "")}/`;
	return text.learn(answer);
}).catch((error) => {
	known = undefined;
	throw error;
});

/**
 * The key is drawn here: a request without an answer is sent again and still makes one table.
 * @param {Wanted} wanted
 */
export async function makeTable(wanted) {
	const key = drawKey();
	const init = {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify({ key, ...wanted }),
	};
	for (let tries = 2; ; tries--) {
		try {
			return { ...await ask("api/tables", init), key };
		} catch (error) {
			if (error.cause || !tries) throw error;
			await new Promise((done) => setTimeout(done, 600));
		}
	}
}

/**
 * A table seen through one key. It reconnects by itself and resumes from the last view it got. A
 * request without an answer is sent again with the same id, and so is done once. Events: `room`,
 * `view`, `said` (detail: the message), `state`, `left`.
 */
export class Connection extends EventTarget {
	room = /** @type {Room?} */ (null);
	view = /** @type {Update?} */ (null);
	seat = /** @type {number?} */ (null);
	state = /** @type {State} */ ("connecting");
	why = ""; // the table refuses this key, or does not open

	#socket = /** @type {WebSocket?} */ (null);
	#asked = new Map();
	#tries = 0;
	#timer = 0;
	#end = new AbortController();

	constructor(table = "", key = "") {
		super();
		this.table = table;
		this.key = key;
		const { signal } = this.#end;
		// A sleeping phone woke up, or the network is back: an open socket may have died meanwhile.
		const hurry = () => {
			if (document.hidden) return;
			if (this.#socket) return void (this.state === "open" && this.#enter());
			this.#tries = 0;
			this.#connect();
		};
		addEventListener("online", hurry, { signal });
		document.addEventListener("visibilitychange", hurry, { signal });
		this.#connect();
	}

	/** That there is no connection, and why; empty if there is one. */
	get lost() { return this.state === "lost" ? this.why || text.link.gone : ""; }

	act(move = 0, action = "") { return this.#ask("act", { move, action }); }
	next() { return this.#ask("next"); }
	/** A new match with the deals of this one. */
	again() { return this.#ask("next", { again: true }); }
	start() { return this.#ask("start"); }
	back() { return this.#ask("back"); }
	hint() { return this.#ask("hint"); }
	/** Go back to before a move of one's own. */
	undo(move = 0) { return this.#ask("undo", { move }); }
	/** Have one's forced actions played, or no longer. */
	forced(on = true) { return this.#ask("forced", { on }); }
	/** Have the rest of the round played. */
	rest() { return this.#ask("rest"); }
	/** @param {Phrase} phrase */
	say(phrase) { return this.#ask("say", { phrase }); }
	/** Take an open seat by the invitation, with a key of one's own. */
	join(key = "", name = "") { return this.#ask("join", { key, name }); }
	async leave() {
		await this.#ask("leave");
		this.dispatchEvent(new Event("left"));
		this.close();
	}

	/** Stop: no more events; open requests fail. */
	close(why = text.link.closed) {
		this.#end.abort();
		clearTimeout(this.#timer);
		this.#socket?.close();
		this.#socket = /** @type {WebSocket?} */ (null);
		for (const { fail } of this.#asked.values()) fail(new Error(why));
		this.#asked.clear();
	}

	#turn(state) {
		if (state === this.state) return;
		this.state = state;
		this.dispatchEvent(new Event("state"));
	}

	#refuse(why = "") {
		if (this.#end.signal.aborted) return;
		this.why = text.refusal(why);
		this.close(why);
		this.#turn("refused");
	}

	#later(then = () => {}, ms = 0) {
		clearTimeout(this.#timer);
		this.#timer = setTimeout(then, ms);
	}

	#connect() {
		const socket = this.#socket = socketTo(this.table);
		socket.onopen = () => this.#enter();
		socket.onmessage = ({ data }) => socket === this.#socket && this.#hear(JSON.parse(data));
		socket.onclose = ({ reason }) => this.#lost(socket, reason);
		this.#expect();
	}

	/** A dead connection shows by a missing answer. */
	#expect() {
		const socket = this.#socket;
		if (socket) this.#later(() => this.#lost(socket), patience);
	}

	#lost(socket, why = "") {
		if (socket !== this.#socket) return;
		if (why) this.why = text.refusal(why);
		this.#socket = /** @type {WebSocket?} */ (null);
		socket.close();
		// Only other requests are answered with the reason of a refused handshake.
		if (!this.view || this.#tries > 1) {
			const headers = { Authorization: `Bearer ${this.key}` };
			ask(`api/tables/${this.table}/view`, { headers }).catch(({ cause, message }) => {
				if (this.state !== "lost") return;
				if ([401, 403, 404].includes(cause)) return this.#refuse(message);
				this.why = message === text.link.failed ? "" : message;
				this.dispatchEvent(new Event("state"));
			});
		}
		this.#turn("lost");
		const wait = Math.min(8000, 250 * 2 ** this.#tries++) * (0.5 + Math.random() / 2);
		this.#later(() => this.#connect(), wait);
	}

	#ask(type = "", fields = {}) {
		const { aborted } = this.#end.signal;
		if (aborted) return Promise.reject(new Error(this.why || text.link.closed));
		const [id, frame] = [drawKey(), { type, ...fields }];
		return new Promise((done, fail) => {
			this.#asked.set(id, { frame, done, fail });
			if (this.state === "open") this.#send(id, frame);
		});
	}

	#enter() { this.#send("enter", { type: "enter", key: this.key, have: this.view?.count ?? 0 }); }

	#send(id = "", frame = {}) {
		this.#socket?.send(JSON.stringify({ ...frame, id }));
		this.#expect();
	}

	/** @param {AnyMessage} message */
	#hear(message) {
		if (!("id" in message)) {
			if (message.type === "room") this.room = message;
			else if (message.type === "view") this.view = message;
			return void this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
		}
		const asked = this.#asked.get(message.id);
		if (message.id === "enter") {
			if (message.type === "refused") return this.#refuse(message.why);
			this.seat = message.seat ?? null;
			this.#tries = 0;
			this.why = "";
			clearTimeout(this.#timer);
			this.#turn("open");
			for (const [other, { frame }] of this.#asked) this.#send(other, frame);
		} else if (asked) {
			this.#asked.delete(message.id);
			if (!this.#asked.size) clearTimeout(this.#timer);
			if (message.type === "refused") asked.fail(new Error(text.refusal(message.why)));
			else asked.done(message);
		}
	}
}
