/* Modules that are loaded after the page's first ones. */

const ROOT = new URL("../", import.meta.url);

/** The address of a file that is named from the page's folder. */
export const addressOf = (name = "") => new URL(name, ROOT).href;

const pause = (ms = 0) => new Promise((done) => setTimeout(done, ms * (0.5 + Math.random())));

const ready = new Set(); // addresses of files that have come, and all that they import
const tried = new Set(); // that may have come damaged

/**
 * Have a file in the browser's cache, and what it imports. A module that failed to load is never
 * asked for again by the browser, so its files come first, whole, and from the server.
 */
export async function fetched(name = "", seen = new Set()) {
	const href = addressOf(name);
	const [file] = href.split("/").slice(-1);
	if (ready.has(href) || seen.has(href) || document.querySelector(`[href$="/${file}"]`)) return;
	const cache = tried.has(href) ? "reload" : "default";
	seen.add(href);
	tried.add(href);
	const answer = await fetch(href, { cache, signal: AbortSignal.timeout(15000) });
	const type = answer.headers.get("content-type") ?? "";
	const content = await answer.text();
	if (!answer.ok || answer.redirected || !content || type.includes("html")) throw new Error(name);
	const imports = content.matchAll(/from ?"(\.[^"]+)"/g);
	await Promise.all(Array.from(imports, ([, other]) => fetched(new URL(other, href).href, seen)));
	ready.add(href);
}

/** What is loaded, as soon as the server answers. @template T @param {() => Promise<T>} load */
export async function arrived(load) {
	for (let wait = 1000; ; wait = Math.min(2 * wait, 30000)) {
		try {
			return await load();
		} catch {
			await pause(wait);
		}
	}
}

/**
 * A function that loads a module after its file, which is named from the page's folder.
 * @template T @param {() => Promise<T>} load @param {string} name
 */
export const after = (load, name) => async () => {
	await fetched(name);
	return load();
};
