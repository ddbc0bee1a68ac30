/* Motion: a card is one element, and moves from where it was to its true place. */

import { settings } from "./settings.js";

const EASE = "cubic-bezier(.2, .7, .2, 1)";
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** So many milliseconds at the viewer's speed. @param {number} ms */
export const time = (ms) => ms * settings.speed;

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/**
 * Where every card lies.
 * @param {ParentNode} root
 */
export function places(root) {
  /** @type {Map<string, Box>} */
  const at = new Map();
  for (const card of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-card]")))
    at.set(card.dataset.card ?? "", card.getBoundingClientRect());
  return at;
}

/** @param {Box} from @param {Box} to */
function shift(from, to) {
  const [x, y] = [from.x - to.x, from.y - to.y];
  return `translate(${x}px, ${y}px) scale(${from.width / (to.width || 1)}, ${from.height / (to.height || 1)})`;
}

/**
 * Moves every card from where it was.
 * @param {ParentNode} root
 * @param {Map<string, Box>} before `places` as they were
 * @param {(card: string) => Box | null} source where a card comes from that was nowhere
 * @param {number} apart between cards that come from nowhere
 */
export function move(root, before, source, apart) {
  if (!settings.speed) return;
  let late = 0;
  for (const card of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-card]"))) {
    for (const running of card.getAnimations()) if (running.id === "move") running.cancel();
    const name = card.dataset.card ?? "";
    const known = before.get(name);
    const from = known ?? source(name);
    const to = card.getBoundingClientRect();
    if (!from || !to.width || Math.abs(from.x - to.x) + Math.abs(from.y - to.y) < 2) continue;
    const delay = known ? 0 : time(apart) * late++;
    const frames = calm.matches
      ? [{ opacity: 0 }, { opacity: 1 }]
      : [{ transform: shift(from, to), transformOrigin: "0 0", zIndex: 30 }, { transform: "none", transformOrigin: "0 0", zIndex: 30 }];
    if (calm.matches && known) continue;
    card.animate(frames, { id: "move", duration: calm.matches ? 120 : time(220), easing: EASE, delay, fill: "backwards" });
  }
}

/**
 * A card that lies nowhere when it has arrived: drawn by another, gathered with a trick.
 * @param {HTMLElement} layer
 * @param {Element} face
 * @param {Box} from @param {Box} to
 * @param {number} ms
 */
export function fly(layer, face, from, to, ms) {
  if (!settings.speed || calm.matches) return;
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  ghost.append(face);
  const { style } = ghost;
  style.left = `${from.x}px`;
  style.top = `${from.y}px`;
  style.width = `${from.width}px`;
  layer.append(ghost);
  const small = 30 / from.width;
  const [x, y] = [to.x + to.width / 2 - from.x - 15, to.y + to.height / 2 - from.y - 21];
  ghost.animate(
    [{ transform: "none" }, { opacity: 1, offset: 0.7 }, { transform: `translate(${x}px, ${y}px) scale(${small})`, opacity: 0 }],
    { duration: time(ms), easing: EASE },
  ).onfinish = () => ghost.remove();
}

/** A thin line that runs down. @param {Element} line @param {number} left milliseconds @param {number} whole */
export function runDown(line, left, whole) {
  const share = Math.max(0, Math.min(1, left / whole));
  line.animate([{ transform: `scaleX(${share})` }, { transform: "scaleX(0)" }], { duration: Math.max(1, left), fill: "forwards" });
}
