import { canonicalJson } from "../../base/hash.ts";
import type { RunSource, SourceExecution } from "./sources/run-source.ts";

/** What differs between a stored baseline and the one that is to replace it, a line each. */
export function baselineChanges(before: RunSource, after: RunSource): string[] {
  const known = new Map(before.executions.map((execution) => [execution.name, contentOf(execution)]));
  const kept = after.executions.filter(({ name }) => known.has(name));
  const changed = kept.filter((execution) => known.get(execution.name) !== contentOf(execution)).length;
  const [added, removed] = [after.executions.length - kept.length, known.size - kept.length];
  const { scenarios: _, metrics: __, ...facts } = after.provenance;
  const provenance = Object.entries(facts).flatMap(([name, value]) => {
    const old = before.provenance[name as keyof typeof facts];
    return canonicalJson(old) === canonicalJson(value) ? [] : [`${name}: ${show(old)} -> ${show(value)}`];
  });
  return [
    `executions: ${changed} changed, ${kept.length - changed} unchanged, ${added} added, ${removed} removed`,
    ...provenance,
  ];
}

function contentOf({ outcome, scores }: SourceExecution): string {
  return canonicalJson({ outcome, scores });
}

function show(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
