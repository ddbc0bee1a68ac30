/*
 * The one module that knows where the tables are: on the server that this page comes from. It
 * throws Errors whose message is a sentence for people and whose cause is the HTTP status, 0 for no
 * answer, and for one that may be another if the request is sent again.
 */

import { text } from "./text.js";

/** The milliseconds after which a socket without an answer counts as dead. */
export const patience = 8000;

/**
 * Where there is no server: what the start page says in place of tables with friends.
 * @type {((app: App) => HTMLElement)?}
 */
export const alone = null;

/** The answer to a request, parsed. */
export async function ask(path = "", init = {}) {
	const signal = AbortSignal.timeout(10000);
	const answer = await fetch(path, { ...init, cache: "no-store", signal }).catch(() => null);
	const body = await answer?.json().catch(() => null) ?? {};
	if (answer?.ok) return body;
	const cause = answer && answer.status < 502 ? answer.status : 0;
	const why = body.why && text.refusal(body.why);
	throw new Error(why ?? (cause ? text.link.odd : text.link.failed), { cause });
}

/** A new socket to a table. */
export function socketTo(table = "") {
	const url = new URL(`api/tables/${table}/socket`, document.baseURI);
	url.protocol = url.protocol.replace("http", "ws");
	return new WebSocket(url);
}
