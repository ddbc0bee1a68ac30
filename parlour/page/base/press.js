/*
 * One press, one action. A press is made by a key, by a pointer, or by a program that activates
 * buttons for its person. It does nothing if it repeats the one before, or if the table lets its
 * person do something else by the time it ends.
 */

const SOON = 700; // ms; a double click takes 500 at most by the systems' own settings
const NEAR = 24; // px of a finger; the cards of a hand lie as far apart at least
const DOT = 8; // px of a mouse

/**
 * @typedef {{what: any, x: number, y: number, end: number, asked: string, again: boolean}} Press
 */

const guard = document.createElement("div");
guard.className = "guard";
guard.onpointerdown = () => lift();
let timer = 0;

let asked = ""; // what the table lets its person do, as it is on screen
const latest = /** @type {Record<string, Press | undefined>} */ ({});
const pointers = /** @type {Map<number, Press>} */ (new Map());
let isHeld = false; // a key, whose press has clicked nothing yet
let release = 0; // a timer, until which it counts as held
let clicked = /** @type {Element?} */ (null); // the latest button

/**
 * A press begins; it repeats the latest of its kind if that was the same, and not long ago.
 * @param {any} event
 */
function begin(kind, what, event) {
	const { timeStamp, clientX: x, clientY: y, repeat, pointerType } = event;
	const before = latest[kind];
	const near = pointerType === "mouse" ? DOT : NEAR;
	const again = repeat || (!!before && timeStamp - before.end < SOON
		&& (before.what === what || Math.hypot(before.x - x, before.y - y) < near));
	return latest[kind] = { what, x, y, end: timeStamp, asked, again };
}

/** @param {Press | undefined} press */
function finish(press, event) {
	const { timeStamp: end, clientX: x, clientY: y } = event;
	if (press) Object.assign(press, { x, y, end });
}

function stop(event) {
	event.preventDefault();
	event.stopImmediatePropagation();
}

/** @param {any} target */
const buttonOf = (target) => target.closest?.("button, a");

/** Keys that move the focus, scroll or write may repeat. @param {KeyboardEvent} event */
function acts({ key, target, ctrlKey, metaKey, altKey }) {
	const element = /** @type {Element} */ (target);
	if (key === "Enter" || key === "Escape") return true;
	if (element.matches?.("input, select, textarea")) return false;
	return key === " " ? !!buttonOf(element)
		: key.length === 1 && !(ctrlKey || metaKey || altKey);
}

function click(event) {
	const { detail, isTrusted, pointerId, target, timeStamp } = event;
	const button = buttonOf(target);
	if (!button) return;
	let press = pointers.get(pointerId) ?? latest.pointer;
	// Some programs click as a pointer does, but press none.
	const byPointer = isTrusted && detail > 0 && press && timeStamp - press.end < SOON;
	if (!byPointer) {
		if (!isHeld && !isTrusted) return; // a script's
		press = isHeld ? latest.key : begin("program", "", event);
		isHeld = false;
	}
	if (!press) return;
	const isAtTable = !!button.closest(".felt");
	const isAgain = press.again && (isAtTable || button !== clicked);
	if (isAgain || (isAtTable && press.asked !== asked)) return stop(event);
	clicked = button;
	if (isAtTable && byPointer) cover(event);
}

/** A dot is below the pointer meanwhile: nothing there looks as if it could be pressed. */
function cover({ clientX: x, clientY: y }) {
	guard.style.cssText = `left: ${x - DOT}px; top: ${y - DOT}px; padding: ${DOT}px`;
	document.body.append(guard);
	lift();
}

function lift() {
	clearTimeout(timer);
	timer = setTimeout(() => guard.remove(), SOON);
}

/** @type {Record<string, (event: any) => void>} */
const listeners = {
	keydown(event) {
		const what = event.code || event.key;
		const goesOn = event.repeat && latest.key?.what === what;
		if (goesOn) finish(latest.key, event);
		else {
			begin("key", what, event);
			clearTimeout(release); // a busy page may be late to let the one before go
			isHeld = true;
		}
		if (event.repeat && acts(event)) stop(event);
	},
	keyup(event) {
		if (latest.key?.what !== (event.code || event.key)) return;
		finish(latest.key, event);
		release = setTimeout(() => { isHeld = false; }); // the click of a space comes after this
	},
	blur() { isHeld = false; },
	pointerdown(event) {
		if (!event.isTrusted || event.button) return;
		if (event.isPrimary) pointers.clear();
		pointers.set(event.pointerId, begin("pointer", buttonOf(event.target) ?? event, event));
	},
	pointerup(event) { finish(pointers.get(event.pointerId), event); },
	/** It was no press, but the start of a movement. */
	pointercancel(event) {
		pointers.delete(event.pointerId);
		delete latest.pointer;
	},
	click,
};
for (const [name, listen] of Object.entries(listeners)) addEventListener(name, listen, true);

/** Whether a pointer was pressed when the table asked for something else. */
export const isLate = ({ pointerId }) => (pointers.get(pointerId)?.asked ?? asked) !== asked;

/** Note what the table lets its person do. */
export function turn(now = "") { asked = now; }
