"""False friends: what people write because English, other rulebooks or other languages say it that way.

In: nothing. Out: PHRASES, each a pattern of a line, what the language says instead, and why. Layer: syntax.
A phrase is only ever suggested after trying that reading gets further with it, so a pattern may be generous.
To add one: a line in a table below, and a line in tests/syntax/test_messages.py.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache, partial

from interpreter.source import Help
from interpreter.source.fixes import cut, pattern_instead

FOREIGN = "R0113"  # the language says it in another way
SIGN = "R0106"
NAME = "R0108"
NAMES_HELP = "a name has lower-case letters, digits and _, and begins with a letter"
BLOCKS = Help("leave it out: a block ends where its indentation ends", cut)
OTHERWISE = '"{}" is written differently here'
NO_SENTENCE = '"{}" begins no sentence'


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase of other languages, and what to write instead.

    `words` is matched with a line without comments, texts as dots; in `better`, \\g<a> stands for the group a."""

    words: str  # a pattern
    better: str
    message: str  # {} is what was written
    help: str | None = None  # instead of the corrected line
    code: str = FOREIGN
    is_fix: bool = False  # with a help of its own: is `better` what was meant, and not only readable?

    @property
    def pattern(self) -> re.Pattern[str]:
        """Only a text with a mistake needs it, and there are hundreds."""
        return _compiled(self.words)


_compiled = lru_cache(maxsize=None)(re.compile)


def _start(pattern: str, better: str, message: str = NO_SENTENCE, help: str | None = None) -> Phrase:
    """A phrase at the beginning of a line."""
    return Phrase(rf"^(?P<_>\s*)(?:{pattern})", rf"\g<_>{better}", message, help)


def _inside(
    pattern: str,
    better: str,
    message: str = OTHERWISE,
    help: str | None = None,
    code: str = FOREIGN,
    is_fix: bool = False,
) -> Phrase:
    """A phrase anywhere in a line."""
    return Phrase(pattern, better, message, help, code, is_fix)


def _sign(pattern: str, better: str, help: str | None = None, is_fix: bool = False) -> Phrase:
    return Phrase(pattern, better, 'the sign "{}" is not used here', help, SIGN, is_fix)


def _owner(pattern: str) -> Phrase:
    return Phrase(pattern, r"\g<a>'s \g<b>", "what belongs to something is written with 's", None, NAME)


NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
# ---- signs and spellings that come from a keyboard or a word processor
SPELLINGS = (
    _inside("[“”„‟«»″](?P<a>[^“”„‟«»″\"]*)[“”„‟«»″\"]", r'"\g<a>"', "these are not the quotes used for texts",
            'use the plain quote "', SIGN, True),
    _inside("(?P<a>[a-z0-9])[‘’´`′]s\\b", r"\g<a>'s", "this is not the apostrophe of 's", "use the plain apostrophe '",
            SIGN, True),
    _inside("[\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f\u2060\u3000\ufeff\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x85]+", " ",
            "there is an invisible character here", "delete it and type an ordinary space", SIGN, True),
    _owner(r"\b(?P<a>[a-z]\w*)\.(?P<b>[a-z]\w*)"),
    _owner(r"\b(?P<a>[a-z]\w*) ?(?:->|::) ?(?P<b>[a-z]\w*)"),
    _owner(r"\b(?P<a>[a-z]\w*?)s' (?P<b>[a-z]\w*)"),
    _owner(r"\b(?P<a>[a-z]\w*?)s (?P<b>[a-z]\w*)(?= (?:is|to|by|=)\b)"),
    _inside(r"\b(?:the|an|his|her|their|its|this|that|(?<!is )a) (?=[a-z])", "", 'no "{}" goes before a name'),
    _inside(r" (?:please|also|now|just|simply|only|immediately|again)\b", "", '"{}" says nothing here'),
    _inside(r"'(?P<a>[^'\"]+)'", r'"\g<a>"', "a text goes in double quotes"),
    _inside(r"\b(?P<k>because|announce|prompt) (?P<a>[a-z][^\"]*)\"?$", r'\g<k> "\g<a>"', "a text goes in quotes"),
    _inside(r"\bfrom (?P<a>[\w/.-]+\.ya?ml)\b", r'from "\g<a>"', "the name of a file goes in quotes"),
    _inside(r"\bfrom \"(?P<a>·+)\"", r'from "\g<a>.yaml"', "the name of a table ends with .yaml"),
    *(
        _inside(rf"\b{word}\b(?= [a-z(])", str(number), "an amount is written with digits")
        for number, word in enumerate(NUMBERS, start=1)
    ),
)  # fmt: skip

# ---- whole sentences of rulebooks
SENTENCES = (
    _start(r"roll an? die(?P<a> of \w+)?$", r"roll 1 die\g<a> as result", "how many dice, and what is the result called?"),
    _start(r"(?:flip|toss) (?:an? |the )?coin$", "roll 1 die of 2 as coin", "a coin is a die with two sides"),
    _start(r"draws? (?:an? |one |the )?(?:top )?cards?$", "draw 1 from deck to hand(player)",
           "it is not said how many are drawn, from where and to where", "write: draw 1 from deck to hand(player)"),
    _start(r"(?:[a-z]\w* )?discards? (?!.* to ).+$", "move card to discards", "what is discarded is moved",
           "write: move card to discards"),
    _start(r"end (?:the |their |your |his |her )?(?:turn|phase|round)$", "stop", "a turn is over where its steps end"),
    _start(r"(?:the )?next player(?:'s turn)?$", "stop", "whose turn it is belongs where turns are taken",
           "turns are taken with each player, and below it turn(player); the next player is next_player(player)"),
    _start(r"(?:all|every|each) (?:the )?players? (?P<v>gain|lose|pay|score|choose|draw)s? (?P<b>.+)$",
           r"each player\n\g<_>  player \g<v>s \g<b>", "what each of them does goes below the each"),
    _start(r"give (?P<a>[a-z]\w*) (?P<n>\d+) (?P<b>[a-z]\w*)$", r"\g<a> gains \g<n> \g<b>",
           "a player who gets something gains it"),
)  # fmt: skip

