/* How to play: the rules of each game, and the keys. */

import { choose, fan, fill, h, openDialog } from "../base/dom.js";
import { more } from "../text/text_later.js";
import { text } from "../text/text.js";

const { title } = text.help;
const { cardCalled, dimmed, keys, keyboard, none, ranks } = more.help;

/** All cards, as the rules of a game name them. */
const CARDS = [..."23456789TJQKA"].flatMap((rank, place) => Object.keys(text.suit).map((suit) => {
	const called = cardCalled(ranks[place], text.suit[suit]);
	return { name: rank + suit, called: called.toLowerCase() };
}));

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
