/* Around the table: its seats, the score sheet, and the panel while nobody plays. */

import { icon } from "./cards.js";
import { button, fill, h, sitter } from "./dom.js";
import { linkTo, local } from "./link.js";
import { text } from "./text.js";

const words = text.table;

/** The other seats, from the viewer's left. @param {Ctx} c */
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

function kindOf({ room: { seats } }, seat = 0) {
	const { kind, name, away } = seats[seat];
	if (kind === "computer") return text.level(name);
	if (kind === "open") return words.open;
	return away ? words.away : words.person;
}

/** The line below a seat. @param {Ctx} c */
export function notice(c, seat = 0) {
	const { held, away, here, kind } = c.room.seats[seat];
	if (held !== null) return words.kept(Math.max(0, Math.ceil((held - c.since()) / 1000)));
	if (away) return seat === c.me ? "" : words.playsFor;
	return kind === "person" && !here ? words.gone : "";
}

const handSize = (count = 0) =>
	h("span", { role: "img", ariaLabel: words.cards(count) }, h("i"), `${count}`);

/** @param {Ctx} c @param {number} at how far from left to right, 0 to 1 */
export function drawSeat(c, seat = 0, at = 0) {
	const { table, totals, points, room: { seats, clock, limit, phase } } = c;
	const { kind, away } = seats[seat];
	const acting = table?.turn === seat && !c.rest;
	const due = acting || (table?.turn === null && !points.length);
	const timed = clock !== null && limit > 0 && kind === "person" && !away && due;
	const left = Math.max(1, (clock ?? 0) - c.since());
	const low = notice(c, seat);
	const style = `--part: ${Math.min(1, left / limit / 1000)}; animation-duration: ${left}ms`;
	return h("li.seat", {
		"data-seat": `${seat}`,
		ariaCurrent: `${acting}`,
		style: `--at: ${at}`,
		title: timed && words.timed(limit),
	},
	h(".who", h("b", c.name(seat)), h("span.unseen", words.score),
		phase !== "waiting" && h("b.score", `${totals[seat] ?? 0}`)),
	low ? h(".notice", low) : seat !== c.base && h(".kind", sitter(kind), kindOf(c, seat)),
	table && h(".facts", handSize(table.counts[seat]), c.game.fact?.(c, seat)),
	seat !== c.base && table && c.game.pile?.(c, seat),
	timed && h("i.clock", { style }));
}

/** A table; a row's first cell is its head. */
export const grid = (heads, rows) => h("table",
	h("thead", h("tr", heads.map((head) => h("th", { scope: "col" }, head)))),
	h("tbody", rows.map(([head, ...cells]) =>
		h("tr", h("th", { scope: "row" }, head), cells.map((cell) => h("td", cell))))));

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
	const ends = lines.map((line, n) => ({ ...line, n, end: y(line.sums.at(-1)) }))
		.sort((a, b) => a.end - b.end);
	const drawn = ends.map(({ n, name, sums, end }) => {
		const x = (round = 0) => 8 + (round / (sums.length - 1)) * 202;
		const points = sums.map((sum, round) => `${x(round)},${y(sum)}`).join(" ");
		above = Math.max(end, above + 15);
		return shape("g", { class: `l${n}` },
			shape("polyline", { points }),
			shape("circle", { cx: 210, cy: end, r: n ? 2.5 : 4 }),
			shape("text", { x: 220, y: above + 4 }, name.slice(0, 8)));
	});
	return shape("svg", { class: "chart", viewBox: "0 0 268 132", "aria-hidden": "true" },
		shape("path", { d: `M8 ${y(0)}H210` }), ...drawn);
}

/** @param {Ctx} c */
export function drawScore(box, c, close) {
	const { sheet, totals, number, points, table, goal, length, listed: { best } } = c;
	const leading = best === "most" ? Math.max(...totals) : Math.min(...totals);
	const first = number - sheet.length + (points.length ? 1 : 0); // only the last rounds are here
	const lines = totals.map((_, step) => {
		const seat = (c.base + step) % totals.length;
		let sum = sheet.reduce((left, row) => left - row[seat], totals[seat]);
		return { seat, name: c.name(seat), sums: [sum, ...sheet.map((row) => sum += row[seat])],
			leads: totals[seat] === leading && totals.some((total) => total !== leading) };
	});
	const heads = lines.map(({ name, leads }) =>
		leads ? h("span.leads", name, h("span.unseen", words.leads)) : name);
	const rows = sheet.map((row, n) => [`${first + n}`,
		...lines.map(({ seat, sums }) => [h("b", `${sums[n + 1]}`), words.gain(row[seat])])]);
	const now = [`${number}`, ...lines.map(({ seat }) => table && c.game.running?.(c, seat) || [])];
	fill(box,
		h("header", h("h2", words.sheet), button(text.close, close, "quiet", { name: "close" })),
		sheet.length > 1 && chart(lines),
		h(".rounds", { tabIndex: 0, role: "region", ariaLabel: words.sheet },
			grid([words.roundWord, ...heads], table && !points.length ? [...rows, now] : rows)),
		h("p", words.note(best, goal, length)));
}

