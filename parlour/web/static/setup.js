/**
 * A new table: the game, who sits where, house rules. All of it is drawn from what the server lists of a game.
 *
 * @module
 */

import { choose, field, fill, h, select, toggle } from "./dom.js";
import { games } from "./link.js";
import { keep, recall, set, settings } from "./settings.js";
import { text } from "./text.js";

/** @typedef {import("./link.js").Game} Game */
/** @typedef {import("./link.js").Option} Option */
/** @typedef {import("./link.js").Rules} Rules */

/** The level of computers a game gets: the one last chosen where it has that, else its last. @param {Game} game */
export const levelOf = (game) => game.levels.includes(settings.level) ? settings.level : game.levels.at(-1) ?? "";

/** @param {Option} option @param {any} value */
const fits = ({ values, min, max }, value) => values ? values.includes(value) : Number.isInteger(value) && value >= min && value <= max;

/** The house rules last set for a game, without what is standard. @param {Game} game @returns {Rules} */
export function rulesOf(game) {
  const kept = recall(`rules.${game.name}`, /** @type {Rules} */ ({}));
  return Object.fromEntries(game.options.filter((option) => fits(option, kept[option.name]) && kept[option.name] !== option.default)
    .map(({ name }) => [name, kept[name]]));
}

/** How many play by the house rules last set. @param {Game} game */
export function seatsOf(game) {
  const option = game.options.find(({ name }) => name === game.seats_option);
  return option ? Number(rulesOf(game)[option.name] ?? option.default) : game.seats;
}

/** One of the games. @param {Game[]} all @param {Game} game @param {(game: Game) => void} onchange @param {boolean} [unseen] */
const chooseGame = (all, game, onchange, unseen) => choose(text.new.game, Object.fromEntries(all.map(({ name }) => [name, text.game(name).title])),
  game.name, (chosen) => onchange(all.find(({ name }) => name === chosen) ?? game), unseen);

/** House rules behind a line that says what is changed; what is set is kept at once. @param {Game[]} all @param {Game} game @param {() => void} [onchange] */
export function houseRules(all, game, onchange) {
  const note = h("span", { class: "hint" });
  const form = h("div", { class: "rules" });
  const tell = () => {
    const changed = all.filter((one) => Object.keys(rulesOf(one)).length).map(({ name }) => text.game(name).title);
    note.textContent = changed.length ? text.start.changed(changed) : text.start.standard;
    onchange?.();
  };
  /** @param {Game} one */
  const draw = (one) => {
    /** @param {Option} option */
    const row = (option) => {
      const { name, values, min, max } = option;
      const label = text.option(one.name, name);
      const value = rulesOf(one)[name] ?? option.default;
      /** @param {string | number} given */
      const change = (given) => {
        keep(`rules.${one.name}`, { ...rulesOf(one), [name]: given });
        tell();
      };
      if (values?.join() === "no,yes") return toggle(label, value === "yes", (on) => change(on ? "yes" : "no"));
      if (values) return select(label, values.map((word) => [word, text.value(one.name, name, word)]), `${value}`, change);
      const number = field(label, { type: "number", inputMode: "numeric", min, max, value, onchange: () => {
        const given = number.input.valueAsNumber;
        number.complain(fits(option, given) ? "" : text.new.range(min, max));
        if (fits(option, given)) change(given);
      } });
      return number.box;
    };
    // What has one possible value is nothing to choose.
    fill(form, one.options.filter(({ values, min, max }) => values ? values[1] : max > min).map(row),
      h("button", { type: "button", class: "quiet", onclick: () => {
        keep(`rules.${one.name}`, {});
        draw(one);
        tell();
        form.querySelector("input")?.focus();
      } }, text.start.reset));
  };
  draw(game);
  tell();
  return h("details", { class: "house" }, h("summary", {}, text.start.rules, note), all.length > 1 && chooseGame(all, game, draw, true), form);
}

