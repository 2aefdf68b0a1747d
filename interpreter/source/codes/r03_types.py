"""Codes R03xx: values of the wrong kind. In: nothing. Out: ENTRIES. Layer: source."""

from .entry import CodeEntry

ENTRIES: tuple[CodeEntry, ...] = (
    CodeEntry(
        "R0301",
        "a value is of the wrong sort",
        "Each place in a sentence wants one sort of value: a number, yes or no, a member of one kind, a card for this pile. "
        "The message says what is wanted and what stands there. A number must also lie in the range that was declared.",
        "procedure reward(player)\n  set player's money to yes",
        "procedure reward(player)\n  set player's money to 3",
    ),
    CodeEntry(
        "R0302",
        "there are too many or too few values in the brackets",
        "A value or a procedure is used with as many values as its declaration names. The owner in front of 's counts as "
        "the first of them.",
        "let fare(player) = cost(harbour)",
        "let fare(player) = cost(harbour, player)",
    ),
    CodeEntry(
        "R0303",
        "this is not a list",
        "One can count, go through, choose from and look into all members of a kind (players), a pile or row of cards, "
        "numbers (1 to 6) and lists ([one, other]). What stands here is a single thing.",
        "let crowd = count(pot)",
        "let crowd = count(players)",
    ),
    CodeEntry(
        "R0304",
        "a procedure stands where a value is wanted, or gives nothing",
        "A value is only looked at; a procedure does something. So a procedure never stands inside a value: it is run on a "
        "line of its own, and what it gives gets a name with let. Only a procedure that says what it gives can give "
        "something.",
        "procedure luck(player)\n  if draw_one(player) is none\n    stop",
        "procedure luck(player)\n  let drawn = draw_one(player)\n  if drawn is none\n    stop",
    ),
    CodeEntry(
        "R0305",
        "something may be absent",
        "What is declared with or none, found with first, last or sole, or chosen with may can be none. Before it is used "
        "the rules must say what happens then: ask whether it is none.",
        "procedure thank\n  leader(fuel) wins",
        "procedure thank\n  if leader(fuel) is not none\n    leader(fuel) wins",
    ),
    CodeEntry(
        "R0306",
        "two things can never be the same",
        "The two sides are of different sorts, so the answer would always be no. The same holds for the things in one "
        "list, and for the ways of one value: they are of one sort.",
        "let lucky(player) = player is 3",
        "let lucky(player) = seat(player) is 3",
    ),
    CodeEntry(
        "R0307",
        "something is always there",
        "The rules ask whether something is none that can never be none. Either the question is left over, or something "
        "else was meant.",
        "procedure visit(player)\n  if player is none\n    stop",
        "procedure visit(player)\n  if player's pawn is none\n    stop",
    ),
    CodeEntry(
        "R0308",
        "the things in a list have no name",
        "To say something about each thing in a list (where, by) one needs a name for it: write the name and in before the "
        "list. Only the members of a kind have one by themselves: players where player is ...",
        "let best(player) = first(hand(player) by highest price)",
        "let best(player) = first(card in hand(player) by highest card's worth)",
    ),
    CodeEntry(
        "R0309",
        "an order means nothing here, or is missing",
        "by puts things in order. list, first, last and sole may have an order; tied must have one, because it compares; "
        "count, sum, some and the others look at all things in any case.",
        "let many = count(players by highest player's money)",
        "let many = count(players)",
    ),
    CodeEntry(
        "R0310",
        "this cannot be changed",
        "set, raise and lower change values that are kept. What is worked out (let) changes with what it is worked out from, "
        "cards change places with move, options are fixed when the game begins, and what is printed stays as it is.",
        "let fee = 4\nprocedure sale_day\n  set fee to 3",
        "keep fee: number, starts at 4\nprocedure sale_day\n  set fee to 3",
    ),
    CodeEntry(
        "R0311",
        "a pile, row or grid is wanted",
        "Cards lie in piles and rows, tiles in grids; each is declared with keep. This is none of them, or a row that does "
        "not say what it is refilled from.",
        "procedure deal(player)\n  move mill to player",
        "procedure deal(player)\n  move mill to player's hand",
    ),
    CodeEntry(
        "R0312",
        "a word has no meaning at this place",
        "proceed stands in a change that begins with instead of, answer in one that begins with instead of choosing, and "
        "stop repeating inside repeat or each.",
        "procedure wait(player)\n  proceed",
        "instead of turn\n  proceed",
    ),
    CodeEntry(
        "R0313",
        "needs stands in the wrong place",
        "needs says what must hold before something is offered. So it stands at the top of an action or of a way to choose, "
        "or below a line with chooses; not in the middle and not in a procedure, which is never offered.",
        'procedure feast\n  needs pot is 3 because "the pot holds less"',
        'action feast\n  needs pot is 3 because "the pot holds less"\n  set pot to 0',
    ),
    CodeEntry(
        "R0314",
        "a declaration asks for something impossible",
        "A range begins with its smaller number. Values are kept for the members of a kind, not for numbers. A free action "
        "has nothing in brackets, because nobody could say what is meant. Only a free action stands between decisions.",
        "keep heat: 9 to 3",
        "keep heat: 3 to 9",
    ),
    CodeEntry(
        "R0315",
        "a value is worked out from itself",
        "To work out the first value one needs the second, and for the second the first: neither can be found.",
        "let hen = egg + 1\nlet egg = hen + 1",
        "let hen = 1\nlet egg = hen + 1",
    ),
    CodeEntry(
        "R0316",
        "cases do not end with otherwise",
        "Cases are looked at from the top; the first that holds counts. The last one says what holds if none of them does.",
        "let bonus =\n  5 if pot is more than 10",
        "let bonus =\n  5 if pot is more than 10\n  0 otherwise",
    ),
    CodeEntry(
        "R0317",
        "something does not say how it starts",
        "Numbers start at 0, yes or no at no, lists and piles empty, and what may be none at none. A member of a kind has no "
        "such beginning: say which one it is at first, or that it may be none.",
        "kind weather is sun, rain\nkeep weather_now: weather",
        "kind weather is sun, rain\nkeep weather_now: weather, starts at sun",
    ),
    CodeEntry(
        "R0318",
        "nobody can tell who sees this",
        "After seen by stands everyone, nobody, owner (the player for whom the value is kept) or a player.",
        "keep chest: number, seen by owner",
        "keep chest(player): number, seen by owner",
    ),
    CodeEntry(
        "R0319",
        "a procedure may end without giving anything",
        "A procedure that gives something gives it on every way to its end. If there may be nothing to give, say so: gives "
        "number or none.",
        "procedure price_of(city) gives number\n  if city is coastal\n    give 3",
        "procedure price_of(city) gives number\n  if city is coastal\n    give 3\n  give 5",
    ),
    CodeEntry(
        "R0320",
        "something cannot be shown like this",
        "A value that is worked out can be shown at the table: for each thing of the kinds in its brackets, under a title "
        "that stays the same. Players see it if they may see everything that it is worked out from; if nobody may, it "
        "cannot be shown. What stands beside a choice stands beside things, not beside an amount.",
        'let level_after(number steps), shown as "level" = pot + steps',
        'let fuller_pot, shown as "fuller pot" = pot + 1',
    ),
)
