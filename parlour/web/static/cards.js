/**
 * The cards, drawn: faces, back, suit signs, ranks and the page's small line icons.
 *
 * Everything is decoration (aria-hidden); what a card is called is for the page to say.
 * A card is 200 x 280 units. Shapes are kept once, in a hidden svg, and put in place with
 * <use>; they are made when first asked for. Colours are classes and custom properties
 * (cards.css, tokens.css), so a change of theme, suit colours or letters redraws nothing.
 *
 * @module
 */

/** @typedef {"C" | "D" | "H" | "S"} Suit */
/** @typedef {"plain" | "large"} Face */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Signs in a box of 100: a starting point, then relative steps only, so that many can be
 * strung into one path.
 * @type {Record<string, [number, number, string]>}
 */
const SIGNS = {
  S: [50, 1, "c6 15 45 33 45 61a22.5 22.5 0 0 1-41 13c0 11 4 19 12 23h-32c8-4 12-12 12-23a22.5 22.5 0 0 1-41-13c0-28 39-46 45-61z"],
  H: [50, 96, "c-7-17-47-35-47-66a24.5 24.5 0 0 1 47-9a24.5 24.5 0 0 1 47 9c0 31-40 49-47 66z"],
  D: [50, 1, "q14 28 37 49q-23 21-37 49q-14-28-37-49q23-21 37-49z"],
  C: [50, 4, "a22 22 0 0 1 0 44a22 22 0 0 1 0-44zm-25 33a22 22 0 0 1 0 44a22 22 0 0 1 0-44zm50 0a22 22 0 0 1 0 44a22 22 0 0 1 0-44zm-33 8h16l-4 30c0 11 4 19 12 23h-32c8-4 12-12 12-23z"],
};

/**
 * Ranks, and the suits' letters, as even strokes in a box 60 wide (ten: 79) and 100 high.
 * @type {Record<string, string>}
 */
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

/**
 * Pips, [x, y] of the upper half and the middle; what lies above the middle is repeated
 * below it, turned over, unless the third value says that it has no partner.
 * @type {Record<string, [number, number, boolean?][]>}
 */
const PIPS = {
  2: [[100, 57]],
  3: [[100, 57], [100, 140]],
  4: [[64, 57], [136, 57]],
  5: [[64, 57], [136, 57], [100, 140]],
  6: [[64, 57], [136, 57], [64, 140], [136, 140]],
  7: [[64, 57], [136, 57], [64, 140], [136, 140], [100, 98.5, true]],
  8: [[64, 57], [136, 57], [64, 140], [136, 140], [100, 98.5]],
  9: [[64, 57], [136, 57], [64, 112.3], [136, 112.3], [100, 140]],
  T: [[64, 57], [136, 57], [64, 112.3], [136, 112.3], [100, 84.6]],
};

/** @param {string} tone @param {string} d */
const shape = (tone, d) => `<path class="pc-${tone}" d="${d}"/>`;
/** @param {string} d */
const dark = (d) => shape("dark", d);
/** @param {string} d */
const mid = (d) => shape("mid", d);
/** @param {string} d */
const pale = (d) => shape("pale", d);
/** @param {string} d */
const paper = (d) => shape("paper", d);
/** @param {number} width @param {string} d */
const line = (width, d) => `<path class="pc-line" stroke-width="${width}" d="${d}"/>`;
/** @param {string} tone @param {number} r @param {number[][]} centres */
const dots = (tone, r, ...centres) =>
  shape(tone, centres.map(([x, y]) => `M${x - r} ${y}a${r} ${r} 0 0 1 ${2 * r} 0a${r} ${r} 0 0 1 ${-2 * r} 0z`).join(""));

/**
 * What each suit's courts bear: a plant 36 high about (0, 0), growing upwards from its stem.
 * Spades a leaf, hearts a rose, clubs an acorn, diamonds a tulip.
 * @type {Record<string, () => string>}
 */
const PLANTS = {
  S: () => mid("M0 17C-15 10-14-7 0-19C14-7 15 10 0 17Z") + line(2.6, "M0 20C-3 8-2-2 2-11"),
  H: () => dots("mid", 7, [0, -9], [8.6, -2.8], [5.3, 7.3], [-5.3, 7.3], [-8.6, -2.8]) + dots("dark", 6.4, [0, 0]) + dots("paper", 2.6, [0, 0]),
  C: () => mid("M-9-2C-9-12-4-15 0-20C4-15 9-12 9-2Z") + dark("M-12-3H12C12 6 7 10 0 10S-12 6-12-3Z") + line(3, "M0 8V19"),
  D: () => mid("M0 11C-11 11-13 3-12-14L-5.5-8L0-19L5.5-8L12-14C13 3 11 11 0 11Z") + dark("M0-8L5 0L0 8L-5 0Z") + line(3, "M0 10V20"),
};

