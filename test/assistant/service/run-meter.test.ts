import { expect, it } from "vitest";
import { addSpent, NOTHING_SPENT, type RunSpending } from "../../../assistant/access/spending.ts";
import { RunMeter } from "../../../assistant/service/run-meter.ts";
import { makeTask } from "../../agent/task.ts";

const { model } = makeTask({ turns: [] });
const PRICED = { ...model, provider: "openai", price: { input: 10, output: 20 }, maxOutputTokens: 500 } as const;

function meterOf(grants: (wanted: RunSpending) => boolean) {
  let held = NOTHING_SPENT;
  const ledger = {
    async reserve(wanted: RunSpending) {
      if (!grants(wanted)) return false;
      held = addSpent(held, wanted);
      return true;
    },
    async settle(reserved: RunSpending, taken: RunSpending) {
      const back = { ...reserved, modelCalls: -reserved.modelCalls, tokens: -reserved.tokens };
      held = addSpent(addSpent(held, { ...back, costUsd: -(reserved.costUsd ?? 0) }), taken);
    },
    close: async () => undefined,
  };
  const options = {
    ledger,
    model: PRICED,
    before: NOTHING_SPENT,
    why: async () => "all used",
    onChange: () => undefined,
  };
  return { meter: new RunMeter(options), held: () => held };
}

it("reserves what is sent and the longest answer, and puts what was used in its place", async () => {
  const { meter, held } = meterOf(() => true);
  const request = await meter.request(1000);
  expect(held()).toEqual({ modelCalls: 1, toolCalls: 0, tokens: 1500, costUsd: 0.02 });
  await request.answered({ input: 900, output: 100, estimated: false });
  expect(held()).toMatchObject({ modelCalls: 1, tokens: 1000, costUsd: expect.closeTo(0.011, 9) });
  expect(meter.spentOnThread).toMatchObject({ modelCalls: 1, tokens: 1000 });
});

it("gives a failed request back, and pays for one that this side gave up", async () => {
  const { meter, held } = meterOf(() => true);
  await (await meter.request(1000)).failed(false);
  expect(held()).toMatchObject({ modelCalls: 0, tokens: 0, costUsd: expect.closeTo(0, 9) });
  await (await meter.request(1000)).failed(true);
  expect(held()).toMatchObject({ modelCalls: 1, tokens: 1500 });
  expect(meter.spentOnThread).toMatchObject({ modelCalls: 1, tokens: 1500 });
});

it("ends the turn where a request is refused, and answers a call that is", async () => {
  const { meter, held } = meterOf(() => false);
  await expect(meter.request(1)).rejects.toMatchObject({ name: "AgentLimitReached", code: "budget_used_up" });
  await expect(meter.call()).rejects.toMatchObject({ name: "ToolFailure", code: "call_limit" });
  expect(held()).toEqual(NOTHING_SPENT);
});
