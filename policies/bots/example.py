#!/usr/bin/env python3
"""A small bot: spends everything, buys the dearest troop it can pay, and deploys whatever it has.

Run it with: xenosim simulate --policy "exec:python3 policies/bots/example.py" --games 10
"""

import json
import sys

cards = {}


def figures(option):
    """How much a card's figures come to."""
    card = cards.get(option.get("card"), {})
    return card.get("power", 0) + card.get("hp", 0)


def choose(question, options):
    """The number of the option to take."""
    kind = question["type"]
    if kind == "spend":
        return len(options) - 1
    if kind == "buy":
        troops = [
            (cards[option["card"]]["cost"], figures(option), -number)
            for number, option in enumerate(options)
            if option["type"] == "buy" and cards[option["card"]]["class"] == "troop"
        ]
        return -max(troops)[2] if troops else 0
    if kind in ("deploy", "equip-on", "deploy-lane"):
        best = max(range(len(options)), key=lambda number: figures(options[number]))
        return best if kind == "deploy" else len(options) - 1
    if kind == "react":
        return 1 if question.get("overrun") else 0
    return 0


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        cards = {card["id"]: card for card in message["cards"]}
    elif message["type"] == "question":
        answer = choose(message["question"], message["options"])
        print(json.dumps({"number": message["number"], "answer": answer}), flush=True)
