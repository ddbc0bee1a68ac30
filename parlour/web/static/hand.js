/* One's own cards: fanned, sorted as the viewer likes, a button each. */

import { card } from "./cards.js";
import { button } from "./dom.js";
import { settings } from "./settings.js";
import { text } from "./text.js";
import { spoken } from "./voice.js";

/** Where each of n cards of width w lies in a box. */
function fan(n = 0, width = 0, w = 0, phone = false) {
	const widest = (phone ? 0.86 : 0.88) * w;
	const fit = (step = 1) => Math.max(1, Math.floor((width - w) / step) + 1);
	const rows = phone ? Math.max(n > fit(widest) ? 2 : 1, Math.ceil(n / fit(0.375 * w))) : 1;
	const drop = rows > 2 ? Math.max(54, 0.56 * w) : 0.756 * w; // a finger, and a raised card below
	const places = [];
	for (let row = 0; row < rows; row++) {
		const more = Math.ceil((n - places.length) / (rows - row));
		const step = more > 1 ? Math.min(widest, (width - w) / (more - 1)) : 0;
		for (let place = 0; place < more; place++) {
			const last = place === more - 1; // nothing lies over it
			const x = (width - w - step * (more - 1)) / 2 + place * step;
			places.push({ x, y: row * drop, last, art: !phone || step >= 0.62 * w || last });
		}
	}
	return { places, height: drop * (rows - 1) + 1.4 * w };
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
			const wide = parseFloat(getComputedStyle(box).getPropertyValue("--held"));
			const { places, height } = fan(order.length, box.clientWidth, wide, c.phone);
			box.style.height = `${height}px`;
			for (const [name, one] of buttons) if (!order.includes(name)) {
				one.remove();
				buttons.delete(name);
			}
			order.forEach((name, n) => {
				const onfocus = () => stop(name);
				const one = buttons.get(name)
					?? button("", () => tap(name), "", { name, "data-card": name, onfocus });
				buttons.set(name, one);
				const { x, y, last, art } = places[n];
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
				one.style = `left: ${x}px; top: ${y}px`;
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
