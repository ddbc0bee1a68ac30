/* The score sheet: each round with running totals, the leader marked, and a small chart. */

import { fill, h } from "./dom.js";
import { text } from "./text.js";
import { press } from "./voice.js";

const words = text.table;

/** @param {string} tag @param {Record<string, string | number>} attributes @param {...(Node | string)} inside */
function shape(tag, attributes, ...inside) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, `${value}`);
  made.append(...inside);
  return made;
}

/** @param {{seat: number, name: string, sums: number[]}[]} lines the viewer's first */
function chart(lines) {
  const all = lines.flatMap(({ sums }) => sums);
  const [low, high] = [Math.min(...all), Math.max(1, ...all)];
  const y = (/** @type {number} */ value) => 112 - ((value - low) / (high - low)) * 98;
  let above = -99;
  const ends = lines.map((line, n) => ({ ...line, n, end: y(line.sums[line.sums.length - 1]) })).sort((a, b) => a.end - b.end);
  return shape("svg", { class: "chart", viewBox: "0 0 268 132", "aria-hidden": "true" }, shape("path", { d: `M8 ${y(0)}H210` }),
    ...ends.map(({ n, name, sums, end }) => shape("g", { class: `l${n}` },
      shape("polyline", { points: sums.map((sum, round) => `${8 + (round / (sums.length - 1)) * 202},${y(sum)}`).join(" ") }),
      shape("circle", { cx: 210, cy: end, r: n ? 2.5 : 4 }), shape("text", { x: 220, y: (above = Math.max(end, above + 15)) + 4 }, name.slice(0, 8)))));
}

/** @param {Element} box @param {import("./table.js").Ctx} c @param {() => void} close */
export function drawScore(box, c, close) {
  const { view: { sheet, totals, number, points, table, game, rules } } = c;
  const lines = totals.map((_, step) => (c.base + step) % totals.length).map((seat) => {
    let sum = 0;
    return { seat, name: c.name(seat), sums: [0, ...sheet.map((row) => (sum += row[seat]))] };
  });
  const least = Math.min(...totals);
  const leads = (/** @type {number} */ seat) => totals[seat] === least && totals.some((total) => total > least);
  fill(box, h("header", {}, h("h2", {}, words.sheet), press("close-sheet", words.close, close, { class: "quiet" })),
    sheet.length > 1 && chart(lines),
    h("div", { class: "rounds", tabindex: "0", role: "region", "aria-label": words.sheet }, h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, game === "hearts" ? words.handWord : words.roundWord),
        lines.map(({ seat, name }) => h("th", { scope: "col", class: leads(seat) ? "leads" : "" }, name, leads(seat) && h("span", { class: "unseen" }, words.leads))))),
      h("tbody", {},
        sheet.map((row, n) => h("tr", {}, h("th", { scope: "row" }, `${n + 1}`), lines.map(({ seat, sums }) => h("td", {}, h("b", {}, `${sums[n + 1]}`), words.gain(row[seat]))))),
        table && !points.length && h("tr", {}, h("th", { scope: "row" }, `${number}`), lines.map(({ seat }) => h("td", {}, c.game.running?.(c, seat) ?? "·")))))),
    h("p", {}, words.note(rules.target)));
}
