/* What sentences are made with, in any language. */

/** The word before the last of several names. */
export const joined = { by: "and" };

export const plural = (count = 0, one = "") => `${count} ${one}${count === 1 ? "" : "s"}`;

export const list = (names = [""], word = joined.by) =>
	names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`;

/** A text whose %s are filled in. */
export const say = (words = "") => (...parts) =>
	words.replace(/%/g, () => list([parts.shift()].flat().map(String)));

/** Replace texts by those of another language. */
export function replace(texts = {}, others = {}) {
	for (const [key, other] of Object.entries(others)) {
		if (other.constructor === Object) replace(texts[key], other);
		else texts[key] = other;
	}
}
