/* The seats: who sits there, with how many cards and points, who is to act and for how long, who is away. */

import { icon } from "./cards.js";
import { h } from "./dom.js";
import { text } from "./text.js";

const words = text.table;

/** The others, from the viewer's left round. @param {Ctx} c */
export const others = ({ base, room: { seats } }) => seats.map((_, step) => (base + step) % seats.length).slice(1);

/** Names of people who are or were at a table: no computer gets one. */
const met = new Set();

/** A name for each seat: people's own, computers' from the catalogue, none twice. @param {Room} room */
export function namesOf({ seats, phase }) {
	for (const { kind, name } of seats) if (kind === "person") met.add(name.toLowerCase());
	const { computers } = words;
	return seats.map(({ kind, name }, place) => kind === "person" ? name.replace(/[*{}]/g, "")
		: kind === "open" && phase === "waiting" ? words.openSeat
		: [9, 14].map((far) => computers[(place + far) % 10]).find((one) => !met.has(one.toLowerCase())) ?? words.computer(place + 1));
}

/** What stands under a name. @param {Ctx} c */
export function kindOf({ me, room: { seats } }, seat = 0) {
	const { kind, name, away } = seats[seat];
	return kind === "computer" ? text.level(name) : kind === "open" ? words.open
		: away ? words.away : seat === me ? words.self : words.person;
}

/** What stands at a seat's foot in amber, if anything. @param {Ctx} c */
export function notice(c, seat = 0) {
	const { held, away, here, kind } = c.room.seats[seat];
	if (held !== null) return words.kept(Math.max(0, Math.ceil((held - c.since()) / 1000)));
	return away && seat !== c.me ? words.playsFor : kind === "person" && !here && !away ? words.gone : "";
}

/** @param {Ctx} c @param {number} at how far from left to right, 0 to 1 */
export function drawSeat(c, seat = 0, at = 0) {
	const { table, totals, points, room: { seats, clock, limit, phase } } = c;
	const { kind, away } = seats[seat];
	const acting = table?.turn === seat && !c.rest;
	const timed = clock !== null && limit > 0 && kind === "person" && !away && (acting || (table?.turn === null && !points.length));
	const left = Math.max(1, (clock ?? 0) - c.since());
	const low = notice(c, seat);
	return h("li.seat", { "data-seat": `${seat}`, ariaCurrent: `${acting}`, style: `--at: ${at}`, title: timed && words.timed(limit) },
		h("div.who", h("b", c.name(seat)), h("span.unseen", words.score),
			phase !== "waiting" && h("b.score", `${totals[seat] ?? 0}`)),
		seat !== c.base && h("div.kind", icon(kind === "computer" ? kind : "person"), kindOf(c, seat)),
		table && h("div.facts",
			h("span", { role: "img", ariaLabel: words.cards(table.counts[seat]) }, h("i"), `${table.counts[seat]}`), c.game.fact?.(c, seat)),
		seat !== c.base && table && c.game.pile?.(c, seat),
		low && h("div.notice", low),
		timed && h("i.clock", { style: `--part: ${Math.min(1, left / limit / 1000)}; animation-duration: ${left}ms` }));
}
