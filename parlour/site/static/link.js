/*
 * The one module that knows where the tables are: in a Worker of this page. It throws Errors whose
 * message is a sentence for people and whose cause is the HTTP status, 0 for no answer.
 */

import { follow, reason } from "./alone.js";
import { text } from "./text.js";

export { alone } from "./alone.js";

/** The milliseconds after which a socket without an answer counts as dead. */
export const patience = 60000;

const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
const answers = /** @type {Map<number, (found: [number, any]) => void>} */ (new Map());
const sockets = /** @type {Map<number, Socket>} */ (new Map());
const GONE = text.link.gone;
const FAILED = /** @type {[number, any]} */ ([503, { why: "failed" }]);
let dead = false; // whether the Worker could not be loaded
let used = 0;

worker.onerror = () => {
	dead = true;
	for (const answer of answers.values()) answer(FAILED);
	follow({ kind: "failed" });
};
worker.onmessage = ({ data }) => {
	const { kind, id, found, socket } = data;
	if (kind === "answer") answers.get(id)?.(found);
	else if (socket) sockets.get(socket)?.hear(data);
	else follow(data);
};

/** A request to the Worker: the status of HTTP, and the body. */
const request = (path = "", body = "") => new Promise((good) => {
	if (dead) return good(FAILED);
	const id = ++used;
	answers.set(id, (found) => {
		answers.delete(id);
		good(found);
	});
	worker.postMessage({ kind: "ask", id, path, body });
});

/** A file, which holds data. */
async function file(path = "") {
	const answer = await fetch(path).catch(() => null);
	if (!answer) throw new Error(text.link.failed, { cause: 0 });
	return [answer.status, await answer.json().catch(() => ({}))];
}

/** The answer to a request, parsed. @param {{ body?: string }} init */
export async function ask(path = "", init = {}) {
	const there = path === "api/games" ? new URL("games.json", import.meta.url).href : path;
	const [status, body] = await (there.includes(":") ? file(there) : request(path, init.body));
	if (status < 400) return body;
	throw new Error(body.why ? reason(body.why) : text.link.odd, { cause: status });
}

/** What a table's connection uses of a WebSocket. */
class Socket {
	onopen = () => {};
	onclose = () => {};
	/** @type {(event: { data: string }) => void} */
	onmessage = () => {};
	#id = ++used;

	constructor(table = "") {
		sockets.set(this.#id, this);
		worker.postMessage({ kind: "open", socket: this.#id, table });
	}

	hear({ kind, text: data, why }) {
		if (kind === "open") return void this.onopen();
		// Nobody can watch: nobody else has this table.
		if (kind === "message") {
			return void this.onmessage({ data: data.replace(WATCH, '"watch":null') });
		}
		sockets.delete(this.#id);
		text.link.gone = why ? reason(why) : GONE;
		this.onclose();
	}

	send(frame = "") { worker.postMessage({ kind: "send", socket: this.#id, text: frame }); }

	close() { worker.postMessage({ kind: "close", socket: this.#id }); }
}
const WATCH = /(?<=^\{"type":"room".*)"watch":"[\w-]*"/;

/** A new socket to a table. @returns {WebSocket} */
export const socketTo = (table = "") => /** @type {any} */ (new Socket(table));
