import { afterEach, expect, it } from "vitest";
import { loopbackModel } from "../../../loopback/model.ts";
import { type ProviderRequest, type Script, startProvider } from "../../../loopback/provider.ts";
import { smallAgent } from "../../small-agent.ts";
import { makeTask } from "../../task.ts";

const agent = smallAgent();
let provider: Awaited<ReturnType<typeof startProvider>>;
afterEach(() => provider?.close());

const ROUNDS = 8;
const ANSWER = "No supported recommendation: nothing that was found says it.";
const toolsOf = ({ body }: ProviderRequest) => (body.tools as unknown[] | undefined) ?? [];

async function run(thread: string, script: Script, turns = ["Which tests cover handover?"]) {
  provider = await startProvider(script);
  const task = makeTask({ turns, workflow: "react", thread });
  const model = loopbackModel(provider.url);
  const { outcome } = await agent.system.run({ ...task, model, limits: { ...task.limits, maxToolRounds: ROUNDS } });
  const { toolCalls } = await agent.system.readTrace(task);
  return { outcome, toolCalls, requests: provider.requests };
}

/** Two searches a request, as long as there are tools; then what `end` says. */
const searching =
  (end: ReturnType<Script>): Script =>
  (request) => {
    const at = provider.requests.length;
    const call = (name: string) => ({
      id: `${name}${at}`,
      name: "keyword_search",
      args: { query: `handover ${name} ${at}` },
    });
    return toolsOf(request).length > 0 ? { type: "calls", calls: [call("a"), call("b")] } : end;
  };

it("after so many rounds the calls of one more are refused, recorded, and the model answers without tools", async () => {
  const { outcome, toolCalls, requests } = await run("capped", searching({ type: "text", text: ANSWER }));
  expect([outcome, requests.length]).toEqual(["success", ROUNDS + 2]);
  expect(requests.map((request) => toolsOf(request).length > 0)).toEqual([
    ...Array.from({ length: ROUNDS + 1 }, () => true),
    false,
  ]);
  expect(toolCalls.map(({ status, error }) => error?.code ?? status)).toEqual([
    ...Array.from({ length: 2 * ROUNDS }, () => "success"),
    ...["call_limit", "call_limit"],
  ]);
  expect(JSON.stringify(requests.at(-1)!.body.messages)).toContain("All 8 rounds of tools of this turn are used.");
});

it("a model that calls tools it no longer has is not asked for ever: its words are the answer", async () => {
  const stubborn = { type: "calls", text: ANSWER, calls: [{ id: "z", name: "keyword_search", args: { query: "x" } }] };
  const { outcome, toolCalls, requests } = await run("stubborn", searching(stubborn as ReturnType<Script>));
  expect([outcome, requests.length <= ROUNDS + 3]).toEqual(["success", true]);
  expect(toolCalls).toHaveLength(2 * ROUNDS + 2);
});

it("each turn has its own rounds", async () => {
  const { toolCalls } = await run("turns", searching({ type: "text", text: ANSWER }), [
    "Which tests cover handover?",
    "And X2AP?",
  ]);
  const made = toolCalls.filter(({ status }) => status === "success");
  expect([0, 1].map((turn) => made.filter((call) => call.turn === turn).length)).toEqual([2 * ROUNDS, 2 * ROUNDS]);
});
