/* The links of a table that a viewer may give away. */

import { icon } from "./cards.js";
import { button, h } from "./dom.js";
import { linkTo, local } from "./connection.js";
import { more } from "./more.js";
import { invitation } from "./seats.js";

const words = more.share;

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
		done.textContent = document.execCommand("copy") ? words.copied : words.selected;
	};
	const ariaLabel = `${words.copy}: ${label}`;
	return h(".give", label, " ", done,
		h(".row", field, button([icon("copy"), words.copy], copy, classes, { ariaLabel })));
}

/** The links that this viewer may give away. @param {Scene} scene */
export function share({ room, address }) {
	const invite = invitation(room);
	return [
		invite && copyable(words.join, linkTo("table", address, invite), "main"),
		room.watch && copyable(words.watch, linkTo("watch", address, room.watch)),
		room.watch && local() && h("p.hint", words.local),
	];
}
