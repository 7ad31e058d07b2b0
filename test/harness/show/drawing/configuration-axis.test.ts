import { expect, it } from "vitest";
import { labelSpace, shortNames } from "../../../../harness/show/drawing/configuration-axis.ts";
import { LIGHT } from "../../../../harness/show/drawing/theme.ts";

const ROWS = [
  "explorer · Graph RAG, true start (upper bound) · Prompt",
  "explorer · Keyword RAG, listwise · Prompt",
  "explorer · Plan-and-Execute · Prompt",
];
const at = (width: number) => ({ width, theme: LIGHT, models: ["explorer"], notice: [] });

it("writes names in full where they fit", () => {
  expect(shortNames(ROWS.slice(1), at(1000))).toEqual(ROWS.slice(1));
});

it("leaves out a knowledge mode that all rows share first, then writes what is long shorter, in all rows alike", () => {
  expect(shortNames(ROWS, at(700))).toEqual([
    "explorer · Graph RAG, true start (upper bound)",
    "explorer · Keyword RAG, listwise",
    "explorer · Plan-and-Execute",
  ]);
  expect(shortNames(ROWS, at(360))).toEqual([
    "explorer · Graph, upper bound",
    "explorer · Keyword, list.",
    "explorer · P&E",
  ]);
  expect(labelSpace(ROWS, at(360))).toBeLessThan(0.55 * 360);
});

it("keeps modes that tell rows apart, in pairs as well", () => {
  const mixed = ["a · ReAct · Skill + Meta", "a · ReAct · Prompt"];
  expect(shortNames(mixed, at(300))).toEqual(["a · S+M", "a · Prompt"]);
  const pairs = ["a · ReAct · Prompt - a · ReAct · Skill", "a · ReAct · Prompt - b · ReAct · Prompt"];
  expect(shortNames(pairs, at(120))).toEqual(["a · Prompt - a · Skill", "a · Prompt - b · Prompt"]);
});

it("names with levels are told apart where there is little room: what all rows share goes, then factors that a level tells", () => {
  const labels = ["a", "b"].flatMap((model) =>
    ["lsa", "minilm"].flatMap((embedding) =>
      ["none", "llm_listwise"].map(
        (rerank) => `${model} · Hybrid RAG · Prompt · embedding ${embedding} · rerank ${rerank} · depth 50`,
      ),
    ),
  );
  const short = shortNames(labels, at(400));
  expect(new Set(short).size).toBe(labels.length);
  expect(short[3]).toBe("a · minilm · llm_listwise");
  expect(short[0]).toBe("a · lsa · rerank none");
  // With more room the factors stay.
  expect(shortNames(labels, at(1200))[0]).toBe("a · embedding lsa · rerank none");
});
