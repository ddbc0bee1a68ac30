/*
 * A person who looks elsewhere is told of their turn and of a round's end: by a sound, a vibration,
 * or a notification while the page is hidden. Each is off until its person turns it on.
 */

import { settings } from "../base/settings.js";
import { text } from "../text/text.js";

/** What is heard, in hertz one after the other, and felt, in milliseconds on and off. */
const SIGNALS = {
	turn: { tones: [659, 880], buzz: [40] },
	end: { tones: [523, 659, 784], buzz: [40, 80, 40] },
};
const [LENGTH, APART, LOUD] = [0.35, 0.14, 0.12]; // of a tone: seconds, seconds, and 1 at most

let audio = /** @type {AudioContext?} */ (null);

/** Soft tones. */
function sound(tones = [0]) {
	const context = audio ??= new AudioContext();
	context.resume().catch(() => {});
	tones.forEach((frequency, place) => {
		const start = context.currentTime + place * APART;
		const tone = new OscillatorNode(context, { frequency, type: "triangle" });
		const volume = new GainNode(context, { gain: 0 });
		volume.gain.setValueAtTime(0, start);
		volume.gain.linearRampToValueAtTime(LOUD, start + 0.02);
		volume.gain.linearRampToValueAtTime(0, start + LENGTH);
		tone.connect(volume).connect(context.destination);
		tone.start(start);
		tone.stop(start + LENGTH);
	});
}

/** A notification, which goes when the page is seen. @param {Scene} scene */
function notify({ listed, address }) {
	const [title, options] = [text.table.yours, { body: listed.title, tag: address }];
	try {
		const shown = new Notification(title, options);
		const close = () => shown.close();
		shown.onclick = () => window.focus();
		document.addEventListener("visibilitychange", close, { once: true });
	} catch {
		// On phones only a service worker can show one.
		notifyBy(title, options).catch(() => {}); // it was refused
	}
}

/** A notification by the service worker. */
async function notifyBy(title = "", options = { body: "", tag: "" }) {
	const worker = await navigator.serviceWorker?.ready;
	await worker?.showNotification(title, options);
	const close = async () => {
		const all = await worker.getNotifications({ tag: options.tag }).catch(() => []);
		for (const one of all) one.close();
	};
	if (worker) document.addEventListener("visibilitychange", close, { once: true });
}

/**
 * Once the person has touched the page: until then no browser plays a sound or buzzes.
 * @param {keyof typeof SIGNALS} what
 */
function give(what) {
	if (navigator.userActivation?.hasBeenActive === false) return;
	const { tones, buzz } = SIGNALS[what];
	if (settings.vibration === "on") navigator.vibrate?.(buzz);
	try {
		if (settings.sound === "on") sound(tones);
	} catch {
		// This browser or device plays none now.
	}
}

/** The signals of a new view, after another one. @param {SeatView} before @param {Scene} scene */
export function signal(before, scene) {
	const { legal, number, points, undone } = scene;
	if (undone !== before.undone) return;
	const same = number === before.number;
	const waited = !before.legal.length || !same;
	const forced = settings.forced === "on" && legal.length === 1;
	if (points.length && !(same && before.points.length)) give("end");
	if (!legal.length || !waited || forced) return;
	give("turn");
	const may = settings.notifications === "on" && window.Notification?.permission === "granted";
	if (may && document.hidden) notify(scene);
}

/** The signals that this browser can give. */
export const possible = () => ({
	sound: "AudioContext" in window,
	vibration: "vibrate" in navigator && matchMedia("(any-pointer: coarse)").matches,
	notifications: "Notification" in window,
});

/** Give a signal that has just been turned on, or ask for it; whether the browser allows it. */
export async function begin(name = "") {
	if (name === "notifications") {
		return await Notification.requestPermission().catch(() => "") === "granted";
	}
	give("turn");
	return true;
}
