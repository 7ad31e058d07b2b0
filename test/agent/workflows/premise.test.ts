import { afterAll, beforeAll, expect, it } from "vitest";
import { openScopeAgent } from "../../../agent/system.ts";
import type { Substrate } from "../../../db/ports/ports.ts";
import { loopbackModel } from "../../loopback/model.ts";
import { type Script, startProvider } from "../../loopback/provider.ts";
import { smallTracker } from "../../scenarios/faults/tracker.ts";
import { openCorpus } from "../../scenarios/substrates.ts";
import { makeTask } from "../task.ts";

let substrate: Substrate;
beforeAll(async () => {
  substrate = await openCorpus(smallTracker());
});
afterAll(() => substrate?.close());

it("an answer about a report that the tracker has not goes back once, and says so then", async () => {
  const script: Script = ({ body }, count) => {
    if (count === 0) return { type: "calls", calls: [{ id: "c", name: "lookup_issue", args: { key: "BUG-4711" } }] };
    const said = JSON.stringify(body.messages).includes("The question takes these for given");
    const why = said ? "there is no BUG-4711" : "it was closed long ago";
    return { type: "text", text: `No supported recommendation: ${why}.` };
  };
  const provider = await startProvider(script);
  const system = await openScopeAgent({ substrate, stateLocation: { journal: null }, environment: {} });
  const task = makeTask({ turns: ["Why was BUG-4711 closed?"], workflow: "react", thread: "premise" });
  const model = loopbackModel(provider.url);
  const { outcome } = await system.run({ ...task, model });
  const { answers, contract } = await system.readTrace(task);
  expect([outcome, provider.requests.length, contract.retries]).toEqual(["success", 3, 1]);
  expect(answers).toEqual(["No supported recommendation: there is no BUG-4711."]);
  await system.close();
  await provider.close();
});
