import { describe, expect, it } from "vitest";
import { gateSchema } from "../../../../harness/record/config/gate-schema.ts";
import { runComparison } from "../../../../harness/results/compare/request.ts";
import type { RunSource } from "../../../../harness/results/compare/sources/run-source.ts";
import { madeSource } from "./made-source.ts";

const NAMES = ["a__vector_rag__prompt", "a__vector_rag__prompt__depth=50", "a__react__prompt"];

/** Depth 20 is the base, which has no part in a name; an agent has no depth. */
function run(score: (configuration: string) => number): RunSource {
  const sources = NAMES.map((name) => madeSource({ configurations: [name], score: () => score(name) }));
  const levels: Record<string, Record<string, string>> = {
    [NAMES[0]!]: { workflow: "vector_rag", depth: "20" },
    [NAMES[1]!]: { workflow: "vector_rag", depth: "50" },
    [NAMES[2]!]: { workflow: "react" },
  };
  const executions = sources.flatMap((source) => source.executions);
  return { ...sources[0]!, executions: executions.map((one) => ({ ...one, levels: levels[one.configuration]! })) };
}

function compare(by: string, candidate = run((name) => (name.endsWith("50") ? 0.4 : 0.5))) {
  const config = gateSchema.parse({});
  const baseline = run(() => 0.5);
  return runComparison({ baseline, candidate, metrics: ["ndcg@10"], by, allow: [], config, gate: false }).comparison;
}

describe("a comparison by a factor", () => {
  it("is by its levels, the base's too; what it does not apply to is in no group", () => {
    expect(compare("depth").groups.map(({ group, difference }) => [group, difference])).toEqual([
      ["20", 0],
      ["50", expect.closeTo(-0.1, 9)],
    ]);
  });

  it("is by workflow as well", () => {
    expect(compare("workflow").groups.map(({ group }) => group)).toEqual(["react", "vector_rag"]);
  });

  it("refuses a factor that the candidate does not have, and says which there are", () => {
    expect(() => compare("colour")).toThrow(
      expect.objectContaining({ code: "usage", hint: "one of configuration, model, family, workflow, depth" }),
    );
  });
});
