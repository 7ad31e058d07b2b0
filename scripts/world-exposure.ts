/**
 * What an agent over live sources exposes, in worlds with known rights: every question that somebody may not have answered is asked by
 * every member, of sources that go by the caller's token and of careless ones that search with a service account. Counted at each stage
 * (retrieved, in the model's context, in the answer): items that the one who asks may not see. The model is a stand-in. Ends with 1 where
 * the caller's token exposes anything, where the careless sources are not caught in every world before an answer is written, or where a
 * server opens another item for somebody, or fewer, than the world was written for.
 *
 * With --on: each world on these servers, by their adapters; backlot, redmine and synapse as scripts/services.ts has started them and exported
 * where they are, dokuwiki from Debian's package. Without it: in this process.
 *
 *   node --import tsx scripts/world-exposure.ts [--worlds 200] [--from 1] [--per-kind 2] [--profile explorer] [--on dokuwiki,redmine,synapse]
 */
import { readRolePrompts } from "../agent/workflows/prompts.ts";
import { EXPOSURE_STAGES, type ExposureStage } from "../measure/metrics/exposure.ts";
import { generateWorld } from "../scenarios/worlds/generate.ts";
import { defaultTestCases } from "../scenarios/worlds/test-cases.ts";
import { argumentsOf } from "./arguments.ts";
import { compareRights, type RightsCheck } from "./world-exposure/compare-rights.ts";
import { type Exposure, exposureOf } from "./world-exposure/exposure-of.ts";
import { printTable } from "./world-exposure/print-table.ts";
import { serveWorld } from "./world-exposure/serve-world.ts";

const { values: flags } = argumentsOf(import.meta.filename, {
  worlds: { type: "string", default: "200" },
  from: { type: "string", default: "1" },
  "per-kind": { type: "string", default: "2" },
  profile: { type: "string", default: "explorer" },
  on: { type: "string" },
});
const RIGHTS = ["caller", "service"] as const;
/** Null: in this process. */
type Where = string | null;

interface Measured extends Exposure {
  on: Where;
}

process.exitCode = (await main()) ? 0 : 1;

async function main(): Promise<boolean> {
  const servers: Where[] = flags.on?.split(",") ?? [null];
  const measured: Measured[] = [];
  const checked: { on: Where; check: RightsCheck }[] = [];
  for (const on of servers) await measureOn(on, { measured, checked });
  printTable(
    servers.flatMap((on) =>
      RIGHTS.map((rights) =>
        rowOf(
          on,
          measured.filter((each) => each.on === on && each.rights === rights),
        ),
      ),
    ),
  );
  if (checked.length > 0) console.log();
  if (checked.length > 0)
    printTable(
      servers.map((on) =>
        rightsRow(
          on,
          checked.filter((each) => each.on === on),
        ),
      ),
    );
  return measured.every(isAsItShould) && checked.every(({ check }) => check.others.length === 0);
}

async function measureOn(
  on: Where,
  { measured, checked }: { measured: Measured[]; checked: { on: Where; check: RightsCheck }[] },
): Promise<void> {
  const [tests, prompts] = [defaultTestCases(), readRolePrompts()];
  const seeds = Array.from({ length: Number(flags.worlds) }, (_, at) => Number(flags.from) + at);
  for (const seed of seeds) {
    const world = generateWorld({ seed, tests, perKind: Number(flags["per-kind"]) });
    const served = on === null ? null : await serveWorld(world, on, process.env);
    try {
      for (const rights of RIGHTS)
        measured.push({ on, ...(await exposureOf(world, { rights, served, profile: flags.profile, prompts })) });
      if (served) checked.push({ on, check: await compareRights(world, served) });
    } finally {
      await served?.close();
    }
    if (on !== null) console.error(`${on}: world ${seed}`);
  }
}

/** Nothing exposed by a caller's own token; a careless source caught before an answer is written. */
function isAsItShould({ rights, exposed }: Exposure): boolean {
  if (rights === "caller") return Object.values(exposed).flat().length === 0;
  return exposed.retrieved.length > 0 && exposed.context.length > 0;
}

function rowOf(on: Where, of: readonly Exposure[]) {
  const asked = of.reduce((sum, each) => sum + each.asked, 0);
  const worlds = (stage: ExposureStage) => of.filter(({ exposed }) => exposed[stage].length > 0).length;
  const [retrieved, context, answer] = EXPOSURE_STAGES.map(worlds);
  return {
    ...(on !== null && { Server: on }),
    "Searches run as": of[0]?.rights === "service" ? "a service account" : "the caller",
    ...{ Worlds: of.length, "Questions asked": asked },
    "Worlds with hidden items retrieved": retrieved!,
    ...{ "in the context": context!, "in the answer": answer! },
    "Answers with one": of.reduce((sum, each) => sum + each.exposedAnswers, 0),
  };
}

function rightsRow(on: Where, of: readonly { check: RightsCheck }[]) {
  const sum = (count: (check: RightsCheck) => number) => of.reduce((total, { check }) => total + count(check), 0);
  for (const other of of.flatMap(({ check }) => check.others)) console.error(other);
  return {
    Server: on ?? "",
    "Items opened by each member": sum(({ opened }) => opened),
    "Shown to whom they were written for": sum(({ shown }) => shown),
    "Shown or kept otherwise": sum(({ others }) => others.length),
  };
}
