/* The start page: this browser's tables, and a new game. */

import { icon } from "../base/cards.js";
import { levelOf, rulesInWords, rulesOf, seatsOf } from "./last_choices.js";
import { button, choose, fan, fill, h, renew } from "../base/dom.js";
import { gamesInto, once } from "./forms.js";
import { later, whenLoaded } from "../base/later.js";
import { link } from "../base/link.js";
import { forget, set, tables } from "../base/settings.js";
import { recall, store } from "../text/stored.js";
import { text } from "../text/text.js";

const words = text.start;

/** How far a stored table is. @param {StoredTable} table */
function progress({ phase, round = 0, turn }) {
	const states = { waiting: words.waiting, over: words.over, scored: words.scored(round) };
	return states[phase ?? ""] ?? words.round(round || 1) + (turn ? words.turn : "");
}

/** A stored table, with its cards if it is the first. @param {StoredTable} stored */
function strip(stored, first, redraw) {
	const { table, key, game = "", people, phase, cards = [] } = stored;
	const title = words.with(text.title(game), people ?? []);
	const over = phase === "over";
	const next = over ? words.result : words.continue;
	const ask = () => {
		if (!confirm(words.forgetBody)) return;
		forget(table);
		redraw();
		document.querySelector("h1")?.focus();
	};
	return h(".strip", first && cards.length > 0 && fan(cards),
		h("div", h("h2", title), h("p.hint", `${progress(stored)}.`)),
		h("a", {
			class: first && !over ? "button main" : "button",
			href: `#/table/${table}/${key}`,
			ariaLabel: `${next}: ${title}`,
		}, next),
		button(icon("close"), ask, "quiet icon-only", { ariaLabel: words.forgetLabel(title) }));
}

/** This browser's tables, those that are over last. */
function drawTables(box) {
	const isOver = (one) => Number(one.phase === "over");
	const all = tables().sort((one, two) => isOver(one) - isOver(two));
	const redraw = () => drawTables(box);
	const [first, ...others] = all.map((stored, place) => strip(stored, !place, redraw));
	box.hidden = !first;
	const summary = h("summary", `${words.more} `, h("span.hint", `${others.length}`));
	renew(box, first, others.length > 0 && h("details", summary, others));
}

/** A game to play at once: the whole tile is its button. @param {App} app @param {Listed} game */
function tile(app, game) {
	const { name, title, pitch, short, cards } = game;
	const plays = levelOf(game);
	const error = h("p.error", { role: "alert" });
	const play = once(error, () => {
		store("game", name);
		const seats = ["me", ...Array(seatsOf(game) - 1).fill(plays)];
		const rules = rulesOf(game);
		return app.again({ game: name, rules, level: plays, seats });
	});
	const face = matchMedia("(max-width: 720px)").matches ? "large" : "plain";
	return h("article", fan(cards, face),
		h("h3", title), h("p.long", pitch), h("p.short", short),
		h("p.hint", text.means(game, plays) || text.level(plays)),
		button([h("span", words.play(title)), icon("arrow-right")], play),
		error);
}

/** The games that have a lesson, each with a button. @param {App} app @param {Listed[]} all */
function lessons(app, all) {
	const taught = all.filter(({ page }) => page.includes("lesson.json"));
	if (!taught.length) return null;
	const error = h("p.error", { role: "alert" });
	const begin = (game) => once(error, async () => {
		const lesson = await later.lesson().catch(() => null);
		if (!lesson) throw new Error(text.link.failed);
		await lesson.learn(app, game);
	});
	return h("section.strip.lessons", icon("hint"),
		h("div", h("h2", words.first), h("p.hint", words.firstNote), error),
		h(".row", taught.map((game) =>
			button(game.title, begin(game), "", { ariaLabel: words.learn(game.title) }))));
}

/** The game last played, or the one with the most house rules. @param {Listed[]} all */
const favourite = (all) => all.find(({ name }) => name === recall("game", ""))
	?? all.reduce((one, other) => other.options.length > one.options.length ? other : one);

/** The house rules of all games; their form is loaded when it is opened. */
function houseRules(all, game) {
	const note = h("span.hint", rulesInWords(all));
	const form = h(".form-of-rules");
	const ontoggle = () => form.firstElementChild
		|| whenLoaded(later.rules, ({ fillRules }) => fillRules(form, note, all, game));
	return h("details.house", { ontoggle }, h("summary", `${words.rules} `, note), form);
}

/** A new game: the level, a tile a game, a table with a friend, the house rules. */
function drawNew(app, box, all) {
	const levels = text.levels().filter((level) =>
		all.some((game) => game.levels.includes(level)));
	const tiles = h(".tiles");
	const draw = () => fill(tiles, all.map((game) => tile(app, game)));
	const chooseLevel = (chosen = "") => {
		set("level", chosen);
		draw();
	};
	draw();
	const first = favourite(all);
	fill(box,
		h(".new", h("h2", words.new),
			levels.length > 1
				&& choose(words.levels, levels, text.level, levelOf({ levels }), chooseLevel)),
		tiles,
		lessons(app, all),
		link.alone?.(app) ?? h("section.strip", icon("person"),
			h("div", h("h2", words.friend), h("p.hint", words.friendNote)),
			h("a.button", { href: `#/new/${first.name}/friend` }, words.make)),
		houseRules(all, first));
}

/** @param {App} app */
export async function showHome(app) {
	const section = h("section.tables", { ariaLabel: words.tables });
	const body = h(".start");
	app.frame(words.headline(recall("games", 3)), section, body);
	document.title = text.name;
	drawTables(section);
	const all = await gamesInto(body);
	store("games", all.length);
	const heading = document.querySelector("h1");
	if (heading && section.isConnected) heading.textContent = words.headline(all.length);
	drawTables(section); // with the titles that are known now
	drawNew(app, body, all);
}
