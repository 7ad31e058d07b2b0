import { expect, it } from "vitest";
import { gateSchema } from "../../../../harness/record/config/gate-schema.ts";

it("a gate on one error of abstention, which the other buys, is refused; on both, or beside the pass rate, it is taken", () => {
  const takes = (...names: string[]) =>
    gateSchema.safeParse({ metrics: Object.fromEntries(names.map((name) => [name, {}])) }).success;
  expect([takes("abstention_correct"), takes("abstention_false", "ndcg@10")]).toEqual([false, false]);
  expect(takes("abstention_correct", "abstention_missed")).toBe(false);
  expect([takes("abstention_correct", "abstention_false"), takes("abstention_correct", "functional_pass")]).toEqual([
    true,
    true,
  ]);
  expect(gateSchema.safeParse({}).success).toBe(true);
});
