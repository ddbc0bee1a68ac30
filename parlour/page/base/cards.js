/*
 * The cards, signs and icons, drawn: all of it decoration. Each shape is stored once, in a hidden
 * svg, and shown by <use>; colours are classes, so a change of theme or suits redraws nothing.
 */

/** Signs, 100 wide and high about (0, 0), in relative steps only, so that a path can hold many. */
const SIGNS = {
	S: "m0-49c6 15 45 33 45 61a22.5 22.5 0 01-41 13c0 11 4 19 12 23h-32c8-4 12-12 12-23"
		+ "a22.5 22.5 0 01-41-13c0-28 39-46 45-61z",
	H: "m0 46c-7-17-47-35-47-66a24.5 24.5 0 0147-9 24.5 24.5 0 0147 9c0 31-40 49-47 66z",
	D: "m0-49q14 28 37 49-23 21-37 49-14-28-37-49 23-21 37-49z",
	C: "m0-46a22 22 0 010 44 22 22 0 010-44zm-25 33a22 22 0 010 44 22 22 0 010-44z"
		+ "m50 0a22 22 0 010 44 22 22 0 010-44z"
		+ "m-33 8h16l-4 30c0 11 4 19 12 23h-32c8-4 12-12 12-23z",
};

/** Ranks, and the suits' letters, as even strokes in a box 60 wide (ten: 79) and 100 high. */
const GLYPHS = {
	A: "M6 99L30 6L54 99M14 69H46",
	2: "M8 31C8 16 17 7 30 7s22 9 22 22c0 11-6 19-14 29L10 93H55",
	3: "M8 25C10 13 18 7 30 7c13 0 21 8 21 20S43 47 29 47H23"
		+ "m6 0c15 0 24 9 24 23S44 93 30 93C17 93 9 86 6 74",
	4: "M43 100V8L8 73H58",
	5: "M51 7H15L12 49c5-6 11-9 18-9 14 0 23 10 23 26S44 93 29 93C17 93 9 87 6 76",
	6: "M38 2 10.5 51.7M30 39c14 0 23 11 23 27S44 93 30 93 7 82 7 66s9-27 23-27Z",
	7: "M5 7H51L23 99",
	8: "M30 48c12 0 19.5-8 19.5-20.5S42 7 30 7 10.5 15 10.5 27.5 18 48 30 48Z"
		+ "c14 0 23 9 23 22.5S44 93 30 93 7 84 7 70.5 16 48 30 48Z",
	9: "M22 98 49.5 48.3M30 61C16 61 7 50 7 34S16 7 30 7s23 11 23 27-9 27-23 27Z",
	T: "M3 24 15 8v92M50.5 29c0-15 3.5-22 11-22s11 7 11 22V71c0 15-3.5 22-11 22s-11-7-11-22Z",
	J: "M20 7H46V70c0 15-8 23-20 23C15 93 8 86 6 74",
	Q: "M30 7C45 7 52.5 20 52.5 50S45 93 30 93 7.5 80 7.5 50 15 7 30 7Zm3 60L56 98",
	K: "M11 0V100M53 3L11 62.7M27 40L54 98",
	S: "M52 27C50 14 42 7 30 7 17 7 9 15 9 27 9 40 19 45 30 49"
		+ "c12 4 22 9 22 23 0 13-9 21-22 21C17 93 9 86 7 73",
	H: "M9 0V100M51 0V100M9 50H51",
	D: "M10 7H25C44 7 52 22 52 50S44 93 25 93H10Z",
	C: "M52 29C50 15 42 7 31 7 15 7 8 22 8 50s7 43 23 43c11 0 19-8 21-22",
};

/** Rows of the outer columns, and of the middle one; rows above the middle are repeated below. */
const PIPS = {
	2: [[], [57]],
	3: [[], [57, 140]],
	4: [[57], []],
	5: [[57], [140]],
	6: [[57, 140], []],
	7: [[57, 140], [98.5]],
	8: [[57, 140], [98.5]],
	9: [[57, 112.3], [140]],
	T: [[57, 112.3], [84.6]],
};

/**
 * Drawings, one shape a line: a tone or a line's width (after "|" for the mirror image to the right
 * of x = 100), and a path, in which x,y,r is a disc. Or a part by its name and place: the suit's
 * own where it has one.
 */