/**
 * What each king holds upright at x = 149: sword, rose sceptre, mace, axe.
 * @type {Record<string, () => string>}
 */
const ARMS = {
  S: () => dark("M149 38L152.5 46V98H157V103H151V122H147V103H141V98H145.5V46Z"),
  H: () => line(3.2, "M149 122V60") + plant("H", "translate(149 57) scale(.68)"),
  C: () => line(4, "M149 122V70") + plant("C", "translate(149 61) scale(.78)"),
  D: () => line(3.4, "M151.5 122V44") + dark("M150 57C147 57 143 54 141 50C137.5 58 137.5 68 141 76C143 72 147 69 150 69ZM151.5 34L155.5 42L151.5 50L147.5 42ZM153 58L157.5 60V66L153 68Z"),
};

/**
 * The upper figures, without what the suit adds: they fill the panel (x 40-160, from y 22)
 * and run on behind the sash.
 * @type {Record<string, (suit: string) => string>}
 */
const FIGURES = {
  K: (suit) =>
    // Shoulders, collar, then hair, face and beard, each right half one tone on; crown last.
    dark("M40 165V140A40 29 0 0 1 80 111H120A40 29 0 0 1 160 140V165Z") +
    paper("M66 112.8A40 29 0 0 1 80 111H100V145H80Z") + pale("M134 112.8A40 29 0 0 0 120 111H100V145H120Z") +
    line(1.2, "M66 113.4A40 29 0 0 1 80 111.6H120A40 29 0 0 1 134 113.4") +
    mid("M90 118H110V145H90Z") + line(2.6, "M74.5 116V121M80 125V130M86.5 134V139M125.5 116V121M120 125V130M113.5 134V139") +
    dark("M67 58H133V98A12 12 0 0 1 121 110H79A12 12 0 0 1 67 98Z") +
    paper("M79 59H100V84H79Z") + pale("M100 59H121V84H100Z") +
    dark("M79 84H100V131A21 21 0 0 1 79 110Z") + mid("M100 84H121V110A21 21 0 0 1 100 131Z") +
    dark("M84.5 66.2H95.2V70H84.5ZM104.8 66.2H115.5V70H104.8ZM99 65.5H102.6L106 84H94.5V81H99Z") +
    dots("dark", 2.9, [90, 74.6], [110, 74.6]) +
    paper("M93 95H107L104.7 100H95.3Z") +
    mid("M65.5 46L61 33L81 42.5L100 31L119 42.5L139 33L134.5 46Z") +
    dark("M65 45.6H135V59.6H65Z") +
    dots("dark", 4.7, [61, 33], [100, 31], [139, 33]) +
    paper("M100 47.2L105.8 52.6L100 58L94.2 52.6ZM75 49.2L79 52.6L75 56L71 52.6ZM125 49.2L129 52.6L125 56L121 52.6Z") +
    ARMS[suit]() +
    // The gauntlet that holds it.
    mid("M145 106H153A4 4 0 0 1 157 110V126H141V110A4 4 0 0 1 145 106Z") + line(1.3, "M141 110.6H151M141 115H151M141 119.4H151"),
  Q: (suit) =>
    dark("M58 150V78A42 42 0 0 1 142 78V150Z") +
    paper("M61 60C70 38 130 38 139 60L136 70C124 47 76 47 64 70Z") + line(1.2, "M64 70L61 60C70 38 130 38 139 60L136 70") +
    mid("M100 30L109 43.5L100 57L91 43.5Z") + paper("M100 37L104.4 43.5L100 50L95.6 43.5Z") +
    mid("M40 165V143A50 29 0 0 1 90 114H110A50 29 0 0 1 160 143V165Z") +
    dark("M40 165V143A50 29 0 0 1 58 120.7L72 155ZM160 165V143A50 29 0 0 0 142 120.7L128 155Z") +
    paper("M64 119.6C72 116 82 114 90 114H100V141C86 141 72 134 64 119.6Z") +
    pale("M136 119.6C128 116 118 114 110 114H100V141C114 141 128 134 136 119.6Z") +
    paper("M79 79C89 78.5 96 72 98.7 63.5H100V122L90 115V106C84 103 79 98 79 88Z") +
    pale("M121 79C111 78.5 104 72 101.3 63.5H100V122L110 115V106C116 103 121 98 121 88Z") +
    line(3, "M86 86Q91 81 96 86M104 86Q109 81 114 86") +
    dark("M99 78H102.2L104.6 91.4H95.4V89H99ZM94 98Q100 93.6 106 98Q100 102.4 94 98Z") +
    dots("dark", 2.7, [79.5, 121.5], [88.5, 126.5], [111.5, 126.5], [120.5, 121.5]) + dots("dark", 3.4, [100, 128.5]) +
    line(2, "M150 130V88") + plant(suit, "translate(150 80) scale(.62)"),
  J: (suit) =>
    dark("M40 165V142A46 27 0 0 1 86 115H100V165Z") + mid("M160 165V142A46 27 0 0 0 114 115H100V165Z") +
    mid("M68 56H132V100C132 107 136 111 141 112H59C64 111 68 107 68 100Z") +
    paper("M80 69.5C86 73.5 95 72.5 100 66.5V123L90 114V104C85 101 80 96 80 87Z") +
    pale("M120 69.5C114 73.5 105 72.5 100 66.5V123L110 114V104C115 101 120 96 120 87Z") +
    dark("M86 74.2H95.6V77H86ZM104.4 74.2H114V77H104.4ZM99 73.7H102.2L105.4 88.8H95V86.2H99ZM94 95.6H106V98.6H94Z") +
    dots("dark", 2.6, [91, 81.2], [109, 81.2]) +
    paper("M74.5 112.5H88L100 122.5L92.5 136L69.5 122ZM125.5 112.5H112L100 122.5L107.5 136L130.5 122Z") +
    line(1.4, "M87.5 112L100 122.5L112.5 112") +
    paper("M63.8 50.4H100V59.6H63.8Z") + pale("M100 50.4H136.2V59.6H100Z") + line(1.2, "M64.4 51V59H135.6V51") +
    dark("M63.8 50.4C63.8 37 80 29.6 100 29.6S136.2 37 136.2 50.4Z") +
    plant(suit, "translate(140.5 42) rotate(40) scale(.92)"),
};

