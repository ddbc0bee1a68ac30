/* The form of the house rules, which stores each change at once. */

import { fits, named, presetOf, rulesInWords, rulesOf, settled } from "./last_choices.js";
import { field, fill, h, select, toggle } from "../base/dom.js";
import { chooseGame } from "./forms.js";
import { recall, store } from "../text/stored.js";
import { more } from "../text/text_later.js";
import { text } from "../text/text.js";

const words = text.start;

/** Change house rules of a game. @param {Listed} game */
export const setRules = ({ name }, changes = {}) =>
	store(`rules.${name}`, { ...recall(`rules.${name}`, {}), ...changes });

/** Take the house rules of a preset. @param {Listed} game */
const takePreset = (game, name = "") =>
	setRules(game, Object.fromEntries(settled(game, named(game, name))));

/** A field for a whole number. @param {Option} option @param {(value: number) => void} give */
function numberField(option, value, give) {
	const { label, min, max } = option;
	const number = field(label, h("input", {
		type: "number",
		inputMode: "numeric",
		required: true,
		min,
		max,
		value,
		onchange() {
			const given = number.input.valueAsNumber;
			number.complain(fits(option, given) ? "" : more.new.range(min, max));
			if (fits(option, given)) give(given);
		},
	}));
	return number.box;
}

/** An option's control, which gives each new value. @param {Option} option */
function control(option, value, give) {
	const { label, labels, values } = option;
	if (values?.join() === "no,yes") {
		return toggle(label, value === "yes", (on) => give(on ? "yes" : "no"));
	}
	if (values) return select(label, values, (word) => labels[word], `${value}`, give);
	return numberField(option, value, give);
}

/** The choice of a preset, and what it is. @param {Listed} game */
function presetField(game, onchange) {
	const preset = presetOf(game);
	const names = game.presets.map(({ name }) => name);
	const title = (name = "") =>
		game.presets.find((one) => one.name === name)?.title ?? words.own;
	return [
		select(words.preset, preset ? names : [...names, ""], title, preset?.name ?? "", onchange),
		h("p.hint", preset?.about),
	];
}

/**
 * The form for one of these games, and in a `note` what is chosen; `onchange` is called first, and
 * after each change.
 * @param {Element} box @param {HTMLElement} note @param {Listed[]} all @param {Listed} game
 */
export function fillRules(box, note, all, game, onchange = () => {}) {
	const presets = h(".rules.presets");
	const form = h(".rules");
	const changed = () => {
		note.textContent = rulesInWords(all);
		fill(presets, presetField(game, (name = "") => {
			takePreset(game, name);
			draw();
			presets.querySelector("select")?.focus();
		}));
		onchange();
	};
	const row = (option) => {
		const value = rulesOf(game)[option.name] ?? option.default;
		return control(option, value, (given = value) => {
			setRules(game, { [option.name]: given });
			changed();
		});
	};
	// An option with one possible value is no choice.
	const isChoice = ({ name, values, min, max }) =>
		(all[1] || name !== game.seats_option) && (values ? values[1] : max > min);
	const draw = (chosen = game) => {
		game = chosen;
		fill(form, game.options.filter(isChoice).map(row));
		changed();
	};
	draw();
	fill(box, all.length > 1 && chooseGame(all, game, draw, true), presets, form);
}

/** The form for one game, folded. @param {Listed} game */
export function houseRules(game, onchange) {
	const note = h("span.hint");
	const form = h(".form-of-rules");
	fillRules(form, note, [game], game, onchange);
	return h("details.house", h("summary", `${words.rules} `, note), form);
}
