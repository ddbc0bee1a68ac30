/* The table in sentences: the status line, what has happened, the whole of it read aloud. */

import { notice, others } from "./seats.js";
import { settings } from "../base/settings.js";
import { text } from "../text/text.js";
import { these } from "../base/card_text.js";

const words = text.table;
const roomy = matchMedia("(min-width: 360px)"); // for two sentences in the status line

/** The connection is lost, or why the table is slower or weaker than usual. */
export function note({ lost, room }) {
	if (lost) return lost;
	return room?.resting ? words.resting : words.standIn[room?.stand_in ?? ""];
}

/** The cards that another seat has just passed. @param {Scene} scene */
function received(scene) {
	const fresh = scene.game.fresh?.(scene) ?? [];
	return fresh.length ? words.got(these(fresh)) : "";
}

/** What the seat may do now; an only card is played by itself, if it is wanted. */
function choices(scene) {
	const { legal: [only = "", ...others], lesson, game } = scene;
	const forced = /^.[SHDC]$/.test(only) && !others.length && settings.forced === "on" && !lesson;
	return forced ? words.forced(only) : game.status(scene);
}

/** The status line: a refusal, the seat's choice, or what another seat did last. */
export function sentence(scene) {
	const { table: board, points, legal, refusal } = scene;
	if (refusal || scene.again || !board) return refusal;
	if (points.length && !scene.rest) return headline(scene)[0];
	if (scene.decided && !scene.rest) return words.decided;
	if (scene.rest) return words.took(scene.name(scene.game.taker?.(scene) ?? 0));
	if (scene.me !== null && (legal.length || board.turn === null)) {
		return `${roomy.matches ? received(scene) : ""} ${choices(scene)}`.trim();
	}
	const latest = scene.last ? scene.game.said(scene, scene.last) : "";
	return `${latest} ${board.turn === null ? "" : words.turnOf(scene.name(board.turn))}`.trim();
}

/** The seats, the leading one first. @param {Scene} scene */
export function ranked({ totals, listed: { best } }) {
	const sign = best === "most" ? -1 : 1;
	return totals.map((_, seat) => seat)
		.sort((one, other) => (totals[one] - totals[other]) * sign);
}

/** The end of a round or a match: a heading, and how it came about. @param {Scene} scene */
export function headline(scene) {
	const { winners, totals, number, name, game } = scene;
	const special = game.special?.(scene) ?? [];
	const how = [...special, game.ended?.(scene) ?? ""].filter(Boolean);
	if (totals.length > 1 && winners.length === totals.length) return [words.tied, ...how];
	if (winners.length) return [words.won(winners.map(name)), ...how];
	return special.length ? how : [words.roundOver(number), ...how];
}

/** The end of a round or a match, aloud: also the cards left, the points and the totals. */
function ending(scene) {
	const { left, points, totals, number, winners } = scene;
	const [heading, ...how] = headline(scene);
	const held = (seat) => left[seat]?.length
		? words.had(scene.name(seat), these(left[seat], left[seat].length)) : "";
	const result = (seat) =>
		[words.result(scene.name(seat), points[seat], totals[seat]), held(seat)];
	const over = words.roundOver(number);
	const first = winners.length
		? [...how, over, words.matchOver, heading]
		: [heading !== over && heading, ...how, over];
	return [...first, ...ranked(scene).flatMap(result)].filter(Boolean).join(" ");
}

/**
 * What has happened, and what is to be done now.
 * @param {Scene} scene @param {SeenAction[]} news
 */
export function told(scene, news) {
	const { points, legal, game } = scene;
	const over = points.length > 0 && ending(scene);
	return [
		...news.slice(-6).map((seen) => game.said(scene, seen)),
		scene.rest && sentence(scene),
		received(scene),
		scene.decided && legal.length > 0 && `${words.decided} ${words.playRest}?`,
		over || (legal.length && !scene.busy && (choices(scene) || game.read(scene)[0])),
	].filter(Boolean).join(" ");
}

/** The whole table. @param {Scene} scene */
export function aloud(scene) {
	const { table: { counts }, totals } = scene;
	const seatAloud = (seat) =>
		words.seat(scene.name(seat), words.cards(counts[seat]), totals[seat]);
	return [
		sentence(scene),
		...scene.game.read(scene),
		...others(scene).flatMap((seat) => [seatAloud(seat), notice(scene, seat)]),
	].filter(Boolean).join(". ").replaceAll("..", ".");
}
