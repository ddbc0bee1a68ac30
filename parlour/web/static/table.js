/* The table: shows what a view says, one view after the other, and sends what its seat does. It knows no rule of any game. */

import { back, card, icon } from "./cards.js";
import { h, openDialog } from "./dom.js";
import { makeHand } from "./hand.js";
import { listen } from "./keys.js";
import { eights } from "./middle/eights.js";
import { hearts } from "./middle/hearts.js";
import { straights } from "./middle/straights.js";
import { fly, move, places, time } from "./motion.js";
import { drawPanel, share } from "./panel.js";
import { drawScore } from "./score.js";
import { drawSeat, namesOf, others, strip } from "./seats.js";
import { settings, subscribe } from "./settings.js";
import { text } from "./text.js";
import { makeVoice, rich } from "./voice.js";

/**
 * @typedef {{seat: number, action: string, card?: string, lacks?: string[]}} Seen
 * @typedef {object} View what one seat may know
 * @property {"straights" | "hearts" | "crazy-eights"} game
 * @property {Record<string, any>} rules
 * @property {number | null} seat
 * @property {string[]} players
 * @property {number} number
 * @property {number[]} totals
 * @property {number[][]} sheet
 * @property {number[]} points
 * @property {number[]} winners
 * @property {any} table the game's own
 * @property {string[]} legal
 * @property {Record<string, string[]>} barred
 * @property {string[]} playable
 * @property {number} move
 *
 * @typedef {{kind: "person" | "computer" | "open", name: string, here: boolean, away: boolean, held: number | null}} Place
 * @typedef {object} Room who is there
 * @property {"waiting" | "playing" | "scored" | "over"} phase
 * @property {{seat: number | null, maker: boolean}} you
 * @property {Place[]} seats
 * @property {string} level
 * @property {number} limit
 * @property {number | null} clock
 * @property {number[]} ready
 * @property {number} watchers
 * @property {string | null} invite
 * @property {string | null} watch
 *
 * @typedef {{count: number, view: View, news: Seen[], seen?: Seen[]}} Shown
 *
 * @typedef {object} Ctx all that a part of the table is drawn from
 * @property {View} view
 * @property {Room} room
 * @property {Game} game
 * @property {number | null} me one's own seat
 * @property {number} base the seat at the bottom
 * @property {(seat: number) => string} name
 * @property {Seen | null} last the last action
 * @property {string[]} held cards that the page holds before it sends them
 * @property {string[]} sent
 * @property {boolean} busy something is on its way
 * @property {boolean} rest a whole trick rests before it is gathered
 * @property {boolean} again the last trick is shown again
 * @property {boolean} phone
 * @property {"plain" | "large"} face of the hand's cards
 * @property {() => number} since milliseconds since the room was told
 * @property {(words: string) => Node[]} rich
 * @property {(actions: string[]) => void} send
 * @property {(card: string) => void} hold a card, or let it go
 * @property {() => void} drop what is held
 * @property {(why: string) => void} refuse
 *
 * @typedef {object} Game how one game is shown
 * @property {"A" | "K"} high
 * @property {(box: HTMLElement, c: Ctx) => void} draw the middle
 * @property {(c: Ctx) => string} status what one may do; empty where it is another's turn
 * @property {(c: Ctx, card: string) => string} why a card may not be used
 * @property {(c: Ctx, seen: Seen) => string} said of an action
 * @property {(c: Ctx, seat: number) => string} fact beside a seat's cards
 * @property {(c: Ctx) => string[]} read the middle aloud
 * @property {(c: Ctx, seat: number) => (Node | string)[]} result beside a round's points
 * @property {(c: Ctx, seat: number) => boolean} [heavy] whether the fact is a warning
 * @property {(c: Ctx) => (Node | string)[]} [own] beside one's own seat
 * @property {(c: Ctx) => (Node | string)[]} [actions] buttons beside the status
 * @property {(c: Ctx) => HTMLElement | null} [sheet] what is asked, above the hand
 * @property {(c: Ctx, card: string) => boolean} [holds] whether a card is held until more is asked
 * @property {(c: Ctx) => boolean} [passes] whether cards are chosen, not played
 * @property {(c: Ctx) => string[]} [fresh] cards that have just come
 * @property {(before: View, after: View) => boolean} [rests] whether a whole trick lies there first
 * @property {(c: Ctx) => boolean} [lastTrick] whether there is one to be seen
 * @property {(before: View, c: Ctx) => number | null} [from] the seat that cards come from which were nowhere
 * @property {(before: View, c: Ctx) => number | null} [to] the seat that cards go to which lie nowhere
 * @property {(c: Ctx, seat: number) => string} [running] points so far in the sheet
 * @property {(c: Ctx) => string} [ended] how a round came to its end
 *
 * @typedef {{home: () => void, settings: () => void, help: (game: string) => void}} App
 */

