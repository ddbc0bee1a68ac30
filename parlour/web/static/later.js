/* What the first card does not need: modules that are loaded once they are asked for. */

import { openDialog } from "./dom.js";
import { arrived } from "./speech.js";
import { text } from "./text.js";

export const later = {
	any: () => import("./any.js"),
	drag: () => import("./drag.js"),
	help: () => import("./help.js"),
	hint: () => import("./hint.js"),
	invitation: () => import("./invitation.js"),
	keep: () => import("./keep.js"),
	lesson: () => import("./lesson.js"),
	menu: () => import("./menu.js"),
	panel: () => import("./panel.js"),
	phrases: () => import("./phrases.js"),
	preferences: () => import("./preferences.js"),
	rules: () => import("./rules.js"),
	score: () => import("./score.js"),
	setup: () => import("./setup.js"),
	signals: () => import("./signals.js"),
};

/**
 * A function that opens a dialog of such a module, or says that the server does not answer. When
 * the dialog is closed, the focus goes back to what had it at first.
 */
export const opener = (load, open) => (...given) => {
	const { activeElement } = document;
	load().then(
		(module) => {
			if (activeElement instanceof HTMLElement) activeElement.focus();
			open(module, ...given);
		},
		() => openDialog({ title: text.link.failed }),
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
	if (digest) whenLoaded(later.keep, ({ keep }) => keep(`service.js?${digest}`));
}
