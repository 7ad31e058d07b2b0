/**
 * Writes a world as files: a corpus folder of all its items (for who indexes everything) with its questions (`scenarios.yaml`), what the
 * sources in this process serve (`sources.json`), and the same as backlot imports it (`backlot-corpus.jsonl`, `backlot-roster.yaml`).
 *
 *   node --import tsx scripts/world.ts --to <folder> [--seed 1] [--per-kind 2]
 */
import { writeCorpusFolder } from "../import/folder/write.ts";
import { formatScenarioSet } from "../scenarios/set-file.ts";
import { generateWorld } from "../scenarios/worlds/generate.ts";
import { writeForBacklot } from "../scenarios/worlds/written/backlot.ts";
import { worldCorpus } from "../scenarios/worlds/written/corpus.ts";
import { worldScenarios } from "../scenarios/worlds/written/scenarios.ts";
import { argumentsOf } from "./arguments.ts";

const { values: flags } = argumentsOf(import.meta.filename, {
  to: { type: "string" },
  seed: { type: "string", default: "1" },
  "per-kind": { type: "string", default: "2" },
});
if (!flags.to) throw new Error("--to: expected a folder that is not there yet");

const world = generateWorld({ seed: Number(flags.seed), perKind: Number(flags["per-kind"]) });
const backlot = writeForBacklot(world);
await writeCorpusFolder(worldCorpus(world), flags.to, {
  extra: {
    "scenarios.yaml": formatScenarioSet(worldScenarios(world)),
    "sources.json": `${JSON.stringify(world.content, null, 1)}\n`,
    "backlot-corpus.jsonl": backlot.corpus,
    "backlot-roster.yaml": backlot.roster,
  },
});
console.log(
  `${flags.to}: world ${world.seed}, ${world.content.items.length} items, ${world.questions.length} questions`,
);
