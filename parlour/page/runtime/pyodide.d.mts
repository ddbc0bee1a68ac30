// What python.js uses of Pyodide, which a site has beside its modules.
export function loadPyodide(options: Record<string, unknown>): Promise<any>;
