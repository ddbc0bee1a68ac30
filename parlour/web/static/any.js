/*
 * Any game, drawn from the server's description: where each field of its table is drawn, and the
 * names of fields and actions. The middle holds tricks, tracks, rows and piles, with facts above
 * them; badges, marks and cards by seat are drawn at the seats.
 */

import { pile, stack, thrown, tracks, tracksAloud, tray, trick } from "./board.js";
import { sign } from "./cards.js";
import { button, h } from "./dom.js";
import { list, plain, text } from "./text.js";
import { lying, rich, these } from "./voice.js";

const words = text.table;
/** How many actions stand beside the status; more are in a tray. @param {Ctx} c */
const beside = ({ phone }) => phone ? 1 : 3;
const LETTERS = { spades: "S", hearts: "H", diamonds: "D", clubs: "C" };
const OF_CARDS = ["card", "mask"];

/** How a field is drawn whose place the rules do not name. @param {Field} field @returns {Lies} */
function guess({ holds, row }) {
	const one = { card: "pile", mask: "row", seat: "mark" }[holds] ?? "fact";
	const many = { card: "row", mask: "row" }[holds] ?? "badge";
	const kind = /** @type {Lies["kind"]} */ (row ? many : one);
	return { kind, by: row && holds !== "card" ? "seat" : "table", order: "", before: "" };
}

/**
 * The fields that are drawn: those whose place the rules name; all, where they name none.
 * @param {Field[]} fields
 */
function drawnOf(fields) {
	const [, , , ...more] = fields; // hand, counts and turn have places of their own
	const known = more.filter(({ lies }) => lies);
	return (known.length ? known : more).map((field) =>
		/** @type {Lying} */ ({ ...field, lies: field.lies ?? guess(field) }));
}

const isCard = (name = "") => /^[A2-9TJQK][SHDC]$/.test(name);

/** Whether a field holds cards that can be seen. @param {Lying} field */
const hasCards = ({ holds }) => OF_CARDS.includes(holds);

/** The cards of a value: a card, a set, or a row of them. */
const cardsIn = (value) => [value].flat(2).filter(Boolean);

/** A number itself, or the number of cards. */
const countOf = (value) => typeof value === "number" ? value : cardsIn(value).length;

/** @param {Lying} field */
const labelOf = ({ label }) => typeof label === "string" ? label : label[0] ?? "";

/** A value in words, in which {7S} is a card. @param {Ctx} c @param {Lying} field */
function inWords(c, field, value) {
	if (hasCards(field)) return list(cardsIn(value).map((name) => `{${name}}`)) || words.nothing;
	if (value === null) return "–";
	if (field.holds === "seat") return c.name(value);
	return field.holds === "suit" || field.holds === "action" ? plain(value) : `${value}`;
}

/** A field's word for a value, if its label has one for each; else nothing. @param {Lying} field */
const wordOf = ({ label }, value) =>
	typeof label === "string" ? "" : label[Number(value)] ?? `${value}`;

/** A label and its value, to be read. @param {Ctx} c @param {Lying} field */
const labelled = (c, field, value) => {
	const suit = field.holds === "suit" && value;
	return h("span", wordOf(field, value) || [`${labelOf(field)} `,
		h("b", suit && [sign(LETTERS[suit]), " "], rich(inWords(c, field, value)))]);
};

/** A label and its value, to be heard. @param {Ctx} c @param {Lying} field */
const aloud = (c, field, value) =>
	wordOf(field, value) || words.of(labelOf(field), inWords(c, field, value));