const DRAWINGS = {
	K: `dark M40 165V140a40 29 0 0140-29h40a40 29 0 0140 29v25Z
		paper|pale M66 112.8A40 29 0 0180 111h20v34H80Z
		1.2 M66 113.4a40 29 0 0114-1.8h40a40 29 0 0114 1.8
		mid M90 118h20v27H90Z
		2.6|2.6 M74.5 116v5m5.5 4v5m6.5 4v5
		dark M67 58h66V98a12 12 0 01-12 12H79A12 12 0 0167 98Z
		paper|pale M79 59h21V84H79Z
		dark|mid M79 84h21v47A21 21 0 0179 110Z
		dark|dark M84.5 66.2H95.2V70H84.5Z 90,74.6,2.9
		dark M99 65.5h3.6L106 84H94.5V81H99Z
		paper M93 95h14l-2.3 5H95.3Z
		mid M65.5 46 61 33l20 9.5L100 31l19 11.5 20-9.5-4.5 13Z
		dark M65 45.6h70v14H65Z 61,33,4.7 100,31,4.7 139,33,4.7
		paper M100 47.2l5.8 5.4L100 58l-5.8-5.4Zm-25 2 4 3.4-4 3.4-4-3.4Zm50 0 4 3.4-4 3.4-4-3.4Z
		arm translate(149)
		mid M145 106h8a4 4 0 014 4v16H141V110a4 4 0 014-4Z
		1.3 M141 110.6h10m-10 4.4h10m-10 4.4h10`,
	Q: `dark M58 150V78a42 42 0 0184 0v72Z
		paper M61 60c9-22 69-22 78 0l-3 10c-12-23-60-23-72 0Z
		1.2 M64 70 61 60c9-22 69-22 78 0l-3 10
		mid M100 30l9 13.5-9 13.5-9-13.5Z
		paper M100 37l4.4 6.5L100 50l-4.4-6.5Z
		mid M40 165V143a50 29 0 0150-29h20a50 29 0 0150 29v22Z
		dark|dark M40 165V143a50 29 0 0118-22.3L72 155Z
		paper|pale M64 119.6c8-3.6 18-5.6 26-5.6h10v27c-14 0-28-7-36-21.4Z
		paper|pale M79 79c10-.5 17-7 19.7-15.5H100V122l-10-7v-9c-6-3-11-8-11-18Z
		3|3 M86 86q5-5 10 0
		dark M99 78h3.2l2.4 13.4H95.4V89H99ZM94 98q6-4.4 12 0-6 4.4-12 0Z 100,128.5,3.4
		dark|dark 79.5,121.5,2.7 88.5,126.5,2.7
		2 M150 130V88
		plant translate(150 80) scale(.62)`,
	J: `dark|mid M40 165V142a46 27 0 0146-27h14v50Z
		mid M68 56h64v44c0 7 4 11 9 12H59c5-1 9-5 9-12Z
		paper|pale M80 69.5c6 4 15 3 20-3V123l-10-9V104c-5-3-10-8-10-17Z
		dark|dark M86 74.2h9.6V77H86Z 91,81.2,2.6
		dark M99 73.7h3.2l3.2 15.1H95V86.2h4ZM94 95.6h12v3H94Z
		paper|paper M74.5 112.5H88l12 10-7.5 13.5-23-14Z
		1.4 M87.5 112L100 122.5L112.5 112
		paper|pale M63.8 50.4H100v9.2H63.8Z
		1.2 M64.4 51v8h71.2V51
		dark M63.8 50.4C63.8 37 80 29.6 100 29.6s36.2 7.4 36.2 20.8Z
		plant translate(140.5 42) rotate(40) scale(.92)`,

	// The plants of the courts, 36 high about (0, 0): a leaf, a rose, an acorn, a tulip.
	plantS: `mid M0 17C-15 10-14-7 0-19C14-7 15 10 0 17Z
		2.6 M0 20C-3 8-2-2 2-11`,
	plantH: `mid 0,-9,7 8.6,-2.8,7 5.3,7.3,7 -5.3,7.3,7 -8.6,-2.8,7
		dark 0,0,6.4
		paper 0,0,2.6`,
	plantC: `mid M-9-2c0-10 5-13 9-18 4 5 9 8 9 18Z
		dark M-12-3H12C12 6 7 10 0 10S-12 6-12-3Z
		3 M0 8V19`,
	plantD: `mid M0 11c-11 0-13-8-12-25l6.5 6L0-19 5.5-8 12-14C13 3 11 11 0 11Z
		dark M0-8 5 0 0 8-5 0Z
		3 M0 10V20`,

	// The arms of the kings: a sword, a rose sceptre, a mace, an axe.
	armS: "dark M0 38l3.5 8V98H8v5H2v19H-2V103H-8V98h4.5V46Z",
	armH: `3.2 M0 122V60
		plant translate(0 57) scale(.68)`,
	armC: `4 M0 122V70
		plant translate(0 61) scale(.78)`,
	armD: `3.4 M2.5 122V44
		dark M1 57c-3 0-7-3-9-7-3.5 8-3.5 18 0 26 2-4 6-7 9-7Z
		dark M2.5 34l4 8-4 8-4-8ZM4 58l4.5 2v6L4 68Z`,
};

