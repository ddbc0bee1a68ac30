/**
 * What a friend sees who opens an invitation: who is there, a field for the name, Join and Watch.
 *
 * @module
 */

import { icon } from "./cards.js";
import { field, fill, h } from "./dom.js";
import { settings } from "./settings.js";
import { text } from "./text.js";

/** @typedef {import("./link.js").Connection} Connection */
/** @typedef {import("./app.js").App} App */

/**
 * @param {App} app
 * @param {Connection} connection that has entered with the invitation
 * @param {{join(name: string): Promise<void>, watch(): void}} ways
 */
export function showJoin(app, connection, ways) {
  const words = text.join;
  const game = connection.view?.view.game ?? "";
  const title = game ? text.game(game).title : words.game;
  const host = connection.room?.seats.find(({ kind }) => kind === "person")?.name ?? "";
  const seats = h("ul", { class: "guests" });
  const full = h("p", { class: "hint", role: "status" });
  const lost = h("p", { class: "lost", role: "status" });
  const name = field(words.name, { value: settings.name, maxLength: 30, autocomplete: "nickname", required: true });
  const join = h("button", { class: "main" }, words.join);
  const draw = () => {
    const room = connection.room;
    if (!room) return;
    fill(seats, room.seats.map(({ kind, name: who, away }) => h("li", { class: kind },
      kind === "open" ? h("span", { class: "icon" }) : icon(kind),
      kind === "open" ? words.open : kind === "computer" ? words.computer(text.level(who)) : who,
      away && h("span", { class: "hint" }, words.away))));
    const open = room.seats.some(({ kind }) => kind === "open");
    full.textContent = open ? "" : words.full;
    join.hidden = name.box.hidden = !open;
  };
  const state = () => {
    lost.textContent = connection.state === "lost" ? text.link.gone : "";
  };
  const form = h("form", { noValidate: true, "aria-label": words.join, onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    const given = name.input.value.trim();
    name.complain(given ? "" : words.nameMissing);
    if (!given) name.input.focus();
    if (!given || join.getAttribute("aria-disabled")) return;
    join.setAttribute("aria-disabled", "true");
    try {
      await ways.join(given);
    } catch (caught) {
      name.complain(caught instanceof Error ? caught.message : "");
      name.input.focus();
    } finally {
      join.removeAttribute("aria-disabled");
    }
  } }, name.box, full, h("p", { class: "row" }, join, h("button", { type: "button", onclick: ways.watch }, words.watch)));
  app.frame(words.title(host, title), h("p", { class: "lead" }, text.game(game).pitch),
    h("section", { class: "join" }, h("h2", null, words.who), seats, form, lost));
  connection.addEventListener("room", draw);
  connection.addEventListener("state", state);
  draw();
  state();
  return {
    close() {
      connection.removeEventListener("room", draw);
      connection.removeEventListener("state", state);
    },
  };
}
