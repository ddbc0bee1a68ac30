/* The score sheet: each round with running totals, the leader marked, and a small chart. */

import { button, fill, h } from "./dom.js";
import { text } from "./text.js";

const words = text.table;

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

/** The viewer's line is the first. */
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
	const { sheet, totals, number, points, table, rules } = c;
	const least = Math.min(...totals);
	const lines = totals.map((_, step) => {
		const seat = (c.base + step) % totals.length;
		let sum = 0;
		return { seat, name: c.name(seat), sums: [0, ...sheet.map((row) => sum += row[seat])],
			leads: totals[seat] === least && totals.some((total) => total > least) };
	});
	const heads = lines.map(({ name, leads }) =>
		leads ? h("span.leads", name, h("span.unseen", words.leads)) : name);
	const rows = sheet.map((row, n) => [`${n + 1}`, ...lines.map(({ seat, sums }) => [h("b", `${sums[n + 1]}`), words.gain(row[seat])])]);
	const now = [`${number}`, ...lines.map(({ seat }) => table && c.game.running?.(c, seat) || [])];
	fill(box, h("header", h("h2", words.sheet), button(text.close, close, { name: "close", class: "quiet" })),
		sheet.length > 1 && chart(lines),
		h("div.rounds", { tabIndex: 0, role: "region", ariaLabel: words.sheet },
			grid([words.roundWord, ...heads], table && !points.length ? [...rows, now] : rows)),
		h("p", words.note(rules.target)));
}
