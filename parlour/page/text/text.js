/*
 * The texts of the page in English, but for those in text_later.js, which the first card does not
 * need. In another language its module replaces them.
 */

import { joined, list, plural, replace, say } from "./grammar.js";
import { after, arrived } from "./loading.js";
import { language } from "./stored.js";

export { list, plural, say };

/** A short name as words: "any-seven" is "Any seven". */
export const plain = (name = "") =>
	name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[_-]/g, " ");

const NUMBERS = "No One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve".split(" ");
/** The server's games and levels. @type {Omit<Games, "base">} */
const server = { games: [], others: [], levels: [] };

const titled = (name = "") => name.split("-").map(plain).join(" ");

/** A game before the server has listed it. @returns {Listed} */
const unlisted = (name = "") => ({
	name,
	title: titled(name),
	pitch: "",
	short: "",
	rules: [],
	cards: [],
	seats: 0,
	seats_option: null,
	options: [],
	presets: [],
	preset: "",
	levels: [],
	strengths: {},
	extra: [],
	actions: {},
	said: {},
	best: "fewest",
	fields: [],
	page: [],
});

const levelNamed = (name = "") => server.levels.find((level) => level.name === name);

export const text = {
	name: "Parlour", you: "You", home: "Home", close: "Close", and: "and", or: "or",

	suit: { S: "spades", H: "hearts", D: "diamonds", C: "clubs" },
	ranks: { A: "ace", J: "jack", Q: "queen", K: "king", T: "10" },
	/** Words within a sentence begin small. */
	lower: (words = "") => words.charAt(0).toLowerCase() + words.slice(1),
	rank: (name = "") => text.ranks[name[0]] ?? name[0],
	card: (name = "QS") => `${text.rank(name)} of ${text.suit[name[1]]}`,
	/** A decimal number, as `toFixed` writes it. */
	decimal: (digits = "") => digits,
	/** A refusal of the server. */
	refusal: (why = "") => why,
	/** The server's games in this language. @param {Games} answer */
	translate: async (answer) => answer,
	/** A cause of a hint in this language. @returns {string | undefined} */
	cause: (game = "", name = "") => undefined,
	/** The sentences of a game's lesson in this language, the closing one last. */
	taught: (game = "") => [""].slice(1),
	/** The words of a game's page that are other ones in this language. */
	words: (game = "") => ({}),

	/** Set the server's words; the games in this language. @param {Games} answer */
	learn: async (answer) => Object.assign(server, await text.translate(answer)).games,
	games: () => server.games.map(({ name }) => name),
	game: (game = "") =>
		[...server.games, ...server.others].find(({ name }) => name === game) ?? unlisted(game),
	title: (game = "") => text.game(game).title,
	/** The names of all levels, the simplest first. */
	levels: () => server.levels.map(({ name }) => name),
	level: (level = "") => levelNamed(level)?.title ?? plain(level),
	/** What a level is in a game: measured, or how it plays. @param {Listed} game */
	means({ strengths }, level = "") {
		const about = strengths[level] ?? levelNamed(level)?.about;
		return about ? `${text.level(level)} ${about}.` : "";
	},

	link: {
		gone: "The server does not answer. Trying again.",
		failed: "The server does not answer. Try again in a moment.",
		late: "The server does not answer yet.",
		portal: "This network answers with a page of its own: sign in to it first.",
		stripped: "This address forwards no WebSockets: tell its operator.",
		odd: "The server's answer makes no sense here. Load the page again.",
		closed: "This table is closed.",
	},

	start: {
		headline: (count = 0) =>
			`${NUMBERS[count] ?? count} card game${count === 1 ? "" : "s"}, at a quiet table.`,
		new: "New game", levels: "Computer players, easiest first",
		play: say("Play %"),
		tables: "Your tables", more: "More tables", continue: "Continue", result: "See the result",
		with: (game = "", names = [""]) => names.length ? `${game} with ${list(names)}` : game,
		round: say("Round %"), turn: ", your turn",
		waiting: "Waiting for friends", over: "The match is over",
		forgetLabel: say("Forget %"), forget: "Forget",
		scored: say("Round % is over"),
		forgetBody: "Forget this table? The key to your seat is in this browser only. "
			+ "Without it you cannot come back.",
		first: "First time?", learn: say("Learn %"),
		firstNote: "A guided round: the table says what you can do, and why.",
		friend: "Play with a friend", make: "Make a table",
		friendNote: "One link, no sign-up; computers fill the other seats.",
		rules: "House rules", preset: "Rule set", usual: "the usual ones", own: "Your own",
		changed: (games = [""]) => `changed for ${list(games)}`,
		loading: "Laying the table.",
	},

	new: {
		game: "Game", name: "Your name", nameMissing: "Give a name for the others to see.",
	},

	join: {
		looking: "Looking for the table.",
		refused: "No table here",
	},

	settings: { title: "Settings" },

	help: { title: "How to play" },

	/** The table screen. {7S} is a card, {S} a suit's sign, *so* is strong. */
	table: {
		seats: "The others", yourSeat: "Your seat", hand: "Your hand",
		computer: say("Computer %"),
		computers: ["Bo", "Cleo", "Dora", "Emil", "Fay", "Gus", "Ida", "Jon", "Kit", "Lou"],
		menu: "Menu", phrases: "Say something", invite: "Invite", letWatch: "Let others watch",
		lesson: "Lesson", leaveLesson: "Leave the lesson",
		leave: "Leave", score: "Score", sheet: "Score sheet",
		round: (number = 0, goal = 0, length = 0) => text.start.round(number)
			+ (length > 1 ? ` of ${length}` : "") + (goal ? `, to ${goal}` : ""),
		roundOver: say("Round % is over."), matchOver: "The match is over.",
		had: say("% had % left."), result: say("%: % points, % in all."),
		putAside: "Look at the table", bringBack: "The result",
		cards: (count = 0) => plural(count, "card"),
		sum: (points = 0) => `${points}`.replace("-", "−"),
		gain: (points = 0) => `${points < 0 ? "" : "+"}${text.table.sum(points)}`,
		openSeat: "Open seat", open: "for a friend", person: "person", away: "away",
		kept: say("Kept for % s"), playsFor: "Computer plays",
		gone: "Not here now", takeBack: "Take my seat back",

		watching: "You are watching.", waits: "You play from the next round on.",
		resting: "Paused: this address has too many tables where only computers play.",
		standIn: {
			"": "",
			busy: "The strong players are busy; a simpler one stands in.",
			preparing: "The strong players are being made ready; a simpler one stands in.",
			failed: "The strong players do not work here; a simpler one stands in.",
			unavailable: "The strong players are not available here; a simpler one stands in.",
		},
		turnOf: say("%'s turn."), timed: say("% seconds a turn; then a computer plays it."),
		took: say("% took the trick."), lastTrick: "Last trick", toTable: "Back to the table",
		undo: "Undo", withUndo: " Moves were undone.",
		decided: "Points are settled.", playRest: "Play the rest",
		yours: "Your turn",
		notYours: "It is not your turn yet.",
		playFitting: "Your turn: play a card that fits.",
		playThis: say("Your turn: play {%}."),
		forced: say("Only {%} is possible: wait, or tap it."),
		played: say("% played {%}."),
		got: say("You received %."), received: "just received",
		chosen: "chosen",
		notPlayable: say("not playable: %"),
		notHeld: say("You do not hold {%}."),
		only: say("Only % can be played now."),
		seat: say("%: %, score %"),

		hint: { title: "Hint", thinking: "Thinking", advised: "advised" },

		roundWord: "Round", leads: "leads",
		note(best = "", goal = 0, length = 0, over = false) {
			const points = `${plain(best)} points`;
			if (over) return `${points} win.`;
			if (goal) return `${points} lead. The match ends when somebody has ${goal}.`;
			if (length === 1) return `${points} win. One round is the match.`;
			return length ? `${points} win after ${length} rounds.` : `${points} lead.`;
		},
		lobbyNote: "The game begins when all are there.",
		start: "Start now with computers",
		tied: "A drawn game.",
		won(names = [""]) {
			if (names.length > 1) return `${list(names)} share the win.`;
			return names[0] === text.you ? "You win!" : `${names[0]} wins.`;
		},
		player: "Player", points: "Points", total: "Total",
		next: "Next round", rematch: "Rematch",
		again: (number = 1) => number > 1 ? "Play the same deals again" : "Play this deal again",
		deal: say("Deal %. The same number deals the same cards again, at any table for one."),
		byNumber: "dealt by number",
		known: "Whoever knows the number of this deal, or tries them all, can know every hand.",
		ready: say("Ready: %."),

		leadCard: "Your turn: play any card.", all: "Choose a card: everybody does, at once.",
		notWhile: say("Not while you hold %."), choose: "Your turn: choose.",
		acts: (labels = [""]) => `Your turn: ${list(labels.map(text.lower), text.or)}.`,
		playOr: (labels = [""]) =>
			`Your turn: play a card, or ${list(labels.map(text.lower), text.or)}.`,
		hidden: say("% did what you may not see."), aCard: "a card",
		did: (who = "", label = "") => `${who}: ${text.lower(label)}.`,
		waiting: "Waiting for the others.", nothing: "nothing",
		from: say("%, from %"), of: (label = "", what = "") => `${label}: ${what}`,
		track(suit = "", laid = [""], open = [""]) {
			const [first = "nothing yet", second] = laid;
			const run = second ? `${first} to ${laid.at(-1)}` : first;
			return `${suit}: ${run}${open.length ? `; open: ${list(open)}` : ""}`;
		},
	},
};

if (language === "de") {
	const { german } = await arrived(after(() => import("./german.js"), "text/german.js"));
	replace(text, german);
	joined.by = text.and;
}
