/* The page of each game: its own where it has one, else that of any game. */

import { anyGame } from "./any.js";
import { h } from "./dom.js";
import * as kit from "./kit.js";
import { games } from "./link.js";
import { text } from "./text.js";

const loading = /** @type {Map<string, Promise<Game>>} */ (new Map());

function style(href = "") {
	return new Promise((done) => {
		document.head.append(h("link", { rel: "stylesheet", href, onload: done, onerror: done }));
	});
}

/** @returns {Promise<Game>} */
async function load(name = "") {
	const listed = text.game(name);
	const own = (file = "") => listed.page.includes(file) && `games/${name}/${file}`;
	const [script, sheet] = [own("page.js"), own("page.css")];
	if (!script) return anyGame(listed);
	const { href } = new URL(script, document.baseURI);
	const [{ default: make }] = await Promise.all([import(href), sheet && style(sheet)]);
	return make(kit, listed);
}

/** A game's page, once the games are listed; that of any game where its own fails to load. */
export async function pageOf(name = "") {
	while (!await games().catch(() => null)) await new Promise((done) => setTimeout(done, 2000));
	const found = loading.get(name) ?? load(name).catch(() => anyGame(text.game(name)));
	loading.set(name, found);
	return found;
}
