/**
 * How to play: each game in a few sentences, and the keys.
 *
 * @module
 */

import { choose, fill, h, openDialog } from "./dom.js";
import { text } from "./text.js";

/** @param {string} [game] to begin with */
export function openHelp(game = "") {
  const words = text.help;
  const body = h("div", { class: "help" });
  /** @param {string} chosen */
  const draw = (chosen) => fill(body, chosen ? [h("ul", {}, text.game(chosen).rules.map((rule) => h("li", {}, rule))), h("p", { class: "hint" }, words.more)]
    : h("dl", {}, words.keys.flatMap(([key, what]) => [h("dt", {}, key), h("dd", {}, what)])));
  const first = text.games.includes(game) ? game : text.games[0];
  draw(first);
  openDialog({ title: words.title },
    choose(words.title, { ...Object.fromEntries(text.games.map((name) => [name, text.game(name).title])), "": words.keyboard }, first, draw, true), body);
}
