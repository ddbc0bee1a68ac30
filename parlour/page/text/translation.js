/* The server's words about games and levels in another language, by the names of what they are. */

import { say } from "./grammar.js";
import { addressOf, fetched } from "./loading.js";

/** What each game's own module of words has. @type {Map<string, Translated & {words: object}>} */
const known = new Map();

/** A cause of a hint, by the game. */
export const cause = (game = "", name = "") => known.get(game)?.causes?.[name];

/** The sentences of a game's lesson. */
export const lessonOf = (game = "") => known.get(game)?.lesson ?? [];

/** The words of a game's page. */
export const wordsOf = (game = "") => known.get(game)?.words ?? {};

/** A list of what is named, with other words. */
const each = (some, own, change) =>
	some.map((one) => own?.[one.name] ? { ...one, ...change(own[one.name], one) } : one);

/** A listed game with other words. @param {Listed} game @param {Translated} own */
function translated(game, own) {
	const { options, values, presets, fields, actions, said, strengths, ...texts } = own;
	return {
		...game,
		...texts,
		actions: { ...game.actions, ...actions },
		said: { ...game.said, ...said },
		strengths: { ...game.strengths, ...strengths },
		options: each(game.options, options, (label, { name, labels }) =>
			({ label, labels: { ...labels, ...values?.[name] } })),
		presets: each(game.presets, presets, ([title, about]) => ({ title, about })),
		fields: each(game.fields, fields, (label) => ({ label })),
	};
}

/** A game with the words of its module, if it has one and the server answers. */
async function game(listed, file) {
	if (!listed.page.includes(file)) return listed;
	const name = `games/${listed.name}/${file}`;
	try {
		await fetched(name);
		const { german: own, words } = await import(addressOf(name));
		known.set(listed.name, { ...own, words: words?.({ say }) ?? {} });
		return translated(listed, own);
	} catch {
		return listed; // the module is not sent, or may have anything
	}
}

/**
 * The server's answer with other words: those of levels, and of each game's own `file`.
 * @param {Games} answer @param {Record<string, string[]>} levels @returns {Promise<Games>}
 */
export async function translate(answer, file, levels) {
	const all = (some) => Promise.all(some.map((listed) => game(listed, file)));
	return {
		...answer,
		games: await all(answer.games),
		others: await all(answer.others),
		levels: each(answer.levels, levels, ([title, about]) => ({ title, about })),
	};
}
