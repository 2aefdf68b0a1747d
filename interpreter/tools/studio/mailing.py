"""Mail: a player who has left a page is told when the table waits for them, and what happened since.

In: an SMTP server from the environment, addresses that players gave and confirmed. Out: mails. Layer: tools. A mail holds what
this player may know, and the link of their seat; nobody is written to before they have typed in the code that was sent to them.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from .store import Store

if TYPE_CHECKING:
    from smtplib import SMTP

SERVER, SENDER = "RULEWRIGHT_SMTP", "RULEWRIGHT_MAIL_FROM"  # in the environment
ADDRESS = re.compile(r"[^\s@,;<>\"]{1,64}@[A-Za-z0-9.-]{1,190}")
PATIENCE = 20.0  # seconds
NEVER = -1  # nothing has been told yet
UNCONFIRMED = -2
MOST_LINES = 12
LOG = logging.getLogger("uvicorn.error")


class MailError(Exception):
    """A mail could not be sent; the message says why, without a password."""


@dataclass(frozen=True)
class Post:
    """The server that takes mails: smtp://user:password@host:port.

    smtps:// is encrypted from the start."""

    host: str
    port: int
    user: str
    password: str
    encrypted: bool
    sender: str

    def send(self, message: EmailMessage) -> None:
        """Send a mail. Raises MailError."""
        import smtplib  # a studio in a web page has neither sockets nor these modules
        import ssl

        context = ssl.create_default_context()
        try:
            if self.encrypted:
                with smtplib.SMTP_SSL(self.host, self.port, timeout=PATIENCE, context=context) as server:
                    self._through(server, message)
            else:
                with smtplib.SMTP(self.host, self.port, timeout=PATIENCE) as server:
                    server.ehlo()
                    if server.has_extn("starttls"):
                        server.starttls(context=context)
                        server.ehlo()
                    self._through(server, message)
        except (OSError, smtplib.SMTPException) as error:
            raise MailError(f"The mail server {self.host} did not take a mail: {type(error).__name__}.") from error

    def _through(self, server: SMTP, message: EmailMessage) -> None:
        if self.user:
            server.login(self.user, self.password)
        server.send_message(message)


def post_of(environment: Mapping[str, str] = os.environ) -> Post | None:
    """Read the mail server from the environment; None if there is none."""
    address = environment.get(SERVER, "")
    parts = urlsplit(address)
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        return None
    encrypted = parts.scheme == "smtps"
    sender = environment.get(SENDER, f"Rulewright <rulewright@{parts.hostname}>")
    port = parts.port or (465 if encrypted else 25)
    return Post(parts.hostname, port, unquote(parts.username or ""), unquote(parts.password or ""), encrypted, sender)


@dataclass(frozen=True)
class Wish:
    """A seat that is told by mail; `told`: the number of answers at the last mail."""

    table: str
    seat: int
    mail: str
    told: int


class Addresses:
    """Who is told by mail, in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def code(self, table: str, seat: int, mail: str) -> str:
        """The code that confirms an address: only the store's secret gives it."""
        words = f"{table} {seat} {mail}".encode()
        digest = hmac.new(self._store.secret("mail").encode(), words, hashlib.sha256).digest()
        return f"{int.from_bytes(digest[:4], 'big') % 1_000_000:06}"

    def wish(self, table: str, seat: int, mail: str) -> None:
        with self._store.changing() as work:
            work.execute("delete from addresses where table_id = ? and seat = ?", (table, seat))
            work.execute("insert into addresses values (?,?,?,?)", (table, seat, mail, UNCONFIRMED))

    def confirm(self, table: str, seat: int, code: str) -> bool:
        found = next((one for one in self.of(table) if one.seat == seat), None)
        if found is None or not hmac.compare_digest(self.code(table, seat, found.mail).encode(), code.strip().encode()):
            return False
        self.told(found, NEVER)
        return True

    def forget(self, table: str, seat: int) -> None:
        with self._store.changing() as work:
            work.execute("delete from addresses where table_id = ? and seat = ?", (table, seat))

    def told(self, wish: Wish, answers: int) -> None:
        with self._store.changing() as work:
            work.execute(
                "update addresses set told = ? where table_id = ? and seat = ?", (answers, wish.table, wish.seat)
            )

    def of(self, table: str) -> list[Wish]:
        query = "select table_id, seat, mail, told from addresses where table_id = ? order by seat"
        return [
            Wish(str(id), int(seat), str(mail), int(told)) for id, seat, mail, told in self._store.found(query, table)
        ]

    def tables(self) -> list[str]:
        """Tables of which somebody is told."""
        found = self._store.found("select distinct table_id from addresses where told > ?", UNCONFIRMED)
        return [str(table) for (table,) in found]


def is_address(words: str) -> bool:
    return bool(ADDRESS.fullmatch(words)) and parseaddr(words)[1] == words


def confirming(post: Post, mail: str, title: str, code: str) -> EmailMessage:
    text = (
        f"Somebody, probably you, wants to be told by mail when it is their turn at a table of {title}.\n\n"
        f"Type this code into the page: {code}\n\nIf it was not you, ignore this mail. You will get no other."
    )
    return _message(post, mail, f"Your code for {title}", text)


def your_turn(
    post: Post, mail: str, title: str, player: str, prompt: str, since: Sequence[str], link: str, stop: str
) -> EmailMessage:
    """Say what happened since this player's last answer, as far as they may know it."""
    lines = [*([f"… {len(since) - MOST_LINES} lines before"] if len(since) > MOST_LINES else []), *since[-MOST_LINES:]]
    happened = "Since your last turn:\n" + "\n".join(f"  {line}" for line in lines) + "\n\n" if lines else ""
    text = (
        f"{player}, it is your turn in {title}: {prompt}\n\n{happened}Play here. The link is yours alone:\n{link}\n\n"
        f"No more mails about this table:\n{stop}\n"
    )
    return _message(post, mail, f"{title}: it is your turn", text)


def _message(post: Post, mail: str, subject: str, text: str) -> EmailMessage:
    found = EmailMessage()
    found["From"], found["To"], found["Subject"] = post.sender, mail, " ".join(subject.split())[:150]
    found["Date"], found["Message-ID"] = formatdate(), make_msgid(domain="rulewright.invalid")
    found["Auto-Submitted"] = "auto-generated"
    found.set_content(text)
    return found
