import { countOf } from "../../../base/counts.ts";
import type { Audit } from "./audit.ts";
import type { AuditComparison } from "./comparisons.ts";

const SHOWN = 5;

export function renderAudit({ files, passed_over, comparisons, findings }: Audit): string {
  const executions = files.reduce((sum, file) => sum + file.executions, 0);
  const head = `${countOf(files.length, "file")}, ${countOf(executions, "execution")}: ${countOf(findings.length, "finding")}`;
  const over = passed_over.length === 0 ? [] : [`not read, of no known tool: ${passed_over.join(", ")}`];
  const blocks = findings.map(({ rule, severity, finding, todo, rows }) => {
    const more = rows.length > SHOWN ? `, and ${rows.length - SHOWN} more` : "";
    return `\n${severity}: ${rule}\n  ${finding}\n  ${rows.slice(0, SHOWN).join(", ")}${more}\n  ${todo}`;
  });
  const compared = comparisons.length === 0 ? [] : ["", ...comparisons.map(sayComparison)];
  return [head, ...over, ...blocks, ...compared].join("\n");
}

function sayComparison({ metric, first, second, items, difference, interval, p }: AuditComparison): string {
  const between =
    interval.low === null || interval.high === null ? "no interval" : `${sign(interval.low)} to ${sign(interval.high)}`;
  return `${metric}: ${first} less ${second} ${sign(difference)} (${between}), p ${p?.toFixed(3) ?? "none"}, ${countOf(items, "pair")}`;
}

const sign = (value: number) => `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(3)}`;
