import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Tried } from "../../../harness/run/try-model/tried.ts";
import { type LocalExchange, startRecorder, startReplayer } from "../../../scripts/local-model/exchanges.ts";
import { exchangesOf, PHASES, writeBench } from "../../../scripts/local-model/phases.ts";
import { runCli } from "../../harness/cli/run-cli.ts";
import { SMALL } from "../../harness/run/try-model/servers.ts";
import { startShape } from "../../harness/run/try-model/shapes.ts";
import { itUnless } from "../../left-out.ts";

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-local-model-"));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

async function replay(phase: string, exchanges: readonly LocalExchange[]) {
  const replayer = await startReplayer(exchanges);
  await writeBench(cwd, replayer.url);
  const run = await runCli(commandOf(phase)(replayer.url), { cwd });
  await replayer.close();
  return { ...run, misses: replayer.misses(), left: replayer.left() };
}

const commandOf = (phase: string) => PHASES.find(({ name }) => name === phase)!.command;
/** Without what follows of times. */
const outcomes = (out: string) =>
  (JSON.parse(out) as Tried[])[0]!.probes.flatMap(({ probe, outcome }) =>
    probe === "limits" ? [] : [[probe, outcome]],
  );

it("what a server answered is replayed: equal outcomes, every answer given once, nothing asked of the server", async () => {
  const server = await startShape(SMALL);
  const recorder = await startRecorder(server.url);
  const recorded = await runCli(commandOf("try")(recorder.url), { cwd });
  await Promise.all([recorder.close(), server.close()]);
  const asked = server.requests.length;
  const { out, misses, left } = await replay("try", recorder.take());
  expect(outcomes(out)).toEqual(outcomes(recorded.out));
  expect([misses, left, server.requests.length]).toEqual([0, 0, asked]);
});

describe("what SmolLM2, of 135 million parameters, answered", () => {
  const missing = (phase: string) =>
    existsSync(exchangesOf(phase)) ? null : `its recording: node --import tsx scripts/local-model.ts ${phase}`;
  const exchanges = async (phase: string) =>
    (await readFile(exchangesOf(phase), "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as LocalExchange);

  for (const { name } of PHASES)
    itUnless(
      missing(name),
      `${name}: goes through the instrument of today, and no request is without an answer`,
      async () => {
        const { code, errors, misses } = await replay(name, await exchanges(name));
        expect([0, 2], errors).toContain(code);
        expect(misses).toBe(0);
      },
    );
});
