/* The middle of Straights: four tracks, a suit each, that grow outwards from the seven. */

import { card, rank, sign } from "../cards.js";
import { h } from "../dom.js";
import { plain, text } from "../text.js";
import { cardSign } from "../voice.js";

/** @typedef {import("../table.js").Ctx} Ctx */

const RANKS = [..."A23456789TJQK"];
const words = text.table;

/** @param {string} rank */
const spell = (rank) => text.rank(`${rank} `);

/** Whether the one to act, who sees `legal`, can only throw away. @param {Ctx} c */
const throwing = ({ view }) => view.legal.length > 0 && !view.playable.includes(view.legal[0]);

/** @type {import("../table.js").Game} */
export const straights = {
  high: "K",

  draw(box, c) {
    const { table, playable, legal } = c.view;
    const tracks = [..."SHCD"].map((suit) => {
      /** @type {string[][]} */
      const [laid, open] = [[], []];
      const cells = RANKS.map((name) => {
        const own = name + suit;
        if (table.table.includes(own)) {
          laid.push(name);
          const face = c.phone ? h("span", { class: `chip pc-${suit}` }, rank(name), sign(/** @type {any} */ (suit))) : card(own, "large");
          return h("span", { class: `cell laid${c.last?.action === own ? " latest" : ""}`, "data-card": own }, face);
        }
        const fits = playable.includes(own);
        if (fits) open.push(name);
        return h("span", { class: `cell${fits && legal.includes(own) ? " open" : ""}`, "data-place": own }, rank(name));
      });
      const label = words.straights.track(plain(text.suit[suit]), laid.map(spell), open.map(spell));
      return h("div", { class: "track", role: "img", "aria-label": label }, h("span", { class: "cell suit" }, sign(/** @type {any} */ (suit))), ...cells);
    });
    box.replaceChildren(h("div", { class: "tracks" }, ...tracks));
  },

  status(c) {
    const { view } = c;
    if (!view.legal.length) return "";
    if (throwing(c)) return words.straights.throw;
    return view.table.table.length ? words.straights.play : words.straights.begin(view.legal);
  },

  why(c, name) {
    const held = c.view.barred[name] ?? [];
    return held.length ? words.straights.barred(held) : words.only(c.view.legal);
  },

  said(c, { seat, action }) {
    if (action === "??") return words.straights.threwHidden(c.name(seat));
    const laid = c.view.table.table.includes(action);
    return (laid ? words.played : words.straights.threw)(c.name(seat), action);
  },

  fact(c, seat) {
    const n = c.view.table.discards[seat];
    return n && !(c.phone && seat === c.base) ? (c.phone ? words.straights.out : words.straights.discarded)(n) : "";
  },

  own(c) {
    const seat = c.base;
    const thrown = c.view.table.thrown[seat];
    if (!thrown.length) return [];
    const shown = thrown.map((/** @type {string} */ name) => h("span", { class: "small", "data-card": name }, card(name, "large")));
    const label = words.straights.thrown(thrown.map(text.card));
    const row = h("span", { class: "thrown", role: "img", "aria-label": label }, ...shown);
    row.style.setProperty("--n", String(thrown.length));
    return [
      h("span", { class: "wide" }, c.me === null || c.phone ? words.straights.discards : words.straights.yourDiscards),
      row,
      h("span", {}, h("b", {}, String(c.view.table.points[seat])), ` ${words.straights.points(c.view.table.points[seat], c.phone)}`),
    ];
  },

  read(c) {
    return [..."SHCD"].map((suit) => {
      const laid = RANKS.filter((name) => c.view.table.table.includes(name + suit)).map(spell);
      return words.straights.track(plain(text.suit[suit]), laid, []);
    });
  },

  result(c, seat) {
    const thrown = c.view.table.thrown[seat];
    return thrown.length ? [h("span", { class: "cards" }, ...thrown.map(cardSign))] : [words.straights.none];
  },
};
