/* How this person likes the table: kept in this browser, shown on :root (as data-theme ...), told to who subscribes. */

import { choose, h, openDialog, toggle } from "./dom.js";
import { text } from "./text.js";

/** What has been kept: all there is where the browser keeps nothing. */
const held = {};
let lasting = true;

/** Keep a plain value under a name. */
export function keep(name = "", value) {
	held[name] = value;
	try {
		localStorage.setItem(`parlour.${name}`, JSON.stringify(value));
	} catch {
		lasting = false;
	}
}

/** What was kept under a name. @template T @param {T} fallback @returns {T} */
export function recall(name, fallback) {
	try {
		return JSON.parse(localStorage[`parlour.${name}`] ?? "null") ?? fallback;
	} catch {
		return held[name] ?? fallback;
	}
}

/** The current values; changed by `set` only. @type {Settings} */
export const settings = {
	theme: "auto", contrast: "auto", suits: "two", letters: "off", sort: "suit", order: "up", pace: "calm", speed: 1, name: "", level: "",
};
const kept = recall("settings", {});
for (const [name, value] of Object.entries(settings)) if (typeof kept[name] === typeof value) Reflect.set(settings, name, kept[name]);

const listeners = new Set();

/** Be told the name of what changed. */
export function subscribe(listener) {
	listeners.add(listener);
	return () => void listeners.delete(listener);
}

export function set(name = "", value) {
	Reflect.set(settings, name, value);
	apply();
	for (const listener of listeners) listener(name);
}

function apply() {
	keep("settings", settings);
	const { dataset } = document.documentElement;
	Object.assign(dataset, settings);
	if (settings.contrast === "auto" && matchMedia("(prefers-contrast: more)").matches) dataset.contrast = "high";
}
apply();

export const openSettings = () => void openDialog(text.settings, text.settings.rows.map(([name, label, choices]) => {
	const value = settings[name];
	if (!choices) return toggle(label, value === "on", (on) => set(name, on ? "on" : "off"));
	const number = typeof value === "number";
	return choose(label, Object.keys(choices), (key) => choices[key], number ? value.toFixed(1) : value, (key) => set(name, number ? Number(key) : key));
}), !lasting && h("p.hint", text.settings.memory));
