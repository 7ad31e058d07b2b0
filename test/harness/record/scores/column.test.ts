import fc from "fast-check";
import { expect, test } from "vitest";
import { makeColumn, makeJsonColumn, makeTimeColumn } from "../../../../harness/record/scores/column.ts";

test("what is read is what was put there, of any kind and in lists, objects and absent", () => {
  const cell = fc.oneof(
    fc.double({ noNaN: true }),
    fc.string(),
    fc.boolean(),
    fc.constant(null),
    fc.constant(undefined),
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof({ maxDepth: 4 }, cell, fc.array(tie("any")), fc.dictionary(fc.string(), tie("any"))),
  })).any;
  fc.assert(
    fc.property(fc.array(value), (values) => {
      const column = makeJsonColumn();
      for (const one of values) column.push(one);
      // A member that is undefined is left out, as JSON leaves it out; -0 is 0, as JSON writes it. Members stand in the order in which they first came.
      const asJson = (one: unknown) => JSON.parse(JSON.stringify(one) ?? "null");
      expect(values.map((_, at) => asJson(column.at(at)))).toEqual(values.map(asJson));
    }),
  );
});

test("members are an object's own, whatever JavaScript calls so", () => {
  const column = makeJsonColumn();
  const texts = ['{"__proto__":[1],"constructor":1}', "{}", '{"a":2}'];
  for (const text of texts) column.push(JSON.parse(text));
  expect(texts.map((_, at) => JSON.stringify(column.at(at)))).toEqual(texts);
});

test("of 200,000 different numbers none loses a digit, with and without others among them", () => {
  const column = makeColumn<number | string>();
  const value = (at: number) => (at % 7 === 0 ? "missing" : at / 3);
  for (let at = 0; at < 200_000; at++) column.push(value(at));
  const wrong = Array.from({ length: 200_000 }, (_, at) => at).filter((at) => column.at(at) !== value(at));
  expect(wrong).toEqual([]);
});

test("70,000 different texts are told apart", () => {
  const column = makeColumn<string>();
  for (let at = 0; at < 70_000; at++) column.push(`id-${at}`);
  expect([column.at(0), column.at(255), column.at(256), column.at(65_536), column.at(69_999)]).toEqual(
    [0, 255, 256, 65_536, 69_999].map((at) => `id-${at}`),
  );
});

test("an instant that is written otherwise is kept as it is written", () => {
  const column = makeTimeColumn();
  const times = ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00Z", "yesterday", ""];
  for (const time of times) column.push(time);
  expect(times.map((_, at) => column.at(at))).toEqual(times);
});
