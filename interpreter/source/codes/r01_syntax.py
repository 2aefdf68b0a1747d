"""Codes R01xx: how rules are written. In: nothing. Out: ENTRIES. Layer: source."""

from .entry import CodeEntry

ENTRIES: tuple[CodeEntry, ...] = (
    CodeEntry(
        "R0101",
        "something cannot stand here",
        "The sentence goes on in a way that the language does not know. The message names what could stand here; when "
        "it seems wrong, look at the words just before the place: one of them may not mean what you think.",
        'action pass "Pass" twice\n  stop',
        'action pass "Pass"\n  stop',
    ),
    CodeEntry(
        "R0102",
        "a line is indented with a tab",
        "Lines are indented with spaces, because a tab is as wide as each editor likes. Most editors can be told to "
        "put in spaces when you press the tab key.",
        "procedure play\n\tend game",
        "procedure play\n  end game",
    ),
    CodeEntry(
        "R0103",
        "a line is indented in a way that fits no block",
        "How far a line is indented says what it belongs to. It lines up with the other lines of its block, or it "
        "is the first line below one that opens a block (procedure, if, each, chooses ...), two spaces further in.",
        "procedure play\n    end game\n  end game",
        "procedure play\n  end game",
    ),
    CodeEntry(
        "R0104",
        "a word is misspelt",
        "Sentences begin with one of a few words (keep, let, procedure, set, move, each ...) or with who does "
        "something, and then a verb (chooses, gains, pays ...). This word is close to one of them.",
        "procedrue play\n  end game",
        "procedure play\n  end game",
    ),
    CodeEntry(
        "R0105",
        "a word of the language is used as a name",
        "Words such as first, move or each have a meaning of their own, so nothing can be called that. Two words "
        "joined by _ are always free.",
        "keep first: number",
        "keep first_bid: number",
    ),
    CodeEntry(
        "R0106",
        "a sign has no meaning",
        "Only a few signs are used: + - * / for working out, ( ) and [ ] for brackets, a comma, a colon, =, the "
        "apostrophe of 's, quotes around texts, and # before a comment. Comparisons are written in words. Texts that "
        "come from a word processor may hold curly quotes, long dashes and invisible characters.",
        "let rich(player) = player's money > 9",
        "let rich(player) = player's money is more than 9",
    ),
    CodeEntry(
        "R0107",
        "something is nested too deeply",
        "Brackets in brackets and blocks in blocks may be sixty deep, and a formula two hundred steps long: more than "
        "anybody could read. Give a part of it a name with let, or make a procedure of the inner steps.",
        "let x = " + "(" * 61 + "1" + ")" * 61,
        "let x = 1",
    ),
    CodeEntry(
        "R0108",
        "a name is not written like a name",
        "A name is one word of small letters, digits and _, and begins with a letter. What belongs to something is "
        "written with 's: player's money.",
        "keep nextBid: number",
        "keep next_bid: number",
    ),
    CodeEntry(
        "R0109",
        "a block is missing",
        "This line says that something follows (the steps of a procedure, what happens if a condition holds, the "
        "options of a choice), and that stands below it, indented by two spaces. Nothing does.",
        "procedure play\nprocedure score_points\n  end game",
        "procedure play\n  score_points()\nprocedure score_points\n  end game",
    ),
    CodeEntry(
        "R0110",
        "a text has no end",
        "A text begins with a quote and ends with another one on the same line. It cannot hold quotes itself.",
        'procedure play\n  announce "the game begins',
        'procedure play\n  announce "the game begins"',
    ),
    CodeEntry(
        "R0111",
        "a bracket has no partner",
        "Each ( is closed by a ) and each [ by a ], in the same sentence.",
        "let total = (2 + 3\nlet double = total * 2",
        "let total = (2 + 3)\nlet double = total * 2",
    ),
    CodeEntry(
        "R0112",
        "a part of the sentence is missing",
        "The sentence is not complete: a condition that refuses something says why (because), a division says how it "
        "rounds, a result gets a name (as), and so on. The message says which part is missing.",
        "action buy\n  needs player's money is at least 3",
        'action buy\n  needs player\'s money is at least 3 because "it costs 3"',
    ),
    CodeEntry(
        "R0113",
        "the language says this in another way",
        "The sentence reads like English, or like another language, but these are not the words that are used here. "
        "The message shows the words that are.",
        "procedure play\n  for each player in players\n    player gets 3 money",
        "procedure play\n  each player in players\n    player gains 3 money",
    ),
    CodeEntry(
        "R0114",
        "a number is too large",
        "Whole numbers have at most 18 digits.",
        "let many = 1000000000000000000000",
        "let many = 1000000",
    ),
    CodeEntry(
        "R0115",
        "a citation cannot be read",
        "A citation names numbered passages of the rulebook: letters, a hyphen and a number, with two dots for a range "
        "that goes upwards, and commas between several.",
        "let price = 3 cites TYC-092..090",
        "let price = 3 cites TYC-090..092, TYC-A01",
    ),
    CodeEntry(
        "R0116",
        "a curly bracket in a text has no partner",
        "In a text, { and } enclose a value that is filled in when the text is shown. They come in pairs.",
        'procedure play\n  announce "you have {player\'s money left"',
        'procedure play\n  announce "you have {player\'s money} left"',
    ),
    CodeEntry(
        "R0117",
        "something is said twice",
        "This part can stand only once in its sentence: of two, one would silently be lost.",
        "keep money: number, starts at 3, starts at 5",
        "keep money: number, starts at 5",
    ),
    CodeEntry(
        "R0118",
        "a citation stands in a comment",
        "Everything behind # is a comment, also the word cites. So the rule would cite nothing.",
        "let goal = 100   # first to a hundred  cites TYC-012",
        "let goal = 100   cites TYC-012   # first to a hundred",
    ),
)
