/* What lies over the table when nobody plays: waiting for friends, the end of a round, of a match. */

import { icon } from "./cards.js";
import { button, fill, h } from "./dom.js";
import { linkTo, local } from "./link.js";
import { grid } from "./score.js";
import { kindOf } from "./seats.js";
import { text } from "./text.js";

const words = text.table;

/** A link to give away. */
function copyable(label = "", link = "", name = "") {
	const field = h("input", { readOnly: true, value: link, ariaLabel: label, name: label, onfocus: () => field.select() });
	const done = h("span", { role: "status" });
	const copy = () => {
		field.focus();
		// The clipboard's own interface is closed to pages without https, as at home.
		done.textContent = document.execCommand("copy") ? words.copied : words.selected;
	};
	return h("div.give", label, " ", done,
		h("div", field, button([icon("copy"), words.copy], copy, { class: name, ariaLabel: `${words.copy}: ${label}` })));
}

/** The invitation, where a seat is open. @param {Room} room */
export const invitation = ({ invite, seats }) => seats.some(({ kind }) => kind === "open") ? invite : null;

/** The links that this viewer may give away. @param {Ctx} c */
export function share({ room, address }) {
	const invite = invitation(room);
	return [
		invite && copyable(words.invitation, linkTo("table", address, invite), "main"),
		room.watch && copyable(words.watchLink, linkTo("watch", address, room.watch)),
		room.watch && local() && h("p.hint", words.local),
	];
}

const lobby = (c) => [
	h("h2", text.start.waiting),
	h("ul.guests", c.room.seats.map(({ kind, here }, seat) => h("li", icon(kind === "computer" ? kind : "person"),
		h("b", c.name(seat)), seat !== c.me && h("span", kind === "person" && !here ? words.gone : kindOf(c, seat))))),
	h("p", words.lobbyNote),
	...share(c),
	c.room.you.maker && button(words.start, () => c.call("start"), { name: "start", class: invitation(c.room) ? "" : "main" }),
];

function ended(c) {
	const { winners, totals, points, number, room: { phase, ready }, me } = c;
	const order = totals.map((_, seat) => seat).sort((one, two) => totals[one] - totals[two]);
	const over = winners.length > 0;
	const how = c.game.ended?.(c);
	const others = ready.filter((seat) => seat !== me);
	return [
		h("h2", winners.length === order.length ? words.tied : over ? words.won(winners.map(c.name)) : words.roundOver(number)),
		how && h("p", how),
		grid([words.player, words.points, words.total], order.map((seat) => [
			[h("b", c.name(seat)), h("div", c.game.result?.(c, seat) ?? [])], words.gain(points[seat]), h("b", `${totals[seat]}`)])),
		others.length > 0 && h("p", words.ready(others.map(c.name))),
		h("div.row",
			me !== null && (ready.includes(me) ? h("p", words.waitingOthers) : (phase === "scored" || phase === "over")
				&& button(over ? words.rematch : words.next, () => c.call("next"), { name: "next", class: "main" })),
			over && button(text.home, c.home, { name: "home" })),
	];
}

/** @param {Ctx} c */
export function drawPanel(panel, c) {
	const { phase, ready, seats } = c.room;
	const what = phase === "waiting" ? "lobby" : c.points.length && !c.rest ? "ended" : "";
	const drawn = what && JSON.stringify([phase, ready, seats, c.number]);
	panel.hidden = !what;
	panel.className = `panel ${what}`;
	if (drawn !== panel.dataset.drawn) fill(panel, ...what === "lobby" ? lobby(c) : what ? ended(c) : []);
	panel.dataset.drawn = drawn;
}
