/*
 * Any game, drawn from the server's description: where each field of its table is drawn, and the
 * names of fields and actions. The middle holds tricks, tracks, rows and piles, with facts above
 * them; badges, marks and cards by seat are drawn at the seats.
 */

import { pile, stack, thrown, tracks, tracksAloud, tray, trick } from "./board.js";
import { sign } from "../base/cards.js";
import { button, h } from "../base/dom.js";
import { list, plain, text } from "../text/text.js";
import { lying, rich, these } from "../base/card_text.js";

const words = text.table;
/** How many actions stand beside the status; more are in a tray. @param {Scene} scene */
const beside = ({ phone }) => phone ? 1 : 3;
const SUITS = ["clubs", "diamonds", "hearts", "spades", null]; // null: none, as no trump

/** How a field is drawn whose place the rules do not name. @param {Field} field @returns {Lies} */
function guess({ holds, row }) {
	const one = { card: "pile", mask: "row", seat: "mark" }[holds] ?? "fact";
	const many = { card: "row", mask: "row" }[holds] ?? "badge";
	const kind = row ? many : one;
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
		({ ...field, lies: field.lies ?? guess(field) }));
}

const isCard = (name = "") => /^[A2-9TJQK][SHDC]$/.test(name);

/** Whether a field holds cards that can be seen. @param {Lying} field */
const hasCards = ({ holds }) => ["card", "mask"].includes(holds);

/** The cards of a value: a card, a set, or a row of them. */
const cardsIn = (value) => [value].flat(2).filter(Boolean);

/** A number itself, or the number of cards. */
const countOf = (value) => typeof value === "number" ? value : cardsIn(value).length;

/** @param {Lying} field */
const labelOf = ({ label }) => typeof label === "string" ? label : label[0] ?? "";

/** A value in words, in which {7S} is a card. @param {Scene} scene @param {Lying} field */
function inWords(scene, field, value) {
	if (hasCards(field)) return list(cardsIn(value).map((name) => `{${name}}`)) || words.nothing;
	if (value === null) return "–";
	if (field.holds === "seat") return scene.name(value);
	return plain(`${value}`);
}

/**
 * A field's word for a value, if its label has one for each; "" if it has none for this value.
 * @param {Lying} field
 */
const wordOf = ({ label, holds }, value) => {
	if (typeof label === "string") return null;
	return label[holds === "suit" ? SUITS.indexOf(value) : value] ?? "";
};

/** Whether a field has a value, or a word for none. @param {Lying} field */
const hasWord = (field, value) => value !== null || wordOf(field, value);

/** A label and its value, to be read. @param {Scene} scene @param {Lying} field */
const labelled = (scene, field, value) => {
	const suit = field.holds === "suit" && value;
	const word = wordOf(field, value);
	return word !== "" && h("span", word ?? [`${labelOf(field)} `,
		h("b", suit && [sign(suit[0].toUpperCase()), " "], rich(inWords(scene, field, value)))]);
};

/** A label and its value, to be heard. @param {Scene} scene @param {Lying} field */
const aloud = (scene, field, value) =>
	wordOf(field, value) ?? words.of(labelOf(field), inWords(scene, field, value));

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

/** A trick, or the one before while that is shown. @param {Scene} scene @param {Lying} field */
const trickOf = ({ table, again, rest }, { name, lies: { before } }) =>
	table[before && (again || rest) ? before : name];

/**
 * A pile and its label. One face down is a button where drawing is the only action.
 * @param {Scene} scene @param {Lying} field
 */
function heap(scene, field) {
	const { legal, table } = scene;
	const [label, value] = [labelOf(field), table[field.name]];
	const cards = cardsIn(value);
	const top = field.lies.kind === "pile" && cards.at(-1);
	const count = countOf(value);
	const none = value === null; // a field of one card, which has no number
	const rest = none ? words.nothing : words.cards(count);
	const aloud = words.of(label, top ? text.card(top) : rest);
	const draws = legal.length === 1 && !isCard(legal[0]) && field.lies.kind === "backs";
	const act = () => scene.send(legal, true);
	return h(".heap",
		top ? pile(scene, top, aloud, cards.length > 1)
			: stack(count, aloud, draws ? act : null, draws),
		h("p", `${label} `, !top && !none && h("b", `${count}`)));
}

/** Cards side by side in the middle. @param {Scene} scene @param {Lying} field */
function row(scene, field) {
	const cards = cardsIn(scene.table[field.name]);
	const latest = (name = "") => scene.last?.action === name && "latest";
	return h(".laid", h("p", labelOf(field)),
		h("span.thrown", { style: `--n: ${cards.length}` },
			cards.map((name) => lying(name, scene.face, { class: latest(name) }))));
}

/** @param {Scene} scene @param {ReturnType<typeof placed>} place @param {number?} taker */
function drawMiddle(scene, place, taker) {
	const piles = place.heaps.map((field) => heap(scene, field));
	const corners = piles.map((one, at) => h(`.corner.at-${at}`, one));
	const filled = (field) => {
		const value = scene.table[field.name];
		return hasCards(field) ? cardsIn(value).length : hasWord(field, value);
	};
	const facts = scene.again
		? [h("b", words.lastTrick), taker !== null && h("span", words.took(scene.name(taker)))]
		: place.facts.filter(filled).map((field) =>
			labelled(scene, field, scene.table[field.name]));
	// Their height does not depend on what is known of them.
	const most = Math.max(place.facts.length, place.tricks.length);
	const bands = [
		...place.tracks.map(({ name }) => tracks(scene, cardsIn(scene.table[name]))),
		...place.rows.map((field) => row(scene, field)),
		!place.tricks.length && piles.length > 0 && h(".piles", piles),
	];
	return [
		most > 0 && h(`.facts.lines-${Math.ceil(most / (scene.phone ? 2 : 4))}`, facts),
		...place.tricks.map((field, at) =>
			trick(scene, trickOf(scene, field), scene.legal.some(isCard), at ? [] : corners)),
		bands.some(Boolean) && h(".bands", bands),
	];
}

