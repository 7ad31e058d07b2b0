import { describe, expect, it } from "vitest";
import { searchTopic } from "../../../../agent/policy-models/deciding/which-tests-are-alike.ts";
import { readQuestion } from "../../../../agent/policy-models/reading/what-was-asked.ts";
import type { PlannedCall } from "../../../../agent/policy-models/strategy.ts";
import { stateOf, think } from "../thinking.ts";

const RANKED: Readonly<Record<string, readonly string[]>> = {
  keyword_search: ["T-1", "T-2"],
  hybrid_search: ["T-3", "T-2", "T-1"],
};

function rowsFor({ tool, args }: PlannedCall): object[] {
  const asked = (args.types as string[] | undefined)?.includes("test_case") && !String(args.query).includes(" AND ");
  if (!asked) return [];
  return (RANKED[tool] ?? []).map((id) => ({ id, type: "test_case", title: `Restart ${id}`, snippet: "" }));
}

function search(profile: string, text: string) {
  const state = stateOf(profile, ["keyword_search", "hybrid_search", "sql_query"]);
  return think(searchTopic(state, readQuestion(text, { later: false }), null), rowsFor);
}

describe("searchTopic", () => {
  it.each(["explorer", "planner", "sprinter"])(
    "%s: what other searches add moves nothing of the plainest",
    (profile) => {
      const { findings } = search(profile, "tests about a restart of the relay");
      expect(findings.ranked().ids.slice(0, 2)).toEqual(["T-1", "T-2"]);
    },
  );

  it("adds what the plainest search does not bring behind it", () => {
    expect(search("explorer", "tests about a restart of the relay").findings.ranked().ids).toEqual([
      "T-1",
      "T-2",
      "T-3",
    ]);
  });

  it("asks of a description no share of its words", () => {
    const words = "relay firmware loses clock synchronisation overnight";
    expect(search("planner", `tests about ${words}`).support).toBe(0);
    expect(search("planner", words).support).toBe(1);
  });

  it("asks of no record that it says the name of an attribute whose value it has", () => {
    const test = { id: "T-1", type: "test_case", title: "Hot start", snippet: "", attributes: { severity: "major" } };
    const topic = searchTopic(
      stateOf("planner", ["keyword_search", "identifier_lookup"]),
      readQuestion("tests with severity major", { later: false }),
      null,
    );
    expect(think(topic, () => [test]).support).toBe(1);
  });
});
