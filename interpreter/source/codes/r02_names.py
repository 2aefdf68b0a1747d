"""Codes R02xx: names that are unknown, double or out of reach. In: nothing. Out: ENTRIES. Layer: source."""

from .entry import CodeEntry

ENTRIES: tuple[CodeEntry, ...] = (
    CodeEntry(
        "R0201",
        "nothing has this name",
        "A name stands for something that is kept, worked out (let), chosen in the same procedure, an option, a member "
        "of a kind, or a card. Nothing that can be named here is called this. Most often it is misspelt, or it was named "
        "in another procedure.",
        "let wealth(player) = player's mony + 5",
        "let wealth(player) = player's money + 5",
    ),
    CodeEntry(
        "R0202",
        "two things have the same name",
        "If two things had the same name, nobody could say which one a sentence means. The message shows both places.",
        "keep reserve: number\nlet reserve = 4",
        "keep reserve: number\nlet full_reserve = 4",
    ),
    CodeEntry(
        "R0203",
        "there is no such kind of thing",
        "After the colon of keep, in brackets and after gives stands what sort of value it is: number, yes or no, or a "
        "kind that a line with kind, cards, places or connections declares. Only cards lie in piles and rows.",
        "keep home(player): citty or none",
        "keep home(player): city or none",
    ),
    CodeEntry(
        "R0204",
        "a new name already means something",
        "A name that is given in a procedure (by let, chooses, each, as ...) must be new: otherwise a reader could not tell "
        "which of the two is meant.",
        "procedure gift(player)\n  let player = next_player(player)",
        "procedure gift(player)\n  let neighbour = next_player(player)",
    ),
    CodeEntry(
        "R0205",
        "a name could mean several things",
        "Two kinds have a member of this name. Where a value of one kind is wanted that says which one is meant; here "
        "nothing does.",
        "kind tree is oak, lemon\nkind drink is tea, lemon\nlet sour = lemon",
        "kind tree is oak, lemon_tree\nkind drink is tea, lemon\nlet sour = lemon",
    ),
    CodeEntry(
        "R0206",
        "a line does nothing",
        "A line in a procedure says what is done (set, move, each ...), or is the name of a procedure, which is then run. "
        "This line is neither: the procedure does not exist, or it is a value with which nothing is done.",
        "procedure end_of_turn(player)\n  drwa_one(player)",
        "procedure end_of_turn(player)\n  draw_one(player)",
    ),
    CodeEntry(
        "R0207",
        "there is no such action",
        "After takes one of stand actions, each declared with a line that begins with action. A procedure is run by its "
        "name instead.",
        "procedure offer(player)\n  player takes one of bild",
        "procedure offer(player)\n  player takes one of build",
    ),
    CodeEntry(
        "R0208",
        "a line begins with a word that nobody knows",
        "Outside of procedures a line begins with a word of the language (keep, let, procedure ...), or with the name of a "
        "mechanic, whose blanks are filled on the lines below. This word is neither.",
        "colection alms\n  amount: 1",
        "collection alms\n  amount: 1",
    ),
    CodeEntry(
        "R0209",
        "a blank is filled in the wrong way",
        "A mechanic has blanks with names. Each is filled once: a blank for a value with a value on the same line, a blank "
        "for steps with lines below it.",
        "collection alms\n  amount: 1\n  amount: 2",
        "collection alms\n  amount: 1",
    ),
    CodeEntry(
        "R0210",
        "a blank is left open",
        "A blank that does not say what it usually is must be filled wherever the mechanic is used.",
        "collection alms\n  patron: none",
        "collection alms\n  patron: none\n  amount: 1",
    ),
    CodeEntry(
        "R0211",
        "something stands in the wrong place",
        "Blanks stand inside a mechanic. A variant stands in a file of its own in the folder variants. Mechanics are "
        "neither declared nor used inside of another one.",
        "blank minimum: number",
        "let minimum = 1",
    ),
    CodeEntry(
        "R0212",
        "a kind is declared in the wrong way",
        "Only a kind that consists of nothing but names lists them. Cards and connections are read from a file; places are "
        "read from a file, or they are the squares of a grid, which has 1 to 26 columns and 1 to 99 rows.",
        "cards ticket is red, blue",
        "kind ticket is red, blue",
    ),
    CodeEntry(
        "R0213",
        "the game has no beginning",
        "A game begins with the procedure called play (after set_up, if there is one). No procedure has that name.",
        "procedure main\n  end game",
        "procedure play\n  end game",
    ),
    CodeEntry(
        "R0214",
        "the words for a thing do not fit it",
        "`says` tells how cards call something that the rules name: what is kept, a let, a procedure, a kind, a member, or a "
        "column with the kind in front (industry's worth). A blank in the words is n, the number, or a name that stands in "
        "the brackets of the thing.",
        'mony says "{n} coin(s)"',
        'money says "{n} coin(s)"',
    ),
)
