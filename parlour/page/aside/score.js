/* The score sheet: a table of rounds with running totals, and a chart of them. */

import { button, fill, h } from "../base/dom.js";
import { text } from "../text/text.js";

const words = text.table;

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
	const ends = lines.map((line, index) => ({ ...line, index, end: y(line.sums.at(-1)) }))
		.sort((one, other) => one.end - other.end);
	const drawn = ends.map(({ index, name, sums, end }) => {
		const x = (round = 0) => 8 + (round / (sums.length - 1)) * 202;
		const points = sums.map((sum, round) => `${x(round)},${y(sum)}`).join(" ");
		above = Math.max(end, above + 16);
		return shape("g", { class: `l${index}` },
			shape("polyline", { points }),
			shape("circle", { cx: 210, cy: end, r: index ? 2.5 : 4 }),
			shape("text", { x: 220, y: above + 4 }, name.slice(0, 8)));
	});
	return shape("svg", { class: "chart", viewBox: "0 0 268 132", "aria-hidden": "true" },
		shape("path", { d: `M8 ${y(0)}H210` }), ...drawn);
}

/** @param {Scene} scene */
export function drawScore(box, scene, close) {
	const { sheet, totals, number, points, table, goal, length, listed: { best } } = scene;
	const bestTotal = best === "most" ? Math.max(...totals) : Math.min(...totals);
	const first = number - sheet.length + (points.length ? 1 : 0); // only the last rounds are here
	const lines = totals.map((_, step) => {
		const seat = (scene.base + step) % totals.length;
		let sum = sheet.reduce((left, row) => left - row[seat], totals[seat]);
		return { seat, name: scene.name(seat), sums: [sum, ...sheet.map((row) => sum += row[seat])],
			leads: totals[seat] === bestTotal && totals.some((total) => total !== bestTotal) };
	});
	const heads = lines.map(({ name, leads }) =>
		leads ? h("span.leads", name, h("span.unseen", words.leads)) : name);
	const rows = sheet.map((row, index) => [`${first + index}`,
		...lines.map(({ seat, sums }) =>
			[h("b", words.sum(sums[index + 1])), words.gain(row[seat])])]);
	const running = (seat) => table && scene.game.running?.(scene, seat) || [];
	const now = [`${number}`, ...lines.map(({ seat }) => running(seat))];
	const played = h(".rounds", { tabIndex: 0, role: "region", ariaLabel: words.sheet },
		grid([words.roundWord, ...heads], table && !points.length ? [...rows, now] : rows));
	const at = box.querySelector(".rounds")?.scrollTop;
	fill(box,
		h("header", h("h2", words.sheet), button(text.close, close, "quiet", { name: "close" })),
		sheet.length > 1 && chart(lines),
		played,
		h("p", words.note(best, goal, length), scene.undone > 0 && words.withUndo));
	played.scrollTop = at ?? played.scrollHeight; // at first, the latest rounds
}
