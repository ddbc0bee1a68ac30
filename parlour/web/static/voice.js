/* Words about cards, read and heard: in the catalogue {7S} is a card, {S} a suit's sign, *so* is strong. */

import { rank, sign } from "./cards.js";
import { h } from "./dom.js";
import { list, text } from "./text.js";

/** @param {string} suit */
export const suitSign = (suit) => sign(/** @type {any} */ (suit));

/** A card's rank and sign, or a sign alone. @param {string} name */
export const short = (name) => h("span", { class: "say", role: "img", "aria-label": name[1] ? text.card(name) : text.suit[name] },
  name[1] && rank(name[0]), suitSign(name[1] ?? name));

/** A few cards in words. @param {string[]} names */
export const these = (names) => list(names.slice(0, 4).map((name) => `{${name}}`));

/** To be read. @param {string} words */
export const rich = (words) => words.split(/(\{\w+\}|\*[^*]*\*)/).map((part) =>
  part[0] === "{" ? short(part.slice(1, -1)) : part[0] === "*" ? h("b", {}, part.slice(1, -1)) : part);

/** To be heard. @param {string} words */
export const spoken = (words) => words.replace(/ ?\{.\}|\*/g, "").replace(/\{(..)\}/g, (_, name) => text.card(name));

/** A button. @param {string} key by which the focus finds it again @param {any} label @param {() => void} onclick @param {object} [more] */
export const press = (key, label, onclick, more) => h("button", { type: "button", "data-key": key, onclick, ...more }, label);

/** A live region that says each thing once, or what is said `again`. @param {Element} root */
export function voice(root) {
  const box = h("div", { class: "unseen", role: "log" });
  root.append(box);
  let latest = "";
  return (/** @type {string} */ words, again = false) => {
    if (!words || (words === latest && !again)) return;
    latest = words;
    box.append(h("p", {}, spoken(words)));
    if (box.childElementCount > 6) box.firstElementChild?.remove();
  };
}
