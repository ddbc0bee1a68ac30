/* Every card and control by keyboard: suit letter then rank, arrows, and a letter for what is done often. */

/**
 * @typedef {object} Doer
 * @property {(card: string) => void} card a card was named
 * @property {(suit: string) => boolean} suit a suit letter alone; true where it was wanted
 * @property {(way: number) => void} step along the hand
 * @property {(key: string) => boolean} press `?`, `x` ...; true where it did something
 */

const RANKS = { 0: "T", 1: "T", t: "T", a: "A", j: "J", q: "Q", k: "K" };

/**
 * Listens until it is called.
 * @param {Doer} to
 */
export function listen(to) {
  let suit = "";
  let since = 0;
  /** @param {KeyboardEvent} event */
  const down = (event) => {
    const at = /** @type {Element | null} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (at?.closest("input, select, textarea") || document.querySelector("dialog[open]")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const rank = /^[2-9]$/.test(key) ? key : RANKS[/** @type {keyof RANKS} */ (key)];
    let done = true;
    if (suit && rank && event.timeStamp - since < 3000) {
      to.card(rank + suit);
      suit = "";
    } else if ("shdc".includes(key) && key.length === 1) {
      suit = to.suit(key.toUpperCase()) ? "" : key.toUpperCase();
      since = event.timeStamp;
    } else if ((key === "ArrowLeft" || key === "ArrowRight") && !at?.closest("[data-keeps-arrows]")) {
      to.step(key === "ArrowLeft" ? -1 : 1);
    } else {
      done = to.press(key);
    }
    if (done) event.preventDefault();
  };
  document.addEventListener("keydown", down);
  return () => document.removeEventListener("keydown", down);
}
