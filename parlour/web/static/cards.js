/*
 * The cards, drawn: faces, back, suit signs, ranks and the page's line icons, all of it decoration (aria-hidden). Shapes
 * are kept once, in a hidden svg, and shown by <use>. Colours are classes, so a change of theme or suits redraws nothing.
 */

/** Signs, 100 wide and high about (0, 0), in relative steps only: many can be strung into one path. @type {Words} */
const SIGNS = {
  S: "m0-49c6 15 45 33 45 61a22.5 22.5 0 0 1-41 13c0 11 4 19 12 23h-32c8-4 12-12 12-23a22.5 22.5 0 0 1-41-13c0-28 39-46 45-61z",
  H: "m0 46c-7-17-47-35-47-66a24.5 24.5 0 0 1 47-9a24.5 24.5 0 0 1 47 9c0 31-40 49-47 66z",
  D: "m0-49q14 28 37 49q-23 21-37 49q-14-28-37-49q23-21 37-49z",
  C: "m0-46a22 22 0 0 1 0 44a22 22 0 0 1 0-44zm-25 33a22 22 0 0 1 0 44a22 22 0 0 1 0-44zm50 0a22 22 0 0 1 0 44a22 22 0 0 1 0-44z"
    + "m-33 8h16l-4 30c0 11 4 19 12 23h-32c8-4 12-12 12-23z",
};

/** Ranks, and the suits' letters, as even strokes in a box 60 wide (ten: 79) and 100 high. @type {Words} */
const GLYPHS = {
  A: "M6 99L30 6L54 99M14 69H46",
  2: "M8 31C8 16 17 7 30 7S52 16 52 29C52 40 46 48 38 58L10 93H55",
  3: "M8 25C10 13 18 7 30 7C43 7 51 15 51 27S43 47 29 47H23M29 47C44 47 53 56 53 70S44 93 30 93C17 93 9 86 6 74",
  4: "M43 100V8L8 73H58",
  5: "M51 7H15L12 49C17 43 23 40 30 40C44 40 53 50 53 66S44 93 29 93C17 93 9 87 6 76",
  6: "M38 2L10.5 51.7M30 39C44 39 53 50 53 66S44 93 30 93S7 82 7 66S16 39 30 39Z",
  7: "M5 7H51L23 99",
  8: "M30 48C42 48 49.5 40 49.5 27.5S42 7 30 7S10.5 15 10.5 27.5S18 48 30 48ZC44 48 53 57 53 70.5S44 93 30 93S7 84 7 70.5S16 48 30 48Z",
  9: "M22 98L49.5 48.3M30 61C16 61 7 50 7 34S16 7 30 7S53 18 53 34S44 61 30 61Z",
  T: "M3 24L15 8V100M50.5 29C50.5 14 54 7 61.5 7S72.5 14 72.5 29V71C72.5 86 69 93 61.5 93S50.5 86 50.5 71Z",
  J: "M20 7H46V70C46 85 38 93 26 93C15 93 8 86 6 74",
  Q: "M30 7C45 7 52.5 20 52.5 50S45 93 30 93S7.5 80 7.5 50S15 7 30 7ZM33 67L56 98",
  K: "M11 0V100M53 3L11 62.7M27 40L54 98",
  S: "M52 27C50 14 42 7 30 7C17 7 9 15 9 27C9 40 19 45 30 49C42 53 52 58 52 72C52 85 43 93 30 93C17 93 9 86 7 73",
  H: "M9 0V100M51 0V100M9 50H51",
  D: "M10 7H25C44 7 52 22 52 50S44 93 25 93H10Z",
  C: "M52 29C50 15 42 7 31 7C15 7 8 22 8 50S15 93 31 93C42 93 50 85 52 71",
};

/** Pips: rows of the outer columns, rows of the middle one; what lies above the middle is repeated below it. */
const PIPS = /** @type {Record<string, [number[], number[]]>} */ ({
  2: [[], [57]],
  3: [[], [57, 140]],
  4: [[57], []],
  5: [[57], [140]],
  6: [[57, 140], []],
  7: [[57, 140], [98.5]],
  8: [[57, 140], [98.5]],
  9: [[57, 112.3], [140]],
  T: [[57, 112.3], [84.6]],
});

/**
 * Drawings, one shape a line: a tone or a line's width (after "|" for the mirror image to the right of x = 100), and a
 * path, in which x,y,r is a disc. Or a part by its name, and where it stands: the suit's own where it has one.
 * The courts fill their panel (x 40-160, from y 22) and run on behind the sash.
 * @type {Words}
 */
