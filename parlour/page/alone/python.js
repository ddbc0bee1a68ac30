/*
 * The browser's Python: its interpreter, the part of its library that the tables need, and the
 * rules; later the compiled code and the weights of the learned players.
 */

import { loadPyodide } from "../runtime/pyodide.mjs";

/** @typedef {(bytes: number, why?: string) => void} Heard */

const PACKAGES = "/parlour";
const UNPACK = `import io, zipfile
lambda data, folder: zipfile.ZipFile(io.BytesIO(data.to_bytes())).extractall(folder)`;

/** The address of a file that is named from the page's folder. */
const here = (name = "") => new URL(`../${name}`, import.meta.url).href;

const SOON = 2500; // ms in which a piece of a file is expected
const STILL = 10000; // ms without a piece after which a file is asked for again
const LONGEST = 30000; // ms

/** An answer that helps nobody, however often it is asked for. */
class Refused extends Error {}

/**
 * A file, once all of it has come; `heard` learns of each piece, and of a silence.
 * @param {Parameters<typeof fetch>} given @param {Heard} heard
 */
async function whole(get = fetch, given, heard) {
	const end = new AbortController();
	const timers = [0, 0];
	const live = () => {
		timers.forEach(clearTimeout);
		timers[0] = setTimeout(heard, SOON, 0, "late");
		timers[1] = setTimeout(() => end.abort(), STILL);
	};
	const pieces = [];
	let come = 0;
	try {
		live();
		const answer = await get(given[0], { ...given[1], signal: end.signal });
		const { status, headers, url, body } = answer;
		if (status >= 400 && status < 500) throw new Refused(`${url}: ${status}`);
		const portal = headers.get("content-type")?.includes("html");
		if (!answer.ok || !body || portal) throw new Error(portal ? "portal" : `${status}`);
		const reader = body.getReader();
		for (let read = await reader.read(); !read.done; read = await reader.read()) {
			live();
			pieces.push(read.value);
			come += read.value.byteLength;
			heard(read.value.byteLength);
		}
		const all = new Response(new Blob(pieces), { status, headers });
		return Object.defineProperty(all, "url", { value: url });
	} catch (error) {
		heard(-come, error.message === "portal" ? "portal" : "late");
		throw error;
	} finally {
		timers.forEach(clearTimeout);
	}
}

/** As `fetch`, until the network is good. @param {Heard} heard */
const patient = (heard, get = fetch) => async (
	/** @type {Parameters<typeof fetch>} */ ...given
) => {
	for (let wait = 1000; ; wait = Math.min(2 * wait, LONGEST)) {
		try {
			return await whole(get, given, heard);
		} catch (error) {
			if (error instanceof Refused) throw error;
			await new Promise((done) => setTimeout(done, wait * (0.5 + Math.random())));
		}
	}
};

/** A file of data, once it comes. @param {Heard} heard */
export const dataOf = async (name = "", heard) => (await patient(heard)(here(name))).json();

/**
 * Have `heard` learn of each piece of a file that comes; `bad` of one that does not come, for which
 * Pyodide would wait in silence.
 * @param {Heard} heard @param {(error: Error) => void} bad
 */
function watch(heard, bad) {
	const { fetch } = self;
	const watched = patient(heard, fetch);
	self.fetch = (...given) => watched(...given).catch((error) => {
		bad(error);
		throw error;
	});
	return () => { self.fetch = fetch; };
}

const bytesOf = async (name = "") => new Uint8Array(await (await fetch(here(name))).arrayBuffer());

/** Python with the rules, while its files are watched. */
async function load() {
	const first = bytesOf("first.zip");
	const options = {
		indexURL: here("runtime/"),
		stdLibURL: here("runtime/library.zip"),
		env: { HOME: "/", PARLOUR_LIBRARY: PACKAGES },
	};
	const [packed, python] = await Promise.all([first, loadPyodide(options)]);
	const unpack = python.runPython(UNPACK);
	unpack(packed, PACKAGES);
	const { path } = python.pyimport("sys");
	for (const more of ["/parlour/site/stand_ins", "", "/library"]) path.append(PACKAGES + more);
	const more = async () => {
		const answer = await whole(fetch, [here("rest.zip")], () => {});
		unpack(new Uint8Array(await answer.arrayBuffer()), PACKAGES);
		python.pyimport("importlib").invalidate_caches();
	};
	return { python, more };
}

/** Python with the rules. @param {Heard} heard of what has come so far */
export const start = (heard) => new Promise((good, bad) => {
	const stop = watch(heard, bad);
	load().then(good, bad).finally(stop);
});
