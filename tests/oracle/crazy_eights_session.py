"""An independent program `crazy-eights`, with or without a person: all that a session prints, byte
for byte.

It is written from the contract of the assignment programs (section 2, quoted below) and the pages
of house rules; the referee beside it, crazy_eights.py, knows the rules. It shares nothing with the
real program. The contract leaves the wording of refusals to the program; they are set down here as
it has them.
"""

from collections.abc import Iterator

from tests.oracle.crazy_eights import NEW_DECK, Table, winners
from tests.oracle.typed import End, Terminal

SEATS: list[str] = ["Harry", "Ron", "Hermione", "Ginny", "Neville"]
SUIT_WORDS: dict[str, str] = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
SUIT_PROMPT = "Which suit would you like to name? (clubs, diamonds, hearts, spades) "


def printed(card: str) -> str:
    """ "Cards are `10d`, `Ks`, `As`: rank then a lower-case suit." """
    return card.replace("T", "10")[:-1] + card[-1].lower()


def listed(hand: list[str]) -> str:
    """Cards one after the other."""
    return "".join(" " + printed(card) for card in hand)


class Session:
    """A whole session."""

    def __init__(
        self,
        decks: Iterator[list[str]],
        typed: bytes = b"",
        person: str = "",
        target: int = 0,
        players: int = 2,
        hand: int = 7,
        **options: str,
    ) -> None:
        """Play it to the end of the match, or of the input; nobody is asked where there is no
        person.
        """
        self.decks, self.target, self.players, self.size, self.options = (
            decks,
            target,
            players,
            hand,
            options,
        )
        self.person = SEATS.index(person.capitalize()) if person else None
        self.terminal = Terminal(typed)
        self.totals = [0] * players
        self.rounds = self.naming_prompts = 0
        self.results: list[str] = []
        self.hands: list[list[str]] = []
        try:
            while not self.round_ends_match():
                pass
        except End:
            pass

    def told(self) -> str:
        """All that was printed."""
        return "".join(self.terminal.output)

    def round_ends_match(self) -> bool:
        """Play one round."""
        self.rounds += 1
        table = Table(
            next(self.decks), self.rounds, players=self.players, hand=self.size, **self.options
        )
        self.hands = [list(cards) for cards in table.dealt]
        for seat in range(self.players):
            # "its hand is not shown at the start"
            if self.person in (None, seat):
                self.terminal.say(f"{SEATS[seat]} has:{listed(self.hands[seat])}")
        self.terminal.say(self.pile(table))
        while table.turn is not None:
            self.act(table, table.turn)
        assert table.result is not None
        self.results.append(table.result)
        self.totals = [
            total + score for total, score in zip(self.totals, table.scores(), strict=True)
        ]
        best = winners(self.totals, self.target)
        if self.target:
            if table.result == "drawn":
                self.terminal.say("The round is a draw.")
            told = " ".join(
                f"{name}: {total}" for name, total in zip(SEATS, self.totals, strict=False)
            )
            self.terminal.say(f"Updated scores: {told}")
            if not best:
                self.terminal.say("Next round!")
                return False
        # "A drawn game ends `Game over` / `The game is a draw.`"
        self.terminal.say("Game over")
        if len(best) == self.players:
            self.terminal.say("The game is a draw.")
        else:
            self.terminal.say(*(f"{SEATS[seat]} is the winner." for seat in best))
        return True

    def pile(self, table: Table) -> str:
        """The top card, and the suit where another was named."""
        named = (
            f" (the suit is {SUIT_WORDS[table.suit]})" if table.suit != table.pile[-1][1] else ""
        )
        return f"The discard pile contains: {printed(table.pile[-1])}{named}"

    def act(self, table: Table, seat: int) -> None:
        """One thing that the seat in turn does."""
        who, hand, legal = SEATS[seat], self.hands[seat], table.legal(seat)
        if legal == ["draw"]:
            # "Drawn cards go to the hand's end." "The other's draws are printed as `Ron draws a
            # card`".
            card = table.stock[0]
            hand.append(card)
            table.act(seat, "draw")
            self.terminal.say(
                f"{who} draws {printed(card) if self.person in (None, seat) else 'a card'}"
            )
        elif legal == ["pass"]:
            table.act(seat, "pass")
            self.terminal.say(f"{who} passes")
        elif table.naming:
            named = self.suit() if seat == self.person else most_held(hand)
            table.act(seat, named)
            self.terminal.say(f"{who} names {named}")
        else:
            card = self.card(table, hand) if seat == self.person else plain(table, hand)
            # "the **last** card of the hand moves into its place"
            hand[hand.index(card)] = hand[-1]
            del hand[-1]
            table.act(seat, card)
            self.terminal.say(f"{who} plays a {printed(card)}")

    def card(self, table: Table, hand: list[str]) -> str:
        """The card that a person chooses."""
        turn = [self.pile(table), f"Your hand:{listed(hand)}"]
        self.terminal.say(*turn)
        while True:
            line, typed = self.terminal.ask("Which card would you like to play? ", turn)
            card = next((card for card in NEW_DECK if typed == [printed(card)]), "")
            if not card:
                self.terminal.say(
                    f"{line} is not a card; a card is a rank and a suit, as in Jh or 10d."
                )
            elif card not in hand:
                self.terminal.say(f"You do not hold {printed(card)}.")
            elif not table.fits(card):
                suit, rank = SUIT_WORDS[table.suit], printed(table.pile[-1])[:-1]
                self.terminal.say(
                    f"{printed(card)} fits neither {suit} nor {rank}, and is no eight."
                )
            else:
                return card

    def suit(self) -> str:
        """The suit that a person names."""
        while True:
            self.naming_prompts += 1
            line, typed = self.terminal.ask(SUIT_PROMPT, [])
            if len(typed) == 1 and typed[0] in SUIT_WORDS.values():
                return typed[0]
            self.terminal.say(f"{line} is not a suit; type clubs or diamonds or hearts or spades.")


def plain(table: Table, hand: list[str]) -> str:
    """The page: "1. the first non-eight of equal rank in hand order; 2. the first non-eight of
    equal suit; 3. the first eight".
    """
    ordinary = [card for card in hand if card[0] != "8"]
    of_rank = [card for card in ordinary if card[0] == table.pile[-1][0]]
    of_suit = [card for card in ordinary if card[1] == table.suit]
    eights = [card for card in hand if card[0] == "8"]
    return (of_rank + of_suit + eights)[0]


def most_held(hand: list[str]) -> str:
    """ "the computer names the suit it holds most of, of equal ones the first in its hand" """
    suits = [card[1] for card in hand]
    return SUIT_WORDS[
        next(
            suit
            for suit in suits
            if all(suits.count(suit) >= suits.count(other) for other in suits)
        )
    ]
