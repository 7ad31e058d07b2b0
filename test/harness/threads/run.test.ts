import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@langchain/langgraph-sdk";
import { expect, it } from "vitest";
import { readJsonLines } from "../../../base/json-lines.ts";
import { RUN_PATHS } from "../../../harness/run-directory/paths.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import { QUESTION, serveSmall } from "../../assistant/served.ts";
import { runCli } from "../cli/run-cli.ts";

const RATING = {
  status: "pass",
  alignment: 0.5,
  completeness: 4,
  relevance: 4,
  coherence: 5,
  evidence_grounding: 3,
  note: "=1+1",
};
const answer = (thread_id: string, configuration: string) => ({ thread_id, configuration, stand_in: true });

it("writes what was asked, found, decided, rated and preferred; drafts can be reviewed, and nothing is scored", {
  timeout: 60_000,
}, async () => {
  const cwd = await mkdtemp(join(tmpdir(), "scopebench-export-"));
  const served = await serveSmall(join(cwd, ".scopebench", "assistant", RUN_PATHS.state));
  const client = new Client({ apiUrl: served.url, apiKey: null });
  const { thread_id } = await client.threads.create();
  await client.runs.wait(thread_id, "scopebench", { input: { messages: [{ type: "human", content: QUESTION }] } });
  const { documents } = served.service.store;
  const scope = {
    recommended: ["TC-1", "TC-2"],
    dropped: [{ id: "TC-1", reason: "old" }],
    added: [{ id: "TC-9", title: "t", reason: "" }],
  };
  await documents.write(thread_id, { kind: "scope", key: "a" }, { question: QUESTION, ...scope });
  await documents.write(thread_id, { kind: "scope", key: "b" }, { anything: "else" });
  await documents.write(thread_id, { kind: "rating", key: "a" }, RATING);
  const compared = {
    question: QUESTION,
    blind: true,
    a: answer(thread_id, "m__x"),
    b: answer("t2", "m__y"),
    comment: "",
  };
  await documents.write(thread_id, { kind: "preference", key: "t2" }, { ...compared, left: "b", choice: "left" });
  await documents.write(thread_id, { kind: "preference", key: "t3" }, { ...compared, left: "b", choice: null });
  await served.close();

  expect(await runCli(["assistant", "export", "out"], { cwd })).toMatchObject({ code: 0, errors: "" });
  const [line] = await readJsonLines<Record<string, unknown>>(join(cwd, "out", "threads.jsonl"));
  expect(line).toMatchObject({ thread_id, owner: "user", turns: [QUESTION], score: null });
  expect((line!.tool_calls as { tool: string }[]).map(({ tool }) => tool)).toContain("trace_links");
  expect(line!.documents).toHaveLength(5);
  const set = await readScenarioSet(join(cwd, "out", "scenarios.yaml"));
  expect(set.scenarios.map(({ turns, expected_ids }) => ({ turns, expected_ids }))).toEqual([
    { turns: [QUESTION], expected_ids: ["TC-2", "TC-9"] },
  ]);
  const preferences = (await readFile(join(cwd, "out", "preferences.csv"), "utf8")).trim().split("\n");
  expect(preferences).toHaveLength(2);
  expect(preferences[1]).toContain(",m__x,m__y,b,b,true,true,");
  const ratings = await readFile(join(cwd, "out", "ratings.csv"), "utf8");
  expect(ratings).toContain("user,");
  expect(ratings).not.toMatch(/,=1/);
  expect((await runCli(["assistant", "export", "out"], { cwd })).errors).toContain("is not empty");
  const review = await runCli(["scenarios", "review", "out/scenarios.yaml", "S001", "--accept", "--reviewer", "ann"], {
    cwd,
  });
  expect(review).toMatchObject({ code: 0 });
  expect((await runCli(["assistant", "export", "other", "--tenant", "b"], { cwd })).out).toContain("0 threads");
  await rm(cwd, { recursive: true });
});
