/*
 * The browser's Python: its interpreter, the part of its library that the tables need, and the
 * rules; later the compiled code and the weights of the learned players.
 */

import { loadPyodide } from "./runtime/pyodide.mjs";

const PACKAGES = "/parlour";
const UNPACK = `import io, zipfile
lambda data, folder: zipfile.ZipFile(io.BytesIO(data.to_bytes())).extractall(folder)`;

const here = (name = "") => new URL(name, import.meta.url).href;

/** Have `heard` learn of each piece of a file that comes. @param {(bytes: number) => void} heard */
function count(heard) {
	const { fetch } = self;
	self.fetch = async (...given) => {
		const answer = await fetch(...given);
		if (!answer.body) return answer;
		const counted = answer.body.pipeThrough(new TransformStream({
			transform(piece, out) {
				heard(piece.byteLength);
				out.enqueue(piece);
			},
		}));
		const { status, headers } = answer;
		return Object.defineProperty(new Response(counted, { status, headers }), "url",
			{ value: answer.url });
	};
	return () => { self.fetch = fetch; };
}

async function bytesOf(name = "") {
	const answer = await fetch(here(name));
	if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
	return new Uint8Array(await answer.arrayBuffer());
}

/** Python with the rules. @param {(bytes: number) => void} heard of what has come so far */
export async function start(heard) {
	const stop = count(heard);
	const first = bytesOf("first.zip");
	const python = await loadPyodide({
		indexURL: here("runtime/"),
		stdLibURL: here("runtime/library.zip"),
		env: { HOME: "/", PARLOUR_LIBRARY: PACKAGES },
	});
	const unpack = python.runPython(UNPACK);
	unpack(await first, PACKAGES);
	stop();
	const { path } = python.pyimport("sys");
	for (const more of ["/parlour/site/stand_ins", "", "/library"]) path.append(PACKAGES + more);
	const more = async () => {
		unpack(await bytesOf("rest.zip"), PACKAGES);
		python.pyimport("importlib").invalidate_caches();
	};
	return { python, more };
}
