/* The number that deals a match, for a person alone against computers. */

import { h } from "./dom.js";
import { typedDeal } from "./settings.js";
import { text } from "./text.js";

const words = text.table;

/**
 * The command to play the match's deals again, where a number deals them.
 * @param {Scene} scene @returns {[string, () => void][]}
 */
export function againOf({ room, number, call }) {
	const deal = room?.deal;
	return deal ? [[words.again(number), () => call("next", deal)]] : [];
}

/** The deal number, to whoever has typed it; to others after the match. @param {Scene} scene */
export function dealOf({ address, room: { deal, phase } }) {
	const known = deal && (phase === "over" || typedDeal(address) === deal);
	return known ? h("p.hint", words.deal(deal)) : null;
}
