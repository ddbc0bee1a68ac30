/* Hearts: the trick as a cross, each card before its seat; before it, the cards to be passed. */

const MOONS = ["old-moon", "new-moon"];

const wordsOf = ({ say }) => ({
	passingNow: "Everybody chooses three cards to pass.",
	passThree: say("Pass three cards to %"), receive: say("You receive three from %."),
	choose: ["", "Choose one more", "Choose two more", "Choose three cards"],
	passTo: say("Pass these three to %"),
	enough: "Three cards are chosen.",
	takeBack: say("%, chosen: take it back"), back: "Tap a chosen card to take it back.",
	waiting: "Waiting for the others to pass.",
	youPass: say("% passed {%}."),
	trick: say("Trick % of 13"),
	led: say("% led"), broken: "Hearts broken", unbroken: "Hearts not broken",
	lead: "Your turn: lead a card.", follow: say("Your turn: follow %."),
	free: say("Your turn: no %, play any card."),
	mustFollow: say("Follow %."),
	notBroken: "Hearts are not broken yet: play another suit.",
	noPoints: "No points on the first trick: play another card.",
	whichMoon: "You shot the moon. Which is it to be?", moonChosen: say("% shot the moon: %."),
	youShot: "You shot the moon!", shot: say("% shot the moon."),
	othersPay: say("The others pay % each."), youPay: say("You pay %, as the others do."),
	off: say("% points come off."),
});

/** All the cards that cost points. */
const POINTS = [..."23456789TJQKA"].map((rank) => `${rank}H`).concat("QS");

const won = ({ table }) => table.taken.flat().length / 4;

/** The seat that shot the moon, or none. */
const shooter = ({ table, points }) => points.length
	? table.taken.findIndex((cards) => POINTS.every((name) => cards.includes(name))) : -1;

/** The suit that was led, or nothing. */
const led = ({ table, rest }) =>
	rest || table.leader === null ? "" : table.trick[table.leader]?.[1] ?? "";

/** Whether the seat is asked which moon it is to be. */
const moon = ({ legal }) => legal.includes("old-moon");

/** The seat so far from the viewer's, clockwise. */
const seatAt = ({ base }, way = 1) => (base + 4 + way) % 4;

/** The cards to be passed. @param {Kit} kit @param {ReturnType<typeof wordsOf>} words */
function passing({ button, card, h, icon, lying, text }, words) {
	const slot = (scene, chosen, place = 0) => {
		const { face, busy, table: { passed } } = scene;
		const name = chosen[place];
		if (!name) return h("span", { class: place === chosen.length ? "slot next" : "slot" });
		if (passed.includes(name) || busy) return lying(name, face, { class: "slot" });
		const ariaLabel = words.takeBack(text.card(name));
		return button(card(name, face), () => scene.hold(name), "slot",
			{ name, "data-card": name, ariaLabel });
	};

	const passButton = (scene, to, lack) => {
		const label = lack ? words.choose[lack] : words.passTo(to);
		const pass = () => lack ? scene.refuse(`${label}.`) : scene.send(scene.held);
		const ariaDisabled = `${lack > 0 || scene.busy}`;
		return button(label, pass, "main", { name: "pass", ariaDisabled });
	};

	return {
		/** @param {Scene} scene */
		draw(scene) {
			const { table: { passing: way, passed }, legal } = scene;
			if (scene.me === null) return [words.passingNow];
			const to = scene.name(seatAt(scene, way));
			const chosen = [...passed, ...scene.held];
			return [h(".passing",
				h("b", words.passThree(to)),
				h("span", words.receive(scene.name(seatAt(scene, -way)))),
				h("div", { class: `slots at-${way}` },
					h(".to", icon("arrow-left"), h("b", to)),
					[0, 1, 2].map((place) => slot(scene, chosen, place))),
				legal.length > 0 && passButton(scene, to, 3 - chosen.length))];
		},

		/** @param {Scene} scene */
		tap(scene, name) {
			if (!scene.table.passing) return false;
			if (scene.table.passed.length + scene.held.length > 2) scene.refuse(words.enough);
			else {
				scene.say(`${text.card(name)}, ${text.table.chosen}`);
				scene.hold(name);
			}
			return true;
		},
	};
}

