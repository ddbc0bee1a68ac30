/* An invitation: who sits at the table, a name, Join, Watch. */

import { button, fill, h, sitter } from "../base/dom.js";
import { nameForm } from "./forms.js";
import { more } from "../text/text_later.js";
import { text } from "../text/text.js";

const words = more.join;

const nameOf = ({ kind, name }) => {
	if (kind === "open") return text.table.openSeat;
	return kind === "computer" ? more.new.computer(text.level(name)) : name;
};

const guest = (one) => h("li", { class: one.kind },
	sitter(one.kind), nameOf(one), one.away && h("span.hint", text.table.away));

/** @param {App} app @param {Connection} connection */
export function showJoin(app, connection, watch, join) {
	const { title, pitch } = text.game(connection.view?.view.game);
	const seats = h("ul.guests");
	const note = h("p.hint", { role: "status" });
	const { form, name, error } = nameForm(words.join, undefined, join);
	const send = h("button.main", words.join);
	const draw = () => {
		const all = connection.room?.seats ?? [];
		fill(seats, all.map(guest));
		const full = all.every(({ kind }) => kind !== "open");
		const news = full ? words.full : "";
		note.textContent = connection.lost || news;
		send.hidden = name.hidden = full;
	};
	for (const event of ["room", "state"]) connection.addEventListener(event, draw);
	const buttons = h("p.row", send, button(words.watch, watch));
	fill(form, h("h2", words.who), seats, name, note, error, buttons);
	const host = connection.room?.seats.find(({ kind }) => kind === "person");
	app.frame(words.title(host?.name, title), h("p", pitch), form);
	draw();
}
