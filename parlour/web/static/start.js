/* The screens before a table, and their forms: home, a new table, an invitation; house rules. */

import { icon } from "./cards.js";
import { button, choose, fan, field, fill, h, renew, select, sitter, toggle } from "./dom.js";
import { games } from "./link.js";
import { forget, recall, set, settings, store, tables } from "./settings.js";
import { text } from "./text.js";

/**
 * The level of computers for a game: the one last chosen, else the next simpler one.
 * @param {{levels: string[]}} game
 */
const levelOf = ({ levels }) => {
	const most = text.strength(settings.level);
	return levels.filter((level) => text.strength(level) <= most).at(-1) ?? levels[0] ?? "";
};

const fits = ({ values, min, max }, value) =>
	values ? values.includes(value) : Number.isInteger(value) && value >= min && value <= max;

/** The house rules last set that differ from the standard. @param {Listed} game */
function rulesOf({ name, options }) {
	const stored = recall(`rules.${name}`, {});
	const changed = options.filter((option) =>
		fits(option, stored[option.name]) && stored[option.name] !== option.default);
	return Object.fromEntries(changed.map((option) => [option.name, stored[option.name]]));
}

/** The values of an option that is a number. @param {Option} option */
const range = ({ min, max }) =>
	Array.from({ length: Number(max) - Number(min) + 1 }, (_, n) => `${Number(min) + n}`);

/** The number of seats by the house rules last set. @param {Listed} game */
function seatsOf(game) {
	const option = game.options.find(({ name }) => name === game.seats_option);
	return option ? Number(rulesOf(game)[option.name] ?? option.default) : game.seats;
}

function chooseGame(all, game, onchange, unseen) {
	const names = all.map(({ name }) => name);
	const change = (chosen = "") => onchange(all.find(({ name }) => name === chosen) ?? game);
	return choose(text.new.game, names, text.title, game.name, change, unseen);
}

/** The form of the house rules, which stores each change at once. */
function houseRules(all, game, onchange = () => {}) {
	const note = h("span.hint");
	const form = h(".rules");
	const change = (rules) => {
		if (rules) store(`rules.${game.name}`, rules);
		const changed = all.filter((one) => Object.keys(rulesOf(one)).length)
			.map(({ name }) => text.title(name));
		note.textContent = changed.length ? text.start.changed(changed) : text.start.standard;
		onchange();
	};
	const row = (option) => {
		const { name, label, labels, values, min, max } = option;
		const value = rulesOf(game)[name] ?? option.default;
		const give = (given = value) => change({ ...rulesOf(game), [name]: given });
		if (values?.join() === "no,yes") {
			return toggle(label, value === "yes", (on) => give(on ? "yes" : "no"));
		}
		if (values) return select(label, values, (word) => labels[word], `${value}`, give);
		const number = field(label, h("input", {
			type: "number",
			inputMode: "numeric",
			required: true,
			min,
			max,
			value,
			onchange() {
				const given = number.input.valueAsNumber;
				number.complain(fits(option, given) ? "" : text.new.range(min, max));
				if (fits(option, given)) give(given);
			},
		}));
		return number.box;
	};
	// An option with one possible value is no choice.
	const isChoice = ({ name, values, min, max }) =>
		(all[1] || name !== game.seats_option) && (values ? values[1] : max > min);
	const reset = () => {
		change({});
		draw(game);
		form.querySelector("input")?.focus();
	};
	const draw = (one) => {
		game = one;
		const rows = game.options.filter(isChoice).map(row);
		fill(form, rows, button(text.start.reset, reset, "quiet"));
	};
	draw(game);
	change();
	return h("details.house", h("summary", `${text.start.rules} `, note),
		all.length > 1 && chooseGame(all, game, draw, true), form);
}

/** Asks until the server answers. */
async function gamesInto(box) {
	fill(box, h("p.hint", text.start.loading));
	for (;;) {
		try {
			return await games();
		} catch {
			fill(box, h("p.lost", { role: "status" }, text.link.gone));
			await new Promise((done) => setTimeout(() => box.isConnected && done(null), 2000));
		}
	}
}

/** Asks once at a time. */
function once(error, ask) {
	let busy = false;
	return async () => {
		if (busy) return;
		busy = true;
		error.textContent = "";
		await ask().catch(({ message }) => { error.textContent = message; });
		busy = false;
	};
}

/** A form with a field for the name, `needed` or not. @param {Named} then */
function nameForm(title = "", needed = () => true, then) {
	const name = field(text.new.name, h("input", {
		value: settings.name,
		maxLength: 30,
		autocomplete: "nickname",
		required: true,
	}));
	const error = h("p.error", { role: "alert" });
	const send = once(error, () => then(name.input.value.trim()));
	const form = h("form.form", { noValidate: true, ariaLabel: title, onsubmit(event) {
		event.preventDefault();
		const missing = needed() && !name.input.value.trim();
		name.complain(missing ? text.new.nameMissing : "");
		missing ? name.input.focus() : send();
	} });
	return { form, name: name.box, error };
}