# ---- what beginners type, from other rule languages and from English
QUERIES = r"(?P<q>count|some|no|list|first|last|sole|tied|the|sum|every|highest|lowest)\("
PAIRS = (
    "write one inside the other: some(here in squares where some(there in squares where ...)), and to count pairs: "
    "sum(count(there in squares where ...) over here in squares)"
)
BEGINNERS = (
    _inside(QUERIES + r"(?P<v>[^()]+ over )?(?P<a>\w+ in [^(),]+?)(?: and|,) (?P<b>\w+ in .*)\)",
            r"\g<q>(\g<v>\g<a> where some(\g<b>))", "a query goes through one thing", PAIRS),
    _start(r"(?P<s>secretly )?each (?P<a>\w+ in [^,]+?)(?: and|,) (?P<b>\w+ in .+)$", r"\g<s>each \g<a>\n\g<_>  each \g<b>",
           "an each goes through one thing", "write another each on the line below it, further in: each there in squares"),
    _inside(QUERIES + r"(?P<a>[^(),]+ in [^(),]+), ", r"\g<q>(\g<a> where ", 'a condition in a query begins with "where"'),
    _inside(QUERIES + r"(?P<a>[^()]+ in [^()]+?) until ", r"\g<q>(\g<a> while not ", 'a query ends with "while not"'),
    _inside(QUERIES + r"(?P<a>[^()]+ in [^()]+?) where (?P<b>[^()]+?) while (?P<c>[^()]+)\)",
            r"\g<q>(\g<a> while \g<c> where \g<b>)", '"while" goes before "where"'),
    _inside(r" (?P<k>by (?:highest|lowest) (?:[^()]|\((?:[^()]|\([^()]*\))*\))+?) where "
            r"(?P<c>(?:[^()]|\((?:[^()]|\([^()]*\))*\))+?)(?=\)|$)", r" where \g<c> \g<k>", '"where" goes before "by"'),
    _inside(QUERIES + r"(?P<a>[^()]+) for (?P<b>\w+ in )", r"\g<q>(\g<a> over \g<b>",
            '"over" goes between a value and what it is calculated for'),
    _start(r"cards (?P<a>\w+(?: plural \w+)?) (?:is|are|for every|for all) (?P<b>\w+(?: and \w+)+)$",
           r"cards \g<a> for each \g<b>", 'write one card for each combination with "for each"'),
    _start(r"cards (?P<a>\w+(?: plural \w+)?) for (?:each|every|all) (?P<b>\w+), (?P<c>\w+)$",
           r"cards \g<a> for each \g<b> and \g<c>", 'the parts of a card are joined by "and"'),
    _inside(r"(?P<v>\bchooses? )(?P<a>\w+ in [^,]+), (?P<b>\w+ in )", r"\g<v>\g<a> and \g<b>",
            'things that are one decision are joined by "and"'),
    _inside(r"(?P<v>\bchooses? )(?P<a>\w+(?: in [^,]+?)?) where (?P<c>.+?) and (?P<b>\w+ in \S+) where (?P<d>.+)$",
            r"\g<v>\g<a> and \g<b> where \g<c> and \g<d>", 'of things that are one decision, "where" comes last'),
    _inside(r"(?P<v>\bchooses? )(?P<a>\w+)(?P<i> in [^,]+?)? as (?P<b>\w+) and ", r"\g<v>\g<b>\g<i> and ",
            "of things that are one decision each has one name", "write: player chooses start in squares and target in squares"),
    _inside(r"\b(?P<v>chooses?) (?P<a>[a-z]\w*) at once in ", r"\g<v> 2 \g<a> at once in ",
            "it does not say how many are chosen at once"),
    _inside(r"\b(?P<v>chooses? .*\w) (?P<b>in .*\S) at once$", r"\g<v> at once \g<b>", '"at once" goes before "in"'),
    _start(r"(?P<e>each \w+) at once (?P<b>in .+)$", r"\g<e> \g<b> at once", '"at once" goes at the end of the line'),
    _inside(r"\b(?P<v>chooses? .* or [a-z]\w*(?: in [^,]+?)?) as \w+$", r"\g<v>",
            'of things joined by "or" each keeps its own name, and those that are not chosen are none'),
    _start(r"any(?:one|body)?(?: other)?(?: player)? may\b", "one of players as rival may",
           "only one of them will do it: give that one a name"),
    _start(r"(?P<a>one of [a-z][\w()]*) may\b", r"\g<a> as rival may", "give that one a name"),
    _start(r"(?P<a>one of .+?) as (?P<n>[a-z]\w*)(?P<c> where .+?)(?= (?:secretly )?may\b)", r"\g<a>\g<c> as \g<n>",
           '"where" goes before "as"'),
    _start(r"each other player\b", "each other in others(player)", "everybody else is others(player)"),
    _start(r"skip .+$", "stop", "there is no word for skipping somebody",
           "keep it (keep skipped(player): yes or no), and ask for it where the turn begins"),
    _start(r"re-?(?:roll|throw)s? .+$", "roll 1 dice as fresh", "dice that are thrown again are thrown like others",
           "write: roll 5 - count(kept) dice as fresh, and then: set thrown to joined(kept, fresh)"),
    _start(r"secretly rolls? ", "player secretly rolls ", "begin the sentence with who alone sees the dice"),
    _inside(r"\bsecretly (?P<a>may take|takes?) one of\b", r"\g<a> one of", "what an action does is seen by everyone",
            "in secret there are ways: write secretly chooses or secretly may, and below it a line for each, such as: to build"),
    _start(r"change (?P<a>\w+'s \w+) to (?P<b>(?:[a-z][\w']*(?: [a-z]\w*)? (?:gains?|loses?|pays?|scores?|chooses?|takes?)"
           r"|set|move|draw|raise|lower|each|if|announce|roll|shuffle)\b.*)$", r"instead of \g<a>\n\g<_>  \g<b>",
           "steps are replaced as a whole"),
    _start(r"add action ", "add ", 'an action is added by its name, without "action"'),
    _inside(r"(?<!force)(?P<a>, )in order of (?:arrival|coming)\b", r"\g<a>in force in order of arrival",
            "what has an order are the rules of cards in force"),
    _inside(r"\bseen by (?:everyone|everybody|all)(?: players)? (?:but|except)(?: the)? owner\b", "seen by others",
            "everyone but the owner are the others"),
    _inside(r"\bwithout (?:a )?border\b", "without borders"),
    _inside(r"(?P<a>\bon a (?:hexagon|triangle) of side \w+) without borders", r"\g<a>",
            "only a grid of squares and a rhombus of hexagons can be without borders",
            "say how wide and high it is: on a rhombus 24 by 24 without borders"),
    _inside(r"\bon (?:a )?(?:hexagon|hexes)(?: grid)?(?: of)?(?: size| side)? (?P<a>\w+)$", r"on a hexagon of side \g<a>",
            "the size of a hexagon is its side"),
    _inside(r"\bon (?:a )?hexagon (?P<a>\w+) (?:by|x) (?P<b>\w+)", r"on a rhombus \g<a> by \g<b>",
            "a hexagon has one size, its side"),
    _inside(r"\bon (?:a )?hex(?:agonal)? (?:grid|board)(?: of)?(?: size| side)? (?P<a>\w+)$", r"on a hexagon of side \g<a>",
            "hexagons form a hexagon, a rhombus or a triangle"),
    _inside(r"(?<=: )(?P<a>-?\w+) to (?P<b>\w+ ?[-+*/] ?\w+)", r"\g<a> to (\g<b>)",
            "a calculated end of a range goes in brackets"),
    _inside(r"(?<=[\w)]),? (?:at most|up to) (?P<a>\d+) (?:deep|levels?|times)(?= =)", r", up to \g<a> times",
            "how often a value may use itself goes after a comma"),
    _inside(r"(?<=\w) (?:may not|can not|can't)\b", " cannot"),
    _inside(r"\b(?P<k>if|needs|and|or|not|while|until|where) (?P<a>[a-z]\w*) may (?P<b>[a-z])", r"\g<k> \g<a> can \g<b>",
            'whether somebody can do something is asked with "can"'),
    _inside(r"\buntil (?:everyone|everybody|all players|all|nobody) (?:passes|passed|has passed|have passed)\b",
            "until all pass"),
    _inside(r"\b(?P<a>[a-z]\w*)\[(?P<b>\w+)\]", r"item(\g<a>, \g<b>)", "an item of a list is found by its number"),
    _inside(r"(?P<a>\w+) (?:mod|modulo) (?P<b>\w+)", r"remainder(\g<a>, \g<b>)"),
    _inside(r"\b(?P<a>[a-z]\w*)'s (?:from|to)\b", r"\g<a>'s ends_of_it",
            "the ends of a connection are read by the plural of its places",
            "write road's cities for both ends, or far_end(road, city) for the other one"),
)  # fmt: skip

