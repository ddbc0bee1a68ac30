"""An independent program `hearts`: all that a session prints, to be a witness of the real one, byte
for byte.

It is written from the contract of the assignment programs (section 3, quoted below) and the page of
house rules; the referee beside it, hearts.py, knows the rules. It shares nothing with the real
program. Hands are lists of cards such as 'QS', in the order they lie. The contract leaves the
wording of refusals to the program; they are set down here as it has them.
"""

from collections.abc import Iterator

from tests.oracle.hearts import Table, winners
from tests.oracle.typed import End, Terminal

RANK_WORDS: dict[str, str] = {
    "A": "Ace",
    "2": "Two",
    "3": "Three",
    "4": "Four",
    "5": "Five",
    "6": "Six",
    "7": "Seven",
    "8": "Eight",
    "9": "Nine",
    "T": "Ten",
    "J": "Jack",
    "Q": "Queen",
    "K": "King",
}
# "Suits in the order Clubs, Diamonds, Spades, Hearts".
SUIT_WORDS: dict[str, str] = {"C": "Clubs", "D": "Diamonds", "S": "Spades", "H": "Hearts"}
NAMES: list[str] = ["You", "Computer #1", "Computer #2", "Computer #3"]


def words(card: str) -> str:
    """A card in words: Queen of Spades."""
    return f"{RANK_WORDS[card[0]]} of {SUIT_WORDS[card[1]]}"


def take(hand: list[str], card: str) -> None:
    """ "when a card leaves, the **last** card takes its number"."""
    number = hand.index(card)
    hand[number] = hand[-1]
    del hand[-1]


def screen(hand: list[str]) -> list[str]:
    """ "a suit you do not hold is left out; inside a suit by number. The number is the card's place
    in the hand".
    """
    lines = []
    for suit, name in SUIT_WORDS.items():
        held = [
            f"{number}--{RANK_WORDS[card[0]]}"
            for number, card in enumerate(hand)
            if card[1] == suit
        ]
        if held:
            lines.append(f"{name}: {' '.join(held)}")
    return lines


