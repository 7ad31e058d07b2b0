import { describe, expect, it } from "vitest";
import { idReader } from "../../../../../base/ids/id-reader.ts";
import { makeRandom } from "../../../../../base/random.ts";
import { type ExecutionCase, traceCase } from "../../../../../harness/results/metrics/execution/case.ts";
import { agentFaults } from "../../../../../harness/results/metrics/live/agent-faults.ts";
import { LOOKALIKES, PLANTED } from "../../../../../scripts/agent-faults/planted.ts";
import { nonEmpty } from "../../../../non-empty.ts";

const GIVEN = {
  ...{ scenario: { turns: ["What of PAGE-5000?"], expected_ids: [] } },
  ids: idReader([], { idPatterns: [{ pattern: "(?:PAGE|ISSUE)-\\d{4}" }] }),
};
const call = (index: number, keywords: string[]) => ({
  ...{ index, turn: 0, sub_agent: null, tool: "source_search", family: "live_source", status: "success" },
  ...{ arguments: { source: "wiki", keywords }, result_path: `/results/00${index}-source_search.json` },
  ...{ preview: '{"rows":[]}', result: '{"rows":[{"id":"PAGE-1000"}]}' },
});
const EXTRACTION = {
  ...{ ranked_ids: ["PAGE-1000"], documents: [] },
  tool_calls: [call(0, ["pump", "of steel"]), call(1, ["valve", "brass"])],
  final_text:
    "Of PAGE-5000:\n\n1. `PAGE-1000` - as said [S1]\n\n- S1: [records](artifact://t?path=/results/000-source_search.json)",
};
const tracedOf = (extraction: object) => traceCase({ ...GIVEN, extraction } as never as ExecutionCase)!;

describe("faults of agents that choose their own steps", () => {
  it("are none where it searched, asked nothing twice, and names what a result or the question holds", () => {
    const none = { skippedSearch: false, inventedResults: [], repeatedActions: [] };
    expect(agentFaults(tracedOf(EXTRACTION))).toEqual(none);
    for (const { what, plant } of nonEmpty(LOOKALIKES)) {
      const planted = plant(tracedOf(EXTRACTION), makeRandom(what));
      expect([what, planted && agentFaults(tracedOf(planted.extraction))]).toEqual([what, none]);
    }
  });

  it("are each found where they were planted, and no other with them", () => {
    for (const { what, plant } of nonEmpty(PLANTED)) {
      const { extraction, has } = plant(tracedOf(EXTRACTION), makeRandom(what))!;
      const found = Object.entries(agentFaults(tracedOf(extraction))!).filter(
        ([, one]) => one === true || one.length > 0,
      );
      expect([what, found.map(([name]) => name).sort()]).toEqual([what, [...has].sort()]);
    }
  });

  it("are unknown of an agent that does not report its calls", () => {
    expect(agentFaults(tracedOf({ ...EXTRACTION, unreported: ["tool_calls"] }))).toBeNull();
  });
});
