/* The page without a network: where the context is secure, a service worker keeps its files. */

export function keepPage() {
	const [, digest] = import.meta.url.match(/files\/(\w+)\//) ?? [];
	if (!digest || !navigator.serviceWorker) return;
	navigator.serviceWorker.register(`service.js?${digest}`).catch(() => {}); // next time, perhaps
}
