/* What lies on a table, drawn: tracks, tricks, piles, fans. A game's page takes what it needs; any.js takes all. */

import { back, card, rank, sign } from "./cards.js";
import { button, h } from "./dom.js";
import { plain, text } from "./text.js";
import { lying } from "./voice.js";

const words = text.table;

const SIDES = ["bottom", "left", "top", "right"];

const cardsOf = (suit = "") => [..."A23456789TJQK"].map((name) => name + suit);

/** The four tracks in words: what lies there, and what fits. */
export const tracksAloud = (laid = [""], open = [""]) => [..."SHCD"].map((suit) => words.track(plain(text.suit[suit]),
	...[laid, open].map((some) => cardsOf(suit).filter((name) => some.includes(name)).map(text.rank))));

/** Four tracks, a suit each, from ace to king: what is laid, and the places that are open to this seat. @param {Ctx} c */
export function tracks(c, laid = [""]) {
	const { playable, legal, last, phone } = c;
	const aloud = tracksAloud(laid, playable);
	return h(".tracks", [..."SHCD"].map((suit, n) =>
		h(".track", { role: "img", ariaLabel: aloud[n] }, sign(suit), cardsOf(suit).map((name) => {
			const open = playable.includes(name) && legal.includes(name);
			if (!laid.includes(name)) return h("span", { class: open ? "cell open" : "cell" }, rank(name[0]));
			const latest = last?.action === name ? "latest" : "";
			return phone ? h("span", { class: `cell chip pc-${suit} ${latest}`, "data-card": name }, rank(name[0]), sign(suit))
				: h("span", { class: `cell ${latest}`, "data-card": name }, card(name, "large"));
		}))));
}

/** Where a seat's card lies, `far` seats from the viewer's at the bottom: a side of a cross, or a point of a ring. */
function place(far = 0, seats = 4) {
	if (seats === 4) return { side: SIDES[far], style: null, depth: 0 };
	const angle = (0.5 + (2 * far) / seats) * Math.PI;
	const [x, y] = [Math.cos(angle), Math.sin(angle)].map((part) => ((1 + part) / 2).toFixed(3));
	return { side: "", style: `--x: ${x}; --y: ${y}`, depth: Number(y) };
}

/** Cards before their seats: a cross of four, else a ring; the viewer's own place where a card is due. @param {Ctx} c */
export function trick(c, row = /** @type {(string | null)[]} */ ([]), due = false, more = /** @type {Child[]} */ ([])) {
	const seats = row.map((name, seat) => ({ name, seat, ...place((seat - c.base + row.length) % row.length, row.length) }))
		.sort((one, two) => one.depth - two.depth); // what lies nearer covers what is farther
	return h(row.length === 4 ? ".cross" : ".ring", seats.map(({ name, seat, side, style }) => {
		if (!name) return due && c.me === seat && h("span", { class: `${side} yours`, style }, c.name(seat));
		return lying(name, c.face, { class: `${side}${name === c.last?.action && !c.again ? " latest" : ""}`, style,
			ariaLabel: words.from(text.card(name), c.name(seat)), "data-card": c.again ? null : name });
	}), ...more);
}

/** A pile face down, a button where it can be drawn from: `act` says whether it `may` be now. */
export function stack(count = 0, ariaLabel = "", act = /** @type {(() => void)?} */ (null), may = false) {
	const style = `--deep: ${3 * Math.max(0, Math.min(count - 1, 2))}px`;
	const face = count ? back() : h(".slot");
	return act ? button(face, act, "stack", { name: "stock", style, ariaLabel, ariaDisabled: `${!may}` })
		: h(".stack", { style }, h("span", { role: "img", ariaLabel }, face));
}

/** A pile face up, by its top card; `under` where more cards lie under it. @param {Ctx} c */
export const pile = (c, top = "", ariaLabel = "", under = false) => h("div", { class: under ? "stack under" : "stack" },
	lying(top, c.face, { class: c.last?.action === top && "latest", ariaLabel }));

/** Small cards side by side, at a seat. */
export const thrown = (names = [""]) =>
	names.length > 0 && h("span.thrown", { style: `--n: ${names.length}` }, names.map((name) => lying(name, "large")));
