/* Straights: four tracks, a suit each, that grow outwards from the seven. */

import { card, rank, sign } from "../cards.js";
import { h } from "../dom.js";
import { list, plain, text } from "../text.js";
import { lying, short, these } from "../voice.js";

const words = text.table.straights;

const cards = (suit = "") => [..."A23456789TJQK"].map((name) => name + suit);

/** A track in words: what lies there, and what fits. */
const track = ({ table: { table } }, suit, fitting) =>
	words.track(plain(text.suit[suit]), ...[table, fitting].map((some) => cards(suit).filter((name) => some.includes(name)).map(text.rank)));

const pile = (names = [""]) => names.length > 0 && h("span.thrown", { style: `--n: ${names.length}` }, names.map((name) => lying(name, "large")));

/** @type {Game} */
export const straights = {
	high: "K",

	draw(c) {
		const { table: { table }, playable, legal } = c;
		return [h(".tracks", [..."SHCD"].map((suit) =>
			h(".track", { role: "img", ariaLabel: track(c, suit, playable) }, sign(suit), cards(suit).map((name) => {
				const open = playable.includes(name) && legal.includes(name);
				if (!table.includes(name)) return h("span", { class: open ? "cell open" : "cell" }, rank(name[0]));
				const latest = c.last?.action === name ? "latest" : "";
				return c.phone ? h("span", { class: `cell chip pc-${suit} ${latest}`, "data-card": name }, rank(name[0]), sign(suit))
					: h("span", { class: `cell ${latest}`, "data-card": name }, card(name, "large"));
			}))))];
	},

	status({ legal, playable, table }) {
		if (!legal.length) return "";
		if (!playable.includes(legal[0])) return words.throw;
		return !table.table.length && legal.length === 1 ? text.table.playThis(legal[0]) : text.table.playFitting;
	},

	why(c, name) {
		const { barred, legal } = c;
		return barred[name]?.length ? words.barred(list(these(barred[name]), "or")) : text.table.only(these(legal));
	},

	said(c, { seat, action }) {
		if (action === "??") return words.threwHidden(c.name(seat));
		return (c.table.table.includes(action) ? text.table.played : words.threw)(c.name(seat), action);
	},

	fact(c, seat) {
		const { discards: { [seat]: thrown }, points } = c.table;
		return seat !== c.base && thrown > 0 && h("span", words.out(thrown), points[seat] > 0 && h("span.broad", `, ${text.table.gain(points[seat])}`));
	},

	own(c) {
		const { thrown, points } = c.table;
		const mine = thrown[c.base];
		return mine.length ? [words.discards, h("b", words.points(points[c.base])), pile(mine)] : [];
	},

	pile: ({ table }, seat) => pile(table.thrown[seat]),

	running: ({ table: { thrown, points } }, seat) => thrown[seat].length ? [h("b", `${points[seat]}`), h("div", thrown[seat].map(short))] : [],

	read: (c) => [..."SHCD"].map((suit) => track(c, suit, [])),

	result: (c, seat) => c.table.thrown[seat].length ? c.table.thrown[seat].map(short) : [words.none],
};
