/*
 * Runs a program in the Python of a browser, with folders of this machine:
 *
 *   node node.mjs FOLDER_OF_PYODIDE SETTINGS
 *
 * where SETTINGS is JSON: the program, its arguments, its environment, the folder of its packages,
 * and which folder is where. What its last line gives is awaited; timers that are left are not.
 */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, text] = process.argv.slice(2);
const { program, given, env, packages, folders } = JSON.parse(text);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ env });
for (const [place, here] of Object.entries(folders)) {
	python.mountNodeFS(place, here);
}
const sys = python.pyimport("sys");
sys.dont_write_bytecode = true;
sys.path.append(packages);
sys.argv = python.toPy([program, ...given]);
try {
	await python.runPython(readFileSync(program, "utf8"), { filename: program });
} catch (error) {
	console.error(error.message);
	process.exit(1);
}
process.exit(0);
