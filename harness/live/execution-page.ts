import { readScenarioSet } from "../../scenarios/set-file.ts";
import { executionName, parseConfigurationName } from "../domain/names.ts";
import type { ExecutionRecord, Extraction, Verdict } from "../domain/records.ts";
import { configurationLabel } from "../drawing/format.ts";
import { escapeHtml, plainPage } from "../html.ts";
import { runPath } from "../run-directory/paths.ts";
import { type RecordPart, readRecords } from "../run-directory/records.ts";

/** Of a preview of a tool's result. */
const SHOWN_CHARACTERS = 600;

/**
 * The page of one execution while its run goes on: what is recorded of it by now, as text. Made from the records when it is
 * asked for; the report, which comes at the end, has more.
 * @param name of an execution that has ended
 */
export async function renderExecution(runDirectory: string, name: string): Promise<string> {
  const [model = "", workflow = "", knowledge = "", scenarioId = ""] = name.split("__");
  const configuration = parseConfigurationName([model, workflow, knowledge].join("__"))!;
  const find = async <P extends RecordPart>(part: P) => {
    const records = await readRecords<P>({ runDirectory, part, configuration });
    return records.findLast((record) => executionName(record) === name) ?? null;
  };
  const [record, extraction, verdict] = await Promise.all([find("rawOutput"), find("extractions"), find("verdicts")]);
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const turns = scenarios.find(({ id }) => id === scenarioId)?.turns ?? [];
  const title = `${scenarioId} · ${configurationLabel(configuration)}`;
  const nav = `<a href="../">Run</a><a aria-current="page">${escapeHtml(scenarioId)}</a>`;
  const parts = [ended(record), answer(extraction), calls(extraction), judged(verdict)];
  const asked = turns.map((turn) => `<p class="turn-text">${escapeHtml(turn)}</p>`).join("");
  const main = [`<h1>${escapeHtml(title)}</h1>`, asked, ...parts].join("\n");
  return plainPage({ title, style: "../live.css", nav, main });
}

function ended(record: ExecutionRecord | null): string {
  if (record === null) return "";
  const { outcome, error, duration_ms: durationMs, started_at: startedAt, repeat } = record;
  const facts = [outcome.replaceAll("_", " "), `${(durationMs / 1000).toFixed(1)} s`, startedAt, `repeat ${repeat}`];
  const message = error ? `<p class="warning"><b>${escapeHtml(error.code)}</b> ${escapeHtml(error.message)}</p>` : "";
  return `<p class="facts-line">${facts.map((fact) => `<span>${escapeHtml(fact)}</span>`).join("")}</p>${message}`;
}

function answer(extraction: Extraction | null): string {
  if (extraction === null)
    return `<p class="nothing">Answer and tool calls are there once the stage extract has read them.</p>`;
  return `<h2>Answer</h2><pre class="preview">${escapeHtml(extraction.final_text || "(empty)")}</pre>`;
}

function calls(extraction: Extraction | null): string {
  if (extraction === null) return "";
  const rows = extraction.tool_calls.map(({ tool, status, arguments: given, preview, error }) => {
    const result = error ? `${error.code}: ${error.message}` : preview;
    const cut = result.length > SHOWN_CHARACTERS ? `${result.slice(0, SHOWN_CHARACTERS)} …` : result;
    return `<li><b class="tool${status === "error" ? " err" : ""}">${escapeHtml(tool)}</b>
<pre class="args">${escapeHtml(JSON.stringify(given))}</pre><pre class="preview">${escapeHtml(cut)}</pre></li>`;
  });
  return `<h2>${rows.length} tool calls</h2><ol>${rows.join("\n")}</ol>`;
}

function judged(verdict: Verdict | null): string {
  if (verdict === null) return "";
  const text =
    verdict.judgement === null ? "the verdict is blocked" : `${verdict.judgement.status}: ${verdict.judgement.summary}`;
  return `<h2>Judge</h2><p>${escapeHtml(text)}</p>`;
}
