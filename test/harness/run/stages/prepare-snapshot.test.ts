import { expect, it } from "vitest";
import { Outages } from "../../../../base/outages/outages.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { toSubstrateOptions } from "../../../../harness/record/config/to-substrate.ts";
import { makeEffects } from "../../../../harness/record/effects.ts";
import { prepareSnapshot } from "../../../../harness/run/stages/prepare-snapshot.ts";

it("a snapshot that is at hand is found by its hash, wherever the corpus lies; without it the corpus is named", async () => {
  const effects = makeEffects({ environment: process.env, log: () => undefined });
  const prepare = async (corpus: object, snapshotHash?: string) => {
    const config = configSchema.parse({ corpus, models: [{ name: "m", provider: "policy", model: "sprinter" }] });
    const needs = { config, effects, signal: new AbortController().signal, outages: new Outages(), snapshotHash };
    return prepareSnapshot(needs, await toSubstrateOptions(config.substrate, effects));
  };
  const built = await prepare({ type: "telecom", seed: 7, scale: 0.02 });
  const elsewhere = { type: "folder", path: "/nowhere/of/this/machine" };
  expect(await prepare(elsewhere, built.snapshot_hash)).toEqual(built);
  await expect(prepare(elsewhere, "another")).rejects.toThrow("/nowhere/of/this/machine");
});
