import { describe, expect, it } from "vitest";
import type { ModelConfig } from "../../../../../agent/contract/contract.ts";
import { idReader } from "../../../../../base/ids/id-reader.ts";
import { JUDGE_FAULTS, type JudgeFaultCode } from "../../../../../harness/judge/judges/llm/faults.ts";
import { makeLlmJudge } from "../../../../../harness/judge/judges/llm/judge.ts";
import { makeLlmMetaJudge } from "../../../../../harness/judge/judges/llm/meta-judge.ts";
import { judgementSchema } from "../../../../../harness/record/domain/records.ts";
import { answerOf, caseOf, emptyForm, formOf, rulingOf, THRESHOLDS } from "../cases.ts";
import { type ChatServer, type Reply, startChatServer } from "../loopback-chat.ts";

const never = new AbortController().signal;
const good = caseOf(answerOf(["TC-1", "TC-2"]));

function link(baseUrl: string, parts: Partial<ModelConfig> = {}): ModelConfig {
  return {
    name: "judge",
    provider: "openai",
    model: "judge-1",
    family: "judge",
    baseUrl,
    temperature: 0,
    contextWindow: 100_000,
    requestTimeoutMs: 60_000,
    maxRetries: 0,
    ...parts,
  };
}

/** Of two equal names JSON.parse keeps the last. */
function twice(form: object): string {
  return JSON.stringify(form).replace("{", '{"status": "fail", ');
}

function judgeOver(chain: readonly ModelConfig[]) {
  return makeLlmJudge({ chain, thresholds: THRESHOLDS, environment: {} });
}

/** One verdict from one server that always replies the same. */
async function verdictAfter(reply: Reply, parts: Partial<ModelConfig> = {}) {
  await using server = await startChatServer(() => reply);
  const judge = judgeOver([link(server.baseUrl, parts)]);
  return { verdict: await judge.judge(good, never), requests: server.requests };
}

describe("a valid form", () => {
  it.each<[string, Reply]>([
    ["as the arguments of the tool call", { type: "form", form: formOf() }],
    ["as plain JSON text", { type: "text", text: JSON.stringify(formOf()) }],
    [
      "inside one Markdown fence",
      { type: "text", text: `Here you are:\n\`\`\`json\n${JSON.stringify(formOf(), null, 2)}\n\`\`\`\n` },
    ],
  ])("is a verdict %s", async (_where, reply) => {
    const { verdict } = await verdictAfter(reply);
    expect(verdict).toMatchObject({
      type: "judged",
      evaluator: "judge-1-served",
      stand_in: false,
      claims_disagree: [],
      attempts: [],
    });
    expect(judgementSchema.parse(verdict.judgement)).toEqual(formOf());
  });

  it("is a verdict with ids in another spelling, and with what stands behind them", async () => {
    const form = formOf();
    const [first = "", ...rest] = form.ground_truth.expected_ids_found;
    form.ground_truth.expected_ids_found = [`${first.replaceAll("-", "\u2011")}: its title`, ...rest];
    await using server = await startChatServer(() => ({ type: "form", form }));
    const known = { ...good, ids: idReader(["TC-1", "TC-2"]) };
    const verdict = await judgeOver([link(server.baseUrl)]).judge(known, never);
    expect(verdict).toMatchObject({ type: "judged", claims_disagree: [], attempts: [] });
    expect(judgementSchema.parse(verdict.judgement)).toEqual(formOf());
  });

  it("comes through Anthropic's messages as well", async () => {
    const { verdict, requests } = await verdictAfter({ type: "form", form: formOf() }, { provider: "anthropic" });
    expect(requests[0]?.path).toContain("/messages");
    expect(verdict).toMatchObject({ type: "judged", evaluator: "judge-1-served" });
  });

  it("is asked for in a fresh context each time, through one forced tool", async () => {
    await using server = await startChatServer(() => ({ type: "form", form: emptyForm() }));
    const judge = judgeOver([link(server.baseUrl)]);
    await judge.judge(good, never);
    await judge.judge(caseOf("Something else entirely."), never);
    expect(server.requests.map(({ body }) => body.messages.map((message) => message.role))).toEqual([
      ["system", "user"],
      ["system", "user"],
    ]);
    expect(JSON.stringify(server.requests[1]?.body)).not.toContain("verifies condition 1");
    const [system] = server.requests[0]?.body.messages ?? [];
    expect(system?.content).toMatch(/at least 80 % of the expected entities .* alignment is at least 0\.7/);
    expect(system?.content).not.toContain("{{");
    expect(server.requests[0]?.body.tools?.[0]?.function?.name).toBe("submit_judgement");
    expect(server.requests[0]?.body.tool_choice).toMatchObject({ function: { name: "submit_judgement" } });
  });
});