/**
 * The actions in a sentence; `others` need no card.
 * @param {Scene} scene @param {string[]} others
 */
function status(scene, others) {
	const { legal, table: { hand, turn } } = scene;
	const cards = legal.filter(isCard);
	if (!legal.length) return turn === null ? words.waiting : "";
	if (!cards.length) return others.length > beside(scene) ? words.choose : words.acts(others);
	if (turn === null) return words.all;
	if (others.length) return words.playOr(others.slice(0, 3));
	if (cards.length === 1 && hand.length > 1) return words.playThis(cards[0]);
	return cards.length < hand.length ? words.playFitting : words.leadCard;
}

/** Badges and marks of a seat. @param {Scene} scene @param {Lying[]} badges */
function badgesOf(scene, badges, seat = 0) {
	const shown = badges.map((field) => {
		const { name, row: many, lies: { kind } } = field;
		const value = many ? scene.table[name][seat] : scene.table[name];
		if (kind === "mark") {
			return (many ? value : value === seat) && h("span.mark", labelOf(field));
		}
		if (!hasCards(field)) return labelled(scene, field, value);
		return labelled(scene, { ...field, holds: "count" }, countOf(value));
	});
	return shown.filter(Boolean);
}

/** The middle, aloud. @param {Scene} scene @param {ReturnType<typeof placed>} place */
function readMiddle(scene, place) {
	const there = (field) => hasWord(field, scene.table[field.name]);
	const cardFrom = (name = "", seat = 0) => name && words.from(text.card(name), scene.name(seat));
	const fields = [...place.facts, ...place.heaps, ...place.rows].filter(there);
	return [
		...fields.map((field) => aloud(scene, field, scene.table[field.name])),
		...place.tricks.flatMap((field) => trickOf(scene, field).map(cardFrom)),
		...place.tracks.flatMap(({ name }) => tracksAloud(cardsIn(scene.table[name]), [])),
	].filter(Boolean);
}

/** What may be chosen, and why a card may not. @param {Listed} listed */
function choices({ actions }) {
	const label = (action = "") => actions[action] ?? plain(action);
	const others = ({ legal }) => legal.filter((action) => !isCard(action));
	const statusOf = (scene) => status(scene, others(scene).map(label));
	return {
		acts: (scene) => others(scene).length > beside(scene) ? [] : others(scene),
		status: statusOf,
		undimmed: ({ legal }) => !legal.some(isCard),

		why(scene, name) {
			const cards = scene.legal.filter(isCard);
			const held = scene.barred[name] ?? [];
			if (!cards.length) return statusOf(scene);
			return held.length ? words.notWhile(list(these(held))) : words.only(these(cards));
		},

		sheet(scene) {
			const all = others(scene);
			if (scene.busy || all.length <= beside(scene)) return null;
			const most = all.every((name) => label(name).length < 7) ? 6 : 4;
			const across = Math.ceil(all.length / Math.ceil(all.length / most));
			const act = (name) => button(label(name), () => scene.send([name]), "", { name });
			return tray(statusOf(scene), all.map(act), across);
		},
	};
}

/** What has been done, in a sentence. @param {Listed} listed */
const narrator = ({ actions, said }) => (scene, { seat, action, card = "" }) => {
	const who = scene.name(seat);
	const sentence = said[action] ?? (isCard(action) && said.card);
	const shown = [action, card].find(isCard);
	if (action === "??") return words.hidden(who);
	if (sentence) {
		const cardName = shown ? `{${shown}}` : words.aCard;
		return sentence.replaceAll("{who}", () => who).replaceAll("{card}", cardName);
	}
	if (isCard(action)) return words.played(who, action);
	return words.did(who, actions[action] ?? plain(action));
};

/** Tricks: which one is shown, and who took it. @param {ReturnType<typeof placed>} place */
function tricks({ tricks: fields }) {
	const order = fields.find(({ lies }) => lies.order)?.lies.order;
	return {
		taker: ({ table }) => order ? table[order] : null,
		before: ({ table }) => fields.flatMap((field) => beforeIn(table, field)),
		rests: ({ table: old }, { table: now }) => fields.some((field) => {
			const whole = beforeIn(now, field);
			return whole.length > 0 && whole.join() !== beforeIn(old, field).join();
		}),
	};
}

/** What is seen at a seat. @param {ReturnType<typeof placed>} place */
const atSeats = ({ badges, lain }) => ({
	fact: (scene, seat) => badgesOf(scene, badges, seat),
	pile: ({ table }, seat) =>
		h(".lain", lain.map(({ name }) => thrown(cardsIn(table[name][seat])))),
	own: ({ table, base }) => lain.flatMap((field) => {
		const cards = cardsIn(table[field.name][base]);
		return cards.length ? [labelOf(field), thrown(cards)] : [];
	}),
});

/** @param {Listed} listed @returns {Game} */
export function anyGame(listed) {
	const place = placed(listed);
	const { taker, ...shown } = tricks(place);
	return {
		high: place.tracks.length ? "K" : "A", // tracks begin with the aces
		kind: "any",
		straight: place.tracks.length > 0, // they are as wide as the table
		draw: (scene) => drawMiddle(scene, place, taker(scene)),
		said: narrator(listed),
		fresh: ({ came }) => came,
		read: (scene) => readMiddle(scene, place),
		taker,
		...shown,
		...choices(listed),
		...atSeats(place),
	};
}
