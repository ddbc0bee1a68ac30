/* Words about cards: to be read, and to be heard. In the catalogue {7S} is a card, {S} a suit's sign, *so* is strong. */

import { rank, sign } from "./cards.js";
import { h } from "./dom.js";
import { text } from "./text.js";

/** @typedef {import("./cards.js").Suit} Suit */

/** Rank and sign, as one picture with a name. @param {string} card */
export function cardSign(card) {
  const shown = [...(card.length > 1 ? [rank(card[0])] : []), sign(/** @type {Suit} */ (card[card.length - 1]))];
  return h("span", { class: "say", role: "img", "aria-label": card.length > 1 ? text.card(card) : text.suit[card] }, ...shown);
}

/** To be read. @param {string} words @returns {Node[]} */
export function rich(words) {
  return words.split(/(\{\w+\}|\*[^*]*\*)/).map((part) => {
    if (/^\{\w+\}$/.test(part)) return cardSign(part.slice(1, -1));
    return /^\*.*\*$/.test(part) ? h("b", {}, part.slice(1, -1)) : document.createTextNode(part);
  });
}

/** To be heard. @param {string} words */
export const spoken = (words) =>
  words.replace(/ ?\{[SHDC]\}/g, "").replace(/\{(\w\w)\}/g, (_, card) => text.card(card)).replace(/\*/g, "");

/** A polite live region in `root`: says each thing once. @param {Element} root */
export function makeVoice(root) {
  const box = h("div", { class: "unseen", role: "log", "aria-live": "polite" });
  root.append(box);
  let latest = "";
  return {
    /** @param {string} words @param {boolean} [again] also when it was said just now */
    say(words, again = false) {
      const said = spoken(words);
      if (!said || (said === latest && !again)) return;
      latest = said;
      box.append(h("p", {}, said));
      while (box.childElementCount > 6) box.firstElementChild?.remove();
    },
  };
}
