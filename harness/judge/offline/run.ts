import { relative, resolve } from "node:path";
import { writeFileAtomic } from "../../../base/atomic.ts";
import { count, countOf } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import { completed, type Io } from "../../print/io.ts";
import { runWord } from "../../print/shell-word.ts";
import { printable } from "../../print/text.ts";
import { configurationsOf } from "../../record/config/matrix.ts";
import type { Config } from "../../record/config/schema.ts";
import { executionName } from "../../record/domain/names.ts";
import type { Verdict } from "../../record/domain/records.ts";
import { readRunIds } from "../../record/run-directory/corpus-ids.ts";
import type { OpenedRun } from "../../record/run-directory/open-run.ts";
import { RUN_PATHS, runPath } from "../../record/run-directory/paths.ts";
import { changeParts } from "../../record/run-directory/record-files.ts";
import { readRecords, streamRecords } from "../../record/run-directory/records.ts";
import type { JudgeCase, JudgeThresholds } from "../judges/judge.ts";
import { judgingForm, makeJudgingTask } from "./judging-task.ts";
import { mergeAnswers } from "./merge.ts";
import { readAnswers } from "./read-answers.ts";
import { type OfflineRole, readMerged, writeMerged } from "./store.ts";

interface OfflineOptions {
  judge: OfflineRole;
  io: Io;
}

/** Writes instructions, form and the judging tasks that have no answer yet. */
export async function writeJudgingTasks(
  run: OpenedRun,
  { judge, out, io }: OfflineOptions & { out?: string },
): Promise<void> {
  const { runDirectory, config } = run;
  requireOfflineJudge(config, judge);
  const folder = out === undefined ? runPath(runDirectory, "offlineJudging", judge) : resolve(io.cwd, out);
  const form = judgingForm(thresholdsOf(config));
  const merged = await readMerged(runDirectory, judge);
  const lines: string[] = [];
  for await (const { judgeCase, verdict } of casesToJudge(runDirectory, { config, role: judge })) {
    const packet = makeJudgingTask(judgeCase, form);
    if (verdict.type === "blocked" && !merged.has(packet.packet)) lines.push(`${JSON.stringify(packet)}\n`);
  }
  const write = async () => {
    await writeFileAtomic(resolve(folder, "instructions.md"), form.instructions);
    await writeFileAtomic(resolve(folder, "form.schema.json"), `${JSON.stringify(form.schema, null, 2)}\n`);
    await writeFileAtomic(resolve(folder, "packets.jsonl"), lines.join(""));
  };
  await (out === undefined ? changeParts(runDirectory, [RUN_PATHS.offlineJudging], write) : write());
  io.out(
    `${countOf(lines.length, "judging task")} in ${relative(io.cwd, folder) || "."}, each to be judged in its own context`,
  );
}

/** Takes valid answers into the run; 1 when some were refused. The verdicts follow with `scopebench resume`. */
export async function mergeOfflineAnswers(
  run: OpenedRun,
  { judge, paths, io }: OfflineOptions & { paths: readonly string[] },
): Promise<number> {
  const { runDirectory, config } = run;
  requireOfflineJudge(config, judge);
  const found = await readAnswers(paths.map((path) => resolve(io.cwd, path)));
  const wanted = new Set(found.map(({ value }) => (value as { packet?: unknown } | null | undefined)?.packet));
  return changeParts(runDirectory, [RUN_PATHS.offlineJudging], async () => {
    const before = await readMerged(runDirectory, judge);
    const { cases, waiting } = await collectCases(run, { judge, wanted });
    const thresholds = thresholdsOf(config);
    const result = mergeAnswers(found, { before, thresholds, caseOf: (packet) => cases.get(packet) ?? null });
    await writeMerged(runDirectory, judge, result.merged);
    for (const problem of result.problems) io.error(`refused ${printable(problem, { singleLine: true })}`);
    const missing = [...waiting].filter((packet) => !result.merged.has(packet)).length;
    io.out(
      `${countOf(result.added, "answer")} taken, ${count(result.repeated)} known already, ${count(result.problems.length)} refused; ${count(missing)} still missing`,
    );
    if (result.added > 0)
      io.out(completed(io, `the verdicts follow with: scopebench resume ${runWord(run.runDirectory)}`));
    return result.problems.length > 0 ? 1 : 0;
  });
}

/** Cases of the wanted judging tasks only: all would be much text. */
async function collectCases(
  { runDirectory, config }: OpenedRun,
  { judge, wanted }: { judge: OfflineRole; wanted: ReadonlySet<unknown> },
) {
  const form = judgingForm(thresholdsOf(config));
  const cases = new Map<string, JudgeCase>();
  const waiting = new Set<string>();
  for await (const { judgeCase, verdict } of casesToJudge(runDirectory, { config, role: judge })) {
    const { packet } = makeJudgingTask(judgeCase, form);
    if (verdict.type === "blocked") waiting.add(packet);
    if (wanted.has(packet)) cases.set(packet, judgeCase);
  }
  return { cases, waiting };
}

function requireOfflineJudge({ judges }: Config, role: OfflineRole): void {
  if (judges[role].type === "packets") return;
  throw new UserError("config", `judges.${role} of this run is of type '${judges[role].type}', expected 'packets'`, {
    hint: `run with judges: { ${role}: { type: packets, evaluator: NAME, family: VENDOR } }`,
  });
}

function thresholdsOf({ judges }: Config): JudgeThresholds {
  return { entity: judges.entity_threshold, alignment: judges.alignment_threshold };
}

/** Each execution that the role's judge has to judge, with its verdict so far. One configuration is in memory at a time. */
async function* casesToJudge(
  runDirectory: string,
  { config, role }: { config: Config; role: OfflineRole },
): AsyncGenerator<{ judgeCase: JudgeCase; verdict: Verdict }> {
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const ids = await readRunIds(runDirectory);
  const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
  const part = role === "primary" ? "verdicts" : "calibration";
  for (const configuration of configurationsOf(config)) {
    const verdicts = await readRecords({ runDirectory, part, configuration });
    const due = new Map(
      verdicts
        .filter(({ type }) => type === "judged" || type === "blocked")
        .map((verdict) => [executionName(verdict), verdict]),
    );
    for await (const extraction of streamRecords({ runDirectory, part: "extractions", configuration })) {
      const [scenario, verdict] = [byId.get(extraction.scenario_id), due.get(executionName(extraction))];
      if (scenario && verdict) yield { judgeCase: { scenario, extraction, ids }, verdict };
    }
  }
}
