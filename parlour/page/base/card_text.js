/* Cards in words, read and heard: in texts {7S} is a card, {S} a suit's sign, *so* is strong. */

import { card, rank, sign } from "./cards.js";
import { h } from "./dom.js";
import { plain, text } from "../text/text.js";

/** A card's rank and sign, or a sign alone. */
export const short = (name = "") => {
	const ariaLabel = name[1] ? text.card(name) : text.suit[name];
	return h("span.say", { role: "img", ariaLabel },
		name[1] && rank(name[0]), sign(name[1] ?? name));
};

export const lying = (name = "", face, more) =>
	h("span", { role: "img", ariaLabel: text.card(name), "data-card": name, ...more },
		card(name, face));

/** Actions in words. @param {Listed} listed */
export const moves = (actions = [""], listed) => actions
	.map((name) => /^.[SHDC]$/.test(name) ? `{${name}}` : listed.actions[name] ?? plain(name))
	.join(" ");

export const these = (names = [""], most = 4) => names.slice(0, most).map((name) => `{${name}}`);

/** To be read. */
export const rich = (words = "") => words.split(/(\{\w+\}|\*[^*]*\*)/).map((part) => {
	const inner = part.slice(1, -1);
	if (part[0] === "{") return short(inner);
	return part[0] === "*" ? h("b", inner) : part;
});

/** To be heard. */
export const spoken = (words = "") => words
	.replace(/ ?\{.\}|\*/g, "").replace(/\{(..)\}/g, (_, name) => text.card(name));

/** A live region that says each thing once, or what is said `again`. */
export function voice(root) {
	const box = h(".unseen", { role: "log" });
	root.append(box);
	let latest = "";
	return (words = "", again = false) => {
		if (!words || (words === latest && !again)) return;
		latest = words;
		box.append(h("p", spoken(words)));
		if (box.childElementCount > 6) box.firstElementChild?.remove();
	};
}