describe("a fault", () => {
  const wrongParts = (change: (form: Record<string, Record<string, unknown>>) => void): Reply => {
    const form = structuredClone(formOf()) as unknown as Record<string, Record<string, unknown>>;
    change(form);
    return { type: "form", form };
  };
  const faults: [string, Reply, JudgeFaultCode][] = [
    ["text that is not JSON", { type: "text", text: "The answer is a pass, 5 out of 5." }, "invalid_json"],
    [
      "JSON with prose around it and no fence",
      { type: "text", text: `Sure! ${JSON.stringify(formOf())}` },
      "invalid_json",
    ],
    ["two fenced forms", { type: "text", text: `\`\`\`json\n{}\n\`\`\`\n\`\`\`json\n{}\n\`\`\`` }, "invalid_json"],
    ["text that gives its status twice", { type: "text", text: twice(formOf()) }, "invalid_json"],
    ["tool arguments that give it twice", { type: "raw-form", arguments: twice(formOf()) }, "invalid_json"],
    ["broken tool arguments", { type: "raw-form", arguments: '{"status": "pass", ' }, "invalid_json"],
    ["a cut-off form", { type: "raw-form", arguments: '{"status": "pass", ', finish: "length" }, "cut_off"],
    ["a wrong enum", wrongParts((form) => Object.assign(form, { status: "PASS" })), "schema"],
    ["a missing dimension", wrongParts((form) => delete form.quality?.relevance), "schema"],
    [
      'the score "4/5"',
      wrongParts((form) => Object.assign(form.quality ?? {}, { coherence: { score: "4/5", rationale: "" } })),
      "schema",
    ],
    [
      "the score 6",
      wrongParts((form) => Object.assign(form.quality ?? {}, { coherence: { score: 6, rationale: "" } })),
      "schema",
    ],
    [
      "a score of 4.5",
      wrongParts((form) => Object.assign(form.quality ?? {}, { coherence: { score: 4.5, rationale: "" } })),
      "schema",
    ],
    ["an overall score of 83 (percent)", wrongParts((form) => Object.assign(form, { overall_score: 83 })), "schema"],
    ["an array", { type: "text", text: "[]" }, "schema"],
    ["a pass that its own parts deny", wrongParts((form) => Object.assign(form, { status: "fail" })), "contradiction"],
    [
      "an id that is both found and missing",
      wrongParts((form) => Object.assign(form.ground_truth ?? {}, { expected_ids_missing: ["TC-2"] })),
      "contradiction",
    ],
    [
      "an id as found that is not in the answer",
      wrongParts((form) => Object.assign(form.ground_truth ?? {}, { expected_ids_found: ["TC-1", "TC-2", "TC-777"] })),
      "unfounded_claim",
    ],
    ["a refusal", { type: "refusal", text: "I can't help with that." }, "refusal"],
    ["a content filter", { type: "text", text: "", finish: "content_filter" }, "refusal"],
    ["an empty answer", { type: "text", text: "  \n" }, "empty"],
    ["429 until exhausted", { type: "status", status: 429, retryAfterMs: 1 }, "rate_limited"],
    ["500 until exhausted", { type: "status", status: 500, retryAfterMs: 1 }, "server_error"],
    ["401", { type: "status", status: 401, message: "bad key" }, "rejected"],
    ["a connection cut in the middle", { type: "hang-up" }, "connection"],
    ["a hang past the request timeout", { type: "hang" }, "timeout"],
  ];

  it.each(faults)("%s blocks the verdict and is counted", async (_name, reply, code) => {
    const { verdict } = await verdictAfter(reply, { requestTimeoutMs: 1_000 });
    expect(verdict).toMatchObject({ type: "blocked", judgement: null, stand_in: false });
    expect(verdict.reason).toContain(code);
    expect(verdict.attempts.length).toBeGreaterThan(0);
    expect(
      verdict.attempts.every(({ provider, error }) => provider === "openai/judge-1" && error.startsWith(`${code}: `)),
    ).toBe(true);
  });

  it("an answer that no client can read is counted with what was wrong with it", async () => {
    await using server = await startChatServer(() => ({ type: "raw", body: "<html>Bad gateway</html>" }));
    const { attempts } = await judgeOver([link(server.baseUrl)]).judge(good, never);
    expect(attempts.map(({ error }) => error)).toEqual([expect.stringMatching(/^connection: .*html/i)]);
  });

  it.each<[string, Reply, JudgeFaultCode]>([
    ["a refusal", { type: "refusal", text: "no" }, "refusal"],
    ["text that is not JSON", { type: "text", text: "Pass." }, "invalid_json"],
    ["529, overloaded", { type: "status", status: 529, retryAfterMs: 1 }, "server_error"],
    ["a wrong form", { type: "form", form: { status: "pass" } }, "schema"],
  ])("%s of Anthropic's messages is counted under the same names", async (_name, reply, code) => {
    const { verdict } = await verdictAfter(reply, { provider: "anthropic" });
    expect(verdict).toMatchObject({ type: "blocked", judgement: null });
    expect(verdict.attempts[0]).toMatchObject({
      provider: "anthropic/judge-1",
      error: expect.stringMatching(`^${code}: `),
    });
  });

  it("of every kind in the list is covered above", () => {
    expect(new Set(faults.map(([, , code]) => code))).toEqual(new Set(JUDGE_FAULTS));
  });

  it("of the form is answered by asking once more, with another seed and nothing of the first try", async () => {
    await using server = await startChatServer((_request, index) =>
      index === 0 ? { type: "text", text: "not JSON, XYZZY" } : { type: "form", form: formOf() },
    );
    const verdict = await judgeOver([link(server.baseUrl)]).judge(good, never);
    expect(verdict).toMatchObject({ type: "judged", attempts: [{ provider: "openai/judge-1" }] });
    expect(server.requests.map(({ body }) => body.seed)).toEqual([0, 1]);
    expect(JSON.stringify(server.requests[1]?.body)).not.toContain("XYZZY");
  });

  it("429 is waited out as the server asks, within the retries", async () => {
    await using server = await startChatServer((_request, index) =>
      index < 2 ? { type: "status", status: 429, retryAfterMs: 20 } : { type: "form", form: formOf() },
    );
    const started = performance.now();
    const verdict = await judgeOver([link(server.baseUrl, { maxRetries: 2 })]).judge(good, never);
    expect(verdict).toMatchObject({ type: "judged", attempts: [] });
    expect(server.requests).toHaveLength(3);
    expect(performance.now() - started).toBeGreaterThanOrEqual(38);
  });

  it("400 because the server knows no tools is answered by asking for plain JSON", async () => {
    await using server = await startChatServer(({ body }) =>
      body.tools
        ? { type: "status", status: 400, message: "tool_choice is not supported" }
        : { type: "text", text: JSON.stringify(formOf()) },
    );
    const verdict = await judgeOver([link(server.baseUrl)]).judge(good, never);
    expect(verdict).toMatchObject({ type: "judged", attempts: [] });
    expect(JSON.stringify(server.requests[1]?.body.messages)).toContain("reference_answer_alignment");
  });
});

