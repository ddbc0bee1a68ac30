/* Elements in one line, form fields, and dialogs that give the focus back. Text goes in as text, never as markup. */

import { icon } from "./cards.js";
import { text } from "./text.js";

/**
 * An element. Functions become listeners (`onclick`), what it has as a property is set so (`value`), the rest are attributes.
 * @template {keyof HTMLElementTagNameMap} K @param {K} tag @param {Props} [props] @param {Children} children
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (!shown(value)) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name in element) Reflect.set(element, name, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  fill(element, ...children);
  return element;
}

/** Null and false stand for nothing. @param {any} value */
const shown = (value) => value !== null && value !== undefined && value !== false;

/** Replace what is in an element. @param {Element} element @param {Children} children */
export const fill = (element, ...children) =>
  element.replaceChildren(.../** @type {Node[]} */ (children.flat().filter(shown)));

/** @type {Button} */
export const button = (label, onclick, props) => h("button", { type: "button", onclick, ...props }, label);

let used = 0;
const unique = () => `i${++used}`;

/** A modal dialog: its button, Escape and a tap beside it close it, and the focus goes back. @type {OpenDialog} */
export function openDialog({ title }, ...children) {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const heading = h("h2", { id: unique(), tabIndex: -1 }, title);
  const close = () => dialog.close();
  const dialog = h("dialog", {
    class: "sheet",
    "aria-labelledby": heading.id,
    onclick: ({ target }) => target === dialog && close(),
    onclose() {
      dialog.remove();
      before?.focus();
    },
  }, h("header", {}, heading,
    button(icon("close"), close, { class: "quiet icon-only", "aria-label": text.close })), h("div", {}, ...children));
  document.body.append(dialog);
  dialog.showModal();
  heading.focus();
  return dialog;
}

/** One of a few, in a row. @type {Choose} */
export function choose(legend, keys, words, value, onchange, unseen) {
  const name = unique();
  return h("fieldset", { class: "choose" }, h("legend", { class: unseen && "unseen" }, legend), h("div", { class: "segments" },
    keys.map((key) => h("label", {},
      h("input", { type: "radio", name, value: key, checked: key === value, onchange: () => onchange(key) }), h("span", {}, words(key))))));
}

/** A control under its label, with room for what is wrong with it. @template {HTMLElement} E @param {string} label @param {E} input */
export function field(label, input) {
  const error = h("p", { class: "error", id: unique(), role: "alert" });
  input.id = unique();
  input.setAttribute("aria-describedby", error.id);
  const complain = (why = "") => {
    error.textContent = why;
    input.ariaInvalid = `${why !== ""}`;
  };
  return { box: h("div", { class: "field" }, h("label", { htmlFor: input.id }, label), input, error), input, complain };
}

/** One of a list. @type {Select} */
export const select = (label, keys, words, value, onchange) =>
  field(label, h("select", { onchange: ({ target }) => onchange(target.value) },
    keys.map((key) => h("option", { value: key, selected: key === value }, words(key))))).box;

/** A switch. @type {Toggle} */
export const toggle = (label, checked, onchange) => h("label", { class: "toggle" }, label,
  h("input", { type: "checkbox", class: "switch", checked, onchange: ({ target }) => onchange(target.checked) }));
