import { expect, it } from "vitest";
import { idReader } from "../../../../base/ids/id-reader.ts";
import { RecordBook } from "../../../../harness/results/trace/record-book.ts";
import { recordBucket } from "../../../../harness/results/trace/record-card.ts";

const IDS = idReader([], { idPatterns: ["TC-\\d+", "REQ-\\d+"].map((pattern) => ({ pattern })) });
const bookOf = (...rows: object[]) => {
  const book = new RecordBook(IDS);
  book.add(JSON.stringify({ total: rows.length, rows }));
  return book.cards;
};

it("a row about one record gives its title, type, longest text and what else it says", () => {
  const cards = bookOf(
    { id: "TC-1", type: "test_case", title: "Handover", score: 2, snippet: "short" },
    { test_case_id: "TC-1", name: "other", text: "a longer text", area: "lab", attributes: { release: "R17" } },
  );
  expect(cards.get("TC-1")).toEqual({
    ...{ title: "Handover", type: "test_case", text: "a longer text", links: [] },
    facts: { area: "lab", attributes: '{"release":"R17"}' },
  });
});

it("a row about two gives each its own name, and a link of the row's kind between them", () => {
  const row = {
    test_case_id: "TC-1",
    test_case_name: "Handover",
    linked_id: "REQ-2",
    linked_type: "backlog_item",
    kind: "traces",
  };
  const cards = bookOf({ asked: "TC-1", ...row });
  const none = { text: null, facts: {} };
  expect(Object.fromEntries(cards)).toEqual({
    "TC-1": { ...none, title: "Handover", type: null, links: [{ id: "REQ-2", kind: "traces" }] },
    "REQ-2": { ...none, title: null, type: "backlog_item", links: [{ id: "TC-1", kind: "traces" }] },
  });
});

it("ids inside a text are no records of the row, and what is no rows tells nothing", () => {
  expect(bookOf({ id: 7, note: "see TC-1", list: ["TC-2"] }).size).toBe(0);
  const book = new RecordBook(IDS);
  for (const text of ["", "TC-1", "[]", '{"rows":"TC-1"}', '{"rows":[null,1,"TC-1"]}']) book.add(text);
  expect(book.cards.size).toBe(0);
});

it("cards are spread over few files, the same for equal ids", () => {
  const buckets = Array.from({ length: 1000 }, (_, at) => recordBucket(`TC-${at}`));
  expect(new Set(buckets).size).toBe(64);
  expect(buckets.every((bucket, at) => bucket === recordBucket(`TC-${at}`))).toBe(true);
});
