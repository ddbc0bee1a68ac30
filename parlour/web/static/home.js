/* Home: continue a match, or start a game with one click. */

import { card, icon } from "./cards.js";
import { button, choose, fill, h, renew } from "./dom.js";
import { forget, keep, recall, set, tables } from "./settings.js";
import { gamesInto, houseRules, levelOf, once, rulesOf, seatsOf } from "./setup.js";
import { text } from "./text.js";

const words = text.start;

const fan = (names = [""], face = "large") =>
	h("div", { class: `fan ${face}` }, names.map((name) => h("span", card(name, face))));

/** @param {App} app */
export async function showHome(app) {
	const kept = h("section.tables", { ariaLabel: words.tables });
	const body = h(".start");
	app.frame(words.headline(recall("games", 3)), kept, body);
	document.title = text.name;
	drawTables(kept);
	const all = await gamesInto(body);
	keep("games", all.length);
	const heading = document.querySelector("h1");
	if (heading && kept.isConnected) heading.textContent = words.headline(all.length);
	drawTables(kept); // with the titles that are known now
	const levels = [...new Set(all.flatMap((game) => game.levels))];
	let level = levelOf({ levels });
	const tiles = h(".tiles");
	const tile = (game) => {
		const { name, title, pitch, short, cards } = game;
		const plays = levelOf(game);
		const error = h("p.error", { role: "alert" });
		const play = once(error, () => {
			keep("game", name);
			const seats = ["me", ...Array(seatsOf(game) - 1).fill(plays)];
			return app.again({ game: name, rules: rulesOf(game), level: plays, seats });
		});
		const face = matchMedia("(max-width: 720px)").matches ? "large" : "plain";
		return h("article", fan(cards, face),
			h("h3", title), h("p.long", pitch), h("p.short", short),
			h("p.hint", plays !== level && words.only(text.level(plays))),
			button([h("span", words.play(title)), icon("arrow-right")], play),
			error);
	};
	const what = h("p.hint.what", { role: "status" });
	const draw = () => {
		what.textContent = text.levels([level]);
		fill(tiles, all.map(tile));
	};
	draw();
	// The game last played, or the one with the most house rules.
	const first = all.find(({ name }) => name === recall("game", ""))
		?? all.reduce((one, other) => other.options.length > one.options.length ? other : one);
	const chooseLevel = (chosen = "") => {
		set("level", level = chosen);
		draw();
	};
	fill(body,
		h(".new", h("h2", words.new),
			levels.length > 1 && choose(words.levels, levels, text.level, level, chooseLevel)),
		what, tiles,
		h("section.strip", icon("person"),
			h("div", h("h2", words.friend), h("p.hint", words.friendNote)),
			h("a.button", { href: `#/new/${first.name}/friend` }, words.make)),
		houseRules(all, first));
}

function drawTables(box) {
	const isOver = (/** @type {Kept} */ { phase }) => Number(phase === "over");
	const all = tables().sort((one, two) => isOver(one) - isOver(two));
	const [first, ...others] = all.map((stored, n) => {
		const { table, key, game = "", people, phase, round, turn, cards = [] } = stored;
		const title = words.with(text.title(game), people ?? []);
		const over = phase === "over";
		const next = over ? words.result : words.continue;
		const states = { waiting: words.waiting, over: words.over, scored: words.scored(round) };
		const now = states[phase ?? ""] ?? words.round(round || 1) + (turn ? words.turn : "");
		const ask = () => {
			if (!confirm(words.forgetBody)) return;
			forget(table);
			drawTables(box);
			document.querySelector("h1")?.focus();
		};
		return h(".strip", !n && cards.length > 0 && fan(cards),
			h("div", h("h2", title),
				h("p.hint", `${now}.`)),
			h("a", {
				class: n || over ? "button" : "button main",
				href: `#/table/${table}/${key}`,
				ariaLabel: `${next}: ${title}`,
			}, next),
			button(icon("close"), ask, "quiet icon-only", { ariaLabel: words.forgetLabel(title) }));
	});
	box.hidden = !first;
	const summary = h("summary", `${words.more} `, h("span.hint", `${others.length}`));
	renew(box, first, others.length > 0 && h("details", summary, others));
}
