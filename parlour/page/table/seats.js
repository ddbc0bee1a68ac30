/* The seats: who sits there, and what is seen of them. */

import { h, sitter } from "../base/dom.js";
import { text } from "../text/text.js";

const words = text.table;

/** The invitation, where a seat is open. @param {Room} room */
export const invitation = ({ invite, seats }) =>
	seats.some(({ kind }) => kind === "open") ? invite : null;

/** The other seats, from the viewer's left. @param {Scene} scene */
export const others = ({ base, room: { seats } }) =>
	seats.map((_, step) => (base + step) % seats.length).slice(1);

/** Names of people, also of those who left: no computer gets one. */
const met = new Set();

/** A name for each seat, none twice: people's own, computers' from the texts. @param {Room} room */
export function namesOf({ seats, phase }) {
	for (const { kind, name } of seats) if (kind === "person") met.add(name.toLowerCase());
	const { computers } = words;
	return seats.map(({ kind, name }, place) => {
		if (kind === "person") return name.replace(/[*{}]/g, "");
		if (kind === "open" && phase === "waiting") return words.openSeat;
		const names = [9, 14].map((far) => computers[(place + far) % 10]);
		return names.find((one) => !met.has(one.toLowerCase())) ?? words.computer(place + 1);
	});
}

/** What sits there, in a word. */
export function kindOf({ room: { seats } }, seat = 0) {
	const { kind, name, away } = seats[seat];
	if (kind === "computer") return text.level(name);
	if (kind === "open") return words.open;
	return away ? words.away : words.person;
}

/** The line below a seat. @param {Scene} scene */
export function notice(scene, seat = 0) {
	const { held, away, here, kind } = scene.room.seats[seat];
	if (held !== null) return words.kept(Math.max(0, Math.ceil((held - scene.since()) / 1000)));
	if (away) return seat === scene.me ? "" : words.playsFor;
	return kind === "person" && !here ? words.gone : "";
}

const handSize = (count = 0) =>
	h("span", { role: "img", ariaLabel: words.cards(count) }, h("i"), `${count}`);

/** @param {Scene} scene @param {number} at how far from left to right, 0 to 1 */
export function drawSeat(scene, seat = 0, at = 0) {
	const { table, totals, points, legal, room: { seats, clock, limit, phase } } = scene;
	const { kind: sits, away } = seats[seat];
	const acting = table?.turn === seat && !scene.rest;
	const waits = seat === scene.me && !legal.length; // for the others to pass
	const due = acting || (table?.turn === null && !points.length && !waits);
	const timed = clock !== null && limit > 0 && sits === "person" && !away && due;
	const left = Math.max(1, (clock ?? 0) - scene.since());
	const low = notice(scene, seat);
	const remark = scene.remarks[seat]?.();
	const own = seat === scene.base;
	const kind = !own && h(".kind", sitter(sits), kindOf(scene, seat));
	const style = `--part: ${Math.min(1, left / limit / 1000)}; animation-duration: ${left}ms`;
	return h("li.seat", {
		"data-seat": `${seat}`,
		ariaCurrent: `${acting}`,
		style: `--at: ${at}`,
		title: timed && words.timed(limit),
	},
	h(".who", h("b", { dir: "auto" }, scene.name(seat)), h("span.unseen", words.score),
		phase !== "waiting" && h("b.score", words.sum(totals[seat]))),
	low || remark ? h("div", { class: remark ? "notice remark" : "notice" }, remark ?? low) : kind,
	table && !(own && remark)
		&& h(".facts", handSize(table.counts[seat]), scene.game.fact?.(scene, seat)),
	!own && table && scene.game.pile?.(scene, seat),
	timed && h("i.clock", { style }));
}
