/**
 * Holds every adapter of conform/adapters and our own metrics against the cases and prints what they do as Markdown tables:
 * `node --import tsx scripts/conform-table.ts --python PATH`, a Python in which their packages are installed.
 */
import type { CaseKind } from "../conform/case.ts";
import { conform } from "../conform/conform.ts";
import { smallestDifferences } from "../conform/render.ts";
import packageJson from "../package.json" with { type: "json" };
import { argumentsOf } from "./arguments.ts";

const ADAPTERS = ["pytrec_eval", "ir_measures", "haystack", "sklearn", "ranx", "llama_index", "torchmetrics", "ragas"];

const { values } = argumentsOf(import.meta.filename, {
  python: { type: "string", default: process.env.CONFORM_PYTHON ?? "python3" },
});
/** Adapters of programs that say something of a judge's outputs. */
const JUDGE_ADAPTERS = ["inspect_ai", "sklearn", "torchmetrics"];
const held = await holdAll("ranking", ADAPTERS);
const judged = await holdAll("judge", JUDGE_ADAPTERS);

console.log("| evaluator | agrees | differs | not offered | differs in |\n|---|--:|--:|--:|---|");
for (const { conformity } of held) {
  const { program, version, agree, differ, notOffered } = conformity;
  const where = conformity.classes.filter((item) => item.differ > 0).map((item) => `${item.about} ${item.differ}`);
  console.log(`| ${program} ${version} | ${agree} | ${differ} | ${notOffered} | ${where.join(", ") || "–"} |`);
}
console.log("\n| class | cases | rule |\n|---|--:|---|");
for (const { about, cases, rule } of held[0]!.conformity.classes) console.log(`| ${about} | ${cases} | ${rule} |`);
console.log("\n| evaluator | metric | cases | agrees | differs |\n|---|---|--:|--:|--:|");
for (const { conformity } of held)
  for (const { metric, agree, differ } of conformity.metrics.filter((item) => item.differ > 0))
    console.log(`| ${conformity.program} | ${metric} | ${agree + differ} | ${agree} | ${differ} |`);
console.log("\n| evaluator | case | metric | trec_eval | it gives |\n|---|---|---|--:|---|");
for (const { conformity, cases } of held)
  for (const [{ metric, expected, got, said }, { id }] of smallestDifferences(conformity.differences, cases)) {
    const given = said === null ? (got?.toFixed(4) ?? "no number") : `refuses: ${said.split(":")[0]}`;
    console.log(`| ${conformity.program} | ${id} | ${metric ?? "all"} | ${expected?.toFixed(4) ?? "–"} | ${given} |`);
  }

console.log("\n| evaluator | agrees | differs | not offered |\n|---|--:|--:|--:|");
for (const { conformity } of judged) {
  const { program, version, agree, differ, notOffered } = conformity;
  console.log(`| ${program} ${version} | ${agree} | ${differ} | ${notOffered} |`);
}
console.log("\n| class | cases | rule |\n|---|--:|---|");
for (const { about, cases, rule } of judged[0]!.conformity.classes) console.log(`| ${about} | ${cases} | ${rule} |`);

async function holdAll(kind: CaseKind, adapters: readonly string[]) {
  const held: Awaited<ReturnType<typeof conform>>[] = [];
  for (const command of [[], ...adapters.map((name) => [values.python, `conform/adapters/${name}.py`])])
    held.push(
      await conform({
        ...{ kind, command, cwd: process.cwd(), environment: process.env },
        ...{ signal: new AbortController().signal, version: packageJson.version },
      }),
    );
  return held;
}
