/*
 * Any game, shown by what the server says of it: how each field of its table lies, and what fields and actions are called.
 * In the middle lie tricks, tracks, rows and piles, with facts above them; badges, marks and rows by seat stand at the seats.
 */

import { sign } from "./cards.js";
import { button, h } from "./dom.js";
import { list, plain, text } from "./text.js";
import { lying, rich, these } from "./voice.js";
import { pile, stack, thrown, tracks, tracksAloud, trick } from "./board.js";

const words = text.table;
const LETTERS = { spades: "S", hearts: "H", diamonds: "D", clubs: "C" };
const BESIDE = 3; // actions that stand beside the status; more stand in a tray
const AT_SEATS = ["badge", "mark", "row", "pile", "backs", "fact"];

const isCard = (name = "") => /^[A2-9TJQK][SHDC]$/.test(name);

/** How a field lies of which the rules say nothing. @param {Field} field @returns {Lies} */
function guess({ holds, row }) {
	const cards = { card: row ? "row" : "pile", mask: "row" }[holds];
	const kind = /** @type {Lies["kind"]} */ (cards ?? (row ? "badge" : holds === "seat" ? "mark" : "fact"));
	return { kind, by: row && holds !== "card" ? "seat" : "table", order: "", before: "" };
}

/** The fields that are drawn: those that are said to lie somehow; all, where none is. @param {Field[]} fields @returns {Lying[]} */
function drawn(fields) {
	const all = fields.slice(3).map((field) => ({ ...field, lies: field.lies ?? guess(field) }));
	return fields.some(({ lies }) => lies) ? all.filter(({ name }) => fields.some((field) => field.name === name && field.lies)) : all;
}

const labelOf = ({ label }) => typeof label === "string" ? label : label[0];

/** The cards of a value: a card, a set or a row of them. */
const cardsIn = (value) => [value].flat(2).filter(Boolean);

/** A value to be read: text, a suit with its sign, cards. @param {Ctx} c @param {Lying} field @returns {Child[]} */
function read(c, { label, holds }, value) {
	if (value === null || value === undefined || value === "") return ["–"];
	if (typeof label !== "string") return [`${label[Number(value)] ?? value}`];
	if (holds === "seat") return [c.name(value)];
	if (holds === "suit") return [sign(LETTERS[value]), plain(value)];
	if (holds === "card" || holds === "mask") return [h("span", rich(cardsIn(value).map((name) => `{${name}}`).join(" ") || words.nothing))];
	return [`${value}`];
}

/** A value to be heard. @param {Ctx} c @param {Lying} field */
function aloud(c, field, value) {
	const label = labelOf(field);
	if (typeof field.label !== "string") return `${field.label[Number(value)] ?? value}`;
	if (value === null) return words.of(label, words.nothing);
	if (field.holds === "seat") return words.of(label, c.name(value));
	if (field.holds === "card" || field.holds === "mask") {
		return words.of(label, list(cardsIn(value).map((name) => `{${name}}`)) || words.nothing);
	}
	return words.of(label, `${value}`);
}

/** A label and its value. @param {Ctx} c @param {Lying} field */
const labelled = (c, field, value) => typeof field.label === "string"
	? h("span", `${field.label} `, h("b", read(c, field, value))) : h("span", read(c, field, value));

/** A pile with its label. @param {Ctx} c @param {Lying} field */
function heap(c, field) {
	const [label, value] = [labelOf(field), c.table[field.name]];
	if (field.lies.kind === "pile") {
		const cards = cardsIn(value);
		const top = cards.at(-1);
		const face = top ? pile(c, top, words.of(label, text.card(top)), cards.length > 1) : stack(0, words.of(label, words.nothing));
		return h(".heap", face, h("p", label));
	}
	const count = Array.isArray(value) ? cardsIn(value).length : value ?? 0;
	const [only = ""] = c.legal;
	const draws = c.legal.length === 1 && !isCard(only);
	return h(".heap", stack(count, words.of(label, words.cards(count)), draws ? () => c.send([only], true) : null, draws),
		h("p", `${label} `, h("b", `${count}`)));
}

