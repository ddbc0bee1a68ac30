/*
 * The chosen theme, before the first paint. And what is done where a part of the page does not
 * come: the page that the service worker keeps is shown, else all is asked for again.
 */

try {
	Object.assign(document.documentElement.dataset, JSON.parse(localStorage["parlour.settings"]));
} catch {
	// The browser stores nothing for this page.
}

// It is asked for twice, in case that it does not come itself: the index has the words.
if (!document.body.dataset.watched) {
	const LATE = 2500; // ms
	const STILL = 8000; // ms in which nothing comes any more
	const tries = count();
	/** How often the page was asked for again in vain; 0 where the browser stores nothing. */
	function count(more = 0) {
		try {
			if (more) sessionStorage["parlour.tries"] = more;
			return Number(sessionStorage["parlour.tries"] ?? 0);
		} catch {
			return 0;
		}
	}
	const started = () => document.querySelector("#app > *");
	let [come, failed] = [-1, false];

	const load = async () => {
		// What came damaged is not to stay in the browser's cache.
		const parts = /** @type {NodeListOf<HTMLLinkElement & HTMLScriptElement>} */ (
			document.querySelectorAll("[href], [src]"));
		const signal = AbortSignal.timeout(STILL);
		await Promise.allSettled(Array.from(parts, ({ href, src }) =>
			fetch(href ?? src, { cache: "reload", signal })));
		if (started()) return;
		count(tries + 1);
		if (location.search) location.search = "";
		else location.reload();
	};

	const again = () => {
		const { length } = performance.getEntriesByType("resource");
		if (started()) return;
		if (failed || length === come) return void load();
		come = length;
		setTimeout(again, STILL);
	};

	const late = () => {
		if (started()) return;
		if (navigator.serviceWorker?.controller && !location.search) location.search = "?kept";
		else setTimeout(again, Math.min(60000, 2000 * 2 ** tries) * (0.5 + Math.random()));
	};

	document.body.dataset.watched = "yes";
	setTimeout(late, LATE);
	addEventListener("error", ({ target }) => {
		failed = true;
		if (!(target instanceof HTMLLinkElement) || target.rel !== "stylesheet") return;
		const anew = () => target.replaceWith(target.cloneNode());
		setTimeout(anew, 2000 * (1 + Math.random()));
	}, true);
}
