"""Random late positions of the three games, to ask `worlds` and a sampler about the same ones."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from tests.oracle import crazy_eights, hearts
from tests.oracle.worlds import DECK, Acted, Position, act, candidates, table, worlds


def some_options(game: str, random: Random) -> dict[str, Any]:
    """Options at random; in Crazy Eights half of the time little or no stock is left."""
    if game == "straights":
        words = {
            "opens": ["7S", "any-seven"],
            "discards": ["shown", "hidden", "hidden"],
            "values": ["rank", "courts-ten"],
        }
    elif game == "hearts":
        words = hearts.WORDS
    else:
        words = {
            "eights": ["own-suit", "named"],
            "draw": list(crazy_eights.DRAWS),
            "empty": ["draw-game", "play-on", "at-once"],
        }
    options: dict[str, Any] = {option: random.choice(choices) for option, choices in words.items()}
    if game == "crazy-eights":
        players = random.choice([2, 2, 3, 3, 4])
        hand = random.randint(5, 50 // players)
        if random.random() < 0.5:
            players, hand = random.choice([(2, 24), (2, 22), (3, 17), (3, 17), (3, 16), (4, 12)])
        if options["empty"] == "at-once":
            hand = min(hand, 50 // players)  # which leaves a card to draw
        options |= {"players": players, "hand": hand}
    return options


def play_out(game: str, at: Any, random: Random) -> Acted:
    """Random legal actions to the end of the round; half of the time each seat keeps the same cards
    back as long as it can.
    """
    acted: Acted = []
    # The opener's card is the one that is known to be held while it is kept back.
    order = [*random.sample(DECK, 52), "7S", "2C"] if random.random() < 0.5 else []
    last = {action: place for place, action in enumerate(order)}
    while able := [
        (seat, actions)
        for seat in range(getattr(at, "players", 4))
        if (actions := may_do(game, at, seat))
    ]:
        seat, actions = random.choice(able)
        acted.append(
            (
                seat,
                min(random.sample(actions, len(actions)), key=lambda action: last.get(action, -1)),
            )
        )
        act(game, at, *acted[-1])
    return acted


def may_do(game: str, at: Any, seat: int) -> list[str]:
    """What this seat may do now."""
    actions: list[str] = (
        at.legal(seat) if game != "straights" else at.legal() if seat == at.turn else []
    )
    return actions


def late_positions(
    game: str, random: Random, most: int = 5_000, **fixed: Any
) -> Iterator[Position]:
    """Positions with 2 to `most` worlds, without end: random options but those fixed, random play,
    before the round's end.
    """
    while True:
        options = some_options(game, random) | fixed
        number = random.randint(1, 8)
        deck = random.sample(DECK, 52)
        at = table(game, deck, number, options)
        low = 12 if game == "hearts" and at.passing else 0  # not before the exchange
        acted = play_out(game, at, random)
        high = len(acted)
        watcher = random.choice([None, *range(len(at.hands))])
        # With too many candidates look later, with one world earlier; it does not matter which
        # positions this misses.
        while low < high:
            turn = random.randrange(low, high)
            position = (deck, number, options, acted[:turn], watcher)
            if len(list(islice(candidates(game, position), most + 1))) > most:
                low = turn + 1
            elif worlds(game, *position, most=1) is None:
                yield position
                break
            else:
                high = turn
