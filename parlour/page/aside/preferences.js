/* The dialog in which a person sets what this browser stores: looks, order, pace, signals. */

import { choose, h, openDialog, toggle } from "../base/dom.js";
import { more } from "../text/text_later.js";
import { set, settings } from "../base/settings.js";
import { begin, possible } from "./alerts.js";
import { text } from "../text/text.js";

const words = more.settings;

/** @param {string} name @param {[string, Words?]} row */
function control(name, [label, choices]) {
	const value = settings[name];
	if (!choices) return toggle(label, value === "on", (on) => set(name, on ? "on" : "off"));
	const number = typeof value === "number";
	const change = (key = "") => set(name, number ? Number(key) : key);
	const chosen = number ? value.toFixed(1) : value;
	return choose(label, Object.keys(choices), (key) => choices[key], chosen, change);
}

/** A toggle that turns itself off where the browser does not allow the signal. */
function signalControl([name, label]) {
	const why = h("p.error", { role: "alert" });
	const box = toggle(label, settings[name] === "on", async (on) => {
		set(name, on ? "on" : "off");
		why.textContent = "";
		if (!on || await begin(name)) return;
		set(name, "off");
		why.textContent = words.blocked;
		/** @type {HTMLInputElement} */ (box.querySelector("input")).checked = false;
	});
	return h("div", box, why);
}

export function openPreferences() {
	const can = possible();
	const signals = Object.entries(words.signals).filter(([name]) => can[name]);
	const { language } = settings;
	const dialog = openDialog(text.settings,
		Object.entries(words.rows).map(([name, row]) => control(name, row)),
		signals.map(signalControl));
	dialog.addEventListener("close", () => settings.language === language || location.reload());
}