/** A new table of the `wanted` game, with a seat for a friend or not. @param {App} app */
export async function showSetup(app, wanted = "", friend = false) {
	const words = text.new;
	let seats = friend ? ["me", "friend"] : ["me"];
	let limit = "60";
	let level = "";
	const shared = () => seats.includes("me") && seats.includes("friend");
	const { form, name, error } = nameForm(words.title, shared, async (given) => {
		const seconds = /** @type {TableRequest["limit"]} */ (Number(limit));
		await app.again({
			game: game.name, rules: rulesOf(game), seats, level,
			...seats.includes("me") && { name: given || text.you },
			...seats.includes("friend") && { limit: seconds },
		});
		set("name", given);
		store("game", game.name);
	});
	app.frame(words.title, form);
	const all = await gamesInto(form);
	let game = all.find((one) => one.name === wanted) ?? all[0];
	const chairs = h(".chairs");
	const house = h("div");

	const drawSeats = () => {
		const boxes = [...chairs.querySelectorAll("select")];
		const focused = boxes.findIndex((box) => box === document.activeElement);
		const { levels } = game;
		if (!levels.includes(level)) level = levelOf(game);
		const kinds = ["me", "friend", ...levels];
		const titles = { me: text.you, friend: words.friend };
		const title = (kind = "") => titles[kind] ?? words.computer(text.level(kind));
		const count = seatsOf(game);
		const option = game.options.find(({ name }) => name === game.seats_option);
		const seatAt = (n = 0) => kinds.includes(seats[n]) ? seats[n] : level;
		seats = Array.from({ length: count }, (_, n) => seatAt(n));
		const invites = seats.includes("friend");
		const resize = (chosen = "") => {
			store(`rules.${game.name}`, { ...rulesOf(game), [`${option?.name}`]: Number(chosen) });
			drawSeats();
		};
		const change = (n = 0, chosen = "") => {
			// Nobody has two seats: the seat that was yours gets what was here.
			if (chosen === "me" && seats.includes("me")) seats[seats.indexOf("me")] = seats[n];
			seats[n] = chosen;
			drawSeats();
		};
		const used = levels.filter((one) => seats.includes(one) || (one === level && invites));
		fill(chairs,
			option && h(".field.all",
				select(words.players, range(option), String, `${count}`, resize)),
			seats.map((kind, n) =>
				select(words.seat(n + 1), kinds, title, kind, (chosen) => change(n, chosen))),
			!seats.includes("me") && h("p.hint", words.watch),
			invites && [
				select(words.limit, ["0", "30", "60", "120"], words.seconds, limit, (one) => {
					limit = one;
				}),
				levels.length > 1 && select(words.level, levels, text.level, level, (one) => {
					level = one;
					drawSeats();
				}),
				h("p.hint", words.limitNote),
			],
			h("p.hint", text.levels(used)));
		chairs.querySelectorAll("select")[focused]?.focus();
		name.hidden = !seats.includes("me");
	};
	const drawGame = (chosen) => {
		game = chosen;
		fill(house, houseRules([game], game, drawSeats));
	};
	drawGame(game);
	fill(form, chooseGame(all, game, drawGame), name, h("h2", words.seats), chairs, house, error,
		h("p", h("button.main", text.start.make)));
}

/** An invitation: seats, a name, Join, Watch. @param {App} app @param {Connection} connection */
export function showJoin(app, connection, watch, join) {
	const words = text.join;
	const { title, pitch } = text.game(connection.view?.view.game);
	const seats = h("ul.guests");
	const note = h("p.hint", { role: "status" });
	const { form, name, error } = nameForm(words.join, undefined, join);
	const send = h("button.main", words.join);
	const nameOf = ({ kind, name: given }) => {
		if (kind === "open") return text.table.openSeat;
		return kind === "computer" ? text.new.computer(text.level(given)) : given;
	};
	const draw = () => {
		const all = connection.room?.seats ?? [];
		fill(seats, all.map((one) => h("li", { class: one.kind },
			sitter(one.kind), nameOf(one), one.away && h("span.hint", text.table.away))));
		const full = all.every(({ kind }) => kind !== "open");
		const news = full ? words.full : "";
		note.textContent = connection.state === "lost" ? text.link.gone : news;
		send.hidden = name.hidden = full;
	};
	for (const event of ["room", "state"]) connection.addEventListener(event, draw);
	const buttons = h("p.row", send, button(words.watch, watch));
	fill(form, h("h2", words.who), seats, name, note, error, buttons);
	const host = connection.room?.seats.find(({ kind }) => kind === "person");
	app.frame(words.title(host?.name, title), h("p", pitch), form);
	draw();
}

/** @param {App} app */
export async function showHome(app) {
	const words = text.start;
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
	const levels = [...new Set(all.flatMap((game) => game.levels))];
	let level = levelOf({ levels });
	const tiles = h(".tiles");
	const tile = (game) => {
		const { name, title, pitch, short, cards } = game;
		const plays = levelOf(game);
		const error = h("p.error", { role: "alert" });
		const play = once(error, () => {
			store("game", name);
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
	const words = text.start;
	const isOver = (one) => Number(one.phase === "over");
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
