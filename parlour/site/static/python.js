/*
 * The browser's Python: its interpreter, the part of its library that the tables need, and the
 * rules; later the compiled code and the weights of the learned players.
 */

import { loadPyodide } from "./runtime/pyodide.mjs";

const PACKAGES = "/parlour";
const UNPACK = `import io, zipfile
lambda data, folder: zipfile.ZipFile(io.BytesIO(data.to_bytes())).extractall(folder)`;

const here = (name = "") => new URL(name, import.meta.url).href;

/**
 * Have `heard` learn of each piece of a file that comes; `bad` of one that does not come, for which
 * Pyodide would wait in silence.
 * @param {(bytes: number) => void} heard @param {(error: Error) => void} bad
 */
function watch(heard, bad) {
	const { fetch } = self;
	const watched = async (/** @type {Parameters<typeof fetch>} */ ...given) => {
		const answer = await fetch(...given);
		const { status, headers, url, body } = answer;
		if (!answer.ok || !body) throw new Error(`${url}: ${status}`);
		const through = new TransformStream({
			transform(piece, out) {
				heard(piece.byteLength);
				out.enqueue(piece);
			},
		});
		body.pipeTo(through.writable).catch(bad);
		const counted = new Response(through.readable, { status, headers });
		return Object.defineProperty(counted, "url", { value: url });
	};
	self.fetch = (...given) => watched(...given).catch((error) => {
		bad(error);
		throw error;
	});
	return () => { self.fetch = fetch; };
}

async function bytesOf(name = "") {
	const answer = await fetch(here(name));
	if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
	return new Uint8Array(await answer.arrayBuffer());
}

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
		unpack(await bytesOf("rest.zip"), PACKAGES);
		python.pyimport("importlib").invalidate_caches();
	};
	return { python, more };
}

/** Python with the rules. @param {(bytes: number) => void} heard of what has come so far */
export const start = (heard) => new Promise((good, bad) => {
	const stop = watch(heard, bad);
	load().then(good, bad).finally(stop);
});
