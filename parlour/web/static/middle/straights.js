/* Straights: four tracks, a suit each, that grow outwards from the seven. */

import { card, rank } from "../cards.js";
import { fill, h } from "../dom.js";
import { plain, text } from "../text.js";
import { short, suitSign, these } from "../voice.js";

const words = text.table.straights;
const RANKS = [..."A23456789TJQK"];

/** A track in words. @param {import("../table.js").Ctx} c @param {string} suit @param {string[]} open */
const track = (c, suit, open) =>
  words.track(plain(text.suit[suit]), RANKS.map((name) => name + suit).filter((name) => c.view.table.table.includes(name)).map(text.rank), open.map(text.rank));

/** @type {import("../table.js").Game} */
export const straights = {
  high: "K",

  draw(box, c) {
    const { table: { table }, playable, legal } = c.view;
    fill(box, h("div", { class: "tracks" }, [..."SHCD"].map((suit) => {
      const own = RANKS.map((name) => name + suit);
      return h("div", { class: "track", role: "img", "aria-label": track(c, suit, own.filter((name) => playable.includes(name))) }, suitSign(suit),
        own.map((name) => !table.includes(name)
          ? h("span", { class: playable.includes(name) && legal.includes(name) ? "cell open" : "cell" }, rank(name[0]))
          : h("span", { class: c.last?.action === name ? "cell latest" : "cell", "data-card": name },
            c.phone ? h("span", { class: `chip pc-${suit}` }, rank(name[0]), suitSign(suit)) : card(name, "large"))));
    })));
  },

  status: ({ view: { legal, playable, table } }) =>
    !legal.length ? "" : !playable.includes(legal[0]) ? words.throw : table.table.length ? words.play : words.begin(legal),

  why: (c, name) => (c.view.barred[name]?.length ? words.barred(these(c.view.barred[name])) : text.table.only(these(c.view.legal))),

  said(c, { seat, action }) {
    const who = c.name(seat);
    return action === "??" ? words.threwHidden(who) : c.view.table.table.includes(action) ? text.table.played(who, action) : words.threw(who, action);
  },

  fact(c, seat) {
    const n = c.view.table.discards[seat];
    return !n || (c.phone && seat === c.base) ? "" : c.phone ? words.out(n) : words.discarded(n);
  },

  own(c) {
    const thrown = c.view.table.thrown[c.base];
    const points = c.view.table.points[c.base];
    if (!thrown.length) return [];
    const row = h("span", { class: "thrown", role: "img", "aria-label": words.thrown(thrown.map(text.card)) },
      thrown.map((name) => h("span", { "data-card": name }, card(name, "large"))));
    row.style.setProperty("--n", `${thrown.length}`);
    return [c.phone ? words.discards : words.yourDiscards, row, h("span", {}, h("b", {}, `${points}`), ` ${words.points(points, c.phone)}`)];
  },

  read: (c) => [..."SHCD"].map((suit) => track(c, suit, [])),

  result: (c, seat) => (c.view.table.thrown[seat].length ? c.view.table.thrown[seat].map(short) : [words.none]),
};
