/* What forms of the start share: the game, the name, and a request that is sent once at a time. */

import { choose, field, fill, h } from "../base/dom.js";
import { games } from "../base/connection.js";
import { link } from "../base/link.js";
import { settings } from "../base/settings.js";
import { text } from "../text/text.js";

/**
 * A choice among the games.
 * @param {Listed[]} all @param {Listed} game @param {(game: Listed) => void} onchange
 */
export function chooseGame(all, game, onchange, unseen = false) {
	const names = all.map(({ name }) => name);
	const change = (chosen = "") => onchange(all.find(({ name }) => name === chosen) ?? game);
	return choose(text.new.game, names, text.title, game.name, change, unseen);
}

/** The games; a box shows why they are not there yet. Asks until the server answers. */
export async function gamesInto(box) {
	fill(box, h("p.hint", text.start.loading));
	const say = (why = "") => fill(box, h("p.lost", { role: "status" }, why));
	for (let wait = 1000; ; wait = Math.min(2 * wait, 15000)) {
		const timer = setTimeout(say, link.soon, text.link.late);
		try {
			return await games().finally(() => clearTimeout(timer));
		} catch ({ message }) {
			say(message === text.link.failed ? text.link.gone : message);
			const pause = wait * (0.5 + Math.random());
			await new Promise((done) => {
				const next = () => box.isConnected && done(null);
				setTimeout(next, pause);
				addEventListener("online", next, { once: true });
			});
		}
	}
}

/** A function that asks, once at a time; `error` shows why it failed. */
export function once(error, ask) {
	let busy = false;
	return async () => {
		if (busy) return;
		busy = true;
		error.textContent = "";
		await ask().catch(({ message }) => { error.textContent = message; });
		busy = false;
	};
}

/** A form with a field for the name, `needed` or not. @param {Named} then */
export function nameForm(title = "", needed = () => true, then) {
	const name = field(text.new.name, h("input", {
		value: settings.name,
		maxLength: 30,
		autocomplete: "nickname",
		required: true,
	}));
	const error = h("p.error", { role: "alert" });
	const send = once(error, () => then(name.input.value.trim()));
	const form = h("form.form", { noValidate: true, ariaLabel: title, onsubmit(event) {
		event.preventDefault();
		const missing = needed() && !name.input.value.trim();
		name.complain(missing ? text.new.nameMissing : "");
		const wrong = missing ? name.input : form.querySelector("[aria-invalid=true]");
		wrong ? wrong.focus() : send();
	} });
	return { form, name: name.box, error };
}
