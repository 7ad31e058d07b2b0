import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadConfig } from "../../harness/record/config/load.ts";
import type { Tried } from "../../harness/run/try-model/tried.ts";
import { runCli } from "../harness/cli/run-cli.ts";
import { LOCAL_MODEL, serveTinyModel } from "./tiny-model.ts";

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-local-example-"));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

it("the example's server speaks the protocol: calls, forms, streams, stop reasons and tokens as a run needs them", async () => {
  const { url, close } = await serveTinyModel("tiny");
  const { out } = await runCli(
    ["setup", "model", "try", "--address", url, "--id", "tiny", "--scenarios", "0", "--json"],
    {
      cwd,
    },
  );
  await close();
  const [tried] = JSON.parse(out) as Tried[];
  const outcomes = Object.fromEntries(tried!.probes.map(({ probe, outcome }) => [probe, outcome]));
  expect(outcomes).toMatchObject({
    ...{ answers: "yes", usage: "yes", tool_call: "yes", demanded_call: "yes", json_schema: "yes", streaming: "yes" },
    ...{ stop_reason: "yes", determinism: "yes", cache: "no", context: "no" },
  });
  expect(tried!.probes.at(-1)!.value).toBe(8192);
});

it("the example's configuration is valid", async () => {
  const file = fileURLToPath(new URL("bench.yaml", LOCAL_MODEL));
  const config = await loadConfig({ cwd, environment: {}, file, flags: {} });
  expect(config.models.map(({ name }) => name)).toEqual(["smollm2-135m"]);
});
