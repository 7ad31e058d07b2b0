import { countOf } from "../../../base/counts.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import { type LiveCall, type LiveStep, MOST_CALLS, readLiveSteps } from "../../dag/progress/steps.ts";
import { configurationLabel } from "../../print/format.ts";
import { escapeHtml, plainPage } from "../../print/html.ts";
import { executionName, parseExecutionName } from "../../record/domain/names.ts";
import type { ExecutionRecord, Extraction, Verdict } from "../../record/domain/records.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { type RecordPart, readRecords } from "../../record/run-directory/records.ts";

/** Of a preview of a tool's result. */
const SHOWN_CHARACTERS = 600;

/**
 * The page of one execution while its run goes on: what is recorded of it by now, as text. Made from the records when it is
 * asked for; the report, which comes at the end, has more.
 * @param name of an execution that has ended
 */
export async function renderExecution(runDirectory: string, name: string): Promise<string> {
  const configuration = parseExecutionName(name)!;
  const { scenario_id: scenarioId } = configuration;
  const find = async <P extends RecordPart>(part: P) => {
    const records = await readRecords<P>({ runDirectory, part, configuration });
    return records.findLast((record) => executionName(record) === name) ?? null;
  };
  const [record, extracted, verdict] = await Promise.all([find("rawOutput"), find("extractions"), find("verdicts")]);
  const handedOver = await find("workerTraces");
  const extraction = extracted ?? (handedOver?.thread_id === record?.thread_id ? handedOver : null);
  const steps = extraction === null ? await readLiveSteps(runDirectory, configuration, name) : null;
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const turns = scenarios.find(({ id }) => id === scenarioId)?.turns ?? [];
  const title = `${scenarioId} · ${configurationLabel(configuration)}`;
  const nav = `<a href="../">Run</a><a aria-current="page">${escapeHtml(scenarioId)}</a>`;
  const done = extraction ? [answer(extraction), calls(extraction)] : soFar(steps);
  const parts = [ended(record), ...done, judged(verdict)];
  const asked = turns.map((turn) => `<p class="turn-text">${escapeHtml(turn)}</p>`).join("");
  const lede = `<p class="lede" role="status">${stateOf({ record, extraction: extracted })}</p>`;
  const main = [`<h1>${escapeHtml(title)}</h1>`, lede, asked, ...parts].join("\n");
  // Until its trace is extracted there is more to come.
  const more = extracted === null && { script: "../execution.js" };
  return plainPage({ title, style: "../live.css", nav, main, ...more });
}

function stateOf({ record, extraction }: { record: ExecutionRecord | null; extraction: Extraction | null }): string {
  if (extraction !== null) return "It has ended, and its trace is extracted.";
  return record === null ? "It is at work." : "It has ended; its trace is extracted when all executions have.";
}

function ended(record: ExecutionRecord | null): string {
  if (record === null) return "";
  const { outcome, error, duration_ms: durationMs, started_at: startedAt, repeat } = record;
  const facts = [outcome.replaceAll("_", " "), `${(durationMs / 1000).toFixed(1)} s`, startedAt, `repeat ${repeat}`];
  const message = error ? `<p class="warning"><b>${escapeHtml(error.code)}</b> ${escapeHtml(error.message)}</p>` : "";
  return `<p class="facts-line">${facts.map((fact) => `<span>${escapeHtml(fact)}</span>`).join("")}</p>${message}`;
}

function answer(extraction: Extraction): string {
  return `<h2>Answer</h2><pre class="preview">${escapeHtml(extraction.final_text || "(empty)")}</pre>`;
}

function calls(extraction: Extraction): string {
  const rows = extraction.tool_calls.map(({ tool, status, arguments: given, preview, error }) => {
    const result = error ? `${error.code}: ${error.message}` : preview;
    const cut = result.length > SHOWN_CHARACTERS ? `${result.slice(0, SHOWN_CHARACTERS)} …` : result;
    return `<li><b class="tool${status === "error" ? " err" : ""}">${escapeHtml(tool)}</b>
<pre class="args">${escapeHtml(JSON.stringify(given))}</pre><pre class="preview">${escapeHtml(cut)}</pre></li>`;
  });
  return `<h2>${rows.length} tool calls</h2><ol>${rows.join("\n")}</ol>`;
}

/** What it has done so far, as the process that executes it tells. */
function soFar(steps: readonly LiveStep[] | null): string[] {
  if (steps === null)
    return [`<p class="nothing">Answer and tool calls are there once the stage extract has read them.</p>`];
  const made = steps.filter((step) => step.type === "call");
  const answers = steps.filter((step) => step.type === "answer");
  const more =
    made.length === MOST_CALLS ? ` and perhaps more: no more than ${MOST_CALLS} are told before extract` : "";
  return [
    `<h2>${countOf(made.length, "tool call")} so far${more}</h2><ol>${made.map(liveCall).join("\n")}</ol>`,
    ...(answers.length === 0 ? [`<p class="nothing">No answer yet.</p>`] : answers.map(liveAnswer)),
  ];
}

function liveCall(call: LiveCall): string {
  const { tool, status, error, rows, characters, arguments: given, duration_ms: ms } = call;
  const size = [...(rows === null ? [] : [countOf(rows, "row")]), countOf(characters, "character")].join(", ");
  const came = error ?? `${size} for the agent`;
  return `<li><b class="tool${status === "error" ? " err" : ""}">${escapeHtml(tool)}</b> <small>turn ${call.turn + 1}, ${Math.round(ms)} ms</small>
<pre class="args">${escapeHtml(given)}</pre><p class="facts">${escapeHtml(came)}</p></li>`;
}

function liveAnswer({ turn, text, cut }: Extract<LiveStep, { type: "answer" }>): string {
  const more = cut > 0 ? `<p>${countOf(cut, "character")} more: once its trace is extracted.</p>` : "";
  return `<h2>Answer to turn ${turn + 1}</h2><pre class="preview">${escapeHtml(text || "(empty)")}</pre>${more}`;
}

function judged(verdict: Verdict | null): string {
  if (verdict === null) return "";
  const text =
    verdict.judgement === null ? "the verdict is blocked" : `${verdict.judgement.status}: ${verdict.judgement.summary}`;
  return `<h2>Judge</h2><p>${escapeHtml(text)}</p>`;
}