/** Where each field is drawn. @param {Listed} listed */
function placed({ fields }) {
	const all = drawnOf(fields);
	const tricks = all.filter(({ lies: { kind, by } }) => kind === "trick" && by === "seat");
	const atSeat = ({ lies: { kind, by } }) => kind === "mark" || by === "seat";
	const seated = all.filter((field) => !tricks.includes(field) && atSeat(field));
	const faceUp = (field) => field.row && hasCards(field) && field.lies.kind !== "backs";
	const lain = seated.filter(faceUp);
	const middle = all.filter((field) => !tricks.includes(field) && !seated.includes(field));
	const ofKind = (...kinds) => middle.filter(({ lies }) => kinds.includes(lies.kind));
	const rows = ofKind("row", "trick");
	return {
		tricks, // before the seats, in the middle
		lain, // cards at the seats
		badges: seated.filter((field) => !lain.includes(field)),
		facts: [...ofKind("fact", "badge"), ...tricks.length ? rows : []], // no room beside a trick
		heaps: [...ofKind("backs"), ...ofKind("pile")],
		rows: tricks.length ? [] : rows,
		tracks: ofKind("tracks"),
	};
}

/** The cards of the trick before. @param {Board} board @param {Lying} field */
const beforeIn = (board, { lies: { before } }) => before ? cardsIn(board[before]) : [];

/** A trick, or the one before while that is shown. @param {Ctx} c @param {Lying} field */
const trickOf = ({ table, again, rest }, { name, lies: { before } }) =>
	table[before && (again || rest) ? before : name];

/**
 * A pile and its label. One face down is a button where drawing is the only action.
 * @param {Ctx} c @param {Lying} field
 */
function heap(c, field) {
	const [label, value] = [labelOf(field), c.table[field.name]];
	const cards = cardsIn(value);
	const top = field.lies.kind === "pile" && cards.at(-1);
	if (top) {
		const aloud = words.of(label, text.card(top));
		return h(".heap", pile(c, top, aloud, cards.length > 1), h("p", label));
	}
	const count = countOf(value);
	const [only = ""] = c.legal;
	const draws = c.legal.length === 1 && !isCard(only) && field.lies.kind === "backs";
	const aloud = words.of(label, words.cards(count));
	return h(".heap", stack(count, aloud, draws ? () => c.send([only], true) : null, draws),
		h("p", `${label} `, h("b", `${count}`)));
}

/** Cards side by side in the middle. @param {Ctx} c @param {Lying} field */
function row(c, field) {
	const cards = cardsIn(c.table[field.name]);
	const latest = (name = "") => c.last?.action === name && "latest";
	return h(".laid", h("p", labelOf(field)),
		h("span.thrown", { style: `--n: ${cards.length}` },
			cards.map((name) => lying(name, c.face, { class: latest(name) }))));
}

/** @param {Ctx} c @param {ReturnType<typeof placed>} place @param {number?} taker */
function drawMiddle(c, place, taker) {
	const piles = place.heaps.map((field) => heap(c, field));
	const corners = piles.map((one, n) => h("div", { class: `corner at-${n}` }, one));
	const filled = (field) => {
		const value = c.table[field.name];
		return hasCards(field) ? cardsIn(value).length : value !== null;
	};
	const facts = c.again
		? [h("b", words.lastTrick), taker !== null && h("span", words.took(c.name(taker)))]
		: place.facts.filter(filled).map((field) => labelled(c, field, c.table[field.name]));
	// Their height does not depend on what is known of them.
	const most = Math.max(place.facts.length, place.tricks.length);
	const lines = `facts lines-${Math.ceil(most / (c.phone ? 2 : 4))}`;
	const due = c.legal.some(isCard);
	return [
		most > 0 && h("div", { class: lines }, facts),
		...place.tricks.map((field, n) => trick(c, trickOf(c, field), due, n ? [] : corners)),
		...place.tracks.map(({ name }) => tracks(c, cardsIn(c.table[name]))),
		...place.rows.map((field) => row(c, field)),
		!place.tricks.length && piles.length > 0 && h(".piles", piles),
	];
}

/** The actions in a sentence; `others` need no card. @param {Ctx} c @param {string[]} others */
function status(c, others) {
	const { legal, table: { hand, turn } } = c;
	const cards = legal.filter(isCard);
	if (!legal.length) return turn === null ? words.waiting : "";
	if (!cards.length) return others.length > beside(c) ? words.choose : words.acts(others);
	if (turn === null) return words.all;
	if (others.length) return words.playOr(others.slice(0, 3));
	if (cards.length === 1 && hand.length > 1) return words.playThis(cards[0]);
	return cards.length < hand.length ? words.playFitting : words.leadCard;
}

