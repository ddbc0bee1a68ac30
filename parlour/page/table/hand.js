/* One's own cards: fanned, sorted as the viewer likes, a button each. */

import { card } from "../base/cards.js";
import { button } from "../base/dom.js";
import { settings } from "../base/settings.js";
import { text } from "../text/text.js";
import { spoken } from "../base/card_text.js";

const STRIP = 24; // of a covered card, for a finger
const LEAST = 48; // of a card's width
const DROP = 54; // from row to row: a finger, and a raised card below

/** How many rows so many cards need, and how wide they may be at most. */
function rowsOf(count = 0, width = 0, height = 0, widest = 0) {
	const strips = (rows = 1) => STRIP * (Math.ceil(count / rows) - 1);
	if (count * 0.86 * widest <= width || height < 1.8 * widest) return { rows: 1, most: widest };
	const rows = width - LEAST >= strips(2) ? 2 : 3;
	const room = Math.min(width - strips(rows), (height - DROP * (rows - 1)) / 1.4);
	return { rows, most: Math.min(widest, Math.max(LEAST, room)) };
}

/**
 * Where each of so many cards lies in a box, whose size does not depend on their number; they are
 * smaller than `widest` where there are too many.
 */
function places(count = 0, box, widest = 0, phone = false) {
	const { clientWidth: width, clientHeight: height } = box;
	const { rows, most: wide } = rowsOf(count, width, height, widest);
	const drop = Math.min(Math.max(DROP, 0.756 * wide),
		(height - 1.4 * wide) / Math.max(1, rows - 1));
	const top = (height - drop * (rows - 1) - 1.4 * wide) / 2;
	const found = [];
	for (let row = 0; row < rows; row++) {
		const more = Math.ceil((count - found.length) / (rows - row));
		const most = (phone ? 0.86 : 0.88) * wide;
		const step = more > 1 ? Math.min(most, (width - wide) / (more - 1)) : 0;
		for (let place = 0; place < more; place++) {
			const last = place === more - 1; // nothing lies over it
			const x = (width - wide - step * (more - 1)) / 2 + place * step;
			const art = !phone || step >= 0.62 * wide || last;
			found.push({ x, y: top + row * drop, wide, last, art });
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

/** How a card of the hand is to look, and why it may not be played. @param {Scene} scene */
function looks(scene, hand) {
	const { legal, held, sent, game, advised } = scene;
	const chosen = held.some((name) => hand.includes(name));
	const acts = legal.length > 0 && !game.undimmed?.(scene) && !chosen;
	const some = acts && hand.some((name) => !legal.includes(name));
	const fresh = game.fresh?.(scene) ?? [];
	return (name = "") => {
		const dim = acts && !legal.includes(name);
		return {
			dim,
			may: some && !dim,
			chosen: held.includes(name),
			advised: advised.includes(name),
			sent: sent.includes(name),
			fresh: fresh.includes(name),
		};
	};
}

/** A card of the hand, aloud. @param {Scene} scene */
const labelOf = (name, scene, { dim, fresh, chosen, advised }) => [
	text.card(name),
	dim && text.table.notPlayable(spoken(scene.game.why(scene, name))),
	fresh && text.table.received,
	chosen && text.table.chosen,
	advised && text.table.hint.advised,
].filter(Boolean).join(", ");

export class Hand {
	#buttons = new Map();
	#order = /** @type {string[]} */ ([]);
	#current = ""; // the one that Tab reaches

	/** @param {HTMLElement} box @param {(name: string) => void} tap */
	constructor(box, tap) {
		this.box = box;
		this.tap = tap;
	}

	get #inside() { return this.box.contains(document.activeElement); }

	#stop(name = "") {
		this.#current = name;
		for (const [other, one] of this.#buttons) one.tabIndex = other === name ? 0 : -1;
	}

	#buttonOf(name = "") {
		const known = this.#buttons.get(name);
		if (known) return known;
		const onfocus = () => this.#stop(name);
		const made = button("", () => this.tap(name), "", { name, "data-card": name, onfocus });
		this.#buttons.set(name, made);
		return made;
	}

	/** @param {Scene} scene @param {string[]} hand */
	draw(scene, hand) {
		const { box } = this;
		const inside = this.#inside;
		const was = Math.max(0, this.#order.indexOf(this.#current));
		const order = this.#order = sorted(hand, scene.game.high);
		const widest = parseFloat(getComputedStyle(box).getPropertyValue("--held"));
		const found = places(order.length, box, widest, scene.phone);
		for (const [name, one] of this.#buttons) if (!order.includes(name)) {
			one.remove();
			this.#buttons.delete(name);
		}
		const look = looks(scene, hand);
		order.forEach((name, place) => {
			const one = this.#drawCard(name, scene, look(name), found[place]);
			if (box.children[place] !== one) box.insertBefore(one, box.children[place] ?? null);
		});
		const next = order[Math.min(was, order.length - 1)] ?? "";
		this.#stop(order.includes(this.#current) ? this.#current : next);
		if (inside && !this.#inside) this.#buttons.get(this.#current)?.focus();
	}

	#drawCard(name, scene, look, { x, y, wide, last, art }) {
		const one = this.#buttonOf(name);
		const is = { held: true, ...look, "no-foot": !last, "no-art": !art };
		for (const [word, on] of Object.entries(is)) one.classList.toggle(word, on);
		one.style = `--held: ${wide}px; left: ${x}px; top: ${y}px`;
		one.ariaDisabled = `${look.dim}`;
		one.ariaLabel = labelOf(name, scene, look);
		if (one.dataset.face !== scene.face) one.replaceChildren(card(name, scene.face));
		one.dataset.face = scene.face;
		return one;
	}

	/** Move the focus along the hand. */
	step(way = 1) {
		const order = this.#order;
		const place = order.indexOf(this.#current) + (this.#inside ? way + order.length : 0);
		this.#buttons.get(order[place % order.length])?.focus();
	}

	/** Focus a card; whether it was there. */
	focus(name = this.#current, options = {}) {
		this.#buttons.get(name)?.focus(options);
		return this.#buttons.has(name);
	}
}
