/* The texts of text.js in German. What is not here stays as it is in English. */

import { list, say } from "./grammar.js";
import { cause, lessonOf, translate, wordsOf } from "./translation.js";

const NUMBERS = "Kein Ein Zwei Drei Vier Fünf Sechs Sieben Acht Neun Zehn Elf Zwölf".split(" ");
const LEVELS = {
	first: ["Einfach", "spielt die erste Karte, die die Regeln zulassen"],
	careful: ["Achtsam", "meidet, was sofort Punkte kostet"],
	greedy: ["Klug", "wägt ab, was jede Karte kosten kann"],
	trained: ["Geübt", "hat im Spiel gegen sich selbst gelernt"],
	search: ["Stark", "spielt Verteilungen durch, die zum Gesehenen passen"],
};
/** Refusals of the server. */
const REFUSALS = {
	"A hint is available only on your turn.": "Einen Tipp gibt es nur, wenn du dran bist.",
	"The turn is over; ask again.": "Der Zug ist vorbei; frage noch einmal.",
	"The hint could not be computed.": "Der Tipp konnte nicht berechnet werden.",
	"An invitation is needed to join this table.":
		"Für diesen Tisch brauchst du eine Einladung.",
	"No seat is open; you can watch.": "Kein Platz ist frei; du kannst zusehen.",
	"This key is not valid at this table, or no longer valid.":
		"Dieser Link gilt an diesem Tisch nicht oder nicht mehr.",
	"Only the host can start the table.": "Nur wer den Tisch eröffnet hat, kann beginnen.",
	"The table has already started.": "Am Tisch wird schon gespielt.",
	"Spectators cannot start the next round.": "Wer zusieht, kann keine Runde beginnen.",
	"The round is not over.": "Die Runde ist noch nicht vorbei.",
	"Moves can be undone only by a person who plays against computers.":
		"Züge kann nur zurücknehmen, wer allein gegen Computer spielt.",
	"No move can be undone while several seats may act at once.":
		"Solange mehrere zugleich am Zug sind, kann kein Zug zurückgenommen werden.",
	"The rest is played by itself only once no points can change.":
		"Der Rest wird erst ausgespielt, wenn sich keine Punkte mehr ändern.",
	"Too many phrases": "Zu viel auf einmal; warte ein wenig.",
	"No other person is at this table.": "An diesem Tisch ist sonst kein Mensch.",
	"There is no such table here.": "Diesen Tisch gibt es hier nicht.",
	"This table cannot be loaded": "Dieser Tisch kann nicht geladen werden.",
	"This table failed": "An diesem Tisch ist etwas schiefgegangen.",
	"The server failed to answer": "Der Server konnte nicht antworten.",
	"The table is being loaded again; ask again.":
		"Der Tisch wird neu geladen; versuche es noch einmal.",
	"The database of the server does not answer.": "Die Datenbank des Servers antwortet nicht.",
	"Too much is stored": "Hier wurde zu viel gespeichert; versuche es später wieder.",
	"Too much has happened in this round":
		"In dieser Runde ist zu viel geschehen; sie kann nur zu Ende gespielt werden.",
	"This was changed too often in this round": "Das wurde in dieser Runde zu oft geändert.",
	"Too many requests from this address; try again later.":
		"Zu viele Anfragen von dieser Adresse; versuche es später wieder.",
	"Too many new tables from this address; try again later.":
		"Zu viele neue Tische von dieser Adresse; versuche es später wieder.",
};

const card = (count = 0) => `${count} ${count === 1 ? "Karte" : "Karten"}`;

