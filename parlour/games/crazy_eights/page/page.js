/* Crazy Eights: stock and pile, what must be matched, and the suit to be named. */

const LETTERS = { spades: "S", hearts: "H", diamonds: "D", clubs: "C" };

const wordsOf = ({ plural, say, text }) => ({
	match: say("Match *%* {%} or any *%*"),
	wanted: say("Match *%* {%}, as named, or any *8*"), unnamed: "A suit is being named",
	mustDraw: "Nothing fits: draw a card.", mustPass: "Nothing fits: pass.",
	noDraw: "A card of yours fits, so none is drawn.",
	stock: "Stock", stockOf: (count = 0) => `Stock, ${plural(count, "card")}`,
	pile: "Pile", pileOf: say("Pile: %"),
	drew: say("% drew a card."), drewCard: say("% drew {%}."),
	passed: say("% passed."), named: say("% named % {%}."),
	name: "Name the suit", keep: "Keep the eight", hold: say("you hold %"),
	out: (name = "") => `${name} ${name === text.you ? "have" : "has"} no cards left.`,
	blocked: "Nobody can play on: everybody pays for what they hold.",
	drawn: say("% needed a card and the stock is empty: a drawn game. Nobody pays."),
	lastDrawn: say("% drew the last card: a drawn game. Nobody pays."),
});

/** The stock and the pile. @param {Kit} kit @param {ReturnType<typeof wordsOf>} words */
function piles({ h, pile, rich, stack, text }, words) {
	/** @param {Scene} scene */
	const match = ({ held, legal, table: { suit, top } }) => {
		const eights = top[0] === "8" ? "" : `* ${text.or} *8`;
		const letter = LETTERS[suit];
		if (held.length || legal.includes("spades")) return words.name;
		if (!letter) return words.unnamed;
		// An eight that named another suit than its own.
		const named = eights || letter === top[1] ? words.match : words.wanted;
		return named(text.suit[letter], letter, text.rank(top) + eights);
	};

	const drawCard = (scene) => {
		if (scene.legal.includes("draw")) scene.send(["draw"], true);
		else scene.refuse(scene.legal.length ? words.noDraw : text.table.notYours);
	};

	return {
		match,

		/** @param {Scene} scene */
		draw(scene) {
			const { table: { stock, top, turned }, legal } = scene;
			const may = legal.includes("draw");
			return [h("p.match", rich(match(scene))), h(".piles",
				h("div", stack(stock, words.stockOf(stock), () => drawCard(scene), may),
					h("p", words.stock, " ", h("b", `${stock}`))),
				h("div", pile(scene, top, words.pileOf(text.card(top)), top !== turned),
					h("p", words.pile)))];
		},

		/** @param {Scene} scene */
		read(scene) {
			const { top, stock } = scene.table;
			return [match(scene), words.pileOf(text.card(top)), words.stockOf(stock)];
		},
	};
}

/** An eight, and the suit it names. @param {Kit} kit @param {ReturnType<typeof wordsOf>} words */
const naming = ({ button, h, plain, sign, text, tray }, words) => ({
	/** @param {Scene} scene */
	sheet(scene) {
		const { table: { hand }, held, legal } = scene;
		const [eight] = held;
		if (scene.busy || !(eight || legal.includes("spades"))) return null;
		const suits = Object.entries(LETTERS).map(([suit, name]) => {
			const rest = hand.filter((other) => other[1] === name && other !== eight);
			const label = h("span",
				h("b", plain(text.suit[name])), h("small", words.hold(rest.length)));
			return button([sign(name), label], () => scene.send([...held, suit]), "", { name });
		});
		const keep = eight && button(words.keep, scene.drop, "quiet", { name: "keep" });
		return tray(words.name, suits, 4, keep, "suits");
	},

	/** @param {Scene} scene */
	tap(scene, name) {
		const names = scene.rules.eights === "named" && name[0] === "8";
		if (!names || scene.table.hand.length < 2) return false;
		scene.held = [];
		scene.hold(name);
		scene.focus("[name=S]");
		return true;
	},
});

/** @type {MakeGame} */
export default (kit, listed, translated) => {
	const { backs, short, text, thrown } = kit;
	const words = { ...wordsOf(kit), ...translated };
	const { match, draw, read } = piles(kit, words);
	const status = ({ legal }) => {
		if (!legal.length) return "";
		if (legal.includes("spades")) return `${words.name}.`;
		if (legal.includes("draw")) return words.mustDraw;
		return legal.includes("pass") ? words.mustPass : text.table.playFitting;
	};

	return {
		high: "K",
		kind: "eights",
		draw,
		read,
		status,
		...naming(kit, words),

		pile: ({ table: { counts }, left }, seat) =>
			left[seat]?.length ? thrown(left[seat]) : backs(counts[seat]),

		result: ({ left }, seat) => (left[seat] ?? []).map(short),

		acts: ({ legal }) => ["draw", "pass"].filter((name) => legal.includes(name)),

		why: (scene) => scene.legal[0].length === 2 ? `${match(scene)}.` : status(scene),

		said(scene, { seat, action, card }) {
			const who = scene.name(seat);
			const seen = card && card !== "??";
			if (action === "draw") return seen ? words.drewCard(who, card) : words.drew(who);
			const letter = LETTERS[action];
			if (letter) return words.named(who, text.suit[letter], letter);
			return action === "pass" ? words.passed(who) : text.table.played(who, action);
		},

		ended({ table, last, points, rules, totals, name }) {
			const out = table.counts.indexOf(0);
			const { seat = -1, action = "" } = last ?? {};
			if (out >= 0) return words.out(name(out));
			if (points.some(Boolean)) return words.blocked;
			if (rules.empty === "at-once") return words.lastDrawn(name(seat));
			return words.drawn(name((action === "draw" ? seat : seat + 1) % totals.length));
		},
	};
};
