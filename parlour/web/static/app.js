/**
 * The page's start: which screen is shown follows the address's fragment, which is sent to nobody.
 *
 *     #/                    home
 *     #/new/GAME            a new table; #/new/GAME/friend with a seat for a friend
 *     #/table/TABLE/KEY     a table; KEY is a seat's key or the invitation
 *     #/watch/TABLE/KEY     the same table without a seat
 *
 * @module
 */

import { fill, h } from "./dom.js";
import { openHelp } from "./help.js";
import { showHome } from "./home.js";
import { showJoin } from "./join.js";
import { drawKey, makeTable, openTable } from "./link.js";
import { openSettings, set, settings } from "./settings.js";
import { showSetup } from "./setup.js";
import { showTable } from "./table.js";
import { follow, forget, keyOf, remember } from "./tables.js";
import { text } from "./text.js";

/** @typedef {import("./link.js").Wish} Wish */
/** @typedef {import("./link.js").Connection} Connection */
/** @typedef {{close(): void}} Screen */
/** @typedef {typeof app} App what every screen may ask of the page */

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
const live = /** @type {HTMLElement} */ (document.getElementById("live"));

/** @type {Screen | null} */
let screen = null;
/** @type {Connection | null} */
let connection = null;

/** @param {string} fragment */
function go(fragment) {
  if (location.hash === fragment) route();
  else location.hash = fragment;
}

/** Go there so that "back" does not lead here. @param {string} fragment */
function replace(fragment) {
  history.replaceState(null, "", fragment);
  route();
}

export const app = {
  home: () => go("#/"),
  settings: () => void openSettings(),
  /** @param {string} [game] */
  help: (game) => void openHelp(game),

  /** Make a table and sit down at it; rejects with the sentence that says why not. @param {Wish} wish */
  async again(wish) {
    const { table, key } = await makeTable({ name: settings.name || text.you, ...wish });
    remember({ table, key, game: wish.game });
    go(`#/table/${table}/${key}`);
  },

  /** Say something to those who listen. @param {string} words */
  say(words) {
    live.textContent = words;
  },

  /** Frame a screen that is no table: bar, heading, and what is below. @param {string} title @param {...Node} children */
  frame(title, ...children) {
    document.title = title === text.start.headline ? text.name : `${title} · ${text.name}`;
    const heading = h("h1", { tabIndex: -1 }, title);
    fill(root,
      h("header", { class: "bar" },
        h("a", { class: "wordmark", href: "#/" }, text.name),
        h("nav", { "aria-label": text.name },
          h("button", { type: "button", class: "quiet", onclick: () => app.help() }, text.help.title),
          h("button", { type: "button", class: "quiet", onclick: app.settings }, text.settings.title))),
      h("main", { class: "page" }, heading, ...children));
    if (moved) heading.focus();
  },
};

/** Whether the person has gone somewhere on this page, so that the focus must follow. */
let moved = false;

/** @param {string} title @param {string} why @param {...Node} buttons */
function dead(title, why, ...buttons) {
  app.frame(title, h("p", { class: "lead", role: "alert" }, why),
    h("p", { class: "row" }, h("button", { type: "button", class: "main", onclick: app.home }, text.home), ...buttons));
}

/** @param {string} table @param {string} key */
function sit(table, key) {
  connection = openTable(table, key);
  watchFor(connection);
  if (keyOf(table) === key) follow(connection);
  document.title = text.name;
  screen = showTable(root, connection, app);
}

/** Say so when the table refuses the key. @param {Connection} opened */
function watchFor(opened) {
  opened.addEventListener("state", () => {
    if (opened.state !== "refused" || opened !== connection) return;
    clear();
    const known = keyOf(opened.table) === opened.key;
    dead(text.join.refusedTitle, opened.why, ...known ? [h("button", { type: "button", onclick: () => {
      forget(opened.table);
      app.home();
    } }, text.join.forget)] : []);
  });
}

/** Who comes by a link: to a seat of their own, or asked whether they join. @param {string} table @param {string} key */
function arrive(table, key) {
  const opened = openTable(table, key);
  connection = opened;
  watchFor(opened);
  app.frame(text.join.looking);
  const first = () => {
    if (opened !== connection || !opened.room || !opened.view) return;
    opened.removeEventListener("room", first);
    opened.removeEventListener("view", first);
    if (opened.seat !== null || opened.room.you.maker) {
      remember({ table, key, game: opened.view.view.game });
      route();
    } else {
      screen = showJoin(app, opened, {
        watch: () => go(`#/watch/${table}/${key}`),
        /** @param {string} name */
        async join(name) {
          const own = drawKey();
          await opened.join(own, name);
          set("name", name);
          remember({ table, key: own, game: opened.view?.view.game ?? "" });
          // The invitation's socket stays until the seat's own is open, so that nobody sees the new one leave.
          connection = null;
          setTimeout(() => opened.close(), 3000);
          replace(`#/table/${table}/${own}`);
        },
      });
    }
  };
  opened.addEventListener("room", first);
  opened.addEventListener("view", first);
}

function clear() {
  screen?.close();
  screen = null;
  connection?.close();
  connection = null;
  for (const open of document.querySelectorAll("dialog")) open.close();
  fill(root);
}

function route() {
  clear();
  const [, place = "", first = "", second = ""] = location.hash.split("/");
  if (place === "") showHome(app);
  else if (place === "new") showSetup(app, first, second === "friend");
  else if ((place === "table" || place === "watch") && first && second) {
    const own = keyOf(first);
    if (place === "watch" || own === second) sit(first, second);
    else if (own) replace(`#/table/${first}/${own}`);
    else arrive(first, second);
  } else replace("#/");
}

addEventListener("hashchange", () => {
  moved = true;
  route();
});
route();
