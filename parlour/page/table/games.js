/* The page of each game: its own where it has one, else that of any game. */

import { h } from "../base/dom.js";
import * as kit from "./kit.js";
import { later, loaded } from "../base/later.js";
import { games } from "../base/connection.js";
import { addressOf, fetched } from "../text/loading.js";
import { text } from "../text/text.js";

const loading = /** @type {Map<string, Promise<Game>>} */ (new Map());

const PATIENCE = 3000; // ms for a style: a game can be played without

function style(href = "") {
	return new Promise((done) => {
		setTimeout(done, PATIENCE);
		document.head.append(h("link", { rel: "stylesheet", href, onload: done, onerror: done }));
	});
}

/** @param {Listed} listed */
async function makeAny(listed) {
	const { anyGame } = await loaded(later.anyGame);
	return anyGame(listed);
}

/** @returns {Promise<Game>} */
async function load(name = "") {
	const listed = text.game(name);
	const own = (file = "") =>
		listed.page.includes(file) && addressOf(`games/${name}/${file}`);
	const [script, sheet] = [own("page.js"), own("page.css")];
	if (!script) return makeAny(listed);
	await fetched(script);
	const [{ default: make }] = await Promise.all([import(script), sheet && style(sheet)]);
	return make(kit, listed, text.words(name));
}

/** A game's page, once the games are listed; that of any game where its own fails to load. */
export async function pageOf(name = "") {
	while (!await games().catch(() => null)) await new Promise((done) => setTimeout(done, 2000));
	const found = loading.get(name) ?? load(name).catch(() => makeAny(text.game(name)));
	loading.set(name, found);
	return found;
}
