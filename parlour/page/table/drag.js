/*
 * A card is dragged from the hand to the board, by mouse or finger, which does the same as a tap on
 * it. A finger's drag begins upwards; sideways movements and pinches are left to the browser.
 */

import { easing, time } from "../base/motion.js";
import { isLate } from "../base/press.js";

const FAR = 8; // px; a press that moves less is a tap

/** @typedef {{id: number, name: string, card: HTMLElement, x: number, y: number}} Press */

/** A card that follows the pointer, until it is dropped. @param {Press} press */
function follow({ card, x, y }) {
	const frames = (...translate) => ({ translate, zIndex: [30, 30] });
	let shift = "0 0";
	const lifted = card.animate(frames(shift, shift), { duration: 1, fill: "forwards" });
	return {
		to(event) {
			shift = `${event.clientX - x}px ${event.clientY - y}px`;
			/** @type {KeyframeEffect} */ (lifted.effect).setKeyframes(frames(shift, shift));
		},
		/** It goes back to its place in the hand, if it is still there. */
		back() {
			lifted.cancel();
			const duration = time(220);
			if (card.isConnected) card.animate(frames(shift, "0 0"), { duration, easing });
		},
	};
}

/**
 * Listen until the signal.
 * @param {Table} table @param {AbortSignal} signal @param {any} first the press for which this was
 * loaded
 */
export function drag(table, signal, first) {
	const { felt, hand, middle } = table.layout;
	let press = /** @type {Press?} */ (null);
	let lifted = /** @type {ReturnType<typeof follow>?} */ (null);
	let dropped = false; // the click of this moment is the end of a drag

	const down = (event) => {
		const card = event.target.closest("[data-card]");
		if (lifted || !card || event.button || !event.isPrimary) return;
		const { pointerId: id, clientX: x, clientY: y } = event;
		press = { id, name: card.dataset.card, card, x, y };
	};
	/** A card that may not be played stays, and the table says why. @param {Press} pressed */
	const lift = (pressed) => {
		const { busy, held, legal } = table.scene;
		const may = legal.includes(pressed.name);
		if (may && !busy && !held.includes(pressed.name)) return follow(pressed);
		press = null;
		if (!may) void table.tap(pressed.name);
		return null;
	};
	const isOver = ({ clientX: x, clientY: y }) => {
		const { left, top, right, bottom } = middle.getBoundingClientRect();
		return x >= left && x <= right && y >= top && y <= bottom;
	};
	const drop = async ({ name, card }, moved, falls = false) => {
		delete felt.dataset.drop;
		dropped = true;
		setTimeout(() => { dropped = false; });
		if (falls && card.isConnected) await table.tap(name);
		moved.back();
	};
	const end = (event, falls = false) => {
		if (event.pointerId !== press?.id) return;
		if (lifted) void drop(/** @type {Press} */ (press), lifted, falls);
		press = lifted = null;
	};
	const move = (event) => {
		if (!press || event.pointerId !== press.id) return;
		if (!event.buttons) return end(event);
		const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) >= FAR;
		if (far) lifted ??= lift(press);
		if (!lifted) return;
		lifted.to(event);
		felt.dataset.drop = isOver(event) ? "here" : "there";
	};

	down(first);
	hand.addEventListener("pointerdown", down, { signal });
	addEventListener("pointermove", move, { signal });
	const up = (event) => end(event, isOver(event) && !isLate(event));
	addEventListener("pointerup", up, { signal });
	addEventListener("pointercancel", (event) => end(event), { signal });
	addEventListener("click", (event) => dropped && event.stopPropagation(),
		{ signal, capture: true });
}