# A kept number that is called like one of these cannot stand at the end of a sentence.
WORDS_BEHIND_A_NUMBER = r"(?:scores?|wins?|dice|die|times|leaves?)"
INNER = r"(?:[^()]|\((?:[^()]|\([^()]*\))*\))"  # a sign, or something in brackets
THING = rf"[a-z]\w*(?:\({INNER}*\))?(?:'s [a-z]\w*(?:\({INNER}*\))?)*"  # player's hand, hand(player), card's icons
NOT_A_WORD = r"\b(?!(?:if|needs|where|and|or|not|when|while|until|over|satisfies)\b)"
NAMED_LIKE_WORDS = tuple(
    _start(rf"(?P<a>{THING}) {verb}s? (?P<n>\S.*) (?P<b>{WORDS_BEHIND_A_NUMBER})$", rf"{step} \g<a>'s \g<b> by \g<n>",
           "the name of this number is a word of the language, which is in the way here")
    for verb, step in (("gain", "raise"), ("lose", "lower"))
)  # fmt: skip
SMALLER = tuple(
    _inside(rf"\b{word}\((?P<o>\[)?(?P<a>{INNER}*?), (?P<b>(?:(?!\bover\b)[^()\[\]]|\({INNER}*\))*)(?(o)\])\)",
            rf"{better}(\g<a>, \g<b>)", f'of two numbers one is {better}; "{word}" goes through many')
    for word, better in (("lowest", "smaller"), ("highest", "larger"))
)  # fmt: skip
COMPARISONS = (
    _sign(r" ?(?:is )?(?:>=|=>|≥) ?", " is at least "),
    _sign(r" ?(?:is )?(?:<=|=<|≤) ?", " is at most "),
    _sign(r" ?(?:!=|<>|≠|~=) ?", " is not "),
    _sign(r" ?={2,3} ?", " is "),
    _sign(r" ?={2,3} ?", " = "),
    _sign(r" ?(?:is )?> ?", " is more than "),
    _sign(r" ?(?:is )?< ?", " is less than "),
    _inside(r"\bis (?=is\b)", "", "this word is here twice"),
    _inside(r"\bis (?:greater|bigger|larger|higher|more) than or equal(?: to)?\b", "is at least"),
    _inside(r"\bis (?:not|no) (?:less|fewer|smaller) than\b|\bis atleast\b|\bis (?:min|minimum)\b", "is at least"),
    _inside(r"\bis (?:less|smaller|lower|fewer) than or equal(?: to)?\b", "is at most"),
    _inside(r"\bis (?:not|no) (?:more|greater|bigger) than\b|\bis atmost\b|\bis (?:max|maximum|up to)\b", "is at most"),
    _inside(r"\bis (?:greater|bigger|larger|higher|over|above|more)(?: than| then)?\b|\bexceeds\b", "is more than"),
    _inside(r"\bis (?:smaller|lower|fewer|under|below|less)(?: than| then)?\b", "is less than"),
    _inside(r"\b(?:is not equal to|is different from|does not equal|differs from|isn't|isnt|aren't|are not)", "is not"),
    _inside(r"\b(?:is equal to|is the same as|is exactly|is equals?|equals?)\b", "is"),
    _inside(r"\b(?:is not one of|is none of)\b", "is not in"),
    _inside(r"\b(?:is one of|is any of|is either of|is among|is part of|is inside)\b", "is in"),
    _inside(r"\bis (?:in )?between (?P<a>\S+) and (?P<b>\S+)", r"is in \g<a> to \g<b>",
            '"between" is written differently here'),
    _inside(NOT_A_WORD + rf"(?P<a>{THING}) (?:contains|includes)(?: no| not) (?P<b>{THING})", r"\g<b> is not in \g<a>",
            '"contains" is written differently here'),
    _inside(NOT_A_WORD + rf"(?P<a>{THING}) (?:does not|doesn't|do not|don't) (?:contain|include)s? (?P<b>{THING})",
            r"\g<b> is not in \g<a>", '"contains" is written differently here'),
    _inside(NOT_A_WORD + rf"(?P<a>{THING}) (?:contains?|includes?) (?P<b>{THING})", r"\g<b> is in \g<a>",
            '"contains" is written differently here'),
    _inside(r"(?<!is )\bnot in\b", "is not in", '"not in" needs an "is"'),
    _inside(r"\b(?P<a>if|needs|where|and|or|not|when) (?P<b>[a-z][\w']*(?: \w+)?) in\b", r"\g<a> \g<b> is in",
            'a condition needs an "is"'),
    _inside(r"\bare\b", "is"),
    _inside(r"(?<=[\w)]) ?=(?= ?[\w(])", " is", 'two values are compared with "is"'),
)  # fmt: skip

