import { back, card, icon, rank, sign } from "../../parlour/web/static/cards.js";

for (const [key, value] of new URLSearchParams(location.search)) document.documentElement.setAttribute(`data-${key}`, value);

const RANKS = [..."A23456789TJQK"];
const started = performance.now();
/** @param {string} title @param {string} kind @param {Element[]} drawings */
function row(title, kind, drawings) {
  if (title) document.body.append(Object.assign(document.createElement("h2"), { textContent: title }));
  const line = Object.assign(document.createElement("div"), { className: `row ${kind}` });
  line.append(...drawings);
  document.body.append(line);
}

row("Courts at 200", "w200", [..."SH"].flatMap((suit) => [..."JQK"].map((r) => card(r + suit))));
row("", "w200", [..."CD"].flatMap((suit) => [..."JQK"].map((r) => card(r + suit))));
for (const suit of "SHCD") row(suit === "S" ? "All 52" : "", "w72", RANKS.map((r) => card(r + suit)));
row("The back", "w200", [back(), card("7S", "large"), card("KS", "large"), card("QH", "large"), card("JC", "large"), card("TD", "large")]);
row("Large at 82", "w82", ["JS", "QS", "KS", "JH", "QH", "KH", "JC", "QC", "KC", "JD", "QD", "KD"].map((name) => card(name, "large")));
for (const suit of "SHCD") row(suit === "S" ? "Large at 40, overlapped to 15" : "", "w40 strip", RANKS.map((r) => card(r + suit, "large")));
for (const face of /** @type {const} */ (["large", "plain"])) {
  row(`At 40, ${face}`, "w40", [...RANKS.map((r, i) => card(r + "SHCD"[i % 4], face)), back()]);
  row(`At 24, ${face}`, "w24", [...RANKS.map((r, i) => card(r + "SHCD"[i % 4], face)), back()]);
}
row("Ranks, letters, signs", "faint", [...[...RANKS, ..."SHDC"].map(rank), ...["S", "H", "D", "C"].map((s) => sign(/** @type {any} */ (s)))]);
row("", "big", [...[...RANKS, ..."SHDC"].map(rank), ...["S", "H", "D", "C"].map((s) => sign(/** @type {any} */ (s)))]);
const ICONS = /** @type {const} */ (["computer", "person", "back", "menu", "chart", "arrow-left", "arrow-right", "undo", "close", "copy"]);
row("Icons", "", ICONS.map(icon));
row("", "small", ICONS.map(icon));
row("", "big", ICONS.map(icon));
document.documentElement.dataset.took = String(Math.round(performance.now() - started));
