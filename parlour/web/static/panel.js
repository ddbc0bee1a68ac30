/* What lies over the table when nobody plays: waiting for friends, the end of a round, the end of a match. */

import { icon } from "./cards.js";
import { h } from "./dom.js";
import { linkTo } from "./link.js";
import { text } from "./text.js";

/** @typedef {import("./table.js").Ctx} Ctx */

const words = text.table;

/** A link, and a button that copies it; where the browser keeps its clipboard to itself, the text is selected. @param {string} label @param {string} link */
function copyable(label, link) {
  const field = h("input", { type: "text", readOnly: true, value: link, "aria-label": label, "data-key": label, onfocus: () => field.select() });
  const done = h("small", { role: "status" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      done.textContent = words.copied;
    } catch {
      field.focus();
      field.select();
      done.textContent = document.execCommand("copy") ? words.copied : words.selected;
    }
  };
  return h("div", { class: "give" }, h("span", {}, label, " ", done),
    h("div", {}, field, h("button", { type: "button", class: "plain", "data-key": `copy ${label}`, "aria-label": `${words.copy}: ${label}`, onclick: copy }, icon("copy"), words.copy)));
}

/** The links that this viewer may give away. @param {Ctx} c @param {string} table */
export const share = ({ room: { invite, watch, seats } }, table) => [
  ...(invite && seats.some(({ kind }) => kind === "open") ? [copyable(words.invitation, linkTo("table", table, invite))] : []),
  ...(watch ? [copyable(words.watchLink, linkTo("watch", table, watch))] : []),
];

/** @param {Ctx} c @param {import("./link.js").Connection} connection @param {(error: unknown) => void} fail */
function lobby(c, connection, fail) {
  const { room } = c;
  const maker = room.seats.find(({ kind }) => kind === "person")?.name ?? "";
  return [
    h("h2", {}, words.lobby),
    h("ul", {}, ...room.seats.map((seat, place) => h("li", { class: seat.kind === "open" ? "open" : "" }, icon(seat.kind === "computer" ? "computer" : "person"), h("b", {}, c.name(place)),
      h("span", {}, seat.kind === "computer" ? text.level(seat.name) : seat.kind === "open" ? words.nobodyYet : place === c.me ? words.yourself : seat.here ? words.person : words.gone)))),
    h("p", {}, room.you.maker ? words.lobbyNote : words.lobbyWait(maker)),
    ...share(c, connection.table),
    room.you.maker && h("button", { type: "button", class: "main", "data-key": "main", onclick: () => connection.start().catch(fail) }, words.start),
  ];
}

/** @param {Ctx} c @param {import("./link.js").Connection} connection @param {import("./table.js").App} app @param {(error: unknown) => void} fail */
function ended(c, connection, app, fail) {
  const { view, room, me } = c;
  const over = view.winners.length > 0;
  const order = view.totals.map((_, seat) => seat).sort((a, b) => view.totals[a] - view.totals[b]);
  const ready = room.ready.filter((seat) => seat !== me);
  const told = room.ready.includes(me ?? -1);
  const go = room.phase !== "scored" && room.phase !== "over" ? false : me === null ? "" : told
    ? h("p", { class: "wait" }, words.waitingOthers)
    : h("button", { type: "button", class: "main", "data-key": "main", onclick: () => connection.next().catch(fail) }, over ? words.rematch : words.next);
  const how = c.game.ended?.(c);
  return [
    h("h2", {}, over ? words.won(view.winners.map(c.name)) : words.isOver(view.game, view.number)),
    how && h("p", {}, ...c.rich(how)),
    h("table", {},
      h("thead", {}, h("tr", {}, ...[words.player, words.thisRound, words.total].map((label) => h("th", { scope: "col" }, label)))),
      h("tbody", {}, ...order.map((seat) => h("tr", { class: view.winners.includes(seat) ? "wins" : seat === me ? "you" : "" },
        h("th", { scope: "row" }, h("b", {}, c.name(seat)), view.winners.includes(seat) && h("span", { class: "mark" }, words.winner), h("div", {}, ...c.game.result(c, seat))),
        h("td", {}, words.gain(view.points[seat])), h("td", {}, h("b", {}, `${view.totals[seat]}`)))))),
    ready.length > 0 && h("p", { class: "wait" }, words.ready(ready.map(c.name))),
    h("div", { class: "go" }, go, over && h("button", { type: "button", class: "plain", "data-key": "home", onclick: app.home }, words.home)),
  ];
}

/** @param {HTMLElement} panel @param {Ctx} c @param {import("./link.js").Connection} connection @param {import("./table.js").App} app @param {(error: unknown) => void} fail */
export function drawPanel(panel, c, connection, app, fail) {
  const waiting = c.room.phase === "waiting";
  const scored = c.view.points.length > 0 && !c.rest && c.room.phase !== "waiting";
  const what = waiting ? "lobby" : scored ? "ended" : "";
  panel.hidden = !what;
  panel.className = `panel ${what}`;
  const key = what && JSON.stringify([what, c.room.ready, c.room.phase, c.room.seats, c.view.number, c.view.winners, c.name(c.base)]);
  if (key === panel.dataset.drawn) return;
  panel.dataset.drawn = key;
  const inside = !what ? [] : waiting ? lobby(c, connection, fail) : ended(c, connection, app, fail);
  panel.replaceChildren(...inside.filter((child) => child instanceof Node));
}
