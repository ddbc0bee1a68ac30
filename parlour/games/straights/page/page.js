/* Straights: four tracks, a suit each, that grow outwards from the seven; what is thrown away lies at its seat. */

/** @type {MakeGame} */
export default ({ h, list, plural, say, short, text, these, thrown, tracks, tracksAloud }) => {
	const words = {
		throw: "Nothing fits: throw one card away.",
		barred: say("This card does not fit. You can play %."),
		threwHidden: say("% threw a card away."), threw: say("% threw away {%}."), out: say("% thrown"),
		discards: "Thrown away", points: (n = 0) => plural(n, "point"), none: "nothing thrown away",
	};

	return {
		high: "K",
		straight: true,

		draw: (c) => [tracks(c, c.table.table)],

		status({ legal, playable, table }) {
			if (!legal.length) return "";
			if (!playable.includes(legal[0])) return words.throw;
			return !table.table.length && legal.length === 1 ? text.table.playThis(legal[0]) : text.table.playFitting;
		},

		why(c, name) {
			const { barred, legal } = c;
			return barred[name]?.length ? words.barred(list(these(barred[name]), "or")) : text.table.only(these(legal));
		},

		said(c, { seat, action }) {
			if (action === "??") return words.threwHidden(c.name(seat));
			return (c.table.table.includes(action) ? text.table.played : words.threw)(c.name(seat), action);
		},

		fact(c, seat) {
			const { discards: { [seat]: count }, points } = c.table;
			return seat !== c.base && count > 0
				&& h("span", words.out(count), points[seat] > 0 && h("span.broad", `, ${text.table.gain(points[seat])}`));
		},

		own(c) {
			const { thrown: { [c.base]: mine }, points } = c.table;
			return mine.length ? [words.discards, h("b", words.points(points[c.base])), thrown(mine)] : [];
		},

		pile: ({ table }, seat) => thrown(table.thrown[seat]),

		running: ({ table: { thrown, points } }, seat) =>
			thrown[seat].length ? [h("b", `${points[seat]}`), h("div", thrown[seat].map(short))] : [],

		read: (c) => tracksAloud(c.table.table, []),

		result: (c, seat) => c.table.thrown[seat].length ? c.table.thrown[seat].map(short) : [words.none],
	};
};