/** @param {Listed} listed @returns {Game} */
export function anyGame({ fields, actions, said }) {
	const lies = drawn(fields);
	const labels = (c) => c.legal.filter((name) => !isCard(name)).map((name) => actions[name] ?? plain(name));
	const tricks = lies.filter(({ lies: { kind, by } }) => kind === "trick" && by === "seat");
	const seated = lies.filter((field) => field.lies.kind === "mark" || (field.lies.by === "seat" && AT_SEATS.includes(field.lies.kind)));
	const middle = lies.filter((field) => !tricks.includes(field) && !seated.includes(field));
	const ofKind = (...kinds) => middle.filter((field) => kinds.includes(field.lies.kind));
	const rows = seated.filter(({ lies: { kind }, holds }) => ["row", "pile"].includes(kind) && ["card", "mask"].includes(holds));
	const facts = middle.filter(({ lies: { kind } }) => kind === "fact" || kind === "badge");
	const heaps = [...ofKind("backs"), ...ofKind("pile")];
	const withBefore = tricks.filter((field) => field.lies.before);
	const ordered = tricks.find((field) => field.lies.order);
	const before = (board, { lies: { before: name } }) => cardsIn(board[name] ?? []);
	const wait = (c) => c.table.turn === null && !c.legal.length;

	/** @param {Ctx} c */
	function rowOf(c, field) {
		const cards = cardsIn(c.table[field.name]);
		return cards.length > 0 && h(".laid", h("p", labelOf(field)), h("span.thrown", { style: `--n: ${cards.length}` },
			cards.map((name) => lying(name, c.face, { class: c.last?.action === name && "latest" }))));
	}

	/** @param {Ctx} c */
	function tricksOf(c, corners) {
		const due = c.legal.some(isCard);
		return tricks.map((field, n) => {
			const past = field.lies.before && (c.again || c.rest);
			return trick(c, c.table[past ? field.lies.before : field.name], due, n ? [] : corners);
		});
	}

	const game = /** @type {Game} */ ({
		high: "A",
		kind: "any",

		acts: ({ legal }) => legal.filter((name) => !isCard(name)).slice(0, legal.filter((name) => !isCard(name)).length > BESIDE ? 0 : BESIDE),

		draw(c) {
			const piles = heaps.map((field) => heap(c, field));
			const tables = ofKind("row", "trick").map((field) => rowOf(c, field));
			const tracked = ofKind("tracks").map((field) => tracks(c, cardsIn(c.table[field.name])));
			const cornered = tricks.length > 0;
			const known = facts.filter((field) => c.table[field.name] !== null).map((field) => labelled(c, field, c.table[field.name]));
			const taker = c.again && game.taker?.(c);
			return [
				(c.again || known.length > 0) && h(".facts", c.again && h("b", words.lastTrick),
					c.again ? typeof taker === "number" && h("span", words.took(c.name(taker))) : known),
				...tricksOf(c, piles.map((one, n) => h("div", { class: `corner at-${n}` }, one))),
				...tracked,
				...tables,
				!cornered && piles.length > 0 && h(".piles", piles),
			];
		},

		status(c) {
			const { legal, table: { hand, turn } } = c;
			if (!legal.length) return wait(c) ? words.waiting : "";
			const [cards, others] = [legal.filter(isCard), labels(c)];
			if (!cards.length) return others.length > BESIDE ? words.choose : words.acts(others);
			if (turn === null) return words.all;
			if (others.length) return words.playOr(others.slice(0, BESIDE));
			if (cards.length === 1 && hand.length > 1) return words.playThis(cards[0]);
			return cards.length < hand.length ? words.playFitting : words.leadCard;
		},

		why(c, name) {
			const cards = c.legal.filter(isCard);
			const held = c.barred[name] ?? [];
			if (!cards.length) return game.status(c);
			return held.length ? words.notWhile(list(these(held))) : words.only(these(cards));
		},

		said(c, { seat, action, card }) {
			const who = c.name(seat);
			if (action === "??") return words.hidden(who);
			const sentence = said[action] ?? (isCard(action) ? said.card : "");
			const shown = isCard(action) ? action : card;
			if (sentence) return sentence.replaceAll("{who}", who).replaceAll("{card}", shown && isCard(shown) ? `{${shown}}` : words.aCard);
			return isCard(action) ? words.played(who, action) : words.did(who, actions[action] ?? plain(action));
		},

		fact: (c, seat) => seated.filter((field) => !rows.includes(field)).map((field) => {
			const value = c.table[field.name];
			if (field.lies.kind === "mark" && !field.row) return value === seat && h("span.mark", labelOf(field));
			const one = field.row ? value[seat] : value;
			return h("span.badge", labelled(c, field, Array.isArray(one) ? one.length : one));
		}).filter(Boolean),

		own: (c) => rows.flatMap((field) => c.table[field.name][c.base]?.length
			? [labelOf(field), thrown(cardsIn(c.table[field.name][c.base]))] : []),

		pile: (c, seat) => h(".lain", rows.map((field) => thrown(cardsIn(c.table[field.name][seat])))),

		undimmed: ({ legal }) => !legal.some(isCard),

		sheet(c) {
			const others = c.legal.filter((name) => !isCard(name));
			if (c.busy || others.length <= BESIDE) return null;
			const across = others.length < 5 ? others.length : others.length < 7 ? 3 : 4;
			return h(".tray", { role: "group", ariaLabel: words.choose, style: `--across: ${across}` }, h("p", h("b", game.status(c))),
				others.map((name) => button(actions[name] ?? plain(name), () => c.send([name]), "", { name })));
		},

		fresh: ({ came }) => came,

		rests: (old, now) => withBefore.some((field) => before(now.table, field).length > 0
			&& before(now.table, field).join() !== before(old.table, field).join()),

		before: ({ table }) => withBefore.some((field) => before(table, field).length > 0),

		taker: ({ table }) => ordered ? table[ordered.lies.order] : null,

		read(c) {
			const lain = tricks.flatMap((field) => c.table[field.lies.before && (c.again || c.rest) ? field.lies.before : field.name]
				.map((name, seat) => name && words.from(text.card(name), c.name(seat))));
			return [...facts.filter((field) => c.table[field.name] !== null).map((field) => aloud(c, field, c.table[field.name])),
				...lain, ...ofKind("tracks").flatMap((field) => tracksAloud(cardsIn(c.table[field.name]), [])),
				...ofKind("row", "pile", "trick").map((field) => aloud(c, field, c.table[field.name])),
				...ofKind("backs").map((field) => words.of(labelOf(field), `${[c.table[field.name]].flat(2).length}`))].filter(Boolean);
		},
	});
	return game;
}
