import { readFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../../../base/user-error.ts";
import { findRun } from "../../../../harness/record/run-directory/find.ts";
import { readResults } from "../../../../harness/results/analyses/read-results.ts";
import type { Results } from "../../../../harness/results/analyses/results.ts";
import { DEFAULT_SEED } from "../../../../scenarios/set/seeds.ts";
import { ROOT } from "../../pages.ts";
import type { FigureSource, Measured } from "../../source.ts";
import { count } from "../../written.ts";
import { judgeFigures } from "./judges.ts";
import { lossFigures } from "./losses.ts";
import { qualityFigures } from "./quality.ts";
import { toldApartFigures } from "./told-apart.ts";

/** What `npm start` writes, through the reader of runs that programs use. */
export const defaultRun: FigureSource = {
  name: "default-run",
  command: "npm start, then node --import tsx scripts/figures.ts default-run --run latest",
  about:
    "The default matrix: stand-in models, rubric judges, the synthetic corpus, scenarios from a seed that nobody looked at",
  measure: async ({ run = "latest" }) => {
    const directory = await findRun(run, { cwd: process.cwd(), runsDirectory: join(ROOT, "runs") });
    const results = await readResults(directory);
    refuseOthers(directory, results);
    const parts = [
      qualityFigures(results),
      toldApartFigures(results),
      lossFigures(results),
      judgeFigures(results),
      tokenFigures(results),
    ];
    return {
      values: Object.assign({}, ...parts.map(({ values }) => values)),
      tables: Object.assign({}, ...parts.map(({ tables }) => tables)),
    };
  },
};

/** Figures of any other run would be printed as those of the default one. */
function refuseOthers(directory: string, { summary }: Results): void {
  const { scenarios, configurations } = summary;
  const config = JSON.parse(readFileSync(join(directory, "run_config.json"), "utf8")) as {
    scenarios?: { seed?: number };
  };
  const problems = [
    scenarios === 52 ? "" : `${scenarios} scenarios in place of 52`,
    configurations.length === 18 ? "" : `${configurations.length} configurations in place of 18`,
    summary.stand_in_models.length === 3 ? "" : "other models than the three stand-ins",
    config.scenarios?.seed === DEFAULT_SEED
      ? ""
      : `scenario seed ${config.scenarios?.seed} in place of ${DEFAULT_SEED}`,
  ].filter(Boolean);
  if (problems.length === 0) return;
  throw new UserError("run-directory", `${directory} is not the default run`, { problems, hint: "npm start makes it" });
}

/** What a route of knowledge costs the `explorer`: means per execution, all requests together. */
function tokenFigures({ role_tokens }: Results): Measured {
  const rows = role_tokens
    .filter(({ model }) => model === "explorer")
    .map(({ workflow, knowledge, role, tokens_in, tokens_system_prompts, tokens_skills }) => [
      `${workflow}, ${knowledge}`,
      role ?? "–",
      ...[tokens_in, tokens_system_prompts, tokens_skills].map(count),
    ]);
  return {
    values: {},
    tables: { tokens: { columns: ["configuration", "role", "input", "system prompts", "skills"], rows } },
  };
}
