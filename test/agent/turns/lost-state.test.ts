import { expect, it } from "vitest";
import { describeFailure } from "../../../agent/turns/turn-failure.ts";
import { UserError } from "../../../base/user-error.ts";
import { useStateStore } from "../filesystem/store.ts";

const state = useStateStore();
const running = { cutOff: false, stopped: false, cutoffMs: 1000 };

/** What the run's own database says, by its code in PostgreSQL's appendix A. */
async function refused(code: string): Promise<unknown> {
  const raise = `DO $$ BEGIN RAISE EXCEPTION 'told to' USING ERRCODE = '${code}'; END $$`;
  return state
    .store()
    .pool.query(raise)
    .catch((error: unknown) => error);
}

it("a full disk or a package that is not there is no error of the agent; a wrong statement is", async () => {
  const full = Object.assign(new Error("no space left on device, write"), { code: "ENOSPC" });
  for (const error of [full, await refused("53100"), await refused("58030")])
    expect(describeFailure(error, running)).toMatchObject({
      outcome: "infrastructure",
      error: { code: "server_lost", message: expect.stringContaining("the run's state") },
    });
  const missing = new UserError("environment", "a package is not installed");
  expect(describeFailure(missing, running)).toMatchObject({ outcome: "infrastructure", error: { code: "not_set_up" } });
  for (const error of [await refused("23505"), new Error("disk")])
    expect(describeFailure(error, running).outcome).toBe("agent_error");
});
