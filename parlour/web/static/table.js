/* The table: shows one view after another, and sends its seat's actions. It knows no rules. */

import { back, card, icon } from "./cards.js";
import { button, fan, fill, h, openDialog, renew } from "./dom.js";
import { pageOf } from "./games.js";
import { makeHand } from "./hand.js";
import { fly, move, places, time } from "./motion.js";
import {
	drawPanel, drawScore, drawSeat, grid, invitation, namesOf, notice, others, share,
} from "./panel.js";
import { settings } from "./settings.js";
import { text } from "./text.js";
import { moves, rich, these, voice } from "./voice.js";

const PACE = { once: 0, quick: 350, calm: 700, slow: 1200 };
const KEYS = { X: ".felt .main", L: "[name=last]", O: "[name=sheet]", I: "[name=hint]" };

/**
 * The table in `root`, until it is closed.
 * @param {Element} root @param {Connection} connection @param {App} app
 */
export function showTable(root, connection, app) {
	const words = text.table;
	const small = matchMedia("(max-width: 699px), (max-height: 479px)");
	const wide = matchMedia("(min-width: 1200px) and (min-height: 480px)");
	const life = new AbortController();
	const queue = [];
	/** @type {Ctx} */
	const c = /** @type {any} */ ({
		held: [], sent: [], came: [],
		last: null, rest: false, again: false,
		address: connection.table,
		send, hold, drop, refuse,
		say: (what) => say(what, true),
		focus: (which) => use(which, "focus"),
		name: (seat) => seat === c.me ? text.you : namesOf(c.room)[seat],
		since: () => performance.now() - roomAt,
		call: (what) => void connection[what]().catch(fail),
		home: app.home,
	});
	let view = null;
	let page = /** @type {Game | undefined} */ (undefined); // how this game is shown
	let [expected, refusal, repeat, roomAt, shownAt] = [0, "", "", 0, -9999];
	let [pumping, hinting, sheetOpen, opened] = [false, false, false, false];
	let hurry = () => {};

	const [title, sub, status] = [h("h1"), h("span"), h("p.status", text.start.loading)];
	const net = h("p.net", { role: "status" });
	const seats = h("ul.seats", {
		ariaLabel: words.seats,
		onclick: () => small.matches && toggleSheet(),
	});
	const own = h("ul.me", { ariaLabel: words.yourSeat });
	const middle = h(".middle");
	const hand = h(".hand", { role: "group", ariaLabel: words.hand, hidden: true });
	const [left, right, ask, extra] = ["left", "row", "asked", "extra"]
		.map((name) => h("div", { class: name }));
	const panel = h("section");
	const felt = h("main.felt", { tabIndex: -1, onpointerdown: () => c.rest && hurry() },
		seats, middle, ask, h(".line", left, status, right), hand, h(".foot", own, extra), panel);
	const sheet = h("aside", { ariaLabel: words.sheet, hidden: true });
	const shade = h(".shade", { onclick: toggleSheet, hidden: true });
	const inviting = () => invitation(c.room) ? words.invite : words.letWatch;
	const openInvite = () => void openDialog({ title: inviting() }, ...share(c));
	const invite = button("", openInvite, "quiet broad");
	const commands = Object.entries({
		[text.help.title]: () => app.help(view?.game),
		[text.settings.title]: app.settings,
		[words.leave]: leave,
	});
	const nav = h("nav", { ariaLabel: words.menu },
		button([icon("hint"), h("span.broad", words.hint.title)], hint, "quiet",
			{ name: "hint", ariaLabel: words.hint.title }),
		button(icon("chart"), toggleSheet, "quiet", { name: "sheet", ariaLabel: words.sheet }),
		button(icon("menu"), menu, "quiet narrow", { ariaLabel: words.menu }),
		invite,
		commands.map(([label, then]) => button(label, then, "quiet broad")));
	const table = h(".t",
		h("header.bar",
			button(icon("back"), leave, "quiet narrow", { ariaLabel: words.leave }),
			button(text.name, leave, "quiet wordmark broad"),
			net,
			h(".titles", title, sub),
			nav),
		h(".spread", felt, shade, sheet));
	fill(root, table);
	const say = voice(table);
	const cards = makeHand(hand, tap);

	const find = (which = "") => table.querySelector(which);

	function use(which = "", what = "") {
		const found = find(which);
		found?.[what]();
		return !!found;
	}

	/**
	 * A card moves from where it was, or from `source`; one that has no place now flies to the seat
	 * `taker`. The focus stays, or goes to the next thing to do.
	 * @param {(card: string) => DOMRect?} source
	 */
	function draw(source = () => null, apart = 0, taker = -1) {
		const { room } = connection;
		if (!room || !view || !page || life.signal.aborted) return;
		const lay = places(felt);
		const { legal, number, goal, length, game, table: board } = view;
		const { activeElement } = document;
		const focused = table.contains(activeElement) && activeElement?.getAttribute("name");
		const me = room.you.seat;
		Object.assign(c, view, {
			room,
			me,
			base: me ?? 0,
			game: page,
			listed: text.game(game),
			busy: view.move < expected || repeat !== "",
			phone: small.matches,
			face: small.matches ? "large" : "plain",
		});
		title.textContent = text.title(game);
		const prefix = legal.length && !c.rest ? `${words.yours} · ` : "";
		document.title = `${prefix}${text.title(game)} · ${text.name}`;
		sub.textContent = number ? words.round(number, goal, length) : "";
		const around = others(c);
		felt.className = ["felt", page.kind, !page.straight && "round", around.length > 3 && "many"]
			.filter(Boolean).join(" ");
		const far = around.length - 1;
		renew(seats, around.map((seat, n) => drawSeat(c, seat, far ? n / far : 0.5)));
		renew(own, drawSeat(c, c.base));
		hand.hidden = me === null;
		invite.hidden = !room.watch;
		invite.textContent = inviting();
		if (board) {
			renew(middle, c.game.draw(c));
			middle.className = c.again ? "middle again" : "middle";
			const laid = page.laid?.(c) ?? [];
			cards.draw(c, board.hand.filter((name) => !laid.includes(name)));
			const label = c.again ? words.toTable : words.lastTrick;
			const before = page.before?.(c) ?? [];
			const face = [small.matches && c.again ? icon("back") : fan(before, "large"),
				h("span.broad", label)];
			renew(left, !c.rest && before.length > 0 && button(face, lastTrick, "",
				{ name: "last", ariaPressed: `${c.again}`, ariaLabel: label }));
		}
		note();
		renew(extra, beside());
		renew(status, rich(sentence()));
		status.className = refusal ? "status warn" : "status";
		const act = (name) => button(c.listed.actions[name], () => send([name], true), "main",
			{ name, ariaDisabled: `${c.busy}` });
		renew(right, !c.rest && board && page.acts?.(c).map(act));
		renew(ask, me !== null && board && c.game.sheet?.(c));
		drawPanel(panel, c);
		sheet.hidden = shade.hidden = !sheetOpen;
		drawScore(sheet, c, toggleSheet);
		move(felt, lay, source, apart);
		const lies = places(felt);
		for (const [name, from] of lay) {
			if (taker >= 0 && !lies.has(name)) fly(table, card(name, c.face), from, seatBox(taker));
		}
		if (!focused || table.contains(document.activeElement)) return;
		if (!use(`[name="${focused}"]`, "focus") && !use(".asked button, .panel button", "focus")
			&& !cards.focus()) felt.focus();
	}

	/** Beside one's own seat. */
	function beside() {
		const { me, room, table: board } = c;
		if (me === null) return h("b", room.you.waits ? words.waits : words.watching);
		if (!room.seats[me].away) return board && c.game.own?.(c);
		return button(words.takeBack, () => c.call("back"), "main", { name: "back" });
	}

	/** Above the table: the connection is lost, or why the table is slower or weaker than usual. */
	function note() {
		const { state, room } = connection;
		let now = room?.resting ? words.resting : words.standIn[room?.stand_in ?? ""];
		if (state === "lost") now = text.link.gone;
		if (net.textContent !== now) net.textContent = now;
	}

	function sentence() {
		const { table: board, points, legal } = c;
		if (refusal || c.again || !board || points.length) return refusal;
		if (c.rest) return words.took(c.name(c.game.taker?.(c) ?? 0));
		if (c.me !== null && (legal.length || board.turn === null)) return c.game.status(c);
		const latest = c.last ? c.game.said(c, c.last) : "";
		return `${latest} ${board.turn === null ? "" : words.turnOf(c.name(board.turn))}`.trim();
	}

	function lastTrick() {
		c.again = !c.again;
		draw();
		if (c.again) say(c.game.read(c).join(". "), true);
	}

	function refuse(why = "") {
		refusal = why;
		draw();
		say(why, true);
	}

	const fail = (error) => refuse(error.message);

	/** One after the other; the last one is `repeated` while nothing else is possible. */
	async function send(actions, repeated = false) {
		const from = c.move;
		if (from < expected) return;
		[expected, c.sent, refusal, c.again] = [from + actions.length, actions, "", false];
		repeat = repeated ? actions[0] : "";
		draw();
		try {
			for (const [n, action] of actions.entries()) await connection.act(from + n, action);
		} catch (error) {
			[expected, c.sent, c.held, repeat] = [0, [], [], ""];
			fail(error);
		}
	}

	function hold(name = "") {
		const others = c.held.filter((other) => other !== name);
		c.held = c.held.includes(name) ? others : [...c.held, name];
		refusal = "";
		draw();
	}

	function drop() {
		const [name] = c.held;
		hold(name);
		cards.focus(name);
	}

	function tap(name = "") {
		hurry();
		const { legal, points, number } = c;
		if (c.me === null || c.busy) return;
		if (!legal.length) return refuse(points.length ? words.roundOver(number) : words.notYours);
		if (!legal.includes(name)) return refuse(c.game.why(c, name));
		if (c.held.includes(name)) return drop();
		if (c.game.tap?.(c, name)) return;
		c.held = [];
		void send([name]);
	}

	const pause = (ms = 0) => new Promise((done) => {
		hurry = () => done(0);
		setTimeout(hurry, ms);
	});

	/** Shows the queue at the viewer's pace; this seat's own actions at once. */
	async function pump() {
		if (pumping || !connection.room || !queue.length) return;
		pumping = true;
		page ??= await pageOf(queue[0].view.game);
		while (queue.length && !life.signal.aborted) {
			if (queue.length > 12) queue.splice(0, queue.length - 1); // it fell far behind
			const wait = shownAt + PACE[settings.pace] - performance.now();
			const own = queue[0].news.some(({ seat }) => seat === c.me);
			if (view && wait > 0 && !own) await pause(wait);
			try {
				await show(queue.shift());
			} catch (error) {
				console.error(error); // the next view may succeed
			}
			shownAt = performance.now();
		}
		pumping = false;
	}

	async function show({ view: after, news, seen }) {
		const before = view?.table && view;
		const same = before && before.number === after.number && after.move >= before.move;
		c.last = news.at(-1) ?? (same ? c.last : seen?.at(-1)) ?? null;
		if (!same) expected = 0;
		// From the second round on there is something in the score sheet; it opens once.
		if (wide.matches && !opened && after.sheet.length && !after.points.length) {
			sheetOpen = opened = true;
		}
		view = after;
		c.came = same && after.table ? after.table.hand.filter((name) =>
			!before.table.hand.includes(name) && !news.some(({ card }) => card === name)) : [];
		c.held = c.held.filter((name) => after.legal.includes(name));
		[refusal, c.again] = ["", false];
		c.rest = !!(same && after.table && page?.rests?.(before, after));
		if (after.legal.join() !== repeat) repeat = "";
		const [giver = c.last?.seat, taker] = same ? page?.given?.(before, c) ?? [] : [];
		const stock = () => box(find(".stack") ?? middle);
		draw((name) => {
			if (!same) return before || !seen?.length ? box(middle) : null;
			if (news.some((one) => one.card === name)) return stock();
			return giver === undefined ? null : seatBox(giver);
		}, same ? 60 : 18, taker);
		if (!after.table) return;
		for (const { seat, card: drawn } of news) {
			if (same && drawn && seat !== c.me) fly(table, back(), stock(), seatBox(seat));
		}
		speak(news);
		if (repeat) setTimeout(() => view === after && send([repeat], true), time(300));
		if (!c.rest) return;
		await pause((time(700) || 700) / (after.points.length ? 2 : 1));
		c.rest = false;
		draw(undefined, 0, page?.taker?.(c) ?? 0);
	}

	function box(around) {
		const { x, y, width, height } = around.getBoundingClientRect();
		return new DOMRect(x + width / 2 - 20, y + height / 2 - 28, 40, 56);
	}

	const seatBox = (seat = 0) => box(find(`[data-seat="${seat}"] .who`) ?? table);

	function speak(news) {
		const { points, legal, number } = c;
		const fresh = c.game.fresh?.(c) ?? [];
		const over = points.length > 0 && `${c.game.ended?.(c) ?? ""} ${words.roundOver(number)}`;
		say([
			...news.slice(-6).map((seen) => c.game.said(c, seen)),
			c.rest && sentence(),
			fresh.length && words.got(these(fresh)),
			over || (legal.length && !c.busy && c.game.status(c)),
		].filter(Boolean).join(" "));
	}

	function readAloud() {
		if (!view?.table) return;
		const { table: { counts }, totals } = c;
		const aloud = (seat) => words.seat(c.name(seat), words.cards(counts[seat]), totals[seat]);
		say([
			sentence(),
			...c.game.read(c),
			...others(c).flatMap((seat) => [aloud(seat), notice(c, seat)]),
		].filter(Boolean).join(". ").replaceAll("..", "."), true);
	}

	function hint() {
		if (hinting) return;
		[refusal, hinting] = ["", true];
		const open = ({ hint: { why, unit, choices } }) => {
			const [first] = choices;
			const row = ({ actions, points, better }) => [
				h("span", rich(moves(actions, c.listed))),
				`${points?.toFixed(1) ?? "–"}`,
				unit === "share" ? `${Math.round(100 * better)} %` : better.toFixed(1),
			];
			const reason = words.hint[why] ?? words.standIn[why];
			openDialog({ title: words.hint.title },
				h("p", rich(`${moves(first.actions, c.listed)}. ${reason}`)),
				choices.some(({ playouts }) => playouts)
					&& grid(["", words.hint.costs, words.hint[unit]], choices.map(row)));
		};
		connection.hint().finally(() => { hinting = false; }).then(open, fail);
	}

	function toggleSheet() {
		sheetOpen = !sheetOpen;
		draw();
		use(sheetOpen ? "[name=close]" : "[name=sheet]", "focus");
	}

	function leave() {
		const leaveForGood = () => {
			dialog.close();
			connection.leave().then(app.home, fail);
		};
		const dialog = openDialog({ title: words.leaveTitle },
			h("p", c.me === null ? words.watchNote : words.leaveNote),
			button(words.toStart, app.home, "main"),
			c.me !== null && button(words.forGood, leaveForGood));
	}

	function menu() {
		const buttons = commands.map(([label, then]) => button(label, () => {
			dialog.close();
			then();
		}));
		const dialog = openDialog({ title: words.menu }, buttons, view && share(c));
	}

	/** Escape takes back what is chosen, else closes what is open. */
	function stepBack() {
		if (c.held.length) drop();
		else if (c.again) lastTrick();
		else if (sheetOpen && !wide.matches) toggleSheet();
	}

	let [suit, since] = ["", 0]; // a suit's letter waits for its rank
	document.addEventListener("keydown", (event) => {
		const { ctrlKey, metaKey, altKey, target, timeStamp } = event;
		const typing = target instanceof HTMLInputElement || document.querySelector("dialog[open]");
		if (ctrlKey || metaKey || altKey || typing) return;
		const key = event.key.length > 1 ? event.key : event.key.toUpperCase();
		const rank = key.replace(/^[01]$/, "T");
		if (suit && /^[2-9TAJQK]$/.test(rank) && timeStamp - since < 3000) {
			const name = rank + suit;
			suit = "";
			const found = cards.focus(name) || use(`[name="${name}"]`, "focus");
			if (!found) refuse(words.notHeld(name));
		} else if (/^[SHDC]$/.test(key)) {
			const named = use(`.asked [name=${key}]`, "click");
			[suit, since] = [named ? "" : key, timeStamp];
		}
		else if (key === "ArrowLeft") cards.step(-1);
		else if (key === "ArrowRight") cards.step(1);
		else if (key === "?") readAloud();
		else if (key === "Escape") stepBack();
		else if (!use(KEYS[key] ?? "no", "click")) return;
		event.preventDefault();
	}, life);
	connection.addEventListener("room", () => {
		roomAt = performance.now();
		draw();
		pump();
	});
	connection.addEventListener("state", note);
	connection.addEventListener("view", (event) => {
		queue.push(/** @type {any} */ (event).detail);
		pump();
	});
	addEventListener("settings", () => draw(), life);
	new ResizeObserver(() => draw()).observe(felt);
	const tick = setInterval(() => c.room?.seats.some(({ held }) => held !== null) && draw(), 1000);

	return {
		close() {
			life.abort();
			hurry();
			clearInterval(tick);
		},
	};
}
