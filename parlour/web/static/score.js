/* The score sheet: each round with running totals, the leader marked, and a small chart. */

import { h } from "./dom.js";
import { text } from "./text.js";

/** @typedef {import("./table.js").Ctx} Ctx */

const words = text.table;
const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, RIGHT, FOOT] = [268, 132, 210, 112];

/** @param {string} tag @param {Record<string, string | number>} attributes @param {...(Node | string)} inside */
function shape(tag, attributes, ...inside) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...inside);
  return made;
}

/** Running totals after each round, from nothing. @param {Ctx} c @param {number} seat */
function running(c, seat) {
  let sum = 0;
  return [0, ...c.view.sheet.map((points) => (sum += points[seat]))];
}

/** @param {Ctx} c @param {number[]} seats */
function chart(c, seats) {
  const rows = seats.map((seat) => running(c, seat));
  const [low, high] = [Math.min(0, ...rows.flat()), Math.max(1, ...rows.flat())];
  const y = (/** @type {number} */ value) => FOOT - ((value - low) / (high - low)) * (FOOT - 14);
  const x = (/** @type {number} */ round) => 8 + (round / (rows[0].length - 1)) * (RIGHT - 8);
  const ends = seats.map((seat, line) => ({ seat, line, at: y(rows[line][rows[line].length - 1]) })).sort((a, b) => a.at - b.at);
  let above = -99;
  const labels = ends.map((end) => ({ ...end, label: (above = Math.max(end.at, above + 15)) }));
  const over = Math.max(0, (labels[labels.length - 1]?.label ?? 0) - HEIGHT + 8);
  const drawn = labels.map(({ seat, line, at, label }) => {
    const kind = seat === c.base ? "line you" : `line l${line}`;
    const points = rows[line].map((value, round) => `${x(round)},${y(value)}`).join(" ");
    return shape("g", { class: kind }, shape("polyline", { points }), shape("circle", { cx: RIGHT, cy: at, r: seat === c.base ? 4 : 2.5 }),
      shape("text", { x: RIGHT + 10, y: label - over + 4 }, c.name(seat).slice(0, 8)));
  });
  return shape("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
    shape("path", { class: "base", d: `M8 ${y(0)}H${RIGHT}` }), ...drawn);
}

/** @param {HTMLElement} box @param {Ctx} c @param {() => void} close */
export function drawScore(box, c, close) {
  const { view } = c;
  const seats = c.room.seats.map((_, step) => (c.base + step) % c.room.seats.length);
  const least = Math.min(...view.totals);
  const leads = (/** @type {number} */ seat) => view.totals[seat] === least && view.totals.some((total) => total > least);
  const rows = view.sheet.map((_, round) =>
    h("tr", {}, h("th", { scope: "row" }, String(round + 1)),
      ...seats.map((seat) => h("td", {}, h("b", {}, String(running(c, seat)[round + 1])), h("small", {}, words.gain(view.sheet[round][seat]))))));
  const playing = view.table && !view.points.length && !view.winners.length && view.number > view.sheet.length;
  const now = playing ? h("tr", { class: "now" }, h("th", { scope: "row" }, String(view.number)), ...seats.map((seat) => h("td", {}, h("small", {}, c.game.running?.(c, seat) ?? "·")))) : "";
  box.replaceChildren(
    h("header", {}, h("h2", {}, words.sheet), h("button", { class: "quiet", type: "button", "data-key": "close-sheet", onclick: close }, words.close)),
    ...(view.sheet.length > 1 ? [chart(c, seats)] : []),
    h("div", { class: "rounds", tabindex: "0", role: "region", "aria-label": words.sheet },
      h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, c.view.game === "hearts" ? words.handWord : words.roundWord),
        ...seats.map((seat) => h("th", { scope: "col", class: leads(seat) ? "leads" : "" }, c.name(seat), leads(seat) ? h("span", { class: "unseen" }, ` ${words.leads}`) : "")))),
      h("tbody", {}, ...rows, now))),
    h("p", {}, words.note(view.rules.target)),
  );
}
