/* The table: shows what a view says, one view after the other, and sends what its seat does. It knows no rule of any game. */

import { back, card, icon } from "./cards.js";
import { fill, h, openDialog } from "./dom.js";
import { makeHand } from "./hand.js";
import { listen } from "./keys.js";
import { eights } from "./middle/eights.js";
import { hearts } from "./middle/hearts.js";
import { straights } from "./middle/straights.js";
import { fly, move, places, time } from "./motion.js";
import { drawPanel, share } from "./panel.js";
import { drawScore } from "./score.js";
import { drawSeat, namesOf, notice, others } from "./seats.js";
import { settings, subscribe } from "./settings.js";
import { text } from "./text.js";
import { press, rich, these, voice } from "./voice.js";

/** @typedef {import("../types.d.ts").Ctx} Ctx
 * @typedef {import("../types.d.ts").Game} Game
 * @typedef {import("../types.d.ts").Room} Room
 * @typedef {import("../types.d.ts").Seen} Seen
 * @typedef {import("../types.d.ts").Shown} Shown
 * @typedef {import("../types.d.ts").View} View */

const GAMES = /** @type {Record<string, Game>} */ ({ straights, hearts, "crazy-eights": eights });
const PACE = { once: 0, quick: 350, calm: 700, slow: 1200 };
const MOST = 12; // views that wait to be shown; of more, only the last is

/**
 * The table in `root`, until it is closed.
 * @param {Element} root @param {import("./link.js").Connection} connection @param {{home(): void, settings(): void, help(game: string): void}} app
 */
