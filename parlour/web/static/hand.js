/* One's own cards: fanned by the arithmetic of the design, sorted as the viewer likes, a button each. */

import { card } from "./cards.js";
import { h } from "./dom.js";
import { settings } from "./settings.js";
import { text } from "./text.js";
import { spoken } from "./voice.js";

/** @typedef {import("./table.js").Ctx} Ctx */

/**
 * Where each of n cards lies in a box.
 * @param {number} n @param {number} width of the box @param {number} w of a card @param {boolean} phone
 */
export function fan(n, width, w, phone) {
  const widest = (phone ? 0.86 : 0.88) * w;
  const least = (phone ? 0.375 : 0.2) * w;
  const most = Math.max(1, Math.floor((width - w) / least) + 1);
  const rows = phone ? Math.max(n > Math.floor((width - w) / widest) + 1 ? 2 : 1, Math.ceil(n / most)) : 1;
  const drop = rows > 2 ? (62 * w) / 82 / 1.35 : (62 * w) / 82;
  const places = [];
  for (let row = 0, left = n; row < rows; row++) {
    const k = Math.ceil(left / (rows - row));
    left -= k;
    const step = k > 1 ? Math.min(widest, (width - w) / (k - 1)) : 0;
    const start = (width - w - step * (k - 1)) / 2;
    for (let place = 0; place < k; place++)
      places.push({ x: start + place * step, y: row * drop, foot: place === k - 1 && !phone, art: step >= 0.62 * w || place === k - 1 });
  }
  return { places, height: drop * (rows - 1) + 1.4 * w };
}

/** The hand in the viewer's order. @param {string[]} hand @param {"A" | "K"} high */
export function sorted(hand, high) {
  const ranks = high === "A" ? "23456789TJQKA" : "A23456789TJQK";
  if (settings.sort === "dealt") return hand;
  const down = settings.order === "down";
  const rank = (/** @type {string} */ name) => ranks.indexOf(name[0]) * (down ? -1 : 1);
  const suit = (/** @type {string} */ name) => "SHCD".indexOf(name[1]);
  return [...hand].sort((a, b) => (settings.sort === "rank" ? rank(a) - rank(b) || suit(a) - suit(b) : suit(a) - suit(b) || rank(a) - rank(b)));
}

/**
 * @param {HTMLElement} box
 * @param {(card: string) => void} tap
 */
export function makeHand(box, tap) {
  /** @type {Map<string, HTMLElement>} */
  const buttons = new Map();
  /** @type {string[]} */
  let order = [];
  let current = "";

  /** @param {string} name */
  function button(name) {
    const made = h("button", { class: "held", type: "button", "data-card": name, onclick: () => tap(name), onfocus: () => keep(name) });
    buttons.set(name, made);
    return made;
  }

  /** The one card that Tab reaches. @param {string} name */
  function keep(name) {
    buttons.get(current)?.setAttribute("tabindex", "-1");
    current = name;
    buttons.get(name)?.setAttribute("tabindex", "0");
  }

  return {
    /** @param {Ctx} c @param {string[]} hand what is in it, but for the cards that lie elsewhere */
    draw(c, hand) {
      const focused = box.contains(document.activeElement) ? order.indexOf(current) : -1;
      const was = order;
      order = sorted(hand, c.game.high);
      const w = Math.round(parseFloat(getComputedStyle(box).getPropertyValue("--held")) || (c.phone ? 82 : 108));
      const { places, height } = fan(order.length, box.clientWidth, w, c.phone);
      const acts = c.view.legal.length > 0 && !c.held.some((name) => hand.includes(name));
      const some = acts && order.some((name) => !c.view.legal.includes(name));
      const fresh = c.game.fresh?.(c) ?? [];
      box.style.setProperty("--w", `${w}px`);
      box.style.height = `${height}px`;
      for (const name of was) if (!order.includes(name)) {
        buttons.get(name)?.remove();
        buttons.delete(name);
      }
      order.forEach((name, place) => {
        const at = places[place];
        const made = buttons.get(name) ?? button(name);
        const may = c.view.legal.includes(name);
        const bar = acts && !may;
        const held = c.held.includes(name);
        made.className = `held${bar ? " dim" : ""}${some && may ? " may" : ""}${held ? " chosen" : ""}${c.sent.includes(name) ? " sent" : ""}${fresh.includes(name) ? " fresh" : ""}${at.foot ? "" : " no-foot"}${at.art || c.face === "plain" ? "" : " no-art"}`;
        made.style.setProperty("--x", `${at.x}px`);
        made.style.setProperty("--y", `${at.y}px`);
        made.setAttribute("aria-disabled", String(bar || c.me === null));
        const label = text.card(name) + (bar ? `, ${text.table.notPlayable(spoken(c.game.why(c, name)))}` : "") + (fresh.includes(name) ? `, ${text.table.received}` : "") + (held ? `, ${text.table.chosen}` : "");
        made.setAttribute("aria-label", label);
        if (made.dataset.face !== c.face) {
          made.dataset.face = c.face;
          made.replaceChildren(card(name, c.face));
        }
        if (box.children[place] !== made) box.insertBefore(made, box.children[place] ?? null);
      });
      const next = order.includes(current) ? current : (order[Math.min(Math.max(0, was.indexOf(current)), order.length - 1)] ?? "");
      keep(next);
      for (const [name, made] of buttons) made.setAttribute("tabindex", name === next ? "0" : "-1");
      if (focused >= 0 && !box.contains(document.activeElement)) buttons.get(next)?.focus({ preventScroll: true });
    },

    /** Focus goes along the hand. @param {number} way */
    step(way) {
      if (!order.length) return;
      const inside = box.contains(document.activeElement);
      const place = inside ? (order.indexOf(current) + way + order.length) % order.length : Math.max(0, order.indexOf(current));
      buttons.get(order[place])?.focus();
    },

    /** @param {string} [name] */
    focus(name = current) {
      buttons.get(name)?.focus({ preventScroll: true });
      return buttons.has(name);
    },

    /** @param {string} name */
    has: (name) => buttons.has(name),
  };
}
