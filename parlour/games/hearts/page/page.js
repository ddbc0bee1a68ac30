/* Hearts: the trick as a cross, each card before its seat; before it, the cards to be passed. */

const MOONS = ["old-moon", "new-moon"];

/** @type {MakeGame} */
export default (kit, { actions }) => {
	const { button, card, h, icon, lying, plain, say, sign, text, these, tray, trick } = kit;
	const words = {
		passingNow: "Everybody chooses three cards to pass.",
		passThree: say("Pass three cards to %"), receive: say("You receive three from %."),
		choose: ["", "Choose one more", "Choose two more", "Choose three cards"],
		passTo: say("Pass these three to %"),
		enough: "Three cards are chosen.",
		takeBack: say("%, chosen: take it back"), back: "Tap a card above to take it back.",
		waiting: "Waiting for the others to pass.",
		youPass: say("% passed {%}."),
		trick: say("Trick % of 13"),
		led: say("% led"), broken: "Hearts broken", unbroken: "Hearts not broken",
		lead: "Your turn: lead a card.", follow: say("Your turn: follow %."),
		free: say("Your turn: no %, so play what you like."),
		mustFollow: say("Follow %."),
		notBroken: "Hearts are not broken yet: play another suit.",
		noPoints: "No points on the first trick: play another card.",
		whichMoon: "You shot the moon. Which is it to be?", moonChosen: say("% shot the moon: %."),
	};

	const won = ({ table }) => table.taken.flat().length / 4;

	const trickNumber = (c) => words.trick(Math.min(13, won(c) + (c.rest || c.again ? 0 : 1)));

	const broken = (c) => c.table.broken ? words.broken : words.unbroken;

	const led = ({ table, rest }) =>
		rest || table.leader === null ? "" : table.trick[table.leader]?.[1] ?? "";

	const moon = (c) => c.legal.includes("old-moon");

	const seatAt = (c, way = 1) => (c.base + 4 + way) % 4;

	function passing(c) {
		const { table: { passing: way, passed }, legal } = c;
		if (c.me === null) return [words.passingNow];
		const to = c.name(seatAt(c, way));
		const chosen = [...passed, ...c.held];
		const lack = 3 - chosen.length;
		const slot = (place = 0) => {
			const name = chosen[place];
			if (!name) return h("span", { class: place === chosen.length ? "slot next" : "slot" });
			if (passed.includes(name) || c.busy) return lying(name, c.face, { class: "slot" });
			const ariaLabel = words.takeBack(text.card(name));
			return button(card(name, c.face), () => c.hold(name), "slot",
				{ name, "data-card": name, ariaLabel });
		};
		const label = lack ? words.choose[lack] : words.passTo(to);
		const pass = () => lack ? c.refuse(`${label}.`) : c.send(c.held);
		const ariaDisabled = `${lack > 0 || c.busy}`;
		return [h(".passing",
			h("b", words.passThree(to)), h("span", words.receive(c.name(seatAt(c, -way)))),
			h("div", { class: `slots at-${way}` },
				h(".to", icon("arrow-left"), h("b", to)), [0, 1, 2].map(slot)),
			legal.length > 0 && button(label, pass, "main", { name: "pass", ariaDisabled }))];
	}

	const game = /** @type {Game} */ ({
		high: "A",

		sheet(c) {
			if (c.busy || !moon(c)) return null;
			const choose = (name) => button(actions[name], () => c.send([name]), "", { name });
			return tray(words.whichMoon, MOONS.map(choose), 2, null, "moons");
		},

		draw(c) {
			const { table, legal } = c;
			if (table.passing) return passing(c);
			const suit = led(c);
			const before = c.again || c.rest;
			const number = h("span", trickNumber(c));
			const facts = c.again
				? [[h("b", text.table.lastTrick), number],
					h("span", text.table.took(c.name(table.leader ?? 0)))]
				: [[number, suit && h("span", sign(suit), words.led(plain(text.suit[suit])))],
					h("span", sign("H"), broken(c))];
			const corners = facts.map((some, n) => h("div", { class: `beside at-${n}` }, some));
			const cards = before ? table.last : table.trick;
			return [trick(c, cards, legal.length > 0 && !moon(c), corners)];
		},

		status(c) {
			const { legal, table } = c;
			if (table.passing) return legal.length ? "" : words.waiting;
			if (!legal.length) return "";
			if (moon(c)) return words.whichMoon;
			const suit = led(c);
			const only = legal.length === 1 && table.hand.length > 1;
			if (!suit) return only ? text.table.playThis(legal[0]) : words.lead;
			return (legal[0][1] === suit ? words.follow : words.free)(text.suit[suit]);
		},

		why(c, name) {
			const held = c.barred[name] ?? [];
			const suit = led(c);
			if (!held.length) return text.table.only(these(c.legal));
			const follows = held.every((other) => other[1] === suit);
			if (suit) return follows ? words.mustFollow(text.suit[suit]) : words.noPoints;
			const unbroken = name[1] === "H" && !c.table.broken;
			return unbroken ? words.notBroken : text.table.notWhile(these(held));
		},

		said(c, { seat, action }) {
			const who = c.name(seat);
			if (MOONS.includes(action)) return words.moonChosen(who, text.lower(actions[action]));
			const passed = seat === c.me && c.table.passed.includes(action);
			return (passed ? words.youPass : text.table.played)(who, action);
		},

		fact(c, seat) {
			const points = c.table.points[seat];
			const gain = text.table.gain(points);
			return c.table.leader !== null && h("span", { class: points > 12 && "warn" }, gain);
		},

		running: (c, seat) => [game.fact?.(c, seat)],

		own: (c) => c.table.passing && c.held.length ? [words.back] : [],

		tap(c, name) {
			if (!c.table.passing) return false;
			if (c.table.passed.length + c.held.length > 2) c.refuse(words.enough);
			else {
				c.say(`${text.card(name)}, ${text.table.chosen}`);
				c.hold(name);
			}
			return true;
		},

		laid: (c) => c.table.passing ? c.held : [],

		rests: (before, after) => won(after) > won(before),

		before: ({ table }) => table.last[0] ? table.last : [],

		taker: ({ table }) => table.leader,

		fresh: (c) => c.table.passing || won(c) || c.table.trick[c.base] ? [] : c.table.received,

		given({ table: { passing: way } }, c) {
			return way && c.me !== null ? [-1, 1].map((one) => seatAt(c, one * way)) : [];
		},

		read(c) {
			const { table } = c;
			if (table.passing) return [words.passThree(c.name(seatAt(c, table.passing)))];
			const { from } = text.table;
			const aloud = (name, seat) => name ? from(text.card(name), c.name(seat)) : "";
			const cards = c.again ? table.last : table.trick;
			return [trickNumber(c), ...cards.map(aloud), broken(c)];
		},
	});
	return game;
};