const GAMES = /** @type {Record<string, Game>} */ ({ straights, hearts, "crazy-eights": eights });
const PACE = { once: 0, quick: 350, calm: 700, slow: 1200 };
const MOST = 12; // views that wait to be shown; where there are more, only the last is

/** The table in `root`, until it is closed. @param {HTMLElement} root @param {import("./link.js").Connection} connection @param {App} app */
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
  /** @type {string[]} */
  let held = [];
  /** @type {string[]} */
  let sent = [];
  let [expected, refusal, told, shownAt] = [0, "", 0, -1e9];
  let [sending, rest, again, pumping, closed] = [false, false, false, false, false];
  let sheetOpen = wide.matches;
  let hurry = () => {};

  const button = (/** @type {string} */ key, /** @type {string} */ label, /** @type {any} */ mark, /** @type {() => void} */ onclick, name = "") =>
    h("button", { type: "button", class: name, "data-key": key, onclick, "aria-label": label }, icon(mark), h("span", {}, label));
  const title = h("h1", {});
  const subtitle = h("span", { class: "sub" });
  const net = h("p", { class: "net", role: "status" });
  const seats = h("ul", { class: "seats", "aria-label": words.seats });
  const middle = h("section", { class: "middle", "aria-label": words.middle });
  const status = h("p", { class: "status" });
  const left = h("div", { class: "left" });
  const right = h("div", { class: "right" });
  const ask = h("div", { class: "asked" });
  const hand = h("div", { class: "hand", role: "group", "aria-label": words.hand });
  const own = h("ul", { class: "me", "aria-label": words.yourSeat });
  const extra = h("div", { class: "extra" });
  const panel = h("section", { class: "panel" });
  const felt = h("main", { class: "felt", tabindex: "-1" }, seats, middle, h("div", { class: "line" }, left, status, right), ask, hand, h("div", { class: "foot" }, own, extra), panel);
  const sheet = h("aside", { class: "score-sheet", "aria-label": words.sheet });
  const invite = h("button", { type: "button", class: "quiet broad", "data-key": "invite", hidden: true, onclick: () => openDialog({ title: words.invite }, ...share(context(), connection.table)) }, words.invite);
  const bar = h("header", { class: "bar" },
    button("leave", words.leave, "back", () => leaving(), "narrow"),
    h("span", { class: "wordmark" }, text.name), title, subtitle,
    h("nav", { "aria-label": words.bar },
      button("sheet", words.sheet, "chart", () => toggleSheet(), "sheet-button"),
      invite,
      button("menu", words.menu, "menu", () => menu(), "narrow"),
      ...(/** @type {[string, string, () => void][]} */ ([["help", words.help, () => app.help(view?.game ?? "")], ["settings", text.settings.title, () => app.settings()], ["leave", words.leave, () => leaving()]])).map(([key, label, onclick]) => h("button", { type: "button", class: "quiet broad", "data-key": `${key}-broad`, onclick }, label))));
  const table = h("div", { class: "t" }, bar, net, h("div", { class: "spread" }, felt, sheet));
  root.replaceChildren(table);
  const voice = makeVoice(table);
  const cards = makeHand(hand, tap);

  /** @returns {Ctx} */
  function context() {
    const [v, r] = [/** @type {View} */ (view), /** @type {Room} */ (room)];
    const me = r.you.seat;
    const names = namesOf(r);
    return {
      view: v, room: r, game: GAMES[v.game], me, base: me ?? 0, last, held, sent, rest, again,
      name: (seat) => (seat === me ? text.you : names[seat]),
      busy: sending || v.move < expected,
      phone: small.matches,
      face: small.matches ? "large" : "plain",
      since: () => performance.now() - told,
      rich, send, hold, drop, refuse,
    };
  }

  /** Draws everything anew, and keeps the focus where it was. */
  function draw() {
    if (!room || !view || closed) return;
    const c = context();
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const inside = focused && table.contains(focused) ? focused.dataset.key : undefined;
    document.title = `${view.legal.length && !rest ? `${words.yours} · ` : ""}${text.game(view.game).title} · ${text.name}`;
    table.dataset.game = view.game;
    table.dataset.seats = String(room.seats.length);
    title.textContent = text.game(view.game).title;
    subtitle.textContent = view.number ? words.round(view.game, view.number, view.rules.target) : "";
    seats.replaceChildren(...others(c).map((seat) => drawSeat(c, seat)));
    own.replaceChildren(drawSeat(c, c.base));
    felt.classList.toggle("acts", view.legal.length > 0);
    hand.hidden = c.me === null;
    invite.hidden = !share(c, connection.table).length;
    if (view.table) {
      c.game.draw(middle, c);
      extra.replaceChildren(...(c.me === null ? [h("b", {}, words.watching)] : []), ...(c.game.own?.(c) ?? []));
      const lie = c.game.passes?.(c) ? held : [];
      cards.draw(c, view.table.hand.filter((/** @type {string} */ name) => !lie.includes(name)));
    }
    status.replaceChildren(...rich(sentence(c)));
    status.classList.toggle("warn", refusal !== "");
    left.replaceChildren(...(view.table && c.game.lastTrick?.(c) ? [lastTrick()] : []));
    right.replaceChildren(...(c.me !== null && !c.rest && c.game.actions?.(c) ? c.game.actions(c) : []), ...(c.me !== null && room.seats[c.me].away ? [takeBack()] : []));
    const asked = c.me !== null && view.table ? c.game.sheet?.(c) : null;
    ask.replaceChildren(...(asked ? [asked] : []));
    felt.classList.toggle("asking", Boolean(asked));
    const eight = asked && held[0] ? hand.querySelector(`[data-card="${held[0]}"]`) : null;
    if (eight && asked) asked.style.setProperty("--at", `${eight.getBoundingClientRect().x - asked.getBoundingClientRect().x + eight.clientWidth / 2}px`);
    drawPanel(panel, c, connection, app, fail);
    table.classList.toggle("with-sheet", sheetOpen);
    drawScore(sheet, c, toggleSheet);
    if (inside && !table.contains(document.activeElement)) {
      const next = /** @type {HTMLElement | null} */ (ask.querySelector("button") ?? panel.querySelector("button"));
      if (!focusKey(inside) && !(next ? next.focus() : cards.focus())) felt.focus({ preventScroll: true });
    }
  }

  /** The status line. @param {Ctx} c */
  function sentence(c) {
    const { view: v } = c;
    if (refusal) return refusal;
    if (c.again || !v.table || v.points.length) return "";
    if (c.rest && v.table.leader !== null) return words.hearts.took(c.name(v.table.leader));
    const mine = c.me === null ? "" : c.game.status(c);
    if (mine) return mine;
    if (c.me !== null && v.legal.length) return "";
    const turn = v.table.turn === null ? "" : words.turnOf(c.name(v.table.turn));
    const done = last && !c.rest ? c.game.said(c, last) : "";
    return [done, turn].filter(Boolean).join(" ");
  }

  const lastTrick = () =>
    h("button", { type: "button", class: "last", "data-key": "last", "aria-pressed": String(again), "aria-label": words.hearts.lastTrick, onclick: () => {
      again = !again;
      draw();
      const c = context();
      if (again) voice.say(c.view.table.last.map((/** @type {string} */ name, /** @type {number} */ seat) => words.hearts.from(text.card(name), c.name(seat))).join(". "), true);
    } }, icon("undo"), h("span", {}, words.hearts.lastTrick));

  const takeBack = () => h("button", { type: "button", class: "main", "data-key": "back", onclick: () => connection.back().catch(fail) }, words.takeBack);

  /** @param {unknown} error */
  const fail = (error) => refuse(error instanceof Error ? error.message : String(error));

  /** @param {string} why */
  function refuse(why) {
    refusal = why;
    draw();
    voice.say(why, true);
  }

  /** Sends actions one after the other. @param {string[]} actions */
  async function send(actions) {
    if (!view || sending || view.move < expected) return;
    const from = view.move;
    [sending, sent, refusal, again] = [true, actions, "", false];
    draw();
    try {
      for (const [n, action] of actions.entries()) await connection.act(from + n, action);
      expected = from + actions.length;
      sending = false;
    } catch (error) {
      [sending, sent, expected, held] = [false, [], 0, []];
      fail(error);
    }
    draw();
  }

  /** @param {string} name */
  function hold(name) {
    const before = places(felt);
    if (held.includes(name)) held = held.filter((other) => other !== name);
    else held = [...held, name];
    refusal = "";
    draw();
    move(felt, before, () => null, 0);
  }

  function drop() {
    const name = held[0];
    held = [];
    draw();
    cards.focus(name);
  }

  /** A card of one's own hand. @param {string} name */
  function tap(name) {
    if (!view || !room || room.you.seat === null) return;
    hurry();
    const c = context();
    if (c.busy) return;
    if (!view.legal.length) return refuse(view.points.length ? words.roundOver : words.notYours);
    if (!view.legal.includes(name)) return refuse(c.game.why(c, name));
    if (c.game.passes?.(c)) {
      if (view.table.passed.length + held.length >= 3) return refuse(words.hearts.enough);
      voice.say(words.hearts.chose(name), true);
      return hold(name);
    }
    if (c.game.holds?.(c, name)) {
      held = held.includes(name) ? [] : [name];
      refusal = "";
      draw();
      return /** @type {HTMLElement | null} */ (ask.querySelector("[data-suit]"))?.focus();
    }
    held = [];
    send([name]);
  }

  /** Waits, unless the viewer goes on. @param {number} ms */
  const pause = (ms) => new Promise((done) => {
    hurry = () => done(0);
    setTimeout(done, ms, 0);
  });

  /** Shows the views that wait, one after the other. */
  async function pump() {
    if (pumping || !room) return;
    pumping = true;
    while (queue.length && !closed) {
      if (queue.length > MOST) queue.splice(0, queue.length - 1);
      const next = queue[0];
      const mine = next.news.some(({ seat }) => seat === room?.you.seat);
      const wait = view && !mine ? shownAt + PACE[settings.pace] - performance.now() : 0;
      if (wait > 0) await pause(wait);
      if (closed || queue[0] !== next || queue.length > MOST) continue;
      queue.shift();
      try {
        await show(next);
      } catch (error) {
        console.error(error); // what one view could not show, the next one may
      }
    }
    pumping = false;
  }

  /** @param {Shown} message */
  async function show(message) {
    const before = view;
    const at = places(felt);
    view = message.view;
    last = message.news.at(-1) ?? (before && before.number === view.number ? last : (message.seen?.at(-1) ?? null));
    if (!before || before.number !== view.number || view.move < before.move) expected = 0;
    const { legal, game } = view;
    held = held.filter((name) => legal.includes(name));
    [refusal, again] = ["", false];
    rest = Boolean(before && message.news.length && view.table && GAMES[game].rests?.(before, view));
    draw();
    const c = context();
    if (view.table) {
      fromTo(before?.table ? before : null, at, c, message);
      speak(c, message);
    }
    if (rest) {
      await pause(time(700) || 700);
      const lying = places(middle);
      rest = false;
      draw();
      gather(lying, view.table.leader);
      if (settings.speed) await pause(time(200));
    }
    shownAt = performance.now();
  }

  /** Moves the cards to where they are now. @param {View | null} before @param {Map<string, any>} at @param {Ctx} c @param {Shown} message */
  function fromTo(before, at, c, message) {
    const v = c.view;
    const dealt = !before || before.number !== v.number;
    const stock = middle.querySelector("[data-key=stock]")?.getBoundingClientRect();
    const giver = before && c.game.from ? c.game.from(before, c) : null;
    move(felt, at, (name) => {
      if (dealt) return before || !message.seen?.length ? centre() : null;
      const drawn = message.news.find((seen) => seen.card === name);
      if (drawn && stock) return stock;
      return giver !== null ? seatBox(giver) : last ? seatBox(last.seat) : null;
    }, dealt ? 18 : 60);
    if (!before || dealt) return;
    for (const seen of message.news)
      if (seen.action === "draw" && seen.seat !== c.me && stock) fly(table, back(), stock, seatBox(seen.seat), 260);
    const taker = c.game.to ? c.game.to(before, c) : null;
    if (taker !== null) gather(at, taker);
  }

  /** Cards that lie nowhere now go to a seat. @param {Map<string, any>} lay @param {number} seat */
  function gather(lay, seat) {
    const there = places(felt);
    for (const [name, box] of lay) if (!there.has(name)) fly(table, card(name, small.matches ? "large" : "plain"), box, seatBox(seat), 260);
  }

  function centre() {
    const { x, y, width, height } = middle.getBoundingClientRect();
    return { x: x + width / 2 - 30, y: y + height / 2 - 42, width: 60, height: 84 };
  }

  /** @param {number} seat */
  function seatBox(seat) {
    const { x, y, width, height } = (table.querySelector(`[data-seat="${seat}"]`) ?? table).getBoundingClientRect();
    return { x: x + width / 2 - 20, y: y + height / 2 - 28, width: 40, height: 56 };
  }

  /** @param {Ctx} c @param {Shown} message */
  function speak(c, { news }) {
    const v = c.view;
    const told = news.slice(-6).map((seen) => c.game.said(c, seen));
    if (c.rest && v.table.leader !== null) told.push(words.hearts.took(c.name(v.table.leader)));
    const fresh = c.game.fresh?.(c) ?? [];
    if (fresh.length) told.push(words.got(fresh));
    if (v.points.length) told.push(c.game.ended?.(c) ?? "", words.roundOver);
    else if (c.me !== null && v.legal.length && !c.busy) told.push(c.game.status(c));
    voice.say(told.filter(Boolean).join(" "));
  }

  /** `?`: the whole table in words. */
  function readAloud() {
    if (!view?.table) return;
    const c = context();
    const seatWords = others(c).map((seat) => words.seat(c.name(seat), c.view.table.counts[seat], c.view.totals[seat], strip(c, seat)));
    voice.say([sentence(c), ...c.game.read(c), ...seatWords].filter(Boolean).map((said) => said.replace(/[.]?$/, ".")).join(" "), true);
  }

  /** @param {string} key */
  function focusKey(key) {
    const found = /** @type {HTMLElement | null} */ (table.querySelector(`[data-key="${key}"]`));
    found?.focus();
    return found !== null;
  }

  function toggleSheet() {
    sheetOpen = !sheetOpen;
    draw();
    focusKey(sheetOpen ? "close-sheet" : "sheet");
  }

  function leaving() {
    const seated = room?.you.seat !== null && room !== null;
    const go = () => (made.close(), app.home());
    const made = openDialog({ title: words.leaveTitle },
      h("p", {}, seated ? words.leaveNote : words.watchNote),
      h("div", { class: "choices" },
        h("button", { type: "button", class: "main", onclick: go }, seated ? words.keepSeat : words.toStart),
        seated && h("button", { type: "button", class: "plain", onclick: () => connection.leave().then(go, (error) => (made.close(), fail(error))) }, words.forGood)));
  }

  function menu() {
    const item = (/** @type {string} */ label, /** @type {() => void} */ then) => h("button", { type: "button", class: "plain", onclick: () => (made.close(), then()) }, label);
    const made = openDialog({ title: words.menu }, h("div", { class: "choices" }, item(words.help, () => app.help(view?.game ?? "")),
      item(text.settings.title, () => app.settings()), item(words.leave, leaving)), ...(room && view ? share(context(), connection.table) : []));
  }

  const deaf = listen({
    card: (name) => {
      if (!cards.focus(name) && !focusKey(name)) refuse(words.notHeld(name));
    },
    suit(letter) {
      const named = /** @type {HTMLElement | null} */ (ask.querySelector(`[data-suit="${letter}"]`));
      named?.click();
      return named !== null;
    },
    step: (way) => cards.step(way),
    press(key) {
      if (key === "?") return readAloud(), true;
      if (key === "Escape") return (held.length ? drop() : again ? ((again = false), draw()) : sheetOpen && !wide.matches ? toggleSheet() : 0), false;
      const wanted = /** @type {HTMLElement | null} */ (table.querySelector({ x: "[data-key=main]", l: "[data-key=last]", o: small.matches && !sheetOpen ? "[data-key=sheet]" : "[data-key=close-sheet], .sheet-button" }[key] ?? "none"));
      wanted?.click();
      return wanted !== null;
    },
  });

  const onRoom = () => {
    const first = !room;
    room = connection.room;
    told = performance.now();
    if (first) pump();
    draw();
  };
  const widened = () => {
    sheetOpen = wide.matches;
    draw();
  };
  const onView = (/** @type {any} */ event) => {
    queue.push(event.detail);
    pump();
  };
  const onState = () => {
    const { state } = connection;
    net.textContent = state === "open" ? "" : (words.states[state] ?? words.states.lost);
  };
  connection.addEventListener("room", onRoom);
  connection.addEventListener("view", onView);
  connection.addEventListener("state", onState);
  const unsubscribe = subscribe(draw);
  const resized = new ResizeObserver(() => draw());
  resized.observe(hand);
  const tick = setInterval(() => {
    if (!room || !view) return;
    const c = context();
    for (const seat of /** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll(".seat.low"))) {
      const low = seat.querySelector(".notice");
      if (low) low.textContent = strip(c, Number(seat.dataset.seat));
    }
  }, 1000);
  wide.addEventListener("change", widened);
  felt.addEventListener("pointerdown", () => rest && hurry());
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
      wide.removeEventListener("change", widened);
      connection.removeEventListener("room", onRoom);
      connection.removeEventListener("view", onView);
      connection.removeEventListener("state", onState);
    },
  };
}
