/* Crazy Eights: stock and pile, what must be matched, and the suit to be named. */

import { back, card } from "../cards.js";
import { fill, h } from "../dom.js";
import { plain, text } from "../text.js";
import { press, rich, suitSign } from "../voice.js";

/** @typedef {import("../table.js").Ctx} Ctx */

const words = text.table.eights;
const LETTERS = /** @type {Record<string, string>} */ ({ spades: "S", hearts: "H", diamonds: "D", clubs: "C" });

/** What must be matched. @param {Ctx} c */
const match = ({ view: { table: { suit, top } } }) => (suit ? words.match(suit, LETTERS[suit], text.rank(top)) : words.unnamed);

/** @type {import("../table.js").Game} */
export const eights = {
  high: "K",

  draw(box, c) {
    const { table: { stock, top, turned }, legal } = c.view;
    const may = legal.includes("draw");
    fill(box, h("p", { class: "match" }, rich(match(c))), h("div", { class: "piles" },
      h("div", {}, press("stock", [2, 1, 0].map((edge) => h("span", { class: `edge e${stock ? edge : 3}` }, stock > 0 && !edge && back())).slice(-Math.max(1, stock)),
        () => (may ? c.send(["draw"]) : c.refuse(legal.length ? words.noDraw : text.table.notYours)),
        { class: "stack", "aria-label": words.stockOf(stock), "aria-disabled": `${!may}` }), h("p", {}, words.stock, " ", h("b", {}, `${stock}`))),
      h("div", {}, h("span", { class: c.last?.action === top ? "stack latest" : "stack", role: "img", "aria-label": words.pileOf(text.card(top)) },
        top !== turned && h("span", { class: "edge under" }), h("span", { class: "edge", "data-card": top }, card(top, c.face))), h("p", {}, words.pile))));
  },

  status: ({ view: { legal } }) => !legal.length ? "" : legal.includes("spades") ? words.name : legal.includes("draw") ? words.mustDraw
    : legal.includes("pass") ? words.mustPass : words.play,

  why: (c) => (c.view.legal[0].length === 2 ? match(c) : eights.status(c)),

  said(c, { seat, action, card: drawn }) {
    const who = c.name(seat);
    if (action === "draw") return drawn && drawn !== "??" ? words.drewCard(who, drawn) : words.drew(who);
    return action === "pass" ? words.passed(who) : (action in LETTERS ? words.named(who, action, LETTERS[action]) : text.table.played(who, action));
  },

  fact: () => "",

  actions: (c) => /** @type {const} */ (["draw", "pass"]).filter((action) => c.view.legal.includes(action)).map((action) =>
    press("main", words[action], () => c.send([action]), { class: "main", "aria-disabled": `${c.busy}` })),

  sheet(c) {
    const kept = c.held[0];
    if (c.busy || !(kept || c.view.legal.includes("spades"))) return null;
    return h("div", { class: "suits", role: "group", "aria-label": words.name },
      h("p", {}, h("span", {}, rich(c.phone ? `*${words.name}*` : words.nameAfter)), kept && press("keep", words.keep, c.drop, { class: "quiet" })),
      Object.entries(LETTERS).map(([name, letter]) => press(name, [suitSign(letter), h("span", {}, h("b", {}, plain(name)),
        h("small", {}, words.hold(c.view.table.hand.filter((other) => other[1] === letter && other !== kept).length)))],
      () => c.send([...c.held, name]), { "data-suit": letter })));
  },

  holds: (c, name) => c.view.rules.eights === "named" && name[0] === "8" && c.view.table.hand.length > 1,

  ended(c) {
    const out = c.view.table.counts.indexOf(0);
    return out >= 0 ? words.out(c.name(out)) : c.view.points.some(Boolean) ? words.blocked : words.drawn;
  },

  read: (c) => [match(c), words.pileOf(text.card(c.view.table.top)), words.stockOf(c.view.table.stock)],
};
