/* The panel while nobody plays: the lobby, and the end of a round or a match. */

import { icon, sign } from "../base/cards.js";
import { againOf, dealOf } from "./deal_number.js";
import { button, fan, fill, h, sitter } from "../base/dom.js";
import { share } from "./menu.js";
import { easing, time } from "../base/motion.js";
import { headline, ranked } from "../table/narration.js";
import { grid } from "./score.js";
import { invitation, kindOf } from "../table/seats.js";
import { text } from "../text/text.js";
import { rich, short } from "../base/card_text.js";

const words = text.table;

const guest = (scene, seat = 0) => {
	const { kind, here } = scene.room.seats[seat];
	const state = kind === "person" && !here ? words.gone : kindOf(scene, seat);
	const remark = scene.remarks[seat]?.();
	return h("li", sitter(kind), h("b", scene.name(seat)),
		(remark || seat !== scene.me) && h("span", remark ?? state));
};

const lobby = (scene) => [
	h("h2", text.start.waiting),
	h("ul.guests", scene.room.seats.map((_, seat) => guest(scene, seat))),
	h("p", words.lobbyNote),
	...share(scene),
	scene.room.you.maker
		&& button(words.start, () => scene.call("start"), invitation(scene.room) ? "" : "main"),
];

/** The next round, or a rematch. @param {Scene} scene */
function nextButton({ winners, me, call, room: { phase, ready } }) {
	if (me !== null && ready.includes(me)) return h("p", words.waiting);
	if (me === null || (phase !== "scored" && phase !== "over")) return null;
	const label = winners.length ? words.rematch : words.next;
	return button(label, () => call("next"), "main", { name: "next" });
}

/** Cards that a seat has left, or what its game shows of the round. @param {Scene} scene */
const resultOf = (scene, seat = 0) =>
	scene.game.result?.(scene, seat) ?? (scene.left[seat] ?? []).map(short);

function ended(scene) {
	const { winners, totals, points, room: { ready }, me, game, lesson, closing, aside } = scene;
	const { goal, length, listed: { best } } = scene;
	const [heading, ...how] = headline(scene);
	const others = ready.filter((seat) => seat !== me);
	const row = (seat = 0) => [
		[h("b", scene.name(seat)), h("div", resultOf(scene, seat))],
		words.gain(points[seat]),
		h("b", words.sum(totals[seat])),
	];
	return [
		h("header", winners.length > 0 && fan(scene.listed.cards), h("h2", heading),
			button(icon("close"), aside, "quiet icon-only",
				{ name: "aside", ariaLabel: words.putAside })),
		how.length > 0 && h("p", how.join(" ")),
		lesson ? h("p", rich(closing))
			: h("p.goal", words.note(best, goal, length, winners.length > 0)),
		game.gathered?.(scene),
		grid([words.player, words.points, words.total], ranked(scene).map(row)),
		others.length > 0 && h("p", words.ready(others.map(scene.name))),
		dealOf(scene),
		h(".row", nextButton(scene), againOf(scene).map(([label, then]) => button(label, then)),
			scene.undo !== null && button(words.undo, () => scene.call("undo", scene.undo)),
			winners.length > 0 && button(text.home, scene.home)),
	];
}

/** A sheet that comes from below. */
function slide(sheet) {
	const duration = time(260);
	if (!duration) return;
	const from = { opacity: 0, transform: "translateY(2rem)" };
	sheet.animate([from, {}], { duration, easing, delay: time(200), fill: "backwards" });
}

/** Suits that rise over a sheet and vanish, for a match that is won. */
function celebrate(sheet) {
	if (!time(1)) return;
	const layer = h(".rising", [..."SHDCSHDCSHDC"].map((suit) => sign(suit)));
	sheet.append(layer);
	const all = [...layer.children].map((one, place) => {
		const x = (place % 2 ? 1 : -1) * (10 + 7 * place);
		const end = { opacity: 0, transform: `translate(${x}%, -14rem) rotate(${3 * x}deg)` };
		return one.animate([{ opacity: 0 }, { opacity: 1, offset: 0.2 }, end],
			{ duration: time(1600), delay: time(90 * place), easing, fill: "both" }).finished;
	});
	Promise.allSettled(all).then(() => layer.remove());
}

/** @param {Scene} scene */
export function drawPanel(panel, scene) {
	const { phase, ready, seats } = scene.room;
	const { me, winners, points, rest, isAside } = scene;
	const ending = points.length && !rest ? "ended" : "";
	const what = phase === "waiting" ? "lobby" : ending;
	const comes = panel.hidden && what === "ended" && !isAside;
	const remarks = Object.keys(scene.remarks).filter((seat) => scene.remarks[seat]);
	const drawn = what && JSON.stringify([phase, ready, seats, scene.number, points, winners,
		scene.closing, what === "lobby" && remarks]);
	panel.hidden = !what || (what === "ended" && isAside);
	panel.className = `panel ${what}`;
	if (drawn !== panel.dataset.drawn) {
		const next = () => panel.querySelector("[name=next]");
		const had = next();
		fill(panel, ...{ lobby, ended, "": () => [] }[what](scene));
		// From the hand, which can do nothing more.
		if (!had && document.activeElement?.closest(".felt")) next()?.focus();
	}
	panel.dataset.drawn = drawn;
	if (!comes) return;
	slide(panel);
	const won = me !== null && winners.includes(me);
	if (won && winners.length < points.length) celebrate(panel);
}
