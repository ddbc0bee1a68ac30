/* Crazy Eights in German. */

const cards = (count = 0) => `${count} ${count === 1 ? "Karte" : "Karten"}`;

/** @type {Translated} */
export const german = {
	pitch: "Bediene die Farbe oder den Wert. Eine Acht passt auf alles, und nach den üblichen "
		+ "Regeln darf sich ihr Spieler die nächste Farbe wünschen.",
	short: "Farbe oder Wert bedienen",
	rules: [
		"Zwei bis fünf Spieler, jeder bekommt sieben Karten. Wer zuerst keine mehr hat, gewinnt.",
		"Lege eine Karte von der Farbe oder dem Wert der obersten Karte, oder eine Acht.",
		"Nach einer Acht gilt die Farbe, die sich ihr Spieler wünscht; nach den Standardregeln "
		+ "ihre eigene.",
		"Wenn etwas passt, musst du legen. Wenn nichts passt, ziehe, bis etwas passt.",
		"Wenn jemand eine Karte braucht und der Stapel leer ist, endet das Spiel unentschieden.",
	],
	options: {
		target: "Gespielt wird bis, in Punkten (0: eine Runde)",
		hand: "Karten für jeden",
		players: "Spieler",
		eights: "Nach einer Acht",
		draw: "Wenn nichts passt",
		empty: "Wenn der Stapel leer ist",
	},
	values: {
		eights: { "own-suit": "Ihre eigene Farbe gilt", named: "Ihr Spieler wünscht eine Farbe" },
		draw: {
			"until-playable": "Ziehen, bis etwas passt",
			"one-then-pass": "Eine ziehen, dann passen",
			"up-to-three": "Bis zu drei ziehen, dann passen",
		},
		empty: {
			"draw-game": "Das Spiel endet unentschieden",
			"play-on": "Passen und weiterspielen",
			"at-once": "Das Spiel endet sofort unentschieden",
		},
	},
	presets: {
		usual: ["Die üblichen Regeln", "Wer eine Acht spielt, wünscht die Farbe; eine Partie "
			+ "geht bis 100, und ein leerer Stapel beendet nichts."],
		"one-draw": ["Einmal ziehen",
			"Die üblichen Regeln, aber wer nicht bedienen kann, zieht nur eine Karte."],
	},
	actions: {
		draw: "Karte ziehen", pass: "Passen",
		spades: "Pik", hearts: "Herz", diamonds: "Karo", clubs: "Kreuz",
	},
	fields: { top: "Ablage", suit: "Farbe", stock: "Stapel" },
	causes: {
		"first-better": "Du wirst {cards} los.",
		"second-worse": "Öfter bleibt dir übrig: {cards}.",
		"held-better": "Seltener bleibt dir übrig: {cards}.",
		"held-worse": "Öfter bleibt dir übrig: {cards}.",
		"later-better": "Seltener bleiben dir später gezogene Karten, wie {cards}.",
		"later-worse": "Öfter bleiben dir später gezogene Karten, wie {cards}.",
		"own-better": "Dir bleiben weniger Punkte.",
		"own-worse": "Dir bleiben mehr Punkte.",
		"theirs-better": "Öfter bleibt {who} übrig: {cards}.",
		"theirs-worse": "Seltener bleibt {who} übrig: {cards}.",
		"others-better": "Bei {who} bleiben mehr Punkte.",
		"others-worse": "Bei {who} bleiben weniger Punkte.",
		"bonus-better": "Unentschiedene Spiele ändern sich zu deinen Gunsten.",
		"bonus-worse": "Unentschiedene Spiele ändern sich zu deinen Ungunsten.",
	},
	strengths: {
		first: "gewinnt 45 von 100 Runden zu zweit an einem gemischten Tisch",
		careful: "gewinnt 48 von 100 Runden zu zweit an einem gemischten Tisch",
		greedy: "gewinnt 52 von 100 Runden zu zweit an einem gemischten Tisch",
		trained: "gewinnt 53 von 100 Runden zu zweit an einem gemischten Tisch",
		search: "gewinnt 57 von 100 Runden zu zweit an einem gemischten Tisch",
	},
	lesson: [
		"Werde zuerst alle Karten los: Spiele, was zum Zeichen oder zur Zahl der Ablage passt.",
		"Nichts passt: Ziehe. Karten kommen vom Stapel, bis eine passt.",
		"Eine Acht wurde gespielt: Jetzt gilt die gewünschte Farbe, die über der Ablage steht.",
		"Eine Acht passt auf jede Karte, und du wünschst die Farbe, die folgen muss.",
		"Die andere Hand ist fast leer: Könige, Damen und Buben in deiner kosten dann je 10.",
		"Du hast wenige: Eine Acht ist eine gute letzte Karte, weil sie immer passt.",
		"Mehrere Karten passen: Am besten eine, nach der weitere von dir passen.",
		"Blasse Karten passen nicht: Tippe eine an, und der Tisch sagt, warum.",
		"Die Lektion endet hier. Was übrig bleibt, kostet; bei 100 gewinnt, wer am wenigsten hat.",
	],
	said: {
		draw: "{who}: {card} gezogen.",
		pass: "{who}: gepasst.",
		spades: "{who}: Pik gewünscht.",
		hearts: "{who}: Herz gewünscht.",
		diamonds: "{who}: Karo gewünscht.",
		clubs: "{who}: Kreuz gewünscht.",
	},
};

/** Of the page. */
export const words = ({ say }) => ({
	match: say("Bediene *%* {%} oder Wert *%*"),
	wanted: say("Bediene *%* {%} wie gewünscht, oder eine *8*"),
	unnamed: "Eine Farbe wird gewünscht",
	mustDraw: "Nichts passt: Ziehe eine Karte.", mustPass: "Nichts passt: Passe.",
	noDraw: "Eine deiner Karten passt, darum wird nicht gezogen.",
	stock: "Stapel", stockOf: (count = 0) => `Stapel, ${cards(count)}`,
	pile: "Ablage", pileOf: say("Ablage: %"),
	drew: say("%: eine Karte gezogen."), drewCard: say("%: {%} gezogen."),
	passed: say("%: gepasst."), named: say("%: % {%} gewünscht."),
	name: "Wünsche eine Farbe", keep: "Die Acht behalten", hold: say("hast %"),
	out: (name = "") => name === "Du"
		? "Du hast keine Karten mehr." : `${name} hat keine Karten mehr.`,
	blocked: "Niemand kann weiterspielen: Alle zahlen, was sie haben.",
	drawn: say("Karte gebraucht, Stapel leer (%): unentschieden. Niemand zahlt."),
	lastDrawn: say("Letzte Karte gezogen (%): unentschieden. Niemand zahlt."),
});
