/*
 * A lesson: the sentences of a guided first round, each at its moment. A moment is a test of the
 * view, as parlour/catalogue/lessons.py describes it.
 */

import { icon } from "../base/cards.js";
import { named } from "./last_choices.js";
import { button, h, renew } from "../base/dom.js";
import { loaded } from "../base/later.js";
import { fileOf } from "../base/connection.js";
import { remember } from "../base/settings.js";
import { text } from "../text/text.js";
import { rich } from "../base/card_text.js";

const words = text.table;

/** The lessons that were asked for. @type {Map<string, Lesson>} */
const known = new Map();

/** The tables that wait for one. @type {WeakSet<Table>} */
const asking = new WeakSet();

/** Ask for a game's lesson. */
async function load(name = "") {
	if (known.has(name)) return;
	const { deal, steps, closing } = await fileOf(`games/${name}/lesson.json`);
	const taught = text.taught(name);
	known.set(name, {
		deal,
		steps: steps.map((step, at) => ({ ...step, says: taught[at] ?? step.says })),
		closing: taught[steps.length] ?? closing,
	});
}

/** Make the table of a lesson: its deal, and computers of the simplest level. @param {App} app */
export async function learn(app, game) {
	const { name, levels: [level] } = game;
	const { rules } = named(game);
	const others = Number(rules[game.seats_option ?? ""] ?? game.seats) - 1;
	const seats = ["me", ...Array(others).fill(level)];
	await load(name);
	const deal = known.get(name)?.deal;
	await app.again({ game: name, rules, level, seats, deal }, { told: [], move: -1, now: -1 });
}

/** The names in a value: those of cards, or of other actions. @returns {string[]} */
function namesIn(value) {
	const isNames = typeof value === "string" || Array.isArray(value);
	return [isNames ? value : Object.keys(value ?? {})].flat().filter(Boolean);
}

/** A number itself, or how many names there are; -1 where there is no value. */
function amountOf(value) {
	if (value === null) return -1;
	return typeof value === "number" ? value : namesIn(value).length;
}

/** The values of a field: several of the others, else one. @param {SeatView} view */
function valuesOf(field, view) {
	const [path, other] = field.split("&");
	let value = /** @type {any} */ (view);
	for (const name of path.split(".")) {
		if (name === "others") return value.filter((_, seat) => seat !== view.seat);
		value = value[name === "me" ? view.seat : name];
	}
	if (!other) return [value];
	const both = namesIn(valuesOf(other, view)[0]);
	return [namesIn(value).filter((name) => both.includes(name))];
}

/** Whether a test holds. @param {SeatView} view */
function holds(test = "", view) {
	const [field, relation, value] = test.split(" ");
	const values = valuesOf(field, view);
	if (relation === "has" || relation === "lacks") {
		const like = RegExp(`^${value.replaceAll("?", ".")}$`);
		const has = values.some((one) => namesIn(one).some((name) => like.test(name)));
		return has === (relation === "has");
	}
	const number = value === "me" ? view.seat ?? -1 : Number(value);
	const sign = { "<": -1, "=": 0, ">": 1 }[relation];
	return values.some((one) => Math.sign(amountOf(one) - number) === sign);
}

/** Keep how far the lesson of a table is; it ends with none. @param {Table} table */
function keep({ connection: { table, key }, scene: { lesson } }) {
	remember(table, key, { lesson: lesson ?? undefined });
}

/** Go on without the lesson. @param {Table} table */
function leaveLesson(table) {
	table.scene.lesson = null;
	keep(table);
	dispatchEvent(new Event("settings")); // the table is drawn, and told about forced cards
	table.hand.focus();
}

/** Say a sentence after what has happened. @param {Table} table */
const speak = (table, says = "") => queueMicrotask(() => table.say(says));

/**
 * The sentence of this moment: at most one a turn, a new one where there is one, else the latest
 * that is still true; at the round's end the closing one.
 * @param {Table} table @param {Lesson} given
 */
function sentenceOf(table, { steps, closing }) {
	const { scene } = table;
	const { lesson, view, legal, move, points, busy, rest } = scene;
	if (!lesson || !view) return "";
	if (points.length) {
		if (!rest) speak(table, closing);
		return closing;
	}
	// The deal is played again.
	if (!move && lesson.move > 0) Object.assign(lesson, { told: [], move: -1, now: -1 });
	if (legal.length && !busy && !rest && move > lesson.move) {
		const fits = (place) => steps[place].when.every((test) => holds(test, view));
		const { told } = lesson;
		const next = steps.findIndex((_, place) => !told.includes(place) && fits(place));
		lesson.move = move;
		lesson.now = next >= 0 ? next : [...told].reverse().find(fits) ?? -1;
		if (next >= 0) {
			told.push(next);
			speak(table, steps[next].says);
		}
		keep(table);
	}
	return steps[lesson.now]?.says ?? "";
}

/** Draw the lesson in its place; it is over with its round. @param {Table} table */
export function drawLesson(table) {
	const { scene, layout } = table;
	if (!scene.lesson || !scene.table) return;
	if (scene.number > 1) {
		queueMicrotask(() => leaveLesson(table));
		return;
	}
	const { name, page } = scene.listed;
	const given = known.get(name);
	if (!given) {
		if (!page.includes("lesson.json")) queueMicrotask(() => leaveLesson(table));
		else if (!asking.has(table)) {
			asking.add(table);
			void loaded(() => load(name)).then(() => table.draw());
		}
		return;
	}
	scene.closing = given.closing;
	renew(layout.lesson,
		h("p", rich(sentenceOf(table, given))),
		button([icon("close"), h("span.broad", words.leaveLesson)], () => leaveLesson(table),
			"quiet", { name: "leave-lesson", ariaLabel: words.leaveLesson }));
}
