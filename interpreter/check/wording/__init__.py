"""What is printed on cards, and what the rules make of it: numbers in words, words for things, texts against rules.

In: card texts, trees of the language, the words that a game gives to its things. Out: filled texts, facts, disagreements.
Layer: check, above syntax and data, below check: it knows what is written, not what names mean in a game.
"""
