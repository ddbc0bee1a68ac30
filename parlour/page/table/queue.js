/* Views that wait to be shown: one after the other, at the viewer's pace. */

import { settings } from "../base/settings.js";

const PACE = { once: 0, quick: 350, calm: 700, slow: 1200 };
const MOST = 12; // waiting views; if there are more, only the newest is shown

export class Queue {
	#waiting = /** @type {Update[]} */ ([]);
	#showing = false;
	#shownAt = 0; // of the last view; 0 if the next one need not wait
	#shown = /** @type {SeatView?} */ (null);
	#closed = false;

	/**
	 * @param {(update: Update) => Promise<void>} show
	 * @param {(seen: SeenAction) => boolean} isOwn whether the viewer acted
	 */
	constructor(show, isOwn) {
		this.show = show;
		this.isOwn = isOwn;
	}

	/** End the pause, if there is one. */
	hurry = () => {};

	pause = (ms = 0) => new Promise((done) => {
		this.hurry = () => done(null);
		setTimeout(this.hurry, ms);
	});

	/**
	 * What waits is passed over where the match went back, or another one has begun.
	 * @param {Update} update
	 */
	push(update) {
		const waiting = this.#waiting;
		const latest = waiting.at(-1)?.view ?? this.#shown;
		const { number, undone } = update.view;
		if (latest && (undone !== latest.undone || number < latest.number)) {
			waiting.length = 0;
			this.#shownAt = 0;
			this.hurry();
		}
		waiting.push(update);
	}

	close() {
		this.#closed = true;
		this.hurry();
	}

	/** Show what waits; the viewer's own actions at once. */
	async go() {
		const waiting = this.#waiting;
		if (this.#showing) return;
		this.#showing = true;
		while (waiting.length && !this.#closed) {
			if (waiting.length > MOST) waiting.splice(0, waiting.length - 1);
			const wait = this.#shownAt + PACE[settings.pace] - performance.now();
			const paced = this.#shownAt > 0 && !waiting[0].news.some(this.isOwn);
			if (paced && wait > 0) await this.pause(wait);
			const [update] = waiting.splice(0, 1);
			this.#shown = update.view;
			try {
				await this.show(update);
			} catch (error) {
				console.error(error); // the next view may succeed
			}
			this.#shownAt = performance.now();
		}
		this.#showing = false;
	}
}
