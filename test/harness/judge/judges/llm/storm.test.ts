import pLimit from "p-limit";
import { expect, it } from "vitest";
import type { ModelConfig } from "../../../../../agent/contract/contract.ts";
import { makeRandom, pick } from "../../../../../base/random.ts";
import type { JudgeOutcome } from "../../../../../harness/judge/judges/judge.ts";
import { makeLlmJudge } from "../../../../../harness/judge/judges/llm/judge.ts";
import { answerOf, caseOf, emptyForm, makeScenario, THRESHOLDS } from "../cases.ts";
import { type ChatRequest, type Reply, startChatServer } from "../loopback-chat.ts";

const VERDICTS = 240;
/** Primary, secondary and tertiary, in both shapes of the wire. */
const CHAIN = [
  { model: "judge-a", provider: "openai" },
  { model: "judge-b", provider: "anthropic" },
  { model: "judge-c", provider: "openai" },
] as const;

type Weather = "fine" | "retry" | "down" | "cut" | "refusal" | "prose" | "contradiction";
/** What a provider does with an execution, whenever and however often it is asked: half of the time something is wrong. */
const WEATHERS: Weather[] = [
  "fine",
  "fine",
  "fine",
  "fine",
  "retry",
  "down",
  "cut",
  "refusal",
  "prose",
  "contradiction",
];
const FAULTY: ReadonlySet<Weather> = new Set(["down", "cut", "refusal", "prose", "contradiction"]);

function weatherOf(scenario: string, model: string): Weather {
  return pick(makeRandom("storm", scenario, model), WEATHERS);
}

function replyIn(weather: Weather, first: boolean): Reply {
  if (weather === "retry" && first) return { type: "status", status: 429, retryAfterMs: 1 };
  if (weather === "down") return { type: "status", status: 503, retryAfterMs: 1 };
  if (weather === "cut") return { type: "hang-up" };
  if (weather === "refusal") return { type: "refusal", text: "I would rather not." };
  if (weather === "prose") return { type: "text", text: "A pass, I should say." };
  return { type: "form", form: weather === "contradiction" ? { ...emptyForm(), status: "pass" } : emptyForm() };
}

it(`${VERDICTS} verdicts through a storm of faults: none dropped, the chain in order, blocked where all three failed`, async () => {
  const asked = new Map<string, number>();
  await using server = await startChatServer(({ body }: ChatRequest) => {
    const scenario = /Scenario: (\w+)/.exec(JSON.stringify(body.messages))![1]!;
    const key = `${scenario} ${body.model}`;
    asked.set(key, (asked.get(key) ?? 0) + 1);
    return replyIn(weatherOf(scenario, body.model), asked.get(key) === 1);
  });
  const chain = CHAIN.map(({ model, provider }): ModelConfig => {
    const base = { name: model, model, provider, family: "judge", temperature: 0, contextWindow: 100_000 };
    return { ...base, baseUrl: server.baseUrl, requestTimeoutMs: 600_000, maxRetries: 1 };
  });
  const judge = makeLlmJudge({ chain, thresholds: THRESHOLDS, environment: {} });
  const limit = pLimit(48);
  const ids = Array.from({ length: VERDICTS }, (_, index) => `S${String(index).padStart(4, "0")}`);
  const answer = answerOf(["TC-1", "TC-2"]);
  const judgeOne = (id: string) => judge.judge(caseOf(answer, makeScenario({ id })), new AbortController().signal);
  const verdicts = await Promise.all(ids.map((id) => limit(() => judgeOne(id))));

  expect(verdicts).toHaveLength(VERDICTS);
  for (const [index, verdict] of verdicts.entries()) checkVerdict(ids[index]!, verdict);
  const blocked = verdicts.filter(({ type }) => type === "blocked");
  expect(blocked.length).toBeGreaterThan(VERDICTS / 16);
  expect(blocked.every(({ judgement, reason }) => judgement === null && /no provider/.test(reason!))).toBe(true);
  // Whoever gave a form is not followed by another, and each provider was used.
  for (const { model } of CHAIN)
    expect(verdicts.some(({ type, evaluator }) => type === "judged" && evaluator === `${model}-served`)).toBe(true);
});

/** Providers are tried in order up to the first whose weather is fine; each of the others left its attempts. */
function checkVerdict(id: string, verdict: JudgeOutcome): void {
  const answering = CHAIN.findIndex(({ model }) => !FAULTY.has(weatherOf(id, model)));
  const failed = answering < 0 ? CHAIN : CHAIN.slice(0, answering);
  expect(verdict.type).toBe(answering < 0 ? "blocked" : "judged");
  if (answering >= 0) expect(verdict.evaluator).toBe(`${CHAIN[answering]!.model}-served`);
  const tried = verdict.attempts.map(({ provider }) => provider);
  expect([...new Set(tried)]).toEqual(failed.map(({ provider, model }) => `${provider}/${model}`));
  expect(tried).toEqual([...tried].sort((a, b) => a.at(-1)!.localeCompare(b.at(-1)!)));
}
