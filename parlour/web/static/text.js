/* Every text of the page. */

export const plural = (n = 0, one = "") => `${n} ${one}${n === 1 ? "" : "s"}`;

export const list = (names = [""], word = "and") => names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`;

/** A short name as words: "any-seven" is "Any seven". */
export const plain = (name = "") => name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[_-]/g, " ");

const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const RANKS = { A: "ace", J: "jack", Q: "queen", K: "king", T: "10" };
const LEVELS = {
	first: ["Simple", "plays the first card that the rules give"],
	careful: ["Careful", "avoids what costs points at once"],
	greedy: ["Prudent", "weighs what each card may cost"],
	trained: ["Trained", "has learned from playing itself"],
	search: ["Strong", "plays out worlds that fit what it has seen"],
};

/** `options`: what each is called, and its values where the server's words are not plain. */
const GAMES = {
	straights: {
		title: "Straights",
		pitch: "Lay cards out from the sevens. What you cannot lay, you pay for.",
		short: "Build out from the sevens",
		rules: [
			"Four players, thirteen cards each. Fewest points win.",
			"Whoever holds the seven of spades lays it first. Then play goes to the left.",
			"Lay any seven, or the next card up or down in a suit that has begun. Ace is low, king is high.",
			"If something fits, you must lay a card. If nothing fits, throw one away: it costs its rank, ace 1 to king 13.",
			"The match ends when somebody reaches 80 points.",
		],
		options: {
			target: ["Play to, in points"],
			opens: ["Opening card", { "7S": "The seven of spades", "any-seven": "Any seven its holder has" }],
			discards: ["Cards thrown away", { shown: "Seen by all", hidden: "Hidden until the end" }],
			values: ["Jack, queen and king cost", { rank: "11, 12 and 13", "courts-ten": "10 each" }],
		},
	},
	hearts: {
		title: "Hearts",
		pitch: "Win no hearts and not the queen of spades. Or win them all.",
		short: "Avoid hearts and the queen",
		rules: [
			"Four players, thirteen cards each. Fewest points win: a heart costs 1, the queen of spades 13.",
			"First pass three cards: left, right, across; in every fourth hand nobody passes.",
			"The two of clubs leads. Follow the suit that was led if you can. The highest card of that suit wins the trick and leads the next.",
			"Points may be thrown on the first trick too.",
			"Hearts may not be led until one has been thrown on another suit, unless you hold nothing else.",
			"Win all the hearts and the queen, and the others pay 26 each.",
			"The match ends when somebody reaches 100 points.",
		],
		options: {
			target: ["Play to, in points"],
			pass_cards: ["Pass three cards"],
			pass_cycle: ["Pass to", { "left-right-across-keep": "Left, right, across, nobody", left: "Always left" }],
			no_pts_on_first_trick: ["No points on the first trick"],
			can_lead_any_club: ["Any club may lead the first trick"],
			must_break_hearts: ["Hearts must be broken before they are led"],
			qs_breaks_hearts: ["The queen of spades breaks hearts"],
			can_lead_hearts_instead_of_qs: ["Hearts may be led by who else has only the queen"],
			jd_bonus: ["The jack of diamonds takes off 10"],
			avoid_all_tricks_bonus: ["Winning no trick takes off 5"],
			moon: ["Who wins all the points", { old: "The others pay 26", new: "Takes off 26", choose: "Chooses" }],
			values: ["Hearts and the queen cost", { standard: "1 each, and 13", spot: "Their rank, and 25" }],
		},
	},
	"crazy-eights": {
		title: "Crazy Eights",
		pitch: "Match the suit or the rank. An eight fits on anything; it keeps its own suit, unless a house rule lets its player name one.",
		short: "Match the suit or the rank",
		rules: [
			"Two to five players, seven cards each. Be the first to have none left.",
			"Lay a card of the suit or the rank of the top card, or any eight.",
			"After an eight follow its own suit; by a house rule, its player names one.",
			"If something fits, you must lay a card. If nothing fits, draw until something does.",
			"If somebody needs a card and the stock is empty, the game is a draw.",
		],
		options: {
			target: ["Play to, in points (0: one round)"],
			hand: ["Cards each"],
			eights: ["After an eight", { "own-suit": "Follow its own suit", named: "Its player names the suit" }],
			draw: ["If nothing fits", {
				"until-playable": "Draw until something does", "one-then-pass": "Draw one, then pass", "up-to-three": "Draw up to three, then pass",
			}],
			empty: ["When the stock is empty", { "draw-game": "The game is a draw", "play-on": "Pass and play on" }],
		},
	},
};

/** A text whose %s are filled in. */
const say = (words = "") => (...parts) => words.replace(/%/g, () => list([parts.shift()].flat().map(String)));

export const text = {
	name: "Parlour", you: "You", home: "Home", close: "Close",

	suit: SUITS,
	rank: (name = "") => RANKS[name[0]] ?? name[0],
	card: (name = "QS") => `${text.rank(name)} of ${SUITS[name[1]]}`,

	games: Object.keys(GAMES),
	game: (game = "") => GAMES[game],
	title: (game = "") => GAMES[game].title,
	level: (level = "") => LEVELS[level]?.[0] ?? plain(level),
	/** A sentence for each of these levels. */
	levels: (levels = [""]) => levels.filter((level) => LEVELS[level]).map((level) => `${LEVELS[level].join(" ")}.`).join(" "),
	option: (game = "", option = "") => GAMES[game].options[option]?.[0] ?? plain(option),
	value: (game = "", option = "", value = "") => GAMES[game].options[option]?.[1]?.[value] ?? plain(value),

	link: {
		gone: "The server does not answer. Trying again.",
		failed: "The server does not answer. Try again in a moment.",
		odd: "The server's answer makes no sense here. Load the page again.",
		closed: "This table is closed.",
	},

	start: {
		headline: "Three card games, at a quiet table.",
		new: "New game", levels: "Computer players", play: say("Play %"), only: say("Computers here: %"),
		tables: "Your tables", more: "More tables", continue: "Continue", result: "See the result",
		with: (game = "", names = [""]) => names.length ? `${game} with ${list(names)}` : game,
		round: say("Round %"), turn: ", your turn", waiting: "Waiting for friends", over: "The match is over",
		forgetLabel: say("Forget %"), forget: "Forget",
		scored: say("Round % is over"), forgetBody: "Forget this table? The key to your seat is in this browser only. Without it you cannot come back.",
		friend: "Play with a friend", make: "Make a table",
		friendNote: "One link, no sign-up; computers fill the other seats.",
		rules: "House rules", standard: "the standard ones", reset: "Standard rules",
		changed: (games = [""]) => `changed for ${list(games)}`,
		loading: "Laying the table.",
	},

	new: {
		title: "A new table", game: "Game", seats: "Seats", seat: say("Seat %"), friend: "A friend, by link", computer: say("Computer: %"),
		name: "Your name", nameMissing: "Give a name for the others to see.",
		limit: "Time for a turn", seconds: (seconds = "") => seconds === "0" ? "No limit" : `${seconds} seconds`,
		limitNote: "Then a computer plays that turn; after two missed turns it plays until you act.",
		level: "Plays for whoever is away", players: "Players", watch: "You have no seat: you will watch.",
		range: say("A whole number from % to %."),
	},

	join: {
		looking: "Looking for the table.",
		title: (name = "", game = "") => name ? `${name} invites you to ${game}` : `You are invited to ${game}`,
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
			["pace", "Computers play", { once: "At once", quick: "Quickly", calm: "Calmly", slow: "Slowly" }],
			["speed", "Movement", { "0.0": "None", "0.5": "Quick", "1.0": "Normal", "2.0": "Slow" }],
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
		more: "A dimmed card may not be played now: tap it, and the table says why. House rules change some of this.",
	},

	/** The table screen. {7S} is a card, {S} a suit's sign, *so* is strong. */
	table: {
		seats: "The others", yourSeat: "Your seat", hand: "Your hand",
		computer: say("Computer %"), computers: ["Bo", "Cleo", "Dora", "Emil", "Fay", "Gus", "Ida", "Jon", "Kit", "Lou"],
		menu: "Menu", invite: "Invite", letWatch: "Let others watch", leave: "Leave", score: "Score", sheet: "Score sheet",
		round: (n = 0, target = 0) => text.start.round(n) + (target ? `, to ${target}` : ""),
		roundOver: say("Round % is over."),
		cards: (n = 0) => plural(n, "card"),
		gain: (n = 0) => n < 0 ? `${n}` : `+${n}`,
		openSeat: "Open seat", open: "for a friend", person: "person", away: "away",
		kept: say("Seat kept for % s"), playsFor: "Computer plays", gone: "Not here now", takeBack: "Take my seat back",

		watching: "You are watching.", waits: "You play from the next round on.",
		resting: "Paused: this address has too many tables where only computers play.",
		standIn: {
			"": "",
			busy: "The strong players are busy; a prudent one stands in.",
			preparing: "The strong players are being made ready; a prudent one stands in.",
			failed: "The strong players do not work here; a prudent one stands in.",
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
		leaveNote: "On the start page your seat waits for you. If you leave for good, a computer takes your seat.",
		watchNote: "You can come back with the same link.",
		toStart: "Back to the start page", forGood: "Leave for good",

		roundWord: "Round", leads: "leads",
		note: (target = 0) => target ? `Fewest points lead. The first to reach ${target} ends the match.`
			: "Fewest points win. One round is the match.",
		lobbyNote: "The game begins when all are there.",
		start: "Start now with computers",
		invitation: "Link to join", watchLink: "Link to watch",
		local: "Links from here work on this computer only. Started as parlour --lan, the program reaches everybody in the room.",
		copy: "Copy", copied: "Copied.", selected: "Selected: now copy it.",
		tied: "A drawn game.",
		won: (names = [""]) => names.length > 1 ? `${list(names)} share the win.` : names[0] === text.you ? "You win!" : `${names[0]} wins.`,
		player: "Player", points: "Points", total: "Total",
		next: "Next round", rematch: "Rematch", ready: say("Ready: %."), waitingOthers: "Waiting for the others.",

		straights: {
			track: (suit = "", laid = [""], open = [""]) => `${suit}: ${laid[1] ? `${laid[0]} to ${laid.at(-1)}` : laid[0] ?? "nothing yet"}`
				+ (open.length ? `; open: ${list(open)}` : ""),
			throw: "Nothing fits: throw one card away.",
			barred: say("This card does not fit. You can play %."),
			threwHidden: say("% threw a card away."), threw: say("% threw away {%}."), out: say("% thrown"),
			discards: "Thrown away", points: (n = 0) => plural(n, "point"), none: "nothing thrown away",
		},

		hearts: {
			passingNow: "Everybody chooses three cards to pass.",
			passThree: say("Pass three cards to %"), receive: say("You receive three from %."),
			choose: ["", "Choose one more", "Choose two more", "Choose three cards"], passTo: say("Pass these three to %"),
			enough: "Three cards are chosen.",
			takeBack: say("%, chosen: take it back"), back: "Tap a card above to take it back.",
			waiting: "Waiting for the others to pass.",
			youPass: say("% passed {%}."),
			from: say("%, from %"),
			trick: say("Trick % of 13"),
			led: say("% led"), broken: "Hearts broken", unbroken: "Hearts not broken",
			lead: "Your turn: lead a card.", follow: say("Your turn: follow %."), free: say("Your turn: no %, so play what you like."),
			mustFollow: say("Follow %."), notWhile: say("Not while you hold %."),
			notBroken: "Hearts are not broken yet: play another suit.", noPoints: "No points on the first trick: play another card.",
			whichMoon: "You shot the moon. Which is it to be?", moonChosen: say("% shot the moon: %."),
			moons: { "old-moon": "The others pay 26", "new-moon": "26 points less" },
		},

		eights: {
			match: say("Match *%* {%} or any *%*"), unnamed: "A suit is being named",
			mustDraw: "Nothing fits: draw a card.", mustPass: "Nothing fits: pass.", noDraw: "A card of yours fits, so none is drawn.",
			acts: { draw: "Draw a card", pass: "Pass" },
			stock: "Stock", stockOf: (n = 0) => `Stock, ${plural(n, "card")}`, pile: "Pile", pileOf: say("Pile: %"),
			drew: say("% drew a card."), drewCard: say("% drew {%}."), passed: say("% passed."), named: say("% named % {%}."),
			name: "Name the suit", keep: "Keep the eight", hold: say("you hold %"),
			out: (name = "") => `${name} ${name === text.you ? "have" : "has"} no cards left.`,
			blocked: "Nobody can play on: everybody pays for what they hold.",
			drawn: say("% needed a card and the stock is empty: a drawn game. Nobody pays."),
		},
	},
};
