import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { configurationName, executionName } from "../../../../../harness/record/domain/names.ts";
import type { MetaVerdict, Verdict } from "../../../../../harness/record/domain/records.ts";
import { calibrateStage } from "../../../../../harness/run/stages/calibrate/index.ts";
import { judgeStage } from "../../../../../harness/run/stages/judge/index.ts";
import { metaJudgeStage } from "../../../../../harness/run/stages/meta-judge/index.ts";
import { type FixtureContext, filesOf, fixtureContext, recordsIn, runAlone, unreadBy } from "../context.ts";

const ALL = ["verdicts", "calibration", "meta"] as const;

/** Makes every second primary verdict of the first configuration blocked, as an outage would. */
async function blockSome(context: FixtureContext): Promise<Set<string>> {
  const [[path, text] = ["", ""]] = Object.entries(await filesOf(context, "verdicts"));
  const verdicts = text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Verdict);
  const changed = verdicts.map(
    (verdict): Verdict => ({ ...verdict, type: "blocked", judgement: null, reason: "test" }),
  );
  await writeFile(join(context.runDirectory, path), changed.map((verdict) => `${JSON.stringify(verdict)}\n`).join(""));
  return new Set(changed.map(executionName));
}

describe("calibrate and meta-judge", () => {
  it("re-judge at least two per configuration with the other rubric, and arbitrate each pair", async () => {
    await using context = await fixtureContext(ALL);
    await runAlone(judgeStage, context);
    const summary = await runAlone(calibrateStage, context);
    const metaSummary = await runAlone(metaJudgeStage, context);
    const primary = new Map(
      (await recordsIn<Verdict>(context, "verdicts")).map((verdict) => [executionName(verdict), verdict]),
    );
    const second = await recordsIn<Verdict>(context, "calibration");
    const rulings = await recordsIn<MetaVerdict>(context, "meta");
    expect(Object.values(Object.groupBy(second, configurationName)).map((group) => group?.length)).toEqual(
      Array(18).fill(2),
    );
    expect(
      second.every(
        ({ evaluator, stand_in, type }) => evaluator.startsWith("rubric-second") && stand_in && type === "judged",
      ),
    ).toBe(true);
    expect(second.every((verdict) => primary.get(executionName(verdict))?.type === "judged")).toBe(true);
    expect(rulings.map(executionName)).toEqual(second.map(executionName));
    expect(rulings.every((ruling) => ruling.type === "judged" && ruling.judgments_agree !== null)).toBe(true);
    expect(context.steps.at(-1)).toMatchObject({ done: 36, total: 36 });
    expect(summary).toMatch(/^36 of 142 re-judged: /);
    expect(metaSummary).toMatch(/^\d+ agree, \d+ disagree; judge: rubric-meta/);
  });

  it("read what they declare, as the primary judge does, where judges are outside ones", async () => {
    const outside = (evaluator: string) => ({ type: "packets", evaluator, family: evaluator });
    await using context = await fixtureContext(ALL, { primary: outside("one"), calibration: outside("two") });
    for (const stage of [judgeStage, calibrateStage, metaJudgeStage])
      expect([stage.name, await unreadBy(stage, context)]).toEqual([stage.name, []]);
    const overdeclared = { ...judgeStage, reads: [...judgeStage.reads, "plots" as const] };
    expect(await unreadBy(overdeclared, context)).toEqual(["plots"]);
  });

  it("write nothing when the sample is 0", async () => {
    await using context = await fixtureContext(ALL, { calibration_sample: 0 });
    await runAlone(judgeStage, context);
    await runAlone(calibrateStage, context);
    await runAlone(metaJudgeStage, context);
    expect(await recordsIn(context, "calibration")).toEqual([]);
    expect(await recordsIn(context, "meta")).toEqual([]);
  });

  it("cascade where the primary is blocked: no judgement, no ruling, no number", async () => {
    await using context = await fixtureContext(ALL);
    await runAlone(judgeStage, context);
    const blocked = await blockSome(context);
    await runAlone(calibrateStage, context);
    await runAlone(metaJudgeStage, context);
    const isBlocked = (record: Verdict | MetaVerdict) => blocked.has(executionName(record));
    const second = (await recordsIn<Verdict>(context, "calibration")).filter(isBlocked);
    const rulings = (await recordsIn<MetaVerdict>(context, "meta")).filter(isBlocked);
    expect(second.map(({ type, judgement }) => [type, judgement])).toEqual(Array(2).fill(["cascaded_blocked", null]));
    expect(rulings.map(({ type, preferred_judgment }) => [type, preferred_judgment])).toEqual(
      Array(2).fill(["cascaded_blocked", null]),
    );
  });

  it("replace what cascaded once the primary is there", async () => {
    await using context = await fixtureContext(ALL);
    await runAlone(judgeStage, context);
    await blockSome(context);
    await runAlone(calibrateStage, context);
    await runAlone(metaJudgeStage, context);
    for (const stage of [judgeStage, calibrateStage, metaJudgeStage]) await runAlone(stage, context);
    await using whole = await fixtureContext(ALL);
    for (const stage of [judgeStage, calibrateStage, metaJudgeStage]) await stage.run(whole);
    for (const part of ALL) expect(await filesOf(context, part)).toEqual(await filesOf(whole, part));
  });

  it("the same judge on both sides agrees with itself on everything", async () => {
    await using context = await fixtureContext(ALL, { calibration: { type: "rubric", rubric: "primary" } });
    for (const stage of [judgeStage, calibrateStage, metaJudgeStage]) await runAlone(stage, context);
    const rulings = await recordsIn<MetaVerdict>(context, "meta");
    expect(rulings.every((ruling) => ruling.judgments_agree && ruling.preferred_judgment === "tie")).toBe(true);
  });
});
