/* The modules that the first card does not need, each with a function that loads it. */

import { later } from "../base/later.js";
import { after } from "../text/loading.js";

export const modules = {
	alerts: after(() => import("../aside/alerts.js"), "aside/alerts.js"),
	anyGame: after(() => import("../table/any_game.js"), "table/any_game.js"),
	drag: after(() => import("../table/drag.js"), "table/drag.js"),
	help: after(() => import("../aside/help.js"), "aside/help.js"),
	hint: after(() => import("../aside/hint.js"), "aside/hint.js"),
	invitation: after(() => import("./invitation.js"), "start/invitation.js"),
	lesson: after(() => import("./lesson.js"), "start/lesson.js"),
	menu: after(() => import("../aside/menu.js"), "aside/menu.js"),
	offline: after(() => import("./offline.js"), "start/offline.js"),
	panel: after(() => import("../aside/panel.js"), "aside/panel.js"),
	phrases: after(() => import("../aside/phrases.js"), "aside/phrases.js"),
	preferences: after(() => import("../aside/preferences.js"), "aside/preferences.js"),
	rules: after(() => import("./rules.js"), "start/rules.js"),
	score: after(() => import("../aside/score.js"), "aside/score.js"),
	setup: after(() => import("./setup.js"), "start/setup.js"),
};
Object.assign(later, modules);