HAS = r"\b(?P<a>[a-z]\w*) (?:has|have|owns|holds) "
OWNING = (
    _inside(HAS + r"(?P<b>at least|at most|more than|less than) (?P<c>\w+) (?P<d>[a-z]\w*)",
            r"\g<a>'s \g<d> is \g<b> \g<c>",
            '"has" is written differently here'),
    _inside(HAS + r"fewer than (?P<c>\w+) (?P<d>[a-z]\w*)", r"\g<a>'s \g<d> is less than \g<c>",
            '"has" is written differently here'),
    _inside(HAS + r"no (?P<d>[a-z]\w*)", r"\g<a>'s \g<d> is 0", '"has" is written differently here'),
    _inside(HAS + r"(?P<c>\d+) (?P<d>[a-z]\w*)", r"\g<a>'s \g<d> is at least \g<c>", '"has" is written differently here'),
    _inside(HAS + r"(?:enough |any |the |an? )?(?P<d>[a-z]\w*)", r"\g<a>'s \g<d> is yes",
            '"has" is written differently here',
            "what belongs to somebody is written with 's and compared: player's money is at least 3"),
)  # fmt: skip

LOGIC = (
    _sign(r" ?&&? ?", " and "),
    _sign(r" ?\|\|? ?", " or "),
    _sign(r"!(?!=) ?", "not "),
    _inside(r",? but\b|, and\b", " and"),
    _inside(r",? then:?$", "", 'there is no "then" after a condition'),
    _inside(r" do:?$", "", "nothing goes between a condition and its block"),
    _inside(r" ?:$", "", "this line does not end with a colon"),
    _inside(r" ?[;.]$", "", 'a line does not end with "{}"', None, SIGN),
    _inside(r"\{(?P<a>[^{}]+)\}", r"(\g<a>)", "curly brackets are only used inside texts", None, SIGN),
    _inside(r" ?[{}]$|^ *[{}]", "", "curly brackets are only used inside texts", BLOCKS, SIGN),
    _inside(r",$", "", "a line does not end with a comma"),
    _sign(r"(?:(?<=\s)|^)(?://|--|/\*).*$", "",
          Help("a comment begins with #", partial(pattern_instead, r"(?:(?<=\s)|^)(?://|--|/\*)", "#", is_safe=True))),
)  # fmt: skip

