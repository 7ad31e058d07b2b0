import stringWidth from "string-width";
import type { IdReader } from "../../../base/ids/id-reader.ts";
import { UserError } from "../../../base/user-error.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import { answerText } from "../../judge/judges/mentions.ts";
import { type Colours, coloursOf } from "../../print/colours.ts";
import type { Io } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { renderMarkdown } from "../../print/markdown.ts";
import { clip, hang, plainLine, printable } from "../../print/text.ts";
import { configurationsOf } from "../../record/config/matrix.ts";
import { explainEnding } from "../../record/domain/ending.ts";
import { executionName } from "../../record/domain/names.ts";
import type { ExecutionRecord, Extraction, Verdict } from "../../record/domain/records.ts";
import { readRunIds } from "../../record/run-directory/corpus-ids.ts";
import type { OpenedRun } from "../../record/run-directory/open-run.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { type RecordPart, readRecords } from "../../record/run-directory/records.ts";
import { sayGaps } from "../../results/metrics/execution/coverage-gaps.ts";
import { verifyFunctionally } from "../../results/metrics/execution/functional.ts";
import { isJudgedRelevance, NO_PASS_RATE } from "../../results/metrics/execution/judged-relevance.ts";

/** Executions whose name contains the text; an exact name is one match. */
export async function findExecutions({ runDirectory, config }: OpenedRun, text: string): Promise<ExecutionRecord[]> {
  const files = configurationsOf(config).map((configuration) =>
    readRecords({ runDirectory, part: "rawOutput", configuration }),
  );
  const records = (await Promise.all(files)).flat();
  const exact = records.filter((record) => executionName(record) === text);
  const matches = exact.length > 0 ? exact : records.filter((record) => executionName(record).includes(text));
  if (matches.length > 0) return matches;
  throw new UserError("input", text === "" ? "the run has no executions yet" : `no execution named like '${text}'`, {
    hint: "scopebench show RUN lists them: model__workflow__knowledge__scenario__repeat",
  });
}

interface ShowOptions {
  io: Io;
  full?: boolean;
  json?: boolean;
}

/** The transcript: question, calls, answer, truth, verdicts. Text of the corpus and the model is made inert. */
export async function printExecution(
  { runDirectory, config }: OpenedRun,
  record: ExecutionRecord,
  { io, full = false, json = false }: ShowOptions,
): Promise<void> {
  const find = async <P extends RecordPart>(part: P) =>
    (await readRecords({ runDirectory, part, configuration: record })).find(
      (entry) => executionName(entry) === executionName(record),
    );
  const [extraction, verdict, calibration] = await Promise.all([
    find("extractions"),
    find("verdicts"),
    find("calibration"),
  ]);
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const scenario = scenarios.find(({ id }) => id === record.scenario_id);
  if (json) return io.out(jsonText({ record, scenario, extraction, verdict, calibration }, {}));
  const colours = coloursOf(io);
  io.out(colours.bold(executionName(record)));
  io.out(
    `${explainEnding(record)}, ${(record.duration_ms / 1000).toFixed(2)} s${record.error ? `: ${printable(record.error.message, { singleLine: true })}` : ""}`,
  );
  scenario?.turns.forEach((turn, index) => {
    io.out(`\n${hang(colours.cyan(`turn ${index + 1}`), plainLine(turn), widthOf(io))}`);
    printCalls(extraction, { turn: index, full, io });
    const answer = extraction?.answers[index];
    if (answer) printAnswer(answer, io);
    const guarded = extraction?.guarded_answers?.[index] ?? null;
    if (guarded !== null) {
      const why = "people would have been shown, in place of this answer, which is scored";
      io.out(`\n${hang(colours.bold("as guarded"), why, widthOf(io))}`);
      printAnswer(guarded, io);
    }
  });
  if (scenario) {
    const expected = scenario.expected_ids.join(", ") || "nothing: abstain";
    io.out(`\n${hang(colours.bold("expected"), plainLine(expected), widthOf(io))}`);
  }
  const gaps = scenario && extraction ? sayGaps(scenario, extraction) : null;
  if (gaps !== null) io.out(hang(colours.bold("not covered"), plainLine(gaps), widthOf(io)));
  if (isJudgedRelevance(scenarios)) io.out(hang(colours.bold("functional"), NO_PASS_RATE, widthOf(io)));
  else if (scenario && extraction) {
    const ids = await readRunIds(runDirectory);
    io.out(functionalLine({ scenario, extraction, ids, config }, { width: widthOf(io), colours }));
  }
  for (const [name, opinion] of [
    ["judge", verdict],
    ["calibration", calibration],
  ] as const)
    if (opinion) io.out(verdictLine(name, opinion, { width: widthOf(io), colours }));
}

