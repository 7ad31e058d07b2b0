import { readdir, stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { compareText } from "../../../base/text-order.ts";
import { UserError } from "../../../base/user-error.ts";
import type { AuditedFile, AuditedRow, AuditFinding } from "./audited.ts";
import { type AuditComparison, compareSystems, notToldApart } from "./comparisons.ts";
import { AUDIT_READERS } from "./readers/registry.ts";
import { openResults } from "./results-file.ts";
import { AUDIT_RULES } from "./rules.ts";

export interface Audit {
  /** `version` as the file states it, null where it states none. */
  files: { name: string; tool: string; version: string | null; executions: number }[];
  /** Files of folders that are of no known tool. */
  passed_over: string[];
  /** Each pair of systems by each metric. */
  comparisons: AuditComparison[];
  findings: AuditFinding[];
}

/** Reads results of other tools and holds every rule against them. @throws UserError `input` for a file that is none of them */
export async function auditResults(paths: readonly string[], cwd: string): Promise<Audit> {
  const { files, passedOver } = await readAll(paths, cwd);
  const rows = files.flatMap((file) => file.rows);
  const comparisons = compareSystems(rows);
  const findings = Object.entries(AUDIT_RULES).flatMap(([rule, { severity, say, todo, find }]) =>
    files.flatMap((file): AuditFinding[] => {
      const found = find(file);
      return found.length === 0
        ? []
        : [{ rule, severity, finding: `${file.name}: ${say(found.length)}`, todo, rows: found }];
    }),
  );
  return {
    files: files.map(({ name, tool, version, rows }) => ({ name, tool, version, executions: rows.length })),
    passed_over: passedOver,
    comparisons,
    findings: [...findings, ...splitLeaks(rows), ...notToldApart(comparisons)],
  };
}

async function readAll(paths: readonly string[], cwd: string) {
  const files: { path: string; read: AuditedFile }[] = [];
  const strangers: { path: string; named: boolean }[] = [];
  for (const path of paths) {
    const { found, named } = await filesAt(resolve(cwd, path));
    for (const file of found) {
      const read = await readFileOf(file, relative(cwd, file));
      if (read) files.push({ path: file, read });
      else strangers.push({ path: file, named });
    }
  }
  const parts = new Set(files.flatMap(({ read }) => read.parts ?? []));
  const unknown = strangers.filter(({ path }) => !parts.has(path));
  const refused = files.length === 0 ? unknown : unknown.filter(({ named }) => named);
  if (refused.length > 0)
    throw new UserError("input", `${relative(cwd, refused[0]!.path)} is of no tool that is known`, {
      hint: `expected ${AUDIT_READERS.map(({ tool }) => tool).join(", ")}; docs/guides/audit.md says which files`,
    });
  return {
    files: files.filter(({ path }) => !parts.has(path)).map(({ read }) => read),
    passedOver: unknown.map(({ path }) => relative(cwd, path)),
  };
}

const ENDS = /\.(json|jsonl|csv|run|trec)$/;

/** The file, or every one of the folder and below that may hold results. */
async function filesAt(path: string): Promise<{ found: string[]; named: boolean }> {
  const about = await stat(path).catch((cause: unknown) => {
    throw new UserError("input", `${path} cannot be read`, { cause, hint: "expected a file of results, or a folder" });
  });
  if (!about.isDirectory()) return { found: [path], named: true };
  const names = await readdir(path, { recursive: true });
  const files = names.filter((name) => ENDS.test(name)).sort(compareText);
  if (files.length > 0) return { found: files.map((name) => join(path, name)), named: false };
  throw new UserError("input", `${path} holds no .json, .jsonl, .csv, .run or .trec file`, {
    hint: "expected results of a tool",
  });
}

async function readFileOf(path: string, name: string): Promise<AuditedFile | null> {
  const file = await openResults(path, name);
  return (await AUDIT_READERS.find(({ knows }) => knows(file))?.read(file)) ?? null;
}

/** Questions that stand in several parts of the data, over all files. */
function splitLeaks(rows: readonly AuditedRow[]): AuditFinding[] {
  const asked = grouped(
    rows.filter(({ split }) => split != null),
    ({ question }) => question,
  );
  const leaking = [...asked.values()].filter((same) => new Set(same.map(({ split }) => split)).size > 1);
  if (leaking.length === 0) return [];
  return [
    {
      rule: "leaks between splits",
      severity: "error",
      finding: `${countOf(leaking.length, "question stands", "questions stand")} in more than one split`,
      todo: "keep each in one of them, and measure again what was tuned on the other",
      rows: leaking.map((same) => same.map(({ name, split }) => `${name} (${split})`).join(" = ")),
    },
  ];
}