const home = {
	link: {
		gone: "Der Server antwortet nicht. Neuer Versuch läuft.",
		failed: "Der Server antwortet nicht. Versuche es gleich noch einmal.",
		late: "Der Server antwortet noch nicht.",
		portal: "Dieses Netz antwortet mit einer eigenen Seite: Melde dich zuerst bei ihm an.",
		stripped: "Diese Adresse leitet keine WebSockets weiter: Sage es dem Betreiber.",
		odd: "Die Antwort des Servers passt nicht hierher. Lade die Seite neu.",
		closed: "Dieser Tisch ist geschlossen.",
	},

	start: {
		headline: (count = 0) => `${NUMBERS[count] ?? count} Kartenspiel${count === 1 ? "" : "e"} `
			+ "an einem ruhigen Tisch.",
		new: "Neues Spiel", levels: "Gegner, leichteste zuerst",
		play: say("% spielen"),
		tables: "Deine Tische", more: "Weitere Tische", continue: "Weiterspielen",
		result: "Zum Ergebnis",
		with: (game = "", names = [""]) => names.length ? `${game} mit ${list(names)}` : game,
		round: say("Runde %"), turn: ", du bist dran",
		waiting: "Warten auf Mitspieler", over: "Die Partie ist vorbei",
		forgetLabel: say("% vergessen"), forget: "Vergessen",
		scored: say("Runde % ist vorbei"),
		forgetBody: "Diesen Tisch vergessen? Der Schlüssel zu deinem Platz liegt nur in diesem "
			+ "Browser. Ohne ihn kannst du nicht zurück.",
		first: "Zum ersten Mal?", learn: say("% lernen"),
		firstNote: "Eine begleitete Runde: Der Tisch sagt, was du tun kannst, und warum.",
		friend: "Mit Freunden spielen", make: "Tisch eröffnen",
		friendNote: "Ein Link, keine Anmeldung; Computer besetzen die anderen Plätze.",
		rules: "Hausregeln", preset: "Regelwerk", usual: "die üblichen", own: "Eigene",
		changed: (games = [""]) => `geändert für ${list(games)}`,
		loading: "Der Tisch wird gedeckt.",
	},

	new: {
		game: "Spiel", name: "Dein Name",
		nameMissing: "Gib einen Namen an, den die anderen sehen.",
	},

	join: {
		looking: "Der Tisch wird gesucht.",
		refused: "Hier ist kein Tisch",
	},

	settings: { title: "Einstellungen" },

	help: { title: "Regeln" },
};

