/*
 * The page's first module where there is no server: the tables are in a Worker of this page. `ask`
 * throws Errors whose message is a sentence for people and whose cause is the HTTP status, 0 for no
 * answer.
 */

import { begin } from "../start/app.js";
import { addressOf } from "../text/loading.js";
import { text } from "../text/text.js";
import { alone, follow, reason } from "./notice.js";

const answers = /** @type {Map<number, (found: [number, any]) => void>} */ (new Map());
const sockets = /** @type {Map<number, Socket>} */ (new Map());
const GONE = text.link.gone;
const FAILED = /** @type {[number, any]} */ ([503, { why: "failed" }]);
const LATE = 2500; // ms in which the Worker says something
const STILL = 45000; // ms of its silence, until it is ready, after which another one is made
const LONGEST = 300000;
let worker = /** @type {Worker} */ (/** @type {unknown} */ (null));
let dead = false; // whether the Worker could not be loaded
let wait = 15000; // ms until another one is made
let used = 0;
const timers = [0, 0];

/** The Worker has said something, or was just made; it may be silent once it is ready. */
function live(ready = false) {
	timers.forEach(clearTimeout);
	if (ready) return;
	timers[0] = setTimeout(follow, LATE, { kind: "progress", part: 0, why: "late" });
	timers[1] = setTimeout(end, STILL);
}

function makeWorker() {
	dead = false;
	worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
	live();
	worker.onerror = end;
	worker.onmessage = ({ data }) => {
		const { kind, id, found, socket, part } = data;
		if (kind === "progress" || kind === "storage") live(part === 1);
		clearTimeout(timers[0]);
		if (kind === "answer") answers.get(id)?.(found);
		else if (socket) sockets.get(socket)?.hear(data);
		else if (kind === "failed") end();
		else follow(data);
	};
}

/** The Worker does not work: another one may, when the network is good. */
function end() {
	live(true);
	worker.terminate();
	dead = true;
	for (const answer of answers.values()) answer(FAILED);
	follow({ kind: "failed" });
	for (const socket of [...sockets.values()]) socket.hear({ kind: "close", why: "failed" });
	setTimeout(makeWorker, wait * (0.75 + Math.random() / 2));
	wait = Math.min(LONGEST, 2 * wait);
}

makeWorker();

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
	const answer = await fetch(path, { signal: AbortSignal.timeout(10000) }).catch(() => null);
	const body = await answer?.json().catch(() => null);
	if (answer?.ok && body) return [200, body];
	const portal = answer?.headers.get("content-type")?.includes("html") && answer.status < 404;
	throw new Error(text.link[portal ? "portal" : "failed"], { cause: 0 });
}

/** The answer to a request, parsed. @param {{ body?: string }} init */
async function ask(path = "", init = {}) {
	const there = path === "api/games" ? addressOf("games.json") : path;
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
		if (dead) void Promise.resolve().then(() => this.hear({ kind: "close", why: "failed" }));
		else worker.postMessage({ kind: "open", socket: this.#id, table });
	}

	/** @param {{ kind: string, text?: string, why?: string }} news */
	hear({ kind, text: data = "", why }) {
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
const socketTo = (table = "") => /** @type {any} */ (new Socket(table));

// A computer thinks in the same Worker, so an answer may take long.
begin({ alone, patience: 60000, soon: 20000, opening: 60000, ask, socketTo });
