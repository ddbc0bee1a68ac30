"""Random rounds a second of the compiled rules, of OpenSpiel in C++ and from Python, and of the
same rules interpreted, in one run.

    python bench/engine.py [--rounds N] [--repeats K] [--json] [--plot FILE]

Rates are rounds a CPU second of one thread (medians over repeats, the programs in turn). The plot
is docs/performance.svg. OpenSpiel is among the tests' requirements; without it its rows are left
out. Games of installed packages are measured, too.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import numba
import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
import plain
from arguments import count, new_file, run
from machine import as_json, machine

from parlour import engine as compiled
from parlour.catalogue.registry import BUILT_IN, GAMES

CASES: dict[str, tuple[str, Any, int]] = {
    "Straights": ("straights", None, 1),
    "Hearts, no passing": ("hearts", GAMES["hearts"].Rules(pass_cards=0), 1),
    "Hearts, passing": ("hearts", None, 1),
    "Crazy Eights": ("crazy-eights", None, 1),
}
CASES |= {name.replace("-", " ").title(): (name, None, 1) for name in [*GAMES][len(BUILT_IN) :]}
PEERS = {
    "Hearts, no passing": ("hearts", {"pass_cards": False}),
    "Hearts, passing": ("hearts", {"pass_cards": True}),
    "Crazy Eights": ("crazy_eights", {"players": 2}),
    "Oh Hell": ("oh_hell", {"players": 4, "num_tricks_fixed": 7}),
}


def engine(case: str, n: int) -> float:
    """Rounds a CPU second of the compiled rules."""
    game, rules, number = CASES[case]
    compiled.play(game, 1, 1, rules, number=number)  # so that compiling is not measured
    began = time.process_time()
    compiled.play(game, n, 1, rules, number=number)
    return n / (time.process_time() - began)


def interpreted(case: str, n: int) -> float:
    """Rounds a CPU second of the interpreted rules, one state at a time."""
    name, rules, number = CASES[case]
    game: Any = GAMES[name]
    house = rules or game.Rules()
    dice = random.Random(1)
    began = time.process_time()
    for _ in range(n):
        round_, state = game.deal(house, tuple(dice.sample(range(52), 52)), number)
        while True:
            for seat in range(game.seats(house)):
                may = game.legal(round_, state, seat)
                if may:
                    break
            else:
                break
            for _ in range(dice.randrange(may.bit_count())):
                may &= may - 1
            state = game.apply(round_, state, seat, (may & -may).bit_length() - 1)
        game.points(round_, state)
    return n / (time.process_time() - began)


def plain_straights(n: int) -> float:
    """Rounds a CPU second of bench/plain.py."""
    began = time.process_time()
    plain.rounds(n, 1)
    return n / (time.process_time() - began)


def open_spiel(case: str, n: int, uniform: bool = False) -> float:
    """Rounds a CPU second of OpenSpiel, stepped from Python: chance events by the weights of their
    outcomes, players by random legal actions.

    `uniform` ignores the weights and takes a random legal action at chance nodes too. This is
    faster, and gives the same distribution only if all outcomes are equally likely, as in these
    games.
    """
    import pyspiel

    name, parameters = PEERS[case]
    game = pyspiel.load_game(name, parameters)
    dice = random.Random(1)
    began = time.process_time()
    for _ in range(n):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node() and not uniform:
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(actions, weights)[0])
            else:
                state.apply_action(dice.choice(state.legal_actions()))
        state.returns()
    return n / (time.process_time() - began)


def in_cpp(case: str, n: int) -> float:
    """Rounds a CPU second of OpenSpiel's own loop in C++ (`evaluate_bots`) and random bots."""
    import pyspiel

    name, parameters = PEERS[case]
    game = pyspiel.load_game(name, parameters)
    bots = [pyspiel.make_uniform_random_bot(seat, 1 + seat) for seat in range(game.num_players())]
    began = time.process_time()
    for seed in range(n):
        pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
    return n / (time.process_time() - began)


