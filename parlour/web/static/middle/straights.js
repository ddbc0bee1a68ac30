/* Straights: four tracks, a suit each, that grow outwards from the seven. */

import { card, rank, sign } from "../cards.js";
import { h } from "../dom.js";
import { plain, text } from "../text.js";
import { lying, short, these } from "../voice.js";

const words = text.table.straights;

/** A suit's cards. @param {string} suit */
const cards = (suit) => [..."A23456789TJQK"].map((name) => name + suit);

/** A track in words. @param {Ctx} c @param {string} suit @param {string[]} open */
const track = (c, suit, open) =>
  words.track(plain(text.suit[suit]), ...[cards(suit).filter((name) => c.view.table.table.includes(name)), open].map((names) => names.map(text.rank)));

/** @type {Game} */
export const straights = {
  high: "K",

  draw(c) {
    const { table: { table }, playable, legal } = c.view;
    return [h("div", { class: "tracks" }, [..."SHCD"].map((suit) =>
      h("div", { class: "track", role: "img", ariaLabel: track(c, suit, cards(suit).filter((name) => playable.includes(name))) }, sign(suit),
        cards(suit).map((name) => !table.includes(name)
          ? h("span", { class: playable.includes(name) && legal.includes(name) ? "cell open" : "cell" }, rank(name[0]))
          : h("span", { class: c.last?.action === name ? "cell latest" : "cell", "data-card": name },
            c.phone ? h("span", { class: `chip pc-${suit}` }, rank(name[0]), sign(suit)) : card(name, "large"))))))];
  },

  status({ view: { legal, playable, table } }) {
    if (!legal.length) return "";
    if (!playable.includes(legal[0])) return words.throw;
    return !table.table.length && legal.length === 1 ? text.table.playThis(legal[0]) : text.table.playFitting;
  },

  why(c, name) {
    const { barred, legal } = c.view;
    return barred[name]?.length ? words.barred(these(barred[name])) : text.table.only(these(legal));
  },

  said(c, { seat, action }) {
    if (action === "??") return words.threwHidden(c.name(seat));
    return (c.view.table.table.includes(action) ? text.table.played : words.threw)(c.name(seat), action);
  },

  fact(c, seat) {
    const thrown = c.view.table.discards[seat];
    return seat !== c.base && thrown > 0 && h("span", {}, words.out(thrown));
  },

  own(c) {
    const { thrown, points } = c.view.table;
    const mine = thrown[c.base];
    return mine.length ? [words.discards, h("span", { class: "thrown", style: `--n: ${mine.length}` }, mine.map((name) => lying(name, "large"))),
      h("b", {}, words.points(points[c.base]))] : [];
  },

  read: (c) => [..."SHCD"].map((suit) => track(c, suit, [])),

  result: (c, seat) => c.view.table.thrown[seat].length ? c.view.table.thrown[seat].map(short) : [words.none],
};