/** The trick, and what belongs to it. @param {Kit} kit @param {ReturnType<typeof wordsOf>} words */
function playing({ h, plain, sign, text, trick }, words) {
	const trickNumber = (scene) =>
		words.trick(Math.min(13, won(scene) + (scene.rest || scene.again ? 0 : 1)));

	const broken = ({ table }) => table.broken ? words.broken : words.unbroken;

	const facts = (scene) => {
		const suit = led(scene);
		const number = h("span", trickNumber(scene));
		return [
			[number, suit && h("span", sign(suit), words.led(plain(text.suit[suit])))],
			h("span", sign("H"), broken(scene)),
		];
	};

	const lastFacts = (scene) => [
		[h("b", text.table.lastTrick), h("span", trickNumber(scene))],
		h("span", text.table.took(scene.name(scene.table.leader ?? 0))),
	];

	return {
		/** @param {Scene} scene */
		draw(scene) {
			const { table, legal, again, rest } = scene;
			const corners = (again ? lastFacts : facts)(scene)
				.map((some, at) => h("div", { class: `beside at-${at}` }, some));
			const cards = again || rest ? table.last : table.trick;
			return [trick(scene, cards, legal.length > 0 && !moon(scene), corners)];
		},

		/** @param {Scene} scene */
		read(scene) {
			const { table } = scene;
			const { from } = text.table;
			const aloud = (name, seat) => name ? from(text.card(name), scene.name(seat)) : "";
			const cards = scene.again ? table.last : table.trick;
			return [trickNumber(scene), ...cards.map(aloud), broken(scene)];
		},
	};
}

/** What is to be done, and why not otherwise. @param {Kit} kit */
const choices = ({ text, these }, words) => ({
	/** @param {Scene} scene */
	status(scene) {
		const { legal, table } = scene;
		if (table.passing) return legal.length ? "" : words.waiting;
		if (!legal.length) return "";
		if (moon(scene)) return words.whichMoon;
		const suit = led(scene);
		const only = legal.length === 1 && table.hand.length > 1;
		if (!suit) return only ? text.table.playThis(legal[0]) : words.lead;
		return (legal[0][1] === suit ? words.follow : words.free)(text.suit[suit]);
	},

	/** @param {Scene} scene */
	why(scene, name) {
		const held = scene.barred[name] ?? [];
		const suit = led(scene);
		if (!held.length) return text.table.only(these(scene.legal));
		const follows = held.every((other) => other[1] === suit);
		if (suit) return follows ? words.mustFollow(text.suit[suit]) : words.noPoints;
		const unbroken = name[1] === "H" && !scene.table.broken;
		return unbroken ? words.notBroken : text.table.notWhile(these(held));
	},
});

/** A moon, told to the shooter and to those who pay. @param {Kit} kit */
const moons = ({ h, thrown }, words) => ({
	/** @param {Scene} scene */
	special(scene) {
		const { me, points, name } = scene;
		const by = shooter(scene);
		if (by < 0) return [];
		const others = points.filter((_, seat) => seat !== by);
		const paid = Math.max(...others); // less where a bonus takes points off
		const own = by === me;
		const pays = own || me === null ? words.othersPay(paid) : words.youPay(paid);
		return [
			own ? words.youShot : words.shot(name(by)),
			paid > 0 ? pays : words.off(-points[by]),
		];
	},

	/** @param {Scene} scene */
	gathered: (scene) => shooter(scene) >= 0 && h(".gathered", thrown(POINTS)),
});

/** Cards on their way: of a trick, or passed. */
const moves = {
	laid: ({ table, held }) => table.passing ? held : [],

	rests: (before, after) => won(after) > won(before),

	before: ({ table }) => table.last[0] ? table.last : [],

	taker: ({ table }) => table.leader,

	fresh: ({ table, base }) =>
		table.passing || won({ table }) || table.trick[base] ? [] : table.received,

	given({ table }, scene) {
		const way = table.passing;
		return way && scene.me !== null ? [-1, 1].map((one) => seatAt(scene, one * way)) : [];
	},
};

/** @type {MakeGame} */
export default (kit, { actions }, translated) => {
	const { button, h, text, tray } = kit;
	const words = { ...wordsOf(kit), ...translated };
	const [pass, play] = [passing(kit, words), playing(kit, words)];
	const fact = ({ table }, seat) => {
		const points = table.points[seat];
		const gain = text.table.gain(points);
		return table.leader !== null && h("span", { class: points > 12 && "warn" }, gain);
	};

	return {
		high: "A",
		...moves,
		...choices(kit, words),
		...moons(kit, words),
		tap: pass.tap,
		fact,
		running: (scene, seat) => [fact(scene, seat)],
		own: ({ table, held }) => table.passing && held.length ? [words.back] : [],
		draw: (scene) => (scene.table.passing ? pass : play).draw(scene),

		read(scene) {
			const { table: { passing: way } } = scene;
			return way ? [words.passThree(scene.name(seatAt(scene, way)))] : play.read(scene);
		},

		said(scene, { seat, action }) {
			const who = scene.name(seat);
			if (MOONS.includes(action)) return words.moonChosen(who, text.lower(actions[action]));
			const passed = seat === scene.me && scene.table.passed.includes(action);
			return (passed ? words.youPass : text.table.played)(who, action);
		},

		sheet(scene) {
			if (scene.busy || !moon(scene)) return null;
			const choose = (name) => button(actions[name], () => scene.send([name]), "", { name });
			return tray(words.whichMoon, MOONS.map(choose), 2, null, "moons");
		},
	};
};
