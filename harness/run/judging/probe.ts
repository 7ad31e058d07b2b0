import pLimit from "p-limit";
import { count, countOf } from "../../../base/counts.ts";
import { withLoggedRateLimiters } from "../../dag/progress/concurrency-log.ts";
import { askQuestion } from "../../judge/probes/ask-question.ts";
import { makeInstrument } from "../../judge/probes/instrument.ts";
import { loadProbeCases } from "../../judge/probes/load-cases.ts";
import { makeQuestions } from "../../judge/probes/questions.ts";
import type { ProbedRole } from "../../judge/probes/roles.ts";
import { PROBE_SAMPLE } from "../../judge/probes/sample.ts";
import { readingsOf } from "../../judge/probes/store.ts";
import { formatInterval, formatNumber } from "../../print/format-number.ts";
import { aside, type Io, roomOf } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { runWord } from "../../print/shell-word.ts";
import { printable, right, table } from "../../print/text.ts";
import type { ProbeReading } from "../../record/domain/records.ts";
import { fillMissing } from "../../record/run-directory/fill-missing.ts";
import type { OpenedRun } from "../../record/run-directory/open-run.ts";
import { RUN_PATHS } from "../../record/run-directory/paths.ts";
import { changeParts } from "../../record/run-directory/record-files.ts";
import { type JudgeProbes, judgeProbes } from "../../results/analyses/judge-probes.ts";
import { readResult } from "../../results/analyses/read-result.ts";
import { preflight } from "../preflight/index.ts";
import { runOneStage } from "../start/start-run.ts";

interface ProbeOptions {
  judge: ProbedRole;
  sample?: number;
  json?: boolean;
  io: Io;
}

/** Asks the judge what is not asked yet, scores the run again and prints the findings. Gives the exit code. */
export async function probeRun(run: OpenedRun, { judge, sample, json, io }: ProbeOptions): Promise<number> {
  await preflight([judge], { config: run.config, environment: io.environment });
  await askJudge(run, { judge, sample, io });
  if (io.signal.aborted) return 130;
  const { runDirectory, config } = run;
  const code = await runOneStage("score", { runDirectory, config, io: aside(io), again: true });
  const all = await readResult(runDirectory, judgeProbes);
  const mine = all.filter((entry) => entry.judge === judge);
  if (json) io.out(jsonText(mine, {}));
  else for (const entry of mine) io.out(render(entry, { columns: roomOf(io), run: runWord(run.runDirectory) }));
  return code;
}

async function askJudge(run: OpenedRun, options: Omit<ProbeOptions, "json">): Promise<void> {
  const { runDirectory } = run;
  await changeParts(runDirectory, [RUN_PATHS.probes, RUN_PATHS.concurrency], () =>
    withLoggedRateLimiters({ runDirectory, now: () => new Date() }, () => askLocked(run, options)),
  );
}

async function askLocked({ runDirectory, config }: OpenedRun, { judge, sample, io }: Omit<ProbeOptions, "json">) {
  const instrument = makeInstrument(judge, { judges: config.judges, environment: io.environment });
  const cases = await loadProbeCases(runDirectory, { config, size: sample ?? PROBE_SAMPLE });
  const questions = makeQuestions(cases, { ...instrument, seed: config.seed });
  const store = readingsOf(runDirectory, judge);
  const readings = new Map<string, ProbeReading>();
  let asked = 0;
  await fillMissing({
    store,
    wanted: questions,
    signal: io.signal,
    limit: pLimit(config.concurrency),
    keep: ({ type }) => type === "judged",
    make: (question) => askQuestion(question, { ...instrument, signal: io.signal }),
    onRecord(reading, isNew) {
      readings.set(store.nameOf(reading), reading);
      if (isNew) asked++;
    },
  });
  const answered = questions.flatMap((question) => readings.get(store.nameOf(question)) ?? []);
  // Readings of another sample do not count among these.
  if (!io.signal.aborted) await store.replace(answered);
  const kept = answered.length - asked;
  io.error(
    `${countOf(asked, "question")} asked of ${printable(instrument.judge.evaluator)}, ${count(kept)} known already`,
  );
}

function render(
  { judge, evaluator, stand_in, readings, probes }: JudgeProbes,
  { columns, run }: { columns: number; run: string },
): string {
  const rows = probes.map(({ probe, effect, low, high, threshold, finding, no_finding, n }) => [
    probe,
    formatNumber(effect),
    formatInterval(low, high),
    String(threshold),
    String(n),
    finding ?? (no_finding ? "too few scenarios" : "-"),
  ]);
  const titles = [
    { title: "probe" },
    right("effect"),
    right("95 % interval"),
    right("limit"),
    right("n"),
    { title: "finding" },
  ];
  const found = probes.filter(({ finding }) => finding !== null);
  return [
    "",
    `judge ${judge}: ${printable(evaluator)}${stand_in ? " (a rule, not a reader)" : ""}, ${countOf(readings, "reading")}`,
    table(titles, rows, columns - 1),
    "",
    ...found.map(({ finding, question, unit, because }) => `${finding}: ${question} Effect: ${unit}; ${because}.`),
    ...(found.length === 0 ? ["no finding: no interval lies beyond its limit, which is not proof of absence"] : []),
    `the run was rescored; update its report with: scopebench resume ${run}`,
  ].join("\n");
}
