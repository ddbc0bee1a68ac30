/* One's own cards: fanned, sorted as the viewer likes, a button each. */

import { card } from "./cards.js";
import { button } from "./dom.js";
import { settings } from "./settings.js";
import { text } from "./text.js";
import { spoken } from "./voice.js";

const STRIP = 24; // of a covered card, for a finger
const LEAST = 48; // of a card's width

/** How many rows n cards need, and how wide they may be at most. */
function rowsOf(n = 0, width = 0, height = 0, widest = 0) {
	const fits = (w = 0, rows = 1) => width - w >= STRIP * (Math.ceil(n / rows) - 1);
	if (n * 0.86 * widest <= width || height < 1.8 * widest) return { rows: 1, w: widest };
	const rows = fits(LEAST, 2) ? 2 : 3;
	const w = Math.min(widest, Math.max(LEAST, width - STRIP * (Math.ceil(n / rows) - 1)));
	return { rows, w };
}

/**
 * Where each of n cards lies in a box, whose size does not depend on their number; they are smaller
 * than `widest` where there are too many.
 */
function places(n = 0, { clientWidth: width, clientHeight: height }, widest = 0, phone = false) {
	const { rows, w } = rowsOf(n, width, height, widest);
	// A finger, and a raised card below.
	const drop = Math.min(Math.max(54, 0.756 * w), (height - 1.4 * w) / Math.max(1, rows - 1));
	const top = (height - drop * (rows - 1) - 1.4 * w) / 2;
	const found = [];
	for (let row = 0; row < rows; row++) {
		const more = Math.ceil((n - found.length) / (rows - row));
		const most = (phone ? 0.86 : 0.88) * w;
		const step = more > 1 ? Math.min(most, (width - w) / (more - 1)) : 0;
		for (let place = 0; place < more; place++) {
			const last = place === more - 1; // nothing lies over it
			const x = (width - w - step * (more - 1)) / 2 + place * step;
			const art = !phone || step >= 0.62 * w || last;
			found.push({ x, y: top + row * drop, w, last, art });
		}
	}
	return found;
}

function sorted(hand = [""], high = "A") {
	const ranks = high === "A" ? "23456789TJQKA" : "A23456789TJQK";
	const weight = (name = "") => {
		const rank = ranks.indexOf(name[0]) * (settings.order === "down" ? -1 : 1);
		const suit = "SHCD".indexOf(name[1]);
		return settings.sort === "rank" ? 4 * rank + suit : 13 * suit + rank;
	};
	if (settings.sort === "dealt") return hand;
	return [...hand].sort((one, two) => weight(one) - weight(two));
}

export function makeHand(box, tap) {
	const buttons = new Map();
	let order = [];
	let current = ""; // the one that Tab reaches

	function stop(name = "") {
		current = name;
		for (const [other, one] of buttons) one.tabIndex = other === name ? 0 : -1;
	}

	return {
		draw(c, hand) {
			const inside = box.contains(document.activeElement);
			const was = Math.max(0, order.indexOf(current));
			const { legal } = c;
			const chosen = c.held.some((name) => hand.includes(name));
			const acts = legal.length > 0 && !c.game.undimmed?.(c) && !chosen;
			const some = acts && hand.some((name) => !legal.includes(name));
			const fresh = c.game.fresh?.(c) ?? [];
			order = sorted(hand, c.game.high);
			const widest = parseFloat(getComputedStyle(box).getPropertyValue("--held"));
			const found = places(order.length, box, widest, c.phone);
			for (const [name, one] of buttons) if (!order.includes(name)) {
				one.remove();
				buttons.delete(name);
			}
			order.forEach((name, n) => {
				const onfocus = () => stop(name);
				const one = buttons.get(name)
					?? button("", () => tap(name), "", { name, "data-card": name, onfocus });
				buttons.set(name, one);
				const { x, y, w, last, art } = found[n];
				const dim = acts && !legal.includes(name);
				const is = {
					held: true,
					dim,
					may: some && !dim,
					chosen: c.held.includes(name),
					sent: c.sent.includes(name),
					fresh: fresh.includes(name),
					"no-foot": !last,
					"no-art": !art,
				};
				for (const [word, on] of Object.entries(is)) one.classList.toggle(word, on);
				one.style = `--held: ${w}px; left: ${x}px; top: ${y}px`;
				one.ariaDisabled = `${dim}`;
				one.ariaLabel = [
					text.card(name),
					dim && text.table.notPlayable(spoken(c.game.why(c, name))),
					is.fresh && text.table.received,
					is.chosen && text.table.chosen,
				].filter(Boolean).join(", ");
				if (one.dataset.face !== c.face) one.replaceChildren(card(name, c.face));
				one.dataset.face = c.face;
				if (box.children[n] !== one) box.insertBefore(one, box.children[n] ?? null);
			});
			stop(order.includes(current) ? current : order[Math.min(was, order.length - 1)] ?? "");
			if (inside && !box.contains(document.activeElement)) buttons.get(current)?.focus();
		},

		step(way = 1) {
			const inside = box.contains(document.activeElement);
			const place = order.indexOf(current) + (inside ? way + order.length : 0);
			buttons.get(order[place % order.length])?.focus();
		},

		/** Whether that card was there. */
		focus(name = current) {
			buttons.get(name)?.focus();
			return buttons.has(name);
		},
	};
}
