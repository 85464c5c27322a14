"""Run by the Python of the peer's own environment: sets orders for 132 phases of Diplomacy and processes them.

Prints the seconds that setting and processing took; choosing the orders, which come from a seeded draw, is not counted.
"""

import random
import time

from diplomacy import Game

PHASES = 132


def play() -> float:
    random.seed(1)
    game, done, took = Game(), 0, 0.0
    while done < PHASES:
        if game.is_game_done:
            game = Game()
        possible = game.get_all_possible_orders()
        orders = {
            power: [random.choice(possible[place]) for place in game.get_orderable_locations(power) if possible[place]]
            for power in game.powers
        }
        start = time.perf_counter()
        for power, listed in orders.items():
            game.set_orders(power, listed)
        game.process()
        took += time.perf_counter() - start
        done += 1
    return took


play()
print(min(play() for _ in range(3)))
