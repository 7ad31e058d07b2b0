import { readFile, writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { runPath } from "../../../harness/record/run-directory/paths.ts";
import type { JudgeProbes } from "../../../harness/results/analyses/judge-probes.ts";
import { emptyForm } from "../judge/judges/cases.ts";
import { startChatServer } from "../judge/judges/loopback-chat.ts";
import { fixtureContext } from "../run/stages/context.ts";
import { runCli } from "./run-cli.ts";

it("`probe` asks a language model once for each edit, keeps the readings, and finds nothing proven by so few", async () => {
  let up = false;
  await using server = await startChatServer(({ body }, index) => {
    if (!up && index % 4 === 0) return { type: "status", status: 503, retryAfterMs: 1 };
    const pair = JSON.stringify(body.tools).includes("submit_preference");
    // Always the first; everything else is given the least points.
    return { type: "form", form: pair ? { reasoning: "It stands first.", preferred: "first" } : harsh() };
  });
  const link = { provider: "openai", model: "judge-1", base_url: server.baseUrl, max_retries: 0 };
  await using context = await fixtureContext([], { primary: { type: "llm", chain: [link] } });
  const { runDirectory } = context;
  await writeFile(runPath(runDirectory, "config"), JSON.stringify(context.config));
  const probe = () => runCli(["judge", "probe", runDirectory, "--sample", "12", "--json"], { cwd: runDirectory });

  const first = await probe();
  expect(first.code, first.errors).toBe(0);
  const [before] = JSON.parse(first.out) as JudgeProbes[];
  const blocked = before!.probes.reduce((sum, result) => sum + result.blocked, 0);
  expect(blocked).toBeGreaterThan(0);

  up = true;
  const asked = server.requests.length;
  const second = await probe();
  const [after] = JSON.parse(second.out) as JudgeProbes[];
  const again = server.requests.length - asked;
  expect(second.errors).toContain(`${again} questions asked of judge-1, ${after!.readings - again} known already`);
  expect(again).toBeLessThan(after!.readings / 2);
  expect(after!.probes.every((result) => result.blocked === 0)).toBe(true);
  const effects = Object.fromEntries(
    after!.probes.map(({ probe, effect, threshold }) => [probe, { effect, threshold }]),
  );
  expect(Math.abs(effects.position!.effect!)).toBeGreaterThan(effects.position!.threshold);
  // Equal effects of so few scenarios leave the range of the effect: no finding, however large they are.
  expect(after!.probes.flatMap(({ finding }) => finding ?? [])).toEqual([]);
  const kept = await readFile(runPath(runDirectory, "metrics", "judge_probes.json"), "utf8");
  const { evaluator, readings } = after!;
  expect(JSON.parse(kept)).toContainEqual(expect.objectContaining({ evaluator, readings }));
  expect(await readFile(runPath(runDirectory, "tables", "judge_probes.csv"), "utf8")).toContain("position");
});

function harsh() {
  const one = { score: 1, rationale: "Too little." };
  return { ...emptyForm(), quality: { completeness: one, relevance: one, coherence: one, evidence_grounding: one } };
}
