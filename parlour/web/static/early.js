/* The chosen theme, before the first paint. */

try {
	Object.assign(document.documentElement.dataset, JSON.parse(localStorage["parlour.settings"]));
} catch {
	// The browser stores nothing for this page.
}