describe("the chain", () => {
  async function serversFor(
    replies: readonly Reply[],
    order: number[],
  ): Promise<{ servers: ChatServer[]; chain: ModelConfig[] }> {
    const servers = await Promise.all(
      replies.map((reply, place) =>
        startChatServer(() => {
          order.push(place);
          return reply;
        }),
      ),
    );
    return { servers, chain: servers.map((server, place) => link(server.baseUrl, { model: `judge-${place}` })) };
  }

  it("is asked in order until one gives a form; the verdict names who did", async () => {
    const order: number[] = [];
    const { servers, chain } = await serversFor(
      [
        { type: "status", status: 503, retryAfterMs: 1 },
        { type: "text", text: "no" },
        { type: "form", form: formOf() },
        { type: "form", form: formOf() },
      ],
      order,
    );
    const verdict = await judgeOver(chain).judge(good, never);
    expect(order).toEqual([0, 1, 1, 2]);
    expect(verdict).toMatchObject({ type: "judged", evaluator: "judge-2-served" });
    expect(verdict.attempts.map((attempt) => attempt.provider)).toEqual([
      "openai/judge-0",
      "openai/judge-1",
      "openai/judge-1",
    ]);
    await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
  });

  it("exhausted gives a blocked verdict with every attempt, and no number", async () => {
    const order: number[] = [];
    const { servers, chain } = await serversFor(
      [
        { type: "status", status: 429, retryAfterMs: 1 },
        { type: "refusal", text: "no" },
      ],
      order,
    );
    const verdict = await judgeOver(chain).judge(good, never);
    expect(verdict).toMatchObject({ type: "blocked", judgement: null, evaluator: "judge-0 > judge-1" });
    expect(verdict.reason).toMatch(/rate_limited x1, refusal x1$/);
    expect(verdict.attempts).toHaveLength(2);
    await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
  });

  it("stops at once when the run is aborted: no verdict, not a blocked one", async () => {
    await using server = await startChatServer(() => ({ type: "hang" }));
    const judge = judgeOver([link(server.baseUrl)]);
    await expect(judge.judge(good, AbortSignal.timeout(50))).rejects.toThrow();
  });
});