VALUE = r"(?P<p>\b(?:to|by|give|answer)|=) "
CONDITIONALS = (
    _start(r"(?P<l>let [a-z][^=]*= )(?P<a>(?!.* otherwise\b)[^()]+?) if (?P<b>.+)$", r"\g<l>(\g<a> if \g<b> otherwise none)",
           "it does not say what the value is otherwise"),
    _inside(VALUE + r"(?P<a>[^()]+? if [^()]+? otherwise [^()]+)$", r"\g<p> (\g<a>)",
            "a value with two cases goes in brackets"),
    _inside(VALUE + r"(?P<a>(?:[^()]|\([^()]*\))+?) otherwise (?P<b>(?:[^()]|\([^()]*\))+)$", r"\g<p> (\g<a> otherwise \g<b>)",
            "a value and what stands in for none go in brackets"),
    _inside(VALUE + r"\(?(?P<a>[^()]+?) if (?P<b>[^()]+?) else (?P<c>[^()]+?)\)?$",
            r"\g<p> (\g<a> if \g<b> otherwise \g<c>)",
            '"else" is written differently here'),
    _inside(VALUE + r"if (?P<b>[^()]+?),? then (?P<a>[^()]+?),? (?:else|otherwise) (?P<c>[^()]+)$",
            r"\g<p> (\g<a> if \g<b> otherwise \g<c>)", "a value with two cases is written differently here"),
    _inside(VALUE + r"(?P<b>[^()]+?) \? (?P<a>[^:]+?) : (?P<c>[^()]+)$", r"\g<p> (\g<a> if \g<b> otherwise \g<c>)",
            "a value with two cases is written differently here"),
    _start(r"(?P<a>(?!(?:if|otherwise|let|needs|must|when) ).+?),? (?:if|when) (?P<b>.+)$", r"if \g<b>\n\g<_>  \g<a>",
           "a condition comes first, on a line of its own"),
    _start(r"(?P<a>(?!(?:if|otherwise|let|needs|must) ).+?),? unless (?P<b>.+)$", r"if not (\g<b>)\n\g<_>  \g<a>",
           "a condition comes first, on a line of its own"),
    _start(r"if (?P<a>.+?)(?:,| then|:) (?P<b>.+)$", r"if \g<a>\n\g<_>  \g<b>",
           "what happens goes on a line of its own"),
    _start(r"(?P<s>[a-z][\w']*) (?P<a>.+?),?(?: and| then)+ (?P<b>(?:gains|loses|pays|chooses|scores|wins)\b.*)$",
           r"\g<s> \g<a>\n\g<_>\g<s> \g<b>", "each sentence has a line of its own"),
    _start(r"(?P<a>.+?)(?:,? and then|,? then|,? and|[,;]) (?P<b>[a-z].*)$", r"\g<a>\n\g<_>\g<b>",
           "each sentence has a line of its own"),
)  # fmt: skip

OPENERS = (
    _start(r"for each\b|for every\b|for all\b|foreach\b|every(?! *\()\b|all(?= \w)|for(?= \w+ in\b)", "each"),
    _start(r"(?:else|or),? if\b|elif\b|elsif\b|elseif\b|else when\b|otherwise, if\b", "otherwise if"),
    _start(r"(?:or )?else\b(?! if):?|otherwise(?:,|:| then\b)", "otherwise"),
    _start(r"unless (?P<a>.+?)(?: then|:)?$", r"if not (\g<a>)", '"unless" begins no sentence'),
    _start(r"(?:when|whenever|in case|provided)\b(?: that\b)?", "if"),
    _start(r"(?:as long as|while)\b", "repeat while"),
    _start(r"until\b", "repeat until"),
    _start(r"(?:do|loop|repeat)(?: for)? (?P<a>(?!while|until)\S+?)(?: times?| x)?:?$", r"repeat \g<a> times",
           '"times" goes after the number'),
    _start(r"(?:loop|do|forever|repeat forever):?$", "repeat"),
    _start(r"stop (?:the )?(?:repeat|loop|looping)$", "stop repeating"),
    _start(r"(?:return|yield)(?= \S)", "give"),
    _start(r"(?:print|say|tell|write|log|display|message|show)(?= \")", "announce"),
    _start(r"(?:the )?game (?:ends|is over)$|(?:end|finish|stop) (?:the )?game$|game over$|end of (?:the )?game$",
           "end game"),
    _start(r"(?:increase|increment|boost)\b", "raise"),
    _start(r"(?:decrease|decrement|reduce|diminish)\b", "lower"),
    _start(r"add (?P<a>\S+) to (?P<b>.+)$", r"raise \g<b> by \g<a>", '"add" changes no value'),
    _start(r"(?:subtract|deduct|remove|take) (?P<a>\S+) from (?P<b>.+)$", r"lower \g<b> by \g<a>",
           "this changes no value"),
    _start(r"(?:place|put|discard|return|bring) (?P<a>[\w']+(?: \w+)?) (?:in|on|into|onto|to) ", r"move \g<a> to ",
           "a thing is moved with move ... to"),
    _start(r"(?:reveal|display|present)\b", "show"),
    _start(r"(?:mix|scramble|reshuffle)\b", "shuffle"),
    _start(r"(?:throw|cast)\b", "roll"),
    _start(r"draw (?P<a>\S+) (?:cards?|tiles?) from\b", r"draw \g<a> from",
           "what is drawn is not named: the pile knows it"),
    _start(r"(?:make sure|require|requires|check|assert|ensure|precondition)(?: that)?\b:?", "needs"),
    _start(r"(?:call|run|execute|perform|do) (?=\w+\()", "", "a procedure is called by its name alone"),
    _start(r"(?P<a>[a-z]\w*_\w*) (?P<b>[a-z]\w*(?:, [a-z]\w*)*)$", r"\g<a>(\g<b>)",
           "what a procedure works with goes in brackets"),
    _start(r"(?:question|ask|text|title):?(?= \")", "prompt"),
    _start(r"(?:option|choice|or|-|\*) (?P<a>[a-z]\w*)\b:?", r"to \g<a>", 'each option begins with "to"'),
)  # fmt: skip

