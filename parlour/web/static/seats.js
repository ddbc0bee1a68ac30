/* The seats: who sits there, with how many cards and points, who is to act and for how long, who is away. */

import { icon } from "./cards.js";
import { h } from "./dom.js";
import { text } from "./text.js";

/** @typedef {import("./table.js").Ctx} Ctx */

const words = text.table;

/** The others, from the viewer's left round. @param {Ctx} c */
export const others = (c) => c.room.seats.map((_, step) => (c.base + step) % c.room.seats.length).slice(1);

/** A name for each seat: people's own, computers' from the catalogue, none twice. @param {import("./table.js").Room} room */
export function namesOf({ seats, phase }) {
  const free = words.computers.filter((name) => !seats.some((seat) => seat.name.toLowerCase() === name.toLowerCase()));
  return seats.map(({ kind, name }, place) => kind === "person" ? name.replace(/[*{}]/g, "")
    : kind === "open" && phase === "waiting" ? words.open : free[(place + free.length - 1) % free.length]);
}

/** What stands under a name. @param {Ctx} c @param {number} seat */
export function kindOf(c, seat) {
  const { kind, name, away } = c.room.seats[seat];
  if (kind === "computer") return text.level(name);
  if (kind === "open") return c.room.phase === "waiting" ? words.nobodyYet : c.phone ? words.openShort : words.openSeat;
  return away ? (c.phone ? words.awayShort : words.away) : seat === c.me ? words.yourself : words.person;
}

/** What stands at a seat's foot in amber, if anything. @param {Ctx} c @param {number} seat */
export function notice(c, seat) {
  const { held, away, here, kind } = c.room.seats[seat];
  if (held !== null) return (c.phone ? words.keptShort : words.kept)(Math.max(0, Math.ceil((held - c.since()) / 1000)));
  return away && seat !== c.me ? (c.phone ? words.computer : words.playsFor) : kind === "person" && !here && !away ? words.gone : "";
}

/** @param {Ctx} c @param {number} seat @param {number} [at] how far from left to right */
export function drawSeat(c, seat, at = 0) {
  const { view: { table, totals, points }, room: { seats, clock, limit } } = c;
  const { kind, away } = seats[seat];
  const acting = table?.turn === seat && !c.rest;
  const low = notice(c, seat);
  const fact = table && c.game.fact(c, seat);
  const timed = clock !== null && limit > 0 && kind === "person" && !away && (acting || (table?.turn === null && !points.length));
  const line = timed && h("i", { class: "clock" });
  if (line) {
    const left = Math.max(1, clock - c.since());
    line.animate({ transform: [`scaleX(${Math.min(1, left / limit / 1000)})`, "scaleX(0)"] }, { duration: left, fill: "forwards" });
  }
  const made = h("li", { class: `seat${acting ? " acting" : ""}`, "data-seat": `${seat}`, "aria-current": acting && "true" },
    h("div", { class: "who" }, h("b", {}, c.name(seat)), h("span", { class: "unseen" }, words.score), h("b", { class: "score" }, `${totals[seat] ?? 0}`)),
    h("div", { class: "kind" }, icon(kind === "computer" ? kind : "person"), kindOf(c, seat)),
    table && h("div", { class: "facts" }, h("span", {}, h("i", {}), `${table.counts[seat]}`, h("span", { class: "word" }, ` ${words.cards(table.counts[seat])}`)),
      fact && h("span", { class: c.game.heavy?.(c, seat) ? "heavy" : "" }, fact)),
    low && h("div", { class: "notice" }, low), line);
  made.style.setProperty("--at", `${at}`);
  return made;
}
