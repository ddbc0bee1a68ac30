/* The fields of a table in words: which are drawn, what each is called, what its value says. */

import { sign } from "./cards.js";
import { h } from "./dom.js";
import { list, plain, text } from "./text.js";
import { rich } from "./voice.js";

const words = text.table;
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
export function drawnOf(fields) {
	const [, , , ...more] = fields; // hand, counts and turn have places of their own
	const known = more.filter(({ lies }) => lies);
	return (known.length ? known : more).map((field) =>
		/** @type {Lying} */ ({ ...field, lies: field.lies ?? guess(field) }));
}

export const isCard = (name = "") => /^[A2-9TJQK][SHDC]$/.test(name);

/** Whether a field holds cards that can be seen. @param {Lying} field */
export const hasCards = ({ holds }) => OF_CARDS.includes(holds);

/** The cards of a value: of a card, of a set, or of a row of them. */
export const cardsIn = (value) => [value].flat(2).filter(Boolean);

/** How many: a number itself, else how many cards. */
export const countOf = (value) => typeof value === "number" ? value : cardsIn(value).length;

/** @param {Lying} field */
export const labelOf = ({ label }) => typeof label === "string" ? label : label[0] ?? "";

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
export const labelled = (c, field, value) => {
	const suit = field.holds === "suit" && value;
	return h("span", wordOf(field, value) || [`${labelOf(field)} `,
		h("b", suit && [sign(LETTERS[suit]), " "], rich(inWords(c, field, value)))]);
};

/** A label and its value, to be heard. @param {Ctx} c @param {Lying} field */
export const aloud = (c, field, value) =>
	wordOf(field, value) || words.of(labelOf(field), inWords(c, field, value));
