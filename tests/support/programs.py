"""The three assignment programs, each with a person at it: what the tests that they share type, and
what they expect.
"""

from collections.abc import Sequence
from typing import NamedTuple

from parlour.cards import NAMES
from parlour.games.crazy_eights import program as crazy_eights
from parlour.games.hearts import program as hearts
from parlour.games.straights import program as straights
from tests.oracle.crazy_eights_lines import printed
from tests.oracle.hearts import WORDS
from tests.support.session import Program, session, title

NO_COMMAND = "is not a command; there is play CARD, discard CARD, deck, save FILE, quit, ragequit."
NO_CARD = "is not a card; a card is a rank and a suit, as in"
NO_NUMBER = "is not a number; type the number that stands before a card."
NO_NAME = "save needs the name of a file."


class Classic(NamedTuple):
    """A program, and a session of it with a person."""

    program: Program
    seed: str
    seat: tuple[str, ...]  # the options of a person, also with --load
    house: tuple[str, ...]  # other options
    prompts: str  # an expression for what stands before each answer
    begins: str  # the first words
    ends: tuple[str, ...]  # the last words of a session that is not quit
    good: tuple[str, str]  # two answers that are taken, the first ones of the seed
    tries: str  # lines: at any prompt, one of them is taken
    words: tuple[bytes, ...]  # parts of lines
    refusals: tuple[tuple[str, str], ...]  # first answers that are refused, with the reason
    no_answer: str  # what is said of a word that is no answer at all
    said: tuple[str, ...]  # the program's own options that a saved file already says
    told: tuple[str, ...]  # words that its help holds

    @property
    def title(self) -> str:
        """What it is called."""
        return title(self.program)

    @property
    def options(self) -> list[str]:
        """The arguments of the session."""
        return [self.seed, *self.seat, *self.house]

    @property
    def script(self) -> str:
        """Answers for many turns, the two good ones first."""
        return "\n".join(self.good) + "\n" + self.tries * 8

    def run(self, *arguments: str, typed: bytes | str = b"", status: int = 0) -> str:
        """What it prints with these arguments."""
        return session(*arguments, typed=typed, program=self.program, status=status).decode()

    def play(self, typed: bytes | str = b"", *more: str) -> str:
        """What the session prints if this is typed."""
        return self.run(*self.options, *more, typed=typed)


def all_no(reason: str, *typed: str) -> list[tuple[str, str]]:
    """Lines that are refused for one reason, which repeats them."""
    return [(text, f'"{text}" {reason}'.replace("\x0b", r"\x0b")) for text in typed]


def parts(text: str | Sequence[str]) -> tuple[bytes, ...]:
    """Words as bytes, with what may stand between them."""
    words = text.split() if isinstance(text, str) else text
    apart = (" ", "\t", "\n", "\n", "\r\n", "save ", "save /\0", "quit")
    return (*(word.encode() for word in (*words, *apart)), b"\xff")


STRAIGHTS = Classic(
    straights.program,
    seed="6788",
    seat=(),
    house=("--players", "hccc"),
    prompts=">",
    begins="A new round begins. It's Player4's turn to play.\n",
    ends=("wins!\n",),
    good=("discard AS", "play 6C"),
    tries="".join(f"play {name}\ndiscard {name}\n" for name in NAMES),
    words=(*parts("deck ragequit 7S AS 7H"), b"play ", b"discard "),
    refusals=(
        ("play 7D", "This is not a legal play."),  # not held
        ("play 4H", "This is not a legal play."),  # held, does not fit
        ("discard 7D", "You do not hold 7D."),
        *[
            (f"{verb} {card}", f'"{card}" {NO_CARD} 7S.')
            for verb, card in (("play", "7X"), ("discard", "10S"))
        ],
        *all_no(NO_COMMAND, "play", "Play 4H", "deck 1", "play 4H 5D", "", "quit\x0b"),
        ("deck\r", rf'"deck\r" {NO_COMMAND}'),
    ),
    no_answer=NO_COMMAND,
    said=("--players=hccc", "--opens=7S", "--discards=shown", "--values=rank"),
    told=("--dialect", "--opens", "any-seven", "--players"),
)
HEARTS = Classic(
    hearts.program,
    seed="1",
    seat=(),
    house=(),
    prompts=r"Which (card|moon) would you like[^?]*\? \(type [a-z -]+\) ",
    begins="Pass three cards to Computer #1.\n",
    ends=(" the game.\n",),
    good=("1", "2"),
    tries="".join(f"{n}\n" for n in range(13)),
    words=parts([*["0", "1", "2", "5", "9", "12", "13", "-1", "old-moon"], "\uff11", "\0"]),
    refusals=(
        *[
            (number, f'There is no card "{number}" in your hand.')
            for number in ("13", "99999999999999999999999")
        ],
        # \u0661 and \uff11 are digits, and no ASCII
        *all_no(NO_NUMBER, "-1", "+1", "1.0", "1_0", "0x1", "", "1 1", "Ace", "1\x0b", "\u0661"),
        *all_no(NO_NUMBER, "\uff11", "\xb2", "Quit", "quit now", "old-moon"),
        (" \t ", rf'" \t " {NO_NUMBER}'),
        ("1\xa0", rf'"1\xa0" {NO_NUMBER}'),
        ("1\r", rf'"1\r" {NO_NUMBER}'),
    ),
    no_answer=NO_NUMBER,
    said=(
        "--level=first",
        *(f"--{name.replace('_', '-')}={values[0]}" for name, values in WORDS.items()),
    ),
    told=("--no-pass", "--level", *(f"--{name.replace('_', '-')}" for name in WORDS)),
)
CRAZY_EIGHTS = Classic(
    crazy_eights.program,
    seed="14",
    seat=("--play", "harry"),
    house=("--eights", "named"),
    prompts=r"Which (card|suit) would you like to (play|name)\? (\([a-z, ]+\) )?",
    begins="Harry has: Jc 8s 7s 9h 9c 6c Jd\nThe discard pile contains: Ad\n",
    ends=(" is the winner.\n", "The game is a draw.\n"),
    good=("8s", "spades"),
    tries="".join(f"{printed(name)}\n" for name in NAMES) + "clubs\n",
    words=parts([*map(printed, NAMES), "hearts"]),
    refusals=(
        ("9h", "9h fits neither diamonds nor A, and is no eight."),
        ("6c", "6c fits neither diamonds nor A, and is no eight."),
        ("Ad", "You do not hold Ad."),  # the top card
        ("8h", "You do not hold 8h."),
        *all_no(f"{NO_CARD} Jh or 10d.", "JD", "jd", "Td", "1d", "Jd 8s", "", "draw", "pass"),
        *all_no(f"{NO_CARD} Jh or 10d.", "hearts", "Quit", "quit now"),
        (" \t", rf'" \t" {NO_CARD} Jh or 10d.'),
        ("Jd\x0c", rf'"Jd\x0c" {NO_CARD} Jh or 10d.'),
        ("Jd\r", rf'"Jd\r" {NO_CARD} Jh or 10d.'),
    ),
    no_answer=f"{NO_CARD} Jh or 10d.",
    said=(
        *("--players=2", "--hand=7", "--eights=own-suit"),
        *("--draw=until-playable", "--empty=draw-game"),
    ),
    told=("--play", "--players", "--hand", "--eights", "--draw", "--empty"),
)
CLASSICS = (STRAIGHTS, HEARTS, CRAZY_EIGHTS)
