import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type LoopbackProvider, startProvider } from "../../../loopback/provider.ts";
import { runCli } from "../../cli/run-cli.ts";

const ANSWER = "## Summary\nNone.\n## Recommended\n\n## Coverage gaps\n- None\n## Sources\n- None";

let cwd: string;
let provider: LoopbackProvider;
let answer = ANSWER;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-ask-again-"));
  provider = await startProvider(() =>
    answer === "" ? { type: "status", status: 400 } : { type: "text", text: answer },
  );
  await writeFile(
    join(cwd, "bench.yaml"),
    `
corpus: { type: telecom, seed: 7, scale: 0.02 }
scenarios: { total: 5, seed: 3, limit: 2 }
knowledge: [prompt]
workflows: [keyword_rag]
repeats: 2
models: [{ name: m, provider: openai, model: m-1, base_url: ${provider.url} }]
seed: 1
`,
  );
  const { code, errors } = await runCli(["run", "--record", "main.recording", "--until", "extract"], { cwd });
  expect(code, errors).toBe(0);
});
afterAll(async () => {
  await provider.close();
  await rm(cwd, { recursive: true, force: true });
});

async function asked(text: string) {
  answer = text;
  const before = provider.requests.length;
  const { code, out, errors } = await runCli(["runs", "affected", "latest", "--ask-again", "1"], { cwd });
  expect(code, errors).toBe(0);
  return { out, requests: provider.requests.length - before };
}

it("asks a model again what it was asked, and tells one that answers otherwise from one that does not answer", async () => {
  const same = await asked(ANSWER);
  expect(same.out).toContain("m: 1 of 1 execution answered as recorded (100 %). No drift was seen.");
  expect(same.requests).toBeGreaterThan(0);
  const other = await asked(`${ANSWER} at all`);
  expect(other.out).toContain("m: 0 of 1 execution answered as recorded (0 %). It has drifted");
  expect((await asked("")).out).toContain("answered as recorded, 1 unanswered. Nothing is known of it.");
});
