/* The seats: who sits there, with how many cards and points, who is to act and for how long, and who is away. */

import { icon } from "./cards.js";
import { h } from "./dom.js";
import { runDown } from "./motion.js";
import { text } from "./text.js";

/** @typedef {import("./table.js").Ctx} Ctx */

const words = text.table;

/** Which seats are another's, from the viewer's left round. @param {Ctx} c */
export const others = (c) => c.room.seats.map((_, step) => (c.base + step) % c.room.seats.length).slice(1);

/** A name a seat: people's own, computers' from the catalogue, none twice. @param {import("./table.js").Room} room */
export function namesOf(room) {
  const taken = new Set(room.seats.map((seat) => seat.name.toLowerCase()));
  const free = words.computers.filter((name) => !taken.has(name.toLowerCase()));
  return room.seats.map((seat, place) => {
    if (seat.kind === "person") return seat.name.replace(/[*{}]/g, "");
    return seat.kind === "open" && room.phase === "waiting" ? words.open : free[(place + free.length - 1) % free.length];
  });
}

/** What stands under a seat's name. @param {Ctx} c @param {number} seat @returns {["person" | "computer", string]} */
function kind(c, seat) {
  const { kind, name, away } = c.room.seats[seat];
  if (kind === "person") return ["person", away ? (c.phone ? words.awayShort : words.away) : seat === c.me ? words.yourself : words.person];
  if (kind === "open") return ["person", c.room.phase === "waiting" ? words.nobodyYet : c.phone ? words.openShort : words.openSeat];
  return ["computer", text.level(name)];
}

/** What stands at a seat's foot in amber, if anything. @param {Ctx} c @param {number} seat */
export function strip(c, seat) {
  const { held, away, here, kind } = c.room.seats[seat];
  if (held !== null) return (c.phone ? words.keptShort : words.kept)(Math.max(0, Math.ceil((held - c.since()) / 1000)));
  if (away && seat !== c.me) return c.phone ? words.computer : words.playsFor;
  return kind === "person" && !here && !away ? words.gone : "";
}

/** One seat. @param {Ctx} c @param {number} seat */
export function drawSeat(c, seat) {
  const { view, room } = c;
  const { kind: sort, away } = room.seats[seat];
  const acting = view.table?.turn === seat && !c.rest;
  const [mark, under] = kind(c, seat);
  const low = strip(c, seat);
  const fact = view.table && c.game.fact(c, seat);
  const cards = view.table ? view.table.counts[seat] - (seat === c.me ? 0 : 0) : 0;
  const line = h("i", { class: "clock" });
  const timed = room.clock !== null && sort === "person" && !away && (acting || (view.table && view.table.turn === null && !view.points.length));
  if (timed && room.limit) runDown(line, (room.clock ?? 0) - c.since(), room.limit * 1000);
  return h("li", { class: `seat${acting ? " acting" : ""}${low ? " low" : ""}${seat === c.base ? " own" : ""}`, "data-seat": String(seat), "aria-current": acting ? "true" : null },
    h("div", { class: "who" }, h("b", {}, c.name(seat)), h("span", { class: "score" }, h("span", { class: "unseen" }, words.score), String(view.totals[seat] ?? 0))),
    h("div", { class: "kind" }, icon(mark), h("span", {}, under)),
    view.table ? h("div", { class: "facts" }, h("span", { class: "count" }, h("i", { class: "mini" }), String(cards), h("span", { class: "word" }, ` ${words.cards(cards)}`)), fact ? h("span", { class: `fact${c.game.heavy?.(c, seat) ? " heavy" : ""}` }, fact) : "") : "",
    low ? h("div", { class: "notice" }, low) : "",
    timed ? line : "",
  );
}
