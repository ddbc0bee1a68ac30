/* Tables and their keys: a new table, and one that is seen through a key. */

import { link } from "./link.js";
import { addressOf, after, arrived } from "../text/loading.js";
import { text } from "../text/text.js";

const QUIET = 25000; // ms without a message after which the connection is tried
const STEADY = 15000; // ms after which a socket counts as one that gets through
const CUT = 3; // sockets one after the other that end sooner; one that never opens counts for all
const AGAIN = 15000; // ms to the next try of a socket while requests stand in, then twice as many
const MOST = 300000;

const polling = after(() => import("./polling.js"), "base/polling.js");

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
export const fileOf = (name = "") => link.ask(addressOf(name));

/** Whether the addresses work on this computer only. */
export const local = () => /^https?:..(localhost|127\.|\[::1)/.test(base);

/** @returns {Promise<Listed[]>} */
export const games = () => known ??= link.ask("api/games").then(async (answer) => {
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
			return { ...await link.ask("api/tables", init), key };
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

	#socket = /** @type {Line?} */ (null);
	#asked = new Map();
	#tries = 0;
	#timer = 0;
	#probe = 0; // the timer of the next try
	#late = false; // whether an answer is overdue
	#polled = false; // whether requests stand in for a socket
	#cut = 0;
	#lived = 0; // ms of the last socket; 0 if it never opened
	#entered = 0; // when this socket did; 0 before
	#again = false; // whether it enters once more, to be answered
	#end = new AbortController();

	constructor(table = "", key = "") {
		super();
		this.table = table;
		this.key = key;
		const { signal } = this.#end;
		// A sleeping phone woke up, or the network is back: an open socket may have died meanwhile.
		const hurry = () => {
			if (document.hidden) return;
			if (this.#socket && this.state === "open") {
				this.#enter(true);
				if (this.#polled) this.#try(0);
			}
			if (this.#socket) return;
			this.#tries = 0;
			this.#connect();
		};
		addEventListener("online", hurry, { signal });
		document.addEventListener("visibilitychange", hurry, { signal });
		this.#connect();
	}

	/** That there is no connection, or a slower one, and why; empty if there is a good one. */
	get lost() {
		if (this.state === "lost") return this.why || text.link.gone;
		if (this.#late) return text.link.late;
		return this.#polled && this.#cut > CUT ? text.link.stripped : "";
	}

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
		clearTimeout(this.#probe);
		this.#socket?.close();
		this.#socket = /** @type {Line?} */ (null);
		for (const { fail } of this.#asked.values()) fail(new Error(why));
		this.#asked.clear();
	}

	#turn(state, late = false) {
		if (state === this.state && late === this.#late) return;
		this.state = state;
		this.#late = late;
		this.#tell();
	}

	#tell() { this.dispatchEvent(new Event("state")); }

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

	/** @param {Line} [line] what a socket would do */
	#connect(line) {
		const socket = this.#socket = line ?? link.socketTo(this.table);
		clearTimeout(this.#probe);
		this.#polled = !!line;
		this.#entered = 0;
		socket.onopen = () => this.#enter();
		this.#follow(socket);
		this.#expect();
	}

	/** @param {Line} socket */
	#follow(socket) {
		socket.onmessage = ({ data }) => socket === this.#socket && this.#hear(JSON.parse(data));
		socket.onclose = (event) => this.#lost(socket, event?.reason);
	}

	/** A dead connection shows by a missing answer, which is told before it is given up. */
	#expect() {
		const socket = this.#socket;
		const most = this.#entered || this.#polled ? link.patience : link.opening;
		if (socket) this.#later(() => {
			// A hint takes its time.
			const thinks = [...this.#asked.values()].every(({ frame }) => frame.type === "hint");
			this.#turn(this.state, !this.#asked.size || !thinks);
			this.#later(() => this.#lost(socket), most - link.soon);
		}, link.soon);
	}

	/** All is answered. In a long silence the connection may die unnoticed, so it is tried. */
	#rest(state) {
		this.#turn(state);
		this.#later(() => document.hidden ? this.#rest(this.state) : this.#enter(true), QUIET);
	}

	#lost(socket, why = "") {
		if (socket !== this.#socket) return;
		if (why) this.why = text.refusal(why);
		this.#socket = /** @type {Line?} */ (null);
		socket.close();
		const lived = this.#lived = this.#entered && performance.now() - this.#entered;
		if (!this.#polled && !why) this.#cut = lived > STEADY ? 0 : this.#cut + (lived ? 1 : CUT);
		// Only other requests are answered with the reason of a refused handshake.
		if (!this.view || this.#tries > 1 || this.#cut >= CUT) {
			const headers = { Authorization: `Bearer ${this.key}` };
			const asked = link.ask(`api/tables/${this.table}/view`, { headers });
			asked.then(() => this.#poll(), (error) => {
				const { cause, message } = error;
				if (this.state !== "lost") return;
				if ([401, 403, 404].includes(cause)) return this.#refuse(message);
				this.why = message === text.link.failed ? "" : message;
				this.#tell();
			});
		}
		this.#turn("lost");
		const wait = Math.min(8000, 250 * 2 ** this.#tries++) * (0.5 + Math.random() / 2);
		this.#later(() => this.#connect(), wait);
	}

	/** Requests are answered, and no socket gets through: they stand in until one does. */
	async #poll() {
		if (link.alone || this.#cut < CUT) return;
		const { Polled } = await arrived(polling);
		if (this.#entered && this.state === "open" || this.#end.signal.aborted) return;
		// those that never opened may have been cut by what cut the requests, too
		if (!this.#lived) this.#cut = CUT;
		const before = this.#socket;
		this.#connect(new Polled(this.table, this.key));
		before?.close();
		this.#try();
	}

	/** Try whether a socket gets through again: at first at once, then ever more rarely. */
	#try(tried = this.#cut - CUT) {
		const polled = this.#socket;
		const ms = tried ? Math.min(MOST, AGAIN * 2 ** (tried - 1)) : 0;
		clearTimeout(this.#probe);
		this.#probe = setTimeout(() => {
			const socket = link.socketTo(this.table);
			const failed = () => {
				socket.onclose = null;
				socket.close();
				if (this.#socket !== polled) return;
				clearTimeout(this.#probe);
				this.#cut++;
				this.#tell();
				this.#try();
			};
			socket.onopen = () => socket.send(this.#entry());
			socket.onclose = failed;
			socket.onmessage = ({ data }) => {
				if (this.#socket !== polled) return void socket.close();
				clearTimeout(this.#probe);
				this.#polled = false;
				this.#entered = 0;
				this.#socket = socket;
				this.#follow(socket);
				polled?.close();
				this.#hear(JSON.parse(data));
				this.#tell();
			};
			this.#probe = setTimeout(failed, tried ? link.patience : link.opening);
		}, ms * (0.75 + Math.random() / 2));
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

	#entry() {
		const { key, view } = this;
		return JSON.stringify({ type: "enter", key, have: view?.count ?? 0, id: "enter" });
	}

	#enter(again = false) {
		this.#again = again;
		this.#socket?.send(this.#entry());
		this.#expect();
	}

	#send(id = "", frame = {}) {
		this.#socket?.send(JSON.stringify({ ...frame, id }));
		this.#expect();
	}

	/** @param {AnyMessage} message */
	#hear(message) {
		if (!("id" in message)) {
			if (!this.#asked.size && this.state === "open") this.#rest("open");
			const { count } = this.view ?? {};
			if (this.#again && message.type === "view" && message.count === count) return;
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
			this.#entered ||= performance.now();
			this.#rest("open");
			for (const [other, { frame }] of this.#asked) this.#send(other, frame);
		} else if (asked) {
			this.#asked.delete(message.id);
			if (!this.#asked.size) this.#rest(this.state);
			if (message.type === "refused") asked.fail(new Error(text.refusal(message.why)));
			else asked.done(message);
		}
	}
}
