import { expect, it } from "vitest";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { slotsNote } from "../../../../harness/run/start/fed-slots.ts";

it("says from which latency on one process feeds a concurrency, where models are asked and it is not fed in any case", () => {
  const asked = configSchema.parse({ models: [{ name: "m", provider: "openai", model: "m" }] });
  expect(slotsNote({ ...asked, concurrency: 45 })).toBeNull();
  expect(slotsNote({ ...asked, concurrency: 90 })).toContain("unless a call takes 2.0 s");
  expect(slotsNote({ ...configSchema.parse({}), concurrency: 90 })).toBeNull();
});
