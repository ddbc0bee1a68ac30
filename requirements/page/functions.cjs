/*
 * Checks the functions of scripts: none is longer than 60 lines, and no name is a single letter but
 * for h, which makes elements, x and y.
 *
 *   NODE_PATH=.../node_modules node functions.cjs FILE...
 */

const { readFileSync } = require("node:fs");
const ts = require("typescript");

const MOST = 60;
const LETTERS = ["h", "x", "y", "_"];

/** What is wrong in a file, each with its line. */
function faults(file = "") {
	const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ES2022);
	const found = [];
	const lineOf = (position = 0) => source.getLineAndCharacterOfPosition(position).line + 1;
	const visit = (node) => {
		const first = lineOf(node.getStart(source));
		const lines = lineOf(node.end) - first + 1;
		if (ts.isFunctionLike(node) && lines > MOST) {
			found.push(`${file}:${first}: the function has ${lines} lines; ${MOST} are allowed`);
		}
		const declares = ts.isVariableDeclaration(node) || ts.isParameter(node)
			|| ts.isBindingElement(node) || ts.isFunctionDeclaration(node);
		const name = declares && node.name && ts.isIdentifier(node.name) ? node.name.text : "";
		if (name.length === 1 && !LETTERS.includes(name)) {
			found.push(`${file}:${first}: the name ${name} is one letter; a word is required`);
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

const all = process.argv.slice(2).flatMap(faults);
for (const fault of all) console.error(fault);
process.exit(all.length ? 1 : 0);