DECLARATIONS = (
    *(
        _start(rf"keep (?P<a>[a-z]\w*) ?: {type_}(?:, starts at (?P<b>.+))?$", rf"let \g<a> = {start}",
               "`keep` goes at the top of a procedure: further in, a value is named with let")
        for type_, start in (("(?:number|-?\\d+ to \\w+)(?= *$)", "0"), ("yes or no(?= *$)", "no"), ("[^,]+", r"\g<b>"))
    ),
    _start(r"for each player:? keep (?P<a>\w+)", r"keep \g<a>(player)", "whose value it is goes in brackets"),
    _start(r"each player keeps (?P<a>\w+)", r"keep \g<a>(player)", "whose value it is goes in brackets"),
    _start(r"keep (?P<a>\w+)'s (?P<b>\w+)", r"keep \g<b>(\g<a>)", "whose value it is goes in brackets"),
    _start(r"keep (?P<a>\w+) (?:for|of|per) (?:each |every )?(?P<b>\w+)", r"keep \g<a>(\g<b>)",
           "whose value it is goes in brackets"),
    _start(r"(?:def|define|function|func|fun|sub|method|routine|proc|rule|process)(?= \w)", "procedure"),
    _start(r"(?P<k>procedure|phase|action|let) (?P<a>\w+) (?P<b>(?:player|card|place|number)\b[\w, ]*)",
           r"\g<k> \g<a>(\g<b>)",
           "what it works with goes in brackets"),
    _start(r"freeaction\b|free-action\b", "free action"),
    _start(r"instead(?! of)\b", "instead of"),
    _start(r"(?:turn|round|stage|segment)(?= \w)", "phase"),
    _start(r"(?:class|enum|enumeration|type|record|struct|sort)(?= \w)", "kind"),
    _start(r"(?:card|deck)(?= \w)", "cards"),
    _start(r"(?:var|variable|int|integer|bool|boolean|number|store|global|counter|value)(?= \w)", "keep"),
    _start(r"(?:const|constant|formula|define)(?= \w)", "let"),
    _start(r"(?:house ?rule|expansion|module|extension)(?= \w)", "variant"),
    _start(r"(?:invariant|ensure|limit)(?= \w)", "always"),
    _start(r"(?:remove|delete|skip|drop)(?= \w+$)", "without"),
    _start(r"(?:replace|modify|override|alter)(?= \w)", "change"),
    _start(r"(?:setting|parameter|config)(?= \w)", "option"),
    _start(r"change (?P<a>.+?) from (?P<b>-?\w+ to -?\w+) to (?P<c>-?\w+ to -?\w+)$", r"change \g<a> to \g<c> was \g<b>",
           "what it was goes after what it is"),
    _start(r"change (?P<a>.+?) from (?P<b>.+?) to (?P<c>.+)$", r"change \g<a> to \g<c> was \g<b>",
           "what it was goes after what it is"),
    _start(r"change (?P<a>.+?) to -?\w+ to -?\w+ when .+$", r"change \g<a> to 1",
           "a range is known before the game begins, so it does not depend on what happens in it",
           "leave out `when ...`; or let the range be wide enough, and say with `needs` how far a player may go"),
    _start(r"change (?P<a>.+?) to (?:be )?(?:seen|visible|shown) (?:by|to) (?:all|everyone|everybody)(?: players)?$",
           r"change \g<a> to be seen by everyone", "who sees something is written differently here"),
    _start(r"change (?P<a>.+?) to (?:be )?(?:seen|visible|shown) (?:by|to) ", r"change \g<a> to be seen by ",
           "who sees something is written differently here"),
    _start(r"change (?P<a>.+?) seen by ", r"change \g<a> to be seen by ", "who sees something is written differently here"),
    _start(r"(?P<a>cards \w+(?: plural \w+)? made in play)$", r"\g<a>, up to 60",
           "it does not say how many of them there can be at the same time"),
    _start(r"without (?:the )?needs?(?: (?:of|in|for|from)(?: the)?)? (?P<a>[a-z]\w*)$", r"without \g<a>",
           "a single needs is left out by the text behind its `because`",
           'write that text and where it stands: without needs "too dear" in buy'),
    _start(r"change (?P<a>.+?) ?= ?", r"change \g<a> to ", '"change" says what a value is changed "to"'),
    _start(r"change (?P<a>.+?) to (?P<b>.+?) if ", r"change \g<a> to \g<b> when ",
           'the condition of a change begins with "when"'),
    _start(r"kind (?P<a>\w+) ?[:=] ?", r"kind \g<a> is ", 'the names of a kind go after "is"'),
    _start(r"(?P<k>kind \w+ (?:plural \w+ )?is \w[\w, ]*?),? (?:or|and) ", r"\g<k>, ",
           "the names of a kind are separated by commas"),
    _start(r"option (?P<a>.+?) is (?:yes|no|yes/no|on or off)(?=,)", r"option \g<a> is yes or no",
           "an option says all its values"),
)  # fmt: skip

