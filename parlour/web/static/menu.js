/* The dialogs of a table: the menu of a small screen, and the question whether to leave. */

import { againOf, dealOf } from "./deal.js";
import { button, h, openDialog } from "./dom.js";
import { more } from "./more.js";
import { share } from "./share.js";
import { text } from "./text.js";

const words = more.leave;

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
