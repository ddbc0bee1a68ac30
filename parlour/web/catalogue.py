"""The description of the server's games: their rules, options and fields, and the folders of their
page files.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from parlour.catalogue.layout import Field, fields
from parlour.catalogue.lessons import LESSON, lesson
from parlour.catalogue.options import Option, house_rules
from parlour.catalogue.options import words as rules_in_words
from parlour.catalogue.presets import Preset, presets
from parlour.catalogue.protocol import AnyGame
from parlour.catalogue.registry import GAMES, folder, part
from parlour.errors import failure, quote
from parlour.players import LEARNED, offered
from parlour.web import openapi
from parlour.words.narration import LEVELS as LEVEL_WORDS
from parlour.words.narration import Called, called, spelled

PAGE = "page.js"  # in a game's folder `page/`, perhaps beside page.css and other files
STYLE = "page.css"
GERMAN = "german.js"  # the game's words in German


class Catalogue:
    """The games of a server. A game whose parts cannot be read is left out, without harm to the
    others.
    """

    def __init__(self, base: str = "", offered: tuple[str, ...] = ()) -> None:
        """`offered` has the games for new tables; if it is empty, all are offered. `base` is the
        server's address for other devices.
        """
        self.games: list[openapi.Listed] = []
        self.others: list[openapi.Listed] = []  # games that only existing tables may play
        self.folders: dict[str, Path] = {}  # the folder of the page files, by game
        self.left_out: list[str] = []  # a sentence about each game that is left out
        for name in dict.fromkeys((*offered, *GAMES)):
            try:
                listed = described(name)
                json.dumps(listed, allow_nan=False).encode()  # the form in which it is sent
            except Exception as error:  # the words or levels of a package may raise any error
                self.left_out.append(
                    f"The game {quote(name)} is left out: it cannot be described "
                    f"({failure(error)})."
                )
                continue
            group = self.games if name in (offered or GAMES) else self.others
            group.append(listed)
            if page := page_folder(name):
                self.folders[name] = page
        every = levels(level for game in [*self.games, *self.others] for level in game["levels"])
        self.games_message: openapi.Games = {
            "base": base or None,
            "games": self.games,
            "others": self.others,
            "levels": every,
        }


def page_folder(game: str) -> Path | None:
    """The folder of a game's own page files; None if it has none."""
    return folder(game) / "page" if page_files(game) else None


def page_files(game: str) -> list[str]:
    """The files of a game that the page asks for; without `page.js` the page draws the game by its
    fields.
    """
    page = folder(game) / "page"
    if part(game, "rules") is None:
        return []
    files = (PAGE, STYLE, GERMAN) if (page / PAGE).is_file() else (GERMAN,)
    names = [file for file in files if (page / file).is_file()]
    return [*names, LESSON] if lesson(game) else names


def described(name: str) -> openapi.Listed:
    """A game as `GET /api/games` lists it."""
    game: Any = GAMES[name]
    words, named = called(name), presets(name)
    options = house_rules(game)
    return {
        "name": name,
        "title": words.title,
        "pitch": words.pitch,
        "short": words.short,
        "rules": list(words.rules),
        "cards": list(words.cards),
        "seats": game.seats(game.Rules()),
        "seats_option": next((option.name for option in options if option.name == "players"), None),
        "options": [_option(option, words) for option in options],
        "presets": [_preset(game, preset) for preset in named.offered],
        "preset": named.page,
        "levels": offered(name),
        "strengths": dict(words.strengths),
        "extra": list(game.EXTRA),
        "actions": dict(words.actions),
        "said": dict(words.said),
        "best": game.BEST,
        "fields": [_field(field, words) for field in fields(game.Shown)],
        "page": page_files(name),
    }


def _preset(game: AnyGame, preset: Preset) -> openapi.Preset:
    usual = rules_in_words(game, game.Rules())
    return {
        "name": preset.name,
        "title": preset.title,
        "about": preset.about,
        "rules": {
            option: value
            for option, value in rules_in_words(game, preset.rules).items()
            if value != usual[option]
        },
    }


def _option(option: Option, words: Called) -> openapi.Option:
    default: str | int = option.default
    least = most = None
    if option.words:
        default = option.words[option.default]
    else:
        least, most = option.numbers[0], option.numbers[-1]
    return {
        "name": option.name,
        "label": words.options[option.name],
        "values": list(option.words) or None,
        "labels": dict(words.values[option.name]),
        "min": least,
        "max": most,
        "default": default,
    }


def _field(field: Field, words: Called) -> openapi.Field:
    lies: Any = field.lies and field.lies._asdict()
    label = words.fields.get(field.name, spelled(field.name))
    return {
        "name": field.name,
        "label": label if isinstance(label, str) else list(label),
        "holds": field.holds,
        "row": field.row,
        "lies": lies,
    }


def levels(more: Iterable[str]) -> list[openapi.Level]:
    """The titles and descriptions of levels: those with words, the simplest first, and `more`,
    which follow rules and so stand before those that learn or search, as in each game's own list.
    """
    names = sorted(dict.fromkeys((*LEVEL_WORDS, *more)), key=lambda name: name in LEARNED)
    texts = {name: LEVEL_WORDS.get(name, (spelled(name), "")) for name in names}
    return [
        {"name": name, "title": title, "about": about} for name, (title, about) in texts.items()
    ]
