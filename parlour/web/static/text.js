/**
 * Every text of the page, in English: the one catalogue. Another language is another file like this.
 *
 * A text with parts is a small function. What the server calls by a short name (games, options, levels) is looked up
 * here and has a plain fallback, so that a new one needs no new page.
 *
 * @module
 */

/** @param {number} n @param {string} one @param {string} [many] */
export const plural = (n, one, many) => `${n} ${n === 1 ? one : many ?? one + "s"}`;

/** "Ada", "Ada and Bo", "Ada, Bo and Cy". @param {string[]} names */
export const list = (names) => names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** A short name as words: "no_pts" is "No pts". @param {string} name */
export const plain = (name) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[_-]/g, " ");

/** @type {Record<string, string>} */
const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
/** @type {Record<string, string>} */
const RANKS = { A: "ace", J: "jack", Q: "queen", K: "king", T: "10" };

/** @type {Record<string, {title: string, pitch: string, short: string, rules: string[]}>} */
const GAMES = {
  straights: {
    title: "Straights",
    pitch: "Lay cards out from the sevens. What you cannot lay, you pay for.",
    short: "Build out from the sevens",
    rules: [
      "Four players, thirteen cards each. Fewest points win.",
      "Whoever holds the seven of spades lays it first. Then play goes round to the left.",
      "Lay a card that fits: any seven, or the next card up or down in a suit that has begun. Ace is low, king is high.",
      "If something fits, you must lay a card. If nothing fits, throw one away: it costs its rank, ace 1 to king 13.",
      "The match ends when somebody reaches 80 points.",
    ],
  },
  hearts: {
    title: "Hearts",
    pitch: "Win no hearts and not the queen of spades. Or win them all.",
    short: "Avoid hearts and the queen",
    rules: [
      "Four players, thirteen cards each. Fewest points win: a heart costs 1, the queen of spades 13.",
      "First everybody passes three cards: to the left, to the right, across; in every fourth hand nobody passes.",
      "The two of clubs leads the first trick. Follow the suit that was led if you can. The highest card of that suit wins the trick and leads the next.",
      "Hearts may not be led until one has been thrown on another suit, unless you hold nothing else.",
      "Win all the hearts and the queen, and the others pay 26 each.",
      "The match ends when somebody reaches 100 points.",
    ],
  },
  "crazy-eights": {
    title: "Crazy Eights",
    pitch: "Match the suit or the rank. An eight fits on anything.",
    short: "Match the suit or the rank",
    rules: [
      "Two to five players, seven cards each. Be the first to have none left.",
      "Lay a card of the same suit or the same rank as the top card, or any eight.",
      "After an eight, follow the suit of that eight; with the house rule, its player names a suit.",
      "If something fits, you must lay a card. If nothing fits, draw until something does.",
      "If somebody needs a card and the stock is empty, the game is a draw.",
    ],
  },
};

/**
 * House rules: what each is called, and its values where the server's words are not plain enough.
 * @type {Record<string, {title: string, values?: Record<string, string>}>}
 */
const OPTIONS = {
  target: { title: "Play to, in points" },
  "crazy-eights target": { title: "Play to, in points (0: one round)" },
  "straights opens": { title: "Opening card", values: { "7S": "The seven of spades", "any-seven": "Any seven of who holds it" } },
  "straights discards": { title: "Cards thrown away", values: { shown: "Seen by all", hidden: "Hidden until the end" } },
  "straights values": { title: "Jack, queen and king cost", values: { rank: "11, 12 and 13", "courts-ten": "10 each" } },
  "hearts pass_cards": { title: "Pass three cards" },
  "hearts pass_cycle": { title: "Pass to", values: { "left-right-across-keep": "Left, right, across, nobody", left: "Always left" } },
  "hearts no_pts_on_first_trick": { title: "No points on the first trick" },
  "hearts can_lead_any_club": { title: "Any club may lead the first trick" },
  "hearts must_break_hearts": { title: "Hearts must be broken before they are led" },
  "hearts qs_breaks_hearts": { title: "The queen of spades breaks hearts" },
  "hearts can_lead_hearts_instead_of_qs": { title: "Hearts may be led instead of the queen" },
  "hearts jd_bonus": { title: "The jack of diamonds takes off 10" },
  "hearts avoid_all_tricks_bonus": { title: "Winning no trick takes off 5" },
  "hearts moon": { title: "Who wins all the points", values: { old: "The others pay 26", new: "Takes off 26", choose: "Chooses" } },
  "hearts values": { title: "Hearts and the queen cost", values: { standard: "1 each, and 13", spot: "Their rank, and 25" } },
  "crazy-eights players": { title: "Players" },
  "crazy-eights hand": { title: "Cards each" },
  "crazy-eights eights": { title: "After an eight", values: { "own-suit": "Follow its own suit", named: "Its player names the suit" } },
  "crazy-eights draw": { title: "If nothing fits", values: { "until-playable": "Draw until something does", "one-then-pass": "Draw one, then pass", "up-to-three": "Draw up to three, then pass" } },
  "crazy-eights empty": { title: "When the stock is empty", values: { "draw-game": "The game is a draw", "play-on": "Pass and play on" } },
};

/** @type {Record<string, string>} */
const LEVELS = { first: "Simple", greedy: "Greedy" };