function copyable(label = "", link = "", classes = "") {
	const field = h("input", {
		readOnly: true,
		value: link,
		ariaLabel: label,
		name: label,
		onfocus: () => field.select(),
	});
	const done = h("span", { role: "status" });
	const copy = () => {
		field.focus();
		// The clipboard's own API needs https.
		done.textContent = document.execCommand("copy") ? words.copied : words.selected;
	};
	const ariaLabel = `${words.copy}: ${label}`;
	return h(".give", label, " ", done,
		h(".row", field, button([icon("copy"), words.copy], copy, classes, { ariaLabel })));
}

/** The invitation, where a seat is open. @param {Room} room */
export const invitation = ({ invite, seats }) =>
	seats.some(({ kind }) => kind === "open") ? invite : null;

/** The links that this viewer may give away. @param {Ctx} c */
export function share({ room, address }) {
	const invite = invitation(room);
	return [
		invite && copyable(words.invitation, linkTo("table", address, invite), "main"),
		room.watch && copyable(words.watchLink, linkTo("watch", address, room.watch)),
		room.watch && local() && h("p.hint", words.local),
	];
}

const guest = (c, seat = 0) => {
	const { kind, here } = c.room.seats[seat];
	const state = kind === "person" && !here ? words.gone : kindOf(c, seat);
	return h("li", sitter(kind), h("b", c.name(seat)), seat !== c.me && h("span", state));
};

const lobby = (c) => [
	h("h2", text.start.waiting),
	h("ul.guests", c.room.seats.map((_, seat) => guest(c, seat))),
	h("p", words.lobbyNote),
	...share(c),
	c.room.you.maker
		&& button(words.start, () => c.call("start"), invitation(c.room) ? "" : "main"),
];

function headline({ winners, totals, number, name }) {
	if (winners.length === totals.length) return words.tied;
	return winners.length ? words.won(winners.map(name)) : words.roundOver(number);
}

function nextButton({ winners, me, call, room: { phase, ready } }) {
	if (ready.includes(me)) return h("p", words.waitingOthers);
	if (me === null || (phase !== "scored" && phase !== "over")) return null;
	const label = winners.length ? words.rematch : words.next;
	return button(label, () => call("next"), "main", { name: "next" });
}

function ended(c) {
	const { winners, totals, points, room: { ready }, me } = c;
	const sign = c.listed.best === "most" ? -1 : 1;
	const order = totals.map((_, seat) => seat).sort((a, b) => (totals[a] - totals[b]) * sign);
	const how = c.game.ended?.(c);
	const others = ready.filter((seat) => seat !== me);
	const row = (seat = 0) => [
		[h("b", c.name(seat)), h("div", c.game.result?.(c, seat) ?? [])],
		words.gain(points[seat]),
		h("b", `${totals[seat]}`),
	];
	return [
		h("h2", headline(c)),
		how && h("p", how),
		grid([words.player, words.points, words.total], order.map(row)),
		others.length > 0 && h("p", words.ready(others.map(c.name))),
		h(".row", nextButton(c), winners.length > 0 && button(text.home, c.home)),
	];
}

/** @param {Ctx} c */
export function drawPanel(panel, c) {
	const { phase, ready, seats } = c.room;
	const ending = c.points.length && !c.rest ? "ended" : "";
	const what = phase === "waiting" ? "lobby" : ending;
	const drawn = what && JSON.stringify([phase, ready, seats, c.number]);
	panel.hidden = !what;
	panel.className = `panel ${what}`;
	if (drawn !== panel.dataset.drawn) fill(panel, ...{ lobby, ended, "": () => [] }[what](c));
	panel.dataset.drawn = drawn;
}
