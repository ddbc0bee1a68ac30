/* A game's own page draws with this: its default export is called with it and the listed game. */

export { back, card, icon, rank, sign } from "../base/cards.js";
export { button, h } from "../base/dom.js";
export { list, plain, plural, say, text } from "../text/text.js";
export { lying, rich, short, these } from "../base/card_text.js";
export { backs, pile, stack, thrown, tracks, tracksAloud, tray, trick } from "./board.js";
