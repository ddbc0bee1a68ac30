/* The keys of a table. */

import { text } from "./text.js";

const BUTTONS = {
	X: ".felt .main", L: "[name=last]", O: "[name=sheet]", I: "[name=hint]", U: "[name=undo]",
};
const PATIENCE = 3000; // ms in which a rank may follow a suit

/** Whether a key is meant for something else than the table. @param {KeyboardEvent} event */
const isElsewhere = ({ ctrlKey, metaKey, altKey, target }) => ctrlKey || metaKey || altKey
	|| target instanceof HTMLInputElement || !!document.querySelector("dialog[open]");

/** @param {Table} table */
function goTo(table, name = "") {
	const found = table.hand.focus(name) || table.use(`[name="${name}"]`, "focus");
	if (!found) table.refuse(text.table.notHeld(name));
}

/** Listen until the signal. @param {Table} table @param {AbortSignal} signal */
export function listen(table, signal) {
	let [suit, since] = ["", 0]; // a suit's letter waits for its rank

	/** Whether the key does anything. @param {KeyboardEvent} event */
	function press({ key: pressed, timeStamp }) {
		const key = pressed.length > 1 ? pressed : pressed.toUpperCase();
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
