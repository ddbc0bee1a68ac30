/* Every text of the page. */

export const plural = (n = 0, one = "") => `${n} ${one}${n === 1 ? "" : "s"}`;

export const list = (names = [""], word = "and") =>
	names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`;

/** A short name as words: "any-seven" is "Any seven". */
export const plain = (name = "") =>
	name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[_-]/g, " ");

const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const NUMBERS = "No One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve".split(" ");
const RANKS = { A: "ace", J: "jack", Q: "queen", K: "king", T: "10" };
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
	levels: [],
	extra: [],
	actions: {},
	said: {},
	best: "fewest",
	fields: [],
	page: [],
});

const levelNamed = (name = "") => server.levels.find((level) => level.name === name);

/** A text whose %s are filled in. */
export const say = (words = "") => (...parts) =>
	words.replace(/%/g, () => list([parts.shift()].flat().map(String)));

export const text = {
	name: "Parlour", you: "You", home: "Home", close: "Close",

	suit: SUITS,
	/** Words within a sentence begin small. */
	lower: (words = "") => words.charAt(0).toLowerCase() + words.slice(1),
	rank: (name = "") => RANKS[name[0]] ?? name[0],
	card: (name = "QS") => `${text.rank(name)} of ${SUITS[name[1]]}`,

	/** Set the server's words. @param {Games} answer */
	learn: (answer) => Object.assign(server, answer),
	games: () => server.games.map(({ name }) => name),
	game: (game = "") =>
		[...server.games, ...server.others].find(({ name }) => name === game) ?? unlisted(game),
	title: (game = "") => text.game(game).title,
	/** The place of a level among all, the simplest first. */
	strength: (level = "") => server.levels.findIndex(({ name }) => name === level),
	level: (level = "") => levelNamed(level)?.title ?? plain(level),
	/** A sentence for each of these levels. */
	levels: (levels = [""]) => levels.map(levelNamed).filter((level) => level?.about)
		.map((level) => `${level?.title} ${level?.about}.`).join(" "),

	link: {
		gone: "The server does not answer. Trying again.",
		failed: "The server does not answer. Try again in a moment.",
		odd: "The server's answer makes no sense here. Load the page again.",
		closed: "This table is closed.",
	},

	start: {
		headline: (n = 0) => `${NUMBERS[n] ?? n} card game${n === 1 ? "" : "s"}, at a quiet table.`,
		new: "New game", levels: "Computer players",
		play: say("Play %"), only: say("Computers here: %"),
		tables: "Your tables", more: "More tables", continue: "Continue", result: "See the result",
		with: (game = "", names = [""]) => names.length ? `${game} with ${list(names)}` : game,
		round: say("Round %"), turn: ", your turn",
		waiting: "Waiting for friends", over: "The match is over",
		forgetLabel: say("Forget %"), forget: "Forget",
		scored: say("Round % is over"),
		forgetBody: "Forget this table? The key to your seat is in this browser only. "
			+ "Without it you cannot come back.",
		friend: "Play with a friend", make: "Make a table",
		friendNote: "One link, no sign-up; computers fill the other seats.",
		rules: "House rules", standard: "the standard ones", reset: "Standard rules",
		changed: (games = [""]) => `changed for ${list(games)}`,
		loading: "Laying the table.",
	},

	new: {
		title: "A new table", game: "Game", seats: "Seats", seat: say("Seat %"),
		friend: "A friend, by link", computer: say("Computer: %"),
		name: "Your name", nameMissing: "Give a name for the others to see.",
		limit: "Time for a turn",
		seconds: (seconds = "") => seconds === "0" ? "No limit" : `${seconds} seconds`,
		limitNote: "Then a computer plays that turn; "
			+ "after two missed turns it plays until you act.",
		level: "Plays for whoever is away", players: "Players",
		watch: "You have no seat: you will watch.",
		range: say("A whole number from % to %."),
	},

	join: {
		looking: "Looking for the table.",
		title: (name = "", game = "") =>
			name ? `${name} invites you to ${game}` : `You are invited to ${game}`,
		who: "At the table", join: "Join", watch: "Watch",
		full: "Every seat is taken. You can watch.",
		refused: "No table here",
	},

	settings: {
		title: "Settings",
		/** @type {[keyof Settings, string, Words?][]} */
		rows: [
			["theme", "Theme", { auto: "System", light: "Light", dark: "Dark" }],
			["contrast", "Contrast", { auto: "System", normal: "Normal", high: "High" }],
			["suits", "Suit colours", { two: "Two", four: "Four" }],
			["letters", "Letters beside the suit signs"],
			["sort", "Sort your hand", { suit: "By suit", rank: "By rank", dealt: "As dealt" }],
			["order", "Order", { up: "Low to high", down: "High to low" }],
			["pace", "Computers play",
				{ once: "At once", quick: "Quickly", calm: "Calmly", slow: "Slowly" }],
			["speed", "Movement",
				{ "0.0": "None", "0.5": "Quick", "1.0": "Normal", "2.0": "Slow" }],
		],
	},

	help: {
		title: "How to play",
		keyboard: "Keyboard",
		keys: [
			["← →", "Go along your hand"],
			["Enter", "Play the card, or choose it"],
			["S H D C, rank", "Go to a card: S, then Q is the queen of spades"],
			["X", "The main button"],
			["L", "The last trick"],
			["O", "The score sheet"],
			["I", "A hint"],
			["?", "Read the table"],
			["Esc", "Close what is open"],
		],
		none: "This game came without a description.",
		more: "A dimmed card may not be played now: tap it, and the table says why. "
			+ "House rules change some of this.",
	},

	/** The table screen. {7S} is a card, {S} a suit's sign, *so* is strong. */
	table: {
		seats: "The others", yourSeat: "Your seat", hand: "Your hand",
		computer: say("Computer %"),
		computers: ["Bo", "Cleo", "Dora", "Emil", "Fay", "Gus", "Ida", "Jon", "Kit", "Lou"],
		menu: "Menu", invite: "Invite", letWatch: "Let others watch",
		leave: "Leave", score: "Score", sheet: "Score sheet",
		round: (n = 0, goal = 0, length = 0) => text.start.round(n)
			+ (length > 1 ? ` of ${length}` : "") + (goal ? `, to ${goal}` : ""),
		roundOver: say("Round % is over."),
		cards: (n = 0) => plural(n, "card"),
		gain: (n = 0) => n < 0 ? `${n}` : `+${n}`,
		openSeat: "Open seat", open: "for a friend", person: "person", away: "away",
		kept: say("Kept for % s"), playsFor: "Computer plays",
		gone: "Not here now", takeBack: "Take my seat back",

		watching: "You are watching.", waits: "You play from the next round on.",
		resting: "Paused: this address has too many tables where only computers play.",
		standIn: {
			"": "",
			busy: "The strong players are busy; a prudent one stands in.",
			preparing: "The strong players are being made ready; a prudent one stands in.",
			failed: "The strong players do not work here; a prudent one stands in.",
			unavailable: "The strong players are not available here; the trained one stands in.",
		},
		turnOf: say("%'s turn."), timed: say("% seconds a turn; then a computer plays it."),
		took: say("% took the trick."), lastTrick: "Last trick", toTable: "Back to the table",
		yours: "Your turn",
		notYours: "It is not your turn yet.",
		playFitting: "Your turn: play a card that fits.",
		playThis: say("Your turn: play {%}."),
		played: say("% played {%}."),
		got: say("You received %."), received: "just received",
		chosen: "chosen",
		notPlayable: say("not playable: %"),
		notHeld: say("You do not hold {%}."),
		only: say("Only % can be played now."),
		seat: say("%: %, score %"),

		hint: {
			title: "Hint", costs: "Points", points: "Better by", share: "Wins more",
			only: "There is nothing else to do.",
			better: "It did best in rounds played out.",
			equal: "Nothing did clearly better in rounds played out.",
		},

		leaveTitle: "Leave the table?",
		leaveNote: "On the start page your seat waits for you. "
			+ "If you leave for good, a computer takes your seat.",
		watchNote: "You can come back with the same link.",
		toStart: "Back to the start page", forGood: "Leave for good",

		roundWord: "Round", leads: "leads",
		note(best = "", goal = 0, length = 0) {
			const points = `${plain(best)} points`;
			if (goal) return `${points} lead. The first to reach ${goal} ends the match.`;
			if (length === 1) return `${points} win. One round is the match.`;
			return length ? `${points} win after ${length} rounds.` : `${points} lead.`;
		},
		lobbyNote: "The game begins when all are there.",
		start: "Start now with computers",
		invitation: "Link to join", watchLink: "Link to watch",
		local: "Links from here work on this computer only. "
			+ "Started as parlour --lan, the program reaches everybody in the room.",
		copy: "Copy", copied: "Copied.", selected: "Selected: now copy it.",
		tied: "A drawn game.",
		won(names = [""]) {
			if (names.length > 1) return `${list(names)} share the win.`;
			return names[0] === text.you ? "You win!" : `${names[0]} wins.`;
		},
		player: "Player", points: "Points", total: "Total",
		next: "Next round", rematch: "Rematch",
		ready: say("Ready: %."), waitingOthers: "Waiting for the others.",

		leadCard: "Your turn: play any card.", all: "Choose a card: everybody does, at once.",
		notWhile: say("Not while you hold %."), choose: "Your turn: choose.",
		acts: (labels = [""]) => `Your turn: ${list(labels.map(text.lower), "or")}.`,
		playOr: (labels = [""]) =>
			`Your turn: play a card, or ${list(labels.map(text.lower), "or")}.`,
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
