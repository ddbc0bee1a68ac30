/**
 * What a friend sees who opens an invitation: who is there, a field for the name, Join and Watch.
 *
 * @module
 */

import { icon } from "./cards.js";
import { field, fill, h } from "./dom.js";
import { settings } from "./settings.js";
import { text } from "./text.js";

/**
 * @param {import("./app.js").App} app @param {import("./link.js").Connection} connection that has entered with the invitation
 * @param {() => void} watch @param {(name: string) => Promise<void>} join
 */
export function showJoin(app, connection, watch, join) {
  const words = text.join;
  const { title, pitch } = text.game(connection.view?.view.game ?? "");
  const seats = h("ul", { class: "guests" });
  const note = h("p", { class: "hint", role: "status" });
  const name = field(text.new.name, { value: settings.name, maxLength: 30, autocomplete: "nickname" });
  const button = h("button", { class: "main" }, words.join);
  let busy = false;
  const draw = () => {
    const all = connection.room?.seats ?? [];
    fill(seats, all.map(({ kind, name: who, away }) => h("li", { class: kind }, icon(kind === "computer" ? kind : "person"),
      kind === "open" ? words.open : kind === "computer" ? text.new.computer(text.level(who)) : who,
      away && h("span", { class: "hint" }, words.away))));
    const full = all.every(({ kind }) => kind !== "open");
    note.textContent = connection.state === "lost" ? text.link.gone : full ? words.full : "";
    button.hidden = name.box.hidden = full;
  };
  connection.addEventListener("room", draw);
  connection.addEventListener("state", draw);
  app.frame(words.title(connection.room?.seats.find(({ kind }) => kind === "person")?.name ?? "", title), h("p", {}, pitch),
    h("form", { class: "form", noValidate: true, "aria-label": words.join, onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      const given = name.input.value.trim();
      name.complain(given ? "" : text.new.nameMissing);
      if (given && !busy) {
        busy = true;
        await join(given).catch(({ message }) => name.complain(message));
        busy = false;
      }
      if (name.input.isConnected) name.input.focus();
    } }, h("h2", {}, words.who), seats, name.box, note,
    h("p", { class: "row" }, button, h("button", { type: "button", onclick: watch }, words.watch))));
  draw();
  return {
    close() {
      connection.removeEventListener("room", draw);
      connection.removeEventListener("state", draw);
    },
  };
}
