/* Straights: four tracks, a suit each, outwards from the seven, and discards at their seats. */

const wordsOf = ({ plural, say }) => ({
	discard: "Nothing fits: discard a card.",
	barred: say("This card does not fit. You can play %."),
	discardedHidden: say("% discarded a card."), discarded: say("% discarded {%}."),
	out: say("% discarded"), outShort: say("% out"),
	discards: "Discarded", none: "nothing discarded",
	points: (count = 0) => plural(count, "point"),
});

/** @type {MakeGame} */
export default (kit, listed, translated) => {
	const { h, list, short, text, these, thrown, tracks, tracksAloud } = kit;
	const words = { ...wordsOf(kit), ...translated };

	return {
		high: "K",
		straight: true,

		draw: (scene) => [tracks(scene, scene.table.table)],

		status({ legal, playable, table }) {
			if (!legal.length) return "";
			if (!playable.includes(legal[0])) return words.discard;
			const only = !table.table.length && legal.length === 1;
			return only ? text.table.playThis(legal[0]) : text.table.playFitting;
		},

		why(scene, name) {
			const free = scene.barred[name] ?? [];
			if (!free.length) return text.table.only(these(scene.legal));
			return words.barred(list(these(free), text.or));
		},

		said(scene, { seat, action }) {
			if (action === "??") return words.discardedHidden(scene.name(seat));
			const played = scene.table.table.includes(action);
			return (played ? text.table.played : words.discarded)(scene.name(seat), action);
		},

		fact(scene, seat) {
			const { discards: { [seat]: count }, points } = scene.table;
			const cost = points[seat] > 0 && h("span.broad", `, ${text.table.gain(points[seat])}`);
			const out = scene.phone ? words.outShort : words.out;
			return seat !== scene.base && count > 0 && h("span", out(count), cost);
		},

		own(scene) {
			const { thrown: { [scene.base]: mine }, points } = scene.table;
			if (!mine.length) return [];
			const label = h("span.label", words.discards);
			return [label, h("b", words.points(points[scene.base])), thrown(mine)];
		},

		pile: ({ table }, seat) => thrown(table.thrown[seat]),

		running({ table: { thrown, points } }, seat) {
			const cards = thrown[seat].map(short);
			return cards.length ? [text.table.gain(points[seat]), h("div", cards)] : [];
		},

		read: (scene) => tracksAloud(scene.table.table, []),

		result(scene, seat) {
			const cards = scene.table.thrown[seat].map(short);
			return cards.length ? cards : [words.none];
		},
	};
};
