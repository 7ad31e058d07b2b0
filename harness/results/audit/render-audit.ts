import { countOf } from "../../../base/counts.ts";
import type { Audit } from "./audit.ts";

const SHOWN = 5;

export function renderAudit({ files, findings }: Audit): string {
  const executions = files.reduce((sum, file) => sum + file.executions, 0);
  const head = `${countOf(files.length, "file")}, ${countOf(executions, "execution")}: ${countOf(findings.length, "finding")}`;
  const blocks = findings.map(({ rule, severity, finding, todo, rows }) => {
    const more = rows.length > SHOWN ? `, and ${rows.length - SHOWN} more` : "";
    return `\n${severity}: ${rule}\n  ${finding}\n  ${rows.slice(0, SHOWN).join(", ")}${more}\n  ${todo}`;
  });
  return [head, ...blocks].join("\n");
}
