/* Tracks, tricks, piles and fans, drawn. A game's page takes what it needs, any_game.js all. */

import { back, card, rank, sign } from "../base/cards.js";
import { button, h } from "../base/dom.js";
import { plain, text } from "../text/text.js";
import { lying } from "../base/card_text.js";

const words = text.table;

const SIDES = ["bottom", "left", "top", "right"];

const cardsOf = (suit = "") => [..."A23456789TJQK"].map((name) => name + suit);

/** The four tracks in words: what is played, and what fits. */
export const tracksAloud = (laid = [""], open = [""]) => [..."SHCD"].map((suit) => {
	const ranks = (some = [""]) =>
		cardsOf(suit).filter((name) => some.includes(name)).map(text.rank);
	return words.track(plain(text.suit[suit]), ranks(laid), ranks(open));
});

/**
 * A track a suit, ace to king: its cards, and the places open to this seat.
 * @param {Scene} scene
 */
export function tracks(scene, laid = [""]) {
	const { playable, legal, last, phone } = scene;
	const aloud = tracksAloud(laid, playable);
	const cell = (name) => {
		const [number, suit] = name;
		const open = playable.includes(name) && legal.includes(name) ? " open" : "";
		if (!laid.includes(name)) return h("span", { class: `cell${open}` }, rank(number));
		const latest = last?.action === name ? "latest" : "";
		const kind = phone ? `chip pc-${suit} ` : "";
		return h("span", { class: `cell ${kind}${latest}`, "data-card": name },
			phone ? [rank(number), sign(suit)] : card(name, "large"));
	};
	return h(".tracks", [..."SHCD"].map((suit, row) =>
		h(".track", { role: "img", ariaLabel: aloud[row] }, sign(suit), cardsOf(suit).map(cell))));
}

/** The place `far` seats from the viewer's at the bottom: a cross's side, or a point of a ring. */
function place(far = 0, seats = 4) {
	if (seats === 4) return { side: SIDES[far], style: null, depth: 0 };
	const angle = (0.5 + (2 * far) / seats) * Math.PI;
	const [x, y] = [Math.cos(angle), Math.sin(angle)].map((part) => ((1 + part) / 2).toFixed(3));
	return { side: "", style: `--x: ${x}; --y: ${y}`, depth: Number(y) };
}

/**
 * Cards before their seats: four in a cross, others in a ring. The viewer's own place is marked
 * where a card is due, and the latest card or the one that took the trick.
 * @param {Scene} scene @param {(string | null)[]} row @param {Child[]} more
 */
export function trick(scene, row, due = false, more = []) {
	const all = row.length;
	const far = (seat = 0) => (seat - scene.base + all) % all;
	const seats = row.map((name, seat) => ({ name, seat, ...place(far(seat), all) }))
		.sort((one, two) => one.depth - two.depth); // a nearer card covers a farther one
	const isMarked = ({ name, seat }) => scene.again || scene.rest
		? seat === scene.game.taker?.(scene) : name === scene.last?.action;
	return h(all === 4 ? ".cross" : ".ring", seats.map((one) => {
		const { name, seat, side, style } = one;
		const yours = due && scene.me === seat;
		if (!name) return yours && h("span", { class: `${side} yours`, style }, scene.name(seat));
		return lying(name, scene.face, {
			class: `${side}${isMarked(one) ? " latest" : ""}`,
			style,
			ariaLabel: words.from(text.card(name), scene.name(seat)),
			"data-card": scene.again ? null : name,
		});
	}), ...more);
}

/**
 * A pile face down, a button where one can draw from it: `may` says whether one may now.
 * @param {(() => void)?} act
 */
export function stack(count = 0, ariaLabel = "", act = null, may = false) {
	const style = `--deep: ${3 * Math.max(0, Math.min(count - 1, 2))}px`;
	const face = count ? back() : h(".slot");
	if (!act) return h(".stack", { style }, h("span", { role: "img", ariaLabel }, face));
	return button(face, act, "stack", { name: "stock", style, ariaLabel, ariaDisabled: `${!may}` });
}

/** A pile face up, with cards `under` its top or not. @param {Scene} scene */
export const pile = (scene, top = "", ariaLabel = "", under = false) =>
	h("div", { class: under ? "stack under" : "stack" },
		lying(top, scene.face, { class: scene.last?.action === top && "latest", ariaLabel }));

/** A hand that is not seen: a fan of backs. */
export const backs = (count = 0) => count > 0 && h("span.backs", { style: `--n: ${count}` },
	Array.from({ length: count }, (_, place) =>
		h("span", { style: `--k: ${count > 1 ? place / (count - 1) - 0.5 : 0}` }, back())));

/**
 * A question above the hand, answered by one of the buttons.
 * @param {string} question @param {HTMLElement[]} buttons @param {Child} [more] beside the question
 */
export const tray = (question, buttons, across = 4, more = null, kind = "") =>
	h("div", {
		class: `tray ${kind}`,
		role: "group",
		ariaLabel: question,
		style: `--across: ${across}`,
	}, h("p", h("b", question), more), buttons);

/** Small cards side by side, at a seat. */
export const thrown = (names = [""]) =>
	names.length > 0 && h("span.thrown", { style: `--n: ${names.length}` },
		names.map((name) => lying(name, "large")));
