import { describe, expect, it } from "vitest";
import { quotedItems } from "../../../../agent/policy-models/deciding/which-items-are-quoted.ts";
import { readQuestion } from "../../../../agent/policy-models/reading/what-was-asked.ts";
import { stateOf, think } from "../thinking.ts";

const ITEMS = [
  {
    id: "A-1",
    type: "backlog_item",
    title: "Soft reset",
    snippet: "After a fault the unit must be able to restart without loss of data.",
  },
  {
    id: "A-2",
    type: "backlog_item",
    title: "Hard reset",
    snippet: "After a fault the unit must be able to restart within two seconds.",
  },
  { id: "A-3", type: "backlog_item", title: "Order of a restart", snippet: "What comes first." },
];

function quoted(text: string) {
  const state = stateOf("explorer", ["keyword_search"]);
  return think(quotedItems(state, readQuestion(text, { later: false }), null), () => ITEMS);
}

describe("quotedItems", () => {
  it.each([
    ["Tests for: after a fault the unit must be able to restart within two seconds", ["A-2"]],
    [
      "Tests for: after a fault the unit must be able to restart without loss of data; and the order of a restart",
      ["A-1", "A-3"],
    ],
    ["Tests for: after a fault the unit must be able to come back", []],
    ["Tests about a soft reset of the unit", []],
  ])("%s: %j", (text, ids) => {
    expect(quoted(text).map(({ id }) => id)).toEqual(ids);
  });

  it("says where the quote stands, and whether it is wanted", () => {
    const [wanted, left] = quoted(
      "Order of a restart, but not after a fault the unit must be able to restart without loss of data",
    );
    expect(wanted).toMatchObject({
      id: "A-1",
      excluded: true,
      called: "after a fault the unit must be able to restart without loss of data",
    });
    expect(left).toMatchObject({ id: "A-3", excluded: false, at: 0 });
  });
});
