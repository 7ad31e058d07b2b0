import { afterEach, expect, it } from "vitest";
import type { Workflow } from "../../../agent/contract/contract.ts";
import { estimateTokens } from "../../../agent/models/tokens.ts";
import { loopbackModel } from "../../loopback/model.ts";
import { type ProviderRequest, type Script, startProvider } from "../../loopback/provider.ts";
import { nonEmpty } from "../../non-empty.ts";
import { smallAgent } from "../small-agent.ts";
import { makeTask } from "../task.ts";

const QUESTION = "Which tests cover handover between two nodes, and which of them name X2AP?";
/** Longer than the share of a small window that is kept as it is. */
const LONG = `${QUESTION} ${"Some background. ".repeat(600)}Name each.`;

const agent = smallAgent();
let provider: Awaited<ReturnType<typeof startProvider>>;
afterEach(() => provider?.close());

const textOf = ({ body }: ProviderRequest) => JSON.stringify(body.messages);
const isSummary = (request: ProviderRequest) => textOf(request).includes("You are a conversation summarizer");
const sizeOf = ({ body }: ProviderRequest) => estimateTokens(JSON.stringify([body.messages, body.tools ?? []]));

/** Runs one question, in a window that leaves so many tokens beside what the first request holds. */
async function runIn(
  room: number,
  { workflow, script, question = QUESTION }: { workflow: Workflow; script: Script; question?: string },
) {
  provider = await startProvider(script);
  const ask = async (contextWindow: number) => {
    const task = makeTask({ turns: [question], workflow, thread: `${workflow}-${contextWindow}` });
    const model = loopbackModel(provider.url, { contextWindow });
    const before = provider.requests.length;
    const run = await agent.system.run({ ...task, model });
    return { run, requests: provider.requests.slice(before) };
  };
  const { requests } = await ask(1_000_000);
  const window = sizeOf(requests[0]!) + room;
  return { window, wide: requests, ...(await ask(window)) };
}

/** Searches so often, then answers; summarises where it is asked to. */
const searching =
  (times: number): Script =>
  (request) => {
    if (isSummary(request)) return { type: "text", text: "Searches were made." };
    const searched = provider.requests.filter((one) => !isSummary(one)).length % (times + 1);
    if (searched === 0) return { type: "text", text: "No supported recommendation: nothing new here." };
    return {
      type: "calls",
      calls: [{ id: `c${searched}`, name: "keyword_search", args: { query: `handover X2AP ${searched}` } }],
    };
  };

it("a window that prompt and tools nearly fill leaves the only message as it is: nothing is summarised", async () => {
  const { requests, run } = await runIn(500, { workflow: "react", script: searching(0), question: LONG });
  expect(run.outcome).toBe("success");
  expect(requests.map(isSummary)).toEqual([false]);
  expect(textOf(requests[0]!)).toContain(LONG);
});

it("every request holds the question and fits, however often the steps after it were summarised", async () => {
  const { requests, run, window } = await runIn(3_000, { workflow: "react", script: searching(12) });
  expect(run.outcome).toBe("success");
  expect(requests.filter(isSummary).length).toBeGreaterThanOrEqual(2);
  for (const request of nonEmpty(requests.filter((one) => !isSummary(one)))) {
    expect(textOf(request)).toContain(QUESTION);
    expect(sizeOf(request)).toBeLessThan(window);
  }
});

it("a planner's rounds that were summarised count: it cannot dispatch more often than its limit", async () => {
  const script: Script = (request) => {
    if (isSummary(request)) return { type: "text", text: "Reports came." };
    const tools = (request.body.tools ?? []) as { function: { name: string } }[];
    if (tools.some((tool) => tool.function.name === "keyword_search"))
      return {
        type: "text",
        text: `Found nothing. ${Array.from({ length: 400 }, (_, at) => `Record ${at}.`).join(" ")}`,
      };
    if (!tools.some((tool) => tool.function.name === "task"))
      return { type: "text", text: "No supported recommendation: nothing new here." };
    const args = { description: `find tests of handover, part ${provider.requests.length}`, subagent_type: "executor" };
    return { type: "calls", calls: [{ id: `c${provider.requests.length}`, name: "task", args }] };
  };
  const { requests, wide } = await runIn(4_000, { workflow: "plan_execute", script });
  expect(requests.some(isSummary)).toBe(true);
  const dispatched = (made: ProviderRequest[]) =>
    made.filter((one) => textOf(one).includes("You are an executor")).length;
  expect(dispatched(requests)).toBe(dispatched(wide));
});

it("a writer's records are cut to what its window has room for, and nothing is summarised", async () => {
  const script: Script = () => ({ type: "text", text: "No supported recommendation: nothing new here." });
  const { requests, wide, window } = await runIn(-200, { workflow: "keyword_rag", script });
  expect(requests.map(isSummary)).toEqual([false]);
  expect(textOf(requests[0]!)).toContain(QUESTION);
  expect(sizeOf(requests[0]!)).toBeLessThan(window);
  expect(textOf(requests[0]!).length).toBeLessThan(textOf(wide[0]!).length);
});
