import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GUARD_CODES } from "../../../agent/guards/refusal.ts";
import type { Substrate } from "../../../db/ports/ports.ts";
import { CANARY, plantCanaries } from "../../../scripts/fuzz-guards/canaries.ts";
import { stateOf } from "../../../scripts/fuzz-guards/state.ts";
import { readStatements } from "../../../scripts/fuzz-guards/statements.ts";
import { type Language, openTelecom, runTool } from "../../../scripts/fuzz-guards/telecom.ts";
import { nonEmpty } from "../../non-empty.ts";
import { describeOn, testPrefix } from "../../servers.ts";

const LANGUAGES: readonly Language[] = ["sql", "cypher"];

/** What is refused does not depend on how busy this machine is. */
const UNHURRIED_MS = 60_000;

interface Opened {
  substrate: Substrate;
  remove(): Promise<void>;
}

async function embedded(): Promise<Opened> {
  const substrate = await openTelecom(process.env.SCOPEBENCH_CACHE!);
  return { substrate, remove: () => substrate.close() };
}

async function postgres(): Promise<Opened> {
  const cache = await mkdtemp(join(tmpdir(), "scopebench-guards-"));
  const { prefix, dropAll } = testPrefix();
  const substrate = await openTelecom(cache, { urlEnv: "SCOPEBENCH_TEST_POSTGRES_URL", prefix });
  return {
    substrate,
    async remove() {
      await substrate.close();
      await dropAll();
      await rm(cache, { recursive: true });
    },
  };
}

function contract(open: () => Promise<Opened>): void {
  let { substrate, remove, before } = {} as Opened & { before: string };
  beforeAll(async () => {
    ({ substrate, remove } = await open());
    await plantCanaries(substrate.sql);
    before = await stateOf(substrate.sql);
  });
  afterAll(() => remove());

  describe.each(LANGUAGES)("%s on the default corpus", (language) => {
    it("every hostile statement is refused with its code and a hint, none executes, none writes", async () => {
      const statements = readStatements(`hostile-${language}.txt`);
      expect(statements.length).toBeGreaterThan(200);
      const wrong = [];
      for (const { heading, text } of statements) {
        expect(GUARD_CODES).toContain(heading);
        const { error } = await runTool(substrate, language, { query: text });
        if (error?.code !== heading || !error.hint) wrong.push({ text: text.slice(0, 200), heading, error });
      }
      expect(wrong).toEqual([]);
      expect(await stateOf(substrate.sql)).toBe(before);
    });

    it("no legitimate query is refused; each runs, and gives rows where it should", async () => {
      const wrong = [];
      for (const { heading, text } of nonEmpty(readStatements(`legitimate-${language}.txt`))) {
        const { error, rows } = await runTool(substrate, language, { query: text, timeoutMs: UNHURRIED_MS });
        if (error || (heading === "rows" && rows.length === 0)) wrong.push({ text, error });
        expect(JSON.stringify(rows)).not.toContain(CANARY);
      }
      expect(wrong).toEqual([]);
    });
  });
}

describe("on the embedded database", () => contract(embedded));
describeOn(["PostgreSQL"], "on PostgreSQL", () => contract(postgres));

it("the corpora hold what their tests claim: 600 hostile statements, 300 legitimate queries of which 60 are Cypher", () => {
  const count = (kind: string, language: Language) => readStatements(`${kind}-${language}.txt`).length;
  expect(count("hostile", "sql") + count("hostile", "cypher")).toBeGreaterThan(600);
  expect(count("legitimate", "sql") + count("legitimate", "cypher")).toBeGreaterThan(300);
  expect(count("legitimate", "cypher")).toBeGreaterThan(60);
});
