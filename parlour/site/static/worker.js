/*
 * The Worker in which the tables are. It answers what link.js asks: requests as of HTTP, sockets, and
 * the tables as a file.
 */

import { start } from "./python.js";
import { openStorage } from "./storage.js";

const page = /** @type {any} */ (self);
const locks = new Map(); // what ends the hold on each socket's table

/** The tables of this browser, once Python is here. */
const desk = (async () => {
	const { rows, lasting } = await openStorage();
	page.postMessage({ kind: "storage", lasting });
	const settings = await fetch(new URL("site.json", import.meta.url));
	const { first, packages, levels } = await settings.json();
	let come = 0;
	const { python, more } = await start((bytes) => {
		come += bytes;
		page.postMessage({ kind: "progress", part: Math.min(1, come / first) });
	});
	const calls = {
		make: (...given) => rows.make(...given),
		find: (...given) => rows.find(...given),
		append: (...given) => rows.append(...given),
		send: (socket, text) => page.postMessage({ kind: "message", socket, text }),
		close: (socket) => close(socket),
	};
	const made = python.pyimport("parlour.site.desk").Desk(calls, python.toPy(packages),
		python.toPy(levels));
	page.postMessage({ kind: "progress", part: 1 });
	void more().then(() => made.load()).then(
		() => page.postMessage({ kind: "loaded" }),
		(error) => console.error(error),
	);
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
	const signal = AbortSignal.timeout(3000);
	navigator.locks.request(`parlour ${table}`, { mode: "exclusive", signal }, () => {
		good(true);
		return new Promise((release) => locks.set(socket, release));
	}).catch(() => good(false));
});

async function open(socket = 0, table = "") {
	const { made } = await desk;
	if (await hold(socket, table) && await made.open(socket, table)) {
		page.postMessage({ kind: "open", socket });
	} else {
		close(socket);
	}
}

function close(socket = 0) {
	locks.get(socket)?.();
	locks.delete(socket);
	page.postMessage({ kind: "close", socket });
}

/** The answer to a request: the status of HTTP, and the body. */
async function answer(path = "", body = "") {
	const { made, rows } = await desk;
	if (path === "export") return [200, await rows.all()];
	if (path === "import") return [200, { count: await rows.add(JSON.parse(body)) }];
	if (path === "api/tables") return JSON.parse(await made.make(body));
	const table = path.split("/")[2];
	return JSON.parse(await made.find(table));
}

page.onmessage = async ({ data: { kind, id, path, body, socket, table, text } }) => {
	if (kind === "ask") {
		const found = await answer(path, body).catch(({ message }) => [503, { why: message }]);
		page.postMessage({ kind: "answer", id, found });
	} else if (kind === "open") {
		void open(socket, table);
	} else if (kind === "send") {
		await (await desk).made.receive(socket, text);
	} else {
		await (await desk).made.close(socket);
		close(socket);
	}
};
