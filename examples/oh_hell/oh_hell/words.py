"""Oh Hell in words, for the page and the terminal: the names that `parlour.words.narration` has."""

from oh_hell.rules import EXTRA

TITLE = "Oh Hell"
PITCH = "Say how many tricks you will win. Then win exactly as many."
SHORT = "Win as many tricks as you bid"
RULES = (
    "Three to seven players. Most points win.",
    "The hands have seven cards each, then six, down to one, and up to seven again.",
    "A card is turned up after each deal, and its suit is trump.",
    "Everybody bids how many tricks they will win. The dealer bids last, and may not make the bids "
    "add up to the tricks.",
    "Follow the suit that was led if you can. The highest trump wins the trick, else the highest "
    "card of that suit.",
    "Who wins as many tricks as they bid scores ten and the bid. Nobody else scores.",
)
CARDS = ("AH", "7S", "2C")
OPTIONS = {
    "cards": "Cards in the largest hand",
    "series": "Hands",
    "hook": "The bids may not add up to the tricks",
    "misses": "A bid that is missed",
}
VALUES = {
    "series": {
        "down-up": "Down to one card and up again",
        "up-down": "Up from one card and down again",
        "same": "Always as many cards, a round for each player",
    },
    "misses": {
        "nothing": "Scores nothing",
        "minus": "Costs a point for each trick it is missed by",
    },
}
ACTIONS = {name: f"Bid {name[-1]}" for name in EXTRA}
FIELDS = {"upcard": "Trump", "bids": "Bid", "won": "Won", "trick": "Trick"}
SAID = {"card": "{who} played {card}.", **{name: f"{{who}} bid {name[-1]}." for name in EXTRA}}
