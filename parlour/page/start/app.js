/*
 * The page's start. The address's fragment, which is sent to nobody, names the screen:
 * #/new/GAME/friend, #/table/TABLE/KEY by a seat's key or the invitation, #/watch/TABLE/KEY; else
 * home.
 */

import "../base/press.js";
import "./later_modules.js";
import { go, settle } from "../base/back.js";
import { Connection, drawKey, games, makeTable } from "../base/connection.js";
import { button, fill, h } from "../base/dom.js";
import { later, loaded, opener } from "../base/later.js";
import { link } from "../base/link.js";
import { follow, forget, keyOf, remember, set, settings } from "../base/settings.js";
import { pageOf } from "../table/games.js";
import { Table } from "../table/table.js";
import { text } from "../text/text.js";
import { showHome } from "./home.js";

const root = /** @type {HTMLElement} */ (document.getElementById("app"));

let screen;
let connection;

function replace(fragment = "") {
	history.replaceState({ open: 0 }, "", fragment);
	route();
}

export const app = {
	/** Whether the person has changed the screen: then the focus moves to what is shown. */
	moved: false,
	home: () => go("#/"),
	settings: opener(later.preferences, ({ openPreferences }) => openPreferences()),
	help: opener(later.help, ({ openHelp }, game = "") => openHelp(game)),

	/**
	 * Make a table and take a seat; rejects with a sentence for people.
	 * @param {Wanted} wanted @param {LessonState} [lesson] where it has one
	 */
	async again(wanted, lesson) {
		void pageOf(wanted.game); // while the table is being made
		const { table, key } = await makeTable({ name: settings.name || text.you, ...wanted });
		app.moved = true;
		remember(table, key, { game: wanted.game, lesson });
		(/^#.new/.test(location.hash) ? replace : go)(`#/table/${table}/${key}`);
	},

	/** A screen that is no table. @param {string} title @param {Children} children */
	frame(title, ...children) {
		document.title = `${title} ${text.name}`;
		const heading = h("h1", { tabIndex: -1 }, title);
		fill(root,
			h("header.bar", h("a.wordmark", { href: "#/" }, text.name),
				h("nav", { ariaLabel: text.name },
					button(text.help.title, () => app.help(), "quiet"),
					button(text.settings.title, app.settings, "quiet"))),
			h("main.page", heading, ...children));
		if (app.moved) heading.focus();
	},
};

function open(table = "", key = "") {
	const opened = connection = new Connection(table, key);
	opened.addEventListener("state", () => {
		if (opened.state !== "refused" || opened !== connection) return;
		clear();
		const forgetTable = () => {
			forget(table);
			app.home();
		};
		app.frame(text.join.refused, h("p", { role: "alert" }, opened.why), h("p.row",
			button(text.home, app.home, "main"),
			keyOf(table) === key && button(text.start.forget, forgetTable)));
	});
	return opened;
}

function sit(table = "", key = "") {
	document.title = text.name;
	const opened = open(table, key);
	if (keyOf(table) === key) follow(opened);
	screen = new Table(root, opened, app);
}

/** A link leads to its own seat, or to the question whether to join. */
function arrive(table = "", key = "") {
	const opened = open(table, key);
	const note = h("p.hint", { role: "status" });
	app.frame(text.join.looking, note);
	opened.addEventListener("state", () => {
		note.textContent = opened.lost;
	});
	opened.addEventListener("view", async () => {
		const { showJoin } = await loaded(later.invitation);
		if (opened !== connection) return;
		if (opened.seat !== null || opened.room?.you.maker) {
			remember(table, key);
			return route();
		}
		showJoin(app, opened, () => go(`#/watch/${table}/${key}`), async (name) => {
			const own = drawKey();
			await opened.join(own, name);
			set("name", name);
			remember(table, own);
			// This socket stays until the seat's own one opens, so nobody sees the new one leave.
			connection = undefined;
			setTimeout(() => opened.close(), 3000);
			replace(`#/table/${table}/${own}`);
		});
	}, { once: true });
}

/** The form of a new table, unless another screen is wanted by then. */
async function setUp(game = "", friend = false) {
	const wanted = location.hash;
	const { showSetup } = await loaded(later.setup);
	if (wanted === location.hash) void showSetup(app, game, friend);
}

function clear() {
	screen?.close();
	connection?.close();
	screen = connection = undefined;
	for (const dialog of document.querySelectorAll("dialog")) dialog.close();
	fill(root);
	settle();
}

function route() {
	clear();
	const [, place, first, second] = location.hash.split("/");
	const own = keyOf(first);
	if (!place) showHome(app);
	else if (place === "new") void setUp(first, second === "friend");
	else if (!second) replace("#/");
	else if (place === "watch" || own === second) sit(first, second);
	else if (own) replace(`#/table/${first}/${own}`);
	else arrive(first, second);
}

/** Show the screen of the address, with the tables that a link leads to. @param {Link} chosen */
export function begin(chosen) {
	Object.assign(link, chosen);
	document.getElementById("late")?.remove(); // all parts of the page have come
	if (location.search === "?kept") {
		history.replaceState(history.state, "", location.pathname + location.hash);
	}
	addEventListener("hashchange", () => {
		app.moved = true;
		route();
	});
	// A table shows links with the server's address, which comes with the games: if it comes soon.
	const asked = games().catch(() => null);
	const soon = new Promise((done) => setTimeout(done, 400));
	if (/^#.(table|watch)/.test(location.hash)) void Promise.race([asked, soon]).then(route);
	else route();
}
