/*
 * The Worker in which the tables are. It answers what alone.js asks: requests as of HTTP, sockets,
 * and the tables as a file.
 */

import { dataOf, start } from "./python.js";
import { openStorage } from "./storage.js";

const page = /** @type {any} */ (self);
const AGAIN = 10000; // ms after which what failed to load is asked for again
const SOON = 300; // ms from the first message of a table to the loading of the learned players
const LATEST = 2000; // ms after which they are loaded anyway
const ELSEWHERE = 3000; // ms after which a table counts as held by another window
const locks = new Map(); // what ends the hold on each socket's table

/** The tables of this browser, once Python is here. */
const desk = (async () => {
	const { rows, lasting } = await openStorage();
	page.postMessage({ kind: "storage", lasting });
	let [come, all] = [0, Infinity];
	const heard = (bytes = 0, why = "") => {
		come += bytes;
		page.postMessage({ kind: "progress", part: Math.min(1, come / all), why });
	};
	const { first, packages, levels, later } = await dataOf("site.json", heard);
	[come, all] = [0, first];
	const { python, more } = await start(heard);
	let waits = true;
	const calls = {
		make: (...given) => rows.make(...given),
		find: (...given) => rows.find(...given),
		append: (...given) => rows.append(...given),
		send(socket, text) {
			page.postMessage({ kind: "message", socket, text });
			if (waits) setTimeout(strong, SOON);
		},
		close: (socket, why) => close(socket, why),
	};
	const made = python.pyimport("parlour.site.desk").Desk(calls, python.toPy(packages),
		python.toPy(levels));
	page.postMessage({ kind: "progress", part: 1 });
	// The first table comes before the learned players, which take Python's whole attention.
	function strong() {
		if (!waits) return;
		waits = false;
		more().then(() => made.load(python.toPy(later))).then(
			() => page.postMessage({ kind: "loaded" }),
			(error) => {
				console.error(error);
				waits = true;
				setTimeout(strong, AGAIN);
			},
		);
	}
	setTimeout(strong, LATEST);
	return { made, rows };
})();
desk.catch((error) => {
	console.error(error);
	page.postMessage({ kind: "failed" });
});

/**
 * Hold a table for a socket, so that no other tab has it; false if one has.
 * @returns {Promise<boolean>}
 */
const hold = (socket = 0, table = "") => new Promise((good) => {
	if (!navigator.locks) return good(true);
	const signal = AbortSignal.timeout(ELSEWHERE);
	navigator.locks.request(`parlour ${table}`, { mode: "exclusive", signal }, () => {
		good(true);
		return new Promise((release) => locks.set(socket, release));
	}).catch(({ name }) => good(name !== "TimeoutError")); // else the browser has no locks here
});

async function open(socket = 0, table = "") {
	const { made } = await desk;
	if (!await hold(socket, table)) close(socket, "elsewhere");
	else if (await made.open(socket, table)) page.postMessage({ kind: "open", socket });
	else close(socket);
}

/** The end of a socket, and why: "full", "elsewhere", or nothing. */
function close(socket = 0, why = "") {
	locks.get(socket)?.();
	locks.delete(socket);
	page.postMessage({ kind: "close", socket, why });
}

/** The answer to a request: the status of HTTP, and the body. */
async function answer(path = "", body = "") {
	const { made, rows } = await desk.catch(() => { throw new Error("failed"); });
	if (path === "export") return [200, await rows.all()];
	if (path === "import") return [200, { count: await rows.add(JSON.parse(body)) }];
	if (path === "api/tables") return JSON.parse(await made.make(body));
	const table = path.split("/")[2];
	return JSON.parse(await made.find(table));
}

async function heard({ kind, id, path, body, socket, table, text }) {
	if (kind === "ask") {
		const found = await answer(path, body).catch(({ message }) => [503, { why: message }]);
		page.postMessage({ kind: "answer", id, found });
	} else if (kind === "open") {
		await open(socket, table);
	} else if (kind === "send") {
		await (await desk).made.receive(socket, text);
	} else {
		await (await desk).made.close(socket);
		close(socket);
	}
}

page.onmessage = ({ data }) => heard(data).catch((error) => {
	if (data.socket) close(data.socket, "failed");
	console.error(error);
});
