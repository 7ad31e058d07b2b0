import { count, countOf } from "../../../base/counts.ts";
import { type Colours, coloursOf } from "../../print/colours.ts";
import type { Io } from "../../print/io.ts";
import { hang, pad, plainLine, wrap } from "../../print/text.ts";
import type { ProbeOutcome, ProbeResult } from "./probe.ts";
import type { Tried, TrySpending } from "./tried.ts";

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
  for (const line of troubleLines(tried)) io.out(hang(" -", line, io.columns));
  io.out(wrap(spentLine(tried.spent), io.columns, ""));
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

/** What will go wrong in a run, each thing once. */
export function troubleLines({ probes }: Tried): string[] {
  const lines = probes.flatMap(({ question, advice }) => (advice === undefined ? [] : [{ question, advice }]));
  const byAdvice = Map.groupBy(lines, ({ advice }) => advice);
  return [...byAdvice].map(([advice, of]) => plainLine(`${of.map(({ question }) => question).join(", ")}: ${advice}`));
}

export function spentLine({
  requests,
  tokens_in,
  tokens_out,
  tokens_estimated,
  cost_usd,
  duration_s,
}: TrySpending): string {
  const cost = cost_usd === null ? "cost unknown" : `$${cost_usd.toFixed(4)}`;
  const about = tokens_estimated ? "about " : "";
  return `${countOf(requests, "request")}, ${about}${count(tokens_in)} tokens in and ${count(tokens_out)} out, ${cost}, ${duration_s} s`;
}
