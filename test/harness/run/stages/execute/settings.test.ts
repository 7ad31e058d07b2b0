import { expect, it } from "vitest";
import { configSchema } from "../../../../../harness/record/config/schema.ts";
import { executeStage } from "../../../../../harness/run/stages/execute/index.ts";

it("a limit that earlier runs were made without decides nothing at its default, and everything at another value", () => {
  const limits = (own: object) => executeStage.settings(configSchema.parse({ limits: own })).limits;
  expect(limits({})).not.toHaveProperty("max_equal_calls");
  expect(limits({})).toHaveProperty("max_tool_calls", 200);
  expect(limits({ max_equal_calls: 10 })).toEqual(limits({}));
  expect(limits({ max_equal_calls: 9 })).toEqual({ ...(limits({}) as object), max_equal_calls: 9 });
});
