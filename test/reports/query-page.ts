import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readScores } from "../../harness/record/run-directory/scores.ts";
import { nonEmpty } from "../non-empty.ts";
import { HOSTILE_EXECUTION } from "./hostile-site.ts";
import { violations } from "./look.ts";
import { type AnswerRow, answersFrom } from "./query-answers.ts";
import { readRaws } from "./recompute.ts";

interface Served {
  browser: Browser;
  /** Address of the report's folder. */
  base: string;
  run: string;
}

/** Statements that would read or write outside the tables, and how each is refused. */
const REFUSED = {
  "SELECT * FROM read_csv('http://evil.invalid/a.csv')": "Permission Error",
  "SELECT * FROM 'http://evil.invalid/a.parquet'": "Catalog Error",
  "FROM read_text('/etc/passwd')": "Permission Error",
  "COPY executions TO 'a.csv'": "a cell only reads",
  "ATTACH 'http://evil.invalid/a.db'": "a cell only reads",
  "INSTALL httpfs": "a cell only reads",
  "LOAD httpfs": "a cell only reads",
  "SET enable_external_access = true": "a cell only reads",
  "WITH a AS (SELECT 1) SELECT * FROM glob('*')": "Permission Error",
  "SELECT 1; DROP TABLE executions": "one statement a cell",
  "SELECT missing FROM executions": 'Binder Error: Referenced column "missing" not found',
};

/** The page in a browser that reaches nothing but the report's static files. */
export function describeQueryPage(served: () => Served): void {
  describe("the page Query", () => {
    let page: Page;
    const requests: string[] = [];
    const complaints: string[] = [];
    beforeAll(async () => {
      const { browser, base } = served();
      const context = await browser.newContext({ viewport: { width: 1240, height: 900 } });
      await context.route(
        (url) => !url.href.startsWith(base),
        (route) => {
          complaints.push(`request to ${route.request().url()}`);
          return route.abort();
        },
      );
      page = await context.newPage();
      page.on("request", (request) => requests.push(request.url()));
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("dialog", (dialog) => complaints.push(dialog.message()));
      await page.goto(`${base}query.html`);
      await page.locator(".questions button").first().waitFor();
    });
    afterAll(() => page?.context().close());

    it("loads DuckDB and a table only when a cell is run that needs them", async () => {
      expect(requests.filter((url) => /duckdb|parquet/.test(url))).toEqual([]);
      expect(await runSql(page, "SELECT count(*) AS n FROM scenarios")).toBeNull();
      expect(requests.filter((url) => url.endsWith(".parquet")).map((url) => url.split("/").at(-1))).toEqual([
        "scenarios.parquet",
      ]);
    });

    it("answers twelve questions with the numbers that the raw records give", async () => {
      const { run } = served();
      const expected = answersFrom([...(await readRaws(run)).values()], await readScores(run));
      const titles = await page.locator(".questions button").allTextContents();
      expect(titles).toEqual(Object.keys(expected));
      for (const title of nonEmpty(titles)) {
        await page.locator(".questions button", { hasText: title }).click();
        const cell = page.locator(".query-cell.sql").last();
        await finished(page);
        expect.soft(narrowed(await csvOf(cell), expected[title]!), title).toEqual(expected[title]!.map(rounded));
      }
      expect(Object.values(expected).filter(({ length }) => length === 0)).toEqual([]);
      expect(
        await page.locator(".query-cell.plot svg [aria-label=bar], .query-cell.plot svg [aria-label=dot]").count(),
      ).toBe(2);
    });

    it("passes axe with its answers and all tables unfolded", async () => {
      await page.evaluate("document.querySelectorAll('.query-tables summary').forEach((summary) => summary.click())");
      expect(await violations(page, "all")).toEqual([]);
    });

    it.each(Object.entries(REFUSED))("refuses %s", async (sql, says) => {
      expect(await runSql(page, sql)).toContain(says);
    });

    it("goes on after a query that was cancelled", async () => {
      const input = await lastInput(page);
      await input.fill("SELECT count(*) FROM range(10000000) a, range(1000000) b WHERE (a.range * b.range) % 7 = 3");
      await input.press("Control+Enter");
      await page.locator(".query-cell .status", { hasText: "slow" }).waitFor();
      await page.getByRole("button", { name: "Cancel the query" }).click();
      await page.locator(".query-cell .error", { hasText: "cancel" }).waitFor();
      expect(await runSql(page, "SELECT 42 AS answer")).toBeNull();
    });

    it("fetches no more than it can hold, and says so", async () => {
      expect(await runSql(page, "SELECT * FROM range(100000000)")).toBeNull();
      expect(await page.locator(".query-cell").last().locator(".found").textContent()).toContain(
        "more than 50,000 rows",
      );
    });

    it("shows hostile text as text, and leads from an execution's name to the execution", async () => {
      await runSql(page, `SELECT execution, answer FROM executions WHERE execution = '${HOSTILE_EXECUTION}'`);
      const table = page.locator(".query-cell").last().locator("tbody");
      expect(await table.textContent()).toContain("[U+202E]");
      expect(await table.locator("img, script").count()).toBe(0);
      expect(await table.locator("a").getAttribute("href")).toBe(`./executions.html?id=${HOSTILE_EXECUTION}`);
    });

    it("refuses a plot by the name of what it does not know", async () => {
      await page.getByRole("button", { name: "Add plot" }).click();
      await page.locator(".query-cell.plot summary").last().click();
      const input = page.locator(".query-cell textarea").last();
      await input.fill('{"marks": [{"type": "dot", "x": "execution", "href": "execution"}]}');
      await input.press("Control+Enter");
      await page.locator(".query-cell").last().locator(".error", { hasText: "marks[0].href is not known" }).waitFor();
    });

    it("keeps its cells in the address, and says when it is broken or too long", async () => {
      await page.goto(`${served().base}query.html`);
      await page.getByRole("button", { name: "Add SQL" }).click();
      await page.waitForFunction("location.hash !== ''");
      const empty = await page.evaluate("location.hash");
      await page.locator(".query-cell textarea").fill("SELECT 'ä'");
      await page.waitForFunction(`location.hash !== ${JSON.stringify(empty)}`);
      await page.reload();
      await page.locator(".query-cell textarea").waitFor();
      expect(await page.locator(".query-cell textarea").inputValue()).toBe("SELECT 'ä'");
      const hash = (await page.evaluate("location.hash")) as string;
      await page.evaluate(`location.hash = ${JSON.stringify(hash.slice(0, -6))}`);
      await page.locator(".warning", { hasText: "broken" }).waitFor();
    });

    it("and DuckDB on pages of one's own answer from the same tables", async () => {
      await page.goto(`${served().base}own-queries.html`);
      await page.locator("#count").waitFor();
      const scores = await readScores(served().run);
      const high = scores.flatMap(({ scores: all }) => Object.values(all)).filter(({ value }) => (value ?? 0) > 0.5);
      expect(await page.locator("#count").textContent()).toBe(String(high.length));
      await page.locator("figure.plot svg [aria-label=bar]").waitFor();
    });

    it("reaches for nothing outside the report, and breaks nowhere", () => {
      expect(complaints).toEqual([]);
    });
  });
}

