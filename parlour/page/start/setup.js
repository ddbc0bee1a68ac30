/* The form of a new table: its game, who sits where, the time for a turn, the house rules. */

import { levelOf, rulesOf, seatsOf, seatsOption } from "./last_choices.js";
import { field, fill, h, select, sitter } from "../base/dom.js";
import { chooseGame, gamesInto, nameForm } from "./forms.js";
import { link } from "../base/link.js";
import { store } from "../text/stored.js";
import { more } from "../text/text_later.js";
import { houseRules, setRules } from "./rules.js";
import { set } from "../base/settings.js";
import { text } from "../text/text.js";

const words = more.new;
const MOST_DEALS = 2 ** 31 - 2;

/** The values of an option that is a number. @param {Option} option */
const range = ({ min, max }) =>
	Array.from({ length: Number(max) - Number(min) + 1 }, (_, more) => `${Number(min) + more}`);

/**
 * Take what the game offers: a level of its own, and as many seats as it has.
 * @param {Draft} draft
 */
function settle(draft) {
	const { game, seats } = draft;
	if (!game.levels.includes(draft.level)) draft.level = levelOf(game);
	const kinds = ["me", "friend", ...game.levels];
	const kindAt = (seat = 0) => kinds.includes(seats[seat]) ? seats[seat] : draft.level;
	draft.seats = Array.from({ length: seatsOf(game) }, (_, seat) => kindAt(seat));
}

/** Where the seats are around the table, from the first one on to its left, by their number. */
const PLACES = [
	"", "b", "b t", "b l r", "b l t r", "b l tl tr r", "b l tl t tr r", "b bl l tl tr r br",
].map((places) => places.split(" "));

/** A chair: who sits there. @param {Draft} draft */
function chair({ game: { levels }, seats }, seat, change) {
	const kind = seats[seat];
	const option = (value = "", title = "") =>
		h("option", { value, selected: value === kind }, title);
	const sitting = h("select", { onchange: ({ target }) => change(target.value) },
		option("me", text.you), !link.alone && option("friend", words.friend),
		h("optgroup", { label: text.start.levels },
			levels.map((level) => option(level, text.level(level)))));
	const { box } = field([sitter(levels.includes(kind) ? "computer" : "person"),
		words.seat(seat + 1)], sitting);
	box.style.gridArea = PLACES[seats.length]?.[seat] ?? "";
	box.classList.add("chair", kind === "me" ? "own" : "others");
	return box;
}

/** The seats around a table, each with who sits there. @param {Draft} draft */
function chairsOf(draft, redraw) {
	const { game, seats } = draft;
	const change = (seat = 0, chosen = "") => {
		// Nobody has two seats: the seat that was yours gets what was here.
		if (chosen === "me" && seats.includes("me")) seats[seats.indexOf("me")] = seats[seat];
		seats[seat] = chosen;
		redraw();
	};
	return h(".around", { role: "group", ariaLabel: words.seats },
		h(".oval", { ariaHidden: "true" }, text.title(game.name)),
		seats.map((_, seat) => chair(draft, seat, (chosen) => change(seat, chosen))));
}

/** The number of players, where the game leaves it open. @param {Draft} draft */
function playersOf({ game }, redraw) {
	const option = seatsOption(game);
	if (!option) return null;
	const resize = (chosen = "") => {
		setRules(game, { [option.name]: Number(chosen) });
		redraw();
	};
	return h(".field.all",
		select(words.players, range(option), String, `${seatsOf(game)}`, resize));
}

/** What matters where a friend plays: the time for a turn, and who stands in. */
function friendly(draft, redraw) {
	const { game: { levels }, limit, level } = draft;
	const limits = ["0", "30", "60", "120"];
	return [
		select(words.limit, limits, words.seconds, limit, (one) => { draft.limit = one; }),
		levels.length > 1 && select(words.level, levels, text.level, level, (one) => {
			draft.level = one;
			redraw();
		}),
		h("p.hint", words.limitNote),
	];
}

/** The seats and what belongs to them; the focus stays. @param {Draft} draft */
function drawSeats(box, draft, redraw) {
	const boxes = [...box.querySelectorAll("select")];
	const focused = boxes.findIndex((one) => one === document.activeElement);
	settle(draft);
	const { seats, level, game: { levels } } = draft;
	const invites = seats.includes("friend");
	const used = levels.filter((one) => seats.includes(one) || (one === level && invites));
	fill(box,
		playersOf(draft, redraw),
		chairsOf(draft, redraw),
		!seats.includes("me") && h("p.hint", words.watch),
		invites && friendly(draft, redraw),
		h("p.hint", used.map((one) => text.means(draft.game, one)).join(" ")));
	box.querySelectorAll("select")[focused]?.focus();
}

/** Whether one person plays against computers. @param {Draft} draft */
const isPractice = ({ seats }) => seats.includes("me") && !seats.includes("friend");

/** A deal number, where one is wanted. @param {Draft} draft */
function dealField(draft) {
	const valid = (value = "") =>
		!value || (/^[1-9]\d*$/.test(value) && Number(value) <= MOST_DEALS);
	const deal = field(words.deal, h("input", {
		inputMode: "numeric",
		maxLength: 10,
		autocomplete: "off",
		oninput() {
			const value = deal.input.value.trim();
			deal.complain(valid(value) ? "" : words.range(1, MOST_DEALS));
			draft.deal = valid(value) ? Number(value) : undefined;
		},
	}));
	deal.box.append(h("p.hint", words.dealNote));
	return deal.box;
}

/** The table that is asked for. @param {Draft} draft @returns {Wanted} */
function wantedBy(draft, given = "") {
	const { game, seats, level, limit } = draft;
	const seconds = /** @type {TableRequest["limit"]} */ (Number(limit));
	return {
		game: game.name, rules: rulesOf(game), seats, level,
		...seats.includes("me") && { name: given || text.you },
		...seats.includes("friend") && { limit: seconds },
		...isPractice(draft) && { deal: draft.deal },
	};
}

/** A new table of the `wanted` game, with a seat for a friend or not. @param {App} app */
export async function showSetup(app, wanted = "", friend = false) {
	const seats = friend ? ["me", "friend"] : ["me"];
	const draft = /** @type {Draft} */ ({ seats, limit: "60", level: "" });
	const shared = () => draft.seats.includes("me") && draft.seats.includes("friend");
	const { form, name, error } = nameForm(words.title, shared, async (given) => {
		await app.again(wantedBy(draft, given));
		set("name", given);
		store("game", draft.game.name);
	});
	app.frame(words.title, form);
	const all = await gamesInto(form);
	const chairs = h(".chairs");
	const house = h("div");
	const deal = dealField(draft);
	const redraw = () => {
		drawSeats(chairs, draft, redraw);
		name.hidden = !draft.seats.includes("me");
		deal.hidden = !isPractice(draft);
	};
	const drawGame = (game) => {
		draft.game = game;
		fill(house, houseRules(game, redraw));
	};
	drawGame(all.find((one) => one.name === wanted) ?? all[0]);
	fill(form, chooseGame(all, draft.game, drawGame), name, h("h2", words.seats), chairs, deal,
		house, error, h("p", h("button.main", text.start.make)));
}
