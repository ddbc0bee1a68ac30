/*
 * What a table's connection uses of a WebSocket, by plain requests: for addresses that forward no
 * WebSockets. One request waits for messages; others send, one after the other.
 */

import { link } from "./link.js";

const GAP = 250; // ms between two that wait: what comes meanwhile comes together
const SHORT = 2; // s

// The seconds that a request waits; fewer where something on the way does not wait so long.
let wait = 20;

export class Polled {
	onopen = () => {};
	onclose = () => {};
	/** @type {(event: { data: string }) => void} */
	onmessage = () => {};
	#line = "";
	#sent = Promise.resolve();
	#end = new AbortController();

	constructor(table = "", key = "") {
		this.table = table;
		this.headers = { Authorization: `Bearer ${key}` };
		void this.#sent.then(() => this.onopen());
	}

	send(frame = "") {
		const { type, have } = JSON.parse(frame);
		this.#sent = this.#sent.then(() => type === "enter" && !this.#line
			? this.#enter(have)
			: this.#ask("POST", frame)).catch(this.#fail);
	}

	close() {
		if (this.#end.signal.aborted) return;
		this.#end.abort();
		// The page may be about to end as well.
		if (this.#line) void this.#ask("DELETE", undefined, { keepalive: true }).catch(() => {});
	}

	#ask(method = "GET", body = /** @type {string?} */ (null), more = {}, query = "") {
		const init = { method, body, headers: this.headers, ...more };
		return link.ask(`api/lines/${this.#line}${query}`, init);
	}

	/** Show the key; a refusal is a message, as it is on a socket. */
	async #enter(have = 0) {
		const path = `api/tables/${this.table}/lines?have=${have}`;
		const init = { method: "POST", headers: this.headers };
		try {
			const { line, messages } = await link.ask(path, init);
			this.#line = line;
			this.#hear(messages);
		} catch (error) {
			if (![401, 403, 404].includes(error.cause)) throw error;
			return this.#hear([{ type: "refused", id: "enter", why: error.message }]);
		}
		void this.#wait().catch(this.#fail);
	}

	async #wait() {
		const { signal } = this.#end;
		while (!signal.aborted) {
			const begun = Date.now();
			const patience = 1000 * (wait + 10);
			try {
				this.#hear(await this.#ask("GET", null, { signal, patience }, `?wait=${wait}`));
			} catch (error) {
				const passed = (Date.now() - begun) / 1000;
				if (passed > SHORT) wait = Math.max(SHORT, Math.min(wait, Math.floor(passed / 2)));
				throw error;
			}
			await new Promise((done) => setTimeout(done, GAP));
		}
	}

	#hear(messages = [{}]) {
		for (const message of messages) {
			if (!this.#end.signal.aborted) this.onmessage({ data: JSON.stringify(message) });
		}
	}

	#fail = () => {
		if (this.#end.signal.aborted) return;
		this.close();
		this.onclose();
	};
}
