import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FAILURE_REASON_NAMES } from "../../agent/contract/failure-reasons.ts";
import { BLOCKS, blockOf } from "../../harness/results/failures/failure.ts";
import { wordsOf } from "../../harness/results/failures/words.ts";
import { nonEmpty } from "../non-empty.ts";

const text = readFileSync("docs/guides/failures.md", "utf8");

it("the guide's table of blocks has every block with its weight", () => {
  const rows = [...text.matchAll(/^\| `(\w+)` \| ([\d.]+) \|/gm)].map(([, name, weight]) => [name, Number(weight)]);
  expect(rows).toEqual(Object.entries(BLOCKS).map(([name, { weight }]) => [name, weight]));
});

it("every feature that the guide maps to a published taxonomy is one, and no loss, abstention or answer's fault is left out", () => {
  const mapped = text
    .split("\n")
    .filter((line) => /^\| `\w+\./.test(line))
    .flatMap((line) => [...line.split("|")[1]!.matchAll(/`([\w.*]+)`/g)].map(([, name]) => name!));
  const reasons: readonly string[] = FAILURE_REASON_NAMES;
  for (const name of nonEmpty(mapped.filter((one) => !one.endsWith("*")))) {
    expect([name, wordsOf(name) !== null]).toEqual([name, true]);
    if (blockOf(name) === "ending") expect(reasons).toContain(name.slice("ending.".length));
  }
  const own = [
    ...["never_retrieved", "not_shown", "not_passed_on", "not_reported", "unlisted", "below_cut"].map(
      (loss) => `ids.${loss}`,
    ),
    ...[
      "abstention.missed",
      "abstention.false",
      "answer.fabricated",
      "answer.entities",
      "answer.unsaid",
      "answer.too_many",
      "answer.empty",
      "answer.call",
    ],
  ];
  expect(own.filter((name) => !mapped.includes(name))).toEqual([]);
});
