/* What is around the table: its seats, the score sheet, and what lies over it when nobody plays. */

import { icon } from "./cards.js";
import { button, fill, h, sitter } from "./dom.js";
import { linkTo, local } from "./link.js";
import { text } from "./text.js";

const words = text.table;

/** The others, from the viewer's left round. @param {Ctx} c */
export const others = ({ base, room: { seats } }) => seats.map((_, step) => (base + step) % seats.length).slice(1);

/** Names of people, also of those who left: no computer gets one. */
const met = new Set();

/** A name for each seat: people's own, computers' from the catalogue, none twice. @param {Room} room */
export function namesOf({ seats, phase }) {
	for (const { kind, name } of seats) if (kind === "person") met.add(name.toLowerCase());
	const { computers } = words;
	return seats.map(({ kind, name }, place) => kind === "person" ? name.replace(/[*{}]/g, "")
		: kind === "open" && phase === "waiting" ? words.openSeat
		: [9, 14].map((far) => computers[(place + far) % 10]).find((one) => !met.has(one.toLowerCase())) ?? words.computer(place + 1));
}

function kindOf({ room: { seats } }, seat = 0) {
	const { kind, name, away } = seats[seat];
	return kind === "computer" ? text.level(name) : kind === "open" ? words.open
		: away ? words.away : words.person;
}

/** What stands at a seat's foot. @param {Ctx} c */
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
		h(".who", h("b", c.name(seat)), h("span.unseen", words.score),
			phase !== "waiting" && h("b.score", `${totals[seat] ?? 0}`)),
		seat !== c.base && h(".kind", sitter(kind), kindOf(c, seat)),
		table && h(".facts",
			h("span", { role: "img", ariaLabel: words.cards(table.counts[seat]) }, h("i"), `${table.counts[seat]}`), c.game.fact?.(c, seat)),
		seat !== c.base && table && c.game.pile?.(c, seat),
		low && h(".notice", low),
		timed && h("i.clock", { style: `--part: ${Math.min(1, left / limit / 1000)}; animation-duration: ${left}ms` }));
}

/** A table; each row's first cell is its head. */
export const grid = (heads, rows) => h("table",
	h("thead", h("tr", heads.map((head) => h("th", { scope: "col" }, head)))),
	h("tbody", rows.map(([head, ...cells]) => h("tr", h("th", { scope: "row" }, head), cells.map((cell) => h("td", cell))))));

function shape(tag = "", attributes = {}, ...inside) {
	const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
	for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
	made.append(...inside);
	return made;
}

function chart(lines) {
	const all = lines.flatMap(({ sums }) => sums);
	const [low, high] = [Math.min(...all), Math.max(1, ...all)];
	const y = (value = 0) => 112 - ((value - low) / (high - low)) * 98;
	let above = -99;
	const ends = lines.map((line, n) => ({ ...line, n, end: y(line.sums[line.sums.length - 1]) })).sort((a, b) => a.end - b.end);
	return shape("svg", { class: "chart", viewBox: "0 0 268 132", "aria-hidden": "true" }, shape("path", { d: `M8 ${y(0)}H210` }),
		...ends.map(({ n, name, sums, end }) => shape("g", { class: `l${n}`, "stroke-dasharray": n > 1 ? `${9 - 2 * n} 3` : "none" },
			shape("polyline", { points: sums.map((sum, round) => `${8 + (round / (sums.length - 1)) * 202},${y(sum)}`).join(" ") }),
			shape("circle", { cx: 210, cy: end, r: n ? 2.5 : 4 }),
			shape("text", { x: 220, y: (above = Math.max(end, above + 15)) + 4 }, name.slice(0, 8)))));
}

