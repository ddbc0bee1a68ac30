/* What lies over the table when nobody plays: waiting for friends, the end of a round, of a match. */

import { icon } from "./cards.js";
import { fill, h } from "./dom.js";
import { linkTo } from "./link.js";
import { text } from "./text.js";
import { kindOf } from "./seats.js";
import { press } from "./voice.js";

/** @typedef {import("./table.js").Ctx} Ctx */

const words = text.table;

/** A link to give away. Where the browser keeps its clipboard to itself, the text is selected. @param {string} label @param {string} link */
function copyable(label, link) {
  const field = h("input", { readOnly: true, value: link, "aria-label": label, "data-key": label, onfocus: () => field.select() });
  const done = h("span", { role: "status" });
  const copy = press(`copy ${label}`, [icon("copy"), words.copy], async () => {
    const copied = navigator.clipboard?.writeText(link).then(() => true, () => false);
    field.focus();
    done.textContent = (await copied) || document.execCommand("copy") ? words.copied : words.selected;
  }, { "aria-label": `${words.copy}: ${label}` });
  return h("div", { class: "give" }, label, " ", done, h("div", {}, field, copy));
}

/** The links that this viewer may give away. @param {Ctx} c */
export const share = ({ room: { invite, watch, seats }, table }) => [
  invite && seats.some(({ kind }) => kind === "open") && copyable(words.invitation, linkTo("table", table, invite)),
  watch && copyable(words.watchLink, linkTo("watch", table, watch)),
];

/** @param {Ctx} c */
const lobby = (c) => [
  h("h2", {}, words.lobby),
  h("ul", {}, c.room.seats.map(({ kind, here }, seat) => h("li", {}, icon(kind === "computer" ? kind : "person"), h("b", {}, c.name(seat)),
    h("span", {}, kind === "person" && !here ? words.gone : kindOf(c, seat))))),
  h("p", {}, c.room.you.maker ? words.lobbyNote : words.lobbyWait(c.room.seats.find(({ kind }) => kind === "person")?.name ?? "")),
  share(c),
  c.room.you.maker && press("main", words.start, c.start, { class: "main" }),
].flat();

/** @param {Ctx} c */
function ended(c) {
  const { view: { winners, totals, points, game, number }, room: { phase, ready }, me } = c;
  const order = totals.map((_, seat) => seat).sort((a, b) => totals[a] - totals[b]);
  const over = winners.length > 0;
  const how = c.game.ended?.(c);
  const others = ready.filter((seat) => seat !== me);
  return [
    h("h2", {}, over ? words.won(winners.map(c.name)) : words.isOver(game, number)),
    how && h("p", {}, how),
    h("table", {}, h("thead", {}, h("tr", {}, [words.player, words.thisRound, words.total].map((label) => h("th", { scope: "col" }, label)))),
      h("tbody", {}, order.map((seat) => h("tr", {},
        h("th", { scope: "row" }, h("b", {}, c.name(seat)), winners.includes(seat) && h("b", { class: "wins" }, words.winner), h("div", {}, c.game.result?.(c, seat) ?? [])),
        h("td", {}, words.gain(points[seat])), h("td", {}, h("b", {}, `${totals[seat]}`)))))),
    others.length > 0 && h("p", {}, words.ready(others.map(c.name))),
    h("div", { class: "row" },
      me !== null && ready.includes(me) ? h("p", {}, words.waitingOthers)
        : me !== null && (phase === "scored" || phase === "over") && press("main", over ? words.rematch : words.next, c.next, { class: "main" }),
      over && press("home", text.home, c.home)),
  ];
}

/** @param {HTMLElement} panel @param {Ctx} c */
export function drawPanel(panel, c) {
  const { phase, ready, seats } = c.room;
  const what = phase === "waiting" ? "lobby" : c.view.points.length && !c.rest ? "ended" : "";
  const key = what && JSON.stringify([phase, ready, seats.map(({ kind, name, here }) => [kind, name, here]), c.view.number, c.phone]);
  panel.hidden = !what;
  panel.className = `panel ${what}`;
  if (key !== panel.dataset.drawn) fill(panel, what === "lobby" ? lobby(c) : what ? ended(c) : []);
  panel.dataset.drawn = key;
}
