import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { executionName } from "../../../../../harness/record/domain/names.ts";
import type { Extraction, Verdict } from "../../../../../harness/record/domain/records.ts";
import { readManifest } from "../../../../../harness/record/run-directory/manifest.ts";
import { judgeStage } from "../../../../../harness/run/stages/judge/index.ts";
import { nonEmpty } from "../../../../non-empty.ts";
import { emptyForm } from "../../../judge/judges/cases.ts";
import { startChatServer } from "../../../judge/judges/loopback-chat.ts";
import { filesOf, fixtureContext, recordsIn, runAlone } from "../context.ts";

const openai = (baseUrl: string) => ({ provider: "openai", model: "judge-1", base_url: baseUrl, max_retries: 0 });

describe("the judge stage", () => {
  it("gives every extraction one verdict, in matrix order; executions without an answer cascade", async () => {
    await using context = await fixtureContext(["verdicts"]);
    const summary = await runAlone(judgeStage, context);
    const extractions = await recordsIn<Extraction>(context, "extractions");
    const verdicts = await recordsIn<Verdict>(context, "verdicts");
    expect(verdicts.map(executionName)).toEqual(extractions.map(executionName));
    for (const [index, verdict] of nonEmpty(verdicts).entries()) {
      const failed = extractions[index]?.outcome !== "success";
      expect(verdict.type).toBe(failed ? "cascaded_failure" : "judged");
      expect(verdict.judgement === null).toBe(failed);
      expect(failed ? verdict.reason : "ended as").toContain("ended as");
    }
    expect(summary).toMatch(
      /^\d+ pass, \d+ fail, \d+ cascaded_failure; judge: rubric-primary \(stand-in, not an LLM\)$/,
    );
    expect(context.steps.at(-1)).toMatchObject({ done: 142, total: 142 });
    expect((await readManifest(context.runDirectory)).judge_fingerprints.primary).toMatch(/^[0-9a-f]{64}$/);
  });

  it("gives the same bytes twice", async () => {
    await using first = await fixtureContext(["verdicts"]);
    await using second = await fixtureContext(["verdicts"]);
    await Promise.all([judgeStage.run(first), judgeStage.run(second)]);
    expect(await filesOf(first, "verdicts")).toEqual(await filesOf(second, "verdicts"));
  });

  it("resumes after a cut line and a lost file: the same bytes as in one go", async () => {
    await using context = await fixtureContext(["verdicts"]);
    await runAlone(judgeStage, context);
    const complete = await filesOf(context, "verdicts");
    const [cut = "", emptied = ""] = Object.keys(complete);
    const path = join(context.runDirectory, cut);
    await writeFile(path, (await readFile(path, "utf8")).slice(0, -40));
    await writeFile(join(context.runDirectory, emptied), "");
    context.steps.length = 0;
    await runAlone(judgeStage, context);
    expect(await filesOf(context, "verdicts")).toEqual(complete);
    expect(context.steps).toHaveLength(142);
  });

  it("goes on from any point of an abort, keeping what is finished", async () => {
    await using context = await fixtureContext(["verdicts"]);
    const progress = context.progress;
    const stopping = {
      ...context,
      progress: (step: Parameters<typeof progress>[0]) =>
        step.done === 50 ? context.controller.abort() : progress(step),
    };
    await judgeStage.run(stopping);
    expect(await recordsIn(context, "verdicts")).toHaveLength(50);
    await judgeStage.run({ ...context, signal: new AbortController().signal });
    await using whole = await fixtureContext(["verdicts"]);
    await judgeStage.run(whole);
    expect(await filesOf(context, "verdicts")).toEqual(await filesOf(whole, "verdicts"));
  });

  it("stops with the line numbers when an extraction file is damaged", async () => {
    await using context = await fixtureContext(["verdicts"]);
    const [path = ""] = Object.keys(await filesOf(context, "extractions"));
    await appendFile(join(context.runDirectory, path), "{}\n");
    await expect(runAlone(judgeStage, context)).rejects.toMatchObject({ code: "run-directory" });
  });

  it("with a language model keeps matrix order, whatever comes back first", async () => {
    await using server = await startChatServer(() => ({ type: "form", form: emptyForm() }));
    await using context = await fixtureContext(["verdicts"], {
      primary: { type: "llm", chain: [openai(server.baseUrl)] },
    });
    await runAlone(judgeStage, context);
    const verdicts = await recordsIn<Verdict>(context, "verdicts");
    const extractions = await recordsIn<Extraction>(context, "extractions");
    expect(verdicts.map(executionName)).toEqual(extractions.map(executionName));
    expect(server.requests).toHaveLength(extractions.filter(({ outcome }) => outcome === "success").length);
    expect(verdicts.some((verdict) => verdict.claims_disagree.length > 0)).toBe(true);
  });

  it("counts blocked verdicts, drops none, and judges them again when it is run again", async () => {
    let up = false;
    await using server = await startChatServer((_request, index) =>
      up || index % 2 === 0 ? { type: "form", form: emptyForm() } : { type: "status", status: 503 },
    );
    await using context = await fixtureContext(["verdicts"], {
      primary: { type: "llm", chain: [openai(server.baseUrl)] },
    });
    const summary = await runAlone(judgeStage, context);
    const before = await recordsIn<Verdict>(context, "verdicts");
    const blocked = before.filter((verdict) => verdict.type === "blocked");
    expect(before).toHaveLength(142);
    expect(blocked.length).toBeGreaterThan(10);
    expect(summary).toContain(`${blocked.length} blocked`);
    expect(context.steps.filter((step) => step.failure === "blocked")).toHaveLength(blocked.length);
    up = true;
    server.requests.length = 0;
    await runAlone(judgeStage, context);
    const after = await recordsIn<Verdict>(context, "verdicts");
    expect(after.map(executionName)).toEqual(before.map(executionName));
    expect(after.some((verdict) => verdict.type === "blocked")).toBe(false);
    expect(server.requests).toHaveLength(blocked.length);
  });
});
