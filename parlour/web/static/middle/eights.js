/* The middle of Crazy Eights: stock and pile, what must be matched, and the suit to be named. */

import { back, card, sign } from "../cards.js";
import { h } from "../dom.js";
import { plain, text } from "../text.js";

/** @typedef {import("../table.js").Ctx} Ctx */

const words = text.table;
const LETTERS = /** @type {Record<string, string>} */ ({ spades: "S", hearts: "H", diamonds: "D", clubs: "C" });

/** What must be matched, in words. @param {Ctx} c */
function match({ view: { table } }) {
  if (!table.suit) return words.eights.unnamed;
  const suit = LETTERS[table.suit];
  return words.eights.match(text.suit[suit], suit, text.rank(table.top));
}

/** Whether a suit is asked for: an eight is held on the page, or lies there without one. @param {Ctx} c */
export const asksSuit = (c) => !c.busy && (c.held.length > 0 || c.view.legal.includes("spades"));

/** @type {import("../table.js").Game} */
export const eights = {
  high: "K",

  draw(box, c) {
    const { table, legal } = c.view;
    const may = legal.includes("draw");
    const edges = Math.min(3, table.stock);
    const stock = h("button", {
      class: "stack", type: "button", "data-key": "stock", "aria-label": words.eights.stockOf(table.stock), "aria-disabled": String(!may),
      onclick: () => (may ? c.send(["draw"]) : c.refuse(legal.length ? words.eights.noDraw : words.notYours)),
    }, ...[...Array(edges)].map((_, edge) => h("span", { class: `edge e${edges - 1 - edge}` }, edge === edges - 1 ? back() : "")), edges ? "" : h("span", { class: "edge none" }));
    const latest = c.last && c.last.action === table.top ? " latest" : "";
    const pile = h("span", { class: `stack pile${latest}`, role: "img", "aria-label": words.eights.pileOf(text.card(table.top)) },
      table.top === table.turned ? "" : h("span", { class: "edge under" }),
      h("span", { class: "edge", "data-card": table.top }, card(table.top, c.phone ? "large" : "plain")));
    box.replaceChildren(
      h("p", { class: "match" }, ...c.rich(match(c))),
      h("div", { class: "piles" },
        h("div", {}, stock, h("p", {}, words.eights.stock, " ", h("b", {}, String(table.stock)))),
        h("div", {}, pile, h("p", {}, words.eights.pile))),
    );
  },

  status(c) {
    const { legal } = c.view;
    if (!legal.length) return "";
    if (asksSuit(c) || legal.includes("spades")) return words.eights.name;
    if (legal.includes("draw")) return words.eights.mustDraw;
    return legal.includes("pass") ? words.eights.mustPass : words.eights.play;
  },

  why: (c) => (c.view.legal.some((action) => action.length === 2) ? match(c) : c.view.legal.includes("draw") ? words.eights.mustDraw : words.eights.mustPass),

  said(c, { seat, action, card: drawn }) {
    const who = c.name(seat);
    if (action === "draw") return drawn && drawn !== "??" ? words.eights.drewCard(who, drawn) : words.eights.drew(who);
    if (action === "pass") return words.eights.passed(who);
    return action in LETTERS ? words.eights.named(who, text.suit[LETTERS[action]], LETTERS[action]) : words.played(who, action);
  },

  fact: () => "",

  actions(c) {
    const { legal } = c.view;
    for (const action of ["draw", "pass"])
      if (legal.includes(action)) return [h("button", { class: "main", type: "button", "data-key": "main", "aria-disabled": String(c.busy), onclick: () => c.send([action]) }, action === "draw" ? words.eights.draw : words.eights.pass)];
    return [];
  },

  sheet(c) {
    if (!asksSuit(c)) return null;
    const { hand } = c.view.table;
    const kept = c.held[0];
    const buttons = Object.entries(LETTERS).map(([name, letter]) => {
      const n = hand.filter((/** @type {string} */ other) => other[1] === letter && other !== kept).length;
      return h("button", { type: "button", "data-key": name, "data-suit": letter, onclick: () => c.send([...c.held, name]) },
        sign(/** @type {any} */ (letter)), h("span", {}, h("b", {}, plain(text.suit[letter])), h("small", {}, words.eights.hold(n))));
    });
    const keep = kept ? h("button", { type: "button", class: "quiet", "data-key": "keep", onclick: () => c.drop() }, words.eights.keep) : "";
    return h("div", { class: "suits", role: "group", "aria-label": words.eights.name },
      h("p", {}, h("span", {}, ...c.rich(c.phone ? `*${words.eights.name}*` : words.eights.nameAfter)), keep), h("div", {}, ...buttons));
  },

  holds: (c, name) => c.view.rules.eights === "named" && name[0] === "8" && c.view.table.hand.length > 1,

  ended(c) {
    const { counts } = c.view.table;
    const out = counts.indexOf(0);
    if (out >= 0) return words.eights.out(c.name(out));
    return c.view.points.some(Boolean) ? words.eights.blocked : words.eights.drawn;
  },

  read: (c) => [match(c), words.eights.pileOf(text.card(c.view.table.top)), words.eights.stockOf(c.view.table.stock)],

  result: () => [],
};
