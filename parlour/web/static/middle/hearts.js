/* The middle of Hearts: the trick as a cross, each card before its seat; before it, the cards to be passed. */

import { card, icon, sign } from "../cards.js";
import { h } from "../dom.js";
import { text } from "../text.js";

/** @typedef {import("../table.js").Ctx} Ctx */

const words = text.table;
const PLACES = ["bottom", "left", "top", "right"];
const ARROWS = /** @type {const} */ (["arrow-up", "arrow-left", "arrow-up", "arrow-right"]);

/** The trick that is shown: the one that rests, the one asked for again, or the one being played. @param {Ctx} c */
const trick = (c) => (c.again || c.rest ? c.view.table.last : c.view.table.trick);

/** Cards played to this trick. @param {Ctx} c */
const lying = (c) => c.view.table.trick.filter(Boolean).length;

/** @param {Ctx} c */
const number = (c) => Math.min(13, c.view.table.taken.flat().length / 4 + (c.rest || c.again ? 0 : 1));

/** The suit led, if any. @param {Ctx} c */
function led(c) {
  const { leader } = c.view.table;
  return c.rest || c.again || leader === null ? "" : (c.view.table.trick[leader] ?? "")[1] ?? "";
}

/** Whether a moon is to be chosen now. @param {Ctx} c */
const moon = (c) => c.view.legal.includes("old-moon");

/** Cards that are still to be chosen. @param {Ctx} c */
const missing = (c) => 3 - c.view.table.passed.length - c.held.length;

/** @param {HTMLElement} box @param {Ctx} c */
function drawPassing(box, c) {
  const { passing, passed } = c.view.table;
  const to = (c.base + passing) % 4;
  const from = (c.base + 4 - passing) % 4;
  const sent = c.me === null || !c.view.legal.length;
  const chosen = [...passed, ...c.held];
  const slots = [0, 1, 2].map((place) => {
    const name = chosen[place];
    if (!name) return h("span", { class: `slot${place === chosen.length ? " next" : ""}` });
    if (passed.includes(name) || c.busy) return h("span", { class: "slot", role: "img", "aria-label": text.card(name), "data-card": name }, card(name, c.face));
    const label = words.hearts.takeBack(text.card(name));
    return h("button", { class: "slot", type: "button", "aria-label": label, "data-card": name, "data-key": name, onclick: () => c.hold(name) }, card(name, c.face));
  });
  const lack = missing(c);
  const arrow = h("span", { class: "to" }, h("span", { class: "disc" }, icon(ARROWS[passing])), h("b", {}, c.name(to)));
  const button = h("button", {
    class: "main", type: "button", "data-key": "main", "aria-disabled": String(lack > 0 || c.busy), onclick: () => lack > 0 ? c.refuse(words.hearts.choose(lack)) : c.send(c.held),
  }, lack > 0 ? words.hearts.choose(lack) : words.hearts.passTo(c.name(to)));
  box.replaceChildren(
    h("div", { class: "passing" },
      h("div", { class: "ask" }, h("b", {}, c.me === null ? words.hearts.passingNow : words.hearts.passThree(c.name(to))), c.me === null ? "" : h("span", {}, words.hearts.receive(c.name(from)))),
      c.me === null ? "" : h("div", { class: `slots at-${passing}` }, arrow, h("span", { class: "three" }, ...slots)),
      sent ? h("p", { class: "wait" }, words.hearts.waiting) : button,
    ),
  );
}