class Session:
    """A whole session against three plain computers."""

    def __init__(
        self, decks: Iterator[list[str]], typed: bytes, target: int = 100, **options: str
    ) -> None:
        """Play it to the end of the match, or of the input."""
        self.decks, self.target, self.options = decks, target, options
        self.terminal = Terminal(typed)
        self.totals = [0, 0, 0, 0]
        self.hands: list[list[str]] = []
        try:
            number = 1
            while not self.hand_ends_match(number):
                number += 1
        except End:
            pass

    def told(self) -> str:
        """All that was printed."""
        return "".join(self.terminal.output)

    def hand_ends_match(self, number: int) -> bool:
        """Play one hand."""
        table = Table(next(self.decks), number, **self.options)
        # "blocks of 13 of the shuffled deck to You, #1, #2, #3"
        self.hands = [list(cards) for cards in table.dealt]
        if table.passing:
            self.passing(table)
        while not table.over and len(table.won) < 13:
            self.trick(table)
        if not table.over:
            self.moon(table)
        scores = table.scores()
        self.totals = [total + score for total, score in zip(self.totals, scores, strict=True)]
        told = " ".join(f"{name}: {total}" for name, total in zip(NAMES, self.totals, strict=True))
        self.terminal.say(f"Updated scores: {told}")
        best = winners(self.totals, self.target)
        # "then `Next hand!`; after the last, instead of that, for each lowest total in seat order
        # `You win the game.`"
        for seat in best:
            self.terminal.say("You win the game." if seat == 0 else f"{NAMES[seat]} wins the game.")
        if not best:
            self.terminal.say("Next hand!")
        return best != []

    def passing(self, table: Table) -> None:
        """ "All passes are chosen before any is received." """
        to = table.receivers()
        assert to is not None
        header = f"Pass three cards to {NAMES[to[0]]}."
        self.terminal.say(header)
        given: list[list[str]] = [[], [], [], []]
        for n in range(3):
            hand = self.hands[0]
            self.terminal.say(*screen(hand))
            card = self.number(table, "pass", [*([header] if n == 0 else []), *screen(hand)])
            given[0].append(card)
            take(hand, card)
        for seat in (1, 2, 3):
            # "passes the first three of its hand as dealt, in that order, each gap filled as in
            # play"
            given[seat] = self.hands[seat][0:3]
            for card in given[seat]:
                take(self.hands[seat], card)
        for seat in range(4):
            for card in given[seat]:
                table.act(seat, card)
        # "the received cards are put at the end of each hand in the order they were chosen"
        for giver in range(4):
            self.hands[to[giver]] += given[giver]
            if to[giver] == 0:
                one, two, three = given[giver]
                told = f"You receive the {words(one)}, the {words(two)} and the {words(three)}."
        self.terminal.say(told)

    def trick(self, table: Table) -> None:
        """One trick."""
        told: list[str] = []  # the lines of the trick so far
        for place in range(4):
            seat = table.turn
            assert seat is not None
            card = self.choice(table, seat, told)
            take(self.hands[seat], card)
            table.act(seat, card)
            # "Whoever leads, only `The X of Y is led.` is printed; your own following card prints
            # nothing."
            line = (
                f"The {words(card)} is led."
                if place == 0
                else f"Computer player plays {words(card)}"
            )
            if place == 0 or seat != 0:
                told.append(line)
                self.terminal.say(line)
        winner = table.won[-1][0]
        self.terminal.say(
            "You win the trick." if winner == 0 else f"{NAMES[winner]} wins the trick."
        )

    def choice(self, table: Table, seat: int, told: list[str]) -> str:
        """The card that a seat plays."""
        legal = table.legal(seat)
        if seat != 0:
            # "it plays the first legal card in hand order"
            return next(card for card in self.hands[seat] if card in legal)
        # "The Two of Clubs is led without asking." Where the house lets any club be led there is
        # something to ask.
        if not table.won and not table.trick and table.options["can_lead_any_club"] == "no":
            return "2C"
        self.terminal.say(*screen(self.hands[0]))
        return self.number(
            table, "play" if table.trick else "lead", [*told, *screen(self.hands[0])]
        )

    def number(self, table: Table, verb: str, resumed: list[str]) -> str:
        """The card that is asked for until it may be used so."""
        hand, prompt = self.hands[0], f"Which card would you like to {verb}? (type the number) "
        # While passing, the referee has not heard yet of what was chosen: all that is left in the
        # hand may go.
        legal = hand if verb == "pass" else table.legal(0)
        while True:
            line, typed = self.terminal.ask(prompt, resumed)
            if len(typed) != 1 or typed[0] == "" or typed[0].strip("0123456789"):
                self.terminal.say(
                    f"{line} is not a number; type the number that stands before a card."
                )
            elif int(typed[0]) >= len(hand):
                self.terminal.say(f'There is no card "{typed[0]}" in your hand.')
            elif hand[int(typed[0])] in legal:
                return hand[int(typed[0])]
            else:
                self.terminal.say(self.why(table, hand[int(typed[0])]))

    def why(self, table: Table, card: str) -> str:
        """The sentence that refuses a card."""
        if not table.trick and not table.won:
            return "Lead a club to the first trick."
        if not table.trick:
            return "Hearts have not been broken; lead another suit."
        led = table.trick[0][1][1]
        if any(held[1] == led for held in self.hands[0]):
            return f"You must follow suit: {SUIT_WORDS[led]} were led."
        return f"The {words(card)} has points; play another card to the first trick."

    def moon(self, table: Table) -> None:
        """House rule moon=choose: who has made it says which it is; the plain computer takes the
        first, the old one.
        """
        seat = table.turn
        assert seat is not None
        chosen = "old-moon"
        while seat == 0:
            line, typed = self.terminal.ask(
                "Which moon would you like? (type old-moon or new-moon) ", []
            )
            if typed in (["old-moon"], ["new-moon"]):
                chosen = typed[0]
                break
            self.terminal.say(f"{line} is no moon; type old-moon or new-moon.")
        table.act(seat, chosen)
        does = "You choose" if seat == 0 else f"{NAMES[seat]} chooses"
        self.terminal.say(f"{does} the {chosen.replace('-', ' ')}.")
