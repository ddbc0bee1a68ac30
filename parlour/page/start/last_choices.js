/* What this browser last chose for a game: the level of its computers, and its house rules. */

import { settings } from "../base/settings.js";
import { recall } from "../text/stored.js";
import { text } from "../text/text.js";

/**
 * The level of computers for a game: the one last chosen, else the next simpler one.
 * @param {{levels: string[]}} game
 */
export function levelOf({ levels }) {
	const all = text.levels();
	return all.slice(0, all.indexOf(settings.level) + 1)
		.filter((level) => levels.includes(level)).at(-1) ?? levels[0] ?? "";
}

/** Whether an option has such a value. @param {Option} option */
export const fits = ({ values, min, max }, value) => values
	? values.includes(value)
	: Number.isInteger(value) && value >= Number(min) && value <= Number(max);

export const named = ({ presets, preset }, name = preset) =>
	presets.find((one) => one.name === name) ?? presets[0];

/** The house rules of the preset that tables start with, and what was last set. */
const given = (game) =>
	({ ...named(game).rules, ...recall(`rules.${game.name}`, {}) });

/** The house rules for new tables that differ from the standard. @param {Listed} game */
export function rulesOf(game) {
	const rules = given(game);
	const changed = game.options.filter((option) =>
		fits(option, rules[option.name]) && rules[option.name] !== option.default);
	return Object.fromEntries(changed.map(({ name }) => [name, rules[name]]));
}

/** What a preset sets: all but the number of players. @param {Listed} game */
export const settled = ({ options, seats_option: seats }, { rules }) =>
	options.filter(({ name }) => name !== seats || name in rules)
		.map((option) => [option.name, rules[option.name] ?? option.default]);

/** The preset whose house rules are set, if there is one. @param {Listed} game */
export function presetOf(game) {
	const rules = rulesOf(game);
	const standard = Object.fromEntries(game.options.map((one) => [one.name, one.default]));
	return game.presets.find((preset) => settled(game, preset)
		.every(([name, value]) => (rules[name] ?? standard[name]) === value));
}

/** The option for the number of players. @param {Listed} game */
export const seatsOption = (game) => game.options.find(({ name }) => name === game.seats_option);

/** The number of seats by the house rules last set. @param {Listed} game */
export function seatsOf(game) {
	const option = seatsOption(game);
	return option ? Number(rulesOf(game)[option.name] ?? option.default) : game.seats;
}

/** The preset of one game, or the games with other rules than they start with. */
export function rulesInWords(all) {
	const { own, usual, changed } = text.start;
	if (all.length === 1) return presetOf(all[0])?.title ?? own;
	const other = all.filter((game) => presetOf(game)?.name !== game.preset);
	return other.length ? changed(other.map(({ name }) => text.title(name))) : usual;
}
