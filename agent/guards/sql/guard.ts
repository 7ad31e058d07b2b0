import { withoutTiers } from "../../../base/without-tiers.ts";
import { cappedQuery } from "../../../db/postgres/capped-query.ts";
import { GuardRefusal, placeOf } from "../refusal.ts";
import { checkSelect } from "./check.ts";
import type { ReadableRelations } from "./columns/model.ts";

/** Longest statement, in characters. */
const MAX_SQL_CHARS = 10_000;

export interface GuardedSql {
  /** The statement as `cappedQuery` wraps it: `readCapped` reads its result. */
  sql: string;
  /** Relations that it reads, as `schema.name`, by name. */
  relations: string[];
}

/**
 * Lets one pure SELECT over readable relations pass, judged on PostgreSQL's own parse tree.
 * @throws GuardRefusal on anything else; the message lists every fault
 */
export async function guardSql(
  sql: string,
  options: { relations: ReadableRelations; maxRows: number },
): Promise<GuardedSql> {
  if (sql.length > MAX_SQL_CHARS)
    throw new GuardRefusal(
      "sql_too_long",
      `The statement has ${sql.length} characters; ${MAX_SQL_CHARS} are allowed.`,
      {
        hint: "Write a shorter statement.",
      },
    );
  const statement = await parseOne(sql);
  const { faults, relations } = checkSelect(statement.tree, options.relations);
  const [first] = faults;
  if (first) {
    const position = first.byte === null ? null : characterAt(sql, first.byte);
    const messages = [...new Set(faults.map((fault) => fault.message))].join(" ");
    throw new GuardRefusal(first.code, withPlace(sql, messages, position), { hint: first.hint, position });
  }
  return { sql: cappedQuery(statement.text, { maxRows: options.maxRows }), relations };
}

async function parseOne(sql: string): Promise<{ tree: unknown; text: string }> {
  if (sql.trim() === "" || sql.includes("\0"))
    throw new GuardRefusal("sql_syntax", "There is no statement.", { hint: "Send one SELECT." });
  const { stmts = [] } = await parseText(sql);
  const [only, second] = stmts;
  if (second) {
    const position = characterAt(sql, second.stmt_location ?? 0);
    throw new GuardRefusal("sql_multiple_statements", "Only one statement is allowed.", {
      hint: "Send one SELECT; use WITH for steps.",
      position,
    });
  }
  if (!only) throw new GuardRefusal("sql_syntax", "There is no statement.", { hint: "Send one SELECT." });
  // PostgreSQL counts bytes; a length of 0 means up to the end. A semicolon and what follows it are left out.
  const bytes = Buffer.from(sql);
  const start = only.stmt_location ?? 0;
  return { tree: only.stmt, text: bytes.subarray(start, only.stmt_len ? start + only.stmt_len : undefined).toString() };
}

async function parseText(sql: string): ReturnType<typeof parseSql> {
  try {
    return await parseSql(sql);
  } catch (error) {
    const { message, sqlDetails } = error as Error & { sqlDetails?: { cursorPosition?: number } };
    const position = sqlDetails?.cursorPosition ?? null;
    throw new GuardRefusal("sql_syntax", withPlace(sql, `${message}.`, position), {
      hint: "PostgreSQL cannot read this.",
      position,
    });
  }
}

function withPlace(sql: string, message: string, position: number | null): string {
  return position === null ? message : `${message} (${placeOf(sql, position)})`;
}

function characterAt(sql: string, byte: number): number {
  return Buffer.from(sql).subarray(0, byte).toString().length;
}

type Parse = typeof import("libpg-query")["parse"];
let parser: Promise<Parse> | undefined;

/** PostgreSQL's own parse tree of a text. Errors as libpg-query's. */
async function parseSql(text: string): ReturnType<Parse> {
  parser ??= loadParser();
  return (await parser)(text);
}

async function loadParser(): Promise<Parse> {
  const { parse } = await import("libpg-query");
  await withoutTiers(() => parse("SELECT 1"));
  return parse;
}
