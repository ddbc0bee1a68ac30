/* Before the first paint: the theme that was chosen, so that no other one is seen first. */

try {
	Object.assign(document.documentElement.dataset, JSON.parse(localStorage["parlour.settings"]));
} catch {
	// The browser has kept nothing for this page.
}
