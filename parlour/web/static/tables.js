/* The tables this browser has a key for, and how each was left, so that home can offer to go on. */

import { keep, recall } from "./settings.js";

/** All of them, the last one first. */
export const tables = () => recall("tables", /** @type {Kept[]} */ ([]));

const find = (table = "") => tables().find((kept) => kept.table === table);

const others = (table = "") => tables().filter((kept) => kept.table !== table);

/** This browser's key to a table. */
export const keyOf = (table = "") => find(table)?.key;

export const forget = (table = "") => keep("tables", others(table));

/** Note a key, or what has changed at its table. @param {Partial<Kept>} [news] */
export const remember = (table = "", key = "", news) =>
	keep("tables", [{ ...find(table), ...news, table, key, when: Date.now() }, ...others(table).slice(0, 60)]);

/** Keep what is told at a table for as long as it is open. @param {Connection} connection */
export function follow(connection) {
	const { table, key } = connection;
	const note = () => {
		const { room, view } = connection;
		if (!room || !view) return;
		const { game, number: round, legal, table: open } = view.view;
		const people = room.seats.filter(({ kind }, seat) => kind === "person" && seat !== room.you.seat).map(({ name }) => name);
		remember(table, key, { game, round, people, phase: room.phase, turn: legal.length > 0, cards: open?.hand?.slice(0, 3) ?? [] });
	};
	for (const event of ["room", "view"]) connection.addEventListener(event, note);
	connection.addEventListener("left", () => forget(table));
}
