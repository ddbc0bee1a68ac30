/*
 * Back closes what is open over the screen, and leads from any other screen to the start page. What
 * is open has entries in the history: `open` of an entry's state is how many. An entry that this
 * page has made has such a state.
 */

/** What is open, the topmost last. @returns {any[]} */
const over = () => [...document.querySelectorAll("dialog[open], .shade:not([hidden])")];
const depth = () => history.state?.open ?? 0;

let going = false; // an entry is being left whose dialog is closed
let wanted = ""; // the screen to show then

/** @param {"pushState" | "replaceState"} how */
function note(how, open = 0, address = "") {
	try {
		history[how]({ open }, "", address || location.href);
	} catch {
		// The browser takes no more entries for now, or none in this frame.
	}
}

/** Bring the history in line with what is open. */
export function settle() {
	if (going) return;
	const most = over().length;
	for (let open = depth() + 1; open <= most; open++) note("pushState", open);
	if (depth() <= most) return;
	going = true;
	history.go(most - depth());
}

/** Show the screen of a fragment: its entry takes the place of one for what is open. */
export function go(fragment = "") {
	if (going) wanted = fragment;
	else if (depth()) location.replace(fragment);
	else location.hash = fragment;
}

addEventListener("popstate", () => {
	const closed = going ? [] : over().slice(depth()).reverse();
	for (const one of closed) one.close ? one.close() : one.click();
	going = false;
	if (wanted) go(wanted);
	wanted = "";
	settle();
});
addEventListener("hashchange", () => history.state || note("replaceState"));

if (history.state) settle();
else {
	const { hash } = location;
	const elsewhere = hash.length > 2;
	note("replaceState", 0, elsewhere ? "#/" : "");
	if (elsewhere) note("pushState", 0, hash);
}