const table = {
	seats: "Die anderen", yourSeat: "Dein Platz", hand: "Deine Hand",
	computer: say("Computer %"),
	menu: "Menü", phrases: "Etwas sagen", invite: "Einladen", letWatch: "Andere zusehen lassen",
	lesson: "Lektion", leaveLesson: "Lektion beenden",
	leave: "Verlassen", score: "Punkte", sheet: "Punktetafel",
	round: (number = 0, goal = 0, length = 0) => home.start.round(number)
		+ (length > 1 ? ` von ${length}` : "") + (goal ? `, bis ${goal}` : ""),
	roundOver: say("Runde % ist vorbei."), matchOver: "Die Partie ist vorbei.",
	had: say("%: übrig %."), result: say("%: % Punkte, insgesamt %."),
	putAside: "Den Tisch ansehen", bringBack: "Ergebnis",
	cards: card,
	openSeat: "Freier Platz", open: "für Freunde", person: "Mensch", away: "abwesend",
	kept: say("Reserviert: % s"), playsFor: "Computer spielt",
	gone: "Gerade nicht da", takeBack: "Meinen Platz zurücknehmen",

	watching: "Du siehst zu.", waits: "Du spielst ab der nächsten Runde mit.",
	resting: "Pause: Diese Adresse hat zu viele Tische, an denen nur Computer spielen.",
	standIn: {
		busy: "Die starken Gegner sind beschäftigt; ein einfacherer springt ein.",
		preparing: "Die starken Gegner werden vorbereitet; ein einfacherer springt ein.",
		failed: "Die starken Gegner laufen hier nicht; ein einfacherer springt ein.",
		unavailable: "Die starken Gegner gibt es hier nicht; ein einfacherer springt ein.",
	},
	turnOf: say("Am Zug: %."), timed: say("% Sekunden je Zug; danach spielt ein Computer."),
	took: say("%: Stich gewonnen."), lastTrick: "Letzter Stich", toTable: "Zurück zum Tisch",
	undo: "Zurück", withUndo: " Züge wurden zurückgenommen.",
	decided: "Punkte stehen fest.", playRest: "Rest spielen",
	yours: "Du bist dran",
	notYours: "Du bist noch nicht dran.",
	playFitting: "Du bist dran: Spiele eine passende Karte.",
	playThis: say("Du bist dran: {%}."), forced: say("Nur {%} geht: Warte, oder tippe sie an."),
	played: say("%: {%} gespielt."),
	got: say("Du bekommst %."), received: "gerade bekommen",
	chosen: "gewählt",
	notPlayable: say("nicht spielbar: %"),
	notHeld: say("Du hast {%} nicht."),
	only: say("Jetzt geht nur %."),
	seat: say("%: %, % Punkte"),

	hint: { title: "Tipp", thinking: "Denkt nach", advised: "empfohlen" },

	roundWord: "Runde", leads: "führt",
	note(best = "", goal = 0, length = 0, over = false) {
		const points = best === "most" ? "Die meisten Punkte" : "Die wenigsten Punkte";
		if (over) return `${points} gewinnen.`;
		if (goal) return `${points} führen. Die Partie endet, wenn jemand ${goal} hat.`;
		if (length === 1) return `${points} gewinnen. Eine Runde ist die Partie.`;
		return length ? `${points} gewinnen nach ${length} Runden.` : `${points} führen.`;
	},
	lobbyNote: "Das Spiel beginnt, wenn alle da sind.",
	start: "Jetzt mit Computern beginnen",
	tied: "Unentschieden.",
	won(names = [""]) {
		if (names.length > 1) return `Geteilter Sieg: ${list(names)}.`;
		return names[0] === german.you ? "Du gewinnst!" : `${names[0]} gewinnt.`;
	},
	player: "Spieler", points: "Punkte", total: "Summe",
	next: "Nächste Runde", rematch: "Revanche",
	again: (number = 1) =>
		number > 1 ? "Alle Blätter wiederholen" : "Blatt wiederholen",
	deal: say("Verteilung %. Dieselbe Nummer verteilt dieselben Karten, "
		+ "an jedem Tisch für einen."),
	byNumber: "nach Nummer",
	known: "Wer die Nummer dieser Verteilung kennt oder alle probiert, kann alle Hände kennen.",
	ready: say("Bereit: %."),

	leadCard: "Spiele, was du willst.",
	all: "Wähle eine Karte: Alle tun es zugleich.",
	notWhile: say("Nicht, solange du % hast."), choose: "Du bist dran: Wähle.",
	acts: (labels = [""]) => `Du bist dran: ${list(labels, german.or)}.`,
	playOr: (labels = [""]) => `Du bist dran: Karte spielen, ${list(labels, german.or)}.`,
	hidden: say("%: verdeckter Zug."), aCard: "eine Karte",
	did: (who = "", label = "") => `${who}: ${label}.`,
	waiting: "Warten auf die anderen.", nothing: "nichts",
	from: say("%, von %"),
	track(suit = "", laid = [""], open = [""]) {
		const [first = "noch nichts", second] = laid;
		const run = second ? `${first} bis ${laid.at(-1)}` : first;
		return `${suit}: ${run}${open.length ? `; offen: ${list(open)}` : ""}`;
	},
};

export const german = {
	you: "Du", home: "Start", close: "Schließen", and: "und", or: "oder",
	suit: { S: "Pik", H: "Herz", D: "Karo", C: "Kreuz" },
	ranks: { A: "Ass", J: "Bube", Q: "Dame", K: "König", T: "10" },
	lower: (words = "") => words,
	card: (name = "QS") => `${german.suit[name[1]]}-${german.ranks[name[0]] ?? name[0]}`,
	decimal: (digits = "") => digits.replace(".", ","),
	refusal: (why = "") => REFUSALS[why] ?? REFUSALS[why.split(" (")[0]] ?? why,
	translate: (answer) => translate(answer, "german.js", LEVELS),
	cause,
	taught: lessonOf,
	words: wordsOf,
	...home,
	table,
};