const DRAWINGS = {
  K: `dark M40 165V140A40 29 0 0 1 80 111H120A40 29 0 0 1 160 140V165Z
    paper|pale M66 112.8A40 29 0 0 1 80 111H100V145H80Z
    1.2 M66 113.4A40 29 0 0 1 80 111.6H120A40 29 0 0 1 134 113.4
    mid M90 118H110V145H90Z
    2.6|2.6 M74.5 116V121M80 125V130M86.5 134V139
    dark M67 58H133V98A12 12 0 0 1 121 110H79A12 12 0 0 1 67 98Z
    paper|pale M79 59H100V84H79Z
    dark|mid M79 84H100V131A21 21 0 0 1 79 110Z
    dark|dark M84.5 66.2H95.2V70H84.5Z 90,74.6,2.9
    dark M99 65.5H102.6L106 84H94.5V81H99Z
    paper M93 95H107L104.7 100H95.3Z
    mid M65.5 46L61 33L81 42.5L100 31L119 42.5L139 33L134.5 46Z
    dark M65 45.6H135V59.6H65Z 61,33,4.7 100,31,4.7 139,33,4.7
    paper M100 47.2l5.8 5.4l-5.8 5.4l-5.8-5.4zM75 49.2l4 3.4l-4 3.4l-4-3.4zM125 49.2l4 3.4l-4 3.4l-4-3.4z
    arm translate(149)
    mid M145 106H153A4 4 0 0 1 157 110V126H141V110A4 4 0 0 1 145 106Z
    1.3 M141 110.6h10m-10 4.4h10m-10 4.4h10`,
  Q: `dark M58 150V78A42 42 0 0 1 142 78V150Z
    paper M61 60C70 38 130 38 139 60L136 70C124 47 76 47 64 70Z
    1.2 M64 70L61 60C70 38 130 38 139 60L136 70
    mid M100 30L109 43.5L100 57L91 43.5Z
    paper M100 37L104.4 43.5L100 50L95.6 43.5Z
    mid M40 165V143A50 29 0 0 1 90 114H110A50 29 0 0 1 160 143V165Z
    dark|dark M40 165V143A50 29 0 0 1 58 120.7L72 155Z
    paper|pale M64 119.6C72 116 82 114 90 114H100V141C86 141 72 134 64 119.6Z
    paper|pale M79 79C89 78.5 96 72 98.7 63.5H100V122L90 115V106C84 103 79 98 79 88Z
    3|3 M86 86Q91 81 96 86
    dark M99 78H102.2L104.6 91.4H95.4V89H99ZM94 98Q100 93.6 106 98Q100 102.4 94 98Z 100,128.5,3.4
    dark|dark 79.5,121.5,2.7 88.5,126.5,2.7
    2 M150 130V88
    plant translate(150 80) scale(.62)`,
  J: `dark|mid M40 165V142A46 27 0 0 1 86 115H100V165Z
    mid M68 56H132V100C132 107 136 111 141 112H59C64 111 68 107 68 100Z
    paper|pale M80 69.5C86 73.5 95 72.5 100 66.5V123L90 114V104C85 101 80 96 80 87Z
    dark|dark M86 74.2H95.6V77H86Z 91,81.2,2.6
    dark M99 73.7H102.2L105.4 88.8H95V86.2H99ZM94 95.6H106V98.6H94Z
    paper|paper M74.5 112.5H88L100 122.5L92.5 136L69.5 122Z
    1.4 M87.5 112L100 122.5L112.5 112
    paper|pale M63.8 50.4H100V59.6H63.8Z
    1.2 M64.4 51V59H135.6V51
    dark M63.8 50.4C63.8 37 80 29.6 100 29.6S136.2 37 136.2 50.4Z
    plant translate(140.5 42) rotate(40) scale(.92)`,

  // What the courts bear, 36 high about (0, 0): a leaf, a rose, an acorn, a tulip.
  plantS: `mid M0 17C-15 10-14-7 0-19C14-7 15 10 0 17Z
    2.6 M0 20C-3 8-2-2 2-11`,
  plantH: `mid 0,-9,7 8.6,-2.8,7 5.3,7.3,7 -5.3,7.3,7 -8.6,-2.8,7
    dark 0,0,6.4
    paper 0,0,2.6`,
  plantC: `mid M-9-2C-9-12-4-15 0-20C4-15 9-12 9-2Z
    dark M-12-3H12C12 6 7 10 0 10S-12 6-12-3Z
    3 M0 8V19`,
  plantD: `mid M0 11C-11 11-13 3-12-14L-5.5-8L0-19L5.5-8L12-14C13 3 11 11 0 11Z
    dark M0-8L5 0L0 8L-5 0Z
    3 M0 10V20`,

  // What each king holds: a sword, a rose sceptre, a mace, an axe.
  armS: "dark M0 38L3.5 46V98H8V103H2V122H-2V103H-8V98H-3.5V46Z",
  armH: `3.2 M0 122V60
    plant translate(0 57) scale(.68)`,
  armC: `4 M0 122V70
    plant translate(0 61) scale(.78)`,
  armD: `3.4 M2.5 122V44
    dark M1 57C-2 57-6 54-8 50C-11.5 58-11.5 68-8 76C-6 72-2 69 1 69ZM2.5 34L6.5 42L2.5 50L-1.5 42ZM4 58L8.5 60V66L4 68Z`,
};

