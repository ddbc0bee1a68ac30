/* The keyboard: suit letter then rank, arrows, and a letter for what is done often. */

const RANKS = /** @type {Record<string, string>} */ ({ 0: "T", 1: "T", T: "T", A: "A", J: "J", Q: "Q", K: "K" });

/**
 * Listens until what it returns is called. `suit` says whether the letter alone was wanted, `press` whether the key did something.
 * @param {{card(name: string): void, suit(letter: string): boolean, step(way: number): void, press(key: string): boolean}} to
 */
export function listen(to) {
  let [suit, since] = ["", 0];
  /** @param {KeyboardEvent} event */
  const down = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || event.target instanceof HTMLInputElement) return;
    const key = event.key.length > 1 ? event.key : event.key.toUpperCase();
    const rank = /^[2-9]$/.test(key) ? key : RANKS[key];
    let done = true;
    if (suit && rank && event.timeStamp - since < 3000) {
      to.card(rank + suit);
      suit = "";
    } else if (/^[SHDC]$/.test(key)) {
      suit = to.suit(key) ? "" : key;
      since = event.timeStamp;
    } else if (key === "ArrowLeft" || key === "ArrowRight") to.step(key === "ArrowLeft" ? -1 : 1);
    else done = to.press(key);
    if (done) event.preventDefault();
  };
  document.addEventListener("keydown", down);
  return () => document.removeEventListener("keydown", down);
}
