/**
 * Home: go on where you left, or start a game with one click.
 *
 * @module
 */

import { card, icon } from "./cards.js";
import { choose, fill, h, openDialog } from "./dom.js";
import { keep, recall, set, settings } from "./settings.js";
import { gamesInto, levelOf, rulesForm, rulesNote, rulesOf, seatsOf, titleOf } from "./setup.js";
import { forget, tables } from "./tables.js";
import { text } from "./text.js";

/** @typedef {import("./link.js").Game} Game */
/** @typedef {import("./app.js").App} App */
/** @typedef {import("./tables.js").Kept} Kept */

/** The cards on each game's tile. @type {Record<string, string[]>} */
const FANS = { straights: ["6S", "7S", "8S"], hearts: ["KH", "QS", "2H"], "crazy-eights": ["9D", "8D", "8C"] };

const narrow = matchMedia("(max-width: 720px)");

/** @param {string[]} names @param {"plain" | "large"} face */
const fan = (names, face) => h("div", { class: "fan", "aria-hidden": "true" }, names.map((name) => h("span", null, card(name, face))));

/** @param {App} app */
export async function showHome(app) {
  const kept = h("section", { class: "tables", "aria-label": text.start.tables });
  const body = h("div", { class: "start" });
  const lost = h("p", { class: "error", role: "alert" });
  app.frame(text.start.headline, kept, body);
  drawTables(app, kept);
  const all = await gamesInto(body);
  /** @type {Map<string, HTMLElement>} */
  const notes = new Map();
  const levels = [...new Set(all.flatMap((game) => game.levels))];
  const chosen = levels.includes(settings.level) ? settings.level : levels.at(-1) ?? "";

  const showLevels = () => {
    const wanted = levels.includes(settings.level) ? settings.level : chosen;
    for (const game of all) {
      const note = notes.get(game.name);
      if (note) note.textContent = game.levels.includes(wanted) ? "" : text.start.only(text.level(levelOf(game)));
    }
  };

  /** @param {Game} game */
  const tile = (game) => {
    const { title, pitch, short } = text.game(game.name);
    const note = h("p", { class: "hint note" });
    const error = h("p", { class: "error", role: "alert" });
    notes.set(game.name, note);
    const play = h("button", { type: "button", onclick: async () => {
      if (play.getAttribute("aria-disabled")) return;
      play.setAttribute("aria-disabled", "true");
      error.textContent = "";
      keep("game", game.name);
      const level = levelOf(game);
      try {
        await app.again({ game: game.name, rules: rulesOf(game), level, seats: ["me", ...Array(seatsOf(game) - 1).fill(level)] });
      } catch (caught) {
        error.textContent = caught instanceof Error ? caught.message : "";
      } finally {
        play.removeAttribute("aria-disabled");
      }
    } }, h("span", null, text.start.play(title)), icon("arrow-right"));
    return h("article", { class: "tile" }, fan(FANS[game.name] ?? [], narrow.matches ? "large" : "plain"),
      h("h3", null, title), h("p", { class: "long" }, pitch), h("p", { class: "short" }, short), note, play, error);
  };

  const tiles = h("div", { class: "tiles" });
  const drawTiles = () => {
    if (!body.isConnected) narrow.removeEventListener("change", drawTiles);
    fill(tiles, all.map(tile));
    showLevels();
  };
  drawTiles();
  narrow.addEventListener("change", drawTiles);

  const last = recall("game", "");
  const friendly = all.find(({ name }) => name === last) ?? all.find(({ seats }) => seats > 2) ?? all[0];
  fill(body,
    h("div", { class: "new" }, h("h2", null, text.start.new),
      levels.length > 1 && choose(text.start.levels, Object.fromEntries(levels.map((level) => [level, text.level(level)])), chosen, (level) => {
        set("level", level);
        showLevels();
      })),
    tiles, lost,
    h("section", { class: "strip" }, icon("link"),
      h("div", null, h("h2", null, text.start.friend), h("p", { class: "hint long" }, text.start.friendLong), h("p", { class: "hint short" }, text.start.friendShort)),
      h("a", { class: "button", href: `#/new/${friendly.name}/friend` }, text.start.make)),
    houseRules(all, friendly));
}

/** @param {Game[]} all @param {Game} first */
function houseRules(all, first) {
  const note = h("span", { class: "hint" }, rulesNote(all));
  const form = h("div");
  /** @param {Game} game */
  const draw = (game) => fill(form, rulesForm(game, () => { note.textContent = rulesNote(all); }).box);
  draw(first);
  return h("details", { class: "house" }, h("summary", null, h("span", null, text.start.rules), note),
    choose(text.new.game, Object.fromEntries(all.map((game) => [game.name, titleOf(game)])), first.name,
      (name) => draw(all.find((game) => game.name === name) ?? first), true),
    form);
}

/** @param {App} app @param {HTMLElement} box */
function drawTables(app, box) {
  /** @param {Kept} kept @param {boolean} main */
  const row = (kept, main) => {
    const title = text.start.with(text.game(kept.game).title, kept.people);
    const href = `#/table/${kept.table}/${kept.key}`;
    return h("div", { class: "strip" }, kept.cards.length > 0 && main && fan(kept.cards, "large"),
      h("div", null, h("h2", null, title), h("p", { class: "hint" }, state(kept))),
      h("a", { class: main ? "button main" : "button", href, "aria-label": `${text.start.continue}: ${title}` }, text.start.continue),
      h("button", { type: "button", class: "quiet icon-only", "aria-label": text.start.forgetLabel(title),
        onclick: () => ask(kept.table) }, icon("close")));
  };
  /** @param {string} table */
  const ask = (table) => {
    const dialog = openDialog({ title: text.start.forgetTitle }, h("p", null, text.start.forgetBody),
      h("p", { class: "row" },
        h("button", { type: "button", onclick: () => dialog.close() }, text.start.keep),
        h("button", { type: "button", class: "main", onclick: () => {
          dialog.close();
          forget(table);
          drawTables(app, box);
          app.say(text.start.forgotten);
          document.querySelector("h1")?.focus();
        } }, text.start.forget)));
  };
  const [first, ...others] = tables();
  box.hidden = !first;
  fill(box, first && row(first, true),
    others.length > 0 && h("details", null, h("summary", null, text.start.more, h("span", { class: "hint" }, `${others.length}`)),
      others.map((kept) => row(kept, false))));
}

/** @param {Kept} kept */
function state({ phase, round, turn, when }) {
  const words = text.start;
  const now = phase === "waiting" ? words.waiting : phase === "over" ? words.over
    : round ? words.round(round) + (turn && phase === "playing" ? `, ${words.turn}` : "") : "";
  return `${now}${now && ". "}${words.left(Date.now() - when)}`;
}
