import { expect, it } from "vitest";
import { queryIn } from "../../../agent/workflows/retrieval/query-in.ts";

it.each([
  ["handover X2AP failure"],
  ["Query: handover X2AP failure"],
  ["Query: `handover X2AP failure`\nBecause it is shorter."],
  ["**Query:** handover X2AP failure"],
  ["The answer is:\nhandover X2AP failure"],
  ["The answer is: handover X2AP failure"],
  ['The answer is:\n\n"handover X2AP failure"'],
  ["Sure! Here is the rewritten query:\n\nhandover X2AP failure"],
  ['Here is the query: "handover X2AP failure"'],
  ['The best query would be "handover X2AP failure".'],
  ["Let me think.\nThe question asks for failures.\nQuery: handover X2AP failure"],
  ["<think>Query: something else\nno</think>\nhandover X2AP failure"],
  ['{"query": "handover X2AP failure"}'],
  ['```json\n{\n  "query": "handover X2AP failure"\n}\n```'],
  ["```\nhandover X2AP failure\n```"],
  ["- handover X2AP failure"],
  ["Rewritten search query:\n- handover X2AP failure"],
])("finds the query in %j", (answer) => {
  expect(queryIn(answer)).toBe("handover X2AP failure");
});

it.each([
  [""],
  ["   \n```\n```"],
  ["The answer is:"],
  ["I cannot help with that."],
  ["I'm sorry, but there is nothing to rewrite."],
  ["Sorry, no."],
  ["As an AI I have no records."],
  ["<think>what could it be"],
  ["..."],
])("finds none in %j, so that the question itself is searched again and the trace says why", (answer) => {
  expect(queryIn(answer)).toBeNull();
});

it.each(["TS 36.423: handover", "NG-RAN setup: timer expiry", "AT+CGDCONT=1", "test 42"])(
  "leaves %j as it is: a colon alone announces nothing",
  (query) => {
    expect(queryIn(query)).toBe(query);
  },
);
