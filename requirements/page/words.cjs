/*
 * Checks that scripts are sent as they were written: that each has the same words, signs and texts
 * without its comments and spaces.
 *
 *   NODE_PATH=.../node_modules node words.cjs WRITTEN SENT ...
 */

const { readFileSync } = require("node:fs");
const ts = require("typescript");

/** The words of a script. Lines within a text may begin elsewhere. */
function wordsOf(file = "") {
	const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ES2022);
	const words = [];
	const visit = (node) => {
		const parts = node.getChildren(source).filter(({ kind }) =>
			kind < ts.SyntaxKind.FirstJSDocNode || kind > ts.SyntaxKind.LastJSDocNode);
		if (parts.length) parts.forEach(visit);
		else words.push(node.getText(source).replace(/\n\t+/g, "\n"));
	};
	visit(source);
	return words;
}

const files = process.argv.slice(2);
for (let at = 0; at < files.length; at += 2) {
	const [written, sent] = [wordsOf(files[at]), wordsOf(files[at + 1])];
	const place = written.findIndex((word, number) => word !== sent[number]);
	if (place < 0 && written.length === sent.length) continue;
	console.error(`${files[at]}: "${written[place]}" is sent as "${sent[place]}"`);
	process.exitCode = 1;
}
