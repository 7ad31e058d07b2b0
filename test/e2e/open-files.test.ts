import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { scopebench } from "./cli-process.ts";

it("a run that may open too few files says so and what to do, and leaves nothing in the way of the next one", async () => {
  const cwd = await mkdtemp(join(tmpdir(), "scopebench-files-"));
  try {
    const models = "models: [{ name: explorer, provider: policy, model: explorer }]";
    const bench = `corpus: { type: telecom, seed: 7, scale: 0.02 }\n${models}\nworkflows: [react]\nknowledge: [prompt]\n`;
    await writeFile(join(cwd, "bench.yaml"), `${bench}outages: { wait_s: 1 }\n`);
    const run = ["run", "--limit", "1", "--until", "generate"];
    const stopped = await scopebench(run, { cwd, openFiles: 64 });
    expect(stopped.code, stopped.errors).toBeGreaterThan(0);
    expect(stopped.errors).toMatch(/^error: .*(?:too many files are open|could not create .*file)/m);
    expect(stopped.errors).toContain("ulimit -n");
    expect(stopped.errors).not.toContain("fault in scopebench");
    const whole = await scopebench(run, { cwd });
    expect(whole.code, whole.errors).toBe(0);
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
});
