import type { ModelConfig } from "../../agent/contract/contract.ts";
import type { JudgeCase } from "../../harness/judge/judges/judge.ts";
import { makeLlmJudge } from "../../harness/judge/judges/llm/judge.ts";
import { makeLlmPairwiseJudge } from "../../harness/judge/judges/llm/pairwise-judge.ts";
import { analyseProbes } from "../../harness/judge/probes/analyse.ts";
import { askQuestion } from "../../harness/judge/probes/ask-question.ts";
import { makeQuestions } from "../../harness/judge/probes/questions.ts";
import { DIMENSIONS, type Judgement, type ProbeReading } from "../../harness/record/domain/records.ts";
import { THRESHOLDS } from "../harness/judge/judges/cases.ts";
import { type Reply, startChatServer } from "../harness/judge/judges/loopback-chat.ts";

/** What a judge's endpoint replies, who reads of the prompt only what it needs to cheat. */
type JudgeAdversary = (prompt: string) => Reply;

const FIRST: Reply = { type: "form", form: { reasoning: "The first.", preferred: "first" } };

const form = (judgement: unknown): Reply => ({ type: "form", form: judgement });

/** A judgement that says nothing of its own: every rating `score` of 5, every expected thing found, or none listed. */
function judgement(prompt: string, score: number, isListed: boolean): Judgement {
  const ids = linesOf(prompt, "EXPECTED IDS");
  const entities = linesOf(prompt, "EXPECTED ENTITIES");
  const alignment = (score - 1) / 4;
  return {
    status: alignment >= THRESHOLDS.alignment ? "pass" : "fail",
    overall_score: alignment,
    ground_truth: {
      expected_ids_found: isListed ? ids : [],
      expected_ids_missing: [],
      expected_entities_found: isListed ? entities : [],
      expected_entities_missing: [],
      reference_answer_alignment: alignment,
      details: "As asked.",
    },
    quality: Object.fromEntries(
      DIMENSIONS.map((name) => [name, { score, rationale: "As asked." }]),
    ) as Judgement["quality"],
    summary: "As asked.",
  };
}

function linesOf(prompt: string, title: string): string[] {
  const text = prompt.split(` ${title}\n`)[1]?.split(/\n\S+>>>/)[0] ?? "";
  return text.split("\n").filter((line) => line !== "(none)");
}

/** Judges that cheat, fail or are not there at all. Where two answers are compared, all that can choose say `first`. */
export const JUDGE_ADVERSARIES: Readonly<Record<string, JudgeAdversary>> = {
  eleven_of_five: (prompt) => form({ ...judgement(prompt, 11, true), overall_score: 11 }),
  half_points: (prompt) => form(judgement(prompt, 4.5, true)),
  prose: () => ({ type: "text", text: "A great answer! I give it 5/5, pass." }),
  says_nothing: () => ({ type: "text", text: "" }),
  refuses: () => ({ type: "refusal", text: "I cannot judge that." }),
  not_a_number: (prompt) => ({
    type: "raw-form",
    arguments: JSON.stringify(judgement(prompt, 5, true)).replace('"overall_score":1', '"overall_score":NaN'),
  }),
  status_twice: (prompt) => ({
    type: "text",
    text: JSON.stringify(judgement(prompt, 5, true)).replace('"status":"pass"', '"status":"fail","status":"pass"'),
  }),
  cut_off: (prompt) => ({
    type: "text",
    text: JSON.stringify(judgement(prompt, 5, true)).slice(0, 200),
    finish: "length",
  }),
  wraps_the_form: (prompt) => form({ judgement: judgement(prompt, 5, true) }),
  always_passes: (prompt) => form(judgement(prompt, 5, true)),
  passes_unread: (prompt) => form(judgement(prompt, 5, false)),
  fails_unread: (prompt) => form(judgement(prompt, 1, false)),
  never_decides: (prompt) => form(judgement(prompt, 3, false)),
};

interface Judged {
  judge: string;
  /** Of each answer, in order. */
  verdicts: Judgings[];
  /** Names of the faults that the probes find. */
  findings: string[];
}

type Judgings = Awaited<ReturnType<ReturnType<typeof makeLlmJudge>["judge"]>>;

/** Each judge over a real connection: read the same answers, of all qualities, then, where its faults are asked for, edited for the probes. */
export async function runJudges(
  names: readonly string[],
  { cases, probed }: { cases: readonly JudgeCase[]; probed: boolean },
): Promise<Judged[]> {
  let adversary = JUDGE_ADVERSARIES[names[0]!]!;
  await using server = await startChatServer(({ body }) =>
    body.tools?.[0]?.function?.name === "submit_preference" ? FIRST : adversary(String(body.messages.at(-1)?.content)),
  );
  const options = { chain: [modelAt(server.baseUrl)], thresholds: THRESHOLDS, environment: {} };
  const [judge, pairwise] = [makeLlmJudge(options), makeLlmPairwiseJudge(options)];
  const signal = new AbortController().signal;
  const numbered = cases.map((one, at) => ({
    ...one,
    scenario: { ...one.scenario, id: `S${at}` },
    extraction: { ...one.extraction, scenario_id: `S${at}` },
  }));
  const results: Judged[] = [];
  for (const name of names) {
    adversary = JUDGE_ADVERSARIES[name]!;
    const verdicts = [];
    for (const one of numbered) verdicts.push(await judge.judge(one, signal));
    const readings: ProbeReading[] = [];
    const questions = makeQuestions(probed ? numbered : [], { seed: 1, model: "judge", fingerprint: name });
    for (const question of questions) readings.push(await askQuestion(question, { judge, pairwise, signal }));
    results.push({ judge: name, verdicts, findings: analyseProbes(readings).flatMap(({ finding }) => finding ?? []) });
  }
  return results;
}

export function modelAt(baseUrl: string): ModelConfig {
  return {
    ...{ name: "judge", provider: "openai", model: "judge", family: "judge", baseUrl, temperature: 0 },
    ...{ contextWindow: 100_000, requestTimeoutMs: 60_000, maxRetries: 0 },
  };
}