/** @param {string} suit @param {string} transform */
const plant = (suit, transform) => `<g transform="${transform}">${PLANTS[suit]()}</g>`;

/** @param {string} suit */
const outline = (suit) => `M${SIGNS[suit][0]} ${SIGNS[suit][1]}${SIGNS[suit][2]}`;

/**
 * Shapes by the head of their id, made on first use: pl-sign-S, pl-glyph-7, pl-half-KS...
 * @type {Record<string, (key: string) => string>}
 */
const SHAPES = {
  sign: (suit) => `<path d="${outline(suit)}"/>`,
  glyph: (text) => `<path class="pc-glyph" d="${GLYPHS[text]}"/>`,
  figure: (court) => FIGURES[court[0]](court[1]),
  // A figure cut to the panel's half above the line from (40, 154) to (160, 126).
  half: (court) =>
    `<clipPath id="pl-cut-${court}"><path d="M40 22H160V126L40 154Z"/></clipPath>` +
    `<g clip-path="url(#pl-cut-${court})">${use("figure", court)}</g>`,
  // The same figure standing on the lower edge of a large-index card, within its hairline.
  bust: (court) =>
    `<clipPath id="pl-corner-${court}"><path d="M70 150H197V268A9 9 0 0 1 188 277H70Z"/></clipPath>` +
    `<g clip-path="url(#pl-corner-${court})">${use("figure", court, "translate(48 156) scale(.92)")}</g>`,
  back: () =>
    '<rect class="pc-field" x="9" y="9" width="182" height="262" rx="6"/>' +
    '<rect class="pc-thread" x="14" y="14" width="172" height="252" rx="3" stroke-width="1.2"/>' +
    strewn(0, 9, 22) + `<g transform="rotate(180 100 140)">${strewn(1, 8, 31.75)}</g>`,
};

/**
 * Every other row of the back as one path: signs of 11, 19.5 apart, suits in turn.
 * @param {number} first the first row, 0 or 1
 * @param {number} count signs in a row
 * @param {number} left x of the first sign's middle
 */
function strewn(first, count, left) {
  let d = "";
  for (let row = first; row < 13; row += 2)
    for (let i = 0; i < count; i++) {
      const [x, y, steps] = SIGNS["SHCD"[(i + (row >> 1) + 2 * first) % 4]];
      // Within scale(.11), whose unit is a hundredth of a sign.
      d += `M${((left + 19.5 * i) / 0.11 + x - 50).toFixed(1)} ${((23 + 19.5 * row) / 0.11 + y - 50).toFixed(1)}${steps}`;
    }
  return `<path class="pc-strewn" transform="scale(.11)" d="${d}"/>`;
}

