/* Straights: four tracks, a suit each, outwards from the seven, and discards at their seats. */

/** @type {MakeGame} */
export default ({ h, list, plural, say, short, text, these, thrown, tracks, tracksAloud }) => {
	const words = {
		discard: "Nothing fits: discard a card.",
		barred: say("This card does not fit. You can play %."),
		discardedHidden: say("% discarded a card."), discarded: say("% discarded {%}."),
		out: say("% discarded"), outShort: say("% out"),
		discards: "Discarded", points: (n = 0) => plural(n, "point"), none: "nothing discarded",
	};

	return {
		high: "K",
		straight: true,

		draw: (c) => [tracks(c, c.table.table)],

		status({ legal, playable, table }) {
			if (!legal.length) return "";
			if (!playable.includes(legal[0])) return words.discard;
			const only = !table.table.length && legal.length === 1;
			return only ? text.table.playThis(legal[0]) : text.table.playFitting;
		},

		why(c, name) {
			const free = c.barred[name] ?? [];
			if (!free.length) return text.table.only(these(c.legal));
			return words.barred(list(these(free), "or"));
		},

		said(c, { seat, action }) {
			if (action === "??") return words.discardedHidden(c.name(seat));
			const played = c.table.table.includes(action);
			return (played ? text.table.played : words.discarded)(c.name(seat), action);
		},

		fact(c, seat) {
			const { discards: { [seat]: count }, points } = c.table;
			const cost = points[seat] > 0 && h("span.broad", `, ${text.table.gain(points[seat])}`);
			const out = c.phone ? words.outShort : words.out;
			return seat !== c.base && count > 0 && h("span", out(count), cost);
		},

		own(c) {
			const { thrown: { [c.base]: mine }, points } = c.table;
			if (!mine.length) return [];
			const label = h("span.label", words.discards);
			return [label, h("b", words.points(points[c.base])), thrown(mine)];
		},

		pile: ({ table }, seat) => thrown(table.thrown[seat]),

		running({ table: { thrown, points } }, seat) {
			const cards = thrown[seat].map(short);
			return cards.length ? [text.table.gain(points[seat]), h("div", cards)] : [];
		},

		read: (c) => tracksAloud(c.table.table, []),

		result(c, seat) {
			const cards = c.table.thrown[seat].map(short);
			return cards.length ? cards : [words.none];
		},
	};
};
