import { expect, it } from "vitest";
import type { Config } from "../../../../harness/record/config/schema.ts";
import { checkLiveSources } from "../../../../harness/run/preflight/live-sources.ts";

it("refuses German prompts for stand-ins, which read English ones alone", async () => {
  const models = [{ name: "explorer", provider: "policy" }];
  const config = { models, live_sources: { prompts: "de" }, scenarios: {} } as unknown as Config;
  await expect(checkLiveSources(config, { environment: {} })).rejects.toThrow(
    "expected language models, found stand-ins",
  );
});
