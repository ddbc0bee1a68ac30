"""The checks of a game's compiled rules: the same actions, states, views, points and counts as the
rules, and consistent worlds. They need numpy, which is imported when the first of them is run.
"""

from random import Random
from typing import Any

from parlour import engine
from parlour.cards import NOBODY, SPECTATOR, Mask, Seat
from parlour.catalogue.registry import GAMES
from parlour.engine.worlds.sampler import events, fits, sample
from parlour.match import Acted, Dealt, Match, fold, legal, step, view
from parlour.testing.laws import continues, hold
from parlour.testing.play import (
    begun,
    every_rules,
    opened,
    random_action,
    random_deck,
    random_rules,
)
from parlour.testing.witness import sequences

RULES = 12  # sets of house rules, the defaults first
DEALS = 3  # rounds that are stepped together
DEPTH = 3  # of the sequences of actions that are counted
PLACES = 4  # positions of a round from which they are counted
VIEWS = 40
WORLDS = 3  # sampled for each view


def some_rules(name: str) -> list[Any]:
    """The default house rules, and some others."""
    every = every_rules(GAMES[name])
    return [GAMES[name].Rules(), *every[1 :: len(every) // RULES + 1]]


def flat(value: Any) -> list[int]:
    """The numbers of a record, in order."""
    return [
        number
        for part in value
        for number in (flat(part) if isinstance(part, tuple) else [int(part)])
    ]


def first_seat(match: Match) -> tuple[Seat, Mask]:
    """The first seat that may act, and its legal actions."""
    return next(
        ((seat, legal(match, seat)) for seat in range(len(match.players)) if legal(match, seat)),
        (NOBODY, 0),
    )


def check_twin(name: str) -> None:
    """Check the compiled rules against the rules, in rounds that both play."""
    for i, rules in enumerate(some_rules(name)):
        law_of_the_twin(name, rules, Random(f"twin {name} {i}"))


def law_of_the_twin(name: str, rules: Any, random: Random) -> None:
    """Play some rounds, numbered 1 to 8, by both."""
    number = random.randrange(1, 9)
    decks = [random_deck(random) for _ in range(DEALS)]
    rounds = [step(begun(name, rules, number), Dealt(deck)) for deck in decks]
    batch = engine.Batch.from_decks(name, decks, rules, number=number)
    going = True
    while going:
        same_places(batch, rounds, random)
        going = any(continues(match) for match in rounds)
        acts = []
        for i, match in enumerate(rounds):
            seat, may = first_seat(match)
            acts.append(0)
            if may:
                acts[i] = random.choice([action for action in range(64) if may >> action & 1])
                rounds[i] = step(match, Acted(seat, acts[i]))
        batch.apply(acts)  # type: ignore[arg-type]
    for i, match in enumerate(rounds):
        hold(
            tuple(map(int, batch.points()[i])) == match.totals,
            "The compiled points are those of the rules.",
            match,
        )


def same_places(batch: "engine.Batch", rounds: list[Match], random: Random) -> None:
    """Check that each round has the same position in the batch as by the rules."""
    viewers = [random.choice([*range(batch.seats), SPECTATOR]) for _ in rounds]
    seen = batch.observe(viewers)  # type: ignore[arg-type]
    for i, match in enumerate(rounds):
        hold(
            batch.states[i].tolist() == flat(match.state),
            "The compiled state is that of the rules.",
            match,
        )
        compiled = int(batch.turns[i]), int(batch.masks[i])
        hold(
            compiled == first_seat(match),
            "The compiled rules and the rules allow the same actions.",
            match,
        )
        table = flat(view(match, viewers[i]).table)
        shown = [number for field in seen.values() for number in field[i].reshape(-1).tolist()]
        hold(shown == table, "The compiled view is that of the rules.", match)


def check_perft(name: str) -> None:
    """Check the numbers of sequences of actions from random positions of random rounds, by the
    compiled rules and by the rules.
    """
    for i, rules in enumerate(some_rules(name)):
        random = Random(f"perft {name} {i}")
        match = step(begun(name, rules, random.randrange(1, 9)), Dealt(random_deck(random)))
        for _ in range(PLACES):
            for _ in range(random.randrange(8)):
                if match.playing:
                    match = step(match, random_action(match, random))
            hold(
                counted(match, DEPTH) == sequences(match, DEPTH),
                "As many sequences follow by the compiled rules.",
                match,
            )


def counted(match: Match, depth: int) -> int:
    """The number of sequences of `depth` actions that follow, by the compiled rules."""
    batch = engine.Batch.from_states(
        match.game, [match.deck], [match.state], match.rules, number=match.number
    )
    for _ in range(depth - 1):
        places = [
            (i, action)
            for i in range(len(batch))
            for action in range(64)
            if batch.masks[i] >> action & 1
        ]
        if not places:
            return 0
        batch = batch.take([i for i, _ in places])
        batch.apply([action for _, action in places])  # type: ignore[arg-type]
    return sum(int(mask).bit_count() for mask in batch.masks)


def check_worlds(name: str) -> None:
    """Check that worlds sampled for random views are consistent with them: their logs are legal,
    and the seat sees the same in them.
    """
    random = Random(f"worlds {name}")
    for _ in range(VIEWS):
        law_of_worlds(name, random_rules(GAMES[name], random), random)


def law_of_worlds(name: str, rules: Any, random: Random) -> None:
    """Sample some worlds of a seat's view, at a random position of a round."""
    match = step(fold(opened(name, rules)), Dealt(random_deck(random)))
    if not match.playing:
        return  # the deal ended the round
    for _ in range(random.randrange(40)):
        after = step(match, random_action(match, random))
        if after.playing:
            match = after
    for seat in (random.randrange(len(match.players)), SPECTATOR):
        seen = view(match, seat)
        worlds = sample(seen, WORLDS, random.getrandbits(60))
        for i in range(WORLDS):
            world = fold([*opened(name, rules), *events(seen, worlds, i)])
            hold(fits(seen, world), f"The worlds drawn for the view of seat {seat} fit it.", match)
