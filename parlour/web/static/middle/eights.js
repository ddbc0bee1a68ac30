/* Crazy Eights: stock and pile, what must be matched, and the suit to be named. */

import { back, sign } from "../cards.js";
import { button, h } from "../dom.js";
import { plain, text } from "../text.js";
import { lying, rich } from "../voice.js";

const words = text.table.eights;
const LETTERS = { spades: "S", hearts: "H", diamonds: "D", clubs: "C" };

const match = ({ table: { suit, top } }) => suit ? words.match(suit, LETTERS[suit], `${text.rank(top)}${top[0] === "8" ? "" : "* or *8"}`) : words.unnamed;

/** @type {Game} */
export const eights = {
	high: "K",
	acts: words.acts,

	draw(c) {
		const { table: { stock, top, turned }, legal } = c;
		const may = legal.includes("draw");
		const latest = c.last?.action === top && "latest";
		const draw = () => c.legal.includes("draw") ? c.send(["draw"], true) : c.refuse(c.legal.length ? words.noDraw : text.table.notYours);
		return [h("p.match", rich(match(c))), h(".piles",
			h("div", button(stock ? back() : h(".slot"), draw, "stack", { name: "stock",
				style: `--deep: ${3 * Math.min(stock - 1, 2)}px`, ariaLabel: words.stockOf(stock), ariaDisabled: `${!may}` }),
			h("p", words.stock, " ", h("b", `${stock}`))),
			h("div", h("div", { class: top === turned ? "stack" : "stack under" },
				lying(top, c.face, { class: latest, ariaLabel: words.pileOf(text.card(top)) })), h("p", words.pile)))];
	},

	status: ({ legal }) => !legal.length ? "" : legal.includes("spades") ? `${words.name}.` : legal.includes("draw") ? words.mustDraw
		: legal.includes("pass") ? words.mustPass : text.table.playFitting,

	why: (c) => c.legal[0].length === 2 ? `${match(c)}.` : eights.status(c),

	said(c, { seat, action, card }) {
		const who = c.name(seat);
		if (action === "draw") return card && card !== "??" ? words.drewCard(who, card) : words.drew(who);
		if (action in LETTERS) return words.named(who, action, LETTERS[action]);
		return action === "pass" ? words.passed(who) : text.table.played(who, action);
	},

	sheet(c) {
		const [kept] = c.held;
		if (c.busy || !(kept || c.legal.includes("spades"))) return null;
		return h(".suits", { role: "group", ariaLabel: words.name },
			h("p", h("b", words.name), kept && button(words.keep, c.drop, "quiet", { name: "keep" })),
			Object.entries(LETTERS).map(([suit, name]) => button([sign(name), h("span", h("b", plain(suit)),
				h("small", words.hold(c.table.hand.filter((other) => other[1] === name && other !== kept).length)))],
			() => c.send([...c.held, suit]), "", { name })));
	},

	holds: (c, name) => c.rules.eights === "named" && name[0] === "8" && c.table.hand.length > 1,

	ended(c) {
		const out = c.table.counts.indexOf(0);
		const { seat = -1, action = "" } = c.last ?? {};
		return out >= 0 ? words.out(c.name(out)) : c.points.some(Boolean) ? words.blocked
			: words.drawn(c.name((action === "draw" ? seat : seat + 1) % c.totals.length));
	},

	read: (c) => [match(c), words.pileOf(text.card(c.table.top)), words.stockOf(c.table.stock)],
};
