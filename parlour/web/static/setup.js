/**
 * A new table: the game, who sits where, house rules. All of it is drawn from what the server lists of a game.
 *
 * @module
 */

import { choose, field, fill, h, put, select, toggle } from "./dom.js";
import { games } from "./link.js";
import { keep, recall, set, settings } from "./settings.js";
import { text } from "./text.js";

/** @typedef {import("./link.js").Game} Game */
/** @typedef {import("./link.js").Option} Option */
/** @typedef {import("./link.js").Rules} Rules */
/** @typedef {import("./app.js").App} App */

/** @param {Game} game */
export const titleOf = (game) => text.game(game.name).title;

/** The level of computers a game gets: the one last chosen where it has that, else its last. @param {Game} game */
export const levelOf = (game) => game.levels.includes(settings.level) ? settings.level : game.levels.at(-1) ?? "";

/** @param {Option} option @param {unknown} value */
const fits = (option, value) => option.values ? option.values.includes(String(value))
  : Number.isInteger(value) && Number(value) >= option.min && Number(value) <= option.max;

/** The house rules last set for a game, what is standard left out. @param {Game} game @returns {Rules} */
export function rulesOf(game) {
  const kept = recall("rules", /** @type {Record<string, Rules>} */ ({}))[game.name] ?? {};
  return Object.fromEntries(game.options
    .filter((option) => fits(option, kept[option.name]) && kept[option.name] !== option.default)
    .map(({ name }) => [name, kept[name]]));
}

/** @param {Game} game @param {Rules} rules */
function keepRules(game, rules) {
  keep("rules", { ...recall("rules", {}), [game.name]: rules });
}

/** How many play by the house rules last set. @param {Game} game */
export function seatsOf(game) {
  const option = game.options.find(({ name }) => name === game.seats_option);
  return option ? Number(rulesOf(game)[option.name] ?? option.default) : game.seats;
}

/**
 * The form of a game's house rules; what is set is kept at once.
 * @param {Game} game
 * @param {() => void} onchange
 */
export function rulesForm(game, onchange) {
  /** @type {Map<string, (why: string) => void>} */
  const fields = new Map();
  const rest = h("p", { class: "error", role: "alert" });
  const box = h("div", { class: "rules" });
  /** @param {Option} option @param {string | number} value */
  const change = (option, value) => {
    const { [option.name]: _, ...rules } = rulesOf(game);
    keepRules(game, value === option.default ? rules : { ...rules, [option.name]: value });
    complain("");
    onchange();
  };
  /** @param {Option} option */
  const draw = (option) => {
    const value = rulesOf(game)[option.name] ?? option.default;
    const label = text.option(game.name, option.name);
    const { values } = option;
    if (!values) {
      const range = text.new.range(option.min, option.max);
      const number = field(label, {
        type: "number", inputMode: "numeric", min: `${option.min}`, max: `${option.max}`, step: "1", value: `${value}`, required: true,
        onchange: () => {
          const given = number.input.valueAsNumber;
          if (fits(option, given)) change(option, given);
          number.complain(fits(option, given) ? "" : range);
        },
      });
      fields.set(option.name, number.complain);
      return number.box;
    }
    if (values.length === 2 && values.includes("yes") && values.includes("no")) {
      return toggle(label, value === "yes", (on) => change(option, on ? "yes" : "no"));
    }
    return select(label, values.map((one) => [one, text.value(game.name, option.name, one)]), `${value}`, (one) => change(option, one));
  };
  const redraw = () => {
    fields.clear();
    rest.textContent = "";
    fill(box,
      // A rule with one possible value is nothing to choose.
      game.options.filter(({ values, min, max }) => values ? values.length > 1 : max > min).map(draw),
      rest,
      h("button", { type: "button", class: "quiet", onclick: () => {
        keepRules(game, {});
        redraw();
        onchange();
        box.querySelector("input")?.focus();
      } }, text.start.reset));
  };
  /** Show a refusal beside the rule it names. @param {string} why @returns {boolean} whether it names one */
  const complain = (why) => {
    rest.textContent = "";
    for (const show of fields.values()) show("");
    for (const [name, show] of fields) {
      if (new RegExp(`\\b${name}\\b`).test(why)) {
        show(why);
        return true;
      }
    }
    rest.textContent = why;
    return game.options.some(({ name }) => new RegExp(`\\b${name}\\b`).test(why));
  };
  redraw();
  return { box, complain };
}

/** What the house rules are, in a few words. @param {Game[]} all */
export function rulesNote(all) {
  const changed = all.filter((game) => Object.keys(rulesOf(game)).length);
  return changed.length ? text.start.changed(changed.map(titleOf)) : text.start.standard;
}

/**
 * Ask for the games until the server answers; meanwhile the box says so.
 * @param {HTMLElement} box
 * @returns {Promise<Game[]>} never settles once the box is off the page
 */
