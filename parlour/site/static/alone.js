/* What the page says where there is no server: how far it is loaded, what is stored, no friends. */

import { icon } from "./cards.js";
import { button, h } from "./dom.js";
import { ask } from "./link.js";
import { language } from "./settings.js";
import { say } from "./speech.js";

const STORED = /^parlour\./; // what settings.js has in localStorage

const words = language === "de" ? {
	title: "Ohne Server",
	note: "Diese Seite spielt ganz in Ihrem Browser, auch ohne Netz. Freunde brauchen einen Server.",
	lasting: "Ihre Tische liegen in diesem Browser. Eine Datei bewahrt sie, falls er aufräumt.",
	fleeting: "Dieser Browser speichert hier nichts: Die Tische enden mit dieser Seite.",
	export: "Tische sichern", import: "Tische laden",
	imported: say("% Tische geladen."), wrong: "Diese Datei enthält keine Tische.",
	loading: (part = 0) => `Die Karten werden geladen: ${part} %`,
	failed: "Der Tisch konnte nicht geladen werden. Laden Sie die Seite neu.",
} : {
	title: "Without a server",
	note: "This page plays in your browser alone, also offline. Friends need a server.",
	lasting: "Your tables are stored in this browser. A file preserves them if it tidies up.",
	fleeting: "This browser stores nothing here: the tables end with this page.",
	export: "Save the tables", import: "Load tables",
	imported: say("% tables loaded."), wrong: "This file holds no tables.",
	loading: (part = 0) => `The cards are being loaded: ${part} %`,
	failed: "The table could not be loaded. Load the page again.",
};
const state = { lasting: true, part: 0, failed: false };
const status = h("p.hint", { role: "status" });
Object.assign(status.style, {
	position: "fixed", insetBlockEnd: "0", insetInlineStart: "0", margin: "0", padding: "0 .5rem",
});

/** Show how far the tables are loaded. @param {{ kind: string, part?: number }} news */
export function follow({ kind, part = 0, ...more }) {
	if (kind === "failed") state.failed = true;
	else if (kind === "storage") Object.assign(state, more);
	else if (kind === "progress") state.part = part;
	else return;
	const loading = state.part < 1 && words.loading(Math.round(100 * state.part));
	status.textContent = state.failed ? words.failed : loading || "";
	if (!status.isConnected && status.textContent) document.body.append(status);
	if (!status.textContent) status.remove();
}

/** The tables and their keys, as a file. */
async function save() {
	const keys = Object.fromEntries(
		Object.entries(localStorage).filter(([name]) => STORED.test(name)));
	const held = new Blob([JSON.stringify({ parlour: 1, keys, ...await ask("export") })]);
	const href = URL.createObjectURL(held);
	h("a", { href, download: "parlour.json" }).click();
	URL.revokeObjectURL(href);
}

/** Add the tables of a file to those here. @param {File} file */
async function load(file) {
	const held = JSON.parse(await file.text());
	if (held.parlour !== 1) throw new Error(words.wrong);
	const { count } = await ask("import", { body: JSON.stringify(held) });
	const read = (name) => JSON.parse(localStorage.getItem(name) ?? "[]");
	const mine = read("parlour.tables");
	const known = new Set(mine.map(({ table }) => table));
	const theirs = JSON.parse(held.keys?.["parlour.tables"] ?? "[]");
	const fresh = theirs.filter(({ table }) => !known.has(table));
	localStorage.setItem("parlour.tables", JSON.stringify([...mine, ...fresh]));
	return count;
}

/** What the start page says in place of tables with friends. @param {App} app */
export function alone(app) {
	void navigator.storage?.persist?.();
	const note = h("p.hint", { role: "status" });
	const choose = h("input", { type: "file", accept: ".json", hidden: true, async onchange() {
		const [file] = choose.files ?? [];
		if (!file) return;
		await load(file).then(
			(count) => { note.textContent = words.imported(count); },
			() => { note.textContent = words.wrong; },
		);
	} });
	return h("section.strip", icon("person"),
		h("div", h("h2", words.title),
			h("p.hint", `${words.note} ${state.lasting ? words.lasting : words.fleeting}`), note),
		h(".row", button(words.export, save), button(words.import, () => choose.click()), choose));
}
