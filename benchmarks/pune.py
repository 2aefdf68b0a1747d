"""Discover Pune, Classic version, as a Python programmer writes it by hand: the yardstick of the rulebooks, and one more referee.

In: a number of players and a seed. Out: a game that asks (`player`, `choices`) and goes on with `choose`. It was written from
the clauses of the rulebook (PUN-…), not from our rules; from the game's folder it reads the data only: the map, the
locations, which mystery cards there are. Chance comes from the generator that every engine uses (see
`interpreter/runtime/generator.py`), so that both can be given the same decisions and must come to the same end.

Names of things are their rows: a street, a place, a location and a card are numbers, actions and ways are words.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ruamel.yaml import YAML

FOLDER = Path(__file__).parents[1] / "games" / "discover-pune"
MASK = (1 << 64) - 1

Choice = int | str | None
Asked = Generator[tuple[int, Sequence[Choice]], Choice, None]

COLOURS = ("blue", "green", "gray", "pink", "orange", "white", "yellow")
ROADS = frozenset({"red", "yellow", "green", "black"})
KEPT = ("tunnel", "ferry", "metro", "flyover", "signal_post", "swap", "white_wash", "reversal", "deal")
TYPES = ("reward", "closure", "heavy_traffic", "turned_arrows", *KEPT)
PRICES = {"tunnel": 100, "ferry": 200, "metro": 300}  # PUN-135..137, 159..161
TRAVELS = {"take_tunnel": "tunnel", "take_ferry": "ferry", "ride_metro": "metro", "use_flyover": "flyover"}
UNPRICED = 300  # PUN-A69
THRESHOLDS = {3: 15, 4: 13, 5: 11, 6: 10}  # PUN-165..168
GIFTS = {"rw01": 50, "rw02": 100, "rw03": 150, "rw04": 200, "rw05": 300}
FINES = {"rw07": 50, "rw08": 100, "rw09": 150, "rw10": 200}
ROUNDS = {
    "rc01": 2, "rc02": 1, "rc03": 1, "rc04": 2, "rc05": 1, "rc06": 2, "rc07": 2, "rc08": 1, "rc09": 1, "rc10": 1, "rc11": 2,
    "rc12": 2, "rc13": 1, "rc14": 2, "rc15": 1, "rc16": 2, "rc17": 2, "rc18": 2, "rc19": 2, "rc20": 2,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Street:
    number: int
    to: int
    route: str
    road: str
    against: bool


@dataclass(frozen=True, slots=True)
class Location:
    colour: str
    category: str
    stars: int
    cost: int
    rent: int
    site: int


@dataclass(frozen=True, slots=True)
class Card:
    code: str
    kind: str
    road: str | None


class Box:
    """What is printed: read once."""

    def __init__(self) -> None:
        read = YAML(typ="safe").load
        board = read((FOLDER / "map.yaml").read_text(encoding="utf-8"))
        names = [place["id"] for place in board["places"]]
        place = {name: number for number, name in enumerate(names)}
        self.start = place["shw"]
        self.mystery = [bool(row.get("mystery")) for row in board["places"]]
        self.exits: list[list[Street]] = [[] for _ in names]
        self.on_road: dict[str, set[int]] = {}
        for number, row in enumerate(board["connections"]):
            ends, against = (place[row["from"]], place[row["to"]]), bool(row.get("against_arrow"))
            for here, there in (ends,) if row.get("one_way") else (ends, ends[::-1]):
                self.exits[here].append(Street(number, there, row["route"], row["road"], against))
            if row["route"] in ROADS:
                self.on_road.setdefault(row["road"], set()).update(ends)
        rows = read((FOLDER / "cards" / "locations.yaml").read_text(encoding="utf-8"))["rows"]
        self.locations = [
            Location(row["colour"], row["category"], row["stars"], row["cost"], row["rent"], place[row["site"]])
            for row in rows
        ]
        rows = read((FOLDER / "cards" / "mystery.yaml").read_text(encoding="utf-8"))["rows"]
        self.cards = [
            Card(row["id"], row["card_type"], row.get("road")) for row in rows for _ in range(row.get("copies", 1))
        ]


BOX: list[Box] = []


def box() -> Box:
    if not BOX:
        BOX.append(Box())
    return BOX[0]


class GameOver(Exception):
    """A player has contracts enough: the game stops at once (PUN-A93)."""


class Pune:
    def __init__(self, players: int, seed: int) -> None:
        self.box, self.count = box(), players
        x = (seed + 0x9E3779B97F4A7C15) & MASK
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
        self.random = (x ^ (x >> 31)) or 1
        self.location_stack = list(range(len(self.box.locations)))
        self.mystery_stack = list(range(len(self.box.cards)))
        self.money = [2500] * players
        self.loan = [0] * players
        self.popularity = [0] * players
        self.pin = [self.box.start] * players
        self.waiting = [0] * players
        self.goal: list[int | None] = [None] * players
        self.contracts: list[list[int]] = [[] for _ in range(players)]
        self.owner: dict[int, tuple[int, int]] = {}  # of contracted places: who, which location
        self.hand: list[list[int]] = [[] for _ in range(players)]
        self.corporation: list[int] = []
        self.active: dict[int, list[int]] = {}  # cards that lie open: whose turns count, how many are left
        self.closed: dict[str, int] = {}
        self.red: dict[str, int] = {}
        self.turned: dict[str, int] = {}
        self.washed: dict[int, str] = {}
        self.trapped: list[set[int]] = [set() for _ in range(players)]
        self.just_drawn: set[int] = set()
        self.has_proposed = self.has_exchanged = False
        self.steps_left = 0
        self.caught: set[int] = set()
        self.over = False
        self.player, self.choices = -1, ()  # type: int, Sequence[Choice]
        self.decisions = 0
        self.course = self.play()
        self.player, self.choices = next(self.course)

    def choose(self, choice: Choice) -> None:
        self.decisions += 1
        try:
            self.player, self.choices = self.course.send(choice)
        except GameOver:
            self.over, self.choices = True, ()

    # ---- chance
    def below(self, n: int) -> int:
        x = self.random
        x ^= x >> 12
        x = (x ^ (x << 25)) & MASK
        x ^= x >> 27
        self.random = x
        return (((x * 2685821657736338717) & MASK) >> 32) * n >> 32

    def shuffle(self, items: list[int]) -> None:
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    # ---- the course of the game
    def play(self) -> Asked:
        self.shuffle(self.location_stack)  # PUN-028
        self.shuffle(self.mystery_stack)  # PUN-029
        first = self.below(self.count)  # PUN-058
        order = [(first + seat) % self.count for seat in range(self.count)]
        for player in order:
            self.take_destination(player)
        while True:
            for player in order:
                yield from self.turn(player)
                self.time_passes(player)

    def turn(self, me: int) -> Asked:
        self.just_drawn, self.has_proposed, self.has_exchanged = set(), False, False
        if self.goal[me] is None and self.location_stack:
            self.take_destination(me)
        yield from self.card_time(me)
        if self.waiting[me]:  # PUN-114
            self.waiting[me] -= 1
            return
        if self.trapped[me]:  # PUN-092
            return
        ways: list[Choice] = ["throw_die"]
        usable = {self.box.cards[card].kind for card in self.hand[me] if card not in self.just_drawn}
        for name, kind in TRAVELS.items():
            if kind in usable and self.streets(me, kind, None):
                ways.append(name)
        way = yield me, ways
        if way == "throw_die":
            yield from self.dice_move(me)
        elif way == "use_flyover":
            yield from self.fly(me)
        else:
            yield from self.travel(me, TRAVELS[str(way)])

    def time_passes(self, player: int) -> None:
        """The end of a turn: what was to last so many turns of this player is nearer to its end (PUN-A37)."""
        for card, (whose, left) in list(self.active.items()):
            if whose == player:
                if left > 1:
                    self.active[card][1] = left - 1
                else:
                    self.lift(card)

    # ---- moving
    def streets(self, me: int, manner: str, behind: int | None) -> list[Street]:
        """Where one may go on by die, flyover or one of the lines (PUN-039, 045, 057, 091, A12)."""
        found = []
        by_road = manner in ("die", "flyover")
        for street in self.box.exits[self.pin[me]]:
            if street.road in self.closed or street.to == behind:
                continue
            if by_road:
                if street.route in ROADS and street.against == (street.road in self.turned):
                    found.append(street)
            elif street.route == manner:
                found.append(street)
        return found

    def steps(self, throw: int, street: Street) -> int:
        """PUN-048..053."""
        route = "red" if street.road in self.red else street.route
        return max(0, throw + {"red": -2, "yellow": -1, "green": 2}.get(route, 0))

    def dice_move(self, me: int) -> Asked:
        throw = self.below(6) + 1
        ways = {street.number: street for street in self.streets(me, "die", None) if self.steps(throw, street)}
        if ways:
            street = ways[number((yield me, list(ways)))]
            yield from self.walk(me, "die", self.steps(throw, street), street)

    def walk(self, me: int, manner: str, paces: int, street: Street | None) -> Asked:
        self.steps_left, self.caught, behind = paces, set(), None
        while self.steps_left > 0:
            if street is None:
                ways = {one.number: one for one in self.streets(me, manner, behind)}
                if not ways or self.trapped[me]:  # PUN-A13, PUN-A38
                    break
                street = ways[number((yield me, list(ways)))]
            behind, self.pin[me] = self.pin[me], street.to
            self.steps_left -= 1
            street = None
            yield from self.enter(me, manner == "flyover")
        self.steps_left = 0

    def enter(self, me: int, flying: bool) -> Asked:
        """Catch, rent, mystery, arrival (PUN-A27)."""
        here = self.pin[me]
        for rival in self.others(me):
            stands_here = self.pin[rival] == here and rival not in self.caught
            if stands_here and (yield me, ["catch", None]) is not None:
                yield from self.catch(me, rival)
        if not flying:
            if here in self.owner:
                landlord, location = self.owner[here]
                if landlord != me:
                    yield from self.pay(me, self.box.locations[location].rent, landlord)
                    self.popularity[landlord] += 1
            if self.box.mystery[here] and self.mystery_stack:
                yield from self.draw(me)
        goal = self.goal[me]
        if goal is not None and self.box.locations[goal].site == here and not self.is_washed(goal):
            self.steps_left = 0  # PUN-A18
            yield from self.reach(me, goal)

    def others(self, me: int) -> list[int]:
        return [(me + step) % self.count for step in range(1, self.count)]

    def is_washed(self, location: int) -> bool:
        return self.box.locations[location].colour in self.washed.values()

    # ---- destinations and contracts
    def take_destination(self, player: int) -> None:
        self.goal[player] = self.location_stack.pop(0) if self.location_stack else None

    def reach(self, me: int, location: int) -> Asked:
        cost = self.box.locations[location].cost
        while self.money[me] < cost and (cards := self.priced(me)):  # PUN-A23
            card = yield me, [*cards, None]
            if card is None:
                break
            self.sell(me, number(card))
        if (yield me, ["buy", "decline"] if self.money[me] >= cost else ["decline"]) == "buy":
            self.money[me] -= cost
            self.goal[me] = None
            self.gain(me, location)
        else:
            self.location_stack.insert(self.below(len(self.location_stack) + 1), location)  # PUN-078
            self.money[me] += 200  # PUN-079
        self.take_destination(me)

    def gain(self, player: int, location: int) -> None:
        self.contracts[player].append(location)
        self.owner[self.box.locations[location].site] = player, location
        if any(len(held) >= THRESHOLDS[self.count] for held in self.contracts):
            raise GameOver

    def catch(self, me: int, victim: int) -> Asked:
        self.caught.add(victim)
        lost = self.goal[victim]
        self.goal[victim] = None
        if lost is not None:
            self.gain(me, lost)  # PUN-142
        refuges = sorted({self.box.start, *(self.box.locations[one].site for one in self.contracts[victim])})
        self.pin[victim] = number((yield victim, refuges)) if len(refuges) > 1 else self.box.start  # PUN-144
        self.trapped[victim] = {  # PUN-A43
            card
            for card in self.trapped[victim]
            if self.pin[victim] in self.box.on_road[self.box.cards[card].road or ""]
        }
        self.take_destination(victim)  # PUN-145

    # ---- money
    def priced(self, player: int) -> list[int]:
        return [card for card in self.hand[player] if self.box.cards[card].kind in PRICES]

    def sell(self, player: int, card: int) -> None:
        self.hand[player].remove(card)
        self.corporation.append(card)
        self.money[player] += PRICES[self.box.cards[card].kind]

    def reach_of(self, player: int) -> int:
        """What a player can pay for something wanted: money, and what the corporation gives for cards (PUN-A76)."""
        return self.money[player] + sum(PRICES[self.box.cards[card].kind] for card in self.priced(player))

    def sell_for(self, player: int, amount: int) -> Asked:
        while self.money[player] < amount and (cards := self.priced(player)):
            self.sell(player, number((yield player, cards)))

    def pay(self, player: int, amount: int, to: int | None) -> Asked:
        if self.money[player] < amount:
            yield from self.raise_money(player, amount)
        self.money[player] -= amount
        if to is not None:
            self.money[to] += amount

    def raise_money(self, player: int, amount: int) -> Asked:
        """Sell cards, to the corporation or once to a player; then borrow (PUN-158, 162, A75..A77)."""
        has_offered = False
        while self.money[player] < amount and (cards := self.priced(player)):
            if (yield player, ["sell"] if has_offered else ["sell", "offer_round"]) == "sell":
                self.sell(player, number((yield player, cards)))
            else:
                has_offered = True
                yield from self.offer(player)
        may_offer = self.money[player] < amount and self.hand[player] and not has_offered
        if may_offer and (yield player, ["offer_round", None]) is not None:
            yield from self.offer(player)
        if self.money[player] < amount:
            loan = -(-(amount - self.money[player]) // 100) * 100
            self.loan[player] += loan
            self.money[player] += loan

    def offer(self, player: int) -> Asked:
        card = number((yield player, self.hand[player]))
        buyer = number((yield player, sorted(self.others(player))))
        asked = number((yield player, range(0, self.cap_of(card) + 1, 50)))
        if (yield buyer, ["agree", None] if self.reach_of(buyer) >= asked else [None]) is not None:
            yield from self.sell_for(buyer, asked)
            self.money[buyer] -= asked
            self.money[player] += asked
            self.hand[player].remove(card)
            self.hand[buyer].append(card)

    def cap_of(self, card: int) -> int:
        return cap(PRICES.get(self.box.cards[card].kind, UNPRICED))

    # ---- mystery cards
    def draw(self, me: int) -> Asked:
        drawn = self.mystery_stack.pop(0)
        card = self.box.cards[drawn]
        if card.kind == "reward":
            self.mystery_stack.append(drawn)
            yield from self.reward(me, card.code)
        elif card.kind in KEPT:
            self.hand[me].append(drawn)
            self.just_drawn.add(drawn)
        else:
            self.impose(me, drawn)

    def reward(self, me: int, code: str) -> Asked:
        if code in GIFTS:
            self.money[me] += GIFTS[code]
        elif code in FINES:
            yield from self.pay(me, FINES[code], None)
        else:
            for other in self.others(me):
                yield from (self.pay(other, 50, me) if code == "rw06" else self.pay(me, 50, other))

    def impose(self, me: int, drawn: int) -> None:
        card = self.box.cards[drawn]
        assert card.road is not None
        self.active[drawn] = [me, ROUNDS[card.code] + 1]
        {"closure": self.closed, "heavy_traffic": self.red, "turned_arrows": self.turned}[card.kind][card.road] = drawn
        if card.kind == "closure":
            for player in range(self.count):  # PUN-A39, PUN-A40
                if self.pin[player] in self.box.on_road.get(card.road, ()):
                    self.trapped[player].add(drawn)

    def lift(self, drawn: int) -> None:
        """A constraint ends, and its card goes under the stack (PUN-A33)."""
        del self.active[drawn]
        self.mystery_stack.append(drawn)
        self.washed.pop(drawn, None)
        for effects in (self.closed, self.red, self.turned):
            for road in [road for road, card in effects.items() if card == drawn]:
                del effects[road]
        for held in self.trapped:
            held.discard(drawn)

    # ---- cards that are played
    def usable(self, me: int, kind: str) -> list[int]:
        return [card for card in self.hand[me] if self.box.cards[card].kind == kind and card not in self.just_drawn]

    def card_time(self, me: int) -> Asked:
        while True:
            kinds = {self.box.cards[card].kind for card in self.hand[me] if card not in self.just_drawn}
            ways: list[Choice] = []
            if "signal_post" in kinds:
                ways.append("play_signal_post")
            if "swap" in kinds and self.goal[me] is not None and self.swappers(me):
                ways.append("play_swap")
            if "white_wash" in kinds:
                ways.append("play_white_wash")
            if "reversal" in kinds and (self.active or any(self.waiting)):
                ways.append("play_reverse")
            if "deal" in kinds and not self.has_proposed:
                ways.append("propose_deal")
            if self.on_sale(me):
                ways.append("buy_card")
            if not ways:
                return
            way = yield me, [*ways, None]
            if way is None:
                return
            yield from self.play_card(me, str(way))

    def swappers(self, me: int) -> list[int]:
        return [player for player in range(self.count) if player != me and self.goal[player] is not None]

    def play_card(self, me: int, way: str) -> Asked:
        if way == "buy_card":
            kind = TYPES[number((yield me, [TYPES.index(one) for one in self.on_sale(me)]))]
            if self.money[me] < PRICES[kind]:
                self.has_exchanged = True
                yield from self.sell_for(me, PRICES[kind])
            source, card = self.supply(kind) or ([], 0)
            self.money[me] -= PRICES[kind]
            source.remove(card)
            self.hand[me].append(card)
            return
        kinds = {"play_signal_post": "signal_post", "play_swap": "swap", "play_white_wash": "white_wash",
                 "play_reverse": "reversal", "propose_deal": "deal"}  # fmt: skip
        played = self.usable(me, kinds[way])[0]
        if way == "propose_deal":
            yield from self.deal(me, played)
            return
        self.hand[me].remove(played)
        if way == "play_white_wash":
            colour = COLOURS[number((yield me, range(len(COLOURS))))]
            self.washed[played] = colour
            self.active[played] = [me, 4]  # PUN-A57
            return
        self.mystery_stack.append(played)
        if way == "play_signal_post":
            self.waiting[number((yield me, sorted(self.others(me))))] += 1
        elif way == "play_swap":
            rival = number((yield me, self.swappers(me)))
            self.goal[me], self.goal[rival] = self.goal[rival], self.goal[me]
        else:
            yield from self.reverse(me)

    def reverse(self, me: int) -> Asked:
        waiting = [player for player in range(self.count) if self.waiting[player]]
        ways: list[Choice] = [*(["lift_card"] if self.active else []), *(["lift_signal"] if waiting else [])]
        if (yield me, ways) == "lift_card":
            self.lift(number((yield me, list(self.active))))
        else:
            self.waiting[number((yield me, waiting))] -= 1

    def supply(self, kind: str) -> tuple[list[int], int] | None:
        """Where the next card of a kind comes from (PUN-A67)."""
        for source in (self.corporation, self.mystery_stack):
            for card in source:
                if self.box.cards[card].kind == kind:
                    return source, card
        return None

    def on_sale(self, me: int) -> list[str]:
        """What may be bought: cards are sold for one of them in a turn, or they could be exchanged without end."""
        reach = self.money[me] if self.has_exchanged else self.reach_of(me)
        return [kind for kind, price in PRICES.items() if reach >= price and self.supply(kind)]

    def travel(self, me: int, kind: str) -> Asked:
        ready = self.usable(me, kind)
        spent = number((yield me, range(1, len(ready) + 1))) if kind == "metro" and len(ready) > 1 else 1
        for card in ready[:spent]:
            self.hand[me].remove(card)
            self.mystery_stack.append(card)
        yield from self.walk(me, kind, 2 * spent if kind == "metro" else 1, None)

    def fly(self, me: int) -> Asked:
        card = self.usable(me, "flyover")[0]
        paces = number((yield me, range(1, 7)))
        self.hand[me].remove(card)
        self.corporation.append(card)  # PUN-110
        yield from self.walk(me, "flyover", paces, None)

    # ---- deals
    def deal(self, me: int, card: int) -> Asked:
        partner = number((yield me, sorted(self.others(me))))
        self.has_proposed = True
        mine, theirs = bool(self.contracts[me]), bool(self.contracts[partner])
        more = len(self.hand[me]) > 1
        open_ways = (
            ("buy_location", theirs), ("sell_location", mine), ("buy_card_of_partner", True), ("sell_card_to_partner", more),
            ("swap_locations", mine and theirs), ("swap_cards", more),
        )  # fmt: skip
        way = yield me, [name for name, is_open in open_ways if is_open]
        if way == "buy_location":
            yield from self.deal_location(me, partner, card, partner, me)
        elif way == "sell_location":
            yield from self.deal_location(me, partner, card, me, partner)
        elif way == "swap_locations":
            yield from self.swap_locations(me, partner, card)
        elif way == "buy_card_of_partner":
            yield from self.buy_from_partner(me, partner, card)
        elif way == "sell_card_to_partner":
            yield from self.sell_to_partner(me, partner, card)
        else:
            yield from self.swap_cards(me, partner, card)

    def deal_location(self, me: int, partner: int, card: int, seller: int, buyer: int) -> Asked:
        location = number((yield me, self.contracts[seller]))
        most = cap(self.box.locations[location].cost)
        asked = number((yield me, range(0, (min(most, self.reach_of(me)) if buyer == me else most) + 1, 50)))
        if (yield partner, ["agree", None] if self.reach_of(buyer) >= asked else [None]) is not None:
            yield from self.sell_for(buyer, asked)
            self.money[buyer] -= asked
            self.money[seller] += asked
            self.close_deal(me, card)
            self.contracts[seller].remove(location)
            self.gain(buyer, location)

    def swap_locations(self, me: int, partner: int, card: int) -> Asked:
        own = number((yield me, self.contracts[me]))
        wanted = number((yield me, self.contracts[partner]))
        if (yield partner, ["agree", None]) is not None:
            self.close_deal(me, card)
            for giver, taker, location in ((me, partner, own), (partner, me, wanted)):
                self.contracts[giver].remove(location)
                self.contracts[taker].append(location)
                self.owner[self.box.locations[location].site] = taker, location

    def buy_from_partner(self, me: int, partner: int, card: int) -> Asked:
        kind = TYPES[number((yield me, [TYPES.index(one) for one in KEPT]))]
        most = min(self.reach_of(me), cap(PRICES.get(kind, UNPRICED)))
        asked = number((yield me, range(0, most + 1, 50)))
        held = [one for one in self.hand[partner] if self.box.cards[one].kind == kind]
        if (yield partner, ["agree", None] if held else [None]) is not None:
            yield from self.sell_for(me, asked)
            self.money[me] -= asked
            self.money[partner] += asked
            self.close_deal(me, card)
            self.hand[partner].remove(held[0])
            self.hand[me].append(held[0])

    def sell_to_partner(self, me: int, partner: int, card: int) -> Asked:
        offered = number((yield me, [one for one in self.hand[me] if one != card]))
        asked = number((yield me, range(0, self.cap_of(offered) + 1, 50)))
        if (yield partner, ["agree", None] if self.reach_of(partner) >= asked else [None]) is not None:
            yield from self.sell_for(partner, asked)
            self.money[partner] -= asked
            self.money[me] += asked
            self.close_deal(me, card)
            self.hand[me].remove(offered)
            self.hand[partner].append(offered)

    def swap_cards(self, me: int, partner: int, card: int) -> Asked:
        offered = number((yield me, [one for one in self.hand[me] if one != card]))
        kind = TYPES[number((yield me, [TYPES.index(one) for one in KEPT]))]
        held = [one for one in self.hand[partner] if self.box.cards[one].kind == kind]
        if (yield partner, ["agree", None] if held else [None]) is not None:
            self.close_deal(me, card)
            self.hand[me].remove(offered)
            self.hand[partner].append(offered)
            self.hand[partner].remove(held[0])
            self.hand[me].append(held[0])

    def close_deal(self, me: int, card: int) -> None:
        self.hand[me].remove(card)
        self.mystery_stack.append(card)

    # ---- the result sheet
    def score(self, player: int) -> int:
        """PUN-151..156, 173..179."""
        held = [self.box.locations[one] for one in self.contracts[player]]
        popular = self.popularity[player]
        total = len(held) + (3 if popular >= 7 else 2 if popular >= 5 else 1 if popular >= 3 else 0)
        for category in {one.category for one in held}:
            total += 2 * (sum(one.category == category for one in held) >= 4)
        for colour in COLOURS:
            stars = [one.stars for one in held if one.colour == colour]
            total += len(stars) * sum(stars)
        return total + -self.loan[player] // 100

    def winners(self) -> list[int]:
        scores = [self.score(player) for player in range(self.count)]
        return [player for player in range(self.count) if scores[player] == max(scores)]


def number(choice: Choice) -> int:
    assert isinstance(choice, int)
    return choice


def cap(value: int) -> int:
    """PUN-129, A73."""
    return value * 3 // 2 // 50 * 50


def play_randomly(games: int, players: int, seed: int) -> int:
    """Whole games with random decisions; gives the number of decisions."""
    choice = random.Random(seed).choice
    decisions = 0
    for number_of_game in range(games):
        game = Pune(players, number_of_game)
        while not game.over:
            game.choose(choice(game.choices))
        decisions += game.decisions
    return decisions
