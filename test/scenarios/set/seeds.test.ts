import { expect, it } from "vitest";
import { sha256 } from "../../../base/hash.ts";
import { configSchema } from "../../../harness/record/config/schema.ts";
import { DEFAULT_SEED, DEVELOPMENT_SEED, GENERATORS } from "../../../scenarios/set/seeds.ts";

it("the default seed follows from the generators' name, is what a run takes, and is not the one that rules are developed on", () => {
  expect(DEFAULT_SEED).toBe(Number.parseInt(sha256(GENERATORS).slice(0, 6), 16));
  expect(DEFAULT_SEED).not.toBe(DEVELOPMENT_SEED);
  expect(configSchema.parse({}).scenarios.seed).toBe(DEFAULT_SEED);
});
