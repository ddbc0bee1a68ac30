/* The table: what it shows, and what the viewer does at it. It knows no rules. */

import { back, card } from "../base/cards.js";
import { fill } from "../base/dom.js";
import { pageOf } from "./games.js";
import { Hand } from "./hand.js";
import { listen } from "./keys.js";
import { later, loadAll, opener, whenLoaded } from "../base/later.js";
import { draw, makeLayout, small, wide, writeNote } from "./layout.js";
import { fly, move, places, time } from "../base/motion.js";
import { aloud, sentence, told } from "./narration.js";
import { turn } from "../base/press.js";
import { Queue } from "./queue.js";
import { namesOf } from "./seats.js";
import { lessonOf, settings } from "../base/settings.js";
import { text } from "../text/text.js";
import { voice } from "../base/card_text.js";

const words = text.table;

const QUIET = 3000; // ms in which the first cards come to the table

/** What the scene begins with, before the table has sent anything. */
const BLANK = {
	room: null, view: null,
	held: [], sent: [], came: [],
	last: null, rest: false, again: false,
	refusal: "", repeat: "", expected: 0, since: () => 0,
	isAside: false, hinting: false, advised: [], sheetOpen: false, sheetShown: false,
	remarks: {},
};

/** A card's box in the middle of an element. @param {Element} around */
function box(around) {
	const { x, y, width, height } = around.getBoundingClientRect();
	return new DOMRect(x + width / 2 - 20, y + height / 2 - 28, 40, 56);
}

/** @type {(view: SeatView?) => view is DealtView} */
const isDealt = (view) => !!view?.table;

/** A table in an element, until it is closed. */
export class Table {
	#life = new AbortController();
	#page = /** @type {Game | undefined} */ (undefined); // how this game is shown
	#forced = /** @type {boolean?} */ (null); // as the table has last been told
	#tick = 0;

