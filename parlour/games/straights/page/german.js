/* Straights in German. */

const points = (count = 0) => `${count} ${count === 1 ? "Punkt" : "Punkte"}`;

/** @type {Translated} */
export const german = {
	pitch: "Lege Reihen an die Siebenen. Was du nicht legen kannst, zahlst du.",
	short: "Von den Siebenen aus anlegen",
	rules: [
		"Vier Spieler, jeder bekommt dreizehn Karten. Die wenigsten Punkte gewinnen.",
		"Wer die Pik-Sieben hat, legt sie zuerst. Dann geht es nach links weiter.",
		"Lege eine Sieben, oder in einer begonnenen Farbe die nächste Karte nach oben oder unten. "
		+ "Das Ass ist die niedrigste Karte, der König die höchste.",
		"Wenn etwas passt, musst du legen. Wenn nichts passt, wirf eine Karte ab: Sie kostet ihren "
		+ "Wert, vom Ass mit 1 bis zum König mit 13.",
		"Die Partie endet, sobald jemand 80 Punkte erreicht.",
	],
	options: {
		target: "Gespielt wird bis, in Punkten",
		opens: "Erste Karte",
		discards: "Abgeworfene Karten",
		values: "Bube, Dame und König kosten",
	},
	values: {
		opens: { "7S": "Die Pik-Sieben", "any-seven": "Eine Sieben nach Wahl" },
		discards: { shown: "Sehen alle", hidden: "Verdeckt bis zum Ende" },
		values: { rank: "11, 12 und 13", "courts-ten": "Je 10" },
	},
	presets: {
		covered: ["Verdeckte Karten", "Abgeworfene Karten liegen verdeckt, bis die Runde vorbei "
			+ "ist, wie im chinesischen Spiel Sevens."],
	},
	actions: {},
	fields: {
		table: "Gelegt", thrown: "Abgeworfen", discards: "Abgeworfene", points: "Punkte",
	},
	causes: {
		"first-worse": "Du wirfst {cards} öfter ab.",
		"second-better": "Du wirfst {cards} seltener ab.",
		"held-better": "Spielbar bleibt: {cards}.",
		"held-worse": "Schwerer spielbar wird: {cards}.",
		"own-better": "Du wirfst vom Rest deiner Hand weniger Punkte ab.",
		"own-worse": "Du wirfst vom Rest deiner Hand mehr Punkte ab.",
		"theirs-better": "{who} wirft {cards} öfter ab.",
		"theirs-worse": "So kann {who} {cards} legen.",
		"others-better": "{who} wirft mehr Punkte ab.",
		"others-worse": "{who} wirft weniger Punkte ab.",
	},
	strengths: {
		first: "gewinnt 15 von 100 Runden an einem gemischten Tisch",
		careful: "gewinnt 18 von 100 Runden an einem gemischten Tisch",
		greedy: "gewinnt 32 von 100 Runden an einem gemischten Tisch",
		trained: "gewinnt 34 von 100 Runden an einem gemischten Tisch",
		search: "gewinnt 35 von 100 Runden an einem gemischten Tisch",
	},
	lesson: [
		"Lege möglichst alles. Du hast die Pik-Sieben und beginnst: Tippe sie in deiner Hand an.",
		"Erhöhte Karten passen: jede Sieben, und in begonnenen Reihen die nächste Karte.",
		"Nichts passt: Wirf eine niedrige ab. Ass kostet 1, Bube 11, Dame 12, König 13.",
		"Wenn nichts passt, wirfst du eine Karte ab. Nur das kostet, und wenig gewinnt.",
		"Was du abwirfst, liegt neben deinem Namen: Nach der Runde zählt es zu deinen Punkten.",
		"Nur eine Karte passt: Du musst sie legen. Nach der Lektion geschieht das von selbst.",
		"Jemand musste abwerfen: Am Platz steht, wie viele Karten weg sind.",
		"Reihen enden bei Ass und König: Lege so, dass weitere von dir folgen können.",
		"Solange eine andere passt, darfst du eine zurückhalten: Die anderen müssen warten.",
		"Unsicher, welche Karte? Die Glühbirne oben gibt einen Tipp.",
		"Die Runde ist vorbei, wenn alle Hände leer sind.",
		"Die Lektion endet hier. Hat jemand 80 Punkte, gewinnt, wer am wenigsten hat.",
	],
	said: {},
};

/** Of the page. */
export const words = ({ say }) => ({
	discard: "Nichts passt: Wirf eine Karte ab.",
	barred: say("Diese Karte passt nicht. Es geht %."),
	discardedHidden: say("%: eine Karte abgeworfen."), discarded: say("%: {%} abgeworfen."),
	out: say("% abgeworfen"), outShort: say("% ab"),
	discards: "Abgeworfen", none: "nichts abgeworfen",
	points,
});
