/* The table: shows one view after another, and sends what its seat does. It knows no rule of any game. */

import { back, card, icon } from "./cards.js";
import { button, fill, h, openDialog } from "./dom.js";
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
import { rich, these, voice } from "./voice.js";

const GAMES = /** @type {Record<string, Game>} */ ({ straights, hearts, "crazy-eights": eights });
const PACE = { once: 0, quick: 350, calm: 700, slow: 1200 };
const MOST = 12; // views that wait to be shown; of more, only the last is

/** The table in `root`, until it is closed. @param {Element} root @param {Connection} connection @param {App} app */
export function showTable(root, connection, app) {
  const words = text.table;
  const small = matchMedia("(max-width: 899px)");
  const wide = matchMedia("(min-width: 1200px)");
  const life = new AbortController();
  const queue = /** @type {Shown[]} */ ([]);
  let view = /** @type {View | null} */ (null);
  let last = /** @type {Seen | null} */ (null);
  let [held, sent] = /** @type {string[][]} */ ([[], []]);
  let [expected, refusal, told, shownAt] = [0, "", 0, -9999];
  let [rest, again, pumping, sheetOpen] = [false, false, false, wide.matches];
  let hurry = () => {};

  const [title, sub, status] = [h("h1"), h("span"), h("p", { class: "status" })];
  const net = h("p", { class: "net", role: "status" });
  const seats = h("ul", { ariaLabel: words.seats });
  const own = h("ul", { class: "me", ariaLabel: words.yourSeat });
  const middle = h("section", { class: "middle", ariaLabel: words.middle });
  const hand = h("div", { class: "hand", role: "group", ariaLabel: words.hand });
  const [left, right, ask, extra] = ["left", "right", "asked", "extra"].map((name) => h("div", { class: name }));
  const panel = h("section");
  const felt = h("main", { tabIndex: -1, onpointerdown: () => rest && hurry() }, seats, middle,
    h("div", { class: "line" }, left, status, right), ask, hand, h("div", { class: "foot" }, own, extra), panel);
  const sheet = h("aside", { ariaLabel: words.sheet });
  const invite = button(words.invite, () => void openDialog({ title: words.invite }, ...share(now())), { class: "quiet broad" });
  /** @type {[string, () => void][]} */
  const commands = [[text.help.title, () => app.help(view?.game)], [text.settings.title, app.settings], [words.leave, leave]];
  const table = h("div", { class: "t" }, h("header", { class: "bar" },
    button(icon("back"), leave, { class: "quiet narrow", ariaLabel: words.leave }), h("span", { class: "wordmark broad" }, text.name),
    h("div", { class: "titles" }, title, sub), h("nav", { ariaLabel: words.menu },
      button(icon("chart"), toggleSheet, { name: "sheet", class: "quiet", ariaLabel: words.sheet }),
      button(icon("menu"), menu, { class: "quiet narrow", ariaLabel: words.menu }), invite,
      commands.map(([label, then]) => button(label, then, { class: "quiet broad" })))),
  net, h("div", { class: "spread" }, felt, sheet));
  fill(root, table);
  const say = voice(table);
  const cards = makeHand(hand, tap);

  /** @returns {Ctx} */
  function now() {
    const [v, room] = [/** @type {View} */ (view), /** @type {Room} */ (connection.room)];
    const me = room.you.seat;
    const names = namesOf(room);
    return {
      view: v, room, game: GAMES[v.game], me, base: me ?? 0, last, held, sent, busy: v.move < expected, rest, again,
      phone: small.matches, face: small.matches ? "large" : "plain", table: connection.table,
      name: (seat) => seat === me ? text.you : names[seat], since: () => performance.now() - told, send, hold, drop, refuse,
      call: (what) => void connection[what]().catch(fail), home: app.home,
    };
  }

  /** @param {string} which @returns {HTMLElement | null} */
  const find = (which) => table.querySelector(which);

  /** @param {string} name of a button */
  function focusOn(name) {
    const found = find(`[name="${name}"]`);
    found?.focus();
    return !!found;
  }

  /** @param {string} which */
  function click(which) {
    const found = find(which);
    found?.click();
    return !!found;
  }

  /** Draws everything anew; the focus stays where it was, or goes to what is to be done next. */
  function draw() {
    if (!connection.room || !view || life.signal.aborted) return;
    const c = now();
    const { legal, number, table: board } = view;
    const { activeElement } = document;
    const focused = table.contains(activeElement) && activeElement?.getAttribute("name");
    table.dataset.game = view.game;
    title.textContent = text.title(view.game);
    document.title = `${legal.length && !rest ? `${words.yours} · ` : ""}${title.textContent} · ${text.name}`;
    sub.textContent = number ? words.round(number, view.rules.target) : "";
    const around = others(c);
    seats.className = view.game === "straights" ? "seats" : "seats round";
    fill(seats, around.map((seat, n) => drawSeat(c, seat, around.length > 1 ? n / (around.length - 1) : 0.5)));
    fill(own, drawSeat(c, c.base));
    felt.className = `felt${legal.length ? " acts" : ""}`;
    hand.hidden = c.me === null;
    invite.hidden = !share(c).some(Boolean);
    if (board) {
      fill(middle, ...c.game.draw(c));
      cards.draw(c, board.hand.filter((name) => !board.passing || !held.includes(name)));
      fill(left, !rest && board.last?.[0] && button([icon("undo"), h("span", {}, words.hearts.lastTrick)], lastTrick,
        { name: "last", ariaPressed: `${again}`, ariaLabel: words.hearts.lastTrick }));
    }
    fill(extra, ...c.me === null ? [h("b", {}, words.watching)]
      : c.room.seats[c.me].away ? [button(words.takeBack, () => c.call("back"), { name: "back", class: "main" })]
      : board ? c.game.own?.(c) ?? [] : []);
    fill(status, rich(sentence(c)));
    status.classList.toggle("warn", refusal !== "");
    fill(right, !rest && Object.entries(c.game.acts ?? {}).map(([action, label]) => legal.includes(action)
      && button(label, () => send([action]), { name: action, class: "main", ariaDisabled: `${c.busy}` })));
    const asked = c.me !== null && board && c.game.sheet?.(c);
    fill(ask, asked);
    felt.classList.toggle("asking", !!asked);
    drawPanel(panel, c);
    table.classList.toggle("with-sheet", sheetOpen);
    drawScore(sheet, c, toggleSheet);
    if (focused && !table.contains(document.activeElement) && !focusOn(focused)) {
      const next = find(".asked button, .panel button");
      if (next) next.focus();
      else if (!cards.focus()) felt.focus();
    }
  }

  /** The status line. @param {Ctx} c */
  function sentence(c) {
    const { table: board, points, legal } = c.view;
    if (refusal || again || !board || points.length) return refusal;
    if (rest) return words.hearts.took(c.name(board.leader ?? 0));
    if (c.me !== null && (legal.length || board.turn === null)) return c.game.status(c);
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

  /** @param {unknown} error */
  const fail = (error) => refuse(/** @type {Error} */ (error).message);

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
      fail(error);
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
    const { legal, points, number, table: { passing, passed } } = c.view;
    if (c.me === null || c.busy) return;
    if (!legal.length) return refuse(points.length ? words.roundOver(number) : words.notYours);
    if (!legal.includes(name)) return refuse(c.game.why(c, name));
    if (passing) {
      if (passed.length + held.length > 2) return refuse(words.hearts.back);
      say(`${text.card(name)}, ${words.chosen}`, true);
      return hold(name);
    }
    if (!c.game.holds?.(c, name)) {
      held = [];
      return void send([name]);
    }
    if (held.includes(name)) return drop();
    [held, refusal] = [[name], ""];
    draw();
    focusOn("S");
  }

  /** Waits, unless the viewer goes on. @param {number} ms */
  const pause = (ms) => new Promise((done) => {
    hurry = () => done(0);
    setTimeout(hurry, ms);
  });

  /** Shows the views that wait, at the viewer's pace; what this seat did is shown at once. */
  async function pump() {
    if (pumping || !connection.room) return;
    pumping = true;
    while (queue.length && !life.signal.aborted) {
      queue.splice(0, queue.length > MOST ? queue.length - 1 : 0);
      const next = queue[0];
      const wait = shownAt + PACE[settings.pace] - performance.now();
      if (view && wait > 0 && !next.news.some(({ seat }) => seat === connection.room?.you.seat)) await pause(wait);
      if (queue.length > MOST) continue;
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
    const stock = find(".stack")?.getBoundingClientRect();
    const [giver = last?.seat, taker] = same ? c.game.given?.(before, c) ?? [] : [];
    move(felt, at, (name) => {
      if (!same) return before || !seen?.length ? box(middle) : null;
      return stock && news.some((one) => one.card === name) ? stock : giver === undefined ? null : seatBox(giver);
    }, same ? 60 : 18);
    for (const { seat, action } of news) if (same && stock && action === "draw" && seat !== c.me) fly(table, back(), stock, seatBox(seat));
    if (taker !== undefined) gather(at, taker);
    speak(c, news);
    if (!rest) return;
    await pause(time(700) || 700);
    const lying = places(middle);
    rest = false;
    draw();
    gather(lying, v.table.leader ?? 0);
  }

  /** Cards that lie nowhere now go to a seat. @param {Map<string, DOMRect>} lay @param {number} seat */
  function gather(lay, seat) {
    const there = places(felt);
    for (const [name, from] of lay) if (!there.has(name)) fly(table, card(name, now().face), from, seatBox(seat));
  }

  /** A card in the midst of something. @param {Element} around */
  function box(around) {
    const { x, y, width, height } = around.getBoundingClientRect();
    return new DOMRect(x + width / 2 - 20, y + height / 2 - 28, 40, 56);
  }

  /** @param {number} seat */
  const seatBox = (seat) => box(find(`[data-seat="${seat}"] .who`) ?? table);

  /** @param {Ctx} c @param {Seen[]} news */
  function speak(c, news) {
    const { points, legal, number } = c.view;
    const fresh = c.game.fresh?.(c) ?? [];
    say([...news.slice(-6).map((seen) => c.game.said(c, seen)), rest && sentence(c), fresh.length && words.got(these(fresh)),
      points.length ? `${c.game.ended?.(c) ?? ""} ${words.roundOver(number)}` : legal.length && !c.busy && c.game.status(c)]
      .filter(Boolean).join(" "));
  }

  /** The whole table in words. */
  function readAloud() {
    const c = now();
    const { table: { counts }, totals } = c.view;
    say([sentence(c), ...c.game.read(c),
      ...others(c).flatMap((seat) => [words.seat(c.name(seat), words.cards(counts[seat]), totals[seat]), notice(c, seat)])]
      .filter(Boolean).map((said) => said.replace(/\.?$/, ".")).join(" "), true);
  }

  function toggleSheet() {
    sheetOpen = !sheetOpen;
    draw();
    focusOn(sheetOpen ? "close-sheet" : "sheet");
  }

  function leave() {
    const seated = connection.room?.you.seat !== null;
    const go = () => (dialog.close(), app.home());
    const dialog = openDialog({ title: words.leaveTitle }, h("p", {}, seated ? words.leaveNote : words.watchNote),
      button(words.toStart, go, { class: "main" }),
      seated && button(words.forGood, () => void connection.leave().then(go, (error) => (dialog.close(), fail(error)))));
  }

  function menu() {
    const dialog = openDialog({ title: words.menu },
      ...commands.map(([label, then]) => button(label, () => (dialog.close(), then()))), ...view ? share(now()) : []);
  }

  listen({
    card: (name) => cards.focus(name) || focusOn(name) || refuse(words.notHeld(name)),
    suit: (letter) => click(`.asked [name=${letter}]`),
    step: cards.step,
    press(key) {
      if (key === "?") return view?.table && readAloud(), true;
      if (key === "Escape") return held.length ? drop() : again ? lastTrick() : sheetOpen && !wide.matches && toggleSheet(), true;
      return click({ X: ".felt .main", L: "[name=last]", O: "[name$=sheet]" }[key] ?? "no");
    },
  }, life.signal);

  const onRoom = () => {
    told = performance.now();
    draw();
    pump();
  };
  const onState = () => {
    net.textContent = connection.state === "lost" ? text.link.gone : "";
  };
  connection.addEventListener("room", onRoom);
  connection.addEventListener("state", onState);
  connection.addEventListener("view", (event) => {
    queue.push(/** @type {CustomEvent} */ (event).detail);
    pump();
  });
  wide.addEventListener("change", () => {
    sheetOpen = wide.matches;
    draw();
  }, life);
  const unsubscribe = subscribe(draw);
  new ResizeObserver(draw).observe(hand);
  const tick = setInterval(() => view && connection.room?.seats.some(({ held }) => held !== null) && draw(), 1000);
  if (connection.room) onRoom();
  onState();

  return {
    close() {
      life.abort();
      hurry();
      unsubscribe();
      clearInterval(tick);
    },
  };
}
