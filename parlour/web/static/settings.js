/**
 * How this person likes the table: kept in this browser, applied to :root, told to who subscribes. `recall` and `keep`
 * are the one way to the browser's memory; where that is denied, things last as long as the page.
 *
 * @module
 */

import { choose, h, openDialog, toggle } from "./dom.js";
import { text } from "./text.js";

/** @type {Map<string, string>} */
const held = new Map();
/** @type {{getItem(name: string): string | null | undefined, setItem(name: string, value: string): void}} */
let memory = { getItem: (name) => held.get(name), setItem: (name, value) => void held.set(name, value) };
let lasting = true;
try {
  localStorage.setItem("parlour.try", "");
  memory = localStorage;
} catch {
  lasting = false;
}

/** What was kept under a name. @template T @param {string} name @param {T} fallback @returns {T} */
export function recall(name, fallback) {
  try {
    return JSON.parse(memory.getItem(`parlour.${name}`) ?? "null") ?? fallback;
  } catch {
    return fallback;
  }
}

/** Keep a plain value under a name. @param {string} name @param {unknown} value */
export function keep(name, value) {
  try {
    memory.setItem(`parlour.${name}`, JSON.stringify(value));
  } catch {
    // The memory is full: it stays as it was.
  }
}

/** The current values; changed by `set` only. */
export const settings = {
  theme: "auto", // light, dark
  contrast: "auto", // normal, high
  suits: /** @type {"two" | "four"} */ ("two"),
  letters: /** @type {"off" | "on"} */ ("off"), // beside the suits' signs
  sort: /** @type {"suit" | "rank" | "dealt"} */ ("suit"),
  order: /** @type {"up" | "down"} */ ("up"), // low to high, high to low
  pace: /** @type {"once" | "quick" | "calm" | "slow"} */ ("calm"), // of the computers
  speed: 1, // 0 ... 2: what every movement's time is multiplied by
  name: "", // as last given
  level: "", // of the computers, as last chosen
};
const kept = recall("settings", /** @type {Record<string, unknown>} */ ({}));
for (const [name, value] of Object.entries(settings)) {
  if (typeof kept[name] === typeof value) Reflect.set(settings, name, kept[name]);
}
apply();

/** @type {Set<(name: string) => void>} */
const listeners = new Set();

/** Be told the name of what changed. @param {(name: string) => void} listener @returns {() => void} that ends it */
export function subscribe(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** @template {keyof typeof settings} K @param {K} name @param {(typeof settings)[K]} value */
export function set(name, value) {
  settings[name] = value;
  keep("settings", settings);
  apply();
  for (const listener of listeners) listener(name);
}

function apply() {
  const { dataset } = document.documentElement;
  const { theme, contrast, suits, letters } = settings;
  Object.assign(dataset, { theme, contrast, suits, letters });
  if (theme === "auto") delete dataset.theme;
  if (contrast === "auto") delete dataset.contrast;
}

/** The dialog that edits them. */
export function openSettings() {
  const words = text.settings;
  /** @param {"theme" | "contrast" | "suits" | "sort" | "order" | "pace"} name @param {Record<string, string>} choices */
  const row = (name, choices) => choose(words[name], choices, settings[name], (value) => set(name, /** @type {any} */ (value)));
  openDialog({ title: words.title }, row("theme", words.themes), row("contrast", words.contrasts), row("suits", words.colours),
    toggle(words.letters, settings.letters === "on", (on) => set("letters", on ? "on" : "off")),
    row("sort", words.sorts), row("order", words.orders), row("pace", words.paces),
    choose(words.speed, words.speeds, settings.speed.toFixed(1), (value) => set("speed", Number(value))),
    !lasting && h("p", { class: "hint" }, words.memory));
}
