/* What sentences are made with, in any language. */

/** The word before the last of several names. */
export const joined = { by: "and" };

export const plural = (count = 0, one = "") => `${count} ${one}${count === 1 ? "" : "s"}`;

export const list = (names = [""], word = joined.by) =>
	names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`;

/** A text whose %s are filled in. */
export const say = (words = "") => (...parts) =>
	words.replace(/%/g, () => list([parts.shift()].flat().map(String)));

/** Replace texts by those of another language. */
export function replace(texts = {}, others = {}) {
	for (const [key, other] of Object.entries(others)) {
		if (other.constructor === Object) replace(texts[key], other);
		else texts[key] = other;
	}
}

const pause = (ms = 0) => new Promise((done) => setTimeout(done, ms * (0.5 + Math.random())));

const ready = new Set(); // addresses of files that have come, and all that they import
const tried = new Set(); // that may have come damaged

/**
 * Have a file in the browser's cache, and what it imports. A module that failed to load is never
 * asked for again by the browser, so its files come first, whole, and from the server.
 */
export async function fetched(name = "", seen = new Set()) {
	const { href } = new URL(name, import.meta.url);
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
 * A function that loads a module after its file.
 * @template T @param {() => Promise<T>} load @param {string} name
 */
export const after = (load, name) => async () => {
	await fetched(name);
	return load();
};
