import { existsSync } from "node:fs";
import { join } from "node:path";
import { countOf } from "../../../base/counts.ts";
import { shellWord } from "../../print/shell-word.ts";
import { judgeFacts } from "../../record/config/judges.ts";
import type { Config } from "../../record/config/schema.ts";
import { SCENARIO_FILE } from "../ingest/names.ts";

/** What to know of figures that stand-ins take part in: which of them say nothing about any language model. Null where none does. */
export function standInNote({ models, judges }: Pick<Config, "models" | "judges">): string | null {
  const standIns = models.filter(({ provider }) => provider === "policy").map(({ name }) => name);
  const isJudge = judgeFacts(judges.primary).standIn;
  if (standIns.length === 0 && !isJudge) return null;
  if (standIns.length === 0)
    return "stand-in judge: its verdicts are made by rules, not by a language model; answers, rankings and functional passes are the models' own";
  const who = standIns.length < models.length ? `stand-in models (${standIns.join(", ")})` : "stand-in models";
  return `${who}${isJudge ? " and judge" : ""}: their figures say nothing about any language model`;
}

/** A corpus that came with questions, and a configuration that asks others: nobody should learn that from the report. */
export function ownQuestions({ corpus, scenarios }: Pick<Config, "corpus" | "scenarios">): string[] {
  if (corpus.type !== "folder" || scenarios.file !== undefined) return [];
  const path = join(corpus.path, SCENARIO_FILE);
  return existsSync(path)
    ? [
        `note: the corpus has questions of its own, and others are generated; to ask its own: --scenario-file ${shellWord(path)}`,
      ]
    : [];
}

/** Calls of a model that one thread keeps going at most: it has some 16 ms of work with each (`perf/concurrency.ts`, its steady part). */
const CALLS_A_SECOND = 60;

/** What to know of a concurrency that one thread feeds only where the models take their time; null where it does in any case. What several feed was not measured. */
export function slotsNote({
  concurrency,
  threads,
  models,
}: Pick<Config, "concurrency" | "threads" | "models">): string | null {
  if (threads > 1 || concurrency <= CALLS_A_SECOND || models.every(({ provider }) => provider === "policy"))
    return null;
  const seconds = (concurrency / CALLS_A_SECOND).toFixed(1);
  return `one thread of this process can keep some ${CALLS_A_SECOND} model calls a second going: ${countOf(concurrency, "execution")} at a time are no faster than fewer unless a call takes ${seconds} s; beyond that, workers on other machines (--queue), or --threads where cores are free`;
}
