import { type ParsedAnswer, parseAnswer } from "../../answer.ts";
import { type FoundTest, FoundTests } from "../found-tests.ts";

/** What an executor came back with. */
export interface ExecutorReport {
  findings: FoundTests;
  /** Why there is nothing; null when something was found. */
  nothing: string | null;
  /** What it says first. */
  sentence: string;
}

/** Reads a report, in the form of an answer or, from an executor that did not know the form, a plain list. */
export function readReport(text: string): ExecutorReport {
  const answer = parseAnswer(text);
  const ids = answer.ranked.length > 0 ? answer.ranked : plainIds(text);
  const lines = text.split("\n");
  const findings = ids.map((id, rank) =>
    toFinding(lines.find((line) => line.includes(id)) ?? "", { id, rank, answer }),
  );
  const nothing = findings.length > 0 ? null : (answer.abstentionReason ?? "the executor reported nothing.");
  const [first = ""] = answer.prose.split("\n");
  return { findings: new FoundTests(findings), nothing, sentence: /^No supported|^- /.test(first) ? "" : first };
}

function toFinding(line: string, { id, rank, answer }: { id: string; rank: number; answer: ParsedAnswer }): FoundTest {
  const labels = [...line.matchAll(/\[(S\d+)\]/g)].map((match) => match[1]);
  const paths = answer.sources.filter(({ label }) => labels.includes(label)).map(({ target }) => pathOf(target));
  const [, why = ""] = /\s-\s(.*?)\s*(?:\[S\d+\])*$/.exec(line) ?? [];
  const evidence = (paths.length > 0 ? paths : [null]).map((path) => ({ kind: "link" as const, path, rank, why }));
  return { id, title: "", evidence };
}

function pathOf(target: string): string | null {
  const path = /\?path=(.+)$/.exec(target)?.[1];
  return path === undefined ? null : decodeURI(path);
}

function plainIds(text: string): string[] {
  return [...text.matchAll(/^\s*[-*]\s+`?([^\s`]+)`?\s+-\s/gm)].map((match) => match[1] ?? "");
}
