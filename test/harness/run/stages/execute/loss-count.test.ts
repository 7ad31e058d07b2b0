import { expect, it } from "vitest";
import type { AgentRun } from "../../../../../agent/contract/contract.ts";
import { UserError } from "../../../../../base/user-error.ts";
import { configSchema } from "../../../../../harness/record/config/schema.ts";
import { makeEffects } from "../../../../../harness/record/effects.ts";
import { makeLossCount } from "../../../../../harness/run/stages/execute/loss-count.ts";

const KEY = { scenario_id: "S001", model: "explorer", workflow: "react", knowledge: "prompt", repeat: 0 } as const;
const ANSWERED: AgentRun = { outcome: "success", turns: [] };
const LOST: AgentRun = {
  outcome: "infrastructure",
  turns: [],
  error: { code: "server_lost", message: "Neo4j at x: gone" },
};

it("stops the run over so many lost executions in a row, not over as many with answers in between", () => {
  const told: string[] = [];
  const config = configSchema.parse({ outages: { stop_after: 2 } });
  const effects = makeEffects({ environment: {}, log: (message) => void told.push(message) });
  const losses = makeLossCount({ config, effects, signal: new AbortController().signal });
  for (const run of [LOST, ANSWERED, LOST, ANSWERED, LOST]) losses.count(KEY, run);
  expect([losses.total(), losses.signal.aborted, told.length]).toEqual([3, false, 3]);
  expect(() => losses.count(KEY, LOST)).toThrow(UserError);
  expect(losses.signal.aborted).toBe(true);
  expect((losses.signal.reason as UserError).message).toContain("Neo4j at x: gone");
  expect([losses.reasons(), told[0]]).toEqual([{ server_lost: 4 }, expect.stringContaining("(server_lost)")]);
});
