/* Motion: a card is one element, and moves from where it was to its true place. */

import { h } from "./dom.js";
import { settings } from "./settings.js";

export const easing = "cubic-bezier(.2, .7, .2, 1)";
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** At the viewer's speed; 0 where nothing shall move. */
export const time = (ms = 0) => calm.matches ? 0 : ms * settings.speed;

const cards = (root) => [...root.querySelectorAll("[data-card]")];

export const places = (root) =>
	new Map(cards(root).map((card) => [`${card.dataset.card}`, card.getBoundingClientRect()]));

/** Moves every card from where it was, or from `source` if it is new; those `apart`. */
export function move(root, before, source, apart = 0) {
	let late = 0;
	for (const card of time(1) ? cards(root) : []) {
		for (const running of card.getAnimations()) if (running.id === "move") running.cancel();
		const name = `${card.dataset.card}`;
		const known = before.get(name);
		const from = known ?? source(name);
		const to = card.getBoundingClientRect();
		if (!from || !to.width || Math.abs(from.x - to.x) + Math.abs(from.y - to.y) < 2) continue;
		const shift = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
		const transform = `${shift} scale(${from.width / to.width}, ${from.height / to.height})`;
		card.animate({
			transform: [transform, "none"],
			transformOrigin: ["0 0", "0 0"],
			zIndex: [30, 30],
		}, {
			id: "move",
			duration: time(220),
			easing,
			delay: known ? 0 : time(apart) * late++,
			fill: "backwards",
		});
	}
}

/** A card that vanishes where it arrives: one drawn by another, or of a trick. */
export function fly(layer, face, from, to) {
	if (!time(1)) return;
	const style = `left: ${from.x}px; top: ${from.y}px; width: ${from.width}px`;
	const ghost = h(".ghost", { style }, face);
	layer.append(ghost);
	const shift = `translate(${to.x - from.x}px, ${to.y - from.y}px)`;
	const transform = `${shift} scale(${to.width / from.width})`;
	const frames = [{}, { opacity: 1, offset: 0.7 }, { transform, opacity: 0 }];
	ghost.animate(frames, { duration: time(260), easing }).onfinish = () => ghost.remove();
}
