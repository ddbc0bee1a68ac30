/*
 * Phrases and signs between the people at a table: the dialog that sends them, those that others
 * send, and the people whose phrases this browser hides.
 */

import { icon } from "../base/cards.js";
import { button, h, openDialog, toggle } from "../base/dom.js";
import { recall, store } from "../text/stored.js";
import { more } from "../text/text_later.js";
import { text } from "../text/text.js";

const words = more.phrases;

const SHOWN = 5000; // ms
const MOST = 60; // people whose phrases are hidden

const EYES = "M9 9v1m6-1v1";
const face = (eyes = "", mouth = "") => `M12 3a9 9 0 010 18a9 9 0 010-18Z${eyes}${mouth}`;
const SMILE = "M8 14c1 1.7 2.3 2.5 4 2.5s3-.8 4-2.5";
const SIGNS = {
	smile: face(EYES, SMILE),
	laugh: face(EYES, "M7.5 13h9c0 2.6-1.9 4.5-4.5 4.5S7.5 15.6 7.5 13Z"),
	wink: face("M9 9v1m4.5-.5h3", SMILE),
	surprise: face(EYES, "M12 13.5a2 2 0 010 4a2 2 0 010-4Z"),
	sad: face(EYES, "M8 16.5c1-1.7 2.3-2.5 4-2.5s3 .8 4 2.5"),
	"thumbs-up": "M3.5 10.5H7V20H3.5ZM7 11l4-7.5c1.7 0 2.6 1.1 2.3 2.8L12.7 9.5H19"
		+ "c1.2 0 2 1 1.7 2.1l-1.9 7c-.2.9-.9 1.4-1.8 1.4H7",
};
const PHRASES = /** @type {const} */ (
	["hello", "good-luck", "well-played", "thanks", "sorry", "one-moment"]);

/** A phrase as it is seen. @param {Phrase} phrase */
const drawn = (phrase) => phrase in SIGNS
	? h("span", { role: "img", ariaLabel: words[phrase] }, icon(phrase, SIGNS[phrase]))
	: h("span", words[phrase]);

/** A person at a table, as this browser stores whose phrases are hidden. @param {Scene} scene */
const keyOf = ({ address, room: { seats } }, seat = 0) => `${address} ${seats[seat].name}`;

const muted = () => recall("muted", /** @type {string[]} */ ([]));

/** @param {Table} table @param {() => Child} [remark] */
function show(table, seat = 0, remark) {
	table.scene.remarks = { ...table.scene.remarks, [seat]: remark };
	table.draw();
}

/** @param {Table} table */
function mute(table, seat = 0, on = true) {
	const key = keyOf(table.scene, seat);
	const others = muted().filter((one) => one !== key);
	store("muted", on ? [key, ...others].slice(0, MOST) : others);
	if (on) show(table, seat);
}

/**
 * A person has sent a phrase: show it for a moment, and say it.
 * @param {Table} table @param {Said} message
 */
export function hear(table, { seat, phrase }) {
	const { scene, say } = table;
	if (!scene.room || muted().includes(keyOf(scene, seat))) return;
	const remark = () => drawn(phrase);
	show(table, seat, remark);
	say(words.said(scene.name(seat), words[phrase]), true);
	setTimeout(() => scene.remarks[seat] === remark && show(table, seat), SHOWN);
}

/** The dialog that sends a phrase, and hides those of others. @param {Table} table */
export function openPhrases(table) {
	const { scene } = table;
	const { room: { seats }, me } = scene;
	const send = (phrase) => () => {
		dialog.close();
		scene.call("say", phrase);
	};
	const signs = /** @type {(keyof typeof SIGNS)[]} */ (Object.keys(SIGNS));
	const muteOf = ({ kind }, seat = 0) => kind === "person" && seat !== me
		&& toggle(words.mute(scene.name(seat)), muted().includes(keyOf(scene, seat)),
			(on) => mute(table, seat, on));
	const dialog = openDialog({ title: text.table.phrases },
		h(".phrases", PHRASES.map((phrase) => button(words[phrase], send(phrase)))),
		h(".phrases.signs", signs.map((sign) =>
			button(icon(sign, SIGNS[sign]), send(sign), "", { ariaLabel: words[sign] }))),
		h("div", seats.map(muteOf)));
}
