/*
 * Where the tables are, in one record: on a server, or in this browser. The page's first module
 * chooses it: start/server.js, or alone/alone.js where there is no server.
 */

export const link = /** @type {Link} */ ({});
