/*
 * Keeps the page's files, so that the page opens without a network. Requests to the tables go to
 * the server alone. The address of this file has the digest of the files: `service.js?DIGEST`.
 */

const worker = /** @type {Service} */ (/** @type {unknown} */ (self));
const digest = location.search.slice(1);
const kept = `parlour.${digest}`;
const start = new URL(`files/${digest}/`, location.href).href;

/** Keep all files, and the page that refers to them. */
async function keep() {
	const cache = await caches.open(kept);
	const names = await (await fetch(`${start}files.json`)).json();
	await cache.addAll([new URL("./", location.href), ...names.map((name) => start + name)]);
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

/** The page from the server, else the one that is kept. */
const page = (request) => fetch(request).catch(() => caches.match(new URL("./", location.href)));

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
	else if (request.mode === "navigate") event.respondWith(page(request));
});
