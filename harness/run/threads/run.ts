import { readdir } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { countOf } from "../../../base/counts.ts";
import { makePrivateFolder } from "../../../base/private-folder.ts";
import { UserError } from "../../../base/user-error.ts";
import { writeFile } from "../../../base/write-file.ts";
import { formatScenarioSet, readScenarioSet, writeScenarioSet } from "../../../scenarios/set-file.ts";
import { opinionSchema } from "../../judge/ratings/rating.ts";
import { toCsv } from "../../print/csv.ts";
import { completed, type Io } from "../../print/io.ts";
import { shellWord } from "../../print/shell-word.ts";
import { type AssistantConfig, assistantSchema } from "../../record/config/assistant-schema.ts";
import type { Config } from "../../record/config/schema.ts";
import { takeState } from "../interactive/assistant-state.ts";
import { writeRun } from "./as-run.ts";
import { type AskedSet, askedSet, runConfig } from "./asked-set.ts";
import { comparisonSchema } from "./documents.ts";
import { type KeptThread, readThreads } from "./read-threads.ts";
import { draftScenarios } from "./scenario-drafts.ts";
import { writeOpinions } from "./write-opinions.ts";

/**
 * Writes the threads of one tenant into an empty folder: traces, what people said of answers, and a run of them.
 * @param options.truths a reviewed scenario set, whose truths count for the questions that it has
 * @throws UserError `usage` for a folder that holds something
 */
export async function exportThreads(
  config: Config,
  { to, tenant, truths, io }: { to: string; tenant: string; truths?: string | undefined; io: Io },
): Promise<void> {
  const reviewed = truths === undefined ? null : await readScenarioSet(resolve(io.cwd, truths));
  const folder = resolve(io.cwd, to);
  await makePrivateFolder(folder); // What people asked, and were answered.
  if ((await readdir(folder)).length > 0)
    throw new UserError("usage", `${to} is not empty: expected a folder that is, or a new one`);
  const assistant: AssistantConfig = config.assistant ?? assistantSchema.parse({});
  const { state, release } = await takeState(assistant, io);
  try {
    const threads = await readThreads(state, tenant);
    const { corpus } = config;
    const name = corpus.type === "folder" ? corpus.path.split(/[\\/]/).at(-1)! : "telecom-synthetic";
    const drafts = draftScenarios(threads, name);
    const files: Record<string, string> = {
      "threads.jsonl": threads.map((thread) => `${JSON.stringify(toLine(thread))}\n`).join(""),
      "ratings.csv": ratingsOf(threads),
      "preferences.csv": preferencesOf(threads),
      ...(drafts && { "scenarios.yaml": formatScenarioSet(drafts) }),
    };
    for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
    io.out(`${countOf(threads.length, "thread")} in ${to}: ${Object.keys(files).join(", ")}`);
    if (!drafts) io.out("no scope was decided, so there are no scenarios to review");
    await exportRun(config, askedSet(threads, { config, corpus: name, truths: reviewed }), { folder, io });
  } finally {
    await release();
  }
}

/** The same threads as a run, and what can be done with it. */
async function exportRun(config: Config, asked: AskedSet, { folder, io }: { folder: string; io: Io }): Promise<void> {
  for (const left of asked.leftOut) io.out(`not in the run: threads ${left}`);
  if (asked.executions.length === 0) return;
  const file = join(folder, "questions.yaml");
  await writeScenarioSet(file, asked.set);
  const runDirectory = await writeRun(runConfig(config, asked, { file, folder }), asked, io);
  const { ratings, preferences, leftOut } = await writeOpinions(runDirectory, asked);
  const run = relative(io.cwd, runDirectory);
  const judged = asked.set.scenarios.filter(({ truth }) => truth === undefined).length;
  io.out(
    `run ${run}: ${countOf(asked.set.scenarios.length, "question")}, ${judged} of them with a reviewed truth; ${countOf(ratings, "rating")}, ${countOf(preferences, "preference")}`,
  );
  if (leftOut > 0) io.out(`not in the run: ${countOf(leftOut, "rating")} of an answer before the last`);
  io.out(completed(io, `judge, score and report it with: scopebench resume ${shellWord(run)}`));
}

/** Nothing of a thread is scored here: what is true is not known. */
function toLine({ thread, trace, turns, documents }: KeptThread) {
  const { id, owner, assistant_id, created_at, metadata } = thread;
  return {
    ...{ thread_id: id, owner, assistant_id, created_at, metadata },
    turns,
    answers: trace.answers,
    ...(trace.guarded && { guarded_answers: trace.guarded }),
    tool_calls: trace.toolCalls.map(({ preview: _preview, ...call }) => call),
    ...{ usage: trace.usage, model_calls: trace.modelCalls, served_models: trace.servedModels },
    score: null,
    unscored_because: "no truth is known for what people ask",
    documents: documents.map(({ thread_id: _thread, ...document }) => document),
  };
}

const RATINGS = ["rater", "thread_id", "answer_id", "assistant_id", "at"] as const;

function ratingsOf(threads: readonly KeptThread[]): string {
  const names = Object.keys(opinionSchema.shape) as (keyof typeof opinionSchema.shape)[];
  const rows = documentsOf(threads, "rating").flatMap(({ thread, document }) => {
    const { data } = opinionSchema.safeParse(document.value);
    if (!data) return [];
    const { author, key, updated_at } = document;
    const opinions = names.map((name) => data[name] ?? null);
    return [[author, thread.id, key, thread.assistant_id, updated_at.toISOString(), ...opinions]];
  });
  return toCsv([...RATINGS, ...names], rows);
}

const PREFERENCES = ["question", "a", "b", "winner", "left", "blind", "stand_in", "comment", "author", "at"] as const;

/** Those that were made; places stand beside the winner, so that who prefers a place is seen. */
function preferencesOf(threads: readonly KeptThread[]): string {
  const rows = documentsOf(threads, "preference").flatMap(({ document }) => {
    const { data } = comparisonSchema.safeParse(document.value);
    if (!data || data.choice === null) return [];
    const { question, a, b, left, blind, choice, comment } = data;
    const right = left === "a" ? "b" : "a";
    const winner = choice === "left" ? left : choice === "right" ? right : choice;
    const standIn = String(a.stand_in || b.stand_in);
    const said = [comment, document.author, document.updated_at.toISOString()];
    return [[question, a.configuration, b.configuration, winner, left, String(blind), standIn, ...said]];
  });
  return toCsv(PREFERENCES, rows);
}

function documentsOf(threads: readonly KeptThread[], kind: string) {
  return threads.flatMap(({ thread, documents }) =>
    documents.filter((document) => document.kind === kind).map((document) => ({ thread, document })),
  );
}
