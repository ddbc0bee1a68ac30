/* The texts in English that the first card does not need. */

import { replace, say } from "./grammar.js";
import { after, arrived } from "./loading.js";
import { language } from "./stored.js";

export const more = {
	new: {
		title: "A new table", seats: "Seats", seat: say("Seat %"),
		friend: "A friend", computer: say("Computer: %"),
		limit: "Time for a turn",
		seconds: (seconds = "") => seconds === "0" ? "No limit" : `${seconds} seconds`,
		limitNote: "Then a computer plays that turn; "
			+ "after two missed turns it plays until you act.",
		level: "Plays for whoever is away", players: "Players",
		watch: "You have no seat: you will watch.",
		range: say("A whole number from % to %."),
		deal: "Deal number, if you want a certain one",
		dealNote: "The same number deals the same cards, here and in the terminal. "
			+ "Whoever knows it, or tries them all, can know every hand, also one who watches. "
			+ "So nobody else can play at this table.",
	},

	join: {
		title: (name = "", game = "") =>
			name ? `${name} invites you to ${game}` : `You are invited to ${game}`,
		who: "At the table", join: "Join", watch: "Watch",
		full: "Every seat is taken. You can watch.",
	},

	help: {
		ranks: "two three four five six seven eight nine ten jack queen king ace".split(" "),
		cardCalled: say("% of %"),
		keyboard: "Keyboard",
		keys: [
			["← →", "Go along your hand"],
			["Enter", "Play the card, or choose it"],
			["S H D C, rank", "Go to a card: S, then Q is the queen of spades"],
			["X", "The main button"],
			["L", "The last trick"],
			["O", "The score sheet"],
			["I", "A hint"],
			["U", "Undo your last move"],
			["?", "Read the table"],
			["Esc", "Close what is open"],
		],
		none: "This game came without a description.",
		dimmed: "A dimmed card may not be played now: tap it, and the table says why. "
			+ "House rules change some of this.",
	},

	hint: {
		only: "Nothing else is possible.",
		equal: say("About equal in % rounds tried: choose %."),
		points: say("Choose %: about % points better than % (±%, % rounds tried)."),
		share: say("Choose %: wins about % of 100 matches more often than % (±%, % rounds tried)."),
		all: "The choices compared", error: "Give or take",
		against: { points: "Points better", share: "Of 100 matches" },
	},

	leave: {
		title: "Leave the table?",
		note: "On the start page your seat waits for you. "
			+ "If you leave for good, a computer takes your seat.",
		watchNote: "You can come back with the same link.",
		toStart: "Back to the start page", forGood: "Leave for good",
	},

	phrases: {
		hello: "Hello", "good-luck": "Good luck", "well-played": "Well played",
		thanks: "Thank you", sorry: "Sorry", "one-moment": "One moment",
		smile: "Smile", laugh: "Laugh", wink: "Wink", surprise: "Surprise", sad: "Sad",
		"thumbs-up": "Thumbs up",
		said: say("%: %."), mute: say("Hide what % sends"),
	},

	settings: {
		rows: /** @type {Record<string, [string, Words?]>} */ ({
			language: ["Language", { auto: "The browser's", en: "English", de: "Deutsch" }],
			theme: ["Theme", { auto: "System", light: "Light", dark: "Dark" }],
			contrast: ["Contrast", { auto: "System", normal: "Normal", high: "High" }],
			suits: ["Suit colours", { two: "Two", four: "Four" }],
			letters: ["Letters beside the suit signs"],
			sort: ["Sort your hand", { suit: "By suit", rank: "By rank", dealt: "As dealt" }],
			order: ["Order", { up: "Low to high", down: "High to low" }],
			forced: ["Play a card for you if it is the only one"],
			pace: ["Computers play",
				{ once: "At once", quick: "Quickly", calm: "Calmly", slow: "Slowly" }],
			speed: ["Movement",
				{ "0.0": "None", "0.5": "Quick", "1.0": "Normal", "2.0": "Slow" }],
		}),
		/** Signals of one's turn. @type {Words} */
		signals: {
			sound: "Sound on your turn",
			vibration: "Vibration on your turn",
			notifications: "Notification on your turn, while you look at another page",
		},
		blocked: "This browser blocks notifications of this page. "
			+ "Its own settings can allow them.",
	},

	share: {
		join: "Link to join", watch: "Link to watch",
		local: "Links from here work on this computer only. "
			+ "Started as parlour --lan, the program reaches everybody in the room.",
		copy: "Copy", copied: "Copied.", selected: "Selected: now copy it.",
	},
};

if (language === "de") {
	const load = after(() => import("./german_later.js"), "text/german_later.js");
	const { german } = await arrived(load);
	replace(more, german);
}
