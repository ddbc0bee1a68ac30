/*
 * The dialogs of a table: the menu of a small screen, and the question whether to leave; the links
 * that a viewer may give away.
 */

import { icon } from "../base/cards.js";
import { linkTo, local } from "../base/connection.js";
import { againOf, dealOf } from "./deal_number.js";
import { button, h, openDialog } from "../base/dom.js";
import { more } from "../text/text_later.js";
import { invitation } from "../table/seats.js";
import { text } from "../text/text.js";

const { leave: words, share: links } = more;

/** Leave the table for now, or for good. @param {Table} table */
export function leave({ app, connection, scene, fail }) {
	const leaveForGood = () => {
		dialog.close();
		connection.leave().then(app.home, fail);
	};
	const dialog = openDialog({ title: words.title },
		h("p", scene.me === null ? words.watchNote : words.note),
		button(words.toStart, app.home, "main"),
		scene.me !== null && button(words.forGood, leaveForGood));
}

/** @param {Scene} scene @param {[string, () => void][]} commands by their labels */
export function openMenu(scene, commands) {
	// During a round it would end the match, which could not be brought back.
	const again = scene.points.length ? againOf(scene) : [];
	const buttons = [...again, ...commands].map(([label, then]) => button(label, () => {
		dialog.close();
		then();
	}));
	const more = scene.view ? [dealOf(scene), ...share(scene)] : [];
	const dialog = openDialog({ title: text.table.menu }, buttons, more);
}

function copyable(label = "", link = "", classes = "") {
	const field = h("input", {
		readOnly: true,
		value: link,
		ariaLabel: label,
		name: label,
		onfocus: () => field.select(),
	});
	const done = h("span", { role: "status" });
	const copy = () => {
		field.focus();
		// The clipboard's own API needs https.
		done.textContent = document.execCommand("copy") ? links.copied : links.selected;
	};
	const ariaLabel = `${links.copy}: ${label}`;
	return h(".give", label, " ", done,
		h(".row", field, button([icon("copy"), links.copy], copy, classes, { ariaLabel })));
}

/** The links that this viewer may give away. @param {Scene} scene */
export function share({ room, address }) {
	const invite = invitation(room);
	return [
		invite && copyable(links.join, linkTo("table", address, invite), "main"),
		room.watch && copyable(links.watch, linkTo("watch", address, room.watch)),
		room.watch && local() && h("p.hint", links.local),
	];
}
