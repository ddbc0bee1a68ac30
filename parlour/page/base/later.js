/* What the first card does not need: modules that are loaded once they are asked for. */

import { openDialog } from "./dom.js";
import { link } from "./link.js";
import { arrived } from "../text/loading.js";
import { text } from "../text/text.js";

/** Their loaders, by name; start/later_modules.js has the list. */
export const later = /** @type {Later} */ ({});

/**
 * A function that opens a dialog of such a module, or says that the server does not answer, or not
 * yet. When the dialog is closed, the focus goes back to what had it at first.
 */
export const opener = (load, open) => (...given) => {
	const { activeElement } = document;
	let note;
	const say = (title = "") => { note = openDialog({ title }); };
	const timer = setTimeout(say, link.soon, text.link.late);
	const awaits = () => {
		if (note && !note.open) return false; // the person has closed it
		note?.close();
		return true;
	};
	load().finally(() => clearTimeout(timer)).then(
		(module) => {
			if (!awaits()) return;
			if (activeElement instanceof HTMLElement) activeElement.focus();
			open(module, ...given);
		},
		() => void (awaits() && say(text.link.failed)),
	);
};

const here = new Map();

/**
 * Such a module, as soon as the server answers.
 * @template Module @param {() => Promise<Module>} load
 */
export async function loaded(load) {
	const module = await arrived(load);
	here.set(load, module);
	return module;
}

/**
 * Use such a module: at once if it is here, so that nothing happens in between.
 * @template Module @param {() => Promise<Module>} load @param {(module: Module) => void} then
 */
export function whenLoaded(load, then) {
	if (here.has(load)) then(here.get(load));
	else void loaded(load).then(then);
}

/** Load all of it, so that it is there if the connection is lost; and keep the page. */
export function loadAll() {
	for (const load of Object.values(later)) void loaded(/** @type {any} */ (load));
	keepPage();
}

/** Where the context is secure, a service worker keeps the page's files. */
export function keepPage() {
	const [, digest] = import.meta.url.match(/files\/(\w+)\//) ?? [];
	if (digest) whenLoaded(later.offline, ({ keep }) => keep(`service.js?${digest}`));
}