def contestants(rounds: int) -> dict[str, dict[str, Callable[[], float]]]:
    """The measured programs of each case, by name."""
    programs: dict[str, dict[str, Callable[[], float]]] = {}
    for case in CASES:
        row: dict[str, Callable[[], float]] = {"engine": partial(engine, case, rounds)}
        row["interpreted rules"] = partial(interpreted, case, 1 + rounds // 2000)
        if case == "Straights":
            row["plain Python"] = partial(plain_straights, 1 + rounds // 100)
        elif case in PEERS and peer_there():
            row["OpenSpiel, C++"] = partial(in_cpp, case, 1 + rounds // 200)
            row["OpenSpiel"] = partial(open_spiel, case, 1 + rounds // 1000)
            row["OpenSpiel, no weights"] = partial(open_spiel, case, 1 + rounds // 400, True)
        programs[case] = row
    return programs


def peer_there() -> bool:
    """Whether OpenSpiel is installed."""
    import importlib.util

    return importlib.util.find_spec("pyspiel") is not None


def measure(rounds: int, repeats: int) -> dict[str, dict[str, float]]:
    """Medians over repeats; the programs of a case run in turn."""
    results = {}
    for case, row in contestants(rounds).items():
        rates: dict[str, list[float]] = {name: [] for name in row}
        for _ in range(repeats):
            for name, once in row.items():
                rates[name].append(once())
        results[case] = {name: statistics.median(values) for name, values in rates.items()}
        results[case]["cycles a move"] = hertz() / results[case]["engine"] / moves(case)
    return results


def moves(case: str) -> float:
    """The mean number of actions in a round."""
    game, rules, number = CASES[case]
    return float(compiled.play(game, 20_000, 1, rules, number=number).moves.mean())


def chain(n: int) -> int:
    """Run 4 n operations of one cycle each, each dependent on the one before."""
    x = 12345
    for _ in range(n):
        x ^= x << 1
        x ^= x << 3
    return x


@cache
def hertz() -> float:
    """The processor's clock rate in hertz, measured by a chain of operations of one cycle each; the
    rate that the system reports is often wrong.
    """
    compiled: Any = numba.njit(chain)
    compiled(1)
    times = []
    for _ in range(5):
        began = time.process_time()
        compiled(20_000_000)
        times.append(time.process_time() - began)
    return 80_000_000 / min(times)


def plot(results: dict[str, dict[str, float]], path: str) -> None:
    """Bars on a logarithmic scale, as SVG."""
    colours = {
        "engine": "#0b635e",
        "interpreted rules": "#8a8577",
        "plain Python": "#575f5b",
    }
    bars = [
        (case, name, rate)
        for case, row in results.items()
        for name, rate in row.items()
        if name != "cycles a move"
    ]
    parts, y, last = [], 30, ""
    for case, name, rate in bars:
        if case != last:
            parts.append(f'<text x="10" y="{y + 16}" font-weight="600">{case}</text>')
            y, last = y + 24, case
        long = 560 * max(0.0, float(np.log10(rate)) - 2) / 5
        fill = colours.get(name, "#8a4a00")
        parts.append(f'<text x="150" y="{y + 13}" text-anchor="end">{name}</text>')
        parts.append(f'<rect x="158" y="{y}" width="{long:.1f}" height="16" fill="{fill}"/>')
        parts.append(f'<text x="{164 + long:.1f}" y="{y + 13}">{rate:,.0f}</text>')
        y += 21
    title = (
        '<text x="10" y="18" font-size="15">Random rounds a second (logarithmic, from 100)</text>'
    )
    style = 'font-family="system-ui, sans-serif" font-size="12" fill="#1d2524"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 820 {y + 10}" {style}>'
    ground = f'<rect width="820" height="{y + 10}" fill="#fdfbf6"/>'
    Path(path).write_text("\n".join([head, ground, title, *parts, "</svg>", ""]))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=count, default=400_000)
    parser.add_argument("--repeats", type=count, default=5)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--plot", type=new_file, metavar="FILE")
    options = parser.parse_args()
    results = measure(options.rounds, options.repeats)
    if options.plot:
        plot(results, options.plot)
    if options.json:
        print(as_json(options.rounds, options.repeats, results))
        return
    print(machine())
    for case, row in results.items():
        print(f"{case}: {row['cycles a move']:.0f} cycles a move at {hertz() / 1e9:.2f} GHz")
        for name in row:
            if name != "cycles a move":
                ratio = row["engine"] / row[name]
                print(
                    f"  {name:22} {row[name]:12,.0f} rounds/s   the engine is {ratio:7.1f} times "
                    f"that"
                )


if __name__ == "__main__":
    run(main)