const group = (attributes = "", content = "") => `<g ${attributes}>${content}</g>`;
const turned = (content = "") => group('transform="rotate(180 100 140)"', content);

/** @returns {string} */
const draw = (drawing = "", suit = "") => drawing.split(/\n */).map((row) => {
  const [, kind, rest] = /** @type {string[]} */ (row.match(/(\S+) (.*)/));
  const part = DRAWINGS[kind + suit];
  if (part) return group(`transform="${rest}"`, draw(part, suit));
  const path = rest.replace(/(\S+),(\S+),(\S+)/g, (_, x, y, r) => `M${x - r} ${y}a${r} ${r} 0 0 1 ${2 * r} 0a${r} ${r} 0 0 1 ${-2 * r} 0z`);
  return kind.split("|").map((tone, right) => `<path class="pc-${+tone ? `line" stroke-width="${tone}` : tone}" d="${path}"
    transform="${right ? "matrix(-1 0 0 1 200 0)" : ""}"/>`).join("");
}).join("");

/** Every other row of the back as one path: signs of 11, 19.5 apart, suits in turn. */
function strewn(first = 0, count = 0, left = 0) {
  let path = "";
  for (let row = first; row < 13; row += 2) {
    for (let i = 0; i < count; i++) {
      path += `M${(left + 19.5 * i) / .11} ${(23 + 19.5 * row) / .11}${SIGNS["SHCD"[(i + (row >> 1) + 2 * first) % 4]]}`;
    }
  }
  return `<path class="pc-strewn" transform="scale(.11)" d="${path}"/>`;
}

const svg = (attributes = "", content = "") => new DOMParser().parseFromString(
  `<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true" ${attributes}>${content}</svg>`, "image/svg+xml").documentElement;

const shelf = svg('class="pc-shapes"');
document.body.append(shelf);

/** What shows a shape, which is made if this is its first use. */
function use(id = "", shape = () => "", transform = "", name = "") {
  if (!document.getElementById(id)) shelf.append(...svg("", group(`id="${id}"`, shape())).childNodes);
  return `<use href="#${id}" class="${name}" transform="${transform}"/>`;
}

/** A sign about a point. */
const signAt = (suit = "", size = 0, x = 0, y = 0, name = "") =>
  use(`sign-${suit}`, () => `<path d="${SIGNS[suit]}"/>`, `translate(${x} ${y}) scale(${size / 100})`, name);

const width = (letter = "") => letter === "T" ? 79 : 60;

/** A rank or letter from its top left. */
const glyphAt = (letter = "", height = 0, x = 0, y = 0, name = "") =>
  use(`glyph-${letter}`, () => `<path class="pc-glyph" d="${GLYPHS[letter]}"/>`, `translate(${x} ${y}) scale(${height / 100})`, name);

/** A court's upper figure, cut to a path. */
const figure = (rank = "", suit = "", path = "", transform = "") => {
  const id = rank + suit + path.length;
  return use(id, () => `<clipPath id="cut-${id}"><path d="${path}"/></clipPath>${
    group(`clip-path="url(#cut-${id})"`, use(rank + suit, () => draw(DRAWINGS[rank], suit), transform))}`);
};

function artOf(rank = "", suit = "") {
  if (rank === "A") return signAt(suit, suit === "S" ? 112 : 92, 100, 140);
  if (rank in PIPS) {
    const [outer, middle] = PIPS[rank];
    const pips = [...outer.flatMap((y) => [[64, y], [136, y]]), ...middle.map((y) => [100, y])];
    const all = (some = pips) => some.map(([x, y]) => signAt(suit, 39, x, y)).join("");
    // The seven's middle one stands alone.
    return all() + turned(all(pips.filter(([x, y]) => y < 140 && rank + x !== "7100")));
  }
  // The panel's half above the line from (40, 154) to (160, 126).
  const half = figure(rank, suit, "M40 22H160V126L40 154Z");
  // The sash over the seam, 16.5 wide with its edges of 2.5, and its five signs.
  return draw("pale M40 22H160V258H40Z") + half + turned(half)
    + draw("dark M40 145.5L160 117.5V134.5L40 162.5Z\npaper M40 148.1L160 120.1V131.9L40 159.9Z")
    + [-44, -22, 0, 22, 44].map((x) => signAt(suit, 8, 100 + x, 140 - (x * 28) / 120)).join("") + draw("1.5 M40 22H160V258H40Z");
}