/** @type {Element | undefined} */
let shelf;
/** @type {Set<string>} */
const made = new Set();

/** @param {string} markup what stands inside one svg @param {string} attributes */
function parse(markup, attributes) {
  const text = `<svg xmlns="${SVG}" aria-hidden="true" focusable="false" ${attributes}>${markup}</svg>`;
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
}

/**
 * Markup that shows a shared shape, which is made if this is its first use.
 * @param {string} kind @param {string} key @param {string} [transform] @param {string} [name]
 */
function use(kind, key, transform = "", name = "") {
  const id = `pl-${kind}-${key}`;
  if (!made.has(id)) {
    made.add(id);
    const shapes = parse(`<g id="${id}">${SHAPES[kind](key)}</g>`, "");
    if (!shelf?.isConnected) {
      shelf ??= parse("", 'class="pc-shapes" width="0" height="0"');
      (document.body ?? document.documentElement).append(shelf);
    }
    shelf.append(...shapes.childNodes);
  }
  return `<use href="#${id}"${name && ` class="${name}"`}${transform && ` transform="${transform}"`}/>`;
}

/**
 * A suit's sign of a size about a point.
 * @param {string} suit @param {number} size @param {number} x @param {number} y @param {string} [name]
 */
const signAt = (suit, size, x, y, name) =>
  use("sign", suit, `translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})`, name);

/**
 * A rank or letter of a height, its middle at x and its top at y.
 * @param {string} text @param {number} height @param {number} x @param {number} y @param {string} [name]
 */
const glyphAt = (text, height, x, y, name) =>
  use("glyph", text, `translate(${x - (width(text) * height) / 200} ${y}) scale(${height / 100})`, name);

/** @param {string} text */
const width = (text) => (text === "T" ? 79 : 60);

/** @param {string} content */
const turned = (content) => `<g transform="rotate(180 100 140)">${content}</g>`;

/** @param {string} rank @param {string} suit */
function plainFace(rank, suit) {
  const index = glyphAt(rank, 34, 21, 13) + signAt(suit, 25, 21, 65) + glyphAt(suit, 21, 21, 83, "pc-lettered");
  let art;
  if ("JQK".includes(rank)) {
    const half = use("half", rank + suit);
    art =
      pale("M40 22H160V258H40Z") + half + turned(half) +
      // The sash over the seam, 16.5 wide with its edges of 2.5, and its five signs.
      dark("M40 145.5L160 117.5V134.5L40 162.5Z") + paper("M40 148.1L160 120.1V131.9L40 159.9Z") +
      `<g class="pc-dark">${[-44, -22, 0, 22, 44].map((x) => signAt(suit, 8, 100 + x, 140 - (x * 28) / 120)).join("")}</g>` +
      line(1.5, "M40 22H160V258H40Z");
  } else if (rank === "A") {
    art = `<g class="pc-dark">${signAt(suit, suit === "S" ? 112 : 92, 100, 140)}</g>`;
  } else {
    const pips = (/** @type {[number, number, boolean?][]} */ list) => list.map(([x, y]) => signAt(suit, 39, x, y)).join("");
    art = `<g class="pc-dark">${pips(PIPS[rank]) + turned(pips(PIPS[rank].filter(([, y, alone]) => y < 140 && !alone)))}</g>`;
  }
  return `<g class="pc-art">${art}</g><g class="pc-index">${index}</g><g class="pc-index pc-foot">${turned(index)}</g>`;
}

/** @param {string} rank @param {string} suit */
function largeFace(rank, suit) {
  const art = "JQK".includes(rank) ? use("bust", rank + suit) : signAt(suit, 88, 138, 222, "pc-dark");
  const index =
    glyphAt(rank, 74, 42, 16) + signAt(suit, 50, 42, 122, "pc-unlettered") +
    `<g class="pc-lettered">${signAt(suit, 37, 23.5, 122) + glyphAt(suit, 37, 60, 103.5)}</g>`;
  return `<g class="pc-art">${art}</g><g class="pc-index">${index}</g>`;
}

/** @type {Map<string, SVGSVGElement>} */
const drawn = new Map();

/**
 * A copy of a drawing, drawn at its first asking.
 * @param {string} key @param {() => SVGSVGElement} draw
 */
function copy(key, draw) {
  let found = drawn.get(key);
  if (!found) drawn.set(key, (found = draw()));
  return /** @type {SVGSVGElement} */ (found.cloneNode(true));
}

const BOX = 'viewBox="0 0 200 280"';

/**
 * A card's face.
 * @param {string} name rank and suit: `7S`, `TD`, `AC`, `KH`
 * @param {Face} [face] `large` for cards narrower than 64 px and on a phone
 * @returns {SVGSVGElement}
 */