/** @type {import("../table.js").Game} */
export const hearts = {
  high: "A",

  draw(box, c) {
    const { table } = c.view;
    if (table.passing && !c.again) return drawPassing(box, c);
    const shown = trick(c);
    const latest = c.last?.action;
    const cross = shown.map((/** @type {string | null} */ name, /** @type {number} */ seat) => {
      const place = PLACES[(seat - c.base + 4) % 4];
      if (name) {
        const own = c.again ? {} : { "data-card": name };
        const mark = name === latest && !c.again ? " latest" : "";
        return h("span", { class: `at ${place}${mark}`, role: "img", "aria-label": words.hearts.from(text.card(name), c.name(seat)), ...own }, card(name, c.face));
      }
      return c.me === seat && c.view.legal.length && !moon(c) ? h("span", { class: `at ${place} yours` }, c.name(seat)) : "";
    });
    const suit = led(c);
    const facts = c.again
      ? [h("span", {}, words.hearts.trick(number(c))), h("span", {}, words.hearts.took(c.name(table.leader ?? 0)))]
      : [
          h("span", {}, words.hearts.trick(number(c))),
          suit ? h("span", {}, sign(/** @type {any} */ (suit)), words.hearts.led(text.suit[suit])) : "",
          h("span", {}, sign("H"), table.broken ? words.hearts.broken : words.hearts.unbroken),
        ];
    box.replaceChildren(h("div", { class: "facts" }, ...facts), h("div", { class: "cross" }, ...cross));
  },

  status(c) {
    const { view } = c;
    const { table } = view;
    if (table.passing) return c.me !== null && !view.legal.length ? words.hearts.waiting : "";
    if (!view.legal.length) return "";
    if (moon(c)) return words.hearts.whichMoon;
    if (!lying(c)) return view.legal.length === 1 && table.hand.length > 1 ? words.hearts.leadOnly(view.legal[0]) : words.hearts.lead;
    const suit = led(c);
    return (view.legal.every((name) => name[1] === suit) ? words.hearts.follow : words.hearts.free)(text.suit[suit]);
  },

  why(c, name) {
    const held = c.view.barred[name] ?? [];
    const suit = led(c);
    if (suit && held.length && held.every((other) => other[1] === suit)) return words.hearts.mustFollow(text.suit[suit]);
    if (!suit && held.length && name[1] === "H" && !c.view.table.broken) return words.hearts.notBroken;
    if (suit && held.length) return words.hearts.noPoints;
    return held.length ? words.notWhile(held) : words.only(c.view.legal);
  },

  said(c, { seat, action }) {
    if (action.endsWith("-moon")) return words.hearts.moonChosen(c.name(seat), action);
    const passed = seat === c.me && c.view.table.passed.includes(action);
    return (passed ? words.hearts.youPass : words.played)(c.name(seat), action);
  },

  fact(c, seat) {
    return c.view.table.leader === null ? "" : (c.phone && seat !== c.base ? words.hearts.shortHand : words.hearts.thisHand)(c.view.table.points[seat]);
  },

  heavy: (c, seat) => c.view.table.points[seat] >= 13,

  actions(c) {
    const { view } = c;
    /** @type {(Node | string)[]} */
    const found = [];
    if (moon(c))
      for (const action of view.legal)
        found.push(h("button", { class: "main", type: "button", "data-key": action, onclick: () => c.send([action]) }, words.hearts.moons[action]));
    return found;
  },

  passes: (c) => c.view.table.passing > 0,

  rests: (before, after) => Boolean(before.table && after.table?.taken.flat().length > before.table.taken.flat().length),

  from: (before, c) => (before.table?.passing && !c.view.table.passing && c.me !== null ? (c.me + 4 - before.table.passing) % 4 : null),

  to: (before, c) => (before.table?.passing && !c.view.table.passing && c.me !== null ? (c.me + before.table.passing) % 4 : null),

  running: (c, seat) => (c.view.table.leader === null ? "·" : words.gain(c.view.table.points[seat])),

  own: (c) => (c.view.table.passing && c.held.length ? [h("span", { class: "wide" }, words.hearts.back)] : []),

  lastTrick: (c) => Boolean(c.view.table.last[0]) && !c.rest,

  fresh: (c) => (c.view.table.passing || c.view.table.taken.flat().length || c.last?.seat === c.me && lying(c) ? [] : c.view.table.received),

  read(c) {
    const { table } = c.view;
    if (table.passing) return [words.hearts.passThree(c.name((c.base + table.passing) % 4))];
    const lie = table.trick.flatMap((/** @type {string | null} */ name, /** @type {number} */ seat) => (name ? [words.hearts.from(text.card(name), c.name(seat))] : []));
    return [words.hearts.trick(number(c)), ...lie, table.broken ? words.hearts.broken : words.hearts.unbroken];
  },

  result: () => [],
};
