"""An independent reader and judge of what the program `crazy-eights` prints, to be a witness in its
tests.

It is written from the assignment's text (seed003.txt, quoted below), its sample, and the house's
statement of how the computer chooses. It reads the lines one after the other and holds its own two
hands, stock and discard pile. As the computer plays both hands, each line can only be one thing,
and it must be that to the letter. It imports nothing, and shares nothing with the referee in
crazy_eights.py.
"""

# Preconditions 2 to 4: a deck of 52 cards, four suits, thirteen ranks.
DECK: list[str] = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]


def printed(card: str) -> str:
    """How a card is printed: 'KS' as Ks, 'TD' as 10d (text: "Harry draws 10d")."""
    rank, suit = card[0], card[1]
    return ("10" if rank == "T" else rank) + suit.lower()


def matches(card: str, top: str) -> bool:
    """Whether the card may be laid on the top card of the discard pile."""
    # Text: "Eights are wild and can be put down on any suit."
    # Text: "matches either the number or suit of the top card in the discard pile". That covers an
    # eight on top too:
    # "The next player must match their card to the suit on the eight that was played."
    return card[0] == "8" or card[0] == top[0] or card[1] == top[1]


def choice(hand: list[str], top: str) -> str | None:
    """The card that the computer plays from this hand, None if it must draw."""
    # House 1: the first card that is no eight and has the rank of the top card, in hand order.
    for card in hand:
        if card[0] != "8" and card[0] == top[0]:
            return card
    # House 2: else the first that is no eight and has its suit.
    for card in hand:
        if card[0] != "8" and card[1] == top[1]:
            return card
    # House 3: else the first eight.
    for card in hand:
        if card[0] == "8":
            return card
    return None


class Reader:
    """The lines of an output, and which of them is to be read next."""

    def __init__(self, text: str) -> None:
        """Cut the text at its line feeds, and at nothing else."""
        self.lines: list[str] = text.split("\n")
        self.at: int = 0

    def peek(self) -> str:
        """The next line as it is; what follows the last line feed is a line as well, the empty one
        if all is well.
        """
        return self.lines[self.at] if self.at < len(self.lines) else ""

    def demand(self, wanted: str, why: str) -> None:
        """Read the next line, which must be this."""
        number = self.at + 1
        # Every line ends with a line feed, so the piece after the last line feed is never a whole
        # line.
        if self.at >= len(self.lines) - 1:
            found = f"is {self.peek()!r} without a line feed" if self.peek() else "is missing"
            raise ValueError(f"line {number} {found}, not {wanted!r}: {why}")
        if self.lines[self.at] != wanted:
            raise ValueError(f"line {number} is {self.lines[self.at]!r}, not {wanted!r}: {why}")
        self.at += 1

    def close(self) -> None:
        """Nothing may follow."""
        if self.lines[self.at :] != [""]:
            raise ValueError(
                f"line {self.at + 1} is {self.peek()!r}, not the end of the text: the game is over"
            )


def named_card(line: str, who: str) -> str | None:
    """The card that this line has this player play, None if it is not a line that says so."""
    for card in DECK:
        if line == f"{who} plays a {printed(card)}":
            return card
    return None


def fault(line: str, who: str, hand: list[str], top: str) -> str:
    """Why this line cannot stand where this player is to play or draw with this hand, for the
    message only.
    """
    card = named_card(line, who)
    best = choice(hand, top)
    if card is not None and card not in hand:
        return f"{who} does not hold {printed(card)}"
    if card is not None and not matches(card, top):
        return f"{printed(card)} does not match {printed(top)}"
    if card is not None:
        return "the computer chooses otherwise"
    if best is not None and line.startswith(f"{who} draws "):
        return f"{who} holds {printed(best)}, which matches {printed(top)}"
    if best is None:
        return f"{who} has nothing that matches {printed(top)}"
    return f"{who} is to play"


def take_away(hand: list[str], card: str) -> None:
    """Take a card out of a hand: the last card of the hand moves into its place (house)."""
    place = hand.index(card)
    hand[place] = hand[-1]
    del hand[-1]


def play_on(reader: Reader, who: str, hand: list[str], pile: list[str], stock: list[str]) -> bool:
    """Read one player's turn up to the card that is played; False if a card is needed that is not
    there.
    """
    while True:
        top = pile[-1]
        # What may be played at all, and what the computer then plays: there is one if and only if
        # there is the other.
        playable = [card for card in hand if matches(card, top)]
        card = choice(hand, top)
        if playable:
            if card not in playable:
                raise ValueError(f"line {reader.at + 1}: the judge contradicts itself")
            reader.demand(f"{who} plays a {printed(card)}", fault(reader.peek(), who, hand, top))
            take_away(hand, card)
            pile.append(card)
            return True
        # Text: "If the deck runs out before the game is over, the game ends in a draw." House: only
        # when a card is
        # needed from it.
        if not stock:
            return False
        # Text: "If he does not have a matching card, he continues picking up cards from the deck
        # until he gets one
        # that is playable." House: what is drawn goes to the end of the hand.
        reader.demand(f"{who} draws {printed(stock[0])}", fault(reader.peek(), who, hand, top))
        hand.append(stock[0])
        del stock[0]


def judge(text: str, deck: list[str]) -> str:
    """Who won by this output of the program with this deck: 'Harry', 'Ron' or 'draw'; ValueError at
    its first bad line.
    """
    if sorted(deck) != sorted(DECK):
        raise ValueError("the deck must hold each of the 52 cards once")
    reader = Reader(text)
    # Text: "In a two-player game, each player is dealt seven cards." House: Harry the first seven,
    # Ron the next.
    hands: dict[str, list[str]] = {"Harry": deck[0:7], "Ron": deck[7:14]}
    for who in ("Harry", "Ron"):
        cards = " ".join(printed(card) for card in hands[who])
        reader.demand(f"{who} has: {cards}", f"the hand that {who} is dealt")
    # Text: "The rest of the deck goes face down in a pile, with the top card turned up beside it."
    pile: list[str] = [deck[14]]
    stock: list[str] = deck[15:52]
    reader.demand(f"The discard pile contains: {printed(pile[0])}", "the card that is turned up")
    # The sample: Harry begins, and the two take turns.
    who, other = "Harry", "Ron"
    while True:
        if not play_on(reader, who, hands[who], pile, stock):
            reader.demand("Game over", f"{who} needs a card and the deck has run out")
            reader.demand("The game is a draw.", f"{who} needs a card and the deck has run out")
            reader.close()
            return "draw"
        # Text: "The first player to use up all his cards wins."
        if not hands[who]:
            reader.demand("Game over", f"{who} has used up all cards")
            reader.demand(f"{who} is the winner.", f"{who} has used up all cards")
            reader.close()
            return who
        who, other = other, who
