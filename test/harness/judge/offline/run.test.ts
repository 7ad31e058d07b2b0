import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readJsonLines } from "../../../../base/json-lines.ts";
import type { JudgingTask } from "../../../../harness/judge/offline/judging-task.ts";
import type { Judgement, Verdict } from "../../../../harness/record/domain/records.ts";
import { runPath } from "../../../../harness/record/run-directory/paths.ts";
import { judgeStage } from "../../../../harness/run/stages/judge/index.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { runCli } from "../../cli/run-cli.ts";
import { type FixtureContext, fixtureContext, recordsIn, runAlone } from "../../run/stages/context.ts";
import { settleHashes } from "../../run-fixture/settle-hashes.ts";
import { emptyForm } from "../judges/cases.ts";

/** Scripted answers, every second one of which is not usable, each in a way of its own. */
const SPOILT: [string, (answer: { packet: string; judgement: Judgement }) => string | null][] = [
  ["missing", () => null],
  ["invalid_json", (answer) => JSON.stringify(answer).slice(0, -20)],
  ["schema", (answer) => JSON.stringify({ ...answer, judgement: { ...answer.judgement, status: "PASS" } })],
  ["schema", (answer) => JSON.stringify({ ...answer, judgement: { ...answer.judgement, quality: {} } })],
  ["unknown", (answer) => JSON.stringify({ ...answer, packet: `${answer.packet}x` })],
  ["contradiction", (answer) => JSON.stringify({ ...answer, judgement: { ...answer.judgement, status: "pass" } })],
  [
    "unfounded_claim",
    ({ packet, judgement }) => {
      const truth = { ...judgement.ground_truth, expected_ids_found: ["TC-99998"] };
      return JSON.stringify({ packet, judgement: { ...judgement, ground_truth: truth } });
    },
  ],
];

let context: FixtureContext;
let folder: string;
const call = (...args: string[]) => runCli(["judge", "offline", ...args], { cwd: context.runDirectory });

beforeEach(async () => {
  const outside = { type: "packets", evaluator: "outside-1", family: "outside" };
  context = await fixtureContext(["verdicts"], { primary: outside });
  folder = join(context.runDirectory, "answers");
  await mkdir(folder);
  await writeFile(runPath(context.runDirectory, "config"), JSON.stringify(context.config));
  await judge();
});

afterEach(() => context[Symbol.asyncDispose]());

async function judge(): Promise<void> {
  await runAlone(judgeStage, context);
  await settleHashes(context.runDirectory);
}

const tasksOf = () =>
  readJsonLines<JudgingTask>(runPath(context.runDirectory, "offlineJudging", "primary", "packets.jsonl"));
const mergedText = () => readFile(runPath(context.runDirectory, "offlineJudging", "primary", "merged.jsonl"), "utf8");
const verdicts = () => recordsIn<Verdict>(context, "verdicts");
const answered = async () => (await verdicts()).filter(({ type }) => type !== "cascaded_failure");

/** Answers every judging task, every second one badly; gives how often each way of going wrong was used. */
async function answerHalf(tasks: readonly JudgingTask[]): Promise<Record<string, number>> {
  const kinds: Record<string, number> = {};
  const lines = tasks.flatMap(({ packet }, index) => {
    const answer = { packet, judgement: { ...emptyForm(), summary: `of ${packet}` } };
    if (index % 2 === 0) return JSON.stringify(answer);
    const [kind, spoil] = SPOILT[((index - 1) / 2) % SPOILT.length]!;
    kinds[kind] = (kinds[kind] ?? 0) + 1;
    return spoil(answer) ?? [];
  });
  await writeFile(join(folder, "a.jsonl"), `${lines.join("\n")}\n`);
  return kinds;
}

describe("offline judging", () => {
  it("wait as blocked verdicts; half of the answers missing or invalid: the valid half is merged, every problem is named", async () => {
    const before = await answered();
    expect(new Set(before.map(({ type }) => type))).toEqual(new Set(["blocked"]));
    const written = await call("write", context.runDirectory);
    const tasks = await tasksOf();
    expect(tasks).toHaveLength(before.length);
    expect(written.out).toContain(`${before.length} judging tasks`);
    const kinds = await answerHalf(tasks);
    const merged = await call("merge", context.runDirectory, folder);
    expect(merged.code).toBe(1);
    const good = Math.ceil(tasks.length / 2);
    const bad = tasks.length - good - kinds.missing!;
    expect(merged.out).toContain(
      `${good} answers taken, 0 known already, ${bad} refused; ${tasks.length - good} still missing`,
    );
    const problems = merged.errors.split("\n");
    expect(problems).toHaveLength(bad);
    for (const [kind, count] of nonEmpty(Object.entries(kinds).filter(([name]) => name !== "missing")))
      expect(
        problems.filter((line) => new RegExp(`a\\.jsonl:\\d+: (packet \\w+: )?${kind}: `).test(line)),
      ).toHaveLength(count);
    await judge();
    const after = await answered();
    expect(after.filter(({ type }) => type === "judged")).toHaveLength(good);
    expect(after.filter(({ type }) => type === "blocked")).toHaveLength(tasks.length - good);
    expect(new Set(after.filter(({ type }) => type === "judged").map(({ judgement }) => judgement?.summary)).size).toBe(
      good,
    );
    expect(after.find(({ type }) => type === "judged")).toMatchObject({ evaluator: "outside-1", stand_in: false });
  });

  it("merged again count nothing twice; a second answer to a packet is named and the first stays", async () => {
    await call("write", context.runDirectory);
    const tasks = await tasksOf();
    await answerHalf(tasks);
    await call("merge", context.runDirectory, folder);
    const first = await mergedText();
    const again = await call("merge", context.runDirectory, folder);
    const good = Math.ceil(tasks.length / 2);
    expect(again.out).toContain(`0 answers taken, ${good} known already`);
    expect(await mergedText()).toBe(first);

    const other = { packet: tasks[0]!.packet, judgement: { ...emptyForm(), summary: "second thoughts" } };
    await appendFile(join(folder, "b.json"), JSON.stringify([other, other]));
    const late = await call("merge", context.runDirectory, join(folder, "b.json"));
    expect(late.errors.match(/b\.json\[\d\]: repeated: packet \w+ has another answer already/g)).toHaveLength(2);
    expect(await mergedText()).toBe(first);
  });

  it("come back in parts: what is written next are those without an answer", async () => {
    await call("write", context.runDirectory);
    const tasks = await tasksOf();
    const answer = (packet: JudgingTask) => ({ packet: packet.packet, evaluator: "somebody", judgement: emptyForm() });
    await writeFile(join(folder, "one.json"), JSON.stringify(answer(tasks[0]!)));
    expect((await call("merge", context.runDirectory, folder)).code).toBe(0);
    await call("write", context.runDirectory);
    expect(await tasksOf()).toEqual(tasks.slice(1));
    await writeFile(join(folder, "rest.json"), JSON.stringify(tasks.slice(1).map(answer)));
    expect((await call("merge", context.runDirectory, folder)).out).toContain("0 still missing");
    await judge();
    const after = await answered();
    expect(after.every(({ type, evaluator }) => type === "judged" && evaluator === "somebody")).toBe(true);
  });

  it("are refused for a judge that is not configured as one", async () => {
    const { code, errors } = await call("write", context.runDirectory, "--judge", "calibration");
    expect(code).toBe(1);
    expect(errors).toContain("expected 'packets'");
  });
});
