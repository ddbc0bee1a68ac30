/* The texts of text_later.js in German. */

import { say } from "./grammar.js";

export const german = {
	new: {
		title: "Ein neuer Tisch", seats: "Plätze", seat: say("Platz %"),
		friend: "Ein Freund", computer: say("Computer: %"),
		limit: "Zeit für einen Zug",
		seconds: (seconds = "") => seconds === "0" ? "Unbegrenzt" : `${seconds} Sekunden`,
		limitNote: "Danach spielt ein Computer diesen Zug; "
			+ "nach zwei versäumten Zügen spielt er, bis du wieder etwas tust.",
		level: "Spielt für Abwesende", players: "Spieler",
		watch: "Du hast keinen Platz: Du siehst zu.",
		range: say("Eine ganze Zahl von % bis %."),
		deal: "Nummer der Verteilung, wenn du eine bestimmte willst",
		dealNote: "Dieselbe Nummer verteilt dieselben Karten, hier und im Terminal. "
			+ "Wer sie kennt oder alle probiert, kann alle Hände kennen, auch wer zusieht. "
			+ "Darum kann an diesem Tisch sonst niemand mitspielen.",
	},

	join: {
		title: (name = "", game = "") => name
			? `${name} lädt dich zu ${game} ein` : `Du bist zu ${game} eingeladen`,
		who: "Am Tisch", join: "Mitspielen", watch: "Zusehen",
		full: "Alle Plätze sind besetzt. Du kannst zusehen.",
	},

	help: {
		ranks: "Zwei Drei Vier Fünf Sechs Sieben Acht Neun Zehn Bube Dame König Ass".split(" "),
		cardCalled: (rank = "", suit = "") => `${suit}-${rank}`,
		keyboard: "Tastatur",
		keys: [
			["← →", "Durch die Hand gehen"],
			["Enter", "Die Karte spielen oder wählen"],
			["S H D C, Wert", "Zu einer Karte gehen: S, dann Q ist die Pik-Dame"],
			["X", "Der wichtigste Knopf"],
			["L", "Der letzte Stich"],
			["O", "Die Punktetafel"],
			["I", "Ein Tipp"],
			["U", "Deinen letzten Zug zurücknehmen"],
			["?", "Den Tisch vorlesen"],
			["Esc", "Schließen, was offen ist"],
		],
		none: "Dieses Spiel hat keine Beschreibung.",
		dimmed: "Eine blasse Karte darf gerade nicht gespielt werden: Tippe sie an, "
			+ "und der Tisch sagt, warum. Hausregeln ändern manches davon.",
	},

	hint: {
		only: "Etwas anderes ist nicht möglich.",
		equal: say("In % probierten Runden etwa gleich gut: Wähle %."),
		points: say("Wähle %: etwa % Punkte besser als % (±%, % Runden probiert)."),
		share: say("Wähle %: gewinnt etwa % von 100 Partien mehr als % (±%, % Runden probiert)."),
		all: "Alle Möglichkeiten", error: "Mehr oder weniger",
		against: { points: "Punkte besser", share: "Von 100 Partien" },
	},

	leave: {
		title: "Den Tisch verlassen?",
		note: "Auf der Startseite wartet dein Platz auf dich. "
			+ "Wenn du endgültig gehst, übernimmt ein Computer deinen Platz.",
		watchNote: "Mit demselben Link kannst du wiederkommen.",
		toStart: "Zur Startseite", forGood: "Endgültig verlassen",
	},

	phrases: {
		hello: "Hallo", "good-luck": "Viel Glück", "well-played": "Gut gespielt",
		thanks: "Danke", sorry: "Entschuldigung", "one-moment": "Einen Moment",
		smile: "Lächeln", laugh: "Lachen", wink: "Zwinkern", surprise: "Staunen",
		sad: "Traurig", "thumbs-up": "Daumen hoch",
		said: say("%: %."), mute: say("Ausblenden, was % sendet"),
	},

	settings: {
		rows: /** @type {Record<string, [string, Words?]>} */ ({
			language: ["Sprache", { auto: "Wie im Browser", en: "English", de: "Deutsch" }],
			theme: ["Aussehen", { auto: "Wie das System", light: "Hell", dark: "Dunkel" }],
			contrast: ["Kontrast", { auto: "Wie das System", normal: "Normal", high: "Hoch" }],
			suits: ["Farben der Karten", { two: "Zwei", four: "Vier" }],
			letters: ["Buchstaben neben den Farbzeichen"],
			sort: ["Hand sortieren",
				{ suit: "Nach Farbe", rank: "Nach Wert", dealt: "Wie gegeben" }],
			order: ["Reihenfolge", { up: "Aufsteigend", down: "Absteigend" }],
			forced: ["Eine Karte für dich spielen, wenn sie die einzige ist"],
			pace: ["Computer spielen",
				{ once: "Sofort", quick: "Zügig", calm: "Ruhig", slow: "Langsam" }],
			speed: ["Bewegung",
				{ "0.0": "Keine", "0.5": "Schnell", "1.0": "Normal", "2.0": "Langsam" }],
		}),
		signals: {
			sound: "Ton, wenn du dran bist",
			vibration: "Vibration, wenn du dran bist",
			notifications: "Benachrichtigung, wenn du dran bist und eine andere Seite siehst",
		},
		blocked: "Dieser Browser sperrt Benachrichtigungen dieser Seite. "
			+ "Seine eigenen Einstellungen können sie erlauben.",
	},

	share: {
		join: "Link zum Mitspielen", watch: "Link zum Zusehen",
		local: "Links von hier gelten nur auf diesem Computer. "
			+ "Mit parlour --lan gestartet, erreicht das Programm alle im Raum.",
		copy: "Kopieren", copied: "Kopiert.", selected: "Markiert: jetzt kopieren.",
	},
};
