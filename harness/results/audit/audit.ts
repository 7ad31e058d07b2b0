import { readdir, stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { compareText } from "../../../base/text-order.ts";
import { UserError } from "../../../base/user-error.ts";
import { isInspectLog } from "../compare/sources/read-inspect.ts";
import { isPromptfooFile } from "../compare/sources/read-promptfoo.ts";
import type { AuditedFile, AuditFinding } from "./audited.ts";
import { readInspectRows } from "./read-inspect-rows.ts";
import { readPromptfooRows } from "./read-promptfoo-rows.ts";
import { AUDIT_RULES } from "./rules.ts";
import { notToldApart } from "./told-apart.ts";

export interface Audit {
  files: { name: string; tool: string; executions: number }[];
  findings: AuditFinding[];
}

/** Reads results of other tools and holds every rule against them. @throws UserError `input` for a file that is none of them */
export async function auditResults(paths: readonly string[], cwd: string): Promise<Audit> {
  const files: AuditedFile[] = [];
  for (const path of paths)
    for (const file of await filesAt(resolve(cwd, path))) files.push(await readFileOf(file, relative(cwd, file)));
  const findings = Object.entries(AUDIT_RULES).flatMap(([rule, { severity, say, todo, find }]) =>
    files.flatMap((file): AuditFinding[] => {
      const rows = find(file);
      return rows.length === 0 ? [] : [{ rule, severity, finding: `${file.name}: ${say(rows.length)}`, todo, rows }];
    }),
  );
  return {
    files: files.map(({ name, tool, rows }) => ({ name, tool, executions: rows.length })),
    findings: [...findings, ...notToldApart(files.flatMap(({ rows }) => rows))],
  };
}

/** The file, or every JSON file of the folder and below. */
async function filesAt(path: string): Promise<string[]> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new UserError("input", `${path} cannot be read`, { cause, hint: "expected a file of results, or a folder" });
  });
  if (!found.isDirectory()) return [path];
  const names = await readdir(path, { recursive: true });
  const files = names.filter((name) => name.endsWith(".json")).sort(compareText);
  if (files.length > 0) return files.map((name) => join(path, name));
  throw new UserError("input", `${path} holds no .json file`, {
    hint: "expected logs of Inspect AI or results of promptfoo",
  });
}

async function readFileOf(path: string, name: string): Promise<AuditedFile> {
  if (await isInspectLog(path)) return readInspectRows(path, name);
  if (await isPromptfooFile(path)) return readPromptfooRows(path, name);
  throw new UserError("input", `${name} is of no tool that is known`, {
    hint: "expected a log of Inspect AI (JSON) or results of promptfoo (JSON)",
  });
}
