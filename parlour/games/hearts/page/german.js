/* Hearts in German. */

/** @type {Translated} */
export const german = {
	pitch: "Nimm keine Herzen und nicht die Pik-Dame. Oder nimm sie alle.",
	short: "Herzen und die Dame meiden",
	rules: [
		"Vier Spieler, jeder bekommt dreizehn Karten. Die wenigsten Punkte gewinnen: Jedes Herz "
		+ "zählt 1, die Pik-Dame 13.",
		"Zuerst gibst du drei Karten weiter: nach links, nach rechts, gegenüber; in jeder vierten "
		+ "Runde gibt niemand weiter.",
		"Die Kreuz-Zwei beginnt. Bediene die ausgespielte Farbe, wenn du kannst. Die höchste "
		+ "Karte dieser Farbe gewinnt den Stich und spielt aus.",
		"Punkte dürfen schon im ersten Stich abgeworfen werden.",
		"Herz darf erst ausgespielt werden, wenn eines abgeworfen wurde, oder wenn du nichts "
		+ "anderes hast.",
		"Wer alle Herzen und die Dame gewinnt, schafft den Durchmarsch: Die anderen zahlen je "
		+ "26 Punkte.",
		"Die Partie endet, sobald jemand 100 Punkte erreicht.",
	],
	options: {
		target: "Gespielt wird bis, in Punkten",
		pass_cards: "Drei Karten weitergeben",
		pass_cycle: "Weitergegeben wird",
		no_pts_on_first_trick: "Keine Punkte im ersten Stich",
		can_lead_any_club: "Jedes Kreuz darf beginnen",
		must_break_hearts: "Herz muss gebrochen sein, bevor es ausgespielt wird",
		qs_breaks_hearts: "Auch die Pik-Dame bricht Herz",
		can_lead_hearts_instead_of_qs: "Herz darf ausspielen, wer sonst nur die Dame hat",
		jd_bonus: "Der Karo-Bube zieht 10 ab",
		avoid_all_tricks_bonus: "Kein Stich zieht 5 ab",
		moon: "Wer alle Punkte gewinnt",
		values: "Herzen und die Dame zählen",
	},
	values: {
		pass_cycle: {
			"left-right-across-keep": "Links, rechts, gegenüber, niemand",
			left: "Immer nach links",
		},
		moon: { old: "Die anderen zahlen 26", new: "Bekommt 26 abgezogen", choose: "Wählt" },
		values: { standard: "Je 1, und 13", spot: "Ihren Wert, und 25" },
	},
	presets: {
		club: ["Club", "Keine Punkte im ersten Stich, und auch die Pik-Dame bricht Herz."],
		microsoft: ["Hearts von Microsoft",
			"Keine Punkte im ersten Stich; nur ein Herz bricht Herz."],
		omnibus: ["Omnibus", "Regeln des Clubs, und der Karo-Bube zieht 10 Punkte ab."],
		spot: ["Spot Hearts", "Regeln des Clubs; jedes Herz zählt seinen Wert, die Dame 25, und "
			+ "eine Partie geht bis 500."],
	},
	actions: { "old-moon": "Die anderen zahlen 26", "new-moon": "26 Punkte weniger" },
	fields: {
		trick: "Stich",
		taken: "Gewonnen",
		points: "Punkte",
		broken: ["Herz nicht gebrochen", "Herz gebrochen"],
		passed: "Weitergegeben",
	},
	causes: {
		"first-better": "Du gewinnst {cards} seltener.",
		"first-worse": "Du gewinnst {cards} öfter.",
		"second-better": "Du gewinnst {cards} seltener.",
		"second-worse": "Du gewinnst {cards} öfter.",
		"held-better": "Andere gewinnen {cards} von dir öfter.",
		"held-worse": "Du gewinnst öfter {cards} von dir selbst.",
		"later-better": "Du gewinnst {cards} seltener.",
		"later-worse": "Du gewinnst {cards} öfter.",
		"own-better": "Du gewinnst weniger Punkte.",
		"own-worse": "Du gewinnst mehr Punkte.",
		"theirs-better": "{who} gewinnt {cards} öfter.",
		"theirs-worse": "{who} gewinnt {cards} seltener.",
		"others-better": "{who} gewinnt mehr Punkte.",
		"others-worse": "{who} gewinnt weniger Punkte.",
		"all-better": "Dir gelingt öfter der Durchmarsch.",
		"all-worse": "Dir gelingt seltener der Durchmarsch.",
		"all-theirs-better": "Anderen gelingt seltener der Durchmarsch.",
		"all-theirs-worse": "Anderen gelingt öfter der Durchmarsch.",
	},
	strengths: {
		trained: "gewinnt 29 von 100 Runden gegen drei Kluge",
		search: "gewinnt 32 von 100 Runden gegen drei Kluge",
	},
	lesson: [
		"Wenige Punkte gewinnen: Herz kostet 1, die Pik-Dame 13. Gib hohe Karten weiter.",
		"Bediene die Farbe: Ihre höchste Karte, bis zum Ass, gewinnt alle vier (den Stich).",
		"Du hast diese Farbe nicht und gewinnst nicht: Wirf ein Herz oder eine hohe Karte ab.",
		"Du hast gewonnen und spielst aus: kein Herz, bis eines abgeworfen wurde.",
		"Du hast Punkte: Sie stehen unter deinem Namen, und die wenigsten gewinnen.",
		"Herz ist gebrochen: Eines wurde gespielt, also darf Herz jetzt ausgespielt werden.",
		"Du spielst zuletzt, ein Stich ohne Punkte: Jetzt kann eine hohe Karte weg.",
		"Du spielst aus: Mit einer niedrigen Karte gewinnen andere den Stich.",
		"In diesem Stich liegen Punkte: Bleibe unter seiner höchsten Karte, wenn du kannst.",
		"Unsicher, welche Karte? Die Glühbirne oben gibt einen Tipp.",
		"Wer alle Herzen und die Dame gewinnt, zahlt nichts: Die anderen zahlen je 26.",
		"Die wenigsten Punkte führen, bis jemand 100 hat: Drücke auf Nächste Runde.",
	],
	said: {},
};