const group = (attributes = "", content = "") => `<g ${attributes}>${content}</g>`;
const turned = (content = "") => group('transform="rotate(180 100 140)"', content);

const draw = (drawing = "", suit = "") => drawing.split(/\n\s*/).map((row) => {
	const [, kind, rest] = row.match(/(\S+) (.*)/) ?? [];
	const part = DRAWINGS[kind + suit];
	if (part) return group(`transform="${rest}"`, draw(part, suit));
	const path = rest.replace(/(\S+),(\S+),(\S+)/g, (_, x, y, radius) => {
		const arc = `a${radius} ${radius} 0 0 1`;
		return `M${x - radius} ${y}${arc} ${2 * radius} 0${arc} ${-2 * radius} 0z`;
	});
	return kind.split("|").map((tone, right) => {
		const name = +tone ? `line" stroke-width="${tone}` : tone;
		const mirror = right ? "matrix(-1 0 0 1 200 0)" : "";
		return `<path class="pc-${name}" d="${path}" transform="${mirror}"/>`;
	}).join("");
}).join("");

function strewn(first = 0, count = 0, left = 0) {
	let path = "";
	for (let row = first; row < 13; row += 2) {
		for (let place = 0; place < count; place++) {
			const [x, y] = [left + 19.5 * place, 23 + 19.5 * row];
			const suit = "SHCD"[(place + (row >> 1) + 2 * first) % 4];
			path += `M${x / .11} ${y / .11}${SIGNS[suit]}`;
		}
	}
	return `<path class="pc-strewn" transform="scale(.11)" d="${path}"/>`;
}

const svg = (attributes = "", content = "") => new DOMParser().parseFromString(
	`<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true" ${attributes}>${content}</svg>`,
	"image/svg+xml").documentElement;

const shelf = svg('class="pc-shapes"');
document.body.append(shelf);

function use(id = "", shape = () => "", transform = "", name = "") {
	if (!document.getElementById(id)) {
		shelf.append(...svg("", group(`id="${id}"`, shape())).childNodes);
	}
	return `<use href="#${id}" class="${name}" transform="${transform}"/>`;
}

const at = (x = 0, y = 0, size = 0) => `translate(${x} ${y}) scale(${size / 100})`;

const signAt = (suit = "", size = 0, x = 0, y = 0, name = "") =>
	use(`sign-${suit}`, () => `<path d="${SIGNS[suit]}"/>`, at(x, y, size), name);

const width = (letter = "") => letter === "T" ? 79 : 60;

const glyphAt = (letter = "", size = 0, x = 0, y = 0, name = "") => {
	const shape = () => `<path class="pc-glyph" d="${GLYPHS[letter]}"/>`;
	return use(`glyph-${letter}`, shape, at(x, y, size), name);
};

/** A court's upper figure, cut to a path. */
const figure = (rank = "", suit = "", path = "", transform = "") => {
	const id = rank + suit + path.length;
	const whole = () => use(rank + suit, () => draw(DRAWINGS[rank], suit), transform);
	return use(id, () => `<clipPath id="cut-${id}"><path d="${path}"/></clipPath>`
		+ group(`clip-path="url(#cut-${id})"`, whole()));
};

function artOf(rank = "", suit = "") {
	if (rank === "A") return signAt(suit, suit === "S" ? 112 : 92, 100, 140);
	if (rank in PIPS) {
		const [outer, middle] = PIPS[rank];
		const pips = [...outer.flatMap((y) => [[64, y], [136, y]]), ...middle.map((y) => [100, y])];
		const all = (some = pips) => some.map(([x, y]) => signAt(suit, 39, x, y)).join("");
		return all() + turned(all(pips.filter(([x, y]) => y < 140 && rank + x !== "7100")));
	}
	// The panel's half above the line from (40, 154) to (160, 126).
	const half = figure(rank, suit, "M40 22H160V126L40 154Z");
	// The sash over the seam, 16.5 wide with its edges of 2.5, and its five signs.
	const signs = [-44, -22, 0, 22, 44].map((x) => signAt(suit, 8, 100 + x, 140 - (x * 28) / 120));
	return draw("pale M40 22H160V258H40Z") + half + turned(half)
		+ draw("dark M40 145.5L160 117.5V134.5L40 162.5Z")
		+ draw("paper M40 148.1L160 120.1V131.9L40 159.9Z")
		+ signs.join("") + draw("1.5 M40 22H160V258H40Z");
}