export function showTable(root, connection, app) {
  const words = text.table;
  const small = matchMedia("(max-width: 899px)");
  const wide = matchMedia("(min-width: 1200px)");
  /** @type {Room | null} */
  let room = null;
  /** @type {View | null} */
  let view = null;
  /** @type {Seen | null} */
  let last = null;
  /** @type {Shown[]} */
  const queue = [];
  /** @type {string[][]} */
  let [held, sent] = [[], []];
  let [expected, refusal, told, shownAt] = [0, "", 0, -9999];
  let [rest, again, pumping, closed, sheetOpen] = [false, false, false, false, wide.matches];
  let hurry = () => {};

  const [title, sub, status] = [h("h1"), h("span", { class: "sub" }), h("p", { class: "status" })];
  const net = h("p", { class: "net", role: "status" });
  const seats = h("ul", { "aria-label": words.seats });
  const own = h("ul", { class: "me", "aria-label": words.yourSeat });
  const middle = h("section", { class: "middle", "aria-label": words.middle });
  const hand = h("div", { class: "hand", role: "group", "aria-label": words.hand });
  const [left, right, ask, extra] = ["left", "right", "asked", "extra"].map((name) => h("div", { class: name }));
  const panel = h("section");
  const felt = h("main", { tabindex: "-1" }, seats, middle, h("div", { class: "line" }, left, status, right), ask, hand, h("div", { class: "foot" }, own, extra), panel);
  const sheet = h("aside", { "aria-label": words.sheet });
  const quiet = { class: "quiet broad" };
  const help = () => app.help(view?.game ?? "");
  const invite = press("invite", words.invite, () => openDialog({ title: words.invite }, ...share(now())), quiet);
  const marked = (/** @type {string} */ key, /** @type {any} */ mark, /** @type {string} */ label, /** @type {() => void} */ then, name = "narrow") =>
    press(key, [icon(mark)], then, { class: `quiet ${name}`, "aria-label": label });
  const table = h("div", { class: "t" },
    h("header", { class: "bar" }, marked("leave", "back", words.leave, leave), h("span", { class: "wordmark" }, text.name), title, sub,
      h("nav", { "aria-label": words.bar }, marked("sheet", "chart", words.sheet, toggleSheet, "chart-button"), marked("menu", "menu", words.menu, menu), invite,
        press("help", words.help, help, quiet), press("settings", text.settings.title, app.settings, quiet), press("leave-broad", words.leave, leave, quiet))),
    net, h("div", { class: "spread" }, felt, sheet));
  fill(root, table);
  const say = voice(table);
  const cards = makeHand(hand, tap);

  /** @returns {Ctx} */
  function now() {
    const [v, r] = [/** @type {View} */ (view), /** @type {Room} */ (room)];
    const me = r.you.seat;
    const names = namesOf(r);
    return {
      view: v, room: r, game: GAMES[v.game], me, base: me ?? 0, last, held, sent, busy: v.move < expected, rest, again,
      phone: small.matches, face: small.matches ? "large" : "plain", table: connection.table,
      name: (seat) => (seat === me ? text.you : names[seat]), since: () => performance.now() - told, send, hold, drop, refuse,
      start: () => connection.start().catch(fail), next: () => connection.next().catch(fail), home: app.home,
    };
  }

  /** @param {Element} root @param {string} which @returns {HTMLElement | null} */
  const find = (root, which) => root.querySelector(which);

  /** @param {string} key */
  function focusOn(key) {
    const found = find(table, `[data-key="${key}"]`);
    found?.focus();
    return !!found;
  }

  /** @param {Element} root @param {string} which */
  function click(root, which) {
    const found = find(root, which);
    found?.click();
    return !!found;
  }

  /** Draws everything anew; the focus stays where it was, or goes to what is to be done next. */
  function draw() {
    if (!room || !view || closed) return;
    const c = now();
    const { game, legal, number, table: board } = view;
    const focused = document.activeElement;
    const key = focused instanceof HTMLElement && table.contains(focused) && focused.dataset.key;
    table.dataset.game = game;
    title.textContent = text.game(game).title;
    document.title = `${legal.length && !rest ? `${words.yours} · ` : ""}${title.textContent} · ${text.name}`;
    sub.textContent = number ? words.round(game, number, view.rules.target) : "";
    const around = others(c);
    seats.className = game === "straights" ? "seats" : "seats round";
    fill(seats, around.map((seat, n) => drawSeat(c, seat, around.length > 1 ? n / (around.length - 1) : 0.5)));
    fill(own, drawSeat(c, c.base));
    felt.className = `felt${legal.length ? " acts" : ""}`;
    hand.hidden = c.me === null;
    invite.hidden = !share(c).some(Boolean);
    if (board) {
      c.game.draw(middle, c);
      cards.draw(c, board.hand.filter((name) => !c.game.passes?.(c) || !held.includes(name)));
      fill(left, c.game.lastTrick?.(c) && press("last", [icon("undo"), h("span", {}, words.hearts.lastTrick)], lastTrick, { "aria-pressed": `${again}`, "aria-label": words.hearts.lastTrick }));
    }
    fill(extra, c.me === null && h("b", {}, words.watching), board && (c.game.own?.(c) ?? []));
    fill(status, rich(sentence(c)));
    status.classList.toggle("warn", refusal !== "");
    fill(right, c.me !== null && [!rest && c.game.actions?.(c), room.seats[c.me].away && press("back", words.takeBack, () => connection.back().catch(fail), { class: "main" })].flat());
    const asked = c.me !== null && board && c.game.sheet?.(c);
    fill(ask, asked);
    felt.classList.toggle("asking", !!asked);
    const eight = hand.querySelector(".chosen")?.getBoundingClientRect();
    if (asked && eight) asked.style.setProperty("--at", `${eight.x - asked.getBoundingClientRect().x + eight.width / 2}px`);
    drawPanel(panel, c);
    table.classList.toggle("with-sheet", sheetOpen);
    drawScore(sheet, c, toggleSheet);
    if (key && !table.contains(document.activeElement) && !focusOn(key)) {
      const next = find(ask, "button") ?? find(panel, "button");
      if (next) next.focus();
      else if (!cards.focus()) felt.focus();
    }
  }

  /** The status line. @param {Ctx} c */
  function sentence(c) {
    const { table: board, points } = c.view;
    if (refusal || again || !board || points.length) return refusal;
    if (rest) return words.hearts.took(c.name(board.leader ?? 0));
    if (c.me !== null && (c.view.legal.length || board.turn === null)) return c.game.status(c);
    return `${last ? c.game.said(c, last) : ""} ${board.turn === null ? "" : words.turnOf(c.name(board.turn))}`.trim();
  }

  function lastTrick() {
    again = !again;
    draw();
    if (again) say(now().game.read(now()).join(". "), true);
  }

  /** @param {string} why */
  function refuse(why) {
    refusal = why;
    draw();
    say(why, true);
  }

  /** @param {Error} error */
  const fail = (error) => refuse(error.message);

  /** One after the other. @param {string[]} actions */
  async function send(actions) {
    if (!view || view.move < expected) return;
    const from = view.move;
    [expected, sent, refusal, again] = [from + actions.length, actions, "", false];
    draw();
    try {
      for (const [n, action] of actions.entries()) await connection.act(from + n, action);
    } catch (error) {
      [expected, sent, held] = [0, [], []];
      fail(/** @type {Error} */ (error));
    }
  }

  /** Takes a card to be passed, or lets it go. @param {string} name */
  function hold(name) {
    const before = places(felt);
    held = held.includes(name) ? held.filter((other) => other !== name) : [...held, name];
    refusal = "";
    draw();
    move(felt, before, () => null, 0);
  }

  function drop() {
    const [name] = held;
    held = [];
    draw();
    cards.focus(name);
  }

  /** One's own card. @param {string} name */
  function tap(name) {
    hurry();
    const c = now();
    if (c.me === null || c.busy) return;
    if (!c.view.legal.length) return refuse(c.view.points.length ? words.roundOver : words.notYours);
    if (!c.view.legal.includes(name)) return refuse(c.game.why(c, name));
    if (c.game.passes?.(c)) {
      if (c.view.table.passed.length + held.length > 2) return refuse(words.hearts.enough);
      say(words.hearts.chose(name), true);
      return hold(name);
    }
    if (!c.game.holds?.(c, name)) {
      held = [];
      return send([name]);
    }
    if (held.includes(name)) return drop();
    [held, refusal] = [[name], ""];
    draw();
    focusOn("spades");
  }

  /** Waits, unless the viewer goes on. @param {number} ms */
  const pause = (ms) => new Promise((done) => {
    hurry = () => done(0);
    setTimeout(hurry, ms);
  });

  /** Shows the views that wait, at the viewer's pace; what this seat did is shown at once. */
  async function pump() {
    if (pumping || !room) return;
    pumping = true;
    while (queue.length && !closed) {
      queue.splice(0, queue.length > MOST ? queue.length - 1 : 0);
      const next = queue[0];
      const wait = shownAt + PACE[settings.pace] - performance.now();
      if (view && wait > 0 && !next.news.some(({ seat }) => seat === room?.you.seat)) await pause(wait);
      if (closed || queue.length > MOST) continue;
      queue.shift();
      try {
        await show(next);
      } catch (error) {
        console.error(error); // what one view could not show, the next one may
      }
      shownAt = performance.now();
    }
    pumping = false;
  }

  /** @param {Shown} message */
  async function show({ view: v, news, seen }) {
    const before = view?.table && view;
    const at = places(felt);
    const same = before && before.number === v.number && v.move >= before.move;
    last = news.at(-1) ?? (same ? last : seen?.at(-1)) ?? null;
    if (!same) expected = 0;
    view = v;
    held = held.filter((name) => v.legal.includes(name));
    [refusal, again, rest] = ["", false, !!(same && v.table && GAMES[v.game].rests?.(before, v))];
    draw();
    if (!v.table) return;
    const c = now();
    const stock = middle.querySelector(".stack")?.getBoundingClientRect();
    const giver = same ? (c.game.from?.(before, c) ?? last?.seat) : null;
    move(felt, at, (name) => !same ? (before || !seen?.length ? box(middle) : null)
      : stock && news.some((one) => one.card === name) ? stock : giver === undefined || giver === null ? null : seatBox(giver), same ? 60 : 18);
    if (same && stock) for (const { seat, action } of news) if (action === "draw" && seat !== c.me) fly(table, back(), stock, seatBox(seat));
    const taker = same ? c.game.to?.(before, c) : null;
    if (taker !== null && taker !== undefined) gather(at, taker);
    speak(c, news);
    if (!rest) return;
    await pause(time(700) || 700);
    const lying = places(middle);
    rest = false;
    draw();
    gather(lying, v.table.leader ?? 0);
  }

  /** Cards that lie nowhere now go to a seat. @param {Map<string, import("./motion.js").Box>} lay @param {number} seat */
  function gather(lay, seat) {
    const there = places(felt);
    for (const [name, from] of lay) if (!there.has(name)) fly(table, card(name, now().face), from, seatBox(seat));
  }

  /** A card in the midst of something. @param {Element} around */
  function box(around) {
    const { x, y, width, height } = around.getBoundingClientRect();
    return { x: x + width / 2 - 20, y: y + height / 2 - 28, width: 40, height: 56 };
  }

  /** @param {number} seat */
  const seatBox = (seat) => box(table.querySelector(`[data-seat="${seat}"]`) ?? table);

  /** @param {Ctx} c @param {Seen[]} news */
  function speak(c, news) {
    const fresh = c.game.fresh?.(c) ?? [];
    say([...news.slice(-6).map((seen) => c.game.said(c, seen)), rest ? sentence(c) : "", fresh.length ? words.got(these(fresh)) : "",
      c.view.points.length ? `${c.game.ended?.(c) ?? ""} ${words.roundOver}` : c.view.legal.length && !c.busy ? c.game.status(c) : ""].filter(Boolean).join(" "));
  }

  /** The whole table in words. */
  function readAloud() {
    const c = now();
    const { counts } = c.view.table;
    say([sentence(c), ...c.game.read(c), ...others(c).map((seat) => words.seat(c.name(seat), counts[seat], c.view.totals[seat], notice(c, seat)))]
      .filter(Boolean).map((said) => said.replace(/\.?$/, ".")).join(" "), true);
  }

  function toggleSheet() {
    sheetOpen = !sheetOpen;
    draw();
    focusOn(sheetOpen ? "close-sheet" : "sheet");
  }

  function leave() {
    const seated = room?.you.seat !== null;
    const go = () => (made.close(), app.home());
    const made = openDialog({ title: words.leaveTitle }, h("p", {}, seated ? words.leaveNote : words.watchNote), h("div", { class: "choices" },
      press("", seated ? words.keepSeat : words.toStart, go, { class: "main" }),
      seated && press("", words.forGood, () => connection.leave().then(go, (error) => (made.close(), fail(error))))));
  }

  function menu() {
    const item = (/** @type {string} */ label, /** @type {() => void} */ then) => press("", label, () => (made.close(), then()));
    const made = openDialog({ title: words.menu }, h("div", { class: "choices" }, item(words.help, help), item(text.settings.title, app.settings), item(words.leave, leave)),
      ...(view ? share(now()) : []));
  }

  const deaf = listen({
    card: (name) => cards.focus(name) || focusOn(name) || refuse(words.notHeld(name)),
    suit: (letter) => click(ask, `[data-suit=${letter}]`),
    step: cards.step,
    press(key) {
      if (key === "?") return view?.table && readAloud(), true;
      if (key === "Escape") return (held.length ? drop() : again ? lastTrick() : sheetOpen && !wide.matches && toggleSheet()), true;
      return click(table, `[data-key="${{ X: "main", L: "last", O: sheetOpen ? "close-sheet" : "sheet" }[key]}"]`);
    },
  });

  const onRoom = () => {
    room = connection.room;
    told = performance.now();
    draw();
    pump();
  };
  const onView = (/** @type {any} */ { detail }) => {
    queue.push(detail);
    pump();
  };
  const onState = () => {
    net.textContent = connection.state === "open" ? "" : words.states[connection.state];
  };
  const onWidth = () => {
    sheetOpen = wide.matches;
    draw();
  };
  /** @type {[EventTarget, string, (event: any) => void][]} */
  const ears = [[connection, "room", onRoom], [connection, "view", onView], [connection, "state", onState], [wide, "change", onWidth], [felt, "pointerdown", () => rest && hurry()]];
  for (const [from, event, then] of ears) from.addEventListener(event, then);
  const unsubscribe = subscribe(draw);
  const resized = new ResizeObserver(draw);
  resized.observe(hand);
  const tick = setInterval(() => view && room?.seats.some((seat) => seat.held !== null) && draw(), 1000);
  if (connection.room) onRoom();
  onState();

  return {
    close() {
      closed = true;
      hurry();
      deaf();
      unsubscribe();
      resized.disconnect();
      clearInterval(tick);
      for (const [from, event, then] of ears) from.removeEventListener(event, then);
    },
  };
}
