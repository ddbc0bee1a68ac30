"""A slow, literal referee of one round of Straights, to be a witness in the tests of an engine.

It is written from the seed text alone (shared/seeds/002_a60b6b1282c68252.txt, sections 1 to 5.6,
plus three house rules), by someone who had not read the engine, so that the two share no mistake by
descent. For the same reason it represents the game otherwise than a fast engine would: a card is a
string such as '7S', a hand is a list of such strings, and each rule is spelled out as the text says
it, with the section that it comes from. It imports nothing.

Seats are 0 to 3 here; in sentences they are Player1 to Player4, as the text names them (5.3).
"""

# 5.3: "cards are displayed as <rank><suit>"; 2: the Ace is the lowest card in each suit, the King
# the highest.
RANKS: list[str] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]
SUITS: list[str] = ["C", "D", "H", "S"]

# 5.3: "Initially, the cards in the deck must be in the following order".
NEW_DECK: list[str] = [rank + suit for suit in SUITS for rank in RANKS]

# 3.1, note 2: adjacent is one more or one less; the King and the Ace are not adjacent.
ADJACENT: dict[str, list[str]] = {
    "A": ["2"],
    "2": ["A", "3"],
    "3": ["2", "4"],
    "4": ["3", "5"],
    "5": ["4", "6"],
    "6": ["5", "7"],
    "7": ["6", "8"],
    "8": ["7", "9"],
    "9": ["8", "T"],
    "T": ["9", "J"],
    "J": ["T", "Q"],
    "Q": ["J", "K"],
    "K": ["Q"],
}

# 2 and 4: Ace 1, numerals their number, Jack 11, Queen 12, King 13.
RANK_VALUES: dict[str, int] = {
    "A": 1,
    "2": 2,
    "3": 3,
    "4": 4,
    "5": 5,
    "6": 6,
    "7": 7,
    "8": 8,
    "9": 9,
    "T": 10,
    "J": 11,
    "Q": 12,
    "K": 13,
}

# House rule values='courts-ten': Ten, Jack, Queen and King all count 10; the others as in 4.
COURTS_TEN_VALUES: dict[str, int] = {**RANK_VALUES, "T": 10, "J": 10, "Q": 10, "K": 10}


def name(seat: int) -> str:
    """The name of a seat in sentences: 'Player1' for seat 0 (5.3)."""
    return f"Player{seat + 1}"


