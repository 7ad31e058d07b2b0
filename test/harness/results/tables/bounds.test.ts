import { expect, test } from "vitest";
import { boundsNotices } from "../../../../harness/record/domain/names.ts";

test.each([
  [["react", "keyword_rag"], []],
  [["react", "graph_rag_oracle"], [/^graph_rag_oracle is told .*: an upper bound, which nobody could run\.$/]],
  [
    ["graph_rag_oracle_llm_listwise", "graph_rag_oracle", "graph_rag"],
    [/^graph_rag_oracle, graph_rag_oracle_llm_listwise are told .*: upper bounds, which nobody could run\.$/],
  ],
])("of %j one sentence names the upper bounds", (workflows, expected) => {
  expect(boundsNotices(workflows)).toEqual(expected.map((said) => expect.stringMatching(said)));
});
