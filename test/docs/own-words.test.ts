import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { nonEmpty } from "../non-empty.ts";
import { papers, ROOT } from "./pages.ts";

/** Words that mean something here alone, as `docs/index.md` lists them. */
const TAUGHT = nonEmpty(["stand-in", "knowledge mode", "functional", "answer contract", "lost in"]);
/** The glossary's other words of our own: for code and design, not for guides. */
const FOR_DESIGN = nonEmpty([
  ...["substrates?", "policy model", "minimal pair", "twins?", "premise", "register", "hidden links?", "traps?"],
  ...["packets?", "cassettes?", "bands?", "run source", "hard break", "preflight", "evidence agreement"],
  ...["composite", "naive p", "rulings?", "delimited text", "crew", "depot", "giver"],
]);

const GUIDES = nonEmpty(papers().filter(({ path }) => /^docs\/(?:guides\/|start)|^README/.test(path)));

/** What a page says, without code, addresses and what a terminal shows. */
function prose(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gm, "").replaceAll(/`[^`]*`|\[[\w/]+\.md(?=\])|\]\([^)]*\)|<[^>]*>/g, " ");
}

it("guides use at most five words of our own, which the documentation's first page explains", () => {
  expect(TAUGHT.length).toBeLessThanOrEqual(5);
  const index = readFileSync(join(ROOT, "docs/index.md"), "utf8");
  const [, section = ""] = /\n## Five words of our own\n([\s\S]*?)\n## /.exec(index) ?? [];
  expect(TAUGHT.filter((word) => !section.toLowerCase().includes(`**${word}`))).toEqual([]);
  expect(section).toContain("(glossary.md)");
});

it.each(GUIDES)("$path uses no other one", ({ text }) => {
  const words = new RegExp(String.raw`\b(?:${FOR_DESIGN.join("|")})\b`, "gi");
  expect(prose(text).match(words) ?? []).toEqual([]);
});
