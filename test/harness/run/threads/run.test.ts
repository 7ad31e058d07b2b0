import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@langchain/langgraph-sdk";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readJsonLines } from "../../../../base/json-lines.ts";
import type { ScoreRecord } from "../../../../harness/record/domain/records.ts";
import { RUN_PATHS } from "../../../../harness/record/run-directory/paths.ts";
import { writeCorpusFolder } from "../../../../import/folder/write.ts";
import { readScenarioSet } from "../../../../scenarios/set-file.ts";
import { QUESTION, serveSmall } from "../../../assistant/served.ts";
import { smallCorpus } from "../../../db/small-corpus.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { runCli } from "../../cli/run-cli.ts";

const OTHER = "Which tests cover REQ-202?";
const PAIR = ["explorer__react__prompt", "explorer__react__skill"] as const;
const OPINION = { alignment: 0.5, completeness: 4, relevance: 4, coherence: 5, evidence_grounding: 3, note: "=1+1" };

let cwd: string;
const here = (...args: string[]) => runCli(args, { cwd });
const resume = (run: string) => here("resume", run, "--until", "score");
const runIn = async (folder: string) =>
  `${folder}/${(await readdir(join(cwd, folder))).find((name) => /^\d{4}-/.test(name))}`;
const scoresOf = (run: string) => readJsonLines<ScoreRecord>(join(cwd, run, "metrics", "scores.jsonl"));

/** Two configurations asked the same by two people, one of them something else, too; decided, rated and compared. */
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-export-"));
  await writeCorpusFolder(smallCorpus(), join(cwd, "small"));
  const served = await serveSmall(join(cwd, ".scopebench", "assistant", RUN_PATHS.state));
  const client = new Client({ apiUrl: served.url, apiKey: null });
  const ask = async (knowledge: string, content: string) => {
    const assistants = await client.assistants.search({ limit: 100 });
    const { assistant_id } = assistants.find(({ name }) => name === `explorer react ${knowledge}`)!;
    const { thread_id } = await client.threads.create();
    const messages = [{ type: "human", content }];
    const { messages: all } = (await client.runs.wait(thread_id, assistant_id, { input: { messages } })) as {
      messages: { id: string }[];
    };
    return { thread_id, answer: all.at(-1)!.id };
  };
  const a = await ask("prompt", QUESTION);
  const b = await ask("skill", QUESTION);
  const other = await ask("prompt", OTHER);
  const { documents } = served.service.store;
  const as = (name: string) => served.service.store.as({ tenant: "default", name, role: "operate" }).documents;
  const scope = { dropped: [{ id: "TC-1001", reason: "old" }], added: [{ id: "TC-1026", title: "t", reason: "" }] };
  await documents.write(
    other.thread_id,
    { kind: "scope", key: other.answer },
    { question: OTHER, recommended: ["TC-1001", "TC-1002", "TC-1003"], below: ["TC-1003"], ...scope },
  );
  await documents.write(other.thread_id, { kind: "scope", key: "b" }, { anything: "else" });
  await documents.write(other.thread_id, { kind: "rating", key: other.answer }, { ...OPINION, status: "fail" });
  await as("ann@example.org").write(a.thread_id, { kind: "rating", key: a.answer }, { ...OPINION, status: "pass" });
  await documents.write(a.thread_id, { kind: "rating", key: "an earlier answer" }, { ...OPINION, status: "pass" });
  const side = ({ thread_id }: typeof a, configuration: string) => ({ thread_id, configuration, stand_in: true });
  const compared = { question: QUESTION, blind: true, a: side(a, PAIR[0]), b: side(b, PAIR[1]), comment: "=less" };
  await documents.write(
    a.thread_id,
    { kind: "preference", key: b.thread_id },
    { ...compared, left: "b", choice: "left" },
  );
  await documents.write(a.thread_id, { kind: "preference", key: "t3" }, { ...compared, left: "b", choice: null });
  await client.threads.create();
  await served.close();
});
afterAll(() => rm(cwd, { recursive: true }));

it("writes what was asked, found, decided, rated and preferred, safe for a spreadsheet, into an empty folder", async () => {
  const exported = await here("assistant", "export", "out", "--corpus", "small");
  expect(exported, exported.errors).toMatchObject({ code: 0 });
  expect(exported.out).toContain("2 questions, 0 of them with a reviewed truth; 2 ratings, 1 preference");
  expect(exported.out).toContain("not in the run: threads 1 without an answer");
  expect(exported.out).toContain("not in the run: 1 rating of an answer before the last");
  const lines = await readJsonLines<Record<string, unknown>>(join(cwd, "out", "threads.jsonl"));
  expect(lines[0]).toMatchObject({ owner: "user", turns: [QUESTION], score: null });
  expect((lines[0]!.tool_calls as { tool: string }[]).map(({ tool }) => tool)).toContain("trace_links");
  const set = await readScenarioSet(join(cwd, "out", "scenarios.yaml"));
  expect(set.scenarios.map(({ turns, expected_ids }) => ({ turns, expected_ids }))).toEqual([
    { turns: [OTHER], expected_ids: ["TC-1002", "TC-1026"] },
  ]);
  const preferences = (await readFile(join(cwd, "out", "preferences.csv"), "utf8")).trim().split("\n");
  expect(preferences).toHaveLength(2);
  expect(preferences[1]).toContain(`,${PAIR.join(",")},b,b,true,true,`);
  for (const name of ["ratings.csv", "preferences.csv"])
    expect(await readFile(join(cwd, "out", name), "utf8")).not.toMatch(/,=/);
  expect((await here("assistant", "export", "out", "--corpus", "small")).errors).toContain("is not empty");
  const none = await here("assistant", "export", "none", "--tenant", "b", "--corpus", "small");
  expect(none.out).toContain("0 threads");
});