/** Badges and marks of a seat. @param {Ctx} c @param {Lying[]} badges */
function badgesOf(c, badges, seat = 0) {
	const shown = badges.map((field) => {
		const { name, row: many, lies: { kind } } = field;
		const value = many ? c.table[name][seat] : c.table[name];
		if (kind === "mark") {
			return (many ? value : value === seat) && h("span.mark", labelOf(field));
		}
		if (!hasCards(field)) return labelled(c, field, value);
		return labelled(c, { ...field, holds: "count" }, countOf(value));
	});
	return shown.filter(Boolean);
}

/** The middle, aloud. @param {Ctx} c @param {ReturnType<typeof placed>} place */
function readMiddle(c, place) {
	const there = ({ name }) => c.table[name] !== null;
	const cardFrom = (name = "", seat = 0) => name && words.from(text.card(name), c.name(seat));
	const fields = [...place.facts, ...place.heaps, ...place.rows].filter(there);
	return [
		...fields.map((field) => aloud(c, field, c.table[field.name])),
		...place.tricks.flatMap((field) => trickOf(c, field).map(cardFrom)),
		...place.tracks.flatMap(({ name }) => tracksAloud(cardsIn(c.table[name]), [])),
	].filter(Boolean);
}

/** @param {Listed} listed @returns {Game} */
export function anyGame(listed) {
	const { actions, said } = listed;
	const place = placed(listed);
	const order = place.tricks.find(({ lies }) => lies.order)?.lies.order;
	const label = (action = "") => actions[action] ?? plain(action);
	const others = ({ legal }) => legal.filter((action) => !isCard(action));
	const statusOf = (c) => status(c, others(c).map(label));
	const taker = (board) => order ? board[order] : null;

	return {
		high: "A",
		kind: "any",
		straight: place.tracks.length > 0, // they are as wide as the table
		acts: (c) => others(c).length > beside(c) ? [] : others(c),
		draw: (c) => drawMiddle(c, place, taker(c.table)),
		status: statusOf,

		why(c, name) {
			const cards = c.legal.filter(isCard);
			const held = c.barred[name] ?? [];
			if (!cards.length) return statusOf(c);
			return held.length ? words.notWhile(list(these(held))) : words.only(these(cards));
		},

		said(c, { seat, action, card = "" }) {
			const who = c.name(seat);
			const sentence = said[action] ?? (isCard(action) && said.card);
			const shown = [action, card].find(isCard);
			if (action === "??") return words.hidden(who);
			if (sentence) {
				const cardName = shown ? `{${shown}}` : words.aCard;
				return sentence.replaceAll("{who}", () => who).replaceAll("{card}", cardName);
			}
			return isCard(action) ? words.played(who, action) : words.did(who, label(action));
		},

		fact: (c, seat) => badgesOf(c, place.badges, seat),
		pile: (c, seat) =>
			h(".lain", place.lain.map(({ name }) => thrown(cardsIn(c.table[name][seat])))),
		own: (c) => place.lain.flatMap((field) => {
			const cards = cardsIn(c.table[field.name][c.base]);
			return cards.length ? [labelOf(field), thrown(cards)] : [];
		}),
		undimmed: ({ legal }) => !legal.some(isCard),

		sheet(c) {
			const all = others(c);
			if (c.busy || all.length <= beside(c)) return null;
			const most = all.every((name) => label(name).length < 7) ? 6 : 4;
			const across = Math.ceil(all.length / Math.ceil(all.length / most));
			const act = (name) => button(label(name), () => c.send([name]), "", { name });
			return tray(statusOf(c), all.map(act), across);
		},

		fresh: ({ came }) => came,
		rests: ({ table: old }, { table: now }) => place.tricks.some((field) => {
			const whole = beforeIn(now, field);
			return whole.length > 0 && whole.join() !== beforeIn(old, field).join();
		}),
		before: ({ table }) => place.tricks.flatMap((field) => beforeIn(table, field)),
		taker: ({ table }) => taker(table),
		read: (c) => readMiddle(c, place),
	};
}
