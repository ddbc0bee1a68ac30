/* What this browser stores for the page; of that, the language. */

/** The values, for a browser that stores nothing. */
const held = {};

export function store(name = "", value) {
	held[name] = value;
	try {
		localStorage.setItem(`parlour.${name}`, JSON.stringify(value));
	} catch {
		// The browser stores nothing for this page.
	}
}

/** A stored value. @template T @param {T} fallback @returns {T} */
export function recall(name, fallback) {
	try {
		return JSON.parse(localStorage[`parlour.${name}`] ?? "null") ?? fallback;
	} catch {
		return held[name] ?? fallback;
	}
}

const { language: chosen } = recall("settings", /** @type {Partial<Settings>} */ ({}));
const isChosen = typeof chosen === "string" && chosen !== "auto";
/** The page's language: the browser's if there are words for it, else English. */
export const language = (isChosen ? chosen : navigator.language).startsWith("de") ? "de" : "en";
document.documentElement.lang = language;
