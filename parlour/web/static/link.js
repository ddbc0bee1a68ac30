/*
 * The one module that knows where the tables are: on the server that this page comes from. It
 * throws Errors whose message is a sentence for people and whose cause is the HTTP status, 0 for no
 * answer, and for one that may be another if the request is sent again.
 */

import { text } from "./text.js";

/** The milliseconds after which a socket without an answer counts as dead. */
export const patience = 8000;

/** The milliseconds in which an answer is expected. */
export const soon = 2000;

/** The milliseconds in which a new one is expected to open: requests may get through meanwhile. */
export const opening = 4000;

/**
 * Where there is no server: what the start page says in place of tables with friends.
 * @type {((app: App) => HTMLElement)?}
 */
export const alone = null;

/**
 * The answer to a request, parsed. The server answers with JSON and leads nowhere else; other
 * answers come from something on the way.
 * @param {RequestInit & { patience?: number }} init with the milliseconds that it may take
 */
export async function ask(path = "", init = {}) {
	const { patience: most = 10000, signal } = init;
	const late = AbortSignal.timeout(most);
	const answer = await fetch(path, {
		...init,
		cache: "no-store",
		redirect: "manual",
		signal: signal && AbortSignal.any ? AbortSignal.any([signal, late]) : late,
	}).catch(() => null);
	const body = await answer?.json().catch(() => null);
	if (answer?.ok && body) return body;
	const { status = 0 } = answer ?? {};
	const cause = body && status < 502 ? status : 0;
	const strange = answer && !body && (status < 500 || status === 511);
	const gone = strange ? "portal" : "failed";
	const why = body?.why && text.refusal(body.why);
	throw new Error(why ?? text.link[cause ? "odd" : gone], { cause });
}

/** A new socket to a table. */
export function socketTo(table = "") {
	const url = new URL(`api/tables/${table}/socket`, document.baseURI);
	url.protocol = url.protocol.replace("http", "ws");
	return new WebSocket(url);
}
