/* Deals that a person alone plays again, and those of a number. */

import { h } from "../base/dom.js";
import { text } from "../text/text.js";

const words = text.table;

/**
 * The command to play the match's deals again, where that is possible.
 * @param {Scene} scene @returns {[string, () => void][]}
 */
export const againOf = ({ room, number, call }) =>
	room?.again ? [[words.again(number), () => call("again")]] : [];

/** What it means, for all at the table, that a number deals. @param {Scene} scene */
export const dealOf = ({ room: { deal, numbered } }) =>
	numbered && h("p.hint", deal && `${words.deal(deal)} `, words.known);
