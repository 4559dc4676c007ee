"""Texts to send, and those that the page says."""
import pathlib
import random
import re

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,!?-+%&()"


def plain_texts(count, seed=1):
    """So many different texts of 4 to 20 characters, some of them beyond ASCII; no links."""
    generator = random.Random(seed)
    texts = []
    for number in range(count):
        letters = "".join(generator.choice(LETTERS) for _ in range(generator.randint(1, 16)))
        texts.append(f"{number} {letters.strip()}{generator.choice(['x', 'ü', '→', '7'])}")
    return texts


WORDS = (pathlib.Path(__file__).resolve().parents[2] / "Sources/Page/words.js").read_text()


def sentence(key, language="en"):
    """A pattern of what the page says by that key of words.js, with anything in place of {name}."""
    words = WORDS[WORDS.index(f"\n  {language}: {{"):]
    start = re.search(rf"^    '?{re.escape(key)}'?: ", words, re.MULTILINE).end()
    literals = re.match(r"(?:'(?:[^'\\]|\\.)*'|\"[^\"]*\"|\s*\+\s*)+", words[start:])[0]
    text = "".join(each[1:-1] for each in re.findall(r"'(?:[^'\\]|\\.)*'|\"[^\"]*\"", literals))
    return re.compile(re.sub(r"\\{\w+\\}", "(.+)", re.escape(text)))
