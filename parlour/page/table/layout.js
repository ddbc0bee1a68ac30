/* The table's elements: a bar; the felt with seats, middle and hand; the score sheet. */

import { settle } from "../base/back.js";
import { icon } from "../base/cards.js";
import { button, fan, h, openDialog, renew } from "../base/dom.js";
import { later, opener, whenLoaded } from "../base/later.js";
import { note, sentence } from "./narration.js";
import { drawSeat, invitation, others } from "./seats.js";
import { text } from "../text/text.js";
import { rich } from "../base/card_text.js";

const words = text.table;

export const small = matchMedia("(width < 700px), (height < 700px)");
export const wide = matchMedia("(width >= 1200px) and (height >= 700px)");

/** What the links that a viewer may give away are for. @param {Room?} room */
const inviting = (room) => room && invitation(room) ? words.invite : words.letWatch;

/** Whether the viewer can send phrases, and another person gets them. @param {Room} room */
const talks = ({ you, seats }) => (you.seat !== null || you.waits)
	&& seats.filter(({ kind }) => kind === "person").length > 1;

/** The bar's buttons: those of a wide screen, and the menu of a small one. @param {Table} table */
function makeNav(table, invite) {
	const { app, scene, leave } = table;
	const commands = Object.entries({
		[text.help.title]: () => app.help(scene.view?.game),
		[text.settings.title]: app.settings,
		[words.leave]: leave,
	});
	const say = opener(later.phrases, ({ openPhrases }) => openPhrases(table));
	const phrases = button(icon("say"), say, "quiet broad",
		{ ariaLabel: words.phrases, hidden: true });
	const menu = opener(later.menu, ({ openMenu }) =>
		openMenu(scene, phrases.hidden ? commands : [[words.phrases, say], ...commands]));
	const hint = button("", table.hint, "quiet", { name: "hint" });
	const nav = h("nav", { ariaLabel: words.menu },
		hint,
		phrases,
		button(icon("chart"), table.toggleSheet, "quiet",
			{ name: "sheet", ariaLabel: words.sheet }),
		button(icon("menu"), menu, "quiet", { ariaLabel: words.menu }),
		invite,
		commands.map(([label, then]) => button(label, then, "quiet broad")));
	return { nav, hint, phrases };
}

/** The felt and its parts, from top to bottom. @param {Table} table */
function makeFelt(table) {
	const status = h("p.status", text.start.loading);
	const seats = h("ul.seats", {
		ariaLabel: words.seats,
		onclick: () => small.matches && table.toggleSheet(),
	});
	const own = h("ul.me", { ariaLabel: words.yourSeat });
	const middle = h(".middle");
	const hand = h(".hand", { role: "group", ariaLabel: words.hand, hidden: true });
	const lesson = h("section.lesson", { ariaLabel: words.lesson, hidden: true });
	const [left, right, asked, extra] = ["left", "row", "asked", "extra"]
		.map((name) => h("div", { class: name }));
	const panel = h("section.panel", { hidden: true });
	const hurry = () => table.scene.rest && table.queue.hurry();
	const felt = h("main.felt", { tabIndex: -1, onpointerdown: hurry },
		seats, middle, lesson, asked, h(".line", left, status, right), hand, h(".foot", own, extra),
		panel);
	return { felt, status, seats, own, middle, lesson, hand, left, right, asked, extra, panel };
}

/** @param {Table} table */
export function makeLayout(table) {
	const { scene, toggleSheet, leave } = table;
	const [title, sub] = [h("h1"), h("span")];
	const net = h("p.net", { role: "status" });
	const openInvite = opener(later.menu, ({ share }) =>
		openDialog({ title: inviting(scene.room) }, ...share(scene)));
	const invite = button("", openInvite, "quiet broad");
	const sheet = h("aside", { ariaLabel: words.sheet, hidden: true });
	const shade = h(".shade", { onclick: toggleSheet, hidden: true });
	const { nav, hint, phrases } = makeNav(table, invite);
	const parts = makeFelt(table);
	const root = h(".t",
		h("header.bar",
			button(icon("back"), leave, "quiet narrow", { ariaLabel: words.leave }),
			button(text.name, leave, "quiet wordmark broad"),
			net,
			h(".titles", title, sub),
			nav),
		h(".spread", parts.felt, shade, sheet));
	return { root, title, sub, net, invite, hint, phrases, sheet, shade, ...parts };
}

/** Above the table: the connection is lost, or why the table is slower or weaker than usual. */
export function writeNote({ net, status }, connection) {
	const now = note(connection);
	if (net.textContent !== now) net.textContent = now;
	if (!connection.view) status.textContent = now ? "" : text.start.loading;
}

