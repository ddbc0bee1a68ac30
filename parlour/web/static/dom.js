/**
 * Elements in one line, and dialogs that give the focus back. Text goes in as text, never as markup.
 *
 * @module
 */

import { icon } from "./cards.js";
import { text } from "./text.js";

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, any>} Props */

/**
 * An element: `h("button", {class: "main", onclick: go, "aria-label": "Go"}, "Go")`.
 * Functions become listeners (`onclick`), what the element has as a property is set so
 * (`value`, `checked`, `disabled`), the rest are attributes; null and false leave it out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (name !== "list" && !name.includes("-") && name in element) Reflect.set(element, name, value);
    else element.setAttribute(name, value === true ? "" : `${value}`);
  }
  put(element, ...children);
  return element;
}

/** Put children at the end of an element. @param {Element} element @param {...(Child | Child[])} children */
export function put(element, ...children) {
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) element.append(child instanceof Node ? child : `${child}`);
  }
}

/** Replace what is in an element. @param {Element} element @param {...(Child | Child[])} children */
export function fill(element, ...children) {
  element.replaceChildren();
  put(element, ...children);
}

let used = 0;
/** An id that no other element has. @param {string} [stem] */
export const unique = (stem = "i") => `${stem}-${++used}`;

/**
 * A modal dialog with a title and a button to close it. Escape and a tap beside it close it too, and the focus goes
 * back to where it was.
 * @param {{title: string, class?: string, onclose?: () => void}} options
 * @param {...(Child | Child[])} children
 * @returns {HTMLDialogElement}
 */
export function openDialog(options, ...children) {
  const before = document.activeElement;
  const id = unique("title");
  const title = h("h2", { id, tabIndex: -1 }, options.title);
  const dialog = h("dialog", { class: `sheet ${options.class ?? ""}`, "aria-labelledby": id },
    h("header", { class: "sheet-head" }, title,
      h("button", { type: "button", class: "quiet icon-only", "aria-label": text.close, onclick: () => dialog.close() }, icon("close"))),
    h("div", { class: "sheet-body" }, ...children));
  dialog.addEventListener("click", (event) => {
    if (event.target !== dialog) return;
    const box = dialog.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
    options.onclose?.();
  });
  document.body.append(dialog);
  dialog.showModal();
  title.focus();
  return dialog;
}

/**
 * One of a few, as a row of buttons that are radios.
 * @param {string} legend
 * @param {Record<string, string>} choices value: label
 * @param {string} value
 * @param {(value: string) => void} onchange
 * @param {boolean} [quiet] the legend is for screen readers only
 */
export function choose(legend, choices, value, onchange, quiet = false) {
  const name = unique("choice");
  return h("fieldset", { class: "choose" },
    h("legend", { class: quiet ? "unseen" : "" }, legend),
    h("div", { class: "segments" },
      Object.entries(choices).map(([key, label]) => h("label", null,
        h("input", { type: "radio", name, value: key, checked: key === value, onchange: () => onchange(key) }),
        h("span", null, label)))));
}

/**
 * A labelled list to choose from.
 * @param {string} label
 * @param {[string, string][]} choices [value, label]
 * @param {string} value
 * @param {(value: string) => void} onchange
 */
export function select(label, choices, value, onchange) {
  const id = unique("select");
  const box = h("select", { id, onchange: () => onchange(box.value) },
    choices.map(([key, words]) => h("option", { value: key, selected: key === value }, words)));
  return h("div", { class: "field" }, h("label", { htmlFor: id }, label), box);
}

/** A switch. @param {string} label @param {boolean} on @param {(on: boolean) => void} onchange */
export function toggle(label, on, onchange) {
  const box = h("input", { type: "checkbox", class: "switch", checked: on, onchange: () => onchange(box.checked) });
  return h("label", { class: "field toggle" }, h("span", null, label), box);
}

/**
 * A labelled text or number field with room for a sentence about what is wrong with it.
 * @param {string} label
 * @param {Props} props of the input
 * @param {string} [hint]
 */
export function field(label, props, hint) {
  const id = unique("field");
  const error = h("p", { class: "error", id: `${id}-error`, role: "alert" });
  const input = h("input", { id, "aria-describedby": `${id}-error${hint ? ` ${id}-hint` : ""}`, ...props });
  const box = h("div", { class: "field" }, h("label", { htmlFor: id }, label), input,
    hint && h("p", { class: "hint", id: `${id}-hint` }, hint), error);
  /** @param {string} why empty: nothing is wrong */
  const complain = (why) => {
    error.textContent = why;
    if (why) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  };
  input.addEventListener("input", () => complain(""));
  return { box, input, complain };
}