function plain(rank = "", suit = "") {
	const index = group('class="pc-index"', glyphAt(rank, 34, 21 - .17 * width(rank), 13)
		+ signAt(suit, 25, 21, 65) + glyphAt(suit, 21, 14.7, 83, "pc-lettered"));
	return group('class="pc-art pc-dark"', artOf(rank, suit)) + index
		+ group('class="pc-foot"', turned(index));
}

// A court stands on the lower edge, within the hairline.
function large(rank = "", suit = "") {
	const cut = "M70 150H197V268A9 9 0 0 1 188 277H70Z";
	const art = "JQK".includes(rank)
		? figure(rank, suit, cut, "translate(48 156) scale(.92)") : signAt(suit, 88, 138, 222);
	const lettered = signAt(suit, 37, 23.5, 122) + glyphAt(suit, 37, 48.9, 103.5);
	return group('class="pc-art pc-dark"', art) + group('class="pc-index"',
		glyphAt(rank, 74, 42 - .37 * width(rank), 16) + signAt(suit, 50, 42, 122, "pc-unlettered")
		+ group('class="pc-lettered"', lettered));
}

const drawn = new Map();

function copy(classes = "", box = "", content = () => "") {
	let found = drawn.get(classes);
	if (!found) drawn.set(classes, found = svg(`class="${classes}" viewBox="${box}"`, content()));
	return document.importNode(found, true);
}

/** A card's face: `7S`, `TD`, `KH`; "large" is for cards narrower than 64 px and on a phone. */
export const card = ([rank, suit] = "", face = "plain") =>
	copy(`pc pc-${suit} ${face}-${rank}`, "0 0 200 280",
		() => (face === "large" ? large : plain)(rank, suit));

export const back = () => copy("pc pc-back", "0 0 200 280", () =>
	'<rect class="pc-field" x="9" y="9" width="182" height="262" rx="6"/>'
	+ '<rect class="pc-thread" x="14" y="14" width="172" height="252" rx="3" stroke-width="1.2"/>'
	+ strewn(0, 9, 22) + turned(strewn(1, 8, 31.75)));

/** A suit's sign, 1 em high, in its colour on the page. */
export const sign = (suit = "") =>
	copy(`sign pc-${suit}`, "-50 -50 100 100", () => signAt(suit, 100));

/** A rank or a suit's letter, 1 em high, in the text's colour, with strokes of --weight / 100. */
export const rank = (letter = "") =>
	copy(`rank rank-${letter}`, `0 0 ${width(letter)} 100`, () => glyphAt(letter, 100));

const ICONS = {
	computer: "M7 7h10v10H7ZM9.5 7V2.5m5 4.5V2.5m-5 19V17m5 4.5V17"
		+ "M7 9.5H2.5m4.5 5H2.5m19-5H17m4.5 5H17",
	person: "M12 3a4.25 4.25 0 010 8.5A4.25 4.25 0 0112 3ZM4 21c0-4.5 3.5-7 8-7s8 2.5 8 7",
	back: "M15 4.5L7.5 12l7.5 7.5",
	menu: "M3.5 6h17m-17 6h17m-17 6h17",
	chart: "M4 20V12m5.3 8V4m5.4 16V14M20 20V8.5",
	"arrow-left": "M20.5 12H3.5m7-7-7 7 7 7",
	"arrow-right": "M3.5 12h17m-7-7 7 7-7 7",
	hint: "M9 17.5c0-3-3-4-3-8a6 6 0 0112 0c0 4-3 5-3 8ZM9.5 21h5",
	undo: "M8 4.5l-5 5 5 5M3 9.5h11a5 5 0 010 10H9",
	close: "M5.5 5.5l13 13m0-13-13 13",
	copy: "M9 9h11v11H9ZM5 15H4V4h11v1",
	say: "M3.5 5h17v11H12l-5 4v-4H3.5Z",
};

/** A line icon in the text's colour. */
export const icon = (name = "", path = ICONS[name]) =>
	copy(`icon icon-${name}`, "0 0 24 24", () => `<path d="${path}"/>`);
