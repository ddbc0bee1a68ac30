/* Hearts: the trick as a cross, each card before its seat; before it, the cards to be passed. */

import { card, icon, sign } from "../cards.js";
import { button, h } from "../dom.js";
import { plain, text } from "../text.js";
import { lying, these } from "../voice.js";

const words = text.table.hearts;

const won = ({ table }) => table.taken.flat().length / 4;

const trick = (c) => words.trick(Math.min(13, won(c) + (c.rest || c.again ? 0 : 1)));

const broken = (c) => c.table.broken ? words.broken : words.unbroken;

const led = ({ table, rest }) => rest || table.leader === null ? "" : table.trick[table.leader]?.[1] ?? "";

const moon = (c) => c.legal.includes("old-moon");

const seatAt = (c, way = 1) => (c.base + 4 + way) % 4;

function passing(c) {
	const { table: { passing: way, passed }, legal } = c;
	if (c.me === null) return [words.passingNow];
	const to = c.name(seatAt(c, way));
	const chosen = [...passed, ...c.held];
	const lack = 3 - chosen.length;
	return [h(".passing", h("b", words.passThree(to)), h("span", words.receive(c.name(seatAt(c, -way)))),
		h("div", { class: `slots at-${way}` }, h(".to", icon("arrow-left"), h("b", to)), [0, 1, 2].map((place) => {
			const name = chosen[place];
			if (!name) return h("span", { class: place === chosen.length ? "slot next" : "slot" });
			if (passed.includes(name) || c.busy) return lying(name, c.face, { class: "slot" });
			const ariaLabel = words.takeBack(text.card(name));
			return button(card(name, c.face), () => c.hold(name), "slot", { name, "data-card": name, ariaLabel });
		})),
		legal.length > 0 && button(lack ? words.choose[lack] : words.passTo(to), () => lack ? c.refuse(`${words.choose[lack]}.`) : c.send(c.held),
			"main", { name: "pass", ariaDisabled: `${lack > 0 || c.busy}` }))];
}

/** @type {Game} */
export const hearts = {
	high: "A",
	acts: words.moons,

	draw(c) {
		const { table, legal } = c;
		if (table.passing) return passing(c);
		const suit = led(c);
		return [
			h(".facts", c.again && h("b", text.table.lastTrick), h("span", trick(c)), c.again ? h("span", text.table.took(c.name(table.leader ?? 0)))
				: [suit && h("span", sign(suit), words.led(plain(text.suit[suit]))), h("span", sign("H"), broken(c))]),
			h(".cross", (c.again || c.rest ? table.last : table.trick).map((name, seat) => {
				const place = ["bottom", "left", "top", "right"][(seat - c.base + 4) % 4];
				if (!name) return c.me === seat && legal.length > 0 && !moon(c) && h("span", { class: `${place} yours` }, c.name(seat));
				return lying(name, c.face, { class: `${place}${name === c.last?.action && !c.again ? " latest" : ""}`,
					ariaLabel: words.from(text.card(name), c.name(seat)), "data-card": c.again ? null : name });
			})),
		];
	},

	status(c) {
		const { legal, table } = c;
		if (table.passing) return legal.length ? "" : words.waiting;
		if (!legal.length) return "";
		if (moon(c)) return words.whichMoon;
		const suit = led(c);
		if (!suit) return legal.length === 1 && table.hand.length > 1 ? text.table.playThis(legal[0]) : words.lead;
		return (legal[0][1] === suit ? words.follow : words.free)(text.suit[suit]);
	},

	why(c, name) {
		const held = c.barred[name] ?? [];
		const suit = led(c);
		if (!held.length) return text.table.only(these(c.legal));
		if (suit) return held.every((other) => other[1] === suit) ? words.mustFollow(text.suit[suit]) : words.noPoints;
		return name[1] === "H" && !c.table.broken ? words.notBroken : words.notWhile(these(held));
	},

	said(c, { seat, action }) {
		const who = c.name(seat);
		if (action in words.moons) return words.moonChosen(who, words.moons[action].toLowerCase());
		return (seat === c.me && c.table.passed.includes(action) ? words.youPass : text.table.played)(who, action);
	},

	fact(c, seat) {
		const points = c.table.points[seat];
		return c.table.leader !== null && h("span", { class: points > 12 && "warn" }, text.table.gain(points));
	},

	running: (c, seat) => [hearts.fact?.(c, seat)],

	own: (c) => c.table.passing && c.held.length ? [words.back] : [],

	rests: (before, after) => won(after) > won(before),

	fresh: (c) => c.table.passing || won(c) || c.table.trick[c.base] ? [] : c.table.received,

	given: (before, c) => before.table.passing && c.me !== null ? [-1, 1].map((way) => seatAt(c, way * before.table.passing)) : [],

	read(c) {
		const { table } = c;
		if (table.passing) return [words.passThree(c.name(seatAt(c, table.passing)))];
		const lie = (c.again ? table.last : table.trick).map((name, seat) => name ? words.from(text.card(name), c.name(seat)) : "");
		return [trick(c), ...lie, broken(c)];
	},
};