/** @param {Ctx} c */
export function drawScore(box, c, close) {
	const { sheet, totals, number, points, table, goal, length, listed: { best } } = c;
	const leading = best === "most" ? Math.max(...totals) : Math.min(...totals);
	const first = number - sheet.length + (points.length ? 1 : 0); // the sheet has the last rounds, not all of a long match
	const lines = totals.map((_, step) => {
		const seat = (c.base + step) % totals.length;
		let sum = sheet.reduce((left, row) => left - row[seat], totals[seat]);
		return { seat, name: c.name(seat), sums: [sum, ...sheet.map((row) => sum += row[seat])],
			leads: totals[seat] === leading && totals.some((total) => total !== leading) };
	});
	const heads = lines.map(({ name, leads }) =>
		leads ? h("span.leads", name, h("span.unseen", words.leads)) : name);
	const rows = sheet.map((row, n) => [`${first + n}`, ...lines.map(({ seat, sums }) => [h("b", `${sums[n + 1]}`), words.gain(row[seat])])]);
	const now = [`${number}`, ...lines.map(({ seat }) => table && c.game.running?.(c, seat) || [])];
	fill(box, h("header", h("h2", words.sheet), button(text.close, close, "quiet", { name: "close" })),
		sheet.length > 1 && chart(lines),
		h(".rounds", { tabIndex: 0, role: "region", ariaLabel: words.sheet },
			grid([words.roundWord, ...heads], table && !points.length ? [...rows, now] : rows)),
		h("p", words.note(best, goal, length)));
}

function copyable(label = "", link = "", classes = "") {
	const field = h("input", { readOnly: true, value: link, ariaLabel: label, name: label, onfocus: () => field.select() });
	const done = h("span", { role: "status" });
	const copy = () => {
		field.focus();
		// The clipboard's own interface is closed to pages without https, as at home.
		done.textContent = document.execCommand("copy") ? words.copied : words.selected;
	};
	return h(".give", label, " ", done,
		h(".row", field, button([icon("copy"), words.copy], copy, classes, { ariaLabel: `${words.copy}: ${label}` })));
}

/** The invitation, where a seat is open. @param {Room} room */
export const invitation = ({ invite, seats }) => seats.some(({ kind }) => kind === "open") ? invite : null;

/** The links that this viewer may give away. @param {Ctx} c */
export function share({ room, address }) {
	const invite = invitation(room);
	return [
		invite && copyable(words.invitation, linkTo("table", address, invite), "main"),
		room.watch && copyable(words.watchLink, linkTo("watch", address, room.watch)),
		room.watch && local() && h("p.hint", words.local),
	];
}

const lobby = (c) => [
	h("h2", text.start.waiting),
	h("ul.guests", c.room.seats.map(({ kind, here }, seat) => h("li", sitter(kind),
		h("b", c.name(seat)), seat !== c.me && h("span", kind === "person" && !here ? words.gone : kindOf(c, seat))))),
	h("p", words.lobbyNote),
	...share(c),
	c.room.you.maker && button(words.start, () => c.call("start"), invitation(c.room) ? "" : "main"),
];

function ended(c) {
	const { winners, totals, points, number, room: { phase, ready }, me } = c;
	const order = totals.map((_, seat) => seat).sort((one, two) => (totals[one] - totals[two]) * (c.listed.best === "most" ? -1 : 1));
	const over = winners.length > 0;
	const how = c.game.ended?.(c);
	const others = ready.filter((seat) => seat !== me);
	return [
		h("h2", winners.length === order.length ? words.tied : over ? words.won(winners.map(c.name)) : words.roundOver(number)),
		how && h("p", how),
		grid([words.player, words.points, words.total], order.map((seat) => [
			[h("b", c.name(seat)), h("div", c.game.result?.(c, seat) ?? [])], words.gain(points[seat]), h("b", `${totals[seat]}`)])),
		others.length > 0 && h("p", words.ready(others.map(c.name))),
		h(".row",
			me !== null && (ready.includes(me) ? h("p", words.waitingOthers) : (phase === "scored" || phase === "over")
				&& button(over ? words.rematch : words.next, () => c.call("next"), "main", { name: "next" })),
			over && button(text.home, c.home)),
	];
}

/** @param {Ctx} c */
export function drawPanel(panel, c) {
	const { phase, ready, seats } = c.room;
	const what = phase === "waiting" ? "lobby" : c.points.length && !c.rest ? "ended" : "";
	const drawn = what && JSON.stringify([phase, ready, seats, c.number]);
	panel.hidden = !what;
	panel.className = `panel ${what}`;
	if (drawn !== panel.dataset.drawn) fill(panel, ...what === "lobby" ? lobby(c) : what ? ended(c) : []);
	panel.dataset.drawn = drawn;
}
