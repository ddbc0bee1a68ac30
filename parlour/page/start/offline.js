/* The service worker that keeps the page's files, where the browser takes one. */

const PATIENCE = 15000; // ms
const NOTED = 200; // ms in which a browser has noted how a file came

/**
 * Whether the browser would take a worker from this address. It must not simply be asked: what it
 * refuses is an error on its console.
 */
async function takes(script = "") {
	const { headers } = await fetch(script, { signal: AbortSignal.timeout(PATIENCE) });
	// A network may answer with a page of its own.
	if (!headers.get("Content-Type")?.includes("javascript")) return false;
	if (location.protocol !== "https:") return true;
	// With a certificate that is not trusted a browser keeps no files: this one then comes anew.
	const { url } = import.meta;
	await (await fetch(url, { cache: "force-cache" })).text();
	await new Promise((done) => setTimeout(done, NOTED));
	return !/** @type {any} */ (performance.getEntriesByName(url).at(-1))?.transferSize;
}

/** Have the worker of this address, unless the browser allows none here. */
export async function keep(script = "") {
	try {
		const { serviceWorker } = navigator; // some frames may not even ask for it
		if (serviceWorker && (serviceWorker.controller || await takes(script))) {
			// It learns that the server has a newer page.
			serviceWorker.onmessage = ({ data }) => keep(`service.js?${data}`);
			await serviceWorker.register(script);
		}
	} catch {
		// Next time, perhaps.
	}
}
