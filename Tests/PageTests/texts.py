"""Texts to send."""
import random

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,!?-+%&()"


def plain_texts(count, seed=1):
    """So many different texts of 4 to 20 characters, some of them beyond ASCII; no links."""
    generator = random.Random(seed)
    texts = []
    for number in range(count):
        letters = "".join(generator.choice(LETTERS) for _ in range(generator.randint(1, 16)))
        texts.append(f"{number} {letters.strip()}{generator.choice(['x', 'ü', '→', '7'])}")
    return texts
