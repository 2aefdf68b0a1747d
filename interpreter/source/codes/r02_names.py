"""Codes R02xx: names that are unknown, double or out of reach. In: nothing. Out: ENTRIES. Layer: source."""

from .entry import CodeEntry

ENTRIES: tuple[CodeEntry, ...] = (
    CodeEntry(
        "R0201",
        "an unknown name",
        "Nothing in the game has this name here. Names are stored values, worked-out values, options, members of kinds, and what the procedure itself has named.",
        "let total = player_cuont",
        "let total = count(players)",
    ),
    CodeEntry(
        "R0202",
        "declared twice",
        "Two things have the same name, so nobody could say which one is meant.",
        "keep money(player): number\nkeep money(player): number",
        "keep money(player): number",
    ),
    CodeEntry(
        "R0203",
        "an unknown kind of thing",
        "A type names a kind that no rule declares.",
        "keep pawn(player): plaec or none",
        "places place on grid 3 by 3\nkeep pawn(player): place or none",
    ),
    CodeEntry(
        "R0204",
        "a name that means something already",
        "A new name may not hide another one: a reader could not tell which is meant.",
        "procedure turn(player)\n  let player = 3",
        "procedure turn(player)\n  let coins = 3",
    ),
    CodeEntry(
        "R0205",
        "a name that could mean several things",
        "Two kinds have a member of this name and nothing here says which kind is meant.",
        "kind fruit is orange, apple\nkind colour is orange, blue\nlet x = orange",
        "let x = apple",
    ),
    CodeEntry(
        "R0206",
        "a line that does nothing",
        "The line is not a procedure to run and no other sentence either.",
        "procedure play\n  shufle_all",
        "procedure play\n  shuffle_all",
    ),
    CodeEntry(
        "R0207",
        "an unknown action",
        "Only things declared with `action` can be taken.",
        "player takes one of bild",
        "player takes one of build",
    ),
    CodeEntry(
        "R0208",
        "an unknown mechanic",
        "The first word of the line is no word of the language and no mechanic of the library either.",
        "aucton sale\n  minimum: 1",
        "auction sale\n  minimum: 1",
    ),
    CodeEntry(
        "R0209",
        "a blank filled wrongly",
        "A mechanic has named blanks, each for a value or for steps.",
        "auction sale\n  minimun: 1",
        "auction sale\n  minimum: 1",
    ),
    CodeEntry(
        "R0210",
        "a blank left open",
        "A blank without a usual value must be filled.",
        "auction sale",
        "auction sale\n  limit: bidder's money",
    ),
    CodeEntry(
        "R0211",
        "a declaration in the wrong place",
        "Variants stand in files of their own; blanks only in mechanics.",
        "blank minimum: number",
        "let minimum = 1",
    ),
    CodeEntry(
        "R0212",
        "a kind declared wrongly",
        "Cards, places and connections are read from data files or laid out on a grid.",
        "cards deck is ace, king",
        'cards deck from "cards/deck.yaml"',
    ),
    CodeEntry(
        "R0213",
        "no procedure play",
        "Every game begins with the procedure called play.",
        "procedure main\n  end game",
        "procedure play\n  end game",
    ),
)
