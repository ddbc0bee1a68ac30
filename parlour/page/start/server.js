/*
 * The page's first module where the tables are on the server that this page comes from. `ask`
 * throws Errors whose message is a sentence for people and whose cause is the HTTP status, 0 for no
 * answer, and for one that may be another if the request is sent again.
 */

import { text } from "../text/text.js";
import { begin } from "./app.js";

/**
 * The answer to a request, parsed. The server answers with JSON and leads nowhere else; other
 * answers come from something on the way.
 * @param {RequestInit & { patience?: number }} init with the milliseconds that it may take
 */
async function ask(path = "", init = {}) {
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
function socketTo(table = "") {
	const url = new URL(`api/tables/${table}/socket`, document.baseURI);
	url.protocol = url.protocol.replace("http", "ws");
	return new WebSocket(url);
}

begin({ alone: null, patience: 8000, soon: 2000, opening: 4000, ask, socketTo });
