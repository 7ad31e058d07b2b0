import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { JUDGE_FAULTS } from "../../../../harness/judge/judges/llm/faults.ts";
import { readManifest, updateManifest } from "../../../../harness/record/run-directory/manifest.ts";
import { runPath } from "../../../../harness/record/run-directory/paths.ts";
import { judgeFaults } from "../../../../harness/results/analyses/judge-faults.ts";
import { readResult } from "../../../../harness/results/analyses/read-result.ts";
import type { Results } from "../../../../harness/results/analyses/results.ts";
import { summary } from "../../../../harness/results/analyses/summary.ts";
import { judgeStage } from "../../../../harness/run/stages/judge/index.ts";
import { scoreStage } from "../../../../harness/run/stages/score/index.ts";
import { overLimits } from "../../../../harness/run/start/over-limits.ts";
import { reopenStages } from "../../../../harness/run/start/reopen.ts";
import { emptyForm, formOf } from "../../judge/judges/cases.ts";
import { type Reply, startChatServer } from "../../judge/judges/loopback-chat.ts";
import { type FixtureContext, fixtureContext } from "../../run/stages/context.ts";

const five = { score: 5, rationale: "" };
const quality = { completeness: five, relevance: five, coherence: five };
/** One of each fault that a server can give, none of which may become a number. */
const FAULTS: Reply[] = [
  { type: "text", text: "A clear pass, 5 out of 5." },
  { type: "form", form: { ...emptyForm(), status: "PASS" } },
  { type: "form", form: { ...emptyForm(), quality } },
  { type: "form", form: { ...emptyForm(), quality: { ...quality, evidence_grounding: { ...five, score: "4/5" } } } },
  { type: "form", form: { ...emptyForm(), status: "pass" } },
  { type: "form", form: formOf({ ground_truth: { ...formOf().ground_truth, expected_ids_found: ["TC-0"] } }) },
  { type: "refusal", text: "I would rather not." },
  { type: "text", text: "" },
  { type: "status", status: 429, retryAfterMs: 1 },
];
const KINDS = ["contradiction", "empty", "invalid_json", "rate_limited", "refusal", "schema", "unfounded_claim"];

/** The fixture judged by a server that has a fault for every `every`th execution, the same one however often it is asked. */
async function judgedWithFaults(every: number): Promise<{ context: FixtureContext; report: Results["judge_faults"] }> {
  const places = new Map<string, number>();
  await using server = await startChatServer(({ body }) => {
    const asked = JSON.stringify(body.messages);
    const place = places.get(asked) ?? places.size;
    places.set(asked, place);
    return place % every === 0 ? FAULTS[(place / every) % FAULTS.length]! : { type: "form", form: emptyForm() };
  });
  const link = { provider: "openai", model: "judge-1", base_url: server.baseUrl, max_retries: 0 };
  const context = await fixtureContext(["verdicts"], { primary: { type: "llm", chain: [link] } });
  await judgeStage.run(context);
  await scoreStage.run(context);
  return { context, report: await readResult(context.runDirectory, judgeFaults) };
}

const faultsOf = ({ runDirectory }: Pick<FixtureContext, "runDirectory">) =>
  runPath(runDirectory, "metrics", "judge_faults.json");

async function limitsOf({ config, runDirectory }: FixtureContext): Promise<{ over: boolean; said: string }> {
  const said: string[] = [];
  const io = {
    ...{ cwd: "/", environment: {}, interactive: false, columns: 80, signal: new AbortController().signal },
    out: () => undefined,
    error: (text: string) => void said.push(text),
  };
  return { over: await overLimits(config, { runDirectory, io }), said: said.join("\n") };
}

describe("faults of a judge", () => {
  it("are counted by reason and never become a number; above the limit (5 %) the run exits with 2 and says why, at it not", async () => {
    const { context, report } = await judgedWithFaults(3);
    await using _disposed = context;
    const primary = report.stages.find(({ stage }) => stage === "primary")!;
    expect(primary.faults.map(({ reason }) => reason)).toEqual(KINDS);
    expect(KINDS.every((kind) => (JUDGE_FAULTS as readonly string[]).includes(kind))).toBe(true);
    expect(report.unscored.reasons.map(({ reason }) => reason)).toEqual([...KINDS, "no_record"].sort());
    expect(report.unscored.count).toBe(report.unscored.reasons.reduce((sum, { count }) => sum + count, 0));
    expect(report.unscored.share).toBeGreaterThan(0.3);
    const { mean, unscored } = (await readResult(context.runDirectory, summary)).overall.completeness!;
    // Every judged one has five points; a fault taken for a number would pull this down.
    expect(mean).toBe(5);
    expect(unscored).toBeGreaterThanOrEqual(report.unscored.count);
    const { over, said } = await limitsOf(context);
    expect(over).toBe(true);
    expect(await reopenedBy(context)).toEqual(["judge"]);
    const limit = report.unscored.share!;
    await writeFile(faultsOf(context), JSON.stringify({ ...report, unscored: { ...report.unscored, limit } }));
    expect(await limitsOf(context)).toEqual({ over: false, said: "" });
    expect(said).toMatch(/exit 2.*answered executions without a verdict.*max_unscored_rate 0\.05: .*refusal \d/);
  });
});

/** Stages that a resume goes on with, where all were complete. */
async function reopenedBy({ runDirectory }: FixtureContext): Promise<string[]> {
  await updateManifest(runDirectory, ({ stages }) => ({ stages: { ...stages, score: stages.judge } }));
  // The fixture's own calibration and meta verdicts have blocked ones too; here only the primary judge matters.
  const report = await readResult(runDirectory, judgeFaults);
  const stages = report.stages.map((stage) => (stage.stage === "primary" ? stage : { ...stage, blocked: 0 }));
  await writeFile(faultsOf({ runDirectory }), JSON.stringify({ ...report, stages }));
  await reopenStages(runDirectory);
  const states = Object.entries((await readManifest(runDirectory)).stages);
  return states.filter(([, state]) => state.status === "running").map(([name]) => name);
}