class Table:
    """One round: the deal, the piles, the discards, and whose turn it is."""

    def __init__(
        self, deck: list[str], opens: str = "7S", discards: str = "shown", values: str = "rank"
    ) -> None:
        """Deal a shuffled deck; the holder of the 7 of spades is in turn."""
        # 2: a standard deck of 52 cards, without the jokers.
        if sorted(deck) != sorted(NEW_DECK):
            raise ValueError("the deck must hold each of the 52 cards once")
        if opens not in ("7S", "any-seven"):
            raise ValueError(f"opens is '7S' or 'any-seven', not {opens!r}")
        if discards not in ("shown", "hidden"):
            raise ValueError(f"discards is 'shown' or 'hidden', not {discards!r}")
        if values not in ("rank", "courts-ten"):
            raise ValueError(f"values is 'rank' or 'courts-ten', not {values!r}")
        self.opens = opens
        self.discards = discards
        self.values = values
        # 5.3: the first 13 cards belong to Player 1, the next 13 to Player 2, and so on.
        self.dealt: list[list[str]] = [deck[0:13], deck[13:26], deck[26:39], deck[39:52]]
        self.hands: list[list[str]] = [list(hand) for hand in self.dealt]
        self.played: dict[str, list[str]] = {suit: [] for suit in SUITS}
        self.thrown: list[list[str]] = [[], [], [], []]
        # 3.1 and 5.4.1: the player with the 7 of spades begins (whatever the house lets them open
        # with).
        self.first: int = next(seat for seat in range(4) if "7S" in self.dealt[seat])
        self.turn: int | None = self.first
        # What was done so far, in order: the seat, 'plays' or 'discards', and the card.
        self.deeds: list[tuple[int, str, str]] = []

    def fits(self, card: str) -> bool:
        """Whether the card would be a legal play on the table as it lies."""
        rank, suit = card[0], card[1]
        pile = self.played[suit]
        # A card that lies in its pile already cannot be played again.
        if rank in pile:
            return False
        # 3.1: the first player "must play the 7 of spades". House rule opens='any-seven': any
        # seven, as from then on.
        if self.opens == "7S" and not any(self.played.values()):
            return card == "7S"
        # 3.1, first kind: "A 7 of any suit. This card starts a new pile on the table."
        if rank == "7":
            return True
        # 3.1, second kind: the same suit as, and a rank adjacent to, a card that has already been
        # played.
        # A discard lies face down (3.2) and was not played, so no card can be laid beside it.
        return any(beside in pile for beside in ADJACENT[rank])

    def plays(self) -> list[str]:
        """The legal plays that the seat in turn holds, in hand order (5.5.1); none when the round
        is over.
        """
        if self.turn is None:
            return []
        return [card for card in self.hands[self.turn] if self.fits(card)]

    def fitting(self) -> list[str]:
        """Every card that would be a legal play now (3.1), whoever has or has discarded it, in new
        deck order.
        """
        if self.turn is None:
            return []
        return [card for card in NEW_DECK if self.fits(card)]

    def legal(self) -> list[str]:
        """What the seat in turn may do: its legal plays, or without any a discard of any card of
        its hand.
        """
        if self.turn is None:
            return []
        plays = self.plays()
        # 3.2: "if a player has at least one legal play in their hand, then they must make a legal
        # play".
        if plays:
            return plays
        # 3.2: with no legal plays, "they must then choose a card in their hand".
        return list(self.hands[self.turn])

    def act(self, card: str) -> str:
        """Play or discard the card for the seat in turn, and say which of the two it was."""
        seat = self.turn
        if seat is None:
            raise ValueError("the round is over")
        if card not in self.legal():
            raise ValueError(f"{name(seat)} may not use {card} now")
        self.hands[seat].remove(card)
        # 3.2: a player discards only without a legal play, so a legal action that fits is always a
        # play.
        if self.fits(card):
            deed = "plays"
            # 3.1: "It must be played on the pile of the appropriate suit"; 5.5.1: the ranks in
            # order.
            rank, suit = card[0], card[1]
            pile = self.played[suit]
            self.played[suit] = [other for other in RANKS if other in pile or other == rank]
        else:
            deed = "discards"
            # 3.2: face down in front of them; 5.6: kept in the order that they were discarded.
            self.thrown[seat].append(card)
        self.deeds.append((seat, deed, card))
        # 4: "The round ends when all the cards have either been played or discarded."
        if not any(self.hands):
            self.turn = None
        else:
            # 5.4.1: "The play order is 1 -> 2 -> 3 -> 4 -> back to 1."
            self.turn = [1, 2, 3, 0][seat]
        return deed

    def scores(self) -> list[int]:
        """By seat, the sum of the values of its discards so far (4)."""
        worth = RANK_VALUES if self.values == "rank" else COURTS_TEN_VALUES
        return [sum(worth[card[0]] for card in cards) for cards in self.thrown]

    def copy(self) -> "Table":
        """A table that stands the same and goes its own way from here."""
        other = Table.__new__(Table)
        other.opens = self.opens
        other.discards = self.discards
        other.values = self.values
        other.dealt = self.dealt  # never changes after the deal
        other.hands = [list(hand) for hand in self.hands]
        other.played = {suit: list(pile) for suit, pile in self.played.items()}
        other.thrown = [list(cards) for cards in self.thrown]
        other.first = self.first
        other.turn = self.turn
        other.deeds = list(self.deeds)
        return other

    def seen(self, watcher: int | None) -> list[str]:
        """All that this seat (None: a spectator) has seen since the deal, as sentences in order,
        and nothing else.
        """
        if watcher not in (None, 0, 1, 2, 3):
            raise ValueError(f"a watcher is a seat from 0 to 3 or None, not {watcher!r}")
        sentences: list[str] = []
        # 5.5.1: a player sees their own hand, in the order of the deck, and nobody else's.
        if watcher is not None:
            sentences.append(f"{name(watcher)} is dealt {' '.join(self.dealt[watcher])}")
        # 5.4.1: everybody is told whose turn it is to begin.
        sentences.append(f"{name(self.first)} begins")
        for seat, deed, card in self.deeds:
            # 5.5.2: a discard is announced with its card. House rule discards='hidden': it is face
            # down (3.2), so
            # only the one who discards it knows the card.
            if deed == "plays" or self.discards == "shown" or seat == watcher:
                sentences.append(f"{name(seat)} {deed} {card}")
            else:
                sentences.append(f"{name(seat)} {deed}")
        # 5.6: when the round ends, each player's discards and score are told. Face-down cards
        # turned up tell which
        # they were, not when each was thrown: so in new deck order here.
        if self.turn is None:
            scores = self.scores()
            for seat in range(4):
                cards = [card for card in NEW_DECK if card in self.thrown[seat]]
                sentences.append(" ".join([f"{name(seat)}'s discards:", *cards]))
                sentences.append(f"{name(seat)}'s score: {scores[seat]}")
        return sentences


def winners(totals: list[int], target: int = 80) -> list[int]:
    """The seats that win a match with these totals at the end of a round; none while the match goes
    on.
    """
    # 1, 4 and 5.6: the game ends when a player has accumulated 80 points or more.
    if not any(total >= target for total in totals):
        return []
    # 1: the lowest score wins; "If the lowest score is a tie, then all players with that score
    # win."
    return [seat for seat, total in enumerate(totals) if total == min(totals)]


def perft(table: Table, depth: int) -> int:
    """How many different sequences of `depth` legal actions there are from here; the table is left
    as it was.
    """
    if depth < 0:
        raise ValueError("depth must not be negative")
    if depth == 0:
        return 1
    legal = table.legal()
    # The last action of a sequence need only be counted. A finished round (4) has none, so it
    # counts 0.
    if depth == 1:
        return len(legal)
    count = 0
    for card in legal:
        after = table.copy()
        after.act(card)
        count += perft(after, depth - 1)
    return count
