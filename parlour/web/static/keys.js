/* The keyboard: suit letter then rank, arrows, and a letter for what is done often. */

/**
 * `suit` says whether the letter alone was wanted, `press` whether the key did something.
 * @param {{card(name: string): void, suit(letter: string): boolean, step(way: number): void, press(key: string): boolean}} to
 * @param {AbortSignal} signal that ends it
 */
export function listen(to, signal) {
  let [suit, since] = ["", 0];
  document.addEventListener("keydown", (event) => {
    const { ctrlKey, metaKey, altKey, target, timeStamp } = event;
    if (ctrlKey || metaKey || altKey || document.querySelector("dialog[open]") || target instanceof HTMLInputElement) return;
    const key = event.key.length > 1 ? event.key : event.key.toUpperCase();
    const rank = /^[01]$/.test(key) ? "T" : key;
    let done = true;
    if (suit && /^[2-9TAJQK]$/.test(rank) && timeStamp - since < 3000) {
      to.card(rank + suit);
      suit = "";
    } else if (/^[SHDC]$/.test(key)) {
      suit = to.suit(key) ? "" : key;
      since = timeStamp;
    } else if (key === "ArrowLeft" || key === "ArrowRight") to.step(key === "ArrowLeft" ? -1 : 1);
    else done = to.press(key);
    if (done) event.preventDefault();
  }, { signal });
}
