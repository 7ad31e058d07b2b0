import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { describeUnless } from "../left-out.ts";
import { findPython } from "../oracles/python.ts";
import { QUESTION, serveSmall } from "./served.ts";

const found = findPython("assistant-clients.txt");

describeUnless(found.missing, "clients in Python, unmodified (langgraph-sdk, LiteLLM)", () => {
  it("ask, follow, join, decide, list and delete", async () => {
    const served = await serveSmall("memory://");
    try {
      const script = fileURLToPath(new URL("clients.py", import.meta.url));
      const { stdout } = await promisify(execFile)(found.python!, [script, served.url, QUESTION], {
        env: { ...process.env, LITELLM_LOCAL_MODEL_COST_MAP: "True" },
      });
      const { sdk, litellm } = JSON.parse(stdout);
      expect(sdk).toMatchObject({
        assistants: 6,
        events: expect.arrayContaining(["metadata", "values", "updates", "messages", "custom"]),
        answer: expect.stringContaining("## Recommended"),
        joined: "metadata",
        runs: ["success", "success"],
        decided: ["reject", "edit", "approve"],
      });
      expect(sdk.states).toBeGreaterThan(3);
      expect(sdk.left).toBe(sdk.found - 1);
      const named = (answer: string) => answer.match(/artifact:\/\/[^?]+/)?.[0];
      expect(litellm).toBe(sdk.answer.replaceAll(named(sdk.answer), named(litellm)));
    } finally {
      await served.close();
    }
  });
});
