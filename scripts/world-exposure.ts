/**
 * What an agent over live sources exposes, in worlds with known rights: every question that somebody may not have answered is asked by
 * every member, of sources that go by the caller's token and of careless ones that search with a service account. Counted at each stage
 * (retrieved, in the model's context, in the answer): items that the one who asks may not see. The model is a stand-in. Ends with 1 where
 * the caller's token exposes anything, or where the careless sources are not caught in every world before an answer is written.
 *
 * With --backlot (its program): each world on a server of its own, by the adapters for Confluence, Slack and Jira.
 *
 *   node --import tsx scripts/world-exposure.ts [--worlds 200] [--from 1] [--profile explorer] [--backlot <program>]
 */
import { readRolePrompts } from "../agent/workflows/prompts.ts";
import type { EXPOSURE_STAGES } from "../measure/metrics/exposure.ts";
import { generateWorld } from "../scenarios/worlds/generate.ts";
import { defaultTestCases } from "../scenarios/worlds/test-cases.ts";
import { argumentsOf } from "./arguments.ts";
import { type Exposure, exposureOf } from "./world-exposure/exposure-of.ts";
import { serveOnBacklot } from "./world-exposure/on-backlot.ts";
import { printTable } from "./world-exposure/print-table.ts";

const { values: flags } = argumentsOf(import.meta.filename, {
  worlds: { type: "string", default: "200" },
  from: { type: "string", default: "1" },
  profile: { type: "string", default: "explorer" },
  backlot: { type: "string" },
});
const RIGHTS = ["caller", "service"] as const;

process.exitCode = (await main()) ? 0 : 1;

async function main(): Promise<boolean> {
  const [tests, prompts] = [defaultTestCases(), readRolePrompts()];
  const seeds = Array.from({ length: Number(flags.worlds) }, (_, at) => Number(flags.from) + at);
  const measured: Exposure[] = [];
  for (const seed of seeds) {
    const world = generateWorld({ seed, tests });
    const served = flags.backlot === undefined ? null : await serveOnBacklot(world, flags.backlot);
    for (const rights of RIGHTS)
      measured.push(await exposureOf(world, { rights, served, profile: flags.profile, prompts }));
    await served?.close();
  }
  const rows = RIGHTS.map((rights) => rowOf(measured.filter((each) => each.rights === rights)));
  printTable(rows);
  const careless = measured.filter(({ rights }) => rights === "service");
  const isCaught = careless.every(({ exposed }) => exposed.retrieved.length > 0 && exposed.context.length > 0);
  return (
    isCaught &&
    measured.every(({ rights, exposed }) => rights === "service" || Object.values(exposed).flat().length === 0)
  );
}

function rowOf(of: readonly Exposure[]) {
  const asked = of.reduce((sum, each) => sum + each.asked, 0);
  const worlds = (stage: (typeof EXPOSURE_STAGES)[number]) =>
    of.filter(({ exposed }) => exposed[stage].length > 0).length;
  return {
    "Searches run as": of[0]?.rights === "service" ? "a service account" : "the caller",
    ...{ Worlds: of.length, "Questions asked": asked },
    "Worlds with hidden items retrieved": worlds("retrieved"),
    "in the context": worlds("context"),
    "in the answer": worlds("answer"),
    "Answers with one": of.reduce((sum, each) => sum + each.exposedAnswers, 0),
  };
}
