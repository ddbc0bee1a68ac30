/**
 * The tables this browser has a key for, and how each was left, so that home can offer to go on.
 *
 * @module
 */

import { keep, recall } from "./settings.js";

/** @typedef {import("./link.js").Connection} Connection */
/**
 * @typedef {object} Kept
 * @property {string} table
 * @property {string} key the seat's, or its maker's who watches
 * @property {string} game
 * @property {number} when it was last seen, in milliseconds
 * @property {string[]} people the others at the table who are no computers
 * @property {string} phase of the room
 * @property {number} round
 * @property {boolean} turn whether this seat may act
 * @property {string[]} cards a few of the hand
 */

const MOST = 60;

/** All of them, the last one first. @returns {Kept[]} */
export function tables() {
  const kept = recall("tables", /** @type {Kept[]} */ ([]));
  return Array.isArray(kept) ? kept : [];
}

/** This browser's key to a table, "" for none. @param {string} table */
export const keyOf = (table) => tables().find((kept) => kept.table === table)?.key ?? "";

/** Note a key, or what has changed at a table; it moves to the front. @param {{table: string, key: string} & Partial<Kept>} news */
export function remember(news) {
  const all = tables();
  const old = all.find(({ table }) => table === news.table);
  /** @type {Kept} */
  const kept = { game: "", people: [], phase: "", round: 0, turn: false, cards: [], ...old, ...news, when: Date.now() };
  keep("tables", [kept, ...all.filter((other) => other !== old)].slice(0, MOST));
}

/** @param {string} table */
export const forget = (table) => keep("tables", tables().filter((kept) => kept.table !== table));

/** Keep what is told at a table for as long as it is open. @param {Connection} connection */
export function follow(connection) {
  const { table, key } = connection;
  connection.addEventListener("room", () => {
    const room = connection.room;
    if (!room) return;
    const people = room.seats.filter((seat, n) => seat.kind === "person" && n !== room.you.seat).map(({ name }) => name);
    remember({ table, key, people, phase: room.phase });
  });
  connection.addEventListener("view", () => {
    const view = connection.view?.view;
    if (!view) return;
    /** @type {string[]} */
    const hand = view.table?.hand ?? [];
    remember({ table, key, game: view.game, round: view.number, turn: view.legal.length > 0, cards: hand.slice(0, 3) });
  });
  connection.addEventListener("left", () => forget(table));
}
