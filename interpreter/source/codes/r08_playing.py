"""Codes R08xx: what can go wrong while a game is played. In: nothing. Out: ENTRIES. Layer: source."""

from .entry import CodeEntry

ENTRIES: tuple[CodeEntry, ...] = (
    CodeEntry(
        "R0801",
        "a number leaves its range",
        "A value was declared with a range (0 to 9), and a rule made it larger or smaller than that. Either the rule must "
        "stop at the end of the range, or the range is too narrow.",
        "raise player's level(fuel) by 10",
        "set player's level(fuel) to smaller(9, player's level(fuel) + 10)",
    ),
    CodeEntry(
        "R0802",
        "somebody cannot pay",
        "A rule made somebody pay more than they have, and no rule says what happens then. Ask before, or write a change "
        "that begins with before pay_money (for whatever is paid with).",
        "player pays 50 money to bank",
        "if player's money is at least 50\n  player pays 50 money to bank",
    ),
    CodeEntry(
        "R0803",
        "a repetition does not end",
        "A repetition went round very often without anybody deciding anything: what it waits for never happens. "
        "Or a value has used itself more often than it says.",
        "repeat until pot is 1\n  raise player's money by 1",
        "repeat until pot is 1\n  set pot to 1",
    ),
    CodeEntry(
        "R0804",
        "there is not exactly one",
        "the(...) stands for the one thing that fits. When the rule was used there was none, or there were several. Where "
        "that can happen write first(...), sole(...) or list(...).",
        "let rich_one = the(other in players where other's money is at least 0)",
        "let rich_one = first(other in players where other's money is at least 0)",
    ),
    CodeEntry(
        "R0805",
        "there is nothing to choose from",
        "Somebody must choose, and nothing is allowed. Write may choose if it can happen, ask before with if, or put a needs "
        "in front so that it is not offered.",
        "player chooses card in hand(player)",
        "player may choose card in hand(player)",
    ),
    CodeEntry(
        "R0806",
        "there are too many ways to try out",
        "Before a must leave, all choices on the way to it are tried out, so that only those are offered that can succeed. "
        "Here there are far too many combinations: offer fewer things, or say with needs what is allowed.",
        "player chooses\n  to pay\n    player chooses low in 1 to 200\n    player chooses high in 1 to 200\n"
        '    must leave low + high is 1 because "both together are 1"',
        "player chooses\n  to pay\n    player chooses low in 1 to 20\n    player chooses high in 1 to 20\n"
        '    must leave low + high is 9 because "both together are 9"',
    ),
    CodeEntry(
        "R0807",
        "a rule used something that was not there",
        "A place in a list that the list does not have, a division by zero, a die without sides, a random pick from nothing, "
        "or procedures that run each other without end. The message says which, with the rules that were running.",
        "let third = item(hand(player), 3)",
        "let third = item(players, 1)",
    ),
    CodeEntry(
        "R0808",
        "must leave did not hold",
        "must leave belongs into an action or a way to choose: there the choices before it are tried out, so that it holds "
        "when the rules come to it. Elsewhere nobody could choose in another way.",
        'must leave pot is 3 because "the pot holds 3"',
        "if pot is not 3\n  stop",
    ),
    CodeEntry(
        "R0809",
        "a game does not end",
        "After very many decisions (turn_limit in game.yaml) the game was still not over. Perhaps players can go round in a "
        "circle for ever, or the condition for the end is never met.",
        "repeat\n  player may choose city",
        "repeat 3 times\n  player may choose city",
    ),
    CodeEntry(
        "R0810",
        "the game is not for so many players",
        "game.yaml says how many can play. Each of them has a name of their own.",
        "rulewright play GAME --players 9",
        "rulewright play GAME --players 3",
    ),
    CodeEntry(
        "R0811",
        "this is not a saved game",
        "The file is no saved game, or it was damaged. It is left as it is.",
        "rulewright play GAME --resume notes.txt",
        "rulewright play GAME --resume evening.json",
    ),
    CodeEntry(
        "R0812",
        "a game was saved under other rules",
        "The rules, the variants, the options or Rulewright itself are not those with which the game was saved, so it cannot "
        "simply go on. Its decisions can be made again under the present rules.",
        "rulewright play GAME --resume old.json",
        "rulewright play GAME --resume old.json --replay",
    ),
    CodeEntry(
        "R0813",
        "a saved game takes another course under these rules",
        "Its decisions were made again, and one of them is not possible under the present rules. The message says which; the "
        "rules have changed at or before it.",
        "rulewright play GAME --resume old.json --replay",
        "rulewright play GAME --resume old.json --variant the_one_it_was_saved_with",
    ),
    CodeEntry(
        "R0814",
        "a row is full",
        "A row has so many slots as it says and never grows. A card was moved to a row in which no slot was empty.",
        "repeat 9 times\n  draw 1 from deck to market",
        "refill market",
    ),
    CodeEntry(
        "R0815",
        "the rules do not allow this set-up",
        "The rules, or a chosen variant, need something of the players and options before anything is played, and it is not "
        "so. The message is the reason that the rules give.",
        'needs count(players) is at least 3 because "two would never meet"\n# rulewright play GAME --players 2',
        'needs count(players) is at least 3 because "two would never meet"\n# rulewright play GAME --players 3',
    ),
    CodeEntry(
        "R0816",
        "an automa is asked",
        "The rules play this seat: nobody sits there who could answer. A rule must answer for it.",
        "automa in seat 2\nprocedure play\n  each player\n    player chooses n in 1 to 3",
        "automa in seat 2\nprocedure play\n  each player\n    player chooses n in 1 to 3\n"
        "instead of choosing n where is_automa(player)\n  answer 2",
    ),
    CodeEntry(
        "R0820",
        "something that must always hold does not",
        "The game declares with always what holds at every decision. After a decision it did not hold any more: either a "
        "rule forgot something, or the always says too much. The fault names the values and the decisions that led there.",
        'always pot_is_small: pot is at most 3 because "the pot holds three"\n\nprocedure grow(player)\n'
        "  player chooses amount in 4 to 5\n  set pot to amount",
        'always pot_is_small: pot is at most 5 because "the pot holds five"',
    ),
    CodeEntry(
        "R0821",
        "the rules run in Python alone",
        "The rules were wanted in C, and there is none: no C compiler is found, or the rules use something that is not "
        "written in C yet. The message says which. Python plays the same game, only slower.",
        "rulewright show c GAME    (on a machine without cc, gcc and clang)",
        "pip install rulewright[native]",
    ),
)
