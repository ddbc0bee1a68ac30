/* A hint: the best choice, by how much, and why; all choices behind a word. */

import { h, openDialog } from "../base/dom.js";
import { more } from "../text/text_later.js";
import { grid } from "./score.js";
import { list, text } from "../text/text.js";
import { moves, rich } from "../base/card_text.js";

const words = more.hint;

const CLEAR = 2; // standard errors; a difference nearer to 0 may be chance
const SMALL = 0.1; // of the difference; a smaller cause is left out
const [FOR, AGAINST, NAMED] = [2, 1, 3]; // causes at most, and the cards or choices named in one

/** A number with a sign, a minus and no dash; 0 has none. */
function signed(number = 0, digits = 1) {
	const value = Math.abs(number).toFixed(digits);
	const shown = text.decimal(value);
	if (!Number(value)) return shown;
	return (number < 0 ? "−" : "+") + shown;
}

/** A number in the hint's unit: points, or matches of 100. */
const amount = (unit, number) => unit === "share" ? signed(100 * number, 0) : signed(number);

/** Whether a card's part of a cause is not 0.0, as it is written. */
const isShown = (part = 0) => Math.abs(part) >= 0.05;

/** @param {Term} term @param {Scene} scene */
function because({ what, better, says, seat, cards }, { name, listed }) {
	const largest = Object.entries(cards).filter(([, part]) => isShown(part))
		.sort(([, one], [, other]) => Math.abs(other) - Math.abs(one));
	const named = largest.slice(0, NAMED).map(([card, part]) => `{${card}} (${signed(part)})`);
	const side = better > 0 ? "better" : "worse";
	const sentence = text.cause(listed.name, `${what}-${side}`) ?? says;
	return sentence?.replace("{cards}", list(named))
		.replace("{who}", () => name(seat ?? 0));
}

/** The greatest clear terms in the game's sentences. @param {Hint} hint @param {Scene} scene */
function causes({ points, terms }, scene) {
	if (points <= 0) return [];
	const clear = terms.filter(({ better, error, cards }) => {
		const parts = Object.values(cards);
		return Math.abs(better) > Math.max(CLEAR * error, SMALL * points)
			&& (!parts.length || parts.some(isShown));
	});
	const sided = (sign) => clear.filter(({ better }) => better * sign > 0);
	return [...sided(1).slice(0, FOR), ...sided(-1).slice(0, AGAINST)]
		.map((term) => because(term, scene)).filter(Boolean);
}

/** What a hint says, sentence by sentence. @param {Hint} hint @param {Scene} scene */
export function advice(hint, scene) {
	const { why, unit, choices: [first, ...others] } = hint;
	const called = ({ actions }) => moves(actions, scene.listed);
	const best = called(first);
	if (!others.length) return [`${best}.`, words[why] ?? text.table.standIn[why]];
	if (why === "equal") {
		const near = others.filter(({ better, error }) => -better <= CLEAR * error);
		const all = [best, ...near.slice(0, NAMED).map(called)];
		return [words.equal(first.playouts, list(all, text.or))];
	}
	const unsigned = (number) => amount(unit, number).replace("+", "");
	const number = words[unit](best, unsigned(first.better), called(others[0]),
		unsigned(CLEAR * first.error), first.playouts);
	return [number, ...causes(hint, scene)];
}

/** @param {Hint} hint @param {Scene} scene */
function open(hint, scene) {
	const { unit, choices } = hint;
	const row = ({ actions, better, error }) => [
		h("span", rich(moves(actions, scene.listed))),
		amount(unit, better),
		`±${amount(unit, CLEAR * error).replace("+", "")}`,
	];
	const all = choices.length > 1 && h("details",
		h("summary", words.all),
		grid(["", words.against[unit], words.error], choices.map(row)));
	openDialog({ title: text.table.hint.title },
		h("p", rich(advice(hint, scene).join(" "))), all).classList.add("advice");
}

/** Ask for a hint, one at a time, and show it. @param {Table} table */
export function askHint(table) {
	const { connection, scene, fail } = table;
	const { legal, view } = scene;
	if (scene.hinting || !legal.length) return;
	// At once: a forced card may be played before an answer comes.
	const only = /** @type {any} */ ({ why: "only", choices: [{ actions: legal }] });
	if (legal.length === 1) return open(only, scene);
	const done = (advised = [""]) => {
		scene.hinting = false;
		if (scene.view === view) scene.advised = advised;
		table.draw();
	};
	scene.refusal = "";
	scene.hinting = true;
	table.draw();
	connection.hint().then(
		({ hint }) => {
			done(hint.choices[0].actions);
			if (scene.view === view) open(hint, scene);
		},
		(error) => {
			done([]);
			if (scene.view === view) fail(error); // else it is of no use any more
		},
	);
}
