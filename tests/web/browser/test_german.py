"""The page in German: every text has its translation, each part of a sentence is in it, no English
is left on the screen, and nothing is cut.
"""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

import parlour
from parlour.catalogue.lessons import lesson
from parlour.catalogue.registry import BUILT_IN
from parlour.web.catalogue import described
from parlour.words.narration import LEVELS, called
from tests.support.browser.measure import whole
from tests.support.browser.moments import match, moments
from tests.support.browser.scripted import seat, show
from tests.web.browser.conftest import Visitor

# What is the same in both languages, is a function of the server's words, or is what translates.
COMMON = [
    *("name", "rank", "games", "game", "title", "levels", "level", "means", "learn", "ranks.T"),
    *(
        "translate",
        "taught",
        "table.computers",
        "table.gain",
        "table.sum",
        "table.of",
        "table.standIn.",
        "table.note",
    ),
]
# The texts of a language by their path; of a function, which of its arguments it says.
TEXTS = """async ([file, name, common]) => {
  const { [name]: all } = await import(file);
  const said = (make) => {
    for (const given of [["aa", "bb", "cc", "dd"], [["aa"], "bb"], ["aa", ["bb"], ["cc"]]]) {
      try {
        const found = String(make(...given));
        return ["aa", "bb", "cc", "dd"].filter((one) => found.includes(one)).join();
      } catch { /* it takes other arguments */ }
    }
    return "";
  };
  const found = {};
  const walk = (some, path) => {
    for (const [name, one] of Object.entries(some)) {
      if (common.includes(path + name)) continue;
      if (one?.constructor === Object) walk(one, `${path}${name}.`);
      else found[path + name] = typeof one === "function" ? said(one) : typeof one;
    }
  };
  walk(all, "");
  return found;
}"""
GAME = """async (name) => {
  const { german, words } = await import(`/games/${name}/german.js`);
  return { ...german, words: Object.keys(words(await import("/text/grammar.js"))) };
}"""
# The pictures of the cards in the rules: over all, then of each rule.
PICTURES = """() => {
  const rank = (e) => e.querySelector(".pc-index use").getAttribute("href").at(-1);
  const suit = (e) => /pc-([SHDC])/.exec(e.getAttribute("class"))[1];
  return [".help > .fan", ".help li"].flatMap((which) =>
    [...document.querySelectorAll(which)].map((e) =>
      [...e.querySelectorAll(".pc")].map((one) => rank(one) + suit(one))));
}"""
SMALL = [(320, 568), (375, 812), (667, 375), (768, 1024)]
ENGLISH = re.compile(
    r"\b(the|you|your|card|cards|plays?|points?|round|turn|table|wins?|game|rules|others|now|to)\b",
    re.IGNORECASE,
)
# Words that both languages have, and the names of presets, games and the program.
SAME = re.compile(r"parlour --lan|Hearts|Crazy Eights|Straights|Spot Hearts|English|Omnibus")


def english(text: str) -> list[str]:
    """The lines of a text that have an English word."""
    return [line for line in SAME.sub("", text).splitlines() if ENGLISH.search(line)]


@pytest.mark.parametrize(
    ("english", "german", "least"),
    [
        (("/text/text.js", "text"), "/text/german.js", 120),
        (("/text/text_later.js", "more"), "/text/german_later.js", 50),
    ],
)
def test_every_text_is_translated(
    visit: Visitor, english: tuple[str, str], german: str, least: int
) -> None:
    """And says what the English one says, of its parts."""
    shown = visit()
    wanted, translation = (
        shown.evaluate(TEXTS, [*file, COMMON]) for file in (english, (german, "german"))
    )
    assert len(wanted) > least
    assert translation == wanted


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_word_of_a_game_is_translated(visit: Visitor, game: str) -> None:
    listed, german = described(game), visit().evaluate(GAME, game)
    assert german["pitch"]
    assert german["short"]
    assert len(german["rules"]) == len(listed["rules"])
    assert set(german["options"]) == {option["name"] for option in listed["options"]}
    assert {name: set(labels) for name, labels in german["values"].items()} == {
        option["name"]: set(option["labels"])
        for option in listed["options"]
        if option["labels"] and set(option["labels"]) != {"no", "yes"}
    }
    assert set(german["presets"]) == {preset["name"] for preset in listed["presets"]} - {"standard"}
    assert set(german["actions"]) == set(listed["actions"])
    fields = {field["name"]: field["label"] for field in listed["fields"]}
    assert set(german["fields"]) == {name for name in fields if name in called(game).fields}
    for mine, theirs in (("said", called(game).said), ("causes", called(game).causes)):
        assert {name: parts(text) for name, text in german[mine].items()} == {
            name: parts(text) for name, text in theirs.items()
        }
    guided = lesson(game)
    assert guided
    assert len(german["lesson"]) == len(guided.steps) + 1
    assert max(map(len, german["lesson"])) <= 110
    assert set(german["strengths"]) == set(listed["strengths"])
    script = Path(parlour.__file__).parent / f"games/{game.replace('-', '_')}/page/page.js"
    words = re.search(r"const wordsOf = .*?^}\);", script.read_text(), re.M | re.S)
    assert words
    assert set(german["words"]) == set(
        re.findall(r"(?:\t|, )(\w+): ", re.sub('"[^"]*"', '""', words[0]))
    )


def parts(sentence: str) -> set[str]:
    """What is filled into a sentence."""
    return set(re.findall(r"\{\w+\}", sentence))


