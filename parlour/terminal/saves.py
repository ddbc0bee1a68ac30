"""A saved position as readable text, which is replayed through the rules when it is read
(docs/classic.md).

    GAME 1
    rules edition=1 target=80 ...
    players hccc
    shuffle std 6788 1

    round 1
    deck 4H 5D 2D JC 8H QH 2H 6C 9H 9D 9C AS 2C
    (three more lines of the deck)
    play 7S AS 7D
    end

`level` follows `players` if the computers are not the assignment's. `shuffle` gives the generator's
state: its kind, its seed and the number of rounds that it has dealt, which are the last ones.
`new-deck SHDC` and `shuffles 100` follow if the first order of the deck or the number of shuffles
before a round is not the assignment's. Each action is that of the first seat that may act. A
finished round has `scores`, the totals after it. Blocks of `--deck` that are not dealt yet follow
as `undealt`. Every action is replayed and every score checked; the first invalid line is refused. A
file without `end` is incomplete.
"""

from collections.abc import Sequence
from typing import NamedTuple

from parlour.cards import NAMES, SUITS, Action, Card, Deck, names, parse_card
from parlour.catalogue.options import action_name, parse_action, parse_pairs, words
from parlour.catalogue.registry import find_game
from parlour.errors import CardError, ParlourError, SaveError, UsageError, quote
from parlour.match import HUMAN, Acted, Dealt, Event, Match, Opened, Seated, actor, fold, step
from parlour.players import find_level
from parlour.shuffle import KINDS, Shuffle, new_deck, parse_seed, parse_shuffles
from parlour.words.narration import seat_names

VERSION = "1"
FIRST = "first"  # the level of the assignments' computers


class Decks:
    """The source of decks: first the given blocks, then a generator that shuffles the last deck
    again; before the first round, that is a new deck.
    """

    def __init__(self, shuffle: Shuffle, decks: Sequence[Deck] = (), order: str = SUITS) -> None:
        """`order` is that of a new deck, as in `new_deck`."""
        self.shuffle, self.waiting, self.order = shuffle, tuple(decks), order
        self.last = new_deck(order)

    def next(self) -> Deck:
        """The deck of the next round."""
        if self.waiting:
            self.last, *rest = self.waiting
            self.waiting = tuple(rest)
        else:
            self.last = self.shuffle(self.last)
        return self.last


class Position(NamedTuple):
    """All that is needed to resume a session."""

    log: list[Event]
    match: Match
    decks: Decks
    level: str = FIRST  # of the computers, also of one that replaces a person later


def begin(game: str, rules: object, players: str, level: str = FIRST) -> list[Event]:
    """The log of a new match before its first deal; `players` has a letter a seat, h for a human
    and c for a computer of the level.
    """
    chairs = [
        f"{HUMAN}{seat_names(game)[seat]}" if letter == "h" else level
        for seat, letter in enumerate(players)
    ]
    return [Opened(game, rules, ""), *(Seated(seat, player) for seat, player in enumerate(chairs))]


def letters(match: Match) -> str:
    """A letter a seat: h for a human, c for a computer."""
    return "".join("h" if player.startswith(HUMAN) else "c" for player in match.players)


def check_players(text: str, seats: int) -> str:
    """The text itself; UsageError unless it has a letter h or c for each seat."""
    if len(text) != seats or text.strip("hc"):
        raise UsageError(
            f"The players {quote(text)} are not {seats} letters, each h (human) or c (computer)."
        )
    return text


def add(block: list[Card], name: str) -> None:
    """Add a card to an incomplete deck; CardError if it is invalid, or already in the deck."""
    card = parse_card(name)
    if card in block:
        raise CardError(f"{NAMES[card]} stands twice in one deck.")
    block.append(card)


def rows(cards: Sequence[int]) -> list[Sequence[int]]:
    """Cards or actions in rows of thirteen."""
    return [cards[i : i + 13] for i in range(0, len(cards), 13)]


def write(position: Position) -> bytes:
    """A position as the bytes of a file."""
    log, match, decks, level = position
    game = find_game(match.game)
    rules = " ".join(f"{name}={value}" for name, value in words(game, match.rules).items())
    lines = [
        f"{match.game} {VERSION}",
        f"rules {rules}",
        f"players {letters(match)}",
    ]
    if level != FIRST:
        lines.append(f"level {level}")
    lines.append(f"shuffle {decks.shuffle.kind} {decks.shuffle.seed} {decks.shuffle.done}")
    if decks.order != SUITS:
        lines.append(f"new-deck {decks.order}")
    if decks.shuffle.times != 1:
        lines.append(f"shuffles {decks.shuffle.times}")
    rounds: list[tuple[Deck, list[Action]]] = []
    for event in log:
        if isinstance(event, Dealt):
            rounds.append((event.deck, []))
        elif isinstance(event, Acted):
            rounds[-1][1].append(event.action)
    totals = [0] * len(match.players)
    for number, (deck, played) in enumerate(rounds, 1):
        lines += ["", f"round {number}", *(f"deck {names(row)}" for row in rows(deck))]
        lines += [
            f"play {' '.join(action_name(game, action) for action in row)}" for row in rows(played)
        ]
        if number <= len(match.sheet):
            totals = [old + new for old, new in zip(totals, match.sheet[number - 1], strict=True)]
            lines.append(f"scores {' '.join(map(str, totals))}")
    for deck in decks.waiting:
        lines += ["", *(f"undealt {names(row)}" for row in rows(deck))]
    return "\n".join([*lines, "end", ""]).encode()


def read(data: bytes, name: str) -> Position:
    """The position of a saved file; SaveError, which names the first invalid line and the
    reason.
    """
    lines = _Lines(data)
    try:
        return _position(lines, name)
    except ParlourError as error:
        raise SaveError(f"line {lines.number}: {error}") from None