async function lastInput(page: Page) {
  await page.getByRole("button", { name: "Add SQL" }).click();
  return page.locator(".query-cell textarea").last();
}

/** Gives what a statement is refused with, null where it gave an answer. */
async function runSql(page: Page, sql: string): Promise<string | null> {
  const input = await lastInput(page);
  await input.fill(sql);
  await input.press("Control+Enter");
  await finished(page);
  const error = page.locator(".query-cell").last().locator(".error");
  return (await error.count()) > 0 ? error.textContent() : null;
}

async function finished(page: Page): Promise<void> {
  await page.waitForFunction(
    `[...document.querySelectorAll(".query-cell")].every((cell) => cell.querySelector(".output").childElementCount > 0 && /^(\\d+ ms)?$/.test(cell.querySelector(".status").textContent))`,
  );
}

async function csvOf(cell: ReturnType<Page["locator"]>): Promise<Record<string, string>[]> {
  const [download] = await Promise.all([
    cell.page().waitForEvent("download"),
    cell.getByRole("button", { name: "CSV" }).click(),
  ]);
  return parse(await readFile(await download.path(), "utf8"), { columns: true });
}

/** The columns of an answer that are computed again, with numbers as such. */
function narrowed(rows: readonly Record<string, string>[], like: readonly AnswerRow[]): AnswerRow[] {
  return rows.map((row, at) => {
    const names = Object.keys(like[at] ?? row);
    return rounded(Object.fromEntries(names.map((name) => [name, cellOf(row[name]!)])));
  });
}

function cellOf(text: string): string | number | null {
  if (text === "") return null;
  return Number.isNaN(Number(text)) ? text : Number(text);
}

/** Sums differ in their last digits by the order of what is added. */
function rounded(row: AnswerRow): AnswerRow {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === "number" ? Number(value.toPrecision(9)) : value,
  ]);
  return Object.fromEntries(entries);
}
