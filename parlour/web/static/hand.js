/* One's own cards: fanned by the design's arithmetic, sorted as the viewer likes, a button each. */

import { card } from "./cards.js";
import { settings } from "./settings.js";
import { text } from "./text.js";
import { press, spoken } from "./voice.js";

/** Where each of n cards of width w lies in a box. @param {number} n @param {number} width @param {number} w @param {boolean} phone */
export function fan(n, width, w, phone) {
  const widest = (phone ? 0.86 : 0.88) * w;
  const fit = (/** @type {number} */ step) => Math.max(1, Math.floor((width - w) / step) + 1);
  const rows = phone ? Math.max(n > fit(widest) ? 2 : 1, Math.ceil(n / fit(0.375 * w))) : 1;
  const drop = (rows > 2 ? 0.56 : 0.756) * w;
  const places = [];
  for (let row = 0; row < rows; row++) {
    const k = Math.ceil((n - places.length) / (rows - row));
    const step = k > 1 ? Math.min(widest, (width - w) / (k - 1)) : 0;
    for (let place = 0; place < k; place++)
      places.push({ x: (width - w - step * (k - 1)) / 2 + place * step, y: row * drop, last: place === k - 1, art: !phone || step >= 0.62 * w || place === k - 1 });
  }
  return { places, height: drop * (rows - 1) + 1.4 * w };
}

/** In the viewer's order. @param {string[]} hand @param {string} high */
export function sorted(hand, high) {
  const ranks = high === "A" ? "23456789TJQKA" : "A23456789TJQK";
  const rank = (/** @type {string} */ name) => ranks.indexOf(name[0]) * (settings.order === "down" ? -1 : 1);
  const suit = (/** @type {string} */ name) => "SHCD".indexOf(name[1]);
  const [one, two] = settings.sort === "rank" ? [rank, suit] : [suit, rank];
  return settings.sort === "dealt" ? hand : [...hand].sort((a, b) => one(a) - one(b) || two(a) - two(b));
}

/** @param {HTMLElement} box @param {(card: string) => void} tap */
export function makeHand(box, tap) {
  /** @type {Map<string, HTMLElement>} */
  const buttons = new Map();
  /** @type {string[]} */
  let order = [];
  let current = ""; // the one that Tab reaches

  /** @param {string} name */
  function stop(name) {
    buttons.get(current)?.setAttribute("tabindex", "-1");
    buttons.get((current = name))?.setAttribute("tabindex", "0");
  }

  return {
    /** @param {import("./table.js").Ctx} c @param {string[]} hand */
    draw(c, hand) {
      const inside = box.contains(document.activeElement);
      const was = order.indexOf(current);
      const w = parseFloat(getComputedStyle(box).getPropertyValue("--held"));
      order = sorted(hand, c.game.high);
      const { places, height } = fan(order.length, box.clientWidth, w, c.phone);
      const { legal } = c.view;
      const acts = legal.length > 0 && !c.held.some((name) => hand.includes(name));
      const some = acts && order.some((name) => !legal.includes(name));
      const fresh = c.game.fresh?.(c) ?? [];
      box.style.height = `${height}px`;
      for (const [name, button] of buttons) if (!order.includes(name)) {
        button.remove();
        buttons.delete(name);
      }
      order.forEach((name, n) => {
        const button = buttons.get(name) ?? press(name, "", () => tap(name), { "data-card": name, tabindex: "-1", onfocus: () => stop(name) });
        buttons.set(name, button);
        const dim = acts && !legal.includes(name);
        const is = { held: true, dim, may: some && !dim, chosen: c.held.includes(name), sent: c.sent.includes(name), fresh: fresh.includes(name), "no-foot": !places[n].last, "no-art": !places[n].art };
        button.className = Object.entries(is).filter(([, on]) => on).map(([word]) => word).join(" ");
        button.style.left = `${places[n].x}px`;
        button.style.top = `${places[n].y}px`;
        button.ariaDisabled = `${dim}`;
        button.ariaLabel = [text.card(name), dim && text.table.notPlayable(spoken(c.game.why(c, name))), is.fresh && text.table.received, is.chosen && text.table.chosen].filter(Boolean).join(", ");
        if (button.dataset.face !== c.face) button.replaceChildren(card(name, c.face));
        button.dataset.face = c.face;
        if (box.children[n] !== button) box.insertBefore(button, box.children[n] ?? null);
      });
      stop(order.includes(current) ? current : (order[Math.min(Math.max(0, was), order.length - 1)] ?? ""));
      if (inside && !box.contains(document.activeElement)) buttons.get(current)?.focus();
    },

    /** The focus goes along the hand. @param {number} way */
    step(way) {
      const place = order.indexOf(current) + (box.contains(document.activeElement) ? way + order.length : 0);
      buttons.get(order[place % order.length])?.focus();
    },

    /** Whether that card was there. @param {string} [name] */
    focus(name = current) {
      buttons.get(name)?.focus();
      return buttons.has(name);
    },
  };
}
