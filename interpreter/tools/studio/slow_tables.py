"""Slow tables: turn by turn over days. Players are told by mail, and a bot takes over when a deadline has passed.

In: requests of players and owners; the clock. Out: mails, answers of bots, words at the table. Layer: tools. A round looks at the
tables of which somebody is told or which have a deadline; of several servers, each looks at its own and at those nobody serves.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from interpreter.source import Problems
from interpreter.tools.studio import request_bodies as wanted
from interpreter.tools.studio.live_table import PERSON, Pending, RefusedError, Sitting
from interpreter.tools.studio.mailing import (
    LOG,
    UNCONFIRMED,
    Addresses,
    MailError,
    Post,
    Wish,
    confirming,
    is_address,
    your_turn,
)
from interpreter.tools.studio.offered_games import UnfitError
from interpreter.tools.studio.store import OWNER, SEAT, Answer, Key, Trouble

from .deadlines import BOT, VOTE, Deadline, Deadlines
from .rooms import Room
from .server import Studio
from .threads import in_thread
from .web import HttpError, answered, body_of, page

AN_HOUR, A_DAY = 3600.0, 86400.0
ROUND = 20.0  # seconds between two looks
LONGEST = 24 * 60.0  # hours
AGREE = "/bot"  # what players say at the table to let a bot take over
TAKES_OVER = "greedy"
NO_MAIL = "This studio sends no mail. Whoever runs it can set RULEWRIGHT_SMTP; the table keeps your place either way."
TABLE = "the table"  # who says what the table itself has to say


class SlowTables:
    def __init__(self, studio: Studio, post: Post | None, wall: Callable[[], float] = time.time) -> None:
        self._studio, self._post, self._wall = studio, post, wall
        self._store = studio.hall.store
        self.addresses, self.deadlines = Addresses(self._store), Deadlines(self._store)
        self._agreed: dict[str, dict[int, int]] = defaultdict(
            dict
        )  # by table and seat: answers when they agreed to a bot
        self._task: asyncio.Task[None] | None = None

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/mail/{token}", page("playtest.html")),
            Route("/api/t/{token}/mail", answered(self._about)),
            Route("/api/t/{token}/mail", answered(self._wish), methods=["POST"]),
            Route("/api/t/{token}/mail/confirm", answered(self._confirm), methods=["POST"]),
            Route("/api/t/{token}/mail/stop", answered(self._stop), methods=["POST"]),
            Route("/api/t/{token}/deadline", answered(self._deadline), methods=["POST"]),
        ]

    # ---- routes
    def _seat(self, request: Request) -> tuple[Key, int]:
        key = self._studio.key(request, SEAT)
        assert key.seat is not None
        return key, key.seat

    async def _about(self, request: Request) -> Response:
        key, seat = self._seat(request)
        found = next((one for one in await in_thread(self.addresses.of, key.table) if one.seat == seat), None)
        due = await in_thread(self.deadlines.of, key.table)
        return JSONResponse({
            "mails": self._post is not None, "mail": "" if found is None else found.mail,
            "confirmed": found is not None and found.told != UNCONFIRMED,
            "hours": None if due is None else due.hours, "then": None if due is None else due.then,
        })  # fmt: skip

    async def _wish(self, request: Request) -> Response:
        key, seat = self._seat(request)
        mail = wanted.text((await body_of(request)).get("mail"), "The address").strip()
        if self._post is None:
            raise HttpError(409, NO_MAIL)
        if not is_address(mail):
            raise HttpError(400, "That is not an address of mail, such as ann@example.org.")
        self._studio.pace.count(f"mail {key.table} {seat}", 3.0, AN_HOUR)
        self._studio.pace.count(f"mail to {mail.casefold()}", 6.0, A_DAY)
        async with self._studio.at(key.table) as (_, sitting):
            title = sitting.showing.game.title
        await in_thread(self.addresses.wish, key.table, seat, mail)
        code = await in_thread(self.addresses.code, key.table, seat, mail)
        try:
            await in_thread(self._post.send, confirming(self._post, mail, title, code))
        except MailError as error:
            await in_thread(self.addresses.forget, key.table, seat)
            raise HttpError(503, f"{error} Check the address, or try again later.") from None
        return JSONResponse({"taken": True})

    async def _confirm(self, request: Request) -> Response:
        key, seat = self._seat(request)
        code = wanted.text((await body_of(request)).get("code"), "The code")
        self._studio.pace.count(f"code {key.table} {seat}", 5.0, AN_HOUR)
        if not await in_thread(self.addresses.confirm, key.table, seat, code):
            raise HttpError(409, "That is not the code that was sent. Look at the newest mail.")
        return JSONResponse({"taken": True})

    async def _stop(self, request: Request) -> Response:
        key, seat = self._seat(request)
        await body_of(request)
        await in_thread(self.addresses.forget, key.table, seat)
        return JSONResponse({"taken": True})

    async def _deadline(self, request: Request) -> Response:
        """Set a deadline for every answer at a table; 0 hours for none."""
        key = self._studio.key(request, OWNER)
        given = await body_of(request)
        hours, then = given.get("hours"), given.get("then", BOT)
        if not isinstance(hours, int | float) or isinstance(hours, bool) or not 0 <= hours <= LONGEST:
            raise HttpError(400, f"The deadline is a number of hours, at most {LONGEST:.0f}.")
        if then not in (BOT, VOTE):
            raise HttpError(400, f"After the deadline there is a {BOT} or a {VOTE}.")
        async with self._studio.at(key.table) as (_, sitting):
            made = sitting.made
        await in_thread(self.deadlines.put, Deadline(key.table, float(hours), str(then), made, self._wall()))
        return JSONResponse({"taken": True})

    # ---- rounds
    def begin(self) -> None:
        self._task = asyncio.create_task(self._rounds())

    async def end(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _rounds(self) -> None:
        while True:
            await asyncio.sleep(ROUND)
            try:
                await self.look()
            except Trouble as trouble:
                LOG.warning("Slow tables were not looked at: %s", trouble)
            except Exception:  # noqa: BLE001 - the log says it, and the next round tries again
                LOG.exception("A round of slow tables failed.")

    async def look(self) -> None:
        """Look at every table that is told of by mail or has a deadline."""
        told = set(await in_thread(self.addresses.tables)) if self._post is not None else set()
        due = set(await in_thread(self.deadlines.tables))
        for table in sorted(told | due):
            cluster = self._studio.cluster
            if cluster is not None and (await cluster.owner(table)).address:
                continue
            try:
                async with self._studio.at(table) as (room, sitting):
                    if table in due:
                        await self._hurry(table, room, sitting)
                    if table in told:
                        await self._tell(table, room, sitting)
            except (UnfitError, Problems, Trouble) as error:
                LOG.warning("A slow table could not be looked at: %s", error)
                continue
            if table in due:
                self._studio.wake_bots(table)

    # ---- mail
    async def _tell(self, table: str, room: Room, sitting: Sitting) -> None:
        """Write to each player who is asked and has no page open, once for each question."""
        for wish in await in_thread(self.addresses.of, table):
            asked = None if sitting.paused else sitting.state.request_for(wish.seat)
            if asked is None or wish.seat in room.channels or wish.told in (UNCONFIRMED, sitting.made):
                continue
            await self._write(wish, sitting, asked.prompt)

    async def _write(self, wish: Wish, sitting: Sitting, prompt: str) -> None:
        assert self._post is not None
        state, hall = sitting.state, self._studio.hall
        tokens = await in_thread(hall.store.tokens, wish.table)
        token = next(one for one, role, seat in tokens if role == SEAT and seat == wish.seat)
        name, happened = state.player_names[wish.seat], since_last(sitting, wish.seat)
        home = self._studio.addresses[0] if self._studio.addresses else ""
        message = your_turn(
            self._post, wish.mail, sitting.showing.game.title, name, prompt, happened,
            f"{home}/t/{token}", f"{home}/mail/{token}",
        )  # fmt: skip
        try:
            await in_thread(self._post.send, message)
        except MailError as error:  # the next round tries again
            LOG.warning("%s", error)
            return
        await in_thread(self.addresses.told, wish, sitting.made)

    # ---- deadlines
    async def _hurry(self, table: str, room: Room, sitting: Sitting) -> None:
        """Reset the clock after an answer.

        When it has run out, a bot decides, or the others are asked."""
        due = await in_thread(self.deadlines.of, table)
        late = _late(sitting)
        if due is None or late is None:
            return
        if due.answers != sitting.made:
            await in_thread(self.deadlines.put, Deadline(table, due.hours, due.then, sitting.made, self._wall()))
            self._agreed.pop(table, None)
            return
        if self._wall() < due.since + due.hours * AN_HOUR:
            return
        name = sitting.state.player_names[late]
        if due.then == VOTE and not await self._agreed_to(table, room, sitting, late):
            return
        pending = await in_thread(bot_for, sitting, late)
        if pending is None:
            return
        await self._studio.take(sitting, pending)
        await self._say(
            table, room, sitting, f"{name} has not answered for {due.hours:g} hours: a bot has decided for {name}."
        )
        await self._studio.tell(table, room)
        await in_thread(self.deadlines.put, Deadline(table, due.hours, due.then, sitting.made, self._wall()))
        self._agreed.pop(table, None)

    async def _agreed_to(self, table: str, room: Room, sitting: Sitting, late: int) -> bool:
        """Whether more than half of the others have agreed since they were asked.

        The table asks them once."""
        names = sitting.state.player_names
        others = {names[seat] for seat in _people(sitting) if seat != late}
        after = sitting.picture(None).rest["moments"]
        said = [(who, words) for who, words, when in await in_thread(self._store.said, table) if when >= after]
        ask = f"{names[late]} has not answered for a long time. Say {AGREE} to let a bot decide this once."
        if (TABLE, ask) not in said:
            await self._say(table, room, sitting, ask)
        agreed = {who for who, words in said if words.strip().casefold() == AGREE} & others
        return 2 * len(agreed) > len(others)

    async def _say(self, table: str, room: Room, sitting: Sitting, words: str) -> None:
        after = sitting.picture(None).rest["moments"]
        await in_thread(self._store.say, table, TABLE, words, after)
        said = await in_thread(self._store.said, table)
        room.tell_all({"said": [{"who": who, "words": text, "after": when} for who, text, when in said]})


def since_last(sitting: Sitting, seat: int) -> list[str]:
    """What this seat was told since its own last decision."""
    state = sitting.state
    own = max((number for number, made in enumerate(state.history, 1) if made.player == seat), default=0)
    known = state.events[: state.inspect.events_known(seat)]
    return [text for event in known if event.decision > own and (text := event.told_to(seat))]


def _people(sitting: Sitting) -> list[int]:
    automas = sitting.showing.game.automas(len(sitting.setup.names))
    seats = [seat for seat in range(len(sitting.state.player_names)) if seat not in automas]
    return [seat for seat, who in zip(seats, sitting.setup.seats, strict=True) if who == PERSON]


def _late(sitting: Sitting) -> int | None:
    """The person the table waits for.

    Nobody while a decision is made in secret, because that would show who is asked."""
    if sitting.paused or sitting.trouble or sitting.is_secret:
        return None
    return next((seat for seat in _people(sitting) if sitting.state.request_for(seat) is not None), None)


def bot_for(sitting: Sitting, seat: int) -> Pending | None:
    """Let a bot decide one question of a person."""
    from interpreter.tools.bots import seated

    request = sitting.state.request_for(seat)
    if request is None:
        return None
    words = [TAKES_OVER if one == seat else "human" for one in range(len(sitting.state.player_names))]
    bot = seated(words, sitting.made + 1)[seat]
    assert bot is not None
    answer = bot(request, sitting.state.seat(seat))
    if isinstance(answer, int):
        name = str(answer) if request.kind == "amount" and request.is_range else request.choices[answer].name
    else:
        name = answer.name
    try:
        return sitting.tried(Answer(seat, name), by_person=False)
    except RefusedError:
        return None