export async function gamesInto(box) {
  fill(box, h("p", { class: "hint" }, text.start.loading));
  for (let pause = 500; ; pause = Math.min(pause * 2, 8000)) {
    try {
      const { games: all } = await games();
      if (box.isConnected) return all;
    } catch (error) {
      if (box.isConnected) fill(box, h("p", { class: "lost", role: "status" }, text.link.gone));
    }
    await new Promise((done) => setTimeout(done, pause));
    if (!box.isConnected) await new Promise(() => {});
  }
}

/** @param {App} app @param {string} wanted game @param {boolean} friend whether a seat is for a friend */
export async function showSetup(app, wanted, friend) {
  const form = h("form", { class: "setup", noValidate: true, "aria-label": text.new.title });
  app.frame(text.new.title, form);
  const all = await gamesInto(form);
  let game = all.find(({ name }) => name === wanted) ?? all[0];
  /** @type {string[]} */
  let seats = [];
  let limit = 60;
  let level = "";

  const name = field(text.new.name, { value: settings.name, maxLength: 30, autocomplete: "nickname", required: true }, text.new.nameHint);
  const chairs = h("div", { class: "chairs" });
  const terms = h("div", { class: "terms" });
  const house = h("details", { class: "house" });
  const error = h("p", { class: "error", role: "alert" });
  const make = h("button", { class: "main" }, text.new.make);
  /** @type {ReturnType<typeof rulesForm>} */
  let rules;

  const drawSeats = () => {
    const focused = chairs.contains(document.activeElement) ? document.activeElement?.closest("[data-seat]") : null;
    const old = focused instanceof HTMLElement ? Number(focused.dataset.seat) : -1;
    const n = seatsOf(game);
    const computer = levelOf(game);
    if (!seats.length) seats = ["me", ...friend ? ["friend"] : []];
    seats = Array.from({ length: n }, (_, seat) => {
      const who = seats[seat] ?? computer;
      return ["me", "friend", ...game.levels].includes(who) ? who : computer;
    });
    fill(chairs, seats.map((who, seat) => {
      /** @type {[string, string][]} */
      const choices = [["me", text.new.me], ["friend", text.new.friend],
        ...game.levels.map((one) => /** @type {[string, string]} */ ([one, text.new.computer(text.level(one))]))];
      const box = select(text.new.seat(seat + 1), choices, who, (chosen) => {
        // Nobody sits twice: who was "me" before gets what stood here.
        const before = chosen === "me" ? seats.indexOf("me") : -1;
        if (before >= 0) seats[before] = who;
        seats[seat] = chosen;
        drawSeats();
      });
      box.dataset.seat = `${seat}`;
      return box;
    }));
    if (!seats.includes("me")) put(chairs, h("p", { class: "hint" }, text.new.watch));
    if (old >= 0) chairs.querySelectorAll("select")[old]?.focus();
    name.box.hidden = !seats.includes("me");
    drawTerms();
  };
  const drawTerms = () => {
    const people = seats.includes("friend");
    terms.hidden = !people;
    if (!game.levels.includes(level)) level = levelOf(game);
    fill(terms,
      select(text.new.limit, text.new.limits.map((one) => [`${one}`, text.new.seconds(one)]), `${limit}`, (one) => { limit = Number(one); }),
      game.levels.length > 1 && select(text.new.level, game.levels.map((one) => [one, text.level(one)]), level, (one) => { level = one; }));
  };
  const drawRules = () => {
    const note = h("span", { class: "hint" }, rulesNote([game]));
    rules = rulesForm(game, () => {
      note.textContent = rulesNote([game]);
      drawSeats();
    });
    fill(house, h("summary", null, h("span", null, text.start.rules), note), rules.box);
  };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    error.textContent = "";
    name.complain("");
    rules.complain("");
    const given = name.input.value.trim();
    const sits = seats.includes("me");
    const people = seats.includes("friend");
    if (sits && people && !given) {
      name.complain(text.new.nameMissing);
      name.input.focus();
      return;
    }
    if (make.getAttribute("aria-disabled")) return;
    make.setAttribute("aria-disabled", "true");
    app.say(text.new.making);
    try {
      if (sits) set("name", given);
      await app.again({ game: game.name, rules: rulesOf(game), seats, ...sits ? { name: given || text.you } : {},
        ...people ? { level, limit } : { level: levelOf(game) } });
    } catch (caught) {
      const why = caught instanceof Error ? caught.message : "";
      if (/\bname\b/i.test(why) && sits) {
        name.complain(why);
        name.input.focus();
      } else if (rules.complain(why)) house.open = true;
      else {
        rules.complain("");
        error.textContent = why;
      }
    } finally {
      make.removeAttribute("aria-disabled");
    }
  });

  fill(form,
    choose(text.new.game, Object.fromEntries(all.map((one) => [one.name, titleOf(one)])), game.name, (chosen) => {
      game = all.find((one) => one.name === chosen) ?? game;
      keep("game", game.name);
      history.replaceState(null, "", `#/new/${game.name}${friend ? "/friend" : ""}`);
      drawRules();
      drawSeats();
    }),
    name.box,
    h("h2", null, text.new.seats),
    chairs, terms, house, error, h("p", { class: "row" }, make));
  drawRules();
  drawSeats();
}