/** @param {Layout} layout @param {Scene} scene */
function drawBar({ title, sub, invite, hint, phrases }, { view, room, legal, rest, hinting }) {
	const { game, number, goal, length } = /** @type {SeatView} */ (view);
	title.textContent = text.title(game);
	const prefix = legal.length && !rest ? `${words.yours} · ` : "";
	document.title = `${prefix}${text.title(game)} · ${text.name}`;
	const parts = number && [words.round(number, goal, length), room.numbered && words.byNumber];
	sub.textContent = parts ? parts.filter(Boolean).join(" · ") : "";
	const asked = hinting ? words.hint.thinking : words.hint.title;
	hint.ariaLabel = asked;
	hint.ariaBusy = `${hinting}`;
	hint.style.visibility = legal.length ? "visible" : "hidden"; // its place stays
	renew(hint, icon("hint"), h("span.broad", asked));
	phrases.hidden = !talks(room);
	invite.hidden = !room.watch;
	invite.textContent = inviting(room);
}

/** @param {Layout} layout @param {Scene} scene */
function drawSeats({ felt, seats, own }, scene) {
	const { game: { kind, straight } } = scene;
	const around = others(scene);
	const classes = ["felt", kind, !straight && "round", around.length > 3 && "many"];
	felt.className = classes.filter(Boolean).join(" ");
	const far = around.length - 1;
	renew(seats, around.map((seat, place) => drawSeat(scene, seat, far ? place / far : 0.5)));
	renew(own, drawSeat(scene, scene.base));
}

/** The middle and the hand, and a button for the last trick. @param {Table} table */
function drawBoard({ layout: { middle, left }, scene, hand, lastTrick }) {
	const { game, table: board, again, points } = scene;
	renew(middle, game.draw(scene));
	middle.className = again ? "middle again" : "middle";
	const laid = game.laid?.(scene) ?? [];
	hand.draw(scene, board.hand.filter((name) => !laid.includes(name)));
	const label = again ? words.toTable : words.lastTrick;
	const before = game.before?.(scene) ?? [];
	const face = [small.matches && again ? icon("back") : fan(before, "large"),
		h("span.broad", label)];
	renew(left,
		// at a round's end it is beside the result
		scene.undo !== null && !points.length
			&& button([icon("undo"), h("span.broad", words.undo)],
				() => scene.call("undo", scene.undo), "", { name: "undo", ariaLabel: words.undo }),
		!scene.rest && before.length > 0 && !scene.decided && button(face, lastTrick, "",
			{ name: "last", ariaPressed: `${again}`, ariaLabel: label }));
}

/** Beside one's own seat. @param {Scene} scene */
function beside(scene) {
	const { me, room, table: board } = scene;
	if (me === null) return h("b", room.you.waits ? words.waits : words.watching);
	if (!room.seats[me].away) return board && scene.game.own?.(scene);
	return button(words.takeBack, () => scene.call("back"), "main", { name: "back" });
}

/** What the viewer is told and asked, and can do besides playing a card. */
function drawLine({ status, right, asked, extra }, scene) {
	const { me, game, rest, table: board, refusal } = scene;
	renew(extra, beside(scene));
	renew(status, rich(sentence(scene)));
	status.className = refusal ? "status warn" : "status";
	const act = (name) => button(scene.listed.actions[name], () => scene.send([name], true),
		"main", { name, ariaDisabled: `${scene.busy}` });
	const over = scene.points.length > 0 && scene.isAside;
	renew(right, !rest && board && game.acts?.(scene).map(act),
		scene.decided && !refusal
			&& button(words.playRest, () => scene.call("rest"), "main", { name: "rest" }),
		over && button(words.bringBack, scene.aside, "main", { name: "result" }));
	renew(asked, me !== null && board && game.sheet?.(scene));
}

/** Draw the scene; only what has changed is replaced. @param {Table} table */
export function draw(table) {
	const { connection, layout, scene } = table;
	drawBar(layout, scene);
	drawSeats(layout, scene);
	layout.hand.hidden = scene.me === null;
	layout.lesson.hidden = !scene.lesson; // before the hand, whose place depends on it
	if (scene.table) drawBoard(table);
	writeNote(layout, connection);
	drawLine(layout, scene);
	if (scene.lesson) whenLoaded(later.lesson, ({ drawLesson }) => drawLesson(table));
	const { panel } = layout;
	const pauses = scene.room.phase === "waiting" || scene.points.length > 0;
	if (pauses || !panel.hidden) {
		whenLoaded(later.panel, ({ drawPanel }) => drawPanel(panel, scene));
	}
	layout.sheet.hidden = !scene.sheetOpen;
	layout.shade.hidden = !scene.sheetOpen || wide.matches; // beside the table it covers nothing
	settle();
	if (!scene.sheetOpen) return void layout.sheet.replaceChildren();
	whenLoaded(later.score, ({ drawScore }) => drawScore(layout.sheet, scene, table.toggleSheet));
}
