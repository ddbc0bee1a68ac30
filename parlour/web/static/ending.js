/* The motion of an end: a sheet that slides, and a match that is won. */

import { sign } from "./cards.js";
import { h } from "./dom.js";
import { easing, time } from "./motion.js";

/** A sheet that comes from below. */
export function slide(sheet) {
	const duration = time(260);
	if (!duration) return;
	const from = { opacity: 0, transform: "translateY(2rem)" };
	sheet.animate([from, {}], { duration, easing, delay: time(200), fill: "backwards" });
}

/** Suits that rise over a sheet and vanish, for a match that is won. */
export function celebrate(sheet) {
	if (!time(1)) return;
	const layer = h(".rising", [..."SHDCSHDCSHDC"].map((suit) => sign(suit)));
	sheet.append(layer);
	const all = [...layer.children].map((one, place) => {
		const x = (place % 2 ? 1 : -1) * (10 + 7 * place);
		const end = { opacity: 0, transform: `translate(${x}%, -14rem) rotate(${3 * x}deg)` };
		return one.animate([{ opacity: 0 }, { opacity: 1, offset: 0.2 }, end],
			{ duration: time(1600), delay: time(90 * place), easing, fill: "both" }).finished;
	});
	Promise.allSettled(all).then(() => layer.remove());
}
