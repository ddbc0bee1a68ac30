/**
 * How this person likes the table: kept in this browser, applied to :root, told to who subscribes. `recall` and `keep`
 * are the one way to the browser's memory; where that is denied, they last as long as the page.
 *
 * @module
 */

import { choose, fill, h, openDialog, toggle, unique } from "./dom.js";
import { text } from "./text.js";

/** @type {Map<string, unknown>} */
const held = new Map();
const memory = (() => {
  try {
    localStorage.setItem("parlour.try", "1");
    localStorage.removeItem("parlour.try");
    return localStorage;
  } catch {
    return null;
  }
})();

/**
 * What was kept under a name.
 * @template T
 * @param {string} name
 * @param {T} fallback
 * @returns {T}
 */
export function recall(name, fallback) {
  try {
    const kept = memory ? JSON.parse(memory.getItem(`parlour.${name}`) ?? "null") : held.get(name);
    return kept ?? fallback;
  } catch {
    return fallback;
  }
}

/** Keep a plain value under a name. @param {string} name @param {unknown} value */
export function keep(name, value) {
  try {
    if (memory) memory.setItem(`parlour.${name}`, JSON.stringify(value));
    else held.set(name, value);
  } catch {
    // The browser's memory is full: it stays as it was.
  }
}

/**
 * @typedef {object} Settings
 * @property {"auto" | "light" | "dark"} theme
 * @property {"two" | "four"} suits
 * @property {"off" | "on"} letters the suits' letters beside their signs
 * @property {"auto" | "normal" | "high"} contrast
 * @property {number} speed 0 ... 2: every movement's time is multiplied by it
 * @property {"once" | "quick" | "calm" | "slow"} pace of the computers
 * @property {"suit" | "rank" | "dealt"} sort of the hand
 * @property {"up" | "down"} order of the hand: low to high, or high to low
 * @property {string} name as last given, else ""
 * @property {string} level of the computers, as last chosen, else ""
 */

/** @type {Settings} */
const STANDARD = {
  theme: "auto", suits: "two", letters: "off", contrast: "auto", speed: 1, pace: "calm", sort: "suit", order: "up", name: "", level: "",
};
/** @type {Record<string, readonly unknown[]>} */
const VALUES = {
  theme: ["auto", "light", "dark"], suits: ["two", "four"], letters: ["off", "on"], contrast: ["auto", "normal", "high"],
  pace: ["once", "quick", "calm", "slow"], sort: ["suit", "rank", "dealt"], order: ["up", "down"],
};

/** The current values; change them by `set` only. @type {Settings} */
export const settings = { ...STANDARD };

/** @type {Set<(name: string) => void>} */
const listeners = new Set();

/** Be told the name of what changed. @param {(name: string) => void} listener @returns {() => void} that ends it */
export function subscribe(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** @template {keyof Settings} K @param {K} name @param {Settings[K]} value */
export function set(name, value) {
  if (settings[name] === value) return;
  settings[name] = value;
  keep("settings", settings);
  apply();
  for (const listener of listeners) listener(name);
}

/** Take over what is kept; what is not a possible value is left out. */
function load() {
  const kept = /** @type {Record<string, unknown>} */ (recall("settings", {}));
  for (const [name, standard] of Object.entries(STANDARD)) {
    const value = kept[name];
    const good = VALUES[name] ? VALUES[name].includes(value)
      : typeof value === typeof standard && (name !== "speed" || Number(value) >= 0 && Number(value) <= 2);
    if (good) Reflect.set(settings, name, value);
  }
}

function apply() {
  const { dataset } = document.documentElement;
  for (const name of /** @type {const} */ (["theme", "contrast"])) {
    if (settings[name] === "auto") delete dataset[name];
    else dataset[name] = settings[name];
  }
  dataset.suits = settings.suits;
  dataset.letters = settings.letters;
}

load();
apply();
// Another tab of this browser changed them.
addEventListener("storage", (event) => {
  if (event.key !== "parlour.settings") return;
  const before = { ...settings };
  load();
  apply();
  for (const name of /** @type {(keyof Settings)[]} */ (Object.keys(STANDARD))) {
    if (settings[name] !== before[name]) for (const listener of listeners) listener(name);
  }
});

/** The dialog that edits them. */
export function openSettings() {
  const body = h("div", { class: "settings" });
  const words = text.settings;
  /** @param {keyof Settings} name @returns {(value: string) => void} */
  const to = (name) => (value) => set(name, /** @type {any} */ (value));
  const draw = () => {
    const id = unique("speed");
    const told = h("output", { htmlFor: id }, words.speeds(settings.speed));
    const speed = h("input", {
      id, type: "range", min: "0", max: "2", step: "0.5", value: `${settings.speed}`, "aria-valuetext": words.speeds(settings.speed),
      oninput: () => {
        set("speed", Number(speed.value));
        told.textContent = words.speeds(settings.speed);
        speed.setAttribute("aria-valuetext", words.speeds(settings.speed));
      },
    });
    fill(body,
      h("h3", null, words.look),
      choose(words.theme, words.themes, settings.theme, to("theme")),
      choose(words.contrast, words.contrasts, settings.contrast, to("contrast")),
      h("h3", null, words.cards),
      choose(words.suits, words.suitss, settings.suits, to("suits")),
      toggle(words.letters, settings.letters === "on", (on) => set("letters", on ? "on" : "off")),
      h("h3", null, words.hand),
      choose(words.sort, words.sorts, settings.sort, to("sort")),
      choose(words.order, words.orders, settings.order, to("order")),
      h("h3", null, words.pace),
      choose(words.computers, words.paces, settings.pace, to("pace")),
      h("div", { class: "field" }, h("label", { htmlFor: id }, words.speed, " ", told), speed),
      !memory && h("p", { class: "hint" }, words.memory),
      h("button", { type: "button", class: "quiet", onclick: () => {
        for (const name of Object.keys(VALUES)) set(/** @type {keyof Settings} */ (name), /** @type {any} */ (Reflect.get(STANDARD, name)));
        set("speed", STANDARD.speed);
        draw();
        body.querySelector("input")?.focus();
      } }, words.reset));
  };
  draw();
  return openDialog({ title: words.title }, body);
}
