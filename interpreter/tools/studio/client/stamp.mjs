// Writes down from which sources the built files were made (tests/studio/test_built.py compares), and the licences of what is in them.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
const sources = readdirSync("src").sort().map((name) => `${name}\n${readFileSync(`src/${name}`, "utf8")}`);
writeFileSync("../static/built-from.txt", createHash("sha256").update(sources.join("\n")).digest("hex") + "\n");

const bundled = Object.keys(JSON.parse(readFileSync("built.json", "utf8")).inputs)
  .map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]).filter(Boolean);
const texts = [...new Set(bundled)].sort().map((name) => {
  const file = readdirSync(`node_modules/${name}`).find((one) => /^licen[sc]e/i.test(one));
  return `${name}\n\n${file ? readFileSync(`node_modules/${name}/${file}`, "utf8").trim() : "MIT"}\n`;
});
writeFileSync("../static/edit.LICENSES.txt", texts.join(`\n${"-".repeat(72)}\n\n`));