	/** @param {Element} root @param {Connection} connection @param {App} app */
	constructor(root, connection, app) {
		this.connection = connection;
		this.app = app;
		// All that is shown, and all that the viewer has chosen: the state of the table.
		this.scene = /** @type {Scene} */ (/** @type {any} */ ({
			...BLANK,
			address: connection.table,
			lesson: lessonOf(connection.table),
			send: this.send,
			hold: this.hold,
			drop: this.drop,
			refuse: this.refuse,
			say: (what) => this.say(what, true),
			focus: (which) => this.use(which, "focus"),
			name: (seat) => seat === this.scene.me ? text.you : namesOf(this.scene.room)[seat],
			call: (what, ...fields) => void connection[what](...fields).catch(this.fail),
			home: app.home,
			aside: this.aside,
		}));
		this.layout = makeLayout(this);
		fill(root, this.layout.root);
		this.say = voice(this.layout.root);
		this.hand = new Hand(this.layout.hand, this.tap);
		this.queue = new Queue(this.#show, ({ seat }) => seat === this.scene.me);
		this.#listen();
	}

	#listen() {
		const { connection, layout, scene } = this;
		const { signal } = this.#life;
		const draw = () => this.draw();
		listen(this, signal);
		// Else a tap soon after a drag is taken for the end of a scroll.
		const keep = (event) => layout.felt.dataset.drop && event.preventDefault();
		layout.hand.addEventListener("touchmove", keep);
		const press = (event) => whenLoaded(later.drag, ({ drag }) => drag(this, signal, event));
		layout.hand.addEventListener("pointerdown", press, { signal, once: true });
		connection.addEventListener("room", () => {
			const received = performance.now();
			scene.since = () => performance.now() - received;
			this.#force();
			draw();
			this.#showNext();
		});
		connection.addEventListener("state", () => writeNote(layout, connection));
		connection.addEventListener("view", (event) => {
			this.queue.push(/** @type {any} */ (event).detail);
			this.#showNext();
		});
		connection.addEventListener("said", (event) => whenLoaded(later.phrases, ({ hear }) =>
			hear(this, /** @type {any} */ (event).detail)));
		addEventListener("settings", () => {
			this.#force();
			draw();
		}, { signal });
		new ResizeObserver(draw).observe(layout.felt);
		const isTimed = ({ held }) => held !== null;
		this.#tick = setInterval(() => scene.room?.seats.some(isTimed) && draw(), 1000);
		setTimeout(() => this.#life.signal.aborted || loadAll(), QUIET);
	}

	/** Tell the table once, and whenever it changes, whether forced cards are played. */
	#force() {
		// A lesson leaves each card to its person.
		const on = settings.forced === "on" && !this.scene.lesson;
		if (typeof this.connection.room?.you.seat !== "number" || on === this.#forced) return;
		this.#forced = on;
		this.connection.forced(on).catch(() => { this.#forced = null; });
	}

	/** Whoever sits at the table has to be known first. */
	#showNext() {
		if (this.connection.room) void this.queue.go();
	}

	close() {
		this.#life.abort();
		this.queue.close();
		clearInterval(this.#tick);
	}

	find = (which = "") => this.layout.root.querySelector(which);

	/** Focus or click an element; whether it is there. */
	use(which = "", what = "") {
		const found = this.find(which);
		found?.[what]();
		return !!found;
	}

	/**
	 * A card moves from where it was, or from `source`; one that has no place now flies to the seat
	 * `taker`. The focus stays, or goes to the next thing to do.
	 * @param {(card: string) => DOMRect?} source
	 */
	draw(source = () => null, apart = 0, taker = -1) {
		const { layout, scene } = this;
		const ready = this.connection.room && scene.view && this.#page;
		if (!ready || this.#life.signal.aborted) return;
		const before = places(layout.felt);
		const { activeElement } = document;
		const focused = layout.root.contains(activeElement) && activeElement?.getAttribute("name");
		this.#update();
		draw(this);
		move(layout.felt, before, source, apart);
		const after = places(layout.felt);
		for (const [name, from] of before) {
			if (taker < 0 || after.has(name)) continue;
			fly(layout.root, card(name, scene.face), from, this.#seatBox(taker));
		}
		if (!focused || layout.root.contains(document.activeElement)) return;
		const next = [`[name="${focused}"]`, ".asked button", ".panel [name=next]"];
		const found = next.some((which) => this.use(which, "focus")) || this.hand.focus();
		if (!found) layout.felt.focus();
	}

	/** Bring the scene up to date with the room, the settings and the window. */
	#update() {
		const { connection: { room }, scene } = this;
		const { view, expected, repeat } = scene;
		if (!room || !view) return;
		const me = room.you.seat;
		Object.assign(scene, view, {
			room,
			me,
			base: me ?? 0,
			game: this.#page,
			listed: text.game(view.game),
			busy: view.move < expected || repeat !== "",
			phone: small.matches,
			face: small.matches ? "large" : "plain",
		});
		const { number, undone, legal, move, undo, decided, points } = view;
		turn(`${[room.phase, number, undone, legal.length > 0 && move, undo, decided, points]}`);
	}

	/** One after the other; the last one is `repeated` while nothing else is possible. */
	send = async (actions = [""], repeated = false) => {
		const { scene } = this;
		const from = scene.move;
		if (from < scene.expected) return;
		loadAll();
		Object.assign(scene, {
			expected: from + actions.length,
			sent: actions,
			refusal: "",
			again: false,
			repeat: repeated ? actions[0] : "",
		});
		this.draw();
		let next = from;
		try {
			for (const action of actions) await this.connection.act(next++, action);
		} catch (error) {
			Object.assign(scene, { expected: 0, sent: [], held: [], repeat: "" });
			// Otherwise the table has played it as the only card in the meantime.
			if (Number(this.connection.view?.view.move) < next) this.fail(error);
		}
	};

	hold = (name = "") => {
		const { scene } = this;
		const others = scene.held.filter((other) => other !== name);
		scene.held = scene.held.includes(name) ? others : [...scene.held, name];
		scene.refusal = "";
		this.draw();
	};

	drop = () => {
		const [name] = this.scene.held;
		this.hold(name);
		this.hand.focus(name);
	};

	tap = (name = "") => {
		const { scene } = this;
		this.queue.hurry();
		const { legal, points, number } = scene;
		if (scene.me === null || scene.busy) return;
		if (!legal.length) {
			return this.refuse(points.length ? words.roundOver(number) : words.notYours);
		}
		if (!legal.includes(name)) return this.refuse(scene.game.why(scene, name));
		if (scene.held.includes(name)) return this.drop();
		if (scene.game.tap?.(scene, name)) return;
		scene.held = [];
		return this.send([name]);
	};

	refuse = (why = "") => {
		this.scene.refusal = why;
		this.draw();
		this.say(why, true);
	};

	fail = (error) => this.refuse(error.message);

	lastTrick = () => {
		const { scene } = this;
		scene.again = !scene.again;
		this.draw();
		if (scene.again) this.say(scene.game.read(scene).join(". "), true);
	};

	toggleSheet = () => whenLoaded(later.score, () => {
		const { scene } = this;
		scene.sheetOpen = !scene.sheetOpen;
		this.draw();
		this.use(scene.sheetOpen ? "[name=close]" : "[name=sheet]", "focus");
	});

	/** Put the sheet with the result aside, or bring it back. */
	aside = () => {
		const { scene } = this;
		scene.isAside = !scene.isAside;
		this.draw();
		this.use(scene.isAside ? "[name=result]" : ".panel [name=aside]", "focus");
	};

	hint = opener(later.hint, ({ askHint }) => askHint(this));

	leave = opener(later.menu, ({ leave }) => leave(this));

	readAloud = () => this.scene.view?.table && this.say(aloud(this.scene), true);

	/** Take back what is chosen, else close what is open. */
	stepBack() {
		const { scene } = this;
		if (scene.held.length) this.drop();
		else if (scene.again) this.lastTrick();
		else if (scene.sheetOpen && !wide.matches) this.toggleSheet();
		else if (scene.points.length && !scene.rest) this.aside();
	}

	/** Show a view, with what has happened since the one before. @param {Update} update */
	#show = async (update) => {
		const { scene } = this;
		const { view: after, news, seen } = update;
		const { view: latest } = scene;
		const page = this.#page ??= await pageOf(after.game);
		const before = isDealt(scene.view) ? scene.view : null;
		const same = !!before && before.number === after.number && after.move >= before.move
			&& before.undone === after.undone;
		this.#take(update, same ? before : null);
		const [giver = scene.last?.seat, taker] = same && page.given?.(before, scene) || [];
		this.draw((name) => {
			if (!same) return before || !seen?.length ? box(this.layout.middle) : null;
			if (news.some((one) => one.card === name)) return this.#stock();
			return giver === undefined ? null : this.#seatBox(giver);
		}, same ? 60 : 18, taker);
		if (!after.table) return;
		for (const { seat, card: drawn } of same ? news : []) {
			if (!drawn || seat === scene.me) continue;
			fly(this.layout.root, back(), this.#stock(), this.#seatBox(seat));
		}
		if (!before) this.#begin();
		this.say(told(scene, news) || (before ? "" : sentence(scene)));
		if (latest) whenLoaded(later.alerts, ({ signal }) => signal(latest, scene));
		const repeat = () => scene.view === after && this.send([scene.repeat], true);
		if (scene.repeat) setTimeout(repeat, time(300));
		if (!scene.rest) return;
		await this.queue.pause((time(700) || 700) / (after.points.length ? 2 : 1));
		scene.rest = false;
		this.draw(undefined, 0, page.taker?.(scene) ?? 0);
	};

	/**
	 * The hand has the focus from the start, unless something else has it. It is not marked where
	 * the page has just been loaded: a marked card would look like an advised one.
	 */
	#begin() {
		const { activeElement, body } = document;
		const focusVisible = this.app.moved ? undefined : false;
		if (activeElement === body) this.hand.focus(undefined, { focusVisible });
	}

	/** The scene with this view, which continues the view `before`. @param {Update} update */
	#take({ view: after, news, seen }, before = /** @type {DealtView?} */ (null)) {
		const { scene } = this;
		scene.last = news.at(-1) ?? (before ? scene.last : seen?.at(-1)) ?? null;
		if (!before) Object.assign(scene, { expected: 0, sent: [] });
		// From the second round on there is something in the score sheet; it opens once.
		if (wide.matches && !scene.sheetShown && after.sheet.length && !after.points.length) {
			scene.sheetOpen = scene.sheetShown = true;
		}
		scene.isAside &&= after.points.length > 0 && after.number === scene.view?.number;
		scene.view = after;
		scene.advised = [];
		const known = (name) => before?.table.hand.includes(name)
			|| news.some(({ card: played }) => played === name);
		scene.came = before && after.table ? after.table.hand.filter((name) => !known(name)) : [];
		scene.held = scene.held.filter((name) => after.legal.includes(name));
		scene.refusal = "";
		scene.again = false;
		scene.rest = !!(before && isDealt(after) && this.#page?.rests?.(before, after));
		// Not in a later turn.
		if (after.move !== scene.expected || after.legal.join() !== scene.repeat) scene.repeat = "";
	}

	#stock() { return box(this.find(".stack") ?? this.layout.middle); }

	#seatBox(seat = 0) { return box(this.find(`[data-seat="${seat}"] .who`) ?? this.layout.root); }
}
