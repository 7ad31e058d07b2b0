import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { stringify } from "yaml";
import { writeFile } from "../base/write-file.ts";
import { readYaml } from "../base/yaml.ts";
import { keepReviews } from "./review.ts";
import { type ScenarioSet, scenarioSetSchema } from "./set/schema.ts";

const HEADER = "# A scenario set: questions with ground truth. The format is explained in scenarios/README.md.\n";

/** @throws UserError (`scenarios`) with every problem and its line. Looks at the file only; `validateScenarioSet` also looks into the corpus. */
export async function readScenarioSet(path: string): Promise<ScenarioSet> {
  return readYaml(path, scenarioSetSchema, "scenarios");
}

/** Replaces the file in one step. */
export async function writeScenarioSet(path: string, set: ScenarioSet): Promise<void> {
  const unfinished = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(unfinished, formatScenarioSet(set));
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Replaces what an earlier generation wrote there, but not what people decided on it. @throws UserError (`scenarios`) where that would be lost */
export async function writeGenerated(path: string, set: ScenarioSet): Promise<ScenarioSet> {
  const whole = existsSync(path) ? keepReviews(set, await readScenarioSet(path)) : set;
  await writeScenarioSet(path, whole);
  return whole;
}

/** YAML text; equal sets give equal bytes: keys stand in the schema's order, lines are not folded. */
export function formatScenarioSet(set: ScenarioSet): string {
  return HEADER + stringify(scenarioSetSchema.parse(set), { lineWidth: 0, blockQuote: "literal" });
}
