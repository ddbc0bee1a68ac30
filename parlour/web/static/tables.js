/**
 * The tables this browser has a key for, and how each was left, so that home can offer to go on.
 *
 * @module
 */

import { keep, recall } from "./settings.js";

/**
 * @typedef {object} Kept
 * @property {string} table
 * @property {string} key
 * @property {string} [game]
 * @property {number} when it was last seen, in milliseconds
 * @property {string[]} [people] the others who are no computers
 * @property {string} [phase] of the room
 * @property {number} [round]
 * @property {boolean} [turn] whether this seat may act
 * @property {string[]} [cards] a few of the hand
 */

/** All of them, the last one first. */
export const tables = () => recall("tables", /** @type {Kept[]} */ ([]));

/** This browser's key to a table. @param {string} table */
export const keyOf = (table) => tables().find((kept) => kept.table === table)?.key;

/** @param {string} table */
const others = (table) => tables().filter((kept) => kept.table !== table);

/** @param {string} table */
export const forget = (table) => keep("tables", others(table));

/** Note a key, or what has changed at its table. @param {string} table @param {string} key @param {Partial<Kept>} [news] */
export function remember(table, key, news) {
  const old = tables().find((kept) => kept.table === table);
  keep("tables", [{ ...old, ...news, table, key, when: Date.now() }, ...others(table).slice(0, 60)]);
}

/** Keep what is told at a table for as long as it is open. @param {import("./link.js").Connection} connection */
export function follow(connection) {
  const { table, key } = connection;
  const note = () => {
    const { room, view } = connection;
    if (!room || !view) return;
    const { game, number: round, legal, table: open } = view.view;
    const people = room.seats.filter((seat, n) => seat.kind === "person" && n !== room.you.seat).map(({ name }) => name);
    remember(table, key, { game, round, people, phase: room.phase, turn: legal.length > 0, cards: open?.hand?.slice(0, 3) ?? [] });
  };
  connection.addEventListener("room", note);
  connection.addEventListener("view", note);
  connection.addEventListener("left", () => forget(table));
}