export function card(name, face = "plain") {
  const [rank, suit] = name;
  if (name.length !== 2 || !"A23456789TJQK".includes(rank) || !(suit in SIGNS)) throw new RangeError(`no card ${name}`);
  return copy(name + face, () =>
    parse(face === "large" ? largeFace(rank, suit) : plainFace(rank, suit), `class="pc pc-${face} pc-${suit}" ${BOX}`),
  );
}

/**
 * A card's back.
 * @returns {SVGSVGElement}
 */
export function back() {
  return copy("back", () => parse(use("back", "0"), `class="pc pc-back" ${BOX}`));
}

/**
 * A suit's sign, 1 em high, in its colour on the page.
 * @param {Suit} suit
 * @returns {SVGSVGElement}
 */
export function sign(suit) {
  return copy(`sign ${suit}`, () => parse(use("sign", suit), `class="sign sign-${suit}" viewBox="0 0 100 100"`));
}

/**
 * A rank (or a suit's letter) alone, 1 em high, in the text's colour; `10` is as good as `T`.
 * The strokes' weight is the custom property --weight, in hundredths of the height.
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function rank(text) {
  const glyph = text === "10" ? "T" : text;
  if (!(Object.hasOwn(GLYPHS, glyph))) throw new RangeError(`no rank ${text}`);
  return copy(`rank ${glyph}`, () => parse(use("glyph", glyph), `class="rank" viewBox="0 0 ${width(glyph)} 100"`));
}

/** Icons in a box of 24, strokes only. */
const ICONS = {
  computer: "M8 6.5h8A1.5 1.5 0 0 1 17.5 8v8a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 16V8A1.5 1.5 0 0 1 8 6.5ZM9.5 6V2.5M14.5 6V2.5M9.5 21.5V18M14.5 21.5V18M6 9.5H2.5M6 14.5H2.5M21.5 9.5H18M21.5 14.5H18",
  person: "M12 3a4.25 4.25 0 0 1 0 8.5a4.25 4.25 0 0 1 0-8.5ZM4 21c0-4.5 3.5-7 8-7s8 2.5 8 7",
  link: "M10.5 13.5a4 4 0 0 0 5.7 0l3.6-3.6a4 4 0 0 0-5.7-5.7L12.5 5.8M13.5 10.5a4 4 0 0 0-5.7 0l-3.6 3.6a4 4 0 0 0 5.7 5.7l1.6-1.6",
  hint: "M9.5 16.5v-1.6a6.5 6.5 0 1 1 5 0v1.6ZM9.5 20.5h5",
  back: "M15 4.5L7.5 12l7.5 7.5",
  forward: "M9 4.5l7.5 7.5L9 19.5",
  menu: "M3.5 6h17M3.5 12h17M3.5 18h17",
  chart: "M4 20v-8M9.3 20V4M14.7 20v-6M20 20V8.5",
  "arrow-left": "M20.5 12h-17M10.5 5l-7 7l7 7",
  "arrow-right": "M3.5 12h17M13.5 5l7 7l-7 7",
  "arrow-up": "M12 20.5v-17M5 10.5l7-7l7 7",
  undo: "M8 14.5L3.5 10L8 5.5M4 10h10.5a5 5 0 0 1 0 10H11",
  close: "M5.5 5.5l13 13M18.5 5.5l-13 13",
  copy: "M10 8.5h9A1.5 1.5 0 0 1 20.5 10v9a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 8.5 19v-9A1.5 1.5 0 0 1 10 8.5ZM5.5 15.5H5A1.5 1.5 0 0 1 3.5 14V5A1.5 1.5 0 0 1 5 3.5h9A1.5 1.5 0 0 1 15.5 5v.5",
  check: "M4.5 12.5l5 5l10-11",
  eye: "M2 12c2.5-4.7 6-7 10-7s7.5 2.3 10 7c-2.5 4.7-6 7-10 7s-7.5-2.3-10-7ZM12 9a3 3 0 0 1 0 6a3 3 0 0 1 0-6Z",
  settings: "M3.5 7h9M17.5 7h3M3.5 17h3M11.5 17h9M15 4.5a2.5 2.5 0 0 1 0 5a2.5 2.5 0 0 1 0-5ZM9 14.5a2.5 2.5 0 0 1 0 5a2.5 2.5 0 0 1 0-5Z",
};

/**
 * A line icon in the text's colour.
 * @param {keyof typeof ICONS} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  return copy(`icon ${name}`, () => parse(`<path d="${ICONS[name]}"/>`, 'class="icon" viewBox="0 0 24 24"'));
}
