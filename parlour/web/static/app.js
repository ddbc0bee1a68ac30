/**
 * The page's start. Which screen is shown follows the address's fragment, which is sent to nobody:
 *
 *     #/                   home
 *     #/new/GAME           a new table; #/new/GAME/friend with a friend's seat
 *     #/table/TABLE/KEY    a table; KEY is a seat's key, the invitation or the key to watch
 *     #/watch/TABLE/KEY    the same without a seat
 *
 * @module
 */

import { fill, h } from "./dom.js";
import { openHelp } from "./help.js";
import { showHome } from "./home.js";
import { showJoin } from "./join.js";
import { drawKey, games, makeTable, openTable } from "./link.js";
import { openSettings, set, settings } from "./settings.js";
import { showSetup } from "./setup.js";
import { showTable } from "./table.js";
import { follow, forget, keyOf, remember } from "./tables.js";
import { text } from "./text.js";

/** @typedef {import("./link.js").Wish} Wish */
/** @typedef {import("./link.js").Connection} Connection */
/** @typedef {typeof app} App what a screen may ask of the page */

const root = /** @type {HTMLElement} */ (document.getElementById("app"));

/** @type {{close(): void} | null} */
let screen = null;
/** @type {Connection | null} */
let connection = null;
let moved = false; // the person has gone somewhere: the focus follows

/** @param {string} fragment */
const go = (fragment) => void (location.hash = fragment);

/** Go there so that "back" does not lead here. @param {string} fragment */
function replace(fragment) {
  history.replaceState(null, "", fragment);
  route();
}

export const app = {
  home: () => go("#/"),
  settings: openSettings,
  help: openHelp,

  /** Make a table and sit down; rejects with the sentence that says why not. @param {Wish} wish */
  async again(wish) {
    const { table, key } = await makeTable({ name: settings.name || text.you, ...wish });
    remember(table, key, { game: wish.game });
    go(`#/table/${table}/${key}`);
  },

  /** A screen that is no table. @param {string} title @param {...(Node | string | false)} children */
  frame(title, ...children) {
    document.title = `${title} ${text.name}`;
    const heading = h("h1", { tabIndex: -1 }, title);
    fill(root,
      h("header", { class: "bar" },
        h("a", { class: "wordmark", href: "#/" }, text.name),
        h("nav", { "aria-label": text.name },
          h("button", { type: "button", class: "quiet", onclick: () => openHelp() }, text.help.title),
          h("button", { type: "button", class: "quiet", onclick: openSettings }, text.settings.title))),
      h("main", { class: "page" }, heading, ...children));
    if (moved) heading.focus();
  },
};

/** @param {string} table @param {string} key */
function open(table, key) {
  const opened = connection = openTable(table, key);
  opened.addEventListener("state", () => {
    if (opened.state !== "refused" || opened !== connection) return;
    clear();
    app.frame(text.join.refused, h("p", { role: "alert" }, opened.why), h("p", { class: "row" },
      h("button", { type: "button", class: "main", onclick: app.home }, text.home),
      keyOf(table) === key && h("button", { type: "button", onclick: () => {
        forget(table);
        app.home();
      } }, text.start.forget)));
  });
  return opened;
}

/** @param {string} table @param {string} key */
function sit(table, key) {
  document.title = text.name;
  const opened = open(table, key);
  if (keyOf(table) === key) follow(opened);
  screen = showTable(root, opened, app);
}

/** Who comes by a link: to a seat of their own, or asked whether they join. @param {string} table @param {string} key */
function arrive(table, key) {
  const opened = open(table, key);
  const note = h("p", { class: "hint", role: "status" });
  app.frame(text.join.looking, note);
  opened.addEventListener("state", () => { note.textContent = opened.state === "lost" ? text.link.gone : ""; });
  opened.addEventListener("view", () => {
    const { room } = opened;
    if (opened !== connection || !room) return;
    if (opened.seat !== null || room.you.maker) {
      remember(table, key);
      route();
    } else if (!room.invite) replace(`#/watch/${table}/${key}`);
    else {
      screen = showJoin(app, opened, () => go(`#/watch/${table}/${key}`), async (name) => {
        const own = drawKey();
        await opened.join(own, name);
        set("name", name);
        remember(table, own);
        // This socket stays until the seat's own one is open, so that nobody sees the new one leave.
        connection = null;
        setTimeout(() => opened.close(), 3000);
        replace(`#/table/${table}/${own}`);
      });
    }
  }, { once: true });
}

function clear() {
  screen?.close();
  connection?.close();
  screen = connection = null;
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  fill(root);
}

function route() {
  clear();
  const [, place, first, second] = location.hash.split("/");
  const own = keyOf(first);
  if (!place) showHome(app);
  else if (place === "new") showSetup(app, first, second === "friend");
  else if (!second) replace("#/");
  else if (place === "watch" || own === second) sit(first, second);
  else if (own) replace(`#/table/${first}/${own}`);
  else arrive(first, second);
}

addEventListener("hashchange", () => {
  moved = true;
  route();
});
// A table gives away addresses, and where others reach this server comes with the games.
const asked = games().catch(() => null);
if (/^#.(table|watch)/.test(location.hash)) void asked.then(route);
else route();
