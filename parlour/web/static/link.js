/*
 * The one module that knows where the tables are: on the server that this page comes from. It
 * throws Errors whose message is a sentence for people and whose cause is the HTTP status, 0 for no
 * answer.
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
	if (!answer || answer.status > 501) throw new Error(text.link.failed, { cause: 0 });
	const body = await answer.json().catch(() => ({}));
	const { status: cause } = answer;
	if (!answer.ok) throw new Error(text.refusal(body.why ?? text.link.odd), { cause });
	return body;
}

/** A new socket to a table. */
export function socketTo(table = "") {
	const url = new URL(`api/tables/${table}/socket`, document.baseURI);
	url.protocol = url.protocol.replace("http", "ws");
	return new WebSocket(url);
}