describe("what it took", () => {
  const price = { input: 2, output: 10, cachedInput: 0.5 };
  const replies: Reply[] = [
    { type: "text", text: "no" },
    { type: "form", form: formOf(), cached: 4 },
  ];

  it("counts the tokens of failed attempts too, and their cost by the model's prices, cached input by its own", async () => {
    await using server = await startChatServer((_request, index) => replies[index] ?? { type: "hang" });
    const verdict = await judgeOver([link(server.baseUrl, { price })]).judge(good, never);
    // Two answers of 10 + 5 tokens, of which 4 were cached.
    expect(verdict.usage).toEqual({
      tokens_in: 20,
      tokens_out: 10,
      tokens_estimated: false,
      cost: (16 * 2 + 4 * 0.5 + 10 * 10) / 1e6,
    });
  });

  it("is unknown in money, not 0, without a price", async () => {
    const { verdict } = await verdictAfter({ type: "form", form: formOf() });
    expect(verdict.usage).toEqual({ tokens_in: 10, tokens_out: 5, tokens_estimated: false, cost: null });
  });

  it("is unknown in money, not 0, where no request was answered either, unless there is a price", async () => {
    await using server = await startChatServer(() => ({ type: "status", status: 429, retryAfterMs: 1 }));
    const asked = (prices: object) => judgeOver([link(server.baseUrl, prices)]).judge(good, never);
    expect((await asked({})).usage).toMatchObject({ tokens_in: 0, cost: null });
    expect((await asked({ price })).usage).toMatchObject({ tokens_in: 0, cost: 0 });
  });

  it("counts what was sent where the server stayed silent, marked as estimated", async () => {
    await using server = await startChatServer(() => ({ type: "hang" }));
    const { usage } = await judgeOver([link(server.baseUrl, { price, requestTimeoutMs: 100 })]).judge(good, never);
    expect(usage).toMatchObject({ tokens_out: 0, tokens_estimated: true });
    expect(usage?.tokens_in).toBeGreaterThan(100);
  });
});

it("tokens are estimated, and said to be, where the server counts none", async () => {
  const { verdict } = await verdictAfter({ type: "form", form: formOf(), usage: false });
  expect(verdict.usage).toMatchObject({ tokens_estimated: true, cost: null });
  expect(verdict.usage?.tokens_in).toBeGreaterThan(500);
});

describe("claims of the judge", () => {
  it("that leave something out or are badly added give way to what stands in the answer, and are listed", async () => {
    const form = formOf({ status: "fail", overall_score: 0.2 });
    form.ground_truth = {
      ...form.ground_truth,
      expected_ids_found: ["TC-1"],
      expected_ids_missing: ["TC-2", "TC-777"],
    };
    await using server = await startChatServer(() => ({ type: "form", form }));
    const verdict = await judgeOver([link(server.baseUrl)]).judge(good, never);
    expect(verdict.judgement).toMatchObject({
      status: "pass",
      overall_score: 1,
      ground_truth: { expected_ids_found: ["TC-1", "TC-2"], expected_ids_missing: [] },
    });
    expect(verdict.claims_disagree.join("\n")).toMatch(/TC-2[\s\S]*TC-777[\s\S]*status[\s\S]*overall_score/);
  });
});

describe("the meta-judge", () => {
  const ruling = rulingOf();
  const harsh = formOf({ status: "fail", overall_score: 0.6 });
  harsh.quality = { ...harsh.quality, relevance: { score: 1, rationale: "bad" } };
  const pair = { ...good, a: formOf(), b: harsh };

  it("rules on a pair; agreement and the difference in quality are computed, not asked", async () => {
    await using server = await startChatServer(() => ({ type: "form", form: ruling }));
    const judge = makeLlmMetaJudge({ chain: [link(server.baseUrl)], thresholds: THRESHOLDS, environment: {} });
    expect(await judge.arbitrate(pair, never)).toMatchObject({
      ...ruling,
      type: "judged",
      judgments_agree: false,
      quality_score_delta: 1,
    });
    expect(JSON.stringify(server.requests[0]?.body.messages)).toMatch(/JUDGEMENT A[\s\S]*JUDGEMENT B/);
  });

  it("is blocked with every part null when no provider rules", async () => {
    await using server = await startChatServer(() => ({
      type: "form",
      form: { ...ruling, preferred_judgment: "both" },
    }));
    const judge = makeLlmMetaJudge({ chain: [link(server.baseUrl)], thresholds: THRESHOLDS, environment: {} });
    const verdict = await judge.arbitrate(pair, never);
    expect(verdict).toMatchObject({
      type: "blocked",
      preferred_judgment: null,
      judgments_agree: null,
      quality_score_delta: null,
    });
    expect(verdict.reason).toContain("schema x2");
  });
});
