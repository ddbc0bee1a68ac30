"""A slow, literal referee of one hand of Hearts, to be a witness in the tests of an engine.

It is written from the seed text (seed004.txt, quoted below in double quotes) and from the house
rules (named below as option=word), by someone who had not read the engine, so that the two share no
mistake by descent. For the same reason it represents the game otherwise than a fast engine would: a
card is a string such as 'QS', a hand is a list of such strings, and each rule is spelled out where
it is used. It imports nothing.

Seats are 0 to 3, here and in sentences ('Seat 0'); the seat that plays after seat 3 is seat 0.
"""

# "any ordinary deck of playing cards"; house: rank then suit, suits in the order clubs, diamonds,
# hearts, spades.
RANKS: list[str] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]
SUITS: list[str] = ["C", "D", "H", "S"]

# House: "New deck order: clubs A..K, diamonds, hearts, spades."
NEW_DECK: list[str] = [rank + suit for suit in SUITS for rank in RANKS]

# House: "In Hearts the ace is high." From the lowest to the highest.
LOW_TO_HIGH: list[str] = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]

# "every Heart card is worth one point; and the Queen of Spades is worth 13 points."
STANDARD_VALUES: dict[str, int] = {
    "2H": 1,
    "3H": 1,
    "4H": 1,
    "5H": 1,
    "6H": 1,
    "7H": 1,
    "8H": 1,
    "9H": 1,
    "TH": 1,
    "JH": 1,
    "QH": 1,
    "KH": 1,
    "AH": 1,
    "QS": 13,
}

# House rule values=spot: hearts count 2 to 14, from the two to the ace, and QS counts 25.
SPOT_VALUES: dict[str, int] = {
    "2H": 2,
    "3H": 3,
    "4H": 4,
    "5H": 5,
    "6H": 6,
    "7H": 7,
    "8H": 8,
    "9H": 9,
    "TH": 10,
    "JH": 11,
    "QH": 12,
    "KH": 13,
    "AH": 14,
    "QS": 25,
}

# The words that each option knows; the first is what is played unless the house says otherwise.
WORDS: dict[str, list[str]] = {
    "pass_cards": ["yes", "no"],
    "pass_cycle": ["left-right-across-keep", "left"],
    "no_pts_on_first_trick": ["no", "yes"],
    "can_lead_any_club": ["no", "yes"],
    "must_break_hearts": ["yes", "no"],
    "qs_breaks_hearts": ["no", "yes"],
    "can_lead_hearts_instead_of_qs": ["no", "yes"],
    "jd_bonus": ["no", "yes"],
    "avoid_all_tricks_bonus": ["no", "yes"],
    "moon": ["old", "new", "choose"],
    "values": ["standard", "spot"],
}

# House rule moon=choose: the two actions of the one that has made the moon.
CHOICES: list[str] = ["old-moon", "new-moon"]


def in_deck_order(cards: list[str]) -> list[str]:
    """The same cards in new deck order."""
    return [card for card in NEW_DECK if card in cards]


