/* What a person has set, shown on :root (as data-theme ...), and the keys of tables. */

import { recall, store } from "../text/stored.js";

/** The current values; only `set` changes them. @type {Settings} */
export const settings = {
	language: "auto",
	theme: "auto",
	contrast: "auto",
	suits: "two",
	letters: "off",
	sort: "suit",
	order: "up",
	forced: "on",
	sound: "off",
	vibration: "off",
	notifications: "off",
	pace: "calm",
	speed: 1,
	name: "",
	level: "greedy",
};
const stored = recall("settings", {});
for (const [name, value] of Object.entries(settings)) {
	if (typeof stored[name] === typeof value) Reflect.set(settings, name, stored[name]);
}

/** Change a value, and send the window the event `settings`. */
export function set(name = "", value) {
	Reflect.set(settings, name, value);
	apply();
	dispatchEvent(new Event("settings"));
}

function apply() {
	store("settings", settings);
	const more = settings.contrast === "auto" && matchMedia("(prefers-contrast: more)").matches;
	Object.assign(document.documentElement.dataset, settings, more && { contrast: "high" });
}
apply();

export const tables = () => recall("tables", /** @type {StoredTable[]} */ ([]));

const find = (table = "") => tables().find((stored) => stored.table === table);

const others = (table = "") => tables().filter((stored) => stored.table !== table);

/** This browser's key to a table. */
export const keyOf = (table = "") => find(table)?.key;

/** How far the lesson of a table is; null without one. */
export const lessonOf = (table = "") => find(table)?.lesson ?? null;

export const forget = (table = "") => store("tables", others(table));

/** Store a key, or news of its table. @param {Partial<StoredTable>} [news] */
export const remember = (table = "", key = "", news) =>
	store("tables", [{ ...find(table), ...news, table, key }, ...others(table).slice(0, 60)]);

/** Store the news of an open table. @param {Connection} connection */
export function follow(connection) {
	const { table, key } = connection;
	const note = () => {
		const { room, view } = connection;
		if (!room || !view) return;
		const { game, number: round, legal, table: open } = view.view;
		const people = room.seats
			.filter(({ kind }, seat) => kind === "person" && seat !== room.you.seat)
			.map(({ name }) => name);
		remember(table, key, {
			game,
			round,
			people,
			phase: room.phase,
			turn: legal.length > 0,
			cards: open?.hand?.slice(0, 3) ?? [],
		});
	};
	for (const event of ["room", "view"]) connection.addEventListener(event, note);
	connection.addEventListener("left", () => forget(table));
}
