/* Hearts: the trick as a cross, each card before its seat; before it, the cards to be passed. */

import { card, icon } from "../cards.js";
import { fill, h } from "../dom.js";
import { plain, text } from "../text.js";
import { press, suitSign, these } from "../voice.js";

/** @typedef {import("../table.js").Ctx} Ctx */

const words = text.table.hearts;

/** Cards in the tricks that have been won. @param {import("../table.js").View} view */
const won = ({ table }) => table.taken.flat().length;

/** @param {Ctx} c */
const trick = ({ view, rest, again }) => words.trick(won(view) / 4 + (rest || again || won(view) === 52 ? 0 : 1));

/** The suit led, if any. @param {Ctx} c */
const led = ({ view: { table }, rest }) => (rest || table.leader === null ? "" : table.trick[table.leader]?.[1] ?? "");

/** Whether a moon is to be chosen. @param {Ctx} c */
const moon = (c) => c.view.legal.includes("old-moon");

/** Two seats that pass to one another now, so far apart. @param {Ctx} c @param {number} way */
const apart = (c, way) => (c.base + 4 + way) % 4;

/** @param {Element} box @param {Ctx} c */
function passing(box, c) {
  const { passing: way, passed } = c.view.table;
  const to = c.name(apart(c, way));
  const chosen = [...passed, ...c.held];
  const lack = 3 - chosen.length;
  fill(box, h("div", { class: "passing" }, h("b", {}, c.me === null ? words.passingNow : words.passThree(to)),
    c.me !== null && [
      h("span", {}, words.receive(c.name(apart(c, -way)))),
      h("div", { class: `slots at-${way}` }, h("div", { class: "to" }, icon(way === 2 ? "arrow-up" : way === 1 ? "arrow-left" : "arrow-right"), h("b", {}, to)),
        [0, 1, 2].map((place) => {
          const name = chosen[place];
          if (!name) return h("span", { class: place === chosen.length ? "slot next" : "slot" });
          const more = { class: "slot", "data-card": name };
          return passed.includes(name) || c.busy ? h("span", { role: "img", "aria-label": text.card(name), ...more }, card(name, c.face))
            : press(name, card(name, c.face), () => c.hold(name), { "aria-label": words.takeBack(text.card(name)), ...more });
        })),
      c.view.legal.length > 0 && press("main", lack ? words.choose(lack) : words.passTo(to), () => (lack ? c.refuse(words.choose(lack)) : c.send(c.held)),
        { class: "main", "aria-disabled": `${lack > 0 || c.busy}` }),
    ]));
}

/** @type {import("../table.js").Game} */
export const hearts = {
  high: "A",

  draw(box, c) {
    const { table } = c.view;
    if (table.passing) return passing(box, c);
    const suit = led(c);
    fill(box,
      h("div", { class: "facts" }, h("span", {}, trick(c)),
        c.again ? h("span", {}, words.took(c.name(table.leader ?? 0)))
          : [suit && h("span", {}, suitSign(suit), words.led(plain(text.suit[suit]))), h("span", {}, suitSign("H"), table.broken ? words.broken : words.unbroken)]),
      h("div", { class: "cross" }, (c.again || c.rest ? table.last : table.trick).map((name, seat) => {
        const place = ["bottom", "left", "top", "right"][(seat - c.base + 4) % 4];
        return name ? h("span", { class: `${place}${name === c.last?.action && !c.again ? " latest" : ""}`, role: "img",
          "aria-label": words.from(text.card(name), c.name(seat)), "data-card": c.again ? null : name }, card(name, c.face))
          : c.me === seat && c.view.legal.length > 0 && !moon(c) && h("span", { class: `${place} yours` }, c.name(seat));
      })));
  },

  status(c) {
    const { legal, table } = c.view;
    if (!legal.length) return table.passing ? words.waiting : "";
    if (table.passing) return "";
    if (moon(c)) return words.whichMoon;
    const suit = led(c);
    if (!suit) return legal.length === 1 && table.hand.length > 1 ? words.leadOnly(legal[0]) : words.lead;
    return (legal[0][1] === suit ? words.follow : words.free)(text.suit[suit]);
  },

  why(c, name) {
    const held = c.view.barred[name] ?? [];
    const suit = led(c);
    if (!held.length) return text.table.only(these(c.view.legal));
    if (suit) return held.every((other) => other[1] === suit) ? words.mustFollow(text.suit[suit]) : words.noPoints;
    return name[1] === "H" && !c.view.table.broken ? words.notBroken : text.table.notWhile(these(held));
  },

  said(c, { seat, action }) {
    if (action.endsWith("-moon")) return words.moonChosen(c.name(seat), action);
    return (seat === c.me && c.view.table.passed.includes(action) ? words.youPass : text.table.played)(c.name(seat), action);
  },

  fact: (c, seat) => (c.view.table.leader === null ? "" : (c.phone && seat !== c.base ? words.shortHand : words.thisHand)(c.view.table.points[seat])),

  heavy: (c, seat) => c.view.table.points[seat] > 12,

  own: (c) => (c.view.table.passing && c.held.length ? [words.back] : []),

  actions: (c) => (moon(c) ? c.view.legal.map((action) => press(action, words.moons[action], () => c.send([action]), { class: "main" })) : []),

  passes: (c) => c.view.table.passing > 0,

  rests: (before, after) => won(after) > won(before),

  lastTrick: (c) => !c.rest && !!c.view.table.last[0],

  fresh: (c) => (c.view.table.passing || won(c.view) || c.view.table.trick[c.base] ? [] : c.view.table.received),

  from: (before, c) => (before.table.passing && c.me !== null ? apart(c, -before.table.passing) : null),

  to: (before, c) => (before.table.passing && !c.view.table.passing && c.me !== null ? apart(c, before.table.passing) : null),

  running: (c, seat) => (c.view.table.leader === null ? "·" : text.table.gain(c.view.table.points[seat])),

  read(c) {
    const { table } = c.view;
    if (table.passing) return [words.passThree(c.name(apart(c, table.passing)))];
    const lie = (c.again ? table.last : table.trick).map((name, seat) => name && words.from(text.card(name), c.name(seat)));
    return [trick(c), ...lie.flatMap((said) => said ?? []), table.broken ? words.broken : words.unbroken];
  },
};