export const text = {
  name: "Parlour",
  you: "You",
  home: "Home",
  close: "Close",
  cancel: "Cancel",

  suit: SUITS,
  /** "queen", "10". @param {string} name a card */
  rank: (name) => RANKS[name.slice(0, -1)] ?? name.slice(0, -1),
  /** "queen of spades". @param {string} name a card such as QS */
  card: (name) => `${text.rank(name)} of ${SUITS[name.slice(-1)]}`,

  /** @param {string} game */
  game: (game) => GAMES[game] ?? { title: plain(game), pitch: "", short: "", rules: [] },
  /** @param {string} level */
  level: (level) => LEVELS[level] ?? plain(level),
  /** @param {string} game @param {string} option */
  option: (game, option) => (OPTIONS[`${game} ${option}`] ?? OPTIONS[option])?.title ?? plain(option),
  /** @param {string} game @param {string} option @param {string | number} value */
  value: (game, option, value) =>
    (OPTIONS[`${game} ${option}`] ?? OPTIONS[option])?.values?.[value] ?? (typeof value === "number" ? `${value}` : plain(value)),

  link: {
    gone: "The server does not answer. Trying again.",
    failed: "The server does not answer. Try again in a moment.",
    back: "Connected again.",
    odd: "The server's answer makes no sense to this page. Load the page again.",
    closed: "This table is closed.",
  },

  start: {
    headline: "Three card games, at a quiet table.",
    new: "New game",
    levels: "Computer players",
    /** @param {string} title */
    play: (title) => `Play ${title}`,
    /** @param {string} level */
    only: (level) => `Computers here: ${level}.`,
    tables: "Your tables",
    continue: "Continue",
    /** @param {string} game @param {string[]} names */
    with: (game, names) => names.length ? `${game} with ${list(names)}` : game,
    /** @param {number} round */
    round: (round) => `Round ${round}`,
    turn: "your turn",
    waiting: "Waiting for friends",
    over: "The match is over",
    /** @param {number} ms since it was left */
    left(ms) {
      const minutes = Math.round(ms / 60000);
      if (minutes < 2) return "Left just now.";
      if (minutes < 60) return `Left ${minutes} minutes ago.`;
      const hours = Math.round(minutes / 60);
      if (hours < 24) return `Left ${plural(hours, "hour")} ago.`;
      return `Left ${plural(Math.round(hours / 24), "day")} ago.`;
    },
    forget: "Forget",
    /** @param {string} table */
    forgetLabel: (table) => `Forget ${table}`,
    forgetTitle: "Forget this table?",
    forgetBody: "The key to your seat is kept in this browser only. Without it nobody can sit there as you.",
    forgotten: "The table is forgotten.",
    keep: "Keep it",
    more: "More tables",
    friend: "Play with a friend",
    friendLong: "Send one link. Nobody signs up; computers fill the other seats.",
    friendShort: "One link, no sign-up",
    make: "Make a link",
    rules: "House rules",
    standard: "the standard ones",
    /** @param {string[]} games */
    changed: (games) => `changed for ${list(games)}`,
    reset: "Standard rules",
    loading: "Laying the table.",
  },

  new: {
    title: "A new table",
    game: "Game",
    seats: "Seats",
    /** @param {number} n */
    seat: (n) => `Seat ${n}`,
    me: "You",
    friend: "A friend, by link",
    /** @param {string} level */
    computer: (level) => `Computer: ${level}`,
    name: "Your name",
    nameHint: "The others at the table see it.",
    nameMissing: "Give a name, so that your friend knows who you are.",
    limit: "Time for a turn",
    /** @param {number} seconds */
    seconds: (seconds) => seconds ? `${seconds} seconds` : "No limit",
    level: "Plays for whoever is away",
    make: "Make the table",
    making: "Making the table.",
    watch: "You have no seat: you will watch.",
    /** @param {number} min @param {number} max */
    range: (min, max) => `A whole number from ${min} to ${max}.`,
    limits: [0, 30, 60, 120],
  },

  join: {
    looking: "Looking for the table.",
    /** @param {string} name @param {string} game */
    title: (name, game) => name ? `${name} invites you to ${game}` : `You are invited to ${game}`,
    game: "a game",
    who: "At the table",
    open: "Free",
    /** @param {string} level */
    computer: (level) => `Computer: ${level}`,
    away: "away",
    name: "Your name",
    nameMissing: "Give a name for the others to see.",
    join: "Join",
    watch: "Watch",
    full: "Every seat is taken. You can watch.",
    refusedTitle: "No table here",
    forget: "Forget this table",
  },

  settings: {
    title: "Settings",
    look: "Look",
    cards: "Cards",
    pace: "Pace",
    hand: "Your hand",
    theme: "Theme",
    themes: { auto: "System", light: "Light", dark: "Dark" },
    suits: "Suit colours",
    suitss: { two: "Two", four: "Four" },
    letters: "Letters with the suit signs",
    contrast: "Contrast",
    contrasts: { auto: "System", normal: "Normal", high: "High" },
    speed: "Movement",
    /** @param {number} speed */
    speeds: (speed) => speed === 0 ? "None" : speed < 1 ? "Quick" : speed === 1 ? "Normal" : "Slow",
    computers: "Computers play",
    paces: { once: "At once", quick: "Quickly", calm: "Calmly", slow: "Slowly" },
    sort: "Sort",
    sorts: { suit: "By suit", rank: "By rank", dealt: "As dealt" },
    order: "Order",
    orders: { up: "Low to high", down: "High to low" },
    reset: "Standard settings",
    memory: "This browser keeps nothing for this page: settings last until you close it.",
  },

  help: {
    title: "How to play",
    keyboard: "Keyboard",
    /** @type {[string, string][]} */
    keys: [
      ["← →", "Go along your hand"],
      ["Enter", "Play the card, or choose it to pass"],
      ["S H D C, then a rank", "Go to that card: S, then Q is the queen of spades"],
      ["?", "Hear or read how the table stands"],
      ["Esc", "Close what is open"],
    ],
    more: "A dimmed card may not be played now. Tap it, and the table says why. House rules change some of this; each table lists its own.",
  },

  /** The table screen. */
  table: {
  },
};
