/*
 * What the page says where there is no server: how far it is loaded, what is stored, no friends,
 * and why a table does not answer.
 */

import { icon } from "../base/cards.js";
import { button, h } from "../base/dom.js";
import { keepPage } from "../base/later.js";
import { link } from "../base/link.js";
import { tables } from "../base/settings.js";
import { replace } from "../text/grammar.js";
import { language, store } from "../text/stored.js";
import { text } from "../text/text.js";

const SAVED = 10000; // ms after which a file is surely saved

const words = language === "de" ? {
	title: "Ohne Server",
	note: "Diese Seite spielt im Browser allein, auch ohne Netz. Freunde brauchen einen Server.",
	lasting: "Deine Tische liegen in diesem Browser. Eine Datei bewahrt sie, falls er aufräumt.",
	fleeting: "Dieser Browser speichert hier nichts: Die Tische enden mit dieser Seite.",
	export: "Tische sichern", import: "Tische laden",
	imported: (count = 0) => count === 1 ? "Ein Tisch geladen." : `${count} Tische geladen.`,
	wrong: "Diese Datei enthält keine Tische.",
	loading: (part = 0) => `Die Karten werden geladen: ${part} %.`,
	failed: "Der Tisch konnte nicht geladen werden. Lade die Seite neu.",
	full: "Der Browser speichert nichts mehr für diese Seite. Sichere die Tische, schaffe Platz.",
	elsewhere: "Dieser Tisch ist in einem anderen Fenster offen. Ist es zu, geht er hier weiter.",
	link: {
		gone: "Es kommt keine Antwort. Neuer Versuch läuft.",
		failed: "Es kommt keine Antwort. Versuche es gleich noch einmal.",
		late: "Noch kommt keine Antwort.",
		odd: "Die Antwort passt nicht hierher. Lade die Seite neu.",
	},
} : {
	title: "Without a server",
	note: "This page plays in your browser alone, also offline. Friends need a server.",
	lasting: "Your tables are stored in this browser. A file preserves them if it tidies up.",
	fleeting: "This browser stores nothing here: the tables end with this page.",
	export: "Save the tables", import: "Load tables",
	imported: (count = 0) => `${count} table${count === 1 ? "" : "s"} loaded.`,
	wrong: "This file holds no tables.",
	loading: (part = 0) => `The cards are being loaded: ${part} %.`,
	failed: "The table could not be loaded. Load the page again.",
	full: "The browser stores no more for this page. Save the tables, and make room.",
	elsewhere: "This table is open in another window. It goes on here when that is closed.",
	link: {
		gone: "No answer comes. Trying again.",
		failed: "No answer comes. Try again in a moment.",
		late: "No answer comes yet.",
		odd: "The answer makes no sense here. Load the page again.",
	},
};
replace(text.link, words.link);
const state = { lasting: true, part: 0, failed: false, why: "" };
let news = "";
const [about, note] = [h("p.hint"), h("p.hint", { role: "status" })];
const status = h("p.hint", { role: "status" });
// It has room of its own at the page's end.
Object.assign(status.style, {
	position: "sticky", insetBlockEnd: ".25rem", zIndex: "9",
	width: "fit-content", margin: "0 .5rem .25rem", padding: ".25rem .75rem",
	border: "1px solid var(--line)", borderRadius: ".5rem", background: "var(--raised)",
});

/** What a reason of the Worker's is called. */
export const reason = (why = "") =>
	why === "full" || why === "elsewhere" || why === "failed" ? words[why] : text.refusal(why);

/** Say what lasts. */
function draw() {
	about.textContent = `${words.note} ${state.lasting ? words.lasting : words.fleeting}`;
}

/**
 * Show how far the tables are loaded.
 * @param {{ kind: string, part?: number, why?: string }} news
 */
export function follow({ kind, part = 0, ...more }) {
	if (kind === "loaded") return keepPage();
	state.failed = kind === "failed";
	const { failed: gone } = words;
	replace(text.link, state.failed ? { gone, failed: gone, odd: gone } : words.link);
	if (kind === "storage") Object.assign(state, more);
	else if (kind === "progress") Object.assign(state, { part, why: "", ...more });
	const why = state.why && ` ${text.link[state.why]}`;
	const come = words.loading(Math.round(100 * state.part));
	const loading = state.part < 1 ? come + why : "";
	status.textContent = state.failed ? words.failed : loading;
	status.classList.toggle("warn", state.failed);
	if (!status.textContent) status.remove();
	else if (!status.isConnected) document.body.append(status);
	draw();
}

/** The tables and their keys, as a file. */
async function save() {
	const held = { parlour: 1, mine: tables(), ...await link.ask("export") };
	const href = URL.createObjectURL(new Blob([JSON.stringify(held)]));
	h("a", { href, download: "parlour.json" }).click();
	setTimeout(() => URL.revokeObjectURL(href), SAVED);
}

/** Whether this is a list of objects that have such fields. */
const listed = (list, types) => Array.isArray(list) && list.every((one) =>
	Object.entries(types).every(([name, type]) => typeof one?.[name] === type));

/** The content of a file, if it is one that was saved here. @param {File} file */
async function read(file) {
	const held = Object(await file.text().then(JSON.parse).catch(() => null));
	const sound = held.parlour === 1
		&& listed(held.mine, { table: "string", key: "string" })
		&& listed(held.tables, { name: "string", at: "number", body: "string" })
		&& listed(held.rows, { table: "string", n: "number", at: "number", body: "string" });
	if (!sound) throw new Error(words.wrong);
	return held;
}

/** Add the tables of a file to those here; how many. @param {File} file */
async function load(file) {
	const { mine, tables: stored, rows } = await read(file);
	const body = JSON.stringify({ tables: stored, rows });
	const { count } = await link.ask("import", { body });
	const known = new Set(tables().map(({ table }) => table));
	store("tables", [...tables(), ...mine.filter(({ table }) => !known.has(table))]);
	return count;
}

/** What the start page says in place of tables with friends. */
export function alone() {
	navigator.storage?.persist?.().catch(() => {});
	note.textContent = news;
	news = "";
	const choose = h("input", { type: "file", accept: ".json", hidden: true, async onchange() {
		const [file] = choose.files ?? [];
		if (!file) return;
		news = await load(file).then(words.imported, ({ message }) => message);
		dispatchEvent(new Event("hashchange")); // the start page is drawn again
	} });
	draw();
	return h("section.strip.lessons", icon("person"),
		h("div", h("h2", words.title), about, note),
		h(".row", button(words.export, save), button(words.import, () => choose.click()), choose));
}
