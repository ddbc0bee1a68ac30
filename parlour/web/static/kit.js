/* What a game's own page is given to draw with: its module's default export is called with all this, and with the game as listed. */

export { back, card, icon, rank, sign } from "./cards.js";
export { button, h } from "./dom.js";
export { list, plain, plural, say, text } from "./text.js";
export { lying, rich, short, these } from "./voice.js";
export { pile, stack, thrown, tracks, tracksAloud, trick } from "./board.js";