def test_the_levels_and_refusals_are_those_of_the_server() -> None:
    source = (Path(parlour.__file__).parent / "page/text/german.js").read_text()
    levels = re.search(r"const LEVELS = \{.*?^};", source, re.M | re.S)
    refusals = re.search(r"const REFUSALS = \{.*?^};", source, re.M | re.S)
    assert levels
    assert refusals
    assert re.findall(r"^\t(\w+): \[", levels[0], re.M) == list(LEVELS)
    sentences = re.findall(r'^\t"([^"]+)":', refusals[0], re.M)
    package = Path(parlour.__file__).parent
    rooms = ("table", "host", "storage", "web")
    sources = [path for room in rooms for path in (package / room).rglob("*.py")]
    code = "".join(path.read_text() for path in sources)
    assert len(sentences) > 12
    assert [sentence for sentence in sentences if sentence.rstrip(".") not in code] == []


@pytest.mark.parametrize("name", ["straights", "hearts", "crazy-eights", "crazy-eights-2"])
def test_a_table_is_in_german_and_nothing_is_cut(chromium: Browser, name: str) -> None:
    page = seat(chromium, touch=True, locale="de-DE")
    wrong, states = list[str](), match(name)
    show(page, states[0])
    page.locator(".panel").wait_for()  # it is loaded now
    for moment in moments(states):
        show(page, moment.state)
        moment.then(page)
        for width, height in SMALL[:1] if moment.like else SMALL:
            page.set_viewport_size(ViewportSize(width=width, height=height))
            page.evaluate("() => void dispatchEvent(new Event('settings'))")
            where = f"{moment.name} {width}x{height}"
            wrong += [f"{where}: {what}" for what in whole(page, touch=True)]
            # the hint's causes are the script's
            if moment.name != "hint":
                wrong += [f"{where}: {line}" for line in english(words(page))]
        page.evaluate("document.querySelector('dialog')?.close()")
        if moment.name == "sheet":
            page.evaluate("document.querySelector('[name=close]').click()")
    page.context.close()
    assert wrong == []


def test_the_start_and_the_dialogs_are_in_german(visit: Visitor) -> None:
    page = visit(locale="de-DE")
    page.locator("article").first.wait_for()
    assert page.evaluate("document.documentElement.lang") == "de"
    for opened in ("Regeln", "Einstellungen"):
        page.get_by_role("button", name=opened).click()
        page.get_by_role("dialog").wait_for()
        assert english(words(page)) == []
        page.get_by_role("button", name="Schließen").click()
    page.get_by_text("Hausregeln").click()
    page.get_by_label("Regelwerk").wait_for()
    assert english(words(page)) == []
    page.get_by_role("link", name="Tisch eröffnen").click()
    page.get_by_label("Dein Name").fill("Ada")
    page.get_by_text("Hausregeln").click()
    assert english(words(page)) == []
    page.get_by_role("button", name="Tisch eröffnen").click()
    page.get_by_role("heading", name="Warten auf Mitspieler").wait_for()
    assert english(words(page)) == []


def test_the_rules_have_pictures(visit: Visitor) -> None:
    """Of the cards that they name, the same in both languages, and one of each game."""
    pictures = []
    for locale, opens in (("en", "How to play"), ("de-DE", "Regeln")):
        page = visit(locale=locale)
        page.get_by_role("button", name=opens).click()
        pictures.append(list[list[list[str]]]())
        for place in range(len(BUILT_IN)):
            page.get_by_role("dialog").get_by_role("radio").nth(place).check(force=True)
            pictures[-1].append(page.evaluate(PICTURES))
    assert pictures[0] == pictures[1]
    straights, hearts, eights = pictures[0]
    assert ["7S"] in straights
    assert ["QS"] in hearts
    assert ["2C"] in hearts
    assert all(game[0] for game in (straights, hearts, eights))


def test_the_language_is_chosen(visit: Visitor) -> None:
    page = visit()
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Deutsch").click()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("button", name="Einstellungen")).to_be_visible()
    page.get_by_role("button", name="Einstellungen").click()
    page.get_by_text("English").click()
    page.get_by_role("button", name="Schließen").click()
    expect(page.get_by_role("button", name="Settings")).to_be_visible()


def test_a_refusal_is_in_german(visit: Visitor) -> None:
    page = visit("/#/table/AAAAAAAAAAAA/AAAAAAAAAAAAAAAAAAAAAA", locale="de-DE")
    expect(page.get_by_role("alert")).to_have_text("Diesen Tisch gibt es hier nicht.")
    visit.complaints.clear()  # the browser's, about what is not there


def test_a_game_whose_words_do_not_come_is_in_english(visit: Visitor) -> None:
    page = visit("/nothing", locale="de-DE")
    page.route("**/games/hearts/german.js", lambda route: route.abort())
    page.goto(page.url.removesuffix("nothing"))
    tiles = page.locator("article")
    expect(tiles.nth(1)).to_contain_text("Win no hearts and not the queen of spades.")
    expect(tiles.nth(0)).to_contain_text("Lege Reihen an die Siebenen.")
    visit.complaints.clear()  # the browser's, about what did not come


def words(page: Page) -> str:
    """What is read and heard."""
    heard: str = page.evaluate(
        "[...document.querySelectorAll('[aria-label]')].map((e) => e.ariaLabel).join('\\n')"
    )
    return f"{page.locator('body').inner_text()}\n{heard}\n{page.title()}"