function printAnswer(answer: string, io: Io): void {
  io.out(`\n${io.terminal ? renderMarkdown(answer, widthOf(io)) : printable(answer)}`);
}

/** People read lines of up to 100 columns; in a log no line is broken, so that it can be searched. */
function widthOf({ terminal, columns }: Io): number {
  return terminal ? Math.min(columns, 100) : Number.POSITIVE_INFINITY;
}

function printCalls(
  extraction: Extraction | undefined,
  { turn, full, io }: { turn: number; full: boolean; io: Io },
): void {
  const { green, red, dim } = coloursOf(io);
  for (const call of extraction?.tool_calls.filter((candidate) => candidate.turn === turn) ?? []) {
    const mark = call.status === "success" ? green("✓") : red("✗");
    const who = call.sub_agent ? dim(` (${printable(call.sub_agent, { singleLine: true })})`) : "";
    const room = full ? Number.POSITIVE_INFINITY : widthOf(io);
    const rest = clip(plainLine(JSON.stringify(call.arguments)), room - stringWidth(` ${mark} ${call.tool}${who} `));
    io.out(` ${mark} ${call.tool}${who} ${dim(rest)}`);
    const text = call.error
      ? `${call.error.code}: ${call.error.message}`
      : full
        ? (call.result ?? call.preview)
        : beginning(call.preview);
    for (const line of printable(text).split("\n")) io.out(dim(clip(`     ${line}`, room)));
  }
}

/** Enough of a preview to recognise it: three lines or 240 characters. */
function beginning(text: string): string {
  const start = text.split("\n").slice(0, 3).join("\n").slice(0, 240);
  return start === text ? text : `${start} …`;
}

interface Verified extends Pick<OpenedRun, "config"> {
  scenario: Scenario;
  extraction: Extraction;
  ids: IdReader;
}

/** The functional verdict with its reasons, those that fail first. */
export function functionalLine(
  { scenario, extraction, ids, config }: Verified,
  { width, colours: { bold, green, red } }: { width: number; colours: Colours },
): string {
  const criteria = verifyFunctionally({
    outcome: extraction.outcome,
    scenario,
    extraction,
    answer: answerText(extraction),
    ids,
    entityThreshold: config.judges.entity_threshold,
  });
  const failed = criteria.filter(({ pass }) => !pass);
  const reasons = [...failed, ...criteria.filter(({ pass }) => pass)].map(({ explanation }) => explanation);
  const said = plainLine(reasons.join("; "));
  return hang(`${bold("functional")}  ${failed.length === 0 ? green("pass") : red("fail")}`, said, width);
}

export function verdictLine(
  name: string,
  { judgement, judgings, type, reason, stand_in }: Verdict,
  { width, colours: { bold, green, red } }: { width: number; colours: Colours },
): string {
  const passed = judgement?.status === "pass";
  const opinion = judgement && `${judgement.overall_score.toFixed(2)}  ${plainLine(judgement.summary)}`;
  const text = opinion ?? `${type}: ${plainLine(reason ?? "no reason given")}`;
  const mark = judgement ? `  ${passed ? green("pass") : red("fail")}` : "";
  const notes = [...(judgings ? [judgingsText(judgings)] : []), ...(stand_in ? ["stand-in judge"] : [])];
  return hang(`${bold(name)}${mark}`, [text, ...notes.map((note) => `(${note})`)].join(" "), width);
}

/** How far several judgings of the answer lie apart. */
function judgingsText(judgings: NonNullable<Verdict["judgings"]>): string {
  const scores = judgings.map(({ overall_score }) => overall_score);
  const passed = judgings.filter(({ status }) => status === "pass").length;
  const [low, high] = [Math.min(...scores), Math.max(...scores)].map((score) => score.toFixed(2));
  return `of ${judgings.length} judgings ${passed} passed, ${low === high ? `each ${low}` : `${low} to ${high}`}`;
}