/** Ask for the games until the server answers, for as long as the box is there to say so. @param {HTMLElement} box @returns {Promise<Game[]>} */
export async function gamesInto(box) {
  fill(box, h("p", { class: "hint" }, text.start.loading));
  for (;;) {
    try {
      return (await games()).games;
    } catch {
      fill(box, h("p", { class: "lost", role: "status" }, text.link.gone));
      await new Promise((done) => setTimeout(() => box.isConnected && done(null), 2000));
    }
  }
}

/**
 * A button that asks for a table once at a time and shows the sentence of a refusal.
 * @param {HTMLElement} error @param {() => Promise<void>} make
 */
export const once = (error, make) => {
  let busy = false;
  return async () => {
    if (busy) return;
    busy = true;
    error.textContent = "";
    await make().catch(({ message }) => { error.textContent = message; });
    busy = false;
  };
};

/** @param {import("./app.js").App} app @param {string} wanted game @param {boolean} friend whether a seat is for one */
export async function showSetup(app, wanted, friend) {
  const words = text.new;
  const form = h("form", { class: "form", noValidate: true, "aria-label": words.title });
  app.frame(words.title, form);
  const all = await gamesInto(form);
  let game = all.find(({ name }) => name === wanted) ?? all[0];
  let seats = ["me", ...friend ? ["friend"] : []];
  let limit = "60";
  let level = "";
  const name = field(words.name, { value: settings.name, maxLength: 30, autocomplete: "nickname" });
  const chairs = h("div", { class: "chairs" });
  const house = h("div");
  const error = h("p", { class: "error", role: "alert" });

  const drawSeats = () => {
    const focused = [...chairs.querySelectorAll("select")].findIndex((box) => box === document.activeElement);
    if (!game.levels.includes(level)) level = levelOf(game);
    const known = ["me", "friend", ...game.levels];
    seats = Array.from({ length: seatsOf(game) }, (_, n) => known.includes(seats[n]) ? seats[n] : level);
    /** @type {[string, string][]} */
    const levels = game.levels.map((one) => [one, text.level(one)]);
    fill(chairs, seats.map((who, n) => select(words.seat(n + 1),
      [["me", text.you], ["friend", words.friend], ...levels.map(/** @returns {[string, string]} */ ([one, title]) => [one, words.computer(title)])], who,
      (chosen) => {
        // Nobody sits twice: the seat that was yours gets what stood here.
        if (chosen === "me" && seats.includes("me")) seats[seats.indexOf("me")] = who;
        seats[n] = chosen;
        drawSeats();
      })),
    !seats.includes("me") && h("p", { class: "hint" }, words.watch),
    seats.includes("friend") && [
      select(words.limit, [0, 30, 60, 120].map((one) => [`${one}`, words.seconds(one)]), limit, (one) => { limit = one; }),
      levels.length > 1 && select(words.level, levels, level, (one) => { level = one; }),
    ]);
    chairs.querySelectorAll("select")[focused]?.focus();
    name.box.hidden = !seats.includes("me");
  };
  const drawGame = () => fill(house, houseRules([game], game, drawSeats));

  const make = once(error, async () => {
    const given = name.input.value.trim();
    await app.again({
      game: game.name, rules: rulesOf(game), seats, level,
      ...seats.includes("me") && { name: given || text.you }, ...seats.includes("friend") && { limit: Number(limit) },
    });
    set("name", given);
    keep("game", game.name);
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const missing = !name.input.value.trim() && seats.includes("me") && seats.includes("friend");
    name.complain(missing ? words.nameMissing : "");
    if (!missing) await make();
    const why = error.textContent ?? "";
    if (!/\bname\b/.test(why) && !missing) return;
    if (!missing) name.complain(why);
    error.textContent = "";
    name.input.focus();
  });
  fill(form, chooseGame(all, game, (chosen) => {
    game = chosen;
    drawGame();
  }), name.box, h("h2", {}, words.seats), chairs, house, error, h("p", {}, h("button", { class: "main" }, words.make)));
  drawGame();
}