TYPES = (
    _inside(r"\b(?P<a>\d+) ?(?:-|–|\.{2,3}|…) ?(?P<b>\d+)", r"\g<a> to \g<b>",
            'write a range of numbers with "to"'),
    _inside(r"(?<=: )(?:deck|stack|bag|hand|collection|supply) of\b", "pile of"),
    _inside(r"(?<=: )(?:array|set|sequence) of\b", "list of"),
    _inside(r"(?<=: )(?:int|integer|number) (?=\d)", ""),
    _inside(r"(?<=: )(?:yes/no|true or false|true/false)(?=,|$)", "yes or no"),
    _inside(r"(?P<a>: [^,]+?),? (?:starting at|starting with|initially|beginning with|= ?|default) ?(?P<b>\w+)",
            r"\g<a>, starts at \g<b>", 'write what it is at first with "starts at"'),
    _inside(r"(?P<a>: [^,]+?),? (?:visible to|shown to|seen only by|hidden from all but) ", r"\g<a>, seen by ",
            'write who sees it with "seen by"'),
)  # fmt: skip

ASSIGNMENTS = (
    _start(r"let (?P<a>[^=]+?) (?:be|is|to|as|:=) ", r"let \g<a> = ", '"let" is followed by a name, = and a value'),
    _start(r"let (?P<a>[^=]+?) ?: ?", r"let \g<a> = ", '"let" is followed by a name, = and a value'),
    _start(r"set (?P<a>[^=]+?)(?: ?:?= ?| as | is | equal to | at )", r"set \g<a> to ",
           '"set" says what a value is set "to"'),
    _start(r"(?P<a>[a-z][^=]*?) ?\+= ?(?P<b>.+)$", r"raise \g<a> by \g<b>",
           "a value is changed with raise, lower or set"),
    _start(r"(?P<a>[a-z][^=]*?) ?-= ?(?P<b>.+)$", r"lower \g<a> by \g<b>",
           "a value is changed with raise, lower or set"),
    _start(r"(?P<a>[a-z][^=]*?) ?\+\+$", r"raise \g<a> by 1", "a value is changed with raise, lower or set"),
    _start(r"(?P<a>[a-z][^=]*?) ?--$", r"lower \g<a> by 1", "a value is changed with raise, lower or set"),
    _start(r"keep (?P<a>[^:=]+?) ?= ?(?P<b>[^,]+)", r"keep \g<a>: number, starts at \g<b>",
           '"keep" says what kind of value it keeps, and then what it starts at'),
    _start(r"keep (?P<a>[^:=]+?) (?:is|as|of type) (?:an? )?", r"keep \g<a>: ",
           "what kind of value it is goes after a colon"),
    _start(r"(?P<a>(?!let |set |keep |change )[a-z][^=:\"]*?) ?:?=(?!=) ?(?P<b>.+)$", r"set \g<a> to \g<b>",
           "a value is changed with set, and a new name is given with let"),
    _start(r"(?P<a>[a-z][\w' ]*?) (?:becomes|is now|is set to) (?P<b>.+)$", r"set \g<a> to \g<b>",
           "a value is changed with set"),
)  # fmt: skip

WHO = "this sentence begins with its verb, not with who does it"
VERBS = (
    _inside(r"(?<=\w) (?:gets|get|receives|receive|earns|earn|collects|collect|obtains|acquires|takes|is given)\b",
            " gains"),
    _inside(r"(?<=\w) (?:gives up|spends|spend|forfeits)\b", " loses"),
    _inside(r"(?<=\w) (?:gives|owes|transfers|hands)\b", " pays"),
    _inside(r"(?<=\w) (?:can|could|might|is allowed to)\b", " may"),
    _inside(r"(?<=\w) (?P<m>must|should|has to|will|shall|needs to) (?P<a>choose|pay|gain|lose|score|win|leave)\b",
            r" \g<a>s",
            "write what a player must do as what the player does"),
    _inside(r"(?<=\w) (?:selects|select|picks|pick|decides|decide|opts for)\b", " chooses"),
    _inside(r" wins the game$", " wins"),
    _inside(r"(?P<a> scores? \S+) (?:points?|vp)\b", r"\g<a>", "what is scored is not named"),
    _inside(r" (?:is out|quits|is eliminated|drops out)$", " leaves"),
    _start(r"[a-z][\w']* (?P<a>draw|move|roll|shuffle|refill|lay|show|set|raise|lower|announce|pick)s? (?P<b>.+)$",
           r"\g<a> \g<b>", WHO),
    _start(r"[a-z][\w']* (?:places|puts|discards) (?P<a>[\w']+(?: \w+)?) (?:in|on|into|onto|to) (?P<b>.+)$",
           r"move \g<a> to \g<b>", WHO),
    _start(r"[a-z][\w']* reveals (?P<b>.+)$", r"show \g<b>", WHO),
    _start(r"chooses?\b", "player chooses", "begin the sentence with who chooses"),
    _start(r"(?P<a>gain|pay|lose|score)s?\b", r"player \g<a>s", "begin the sentence with who does this"),
    _inside(rf" from {THING}(?= to\b)", "", "a card is moved from wherever it is: leave out where that is"),
    _start(rf"move (?P<n>\d+|{THING}) (?:cards?|tiles?) from (?P<a>{THING}) to ", r"draw \g<n> from \g<a> to ",
           "cards from the top of a pile are drawn"),
    _inside(r"(?P<a>chooses? .*?\w+) (?:from|of|out of|among)(?= [a-z])", r"\g<a> in",
            'write what is chosen from with "in"'),
)  # fmt: skip

