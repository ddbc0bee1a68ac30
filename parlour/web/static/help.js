/* How to play: the rules of each game, and the keys. */

import { choose, fan, fill, h, openDialog } from "./dom.js";
import { more } from "./more.js";
import { text } from "./text.js";

const { title } = text.help;
const { dimmed, keys, keyboard, none } = more.help;

/** Ranks and suits as the server's rules name them. */
const RANKS = {
	A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight",
	9: "nine", T: "ten", J: "jack", Q: "queen", K: "king",
};
const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const CARDS = Object.entries(RANKS).flatMap(([rank, word]) =>
	Object.entries(SUITS).map(([suit, of]) => ({ name: rank + suit, called: `${word} of ${of}` })));

/** A rule, and pictures of the cards that it names. */
function ruleOf(rule = "") {
	const named = CARDS.filter(({ called }) => rule.toLowerCase().includes(called));
	return h("li", rule, named.length > 0 && fan(named.map(({ name }) => name)));
}

/** The rules of a game. */
function rulesOf(game = "") {
	const { rules, cards } = text.game(game);
	return [cards.length > 0 && fan(cards), h("ul", rules.map(ruleOf)),
		h("p.hint", rules.length ? dimmed : none)];
}

/** @param {string} game whose rules are shown first */
export function openHelp(game = "") {
	const body = h(".help");
	const shortcuts = h("dl", keys.flatMap(([key, what]) => [h("dt", key), h("dd", what)]));
	const draw = (chosen = "") => fill(body, chosen ? rulesOf(chosen) : shortcuts);
	const names = text.games();
	const first = names.includes(game) ? game : names[0] ?? "";
	draw(first);
	const label = (name = "") => name ? text.title(name) : keyboard;
	openDialog({ title }, choose(title, [...names, ""], label, first, draw, true), body);
}
