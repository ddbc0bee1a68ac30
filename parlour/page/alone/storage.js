/*
 * The rows of the tables, in the browser's database (IndexedDB). Where the browser refuses that, as
 * some do in private windows and in frames of other sites, they last as long as the page does.
 */

const TABLES = "tables";
const ROWS = "rows";
// why something is not stored
const FULL = "full";
const TWICE = "A row that is there already cannot be written again.";

/** The result of a request, or of a transaction. @param {any} asked */
const done = (asked) => new Promise((good, bad) => {
	asked.onsuccess = asked.oncomplete = () => good(asked.result);
	asked.onabort = asked.onerror = () => bad(asked.error);
});

/** All rows of a table. */
const rowsOf = (name = "") => IDBKeyRange.bound([name], [name, []]);

/** The fields of a row, as Python has them. */
const fields = (row) => [row.n, row.at, row.body];

/** The rows of a table that Python gives as JSON. */
const rowsIn = (table = "", given = "[]") => JSON.parse(given)
	.map(([number, at, body]) => ({ table, n: number, at, body }));

/** Why the database refuses. */
function refused(error) {
	const why = error?.name === "ConstraintError" ? TWICE : FULL;
	return new Error(why, { cause: error });
}

/** Rows in the browser's database. */
class Database {
	constructor(database) { this.database = database; }

	#change(stores = [""]) {
		// Strict: what is stored is on disk before anybody learns of it.
		return this.database.transaction(stores, "readwrite", { durability: "strict" });
	}

	/** Store a new table; the body of the one that has its name, if there is one. */
	async make(name = "", at = 0, body = "") {
		const change = this.#change([TABLES]);
		const tables = change.objectStore(TABLES);
		const found = await done(tables.get(name));
		if (found) return found.body;
		tables.add({ name, at, body });
		await done(change).catch((error) => { throw refused(error); });
		return "";
	}

	/** A table and its rows, as JSON; null if there is none. */
	async find(name = "") {
		const read = this.database.transaction([TABLES, ROWS]);
		const found = await done(read.objectStore(TABLES).get(name));
		const rows = await done(read.objectStore(ROWS).getAll(rowsOf(name)));
		return JSON.stringify(found
			? { body: found.body, rows: rows.map(fields) }
			: null);
	}

	/** Add rows, given as JSON. */
	async append(name = "", given = "[]") {
		const change = this.#change([ROWS]);
		const rows = change.objectStore(ROWS);
		for (const row of rowsIn(name, given)) rows.add(row);
		await done(change).catch((error) => { throw refused(error); });
		return "";
	}

	/** All tables with their rows. */
	async all() {
		const read = this.database.transaction([TABLES, ROWS]);
		const tables = await done(read.objectStore(TABLES).getAll());
		const rows = await done(read.objectStore(ROWS).getAll());
		return { tables, rows };
	}

	/** Add the tables that are not here yet; how many. */
	async add({ tables = [], rows = [] }) {
		const change = this.#change([TABLES, ROWS]);
		const here = new Set(await done(change.objectStore(TABLES).getAllKeys()));
		const fresh = tables.filter(({ name }) => !here.has(name));
		for (const one of fresh) change.objectStore(TABLES).add(one);
		const names = new Set(fresh.map(({ name }) => name));
		for (const one of rows) if (names.has(one.table)) change.objectStore(ROWS).add(one);
		await done(change).catch((error) => { throw refused(error); });
		return fresh.length;
	}
}

/** Rows in memory, with the same methods. */
class Memory {
	#tables = new Map();
	#rows = new Map();

	async make(name = "", at = 0, body = "") {
		const found = this.#tables.get(name);
		if (found) return found.body;
		this.#tables.set(name, { name, at, body });
		return "";
	}

	async find(name = "") {
		const found = this.#tables.get(name);
		const rows = [...this.#rows.values()].filter(({ table }) => table === name);
		return JSON.stringify(found
			? { body: found.body, rows: rows.map(fields) }
			: null);
	}

	async append(name = "", given = "[]") {
		const rows = rowsIn(name, given);
		if (rows.some((row) => this.#rows.has(`${name} ${row.n}`))) throw new Error(TWICE);
		for (const row of rows) this.#rows.set(`${name} ${row.n}`, row);
		return "";
	}

	async all() { return { tables: [...this.#tables.values()], rows: [...this.#rows.values()] }; }

	async add({ tables = [], rows = [] }) {
		const fresh = tables.filter(({ name }) => !this.#tables.has(name));
		for (const table of fresh) this.#tables.set(table.name, table);
		const names = new Set(fresh.map(({ name }) => name));
		for (const row of rows) {
			if (names.has(row.table)) this.#rows.set(`${row.table} ${row.n}`, row);
		}
		return fresh.length;
	}
}

/** The rows, and whether they last longer than the page. */
export async function openStorage() {
	try {
		const asked = indexedDB.open("parlour", 1);
		asked.onupgradeneeded = () => {
			asked.result.createObjectStore(TABLES, { keyPath: "name" });
			asked.result.createObjectStore(ROWS, { keyPath: ["table", "n"] });
		};
		return { rows: new Database(await done(asked)), lasting: true };
	} catch {
		return { rows: new Memory(), lasting: false };
	}
}
