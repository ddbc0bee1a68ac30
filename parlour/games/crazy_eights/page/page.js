/* Crazy Eights: stock and pile, what must be matched, and the suit to be named. */

const LETTERS = { spades: "S", hearts: "H", diamonds: "D", clubs: "C" };

/** @type {MakeGame} */
export default (kit) => {
	const { backs, button, h, pile, plain, plural, rich, say, sign, stack, text, tray } = kit;
	const words = {
		match: say("Match *%* {%} or any *%*"), unnamed: "A suit is being named",
		mustDraw: "Nothing fits: draw a card.", mustPass: "Nothing fits: pass.",
		noDraw: "A card of yours fits, so none is drawn.",
		stock: "Stock", stockOf: (n = 0) => `Stock, ${plural(n, "card")}`,
		pile: "Pile", pileOf: say("Pile: %"),
		drew: say("% drew a card."), drewCard: say("% drew {%}."),
		passed: say("% passed."), named: say("% named % {%}."),
		name: "Name the suit", keep: "Keep the eight", hold: say("you hold %"),
		out: (name = "") => `${name} ${name === text.you ? "have" : "has"} no cards left.`,
		blocked: "Nobody can play on: everybody pays for what they hold.",
		drawn: say("% needed a card and the stock is empty: a drawn game. Nobody pays."),
	};

	/** @param {Ctx} c */
	const match = ({ table: { suit, top } }) => {
		const eights = top[0] === "8" ? "" : "* or *8";
		return suit ? words.match(suit, LETTERS[suit], text.rank(top) + eights) : words.unnamed;
	};

	const game = /** @type {Game} */ ({
		high: "K",
		kind: "eights",

		pile: ({ table: { counts } }, seat) => backs(counts[seat]),

		acts: ({ legal }) => ["draw", "pass"].filter((name) => legal.includes(name)),

		draw(c) {
			const { table: { stock, top, turned }, legal } = c;
			const may = legal.includes("draw");
			const draw = () => {
				if (c.legal.includes("draw")) c.send(["draw"], true);
				else c.refuse(c.legal.length ? words.noDraw : text.table.notYours);
			};
			return [h("p.match", rich(match(c))), h(".piles",
				h("div", stack(stock, words.stockOf(stock), draw, may),
					h("p", words.stock, " ", h("b", `${stock}`))),
				h("div", pile(c, top, words.pileOf(text.card(top)), top !== turned),
					h("p", words.pile)))];
		},

		status({ legal }) {
			if (!legal.length) return "";
			if (legal.includes("spades")) return `${words.name}.`;
			if (legal.includes("draw")) return words.mustDraw;
			return legal.includes("pass") ? words.mustPass : text.table.playFitting;
		},

		why: (c) => c.legal[0].length === 2 ? `${match(c)}.` : game.status(c),

		said(c, { seat, action, card }) {
			const who = c.name(seat);
			const seen = card && card !== "??";
			if (action === "draw") return seen ? words.drewCard(who, card) : words.drew(who);
			if (action in LETTERS) return words.named(who, action, LETTERS[action]);
			return action === "pass" ? words.passed(who) : text.table.played(who, action);
		},

		sheet(c) {
			const [eight] = c.held;
			if (c.busy || !(eight || c.legal.includes("spades"))) return null;
			const suits = Object.entries(LETTERS).map(([suit, name]) => {
				const rest = c.table.hand.filter((other) => other[1] === name && other !== eight);
				const label = h("span", h("b", plain(suit)), h("small", words.hold(rest.length)));
				return button([sign(name), label], () => c.send([...c.held, suit]), "", { name });
			});
			const keep = eight && button(words.keep, c.drop, "quiet", { name: "keep" });
			return tray(words.name, suits, 4, keep, "suits");
		},

		tap(c, name) {
			const names = c.rules.eights === "named" && name[0] === "8";
			if (!names || c.table.hand.length < 2) return false;
			c.held = [];
			c.hold(name);
			c.focus("[name=S]");
			return true;
		},

		ended(c) {
			const out = c.table.counts.indexOf(0);
			const { seat = -1, action = "" } = c.last ?? {};
			if (out >= 0) return words.out(c.name(out));
			if (c.points.some(Boolean)) return words.blocked;
			return words.drawn(c.name((action === "draw" ? seat : seat + 1) % c.totals.length));
		},

		read: (c) => [match(c), words.pileOf(text.card(c.table.top)), words.stockOf(c.table.stock)],
	});
	return game;
};
