// Writes down from which sources the built files were made; tests/studio/test_built.py compares.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
const sources = readdirSync("src").sort().map((name) => `${name}\n${readFileSync(`src/${name}`, "utf8")}`);
writeFileSync("../static/built-from.txt", createHash("sha256").update(sources.join("\n")).digest("hex") + "\n");
