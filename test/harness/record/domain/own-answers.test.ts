import { readFile, writeFile } from "node:fs/promises";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONTRACT_NOTE } from "../../../../agent/turns/contract-note.ts";
import { traceMessages } from "../../../../agent/turns/trace-messages.ts";
import { loadProbeCases } from "../../../../harness/judge/probes/load-cases.ts";
import { openRatingSession } from "../../../../harness/judge/ratings/session.ts";
import { executionName } from "../../../../harness/record/domain/names.ts";
import type { Extraction, Verdict } from "../../../../harness/record/domain/records.ts";
import { runPath } from "../../../../harness/record/run-directory/paths.ts";
import { recordsOf } from "../../../../harness/record/run-directory/records.ts";
import { extractStage } from "../../../../harness/run/stages/extract/index.ts";
import { judgeStage } from "../../../../harness/run/stages/judge/index.ts";
import { loadInput } from "../../../../harness/run/stages/score/load-input.ts";
import { scoreRun } from "../../../../harness/run/stages/score/score-run.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { runCli } from "../../cli/run-cli.ts";
import { type FixtureContext, fixtureContext, recordsIn } from "../../run/stages/context.ts";
import { settleHashes } from "../../run-fixture/settle-hashes.ts";

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

  it("have no judgement of a judge of that version, first or second, and no ruling between the two", async () => {
    const { model, workflow, knowledge, scenario_id, repeat } = older[0]!;
    const key = { model, workflow, knowledge, scenario_id, repeat };
    for (const part of ["verdicts", "calibration", "meta"] as const) {
      const store = recordsOf<"verdicts" | "calibration" | "meta">({
        runDirectory: context.runDirectory,
        part,
        configuration,
      });
      const all = await recordsIn<Verdict>(context, part);
      const own = await store.read();
      const judged = { ...all.find(({ type }) => type === "judged")!, ...key };
      await store.replace([...own.filter((one) => executionName(one) !== executionName(key)), judged as never]);
    }
    const { executions } = (await scoreRun(await loadInput(context), context))!;
    const { primary, calibration, meta } = executions.find(
      ({ record }) => executionName(record) === executionName(key),
    )!;
    const unsaid = ["cascaded_failure", null];
    expect([primary, calibration].map((verdict) => [verdict?.type, verdict?.judgement])).toEqual([unsaid, unsaid]);
    expect([meta?.type, meta?.judgments_agree]).toEqual(unsaid);
  });

  it("are judged by no judge", async () => {
    const verdicts = recordsOf({ runDirectory: context.runDirectory, part: "verdicts", configuration });
    await verdicts.replace([]);
    await judgeStage.run(context);
    const judged = await recordsIn<Verdict>(context, "verdicts");
    expect(judged.filter(({ reason }) => reason === "own_answer_not_kept")).toHaveLength(older.length);
  });

  it("stay unscored where they are read again from a store that kept no draft", async () => {
    const note = { [CONTRACT_NOTE]: { type: "fallback", violations: ["ungrounded_id"] } };
    const { guarded, ...read } = traceMessages([
      new HumanMessage("Which tests?"),
      new AIMessage({ content: SHOWN, additional_kwargs: note }),
    ]);
    const trace = { ...read, source: "checkpoints", toolCalls: [], skillsLoaded: [], documents: [] };
    const system = async () => ({ readTrace: async () => trace });
    const store = recordsOf({ runDirectory: context.runDirectory, part: "extractions", configuration });
    await store.replace([]);
    await extractStage.run({ ...context, services: { ...context.services, system } as never });
    const { executions } = (await scoreRun(await loadInput(context), context))!;
    const again = executions.filter(
      ({ record: { model, workflow, knowledge, outcome } }) =>
        outcome === "success" && [model, workflow, knowledge].join() === Object.values(configuration).join(),
    );
    const reasons = nonEmpty(again).map(({ record: { scores } }) => [scores.functional_pass, scores.hallucinated_ids]);
    expect([guarded, new Set(reasons.flat().map((score) => JSON.stringify(score)))]).toEqual([
      undefined,
      new Set(['{"value":null,"reason":"own_answer_not_kept"}']),
    ]);
  });
});