/** Of the page. */
export const words = ({ say }) => ({
	passingNow: "Alle wählen drei Karten zum Weitergeben.",
	passThree: say("Drei Karten an: %"), receive: say("Du bekommst drei von: %."),
	choose: ["", "Wähle noch eine", "Wähle noch zwei", "Wähle drei Karten"],
	passTo: say("Diese drei an: %"),
	enough: "Drei Karten sind gewählt.",
	takeBack: say("%, gewählt: zurücknehmen"), back: "Gewählte antippen: zurück.",
	waiting: "Die anderen geben noch weiter.",
	youPass: say("%: {%} weitergegeben."),
	trick: say("Stich % von 13"),
	led: say("% gefordert"), broken: "Herz gebrochen", unbroken: "Herz nicht gebrochen",
	lead: "Du bist dran: Spiele aus.", follow: say("Du bist dran: Bediene %."),
	free: say("Du bist dran: kein %, also spiele, was du willst."),
	mustFollow: say("Bediene %."),
	notBroken: "Herz ist noch nicht gebrochen: Spiele eine andere Farbe.",
	noPoints: "Keine Punkte im ersten Stich: Spiele eine andere Karte.",
	whichMoon: "Durchmarsch! Was soll gelten?",
	moonChosen: say("%: Durchmarsch; %."),
	youShot: "Durch\u00ADmarsch!", shot: say("Durch\u00ADmarsch: %."),
	othersPay: say("Die anderen zahlen je %."), youPay: say("Du zahlst % wie die anderen."),
	off: say("% Punkte werden abgezogen."),
});
