import { count, countOf, shortCount } from "../../../base/counts.ts";
import { type Colours, coloursOf } from "../../print/colours.ts";
import { type Io, roomOf } from "../../print/io.ts";
import { hang, pad, plainLine, table, wrap } from "../../print/text.ts";
import type { ProbeOutcome, ProbeResult } from "./probe.ts";
import type { ExpectedRun, Tried, TriedWorkflow, TrySpending } from "./tried.ts";

export const OUTCOME_WORDS: Readonly<Record<ProbeOutcome, string>> = {
  yes: "yes",
  no: "no",
  not_said: "not said",
  failed: "failed",
};

/** The table of a terminal: a probe a line, and what follows from it under it. */
export function printTried(tried: Tried, io: Io): void {
  const colours = coloursOf(io);
  io.out(wrap(titleOf(tried), io.columns, ""));
  io.out("");
  const width = Math.max(...tried.probes.map(({ question }) => question.length));
  for (const probe of tried.probes) io.out(lineOf(probe, { width, colours, columns: io.columns }));
  io.out("");
  if (tried.workflows) {
    io.out(workflowTable(tried.workflows, roomOf(io)));
    io.out("");
  }
  for (const line of tried.troubles) io.out(hang(" -", plainLine(line), io.columns));
  for (const line of closingLines(tried)) io.out(wrap(line, io.columns, ""));
}

export function titleOf({ name, provider, model, address }: Tried): string {
  return plainLine(`${name}: ${model} over ${provider}${address === null ? "" : ` at ${address}`}`);
}

function lineOf(
  { question, outcome, found }: ProbeResult,
  { width, colours, columns }: { width: number; colours: Colours; columns: number },
): string {
  const paint = { yes: colours.green, no: colours.yellow, not_said: colours.dim, failed: colours.red }[outcome];
  const label = ` ${pad(question, width)}  ${paint(pad(OUTCOME_WORDS[outcome], 8))}`;
  return hang(label, plainLine(shortened(found)), columns);
}

/** A provider's error may be a page. */
const LONGEST = 300;

export function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} ...` : text;
}

export const WORKFLOW_TITLES = ["workflow", "ok", "requests", "calls", "largest", "tokens in", "out", "seconds"];

function workflowTable(workflows: readonly TriedWorkflow[], width: number): string {
  const titles = WORKFLOW_TITLES.map((title, at) => ({
    title,
    align: at === 0 ? ("left" as const) : ("right" as const),
  }));
  return table(titles, workflows.map(workflowCells), width);
}

export function workflowCells(tried: TriedWorkflow): string[] {
  const { workflow, successes, executions, requests, tool_calls, largest_request, tokens_in, tokens_out, duration_s } =
    tried;
  const known = (value: number | null) => (value === null ? "-" : count(value));
  return [
    ...[workflow, `${successes}/${executions}`, count(requests), count(tool_calls), count(largest_request)],
    ...[known(tokens_in), known(tokens_out), known(duration_s)],
  ];
}

/** What it took, and what the whole would take. */
export function closingLines({ spent, expected, run }: Tried): string[] {
  return [
    `probes: ${spentLine(spent)}`,
    ...(run === null ? [] : [`scenarios: ${run}`]),
    ...(expected === null ? [] : [expectedLine(expected)]),
  ];
}

function expectedLine({ executions, tokens_in, tokens_out, cost_usd, hours, concurrency }: ExpectedRun): string {
  const cost = cost_usd === null ? "at a price that is unknown" : `$${cost_usd.toFixed(2)}`;
  const tokens = `${shortCount(tokens_in)} tokens in and ${shortCount(tokens_out)} out`;
  return `the whole matrix: ${countOf(executions, "execution")}, ${tokens}, ${cost}, ${hours} hours at concurrency ${concurrency}, if all go as these did; judges come on top`;
}

function spentLine({ requests, tokens_in, tokens_out, tokens_estimated, cost_usd, duration_s }: TrySpending): string {
  const cost = cost_usd === null ? "cost unknown" : `$${cost_usd.toFixed(4)}`;
  const about = tokens_estimated ? "about " : "";
  return `${countOf(requests, "request")}, ${about}${count(tokens_in)} tokens in and ${count(tokens_out)} out, ${cost}, ${duration_s} s`;
}