class Table:
    """One hand: the deal, the passing, the thirteen tricks and the points."""

    def __init__(self, deck: list[str], number: int = 1, **options: str) -> None:
        """Deal a shuffled deck for the hand of this number in the match; the passing begins, or the
        play.
        """
        for option, word in options.items():
            if option not in WORDS:
                raise TypeError(f"there is no option {option!r}")
            if word not in WORDS[option]:
                raise ValueError(f"{option} is one of {', '.join(WORDS[option])}, not {word!r}")
        self.options: dict[str, str] = {
            option: options.get(option, words[0]) for option, words in WORDS.items()
        }
        if sorted(deck) != sorted(NEW_DECK):
            raise ValueError("the deck must hold each of the 52 cards once")
        if number < 1:
            raise ValueError("the hands of a match are numbered from 1")
        self.number = number
        # "Each player is dealt thirteen cards." House: the first thirteen to seat 0, and so on.
        self.dealt: list[list[str]] = [deck[0:13], deck[13:26], deck[26:39], deck[39:52]]
        self.hands: list[list[str]] = [list(hand) for hand in self.dealt]
        # The cards that each seat has chosen to give away, in order of choice; they lie face down.
        self.given: list[list[str]] = [[], [], [], []]
        # The cards that each seat got in the exchange, in new deck order.
        self.received: list[list[str]] = [[], [], [], []]
        self.passing: bool = self.receivers() is not None
        # The trick that lies on the table: the seat and its card, the lead first.
        self.trick: list[tuple[int, str]] = []
        # The tricks that are over: who won it, and its four cards in the order they were played.
        self.won: list[tuple[int, list[str]]] = []
        self.broken: bool = False
        self.choice: str | None = None
        self.over: bool = False
        self.turn: int | None = None
        # What everybody has seen happen, in order.
        self.public: list[str] = []
        if not self.passing:
            self.begin_play()

    def receivers(self) -> list[int] | None:
        """By seat, the seat that gets its three cards in this hand; None when no trading occurs."""
        after, before, across = [1, 2, 3, 0], [3, 0, 1, 2], [2, 3, 0, 1]
        if self.options["pass_cards"] == "no":
            return None
        # House rule pass_cycle=left: in every hand to the player after you.
        if self.options["pass_cycle"] == "left":
            return after
        # "On the 1st, 5th, 9th, etc. hand, hand three cards to the player who plays after you".
        if self.number % 4 == 1:
            return after
        # "On the 2nd, 6th, 10th, etc. hand, pass three cards to the player who plays before you".
        if self.number % 4 == 2:
            return before
        # "On the 3rd, 7th, 11th, etc. hand, trade three cards with the player across from you on
        # the table."
        if self.number % 4 == 3:
            return across
        # "On the 4th, 8th, 12th, etc., no trading occurs."
        return None

    def begin_play(self) -> None:
        """Find who leads to the first trick."""
        # "Whoever is dealt the Two of Clubs must lead it to the first trick"; "it is legal to pass
        # away the Two of
        # Clubs to stick someone else with the lead", so after the exchange.
        self.turn = next(seat for seat in range(4) if "2C" in self.hands[seat])
        self.public.append(f"Seat {self.turn} leads to the first trick")

    def legal(self, seat: int) -> list[str]:
        """What this seat may do now; nothing if it may not act."""
        if seat not in (0, 1, 2, 3):
            raise ValueError(f"a seat is 0 to 3, not {seat!r}")
        if self.passing:
            # "Every player chooses three cards from his hand to give away".
            return list(self.hands[seat]) if len(self.given[seat]) < 3 else []
        if seat != self.turn:
            return []
        # House rule moon=choose: after the 52nd card the one in turn is the one that made the moon.
        if len(self.won) == 13:
            return list(CHOICES)
        if self.trick:
            return self.legal_follows(self.hands[seat])
        return self.legal_leads(self.hands[seat])

    def legal_leads(self, hand: list[str]) -> list[str]:
        """The cards of this hand that may be led now."""
        # "Whoever is dealt the Two of Clubs must lead it to the first trick."
        if not self.won:
            if self.options["can_lead_any_club"] == "yes":
                return [card for card in hand if card[1] == "C"]
            return ["2C"]
        others = [card for card in hand if card[1] != "H"]
        # House rule must_break_hearts=no: hearts may always be led.
        # "One may not lead a Heart to a new trick unless a Heart has been previously discarded on
        # an earlier trick".
        if self.options["must_break_hearts"] == "no" or self.broken:
            return list(hand)
        # "The sole exception to this rule is if the leader has no card in his hand outside of
        # Hearts."
        if others == []:
            return list(hand)
        # House rule can_lead_hearts_instead_of_qs=yes: QS may be the one card outside of hearts.
        if self.options["can_lead_hearts_instead_of_qs"] == "yes" and others == ["QS"]:
            return list(hand)
        return others

    def legal_follows(self, hand: list[str]) -> list[str]:
        """The cards of this hand that may be played to the trick that was led."""
        led = self.trick[0][1][1]
        # "One must follow suit whenever possible".
        following = [card for card in hand if card[1] == led]
        if following:
            return following
        # House rule no_pts_on_first_trick=yes: no heart and no QS, unless the hand holds nothing
        # else.
        if self.options["no_pts_on_first_trick"] == "yes" and not self.won:
            pointless = [card for card in hand if card[1] != "H" and card != "QS"]
            if pointless:
                return pointless
        # "If you cannot follow suit, you may play any card you wish."
        return list(hand)

    def lacks(self, action: str) -> list[str]:
        """The cards, in new deck order, of which whoever does this now holds none: all 52 if nobody
        may do it.
        """
        if action not in NEW_DECK and action not in CHOICES:
            raise ValueError(f"{action!r} is no action of this game")
        # A choice of cards to give away is free; so is the choice of the moon when it is asked;
        # else nobody may.
        if self.passing:
            return [] if action in NEW_DECK else list(NEW_DECK)
        if self.turn is not None and len(self.won) == 13:
            return [] if action in CHOICES else list(NEW_DECK)
        if self.over or action in CHOICES:
            return list(NEW_DECK)
        return self.follow_lacks(action) if self.trick else self.lead_lacks(action)

    def lead_lacks(self, card: str) -> list[str]:
        """What whoever leads this card now cannot hold."""
        # The opening lead: only the Two of Clubs; with can_lead_any_club=yes any club.
        if not self.won:
            free = card == "2C" or (card[1] == "C" and self.options["can_lead_any_club"] == "yes")
            return [] if free else list(NEW_DECK)
        # Any other suit may always be led, and hearts once broken, or always with
        # must_break_hearts=no.
        if card[1] != "H" or self.broken or self.options["must_break_hearts"] == "no":
            return []
        # An early heart: "no card in his hand outside of Hearts", save QS with
        # can_lead_hearts_instead_of_qs=yes.
        spared = ["QS"] if self.options["can_lead_hearts_instead_of_qs"] == "yes" else []
        return [other for other in NEW_DECK if other[1] != "H" and other not in spared]

    def follow_lacks(self, card: str) -> list[str]:
        """What whoever plays this card to the trick that was led cannot hold."""
        led = self.trick[0][1][1]
        if card[1] == led:
            return []
        # A discard: none of the led suit; a point card in a pointless first trick: nothing but
        # point cards.
        pointed = (
            card in STANDARD_VALUES
            and not self.won
            and self.options["no_pts_on_first_trick"] == "yes"
        )
        return [
            other
            for other in NEW_DECK
            if other[1] == led or (pointed and other not in STANDARD_VALUES)
        ]

    def act(self, seat: int, action: str) -> None:
        """Give a card away, play a card, or choose the moon."""
        if action not in self.legal(seat):
            raise ValueError(f"Seat {seat} may not do {action} now")
        if action in CHOICES:
            self.choice = action
            self.public.append(f"Seat {seat} chooses {action}")
            self.finish()
            return
        # A chosen card leaves the hand at once, as a played one does.
        self.hands[seat].remove(action)
        if not self.passing:
            self.play(seat, action)
            return
        self.given[seat].append(action)
        # House: "when all twelve are chosen everybody receives at once".
        if all(len(cards) == 3 for cards in self.given):
            self.exchange()

    def exchange(self) -> None:
        """Let everybody receive at once; only now is it known who leads."""
        # "All trades are resolved before the first trick is played".
        for giver, receiver in enumerate(self.receivers() or []):
            self.received[receiver] = in_deck_order(self.given[giver])
            self.hands[receiver] = self.hands[receiver] + self.received[receiver]
        self.passing = False
        self.begin_play()

    def play(self, seat: int, card: str) -> None:
        """Lay the card on the trick; four cards make it complete."""
        self.trick.append((seat, card))
        self.public.append(f"Seat {seat} plays {card}")
        led = self.trick[0][1][1]
        # "a Heart has been previously discarded on an earlier trick (when not following suit)".
        if card[1] == "H" and led != "H":
            self.broken = True
        # House rule qs_breaks_hearts=yes: QS breaks hearts whichever way it is played.
        if card == "QS" and self.options["qs_breaks_hearts"] == "yes":
            self.broken = True
        if len(self.trick) < 4:
            self.turn = [1, 2, 3, 0][seat]
            return
        # "Each person plays one card to each trick, and the highest card that follows suit to the
        # trick leads to
        # the next, until all the cards are played."
        winner = next(
            who for rank in LOW_TO_HIGH[::-1] for who, played in self.trick if played == rank + led
        )
        self.won.append((winner, [played for _, played in self.trick]))
        self.trick = []
        self.turn = winner
        self.public.append(f"Seat {winner} wins the trick")
        if len(self.won) == 13:
            # House rule moon=choose: whoever made the moon has one more action, and nobody else.
            self.turn = self.shooter() if self.options["moon"] == "choose" else None
            if self.turn is None:
                self.finish()

    def finish(self) -> None:
        """End the hand and tell every score."""
        self.turn = None
        self.over = True
        self.public.extend(
            f"Seat {seat} scores {score}" for seat, score in enumerate(self.scores())
        )

    def taken(self, seat: int) -> list[str]:
        """The cards of the tricks that this seat has won so far, in the order they were played."""
        return [card for winner, cards in self.won if winner == seat for card in cards]

    def shooter(self) -> int | None:
        """The seat that has taken all hearts and QS, if there is one."""
        # "if a single player collects all the point cards within a single round of play".
        for seat in range(4):
            if all(card in self.taken(seat) for card in STANDARD_VALUES):
                return seat
        return None

    def scores(self) -> list[int]:
        """By seat, the points of the hand, once it is over."""
        if not self.over:
            raise ValueError("the hand is not over")
        worth = STANDARD_VALUES if self.options["values"] == "standard" else SPOT_VALUES
        scores = [sum(worth.get(card, 0) for card in self.taken(seat)) for seat in range(4)]
        shooter = self.shooter()
        if shooter is not None:
            whole = sum(worth.values())
            if self.options["moon"] == "new" or self.choice == "new-moon":
                # House rule moon=new: that seat gets minus the sum, the others nothing.
                scores = [-whole if seat == shooter else 0 for seat in range(4)]
            else:
                # "Instead of that player receiving the 26 points for those cards, everybody else
                # gets those points."
                scores = [0 if seat == shooter else whole for seat in range(4)]
        for seat in range(4):
            # House rule jd_bonus=yes: ten points less for JD, whatever else happens.
            if self.options["jd_bonus"] == "yes" and "JD" in self.taken(seat):
                scores[seat] -= 10
            # House rule avoid_all_tricks_bonus=yes: five points less for no trick, but never in a
            # hand with a moon.
            if (
                self.options["avoid_all_tricks_bonus"] == "yes"
                and shooter is None
                and self.taken(seat) == []
            ):
                scores[seat] -= 5
        return scores

    def seen(self, watcher: int | None) -> list[str]:
        """All that this seat (None: a spectator) has seen since the deal, as sentences in order,
        and nothing else.
        """
        if watcher not in (None, 0, 1, 2, 3):
            raise ValueError(f"a watcher is a seat from 0 to 3 or None, not {watcher!r}")
        sentences: list[str] = []
        # A seat sees its own cards as they were dealt, and each of its own choices as it makes it;
        # of the others'
        # choices there is no trace, so nothing tells whether they came before or after its own.
        if watcher is not None:
            sentences.append(f"Seat {watcher} is dealt {' '.join(self.dealt[watcher])}")
            sentences.extend(f"Seat {watcher} passes {card}" for card in self.given[watcher])
        # Everybody sees the exchange happen; each seat sees the cards that it received, and no
        # others.
        if self.received[0]:
            sentences.append("The cards are exchanged")
            if watcher is not None:
                sentences.append(f"Seat {watcher} receives {' '.join(self.received[watcher])}")
        # Everything public happens after that.
        return sentences + self.public

    def copy(self) -> "Table":
        """A table that stands the same and goes its own way from here."""
        other = Table([card for hand in self.dealt for card in hand], self.number, **self.options)
        other.hands = [list(hand) for hand in self.hands]
        other.given = [list(cards) for cards in self.given]
        other.received = [list(cards) for cards in self.received]
        other.passing = self.passing
        other.trick = list(self.trick)
        other.won = list(self.won)  # a trick that is over never changes
        other.broken = self.broken
        other.choice = self.choice
        other.over = self.over
        other.turn = self.turn
        other.public = list(self.public)
        return other


def winners(totals: list[int], target: int = 100) -> list[int]:
    """The seats that win a match with these totals at the end of a hand; none while the match goes
    on.
    """
    # "A typical game of Hearts continues for multiple hands until one player reaches or exceeds 100
    # points."
    if not any(total >= target for total in totals):
        return []
    # "Whoever has the fewest at that moment wins the game." House: ties share.
    return [seat for seat, total in enumerate(totals) if total == min(totals)]


def perft(table: Table, depth: int) -> int:
    """How many sequences of `depth` actions there are from here, the lowest seat that may act
    acting each time.
    """
    if depth < 0:
        raise ValueError("depth must not be negative")
    if depth == 0:
        return 1
    for seat in range(4):
        legal = table.legal(seat)
        if legal:
            # The last action of a sequence need only be counted.
            if depth == 1:
                return len(legal)
            count = 0
            for action in legal:
                after = table.copy()
                after.act(seat, action)
                count += perft(after, depth - 1)
            return count
    # Nobody may act in a hand that is over.
    return 0