it("is a run that is grounded and counted without a truth, and has no score that would need one", async () => {
  const run = await runIn("out");
  expect(await resume(run)).toMatchObject({ code: 0 });
  const scores = await scoresOf(run);
  const made = scores.filter(({ outcome }) => outcome === "success");
  expect([scores.length, made.length]).toEqual([4, 3]);
  for (const { scores: own } of nonEmpty(made)) {
    const has = (name: string) => own[name]?.value ?? null;
    expect(has("grounding_coverage")).toBe(1);
    expect(has("tool_calls")).toBeGreaterThan(0);
    for (const name of [
      "ndcg@10",
      "pass",
      "functional_pass",
      "retrieved_reported",
      "abstention_false",
      "rouge_l",
      "entity_coverage",
    ])
      expect(own[name], name).toEqual({ value: null, reason: "no_truth" });
  }
  expect((await here("judge", "rate", "results", run)).out).toContain("pass rate of 0 judged executions");
  const findings = JSON.parse((await here("runs", "verify", run, "--json")).out) as object[];
  // Nobody asked it; `resume` was told to leave pictures and pages.
  expect(findings).toEqual([
    expect.objectContaining({ check: "files", ok: true }),
    expect.objectContaining({ check: "stages", ok: false }),
    { check: PAIR[1], ok: null, detail: `1 not asked: ${PAIR[1]}__S002__0` },
    { check: "cells", ok: true, detail: "3, each once" },
    expect.objectContaining({ check: "metrics recomputed", ok: true }),
  ]);
  // Where another number is missing than nobody asked, something was lost.
  const manifest = join(cwd, run, RUN_PATHS.manifest);
  const written = await readFile(manifest, "utf8");
  expect(written).toContain('"unasked_executions": 1');
  await writeFile(manifest, written.replace('"unasked_executions": 1', '"unasked_executions": 0'));
  const lost = await here("runs", "verify", run, "--json");
  expect(lost.code).toBe(1);
  const missing = { check: PAIR[1], ok: false, detail: `1 missing: ${PAIR[1]}__S002__0` };
  expect(JSON.parse(lost.out)).toContainEqual(missing);
  await writeFile(manifest, written);
  const preferred = await here("judge", "prefer", "results", run);
  expect(preferred.out).toContain(`${PAIR[1]}  preferred 1`);
  expect(preferred.out).toContain("1 person, of stand-ins");
  expect(preferred.out).toContain("chosen at the left 1, at the right 0; 1 of 1 blind");
  const both = await here("judge", "prefer", run, ...PAIR);
  expect(both.out).toContain("1 scenario");
  expect(JSON.parse((await here("judge", "prefer", "results", run, "--json")).out)).toMatchObject([
    { a: PAIR[0], by: "1 person", losses: 1, places: { left: 1, both_bad: 0 } },
    { a: PAIR[0], places: null },
  ]);
});

it("judges against a truth that a person has reviewed, and sets ratings beside the judge", async () => {
  const review = await here(
    "scenarios",
    "review",
    "out/scenarios.yaml",
    "S001",
    "--accept",
    "--reviewer",
    "ann",
    "--corpus",
    "small",
  );
  expect(review, review.errors).toMatchObject({ code: 0 });
  const again = await here("assistant", "export", "reviewed", "--truths", "out/scenarios.yaml", "--corpus", "small");
  expect(again.out).toContain("2 questions, 1 of them with a reviewed truth");
  const run = await runIn("reviewed");
  expect(await resume(run)).toMatchObject({ code: 0 });
  const judged = (await scoresOf(run)).filter(({ scores }) => scores.pass?.value !== null && scores.pass !== undefined);
  expect(judged.map(({ scenario_id, scores }) => [scenario_id, scores["ndcg@10"]!.value === null])).toEqual([
    ["S002", false],
  ]);
  const rated = await here("judge", "rate", "results", run);
  expect(rated.out).toContain("1 judged execution, 1 of them rated by people");
  expect(rated.out).toMatch(/p-ann-example.org-[0-9a-f]{8} 1 rated/);
});
