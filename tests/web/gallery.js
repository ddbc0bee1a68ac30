import { back, card, icon, rank, sign } from "../../parlour/page/base/cards.js";

for (const [key, value] of new URLSearchParams(location.search)) {
  document.documentElement.setAttribute(`data-${key}`, value);
}

const RANKS = [..."A23456789TJQK"];
const started = performance.now();
/** @param {string} title @param {string} kind @param {Element[]} drawings */
function row(title, kind, drawings) {
  const heading = Object.assign(document.createElement("h2"), { textContent: title });
  if (title) document.body.append(heading);
  const line = Object.assign(document.createElement("div"), { className: `row ${kind}` });
  line.append(...drawings);
  document.body.append(line);
}

row("Courts at 200", "w200", [..."SH"].flatMap((suit) => [..."JQK"].map((r) => card(r + suit))));
row("", "w200", [..."CD"].flatMap((suit) => [..."JQK"].map((r) => card(r + suit))));
for (const suit of "SHCD") {
  row(suit === "S" ? "All 52" : "", "w72", RANKS.map((r) => card(r + suit)));
}
/** @param {string} name */
const large = (name) => card(name, "large");
row("The back", "w200", [back(), ...["7S", "KS", "QH", "JC", "TD"].map(large)]);
row("Large at 82", "w82", [..."SHCD"].flatMap((suit) => [..."JQK"].map((r) => large(r + suit))));
for (const suit of "SHCD") {
  const title = suit === "S" ? "Large at 40, overlapped to 15" : "";
  row(title, "w40 strip", RANKS.map((r) => large(r + suit)));
}
for (const face of /** @type {const} */ (["large", "plain"])) {
  row(`At 40, ${face}`, "w40", [...RANKS.map((r, i) => card(r + "SHCD"[i % 4], face)), back()]);
  row(`At 24, ${face}`, "w24", [...RANKS.map((r, i) => card(r + "SHCD"[i % 4], face)), back()]);
}
const letters = () => [...[...RANKS, ..."SHDC"].map(rank), ...[..."SHDC"].map(sign)];
row("Ranks, letters, signs", "faint", letters());
row("", "big", letters());
const ICONS = [
  "computer", "person", "back", "menu", "chart",
  "arrow-left", "arrow-right", "undo", "close", "copy",
];
for (const size of ["", "small", "big"]) row(size ? "" : "Icons", size, ICONS.map(icon));
document.documentElement.dataset.took = String(Math.round(performance.now() - started));