function plain(rank = "", suit = "") {
  const index = group('class="pc-index"',
    glyphAt(rank, 34, 21 - .17 * width(rank), 13) + signAt(suit, 25, 21, 65) + glyphAt(suit, 21, 14.7, 83, "pc-lettered"));
  return group('class="pc-art pc-dark"', artOf(rank, suit)) + index + group('class="pc-foot"', turned(index));
}

// A court stands on the lower edge, within the hairline.
const large = (rank = "", suit = "") =>
  group('class="pc-art pc-dark"', "JQK".includes(rank)
    ? figure(rank, suit, "M70 150H197V268A9 9 0 0 1 188 277H70Z", "translate(48 156) scale(.92)") : signAt(suit, 88, 138, 222))
  + group('class="pc-index"', glyphAt(rank, 74, 42 - .37 * width(rank), 16) + signAt(suit, 50, 42, 122, "pc-unlettered")
    + group('class="pc-lettered"', signAt(suit, 37, 23.5, 122) + glyphAt(suit, 37, 48.9, 103.5)));

/** @type {Map<string, Element>} */
const drawn = new Map();

/** A copy of the drawing that has these classes, made at its first asking. */
function copy(classes = "", box = "", content = () => "") {
  let found = drawn.get(classes);
  if (!found) drawn.set(classes, found = svg(`class="${classes}" viewBox="${box}"`, content()));
  return document.importNode(found, true);
}

/** A card's face: `7S`, `TD`, `KH`; "large" is for cards narrower than 64 px and on a phone. */
export const card = ([rank, suit] = "", face = "plain") =>
  copy(`pc pc-${suit} ${face}-${rank}`, "0 0 200 280", () => (face === "large" ? large : plain)(rank, suit));

export const back = () => copy("pc pc-back", "0 0 200 280", () => '<rect class="pc-field" x="9" y="9" width="182" height="262" rx="6"/>'
  + '<rect class="pc-thread" x="14" y="14" width="172" height="252" rx="3" stroke-width="1.2"/>'
  + strewn(0, 9, 22) + turned(strewn(1, 8, 31.75)));

/** A suit's sign, 1 em high, in its colour on the page. */
export const sign = (suit = "") => copy(`sign pc-${suit}`, "-50 -50 100 100", () => signAt(suit, 100));

/** A rank (or a suit's letter) alone, 1 em high, in the text's colour, its strokes --weight hundredths of that. */
export const rank = (letter = "") => copy(`rank rank-${letter}`, `0 0 ${width(letter)} 100`, () => glyphAt(letter, 100));

/** Icons in a box of 24, strokes only. */
const ICONS = {
  computer: "M8 6.5h8A1.5 1.5 0 0 1 17.5 8v8a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 16V8A1.5 1.5 0 0 1 8 6.5Z"
    + "M9.5 6V2.5M14.5 6V2.5M9.5 21.5V18M14.5 21.5V18M6 9.5H2.5M6 14.5H2.5M21.5 9.5H18M21.5 14.5H18",
  person: "M12 3a4.25 4.25 0 0 1 0 8.5a4.25 4.25 0 0 1 0-8.5ZM4 21c0-4.5 3.5-7 8-7s8 2.5 8 7",
  link: "M10.5 13.5a4 4 0 0 0 5.7 0l3.6-3.6a4 4 0 0 0-5.7-5.7L12.5 5.8M13.5 10.5a4 4 0 0 0-5.7 0l-3.6 3.6a4 4 0 0 0 5.7 5.7l1.6-1.6",
  back: "M15 4.5L7.5 12l7.5 7.5",
  menu: "M3.5 6h17M3.5 12h17M3.5 18h17",
  chart: "M4 20v-8M9.3 20V4M14.7 20v-6M20 20V8.5",
  "arrow-left": "M20.5 12h-17M10.5 5l-7 7l7 7",
  "arrow-right": "M3.5 12h17M13.5 5l7 7l-7 7",
  "arrow-up": "M12 20.5v-17M5 10.5l7-7l7 7",
  undo: "M8 14.5L3.5 10L8 5.5M4 10h10.5a5 5 0 0 1 0 10H11",
  close: "M5.5 5.5l13 13M18.5 5.5l-13 13",
  copy: "M10 8.5h9A1.5 1.5 0 0 1 20.5 10v9a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 8.5 19v-9A1.5 1.5 0 0 1 10 8.5Z"
    + "M5.5 15.5H5A1.5 1.5 0 0 1 3.5 14V5A1.5 1.5 0 0 1 5 3.5h9A1.5 1.5 0 0 1 15.5 5v.5",
};

/** A line icon in the text's colour. @param {keyof typeof ICONS} name */
export const icon = (name) => copy(`icon icon-${name}`, "0 0 24 24", () => `<path d="${ICONS[name]}"/>`);
