import { describe, expect, it } from "vitest";
import { type CallRows, firstCut, tiersOf } from "../../../../assistant/app/scope/tiers.ts";

const link = (test: string, item: string, name = "x") => ({
  test_case_id: test,
  linked_id: item,
  linked_name: name,
  kind: "feature",
});
const links = (...rows: CallRows["rows"]): CallRows => ({ tool: "trace_links", arguments: {}, rows });
const search = (...ids: string[]): CallRows => ({
  tool: "keyword_search",
  arguments: {},
  rows: ids.map((id) => ({ id, type: "test_case", title: id })),
});
const impact = (test: string, through: string): CallRows => ({
  tool: "graph_impact",
  arguments: { id: through.split(" > ")[0]! },
  rows: [{ test_case_id: test, through, path: "CONTAINS > REFERENCES", distance: through.split(" > ").length }],
});
const told = (tests: string[], calls: CallRows[], asked: string) =>
  tiersOf(tests, calls, asked).map(({ link, tests, items }) => [link, tests.join(" "), items.join(" ")]);

describe("tests of an answer in tiers", () => {
  it("go by how they are linked to what the question names, whatever their order in the answer", () => {
    const calls = [
      search("TC-5", "TC-1"),
      links(link("TC-1", "FEA-1"), link("TC-4", "FEA-9")),
      impact("TC-2", "FEA-1 > REQ-3"),
      impact("TC-3", "FEA-1 > REQ-3 > REQ-4"),
      { tool: "sql_query", arguments: {}, rows: [{ test_case_id: "TC-6" }] },
    ];
    const tests = ["TC-7", "TC-6", "TC-5", "TC-4", "TC-3", "TC-2", "TC-1", "TC-0"];
    expect(told(tests, calls, "Which tests does FEA-1 need beside TC-0?")).toEqual([
      ["named", "TC-0", ""],
      ["direct", "TC-1", "FEA-1"],
      ["near", "TC-2", "FEA-1"],
      ["far", "TC-3", "FEA-1"],
      ["other", "TC-4", "FEA-9"],
      ["query", "TC-6", ""],
      ["search", "TC-5", ""],
      ["none", "TC-7", ""],
    ]);
  });

  it("takes reports of faults for items that the answer lists, and not for what no result has", () => {
    const rows = [{ id: "BUG-1", title: "It fails" }];
    const [tier] = tiersOf(["BUG-1"], [{ tool: "search_issues", arguments: { query: "fails" }, rows }], "It fails.");
    expect([tier?.link, tier?.tests]).toEqual(["item", ["BUG-1"]]);
  });

  it("take an item for named by its whole name or its id, however it is written, and by no part of either", () => {
    const calls = [links(link("TC-1", "MSG-7", "Handover Request"))];
    const first = (asked: string) => told(["TC-1"], calls, asked)[0]![0];
    expect(first("Which tests cover HANDOVER-REQUEST?")).toBe("direct");
    expect(first("tests of msg 7, please")).toBe("direct");
    const record = { id: "MSG-7", type: "message", name: "Handover Request", aliases: ["HO REQ"] };
    calls.push({ tool: "identifier_lookup", arguments: {}, rows: [record] });
    expect(first("What of HO-REQ is tested?")).toBe("direct");
    expect(first("Which tests cover a handover?")).toBe("other");
    expect(first("Which tests cover MSG-77?")).toBe("other");
  });

  it("put those first that are recorded for several of the items that were named", () => {
    const calls = [links(link("TC-1", "FEA-1"), link("TC-2", "FEA-1"), link("TC-2", "FEA-2"))];
    const tiers = tiersOf(["TC-1", "TC-2"], calls, "FEA-1; FEA-2");
    expect(tiers.map(({ link, tests }) => [link, ...tests])).toEqual([
      ["several", "TC-2"],
      ["direct", "TC-1"],
    ]);
    expect(firstCut(tiers)).toBe(2);
  });

  it("are ticked down to what is recorded for what was named, else the closest that is linked; nothing that is not", () => {
    const cut = (calls: CallRows[], tests: string[]) => firstCut(tiersOf(tests, calls, "FEA-1"));
    expect(cut([links(link("TC-1", "FEA-1")), impact("TC-2", "FEA-1 > REQ-3")], ["TC-1", "TC-2"])).toBe(1);
    expect(cut([impact("TC-2", "FEA-1 > REQ-3"), links(link("TC-1", "FEA-7"))], ["TC-1", "TC-2"])).toBe(1);
    expect(cut([search("TC-1", "TC-2")], ["TC-1", "TC-2"])).toBe(0);
    expect(cut([], [])).toBe(0);
  });

  it("of several items whose tests are many are a tier each, the fewest first, and ticked as long as they are few together", () => {
    const many = (item: string, n: number) => Array.from({ length: n }, (_, at) => link(`TC-${item}-${at}`, item));
    const tiersFor = (rows: CallRows["rows"]) => {
      const tests = [...new Set(rows.map(({ test_case_id: id }) => String(id)))];
      return tiersOf(tests, [links(...rows)], "FEA-1; FEA-2");
    };
    const picked = tiersFor([...many("FEA-1", 60), ...many("FEA-2", 40), link("TC-0", "FEA-1"), link("TC-0", "FEA-2")]);
    expect(picked.map(({ link, items, tests }) => [link, items.join(" "), tests.length])).toEqual([
      ["several", "FEA-1 FEA-2", 1],
      ["direct", "FEA-2", 40],
      ["direct", "FEA-1", 60],
    ]);
    expect(firstCut(picked)).toBe(1);
    expect(firstCut(tiersFor([...many("FEA-1", 60), ...many("FEA-2", 10)]))).toBe(1);
    expect(firstCut(tiersFor([...many("FEA-1", 60), ...many("FEA-2", 40)]))).toBe(0);
    expect(firstCut(tiersFor([...many("FEA-1", 12), ...many("FEA-2", 10)]))).toBe(1);
    expect(firstCut(tiersFor(many("FEA-1", 60)))).toBe(1);
  });

  it("hold a protocol's link that was derived from its messages' for one through a neighbour", () => {
    const derived = { ...link("TC-1", "PRT-1"), kind: "covers_protocol_derived" };
    expect(told(["TC-1"], [links(derived)], "PRT-1")).toEqual([["near", "TC-1", "PRT-1"]]);
  });
});