BRACKETS = "what is counted or looked for goes in brackets"
OVER = "values are calculated over a set, in brackets"
VALUES = (
    _inside(r"\b(?:the )?(?:number|count|amount) of (?P<a>[^()]+)$", r"count(\g<a>)", BRACKETS),
    _inside(r"\b(?:the )?(?:sum|total) of (?P<b>[\w']+(?: \w+)?)(?: over| of| for| in) (?P<c>[^()]+)$",
            r"sum(\g<b> over \g<c>)", OVER),
    _inside(r"\b(?:the )?(?P<a>highest|lowest|sum) (?:of )?(?P<b>[a-z]\w*(?:'s \w+)?)$", r"\g<a>(\g<b> over players)",
            OVER),
    _inside(r"\b(?P<a>count|some|every|list|first|last|sole|tied) (?:of )?(?P<b>[a-z][^()]*)$", r"\g<a>(\g<b>)",
            BRACKETS),
    _inside(r"\b(?:there is|there are|exists)(?: an?| any| some)? (?P<b>[a-z][^()]*?)(?: with (?P<c>.+))?$",
            r"some(\g<b>)", BRACKETS),
    _inside(r"\b(?:there is )?no (?P<b>[a-z][^()]*)$", r"no(\g<b>)", BRACKETS),
    _inside(r"\bby (?P<b>highest|lowest)\(", r"by \g<b> (", "a space goes before the bracket of what is compared"),
    _inside(r"\bhalf (?:of )?(?P<a>[\w']+(?: \w+)?)", r"\g<a> / 2 rounded down", '"half" is written differently here'),
    _inside(r"\b(?:rounding|round) (?P<a>up|down)\b", r"rounded \g<a>", "how a division rounds is written differently here"),
    _inside(r"(?P<a>/ \S+),? (?P<b>up|down)\b", r"\g<a> rounded \g<b>", "how a division rounds is written differently here"),
    _inside(r"\brounded to the nearest(?: number)?\b|\brounded$", "rounded to nearest"),
    _inside(r"(?P<a>\d+)[.](?P<b>\d+)", r"\g<a>", "only whole numbers are used",
            "multiply first and divide last: 3 * price / 2 rounded down"),
    _inside(r"(?P<a>\d),(?P<b>\d{3})\b", r"\g<a>\g<b>", "a large number is written without a comma"),
    _sign(r" ?(?:×|✕) ?| x (?=\d)", " * "),
    _inside(r" ?÷ ?(?P<a>\w+)", r" / \g<a> rounded down", "a division is written with / and says how it rounds", None, SIGN),
    _sign(r" ?[–—−] ?", " - "),
    _sign(r" ?(?:\*\*|\^) ?\w+", "", "there are no powers: multiply"),
    _sign(r" ?% ?\w*", "", "there are no percentages: multiply and divide, as in 5 * price / 100 rounded down"),
    _sign(r"[$€£@](?=\w)", "", "an amount is a plain number, a name a plain word", True),
)  # fmt: skip

PHRASES: tuple[Phrase, ...] = (
    *SENTENCES, *BEGINNERS,
    *NAMED_LIKE_WORDS, *SMALLER,
    *TYPES, *SPELLINGS, *COMPARISONS, *OWNING, *LOGIC, *CONDITIONALS[:5], *OPENERS, *DECLARATIONS, *ASSIGNMENTS, *VERBS,
    *VALUES, *CONDITIONALS[5:],
)  # fmt: skip

# Words that stand alone in a line and would be taken for the name of a procedure.
ALONE = {
    "end": BLOCKS, "endif": BLOCKS, "done": BLOCKS, "begin": BLOCKS,
    "break": "write: stop repeating", "continue": "put what should be left out under an if",
    "return": "write: stop", "exit": "write: stop", "else": "write: otherwise",
}  # fmt: skip
# Words of the language that begin a line only at one place.
PLACES = {
    "otherwise": 'it goes below the block of an "if", indented like that "if"',
    "to": 'a way with "to" goes indented below "chooses" or "may"',
    "then": 'what happens then goes indented below the "if"',
    "prompt": 'it goes indented below "chooses"',
    "because": 'it goes after a condition with "needs", "must leave" or "always"',
}
# First words for which the language has nothing.
NOTHING = dict.fromkeys(
    ("import", "include", "using", "from", "require"), "all files of a game are read together; no file asks for another"
)
