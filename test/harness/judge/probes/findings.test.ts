import { beforeAll, describe, expect, it } from "vitest";
import type { JudgeCase } from "../../../../harness/judge/judges/judge.ts";
import { judgeByPrimaryRubric } from "../../../../harness/judge/judges/rubric-primary.ts";
import { analyseProbes } from "../../../../harness/judge/probes/analyse.ts";
import { askQuestion } from "../../../../harness/judge/probes/ask-question.ts";
import { makeQuestions, type ProbeQuestion } from "../../../../harness/judge/probes/questions.ts";
import type { ProbeReading } from "../../../../harness/record/domain/records.ts";
import { THRESHOLDS } from "../judges/cases.ts";
import { variedCases } from "../judges/varied.ts";
import { type CharacterName, JUDGE_MODEL, scriptedJudge } from "./scripted-judges.ts";

/** Runs of each judge; the figures of docs/method/judges.md are of 100. */
const SEEDS = Number(process.env.SCOPEBENCH_PROBE_SEEDS ?? 40);
const signal = new AbortController().signal;
let questions: ProbeQuestion[];
const readings = new Map<string, ReturnType<typeof judgeByPrimaryRubric>>();

beforeAll(() => {
  const cases = variedCases(40).map((given, index) => ({
    ...given,
    scenario: { ...given.scenario, id: `S${index}` },
    extraction: { ...given.extraction, scenario_id: `S${index}` },
  }));
  questions = makeQuestions(cases, { seed: 1, model: JUDGE_MODEL, fingerprint: "scripted" });
});

/** The rubric's reading, once per distinct text: all runs read the same. */
function readOnce(judgeCase: JudgeCase) {
  const { scenario, extraction } = judgeCase;
  const evidence = extraction.tool_calls.map(({ result }) => result?.length).join();
  const key = `${scenario.id}\n${evidence}\n${extraction.final_text}`;
  const reading = readings.get(key) ?? judgeByPrimaryRubric(judgeCase, THRESHOLDS);
  readings.set(key, reading);
  return reading;
}

/** The edits are the same for every seed; only the judge's own errors differ. */
async function findingsOf(name: CharacterName, seed: number): Promise<string[]> {
  const instrument = scriptedJudge(name, seed, readOnce);
  const found: ProbeReading[] = [];
  for (const question of questions) found.push(await askQuestion(question, { ...instrument, signal }));
  return analyseProbes(found).flatMap(({ finding }) => finding ?? []);
}

async function ratesOf(name: CharacterName): Promise<Record<string, number>> {
  const rates: Record<string, number> = {};
  for (let seed = 0; seed < SEEDS; seed++)
    for (const finding of await findingsOf(name, seed)) rates[finding] = (rates[finding] ?? 0) + 1;
  return rates;
}

describe(`probes of a scripted judge, over ${SEEDS} seeds`, () => {
  it.each<[CharacterName, string]>([
    ["lenient", "leniency"],
    ["harsh", "harshness"],
    ["verbosity-loving", "verbosity"],
    ["position-biased", "position"],
    ["random", "random"],
    ["self-loving", "self_family"],
    ["of two minds", "rationale_mismatch"],
    ["short-sighted", "truncated_evidence"],
  ])(
    "a %s one is found as %s in at least .95 of the runs, and as anything else in at most .05",
    async (name, finding) => {
      const { [finding]: right = 0, ...others } = await ratesOf(name);
      expect(right).toBeGreaterThanOrEqual(0.95 * SEEDS);
      expect(Object.entries(others).filter(([, rate]) => rate > 0.05 * SEEDS)).toEqual([]);
    },
  );

  it("a clean one is found to have nothing in at least .95 of the runs", async () => {
    const rates = await ratesOf("clean");
    expect(Object.values(rates).reduce((sum, rate) => sum + rate, 0)).toBeLessThanOrEqual(0.05 * SEEDS);
  });
});
