import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { configurationName, executionName } from "../../../harness/record/domain/names.ts";
import type { Score } from "../../../harness/record/domain/records.ts";
import { renderBaseline } from "../../../harness/results/compare/sources/baseline-file.ts";
import { foreignProvenance } from "../../../harness/results/compare/sources/outside.ts";
import { makeScoredRun } from "../../../test/harness/results/compare/scored-run.ts";
import type { DirectoryCase, Scores } from "./cases.ts";

const METRIC = { "run directories": "functional_pass", "baseline files": "ndcg@10", "TREC files": "ndcg@10" } as const;

/** Both sides and the gate's rule as files in this folder. Gives the arguments of the command line there. */
export async function writeCase(one: DirectoryCase, folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  const { by, min_effect, level } = one.rule;
  const rule = { level, by: by ? [by] : [], metrics: { [METRIC[one.kind]]: { min_effect } } };
  await write("bench.yaml", JSON.stringify({ gate: rule }));
  if (one.kind === "run directories") {
    for (const side of ["baseline", "candidate"] as const) await writeRun(join(folder, side), one[side]);
    return ["compare", "baseline", "candidate", "--gate", "--json"];
  }
  if (one.kind === "TREC files") {
    await write("qrels", one.families.map((_, at) => `q${at} 0 found 1\n`).join(""));
    for (const side of ["baseline", "candidate"] as const) await write(side, trecOf(one[side]));
    return ["compare", "baseline", "candidate", "--qrels", "qrels", "--gate", "--json"];
  }
  for (const side of ["baseline", "candidate"] as const) await write(`${side}.csv`, baselineOf(one, side));
  return ["compare", "baseline.csv", "candidate.csv", "--gate", "--json"];
}

const scored = (value: number | null): Score => (value === null ? { value, reason: "judge_error" } : { value });

async function writeRun(directory: string, scores: Scores): Promise<void> {
  const models = Object.keys(scores);
  // Scores are asked for model by model, each from the first scenario on.
  let model = -1;
  await makeScoredRun(directory, {
    // With a price: models of providers, of which nobody says that they did not change.
    ...{ scenarios: Object.values(scores)[0]!.length, models, price: 1 },
    score({ metric, index }) {
      if (metric !== METRIC["run directories"]) return undefined;
      if (index === 0) model++;
      return scored(scores[models[model]!]![index]!);
    },
  });
}

/** One document a query, the one that is relevant or another. */
function trecOf(scores: Scores): string {
  const [values = []] = Object.values(scores);
  return values.map((value, at) => `q${at} Q0 ${value === 1 ? "found" : "other"} 1 1 simulated\n`).join("");
}

function baselineOf(one: DirectoryCase, side: "baseline" | "candidate"): string {
  const { families, declared = [], missing = 0, extra = 0, damaged } = one;
  const isCandidate = side === "candidate";
  const ids = families.map((_, at) => `s${at}`);
  const kept = isCandidate ? ids.slice(0, ids.length - missing) : ids;
  const more = isCandidate ? Array.from({ length: extra }, (_, at) => `x${at}`) : [];
  const metric = METRIC["baseline files"];
  const executions = Object.entries(one[side]).flatMap(([model, values]) =>
    [...kept, ...more].map((scenario, at) => {
      const key = { model, workflow: "react", knowledge: "prompt" as const, scenario_id: scenario, repeat: 0 };
      const scores = { [metric]: scored(at < values.length ? values[at]! : 0.5) };
      const common = { family: families[at] ?? "family 0", outcome: "success" as const, scores };
      const record = { ...key, ...common, complexity: "single_hop" as const, answerable: true };
      return { ...common, name: executionName(key), scenario, configuration: configurationName(key), model, record };
    }),
  );
  const provenance = {
    ...foreignProvenance("run", { run_id: side, scenarios: known([...ids, ...more]), metrics: [metric] }),
    configurations: known(
      declared.map((model) => configurationName({ model, workflow: "react", knowledge: "prompt" })),
    ),
  };
  const text = renderBaseline({ kind: "run", label: side, provenance, executions, notes: [] });
  return damaged && isCandidate ? text.replace(/0\.(\d+)\n/, "0.$1,0.5\n") : text;
}

function known(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, "same"]));
}
