import { describe, expect, it } from "vitest";
import { Caller } from "../../../db/sources/caller.ts";
import { type ContractWorld, contractChecks, describeContract } from "./contract.ts";
import { type Flaw, memorySource } from "./memory-source.ts";

describeContract("in memory", async () => memoryWorld());

describe("the contract of live sources", () => {
  const flaws: Record<Flaw, RegExp> = {
    "leaks-in-search": /without rights/,
    "leaks-by-id": /without rights/,
    "counts-what-is-hidden": /without rights/,
    "answers-anybody": /does not know a caller/,
    "cuts-in-silence": /stops before the last/,
    "one-client-for-all": /as it serves each alone/,
  };

  it.each(Object.entries(flaws))("is failed by a source that %s", async (flaw, expected) => {
    const failed: string[] = [];
    for (const { title, check } of contractChecks)
      await check(memoryWorld(flaw as Flaw)).catch(() => void failed.push(title));
    expect(failed.filter((title) => expected.test(title))).toHaveLength(1);
    expect(failed.length).toBeLessThan(contractChecks.length / 2);
  });
});

function memoryWorld(flaw?: Flaw): ContractWorld {
  const both = ["insider-token", "outsider-token"];
  const documents = [
    { id: "p1", text: "The Zebra pump overheats", container: "OPS", readers: both },
    { id: "p2", text: "Okapi: the pump is replaced", container: "HR", readers: ["insider-token"] },
    { id: "p3", text: "It overheats, the pump, says Zebra", container: "OPS", readers: both },
    ...Array.from({ length: 7 }, (_, i) => ({ id: `m${i}`, text: `Gnu number ${i}`, container: "OPS", readers: both })),
  ];
  const caller = (id: string): Caller => Caller.withTokens(id, { memory: `${id}-token` });
  return {
    source: memorySource(documents, flaw),
    insider: caller("insider"),
    outsider: caller("outsider"),
    stranger: caller("stranger"),
    shared: "Zebra",
    secret: "Okapi",
    phrase: "pump overheats",
    many: { word: "Gnu", count: 7 },
    unknownId: "p9",
  };
}
