/* A game's own page draws with this: its default export is called with it and the listed game. */

export { back, card, icon, rank, sign } from "./cards.js";
export { button, h } from "./dom.js";
export { list, plain, plural, say, text } from "./text.js";
export { lying, rich, short, these } from "./voice.js";
export { backs, pile, stack, thrown, tracks, tracksAloud, tray, trick } from "./board.js";
