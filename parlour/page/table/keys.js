/* The keys of a table. */

import { text } from "../text/text.js";

const BUTTONS = {
	X: ".felt .main", L: "[name=last]", O: "[name=sheet]", I: "[name=hint]", U: "[name=undo]",
};
const PATIENCE = 3000; // ms in which a rank may follow a suit

const FIELDS = "input, select, textarea, [contenteditable]";

/** Whether a key is meant for something else than the table. @param {KeyboardEvent} event */
const isElsewhere = (event) => event.ctrlKey || event.metaKey || event.altKey
	|| event.getModifierState("AltGraph") || event.isComposing
	|| event.target instanceof Element && event.target.matches(FIELDS)
	|| !!document.querySelector("dialog[open]");

let latin = true; // whether the last letter was of the Latin alphabet

/**
 * A key by its name: a capital letter, a digit, a sign, or a word such as "Escape". A Latin letter
 * and a digit count as they are written, wherever they are; a key without one counts by its place.
 * @param {KeyboardEvent} event
 */
export function keyName({ key, code, shiftKey }) {
	// Full-width signs have the order of ASCII.
	const sign = key.replace(/^[！-～]$/, (wide) =>
		String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
	const [, kind, place = ""] = code.match(/^(Key|Digit|Numpad)(\w)$/) ?? [];
	// A program that writes other scripts may hide the sign.
	const ascii = /^[ -~]+$/.test(sign) && !/^(Process|Unidentified)$/.test(sign);
	const written = /^\w$/.test(sign);
	if (kind === "Key" && (written || !ascii)) latin = written;
	if (written) return sign.toUpperCase();
	if (/^[?؟]$/.test(sign)) return "?";
	// French digits need Shift; where letters are not Latin, some keys of letters have a sign.
	const placed = !ascii || sign.length < 2 && (kind === "Digit" ? !shiftKey : !latin);
	return placed ? place : sign;
}

/** @param {Table} table */
function goTo(table, name = "") {
	const found = table.hand.focus(name) || table.use(`[name="${name}"]`, "focus");
	if (!found) table.refuse(text.table.notHeld(name));
}

/** Listen until the signal. @param {Table} table @param {AbortSignal} signal */
export function listen(table, signal) {
	let [suit, since] = ["", 0]; // a suit's letter waits for its rank

	/** Whether the key does anything. @param {KeyboardEvent} event */
	function press(event) {
		const [key, { timeStamp }] = [keyName(event), event];
		const rank = key.replace(/^[01]$/, "T");
		if (suit && /^[2-9TAJQK]$/.test(rank) && timeStamp - since < PATIENCE) {
			goTo(table, rank + suit);
			suit = "";
		} else if (/^[SHDC]$/.test(key)) {
			const named = table.use(`.asked [name=${key}]`, "click");
			[suit, since] = [named ? "" : key, timeStamp];
		}
		else if (key === "ArrowLeft") table.hand.step(-1);
		else if (key === "ArrowRight") table.hand.step(1);
		else if (key === "?") table.readAloud();
		else if (key === "Escape") table.stepBack();
		else return table.use(BUTTONS[key] ?? "no", "click");
		return true;
	}

	document.addEventListener("keydown", (event) => {
		if (!isElsewhere(event) && press(event)) event.preventDefault();
	}, { signal });
}
