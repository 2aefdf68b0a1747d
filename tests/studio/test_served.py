"""The studio on a server, as docs/hosting.md sets it up: nginx with TLS in front, its log, its figures, its unit for systemd."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.limits import PATIENCE
from tests.support.serving import Served

ROOT = Path(__file__).parents[2]
HOSTING = ROOT / "docs" / "hosting"
DUEL = ROOT / "tests" / "studio" / "games" / "duel"
NAME = "play.example.org"
KEY = "for-prometheus"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, int]]:
    """A studio, and the port of nginx before it, with the shipped configuration: only names, ports and the rate are changed."""
    nginx = shutil.which("nginx") or "/usr/sbin/nginx"
    if not Path(nginx).is_file() and "RULEWRIGHT_POSTGRES" not in os.environ:
        pytest.skip("nginx is not on this machine")
    folder = tmp_path_factory.mktemp("served")
    os.environ |= {"RULEWRIGHT_LOG": "json", "RULEWRIGHT_METRICS_KEY": KEY}
    studio = Served(folder / "data", (str(DUEL),), ("--address", f"https://{NAME}"), log=folder / "log")
    try:
        studio.start(free_port())
    finally:
        del os.environ["RULEWRIGHT_LOG"], os.environ["RULEWRIGHT_METRICS_KEY"]
    port = free_port()
    words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}", "-addext",
             f"subjectAltName=DNS:{NAME}", "-keyout", "key.pem", "-out", "certificate.pem"]  # fmt: skip
    subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)
    site = (HOSTING / "nginx.conf").read_text(encoding="utf-8")
    site = site.replace("/etc/ssl/rulewright/", f"{folder}/").replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    site = site.replace("127.0.0.1:8181", f"127.0.0.1:{studio.port}")
    site = site.replace("rate=20r/s", "rate=1r/s").replace("burst=60", "burst=20")  # so that few requests reach it
    site = "".join(line for line in site.splitlines(keepends=True) if "8182" not in line)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"{user} worker_processes 1; pid {folder}/pid; error_log {folder}/error.log; events {{}} http {{ {temporary} {site} }}",
        encoding="utf-8",
    )
    process = subprocess.Popen(
        [nginx, "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log"), "-g", "daemon off;"]
    )
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            break
        except OSError:
            assert process.poll() is None, (folder / "error.log").read_text()
    yield studio, port
    process.terminate()
    process.wait(PATIENCE)
    studio.process.kill()
    studio.close()


class Outside:
    """Somebody who reaches the studio through nginx alone, and believes its certificate."""

    def __init__(self, studio: Served, port: int) -> None:
        trusted = ssl.create_default_context(cafile=str(studio.data.parent / "certificate.pem"))
        raw = socket.create_connection(("127.0.0.1", port))
        self.connection = http.client.HTTPSConnection(NAME, port, timeout=PATIENCE)
        self.connection.sock = trusted.wrap_socket(raw, server_hostname=NAME)

    def ask(self, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        data = None if body is None else json.dumps(body).encode()
        sent = {"content-type": "application/json", **headers}
        self.connection.request("GET" if body is None else "POST", path, data, sent)
        response = self.connection.getresponse()
        text = response.read().decode()
        try:
            return response.status, json.loads(text)
        except ValueError:
            return response.status, text


def test_a_game_is_played_through_nginx_with_tls(behind: tuple[Served, int]) -> None:
    """A stream comes at once, a foreign page is refused, the host's cookie is for TLS alone."""
    studio, port = behind
    links = studio.open_table("duel", ["ann", "bob"])
    token = links["seats"][0]["token"]
    outside = Outside(studio, port)
    assert "<!doctype html>" in outside.ask(f"/t/{token}")[1]
    assert outside.ask(f"/api/t/{token}")[1]["you"] == "ann"
    stream = Outside(studio, port)
    stream.connection.request("GET", f"/api/t/{token}/stream")
    response = stream.connection.getresponse()
    now = json.loads(response.readline().decode().removeprefix("data: "))
    question = {"question": now["request"]["question"], "choice": 0}
    assert outside.ask(f"/api/t/{token}/decide", question, origin="https://evil.example")[0] == 403
    assert outside.ask(f"/api/t/{token}/decide", question, origin=f"https://{NAME}:{port}")[0] == 200
    while b'"moments":1' not in (line := response.readline()):
        assert line
    outside.connection.request("GET", f"/?key={studio.entrance.partition('key=')[2]}")
    cookie = outside.connection.getresponse().getheader("set-cookie") or ""
    assert {"Secure", "HttpOnly"} <= {part.strip() for part in cookie.split(";")}
    assert studio.entrance.startswith(f"https://{NAME}/?key=")


def test_health_and_figures(behind: tuple[Served, int]) -> None:
    studio, port = behind
    outside = Outside(studio, port)
    assert outside.ask("/health") == (200, {"well": True})
    assert outside.ask("/metrics")[0] == 404
    assert studio.ask("/metrics", cookie="")[0] == 403
    status, figures = studio.ask("/metrics", cookie="", authorization=f"Bearer {KEY}")
    assert status == 200
    assert re.search(r'rulewright_requests_total\{method="GET",route="/health",status="200"\} [1-9]', figures)
    assert "rulewright_streams " in figures
    assert "rulewright_tables_open " in figures


def test_no_secret_is_in_the_log(behind: tuple[Served, int]) -> None:
    studio, _ = behind
    links = studio.open_table("duel", ["ann", "bob"])
    assert studio.ask(f"/api/t/{links['watch']}")[0] == 200
    assert studio.log is not None
    lines = [json.loads(line) for line in studio.log.read_text(encoding="utf-8").splitlines() if line.startswith("{")]
    found = [line for line in lines if line.get("route") == "/api/t/…"]
    assert {"method": "GET", "status": 200}.items() <= found[-1].items()
    assert links["watch"] not in studio.log.read_text(encoding="utf-8")
    assert KEY not in studio.log.read_text(encoding="utf-8")


def test_too_many_requests_are_held_up(behind: tuple[Served, int]) -> None:
    """The burst that nginx lets through is over soon."""
    outside = Outside(*behind)
    found = [outside.ask("/health")[0] for _ in range(60)]
    assert (found[0], set(found)) == (200, {200, 429})


def test_systemd_reads_the_unit(tmp_path: Path) -> None:
    if (program := shutil.which("systemd-analyze")) is None:
        pytest.skip("systemd is not on this machine")
    unit = (HOSTING / "rulewright@.service").read_text(encoding="utf-8")
    (tmp_path / "rulewright@.service").write_text(
        unit.replace("/opt/rulewright/bin/rulewright", "/bin/true"), encoding="utf-8"
    )
    found = subprocess.run(
        [program, "verify", "--man=no", str(tmp_path / "rulewright@.service")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "rulewright@" not in found.stderr, found.stderr
