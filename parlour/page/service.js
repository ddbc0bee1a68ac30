/*
 * Keeps the page's files, so that the page opens without a network. Requests to the tables go to
 * the server alone. The address of this file has the digest of the files: `service.js?DIGEST`.
 */

const worker = /** @type {Service} */ (/** @type {unknown} */ (self));
const digest = location.search.slice(1);
const kept = `parlour.${digest}`;
const home = new URL("./", location.href).href;
const start = `${home}files/${digest}/`;
const PAGE = /^(index.html)?([?#]|$)/; // its addresses, after that of home
const LATE = 1000; // ms after which the kept page is shown
const PATIENCE = 30000; // ms in which a file comes

/** Whether this is an answer of the server: others come from something on the way. */
const sound = ({ ok, redirected }) => ok && !redirected;

/** The digest of the files to which a page refers; "" if it is another page. */
async function digestOf(answer) {
	const page = sound(answer) ? await answer.clone().text() : "";
	return page.match(/name="parlour" content="(\w+)"/)?.[1] ?? "";
}

/** The first characters of a content's hash, as the list of files has them. */
async function hash(content) {
	const hashed = await crypto.subtle.digest("SHA-256", content);
	return btoa(String.fromCharCode(...new Uint8Array(hashed))).slice(0, 6);
}

/** @param {RequestCache} [cache] */
const ask = (address = "", cache) =>
	fetch(address, { cache, signal: AbortSignal.timeout(PATIENCE) });

/** Keep a file, once its content is the listed one. */
async function keepFile(cache, address, wanted) {
	if (await cache.match(address)) return;
	for (const mode of /** @type {const} */ (["default", "reload"])) {
		const answer = await ask(address, mode);
		const content = await answer.clone().arrayBuffer();
		if (sound(answer) && await hash(content) === wanted) return cache.put(address, answer);
	}
	throw new Error(address);
}

/** Keep all files, and the page that refers to them; what is kept already is not asked for. */
async function keep() {
	const cache = await caches.open(kept);
	const listed = Object.entries(await (await ask(`${start}files.json`)).json());
	await Promise.all(listed.map(([name, wanted]) => keepFile(cache, start + name, wanted)));
	const page = await ask(home, "no-cache");
	if (await digestOf(page) !== digest) throw new Error(home);
	await cache.put(home, page);
	await worker.skipWaiting();
}

/** Files of another digest belong to an older page. */
async function clean() {
	const names = await caches.keys();
	const old = names.filter((name) => name.startsWith("parlour.") && name !== kept);
	await Promise.all(old.map((name) => caches.delete(name)));
}

/** What is kept, else from the server. */
const first = async (request) => await caches.match(request) ?? fetch(request);

/** Have the pages keep the files of a newer server. */
async function renew(newer) {
	for (const client of await worker.clients.matchAll()) client.postMessage(newer);
}

/** The page from the server, if it comes soon and is one of ours; else the one that is kept. */
async function page({ url }) {
	const mine = await caches.match(home);
	if (!mine) return fetch(url);
	if (new URL(url).search === "?kept") return mine;
	const late = new Promise((done) => setTimeout(done, LATE));
	const asked = fetch(url).then(async (answer) => {
		const found = await digestOf(answer);
		if (found && found !== digest) void late.then(() => renew(found));
		return found === digest ? mine : found && answer;
	});
	return await Promise.race([asked.catch(() => null), late]) || mine;
}

worker.addEventListener("install", (event) => event.waitUntil(keep()));
worker.addEventListener("activate", (event) => event.waitUntil(clean()));
worker.addEventListener("notificationclick", (event) => {
	event.notification.close();
	const { clients } = worker;
	event.waitUntil(clients.matchAll({ type: "window", includeUncontrolled: true })
		.then(([shown]) => shown ? shown.focus() : clients.openWindow("./")));
});
worker.addEventListener("fetch", (event) => {
	const { request } = event;
	if (request.url.startsWith(start)) event.respondWith(first(request));
	else if (request.mode === "navigate" && PAGE.test(request.url.slice(home.length))) {
		event.respondWith(page(request));
	}
});
