/**
 * Elements in one line, form fields, and dialogs that give the focus back. Text goes in as text, never as markup.
 *
 * @module
 */

import { icon } from "./cards.js";
import { text } from "./text.js";

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {Record<string, any>} Props */

/**
 * An element. Functions become listeners (`onclick`), what an element has as a property is set so (`value`), the rest
 * are attributes; null and false leave one out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Props | null} [props] @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") element.className = value;
    else if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (name in element) Reflect.set(element, name, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  fill(element, ...children);
  return element;
}

/** Replace what is in an element. @param {Element} element @param {...(Child | Child[])} children */
export function fill(element, ...children) {
  element.replaceChildren(.../** @type {Node[]} */ (children.flat().filter((child) => child || child === "")));
}

let used = 0;
/** An id that no other element has. */
export const unique = () => `i${++used}`;

/**
 * A modal dialog. Its button, Escape and a tap beside it close it, and the focus goes back to where it was.
 * @param {{title: string, class?: string, onclose?: () => void}} options @param {...(Child | Child[])} children
 */
export function openDialog(options, ...children) {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const title = h("h2", { id: unique(), tabIndex: -1 }, options.title);
  const dialog = h("dialog", {
    class: `sheet ${options.class ?? ""}`, "aria-labelledby": title.id,
    onclick: (/** @type {Event} */ event) => event.target === dialog && dialog.close(),
    onclose: () => {
      dialog.remove();
      before?.focus();
      options.onclose?.();
    },
  }, h("header", {}, title,
    h("button", { type: "button", class: "quiet icon-only", "aria-label": text.close, onclick: () => dialog.close() }, icon("close"))),
  h("div", {}, ...children));
  document.body.append(dialog);
  dialog.showModal();
  title.focus();
  return dialog;
}

/**
 * One of a few, in a row.
 * @param {string} legend @param {Record<string, string>} choices value: label
 * @param {string} value @param {(value: string) => void} onchange @param {boolean} [unseen] the legend
 */
export function choose(legend, choices, value, onchange, unseen) {
  const name = unique();
  return h("fieldset", { class: "choose" }, h("legend", { class: unseen && "unseen" }, legend),
    h("div", { class: "segments" }, Object.entries(choices).map(([key, label]) => h("label", {},
      h("input", { type: "radio", name, value: key, checked: key === value, onchange: () => onchange(key) }), h("span", {}, label)))));
}

/** One of a list. @param {string} label @param {[string, string][]} choices @param {string} value @param {(value: string) => void} onchange */
export function select(label, choices, value, onchange) {
  const box = h("select", { id: unique(), onchange: () => onchange(box.value) },
    choices.map(([key, words]) => h("option", { value: key, selected: key === value }, words)));
  return h("div", { class: "field" }, h("label", { htmlFor: box.id }, label), box);
}

/** A switch. @param {string} label @param {boolean} on @param {(on: boolean) => void} onchange */
export function toggle(label, on, onchange) {
  const box = h("input", { type: "checkbox", class: "switch", checked: on, onchange: () => onchange(box.checked) });
  return h("label", { class: "toggle" }, label, box);
}

/** A text or number field with room for what is wrong with it. @param {string} label @param {Props} props of the input */
export function field(label, props) {
  const error = h("p", { class: "error", id: unique(), role: "alert" });
  const input = h("input", { id: unique(), "aria-describedby": error.id, required: true, ...props });
  /** @param {string} why empty: nothing is */
  const complain = (why) => {
    error.textContent = why;
    input.setAttribute("aria-invalid", `${Boolean(why)}`);
  };
  return { box: h("div", { class: "field" }, h("label", { htmlFor: input.id }, label), input, error), input, complain };
}