class _Lines:
    """The lines of a file as words, one line ahead; blank lines and comments (#) are skipped."""

    def __init__(self, data: bytes) -> None:
        self._lines = data.removesuffix(b"\n").split(b"\n")
        self._words: list[str] = []  # words of the line ahead; empty if it was taken
        self._tried: list[str] = []  # the keywords that were tried for this line
        self.number = 0  # the number of the last line read, for errors

    def peek(self, keyword: str) -> bool:
        """Whether the next line begins with this keyword."""
        self._tried.append(keyword)
        return self.ahead()[:1] == [keyword]

    def ahead(self) -> list[str]:
        """The words of the next line; empty at the end of the file."""
        while not self._words and self.number < len(self._lines):
            line = self._lines[self.number]
            self.number += 1
            if not line.isascii():
                raise SaveError(f"{quote(line)} is not plain ASCII.")
            if not line.startswith(b"#"):
                self._words = line.decode().split()
        return self._words

    def take(self, keyword: str) -> list[str]:
        """The words after the keyword of the next line; SaveError if it begins with another
        word.
        """
        if not self.peek(keyword):
            instead = f"not {quote(self._words[0])}" if self._words else "but the file ends"
            raise SaveError(f"{' or '.join(self._tried)} should stand here, {instead}.")
        words = self._words[1:]
        self._words, self._tried = [], []
        return words

    def deck(self, keyword: str) -> Deck:
        """A whole deck from lines that begin with this keyword."""
        block: list[Card] = []
        while len(block) < 52:
            for word in self.take(keyword):
                add(block, word)
        return tuple(block)

    def stop(self) -> None:
        """Refuse any further line."""
        if self.ahead():
            raise SaveError(f"{quote(self._words[0])} stands after the end.")


def _position(lines: _Lines, name: str) -> Position:
    log, level = _begun(lines, name)
    decks, done, at = _shuffled(lines)
    match = fold(log)
    while lines.peek("round"):
        match = _round(lines, log, match)
    while lines.peek("undealt"):
        decks.waiting += (lines.deck("undealt"),)
    if match.winners:
        raise SaveError("The match is over; nothing is left to play.")
    lines.take("end")
    lines.stop()
    lines.number = at  # the line to name if these decks are invalid
    _deal_again(decks, done, log)
    return Position(log, match, decks, level)


def _begun(lines: _Lines, name: str) -> tuple[list[Event], str]:
    """The log before the first deal, and the level of the computers."""
    game = find_game(name)
    version = " ".join(lines.take(name))
    if version != VERSION:
        raise SaveError(
            f"The version {quote(version)} is not known here; this program reads version {VERSION}."
        )
    rules = parse_pairs(game, lines.take("rules"))
    players = check_players(" ".join(lines.take("players")), game.seats(rules))
    level = FIRST
    if lines.peek("level"):
        level = " ".join(lines.take("level"))
    find_level(name, level)
    return begin(name, rules, players, level), level


def _shuffled(lines: _Lines) -> tuple[Decks, int, int]:
    """The source of decks at the start of the match, the number of rounds that the generator has
    dealt, and the number of the line that says so.
    """
    words, at = lines.take("shuffle"), lines.number
    if len(words) != 3 or words[0] not in KINDS or not words[2].isdigit():
        raise SaveError(
            f"{quote(' '.join(words))} is not a kind ({', '.join(KINDS)}), a seed and a count."
        )
    seed, done = parse_seed(words[1]), int(words[2].lstrip("0")[:10] or "0")
    order, times = SUITS, 1
    if lines.peek("new-deck"):
        order = " ".join(lines.take("new-deck"))
        new_deck(order)
    if lines.peek("shuffles"):
        times = parse_shuffles(" ".join(lines.take("shuffles")))
    return Decks(Shuffle(words[0], seed, times=times), order=order), done, at


def _deal_again(decks: Decks, done: int, log: Sequence[Event]) -> None:
    """Let the source deal the log's last `done` rounds once more; SaveError unless it deals them
    the same cards.
    """
    dealt = [event.deck for event in log if isinstance(event, Dealt)]
    if done > len(dealt) or (done and decks.waiting):
        raise SaveError(
            f"{done} shuffles cannot have dealt {len(dealt)} rounds while {len(decks.waiting)} "
            f"given decks wait."
        )
    for number, deck in enumerate(dealt, 1):
        if number > len(dealt) - done and deck != decks.next():
            raise SaveError(
                f"These shuffles do not deal round {number} its cards; of given cards, none is "
                f"counted."
            )
        decks.last = deck


def _round(lines: _Lines, log: list[Event], match: Match) -> Match:
    """Replay one round, or the part of it that was played."""
    number = " ".join(lines.take("round"))
    if match.playing:
        raise SaveError(f"The round {quote(number)} follows an unfinished round.")
    if match.winners:
        raise SaveError(f"The round {quote(number)} follows the last.")
    if number != str(match.number + 1):
        raise SaveError(f"The round {quote(number)} should be {match.number + 1}.")
    events: list[Event] = [Dealt(lines.deck("deck"))]
    match = step(match, events[0])
    while match.playing and lines.peek("play"):
        for word in lines.take("play"):
            if not match.playing:
                raise SaveError(f"{quote(word)} stands after the last card of the round.")
            events.append(Acted(actor(match), parse_action(find_game(match.game), word)))
            match = step(match, events[-1])
    if not match.playing and lines.peek("scores"):
        scores, totals = " ".join(lines.take("scores")), " ".join(map(str, match.totals))
        if scores != totals:
            raise SaveError(f"The scores {quote(scores)} should be {totals}.")
    log += events
    return match
