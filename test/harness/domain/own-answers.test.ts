import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Extraction, Verdict } from "../../../harness/domain/records.ts";
import { loadProbeCases } from "../../../harness/probes/load-cases.ts";
import { openRatingSession } from "../../../harness/ratings/session.ts";
import { runPath } from "../../../harness/run-directory/paths.ts";
import { recordsOf } from "../../../harness/run-directory/records.ts";
import { judgeStage } from "../../../harness/stages/judge/index.ts";
import { runCli } from "../cli/run-cli.ts";
import { settleHashes } from "../run-fixture/settle-hashes.ts";
import { type FixtureContext, fixtureContext, recordsIn } from "../stages/context.ts";

const SHOWN = "No supported recommendation: what the guard showed.";
const configuration = { model: "explorer", workflow: "react", knowledge: "prompt" } as const;
let context: FixtureContext;
let older: Extraction[];

/** Of one configuration every second answer is the guard's, as an earlier version stored it. */
beforeAll(async () => {
  context = await fixtureContext([]);
  await writeFile(runPath(context.runDirectory, "config"), JSON.stringify(context.config));
  const store = recordsOf({ runDirectory: context.runDirectory, part: "extractions", configuration });
  const records = await store.read();
  const replaced = records.map((one, at) =>
    at % 2 ? one : { ...one, contract_fallback: true, final_text: SHOWN, answers: [SHOWN], ranked_ids: [] },
  );
  older = replaced.filter(({ contract_fallback, outcome }) => contract_fallback && outcome === "success");
  await store.replace(replaced);
  await settleHashes(context.runDirectory);
});
afterAll(() => context[Symbol.asyncDispose]());

describe("answers of which an earlier version kept only the guard's text", () => {
  it("are in no probe", async () => {
    expect(older.length).toBeGreaterThan(1);
    const { cases, notKept } = await loadProbeCases(context.runDirectory, { config: context.config, size: 1000 });
    expect(notKept).toBe(older.length);
    expect(cases.filter(({ extraction }) => extraction.final_text === SHOWN)).toEqual([]);
  });

  it("are rated by nobody", async () => {
    const { items, notKept } = await openRatingSession(context, { rater: "ann", sample: 60 });
    expect(notKept).toBe(older.length);
    expect(items.filter(({ answer }) => answer === SHOWN)).toEqual([]);
  });

  it("are held against no other answer, and counted", async () => {
    const args = ["prefer", context.runDirectory, "explorer__react__prompt", "sprinter__react__prompt"];
    const { code, errors } = await runCli(args, { cwd: context.runDirectory });
    expect(code, errors).toBe(0);
    expect(errors).toContain(`${older.length} answers left out, own_answer_not_kept`);
    const kept = await readFile(
      runPath(context.runDirectory, "preferences", "explorer__react__prompt__vs__sprinter__react__prompt.jsonl"),
      "utf8",
    );
    expect(older.filter(({ scenario_id }) => kept.includes(`"${scenario_id}"`))).toEqual([]);
  });

  it("are judged by no judge", async () => {
    const verdicts = recordsOf({ runDirectory: context.runDirectory, part: "verdicts", configuration });
    await verdicts.replace([]);
    await judgeStage.run(context);
    const judged = await recordsIn<Verdict>(context, "verdicts");
    expect(judged.filter(({ reason }) => reason === "own_answer_not_kept")).toHaveLength(older.length);
  });
});
