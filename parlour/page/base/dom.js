/* Elements in one line, form fields, and dialogs that give the focus back. Text is never markup. */

import { settle } from "./back.js";
import { card, icon } from "./cards.js";
import { text } from "../text/text.js";

const listening = new WeakSet();

/**
 * An element by its tag and classes, "p.hint" or ".row"; its properties, if an object comes next;
 * and its children. Functions become listeners (`onclick`), the element's own properties are set
 * (`value`), the rest are attributes.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K | `${K}.${string}` | `.${string}`} tag @param {any[]} children
 */
export function h(tag, ...children) {
	const [kind, ...classes] = tag.split(".");
	const element = document.createElement(/** @type {K} */ (kind || "div"));
	element.classList.add(...classes);
	const props = children[0]?.constructor === Object ? children.shift() : {};
	for (const [name, value] of Object.entries(props)) {
		if (!shown(value)) continue;
		if (typeof value === "function") {
			element.addEventListener(name.slice(2), value);
			listening.add(element);
		} else if (name in element) Reflect.set(element, name, value);
		else element.setAttribute(name, value === true ? "" : value);
	}
	fill(element, ...children);
	return element;
}

const shown = (value) => value !== null && value !== undefined && value !== false;

export const fill = (element, ...children) =>
	element.replaceChildren(...children.flat().filter(shown));

/**
 * Replace what has changed in an element, so that a click meets what was there when it began, and a
 * browser styles no more than that anew. A div without listeners stays, and becomes the other.
 */
export const renew = (element, ...children) => adopt(element, h("div", ...children));

function adopt(element, other) {
	const before = [...element.childNodes];
	const after = [...other.childNodes];
	for (const old of before.slice(after.length)) old.remove();
	after.forEach((node, place) => {
		const old = before[place];
		if (!old) element.append(node);
		else if (old.isEqualNode(node)) return;
		else if (!alike(old, node)) old.replaceWith(node);
		else adopt(old, node);
	});
}

/** Whether one div can become the other; it then has its attributes. */
function alike(old, node) {
	const value = (name) => node.getAttribute(name);
	if (!old.matches?.("div") || !node.matches?.("div") || listening.has(old) || listening.has(node)
		// A page may not set a style as an attribute.
		|| old.getAttribute("style") !== value("style")) return false;
	for (const name of [...old.getAttributeNames(), ...node.getAttributeNames()]) {
		if (value(name) === null) old.removeAttribute(name);
		else if (value(name) !== old.getAttribute(name)) old.setAttribute(name, value(name));
	}
	return true;
}

/** A few cards, as a picture. @param {string[]} cards @param {Face} [face] */
export const fan = (cards, face = "large") =>
	h("div", { class: `fan ${face}` }, cards.map((name) => h("span", card(name, face))));

export const sitter = (kind = "") => icon(kind === "computer" ? kind : "person");

/** @type {Button} */
export const button = (label, onclick, classes, props) =>
	h("button", { type: "button", onclick, class: classes, ...props }, label);

let used = 0;
const unique = () => `i${++used}`;

/**
 * A modal dialog. Its button, Escape, Back and a tap beside it close it, and the focus goes back.
 * @type {OpenDialog}
 */
export function openDialog({ title }, ...children) {
	const before = /** @type {HTMLElement?} */ (document.activeElement);
	const heading = h("h2", { id: unique(), tabIndex: -1 }, title);
	const close = () => dialog.close();
	const cross = button(icon("close"), close, "quiet icon-only", { ariaLabel: text.close });
	const dialog = h("dialog.sheet", {
		"aria-labelledby": heading.id,
		onclick: ({ target }) => target === dialog && close(),
		onclose() {
			dialog.remove();
			before?.focus();
			settle();
		},
	}, h("header", heading, cross), h("div", ...children));
	document.body.append(dialog);
	dialog.showModal();
	settle();
	heading.focus();
	return dialog;
}

/** @type {Choose} */
export function choose(legend, keys, words, value, onchange, unseen) {
	const name = unique();
	const segment = (key) => h("label",
		h("input", {
			type: "radio",
			name,
			value: key,
			checked: key === value,
			onchange: () => onchange(key),
		}),
		h("span", words(key)));
	return h("fieldset.choose", h("legend", { class: unseen && "unseen" }, legend),
		h(".segments", keys.map(segment)));
}

export function field(label, input) {
	const error = h("p.error", { id: unique(), role: "alert" });
	input.id = unique();
	input.setAttribute("aria-describedby", error.id);
	const complain = (why = "") => {
		error.textContent = why;
		input.ariaInvalid = `${why !== ""}`;
	};
	const box = h(".field", h("label", { htmlFor: input.id }, label), input, error);
	return { box, input, complain };
}

/** @type {Select} */
export const select = (label, keys, words, value, onchange) =>
	field(label, h("select", { onchange: ({ target }) => onchange(target.value) },
		keys.map((key) => h("option", { value: key, selected: key === value }, words(key))))).box;

/** @type {Toggle} */
export const toggle = (label, checked, onchange) => h("label.toggle", label,
	h("input", { type: "checkbox", checked, onchange: ({ target }) => onchange(target.checked) }));
