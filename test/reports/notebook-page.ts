import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ReportServer, serveReport } from "../../harness/show/live/serve-report.ts";
import { readNotebooks } from "../../harness/show/report/notebooks/store.ts";
import { FORMULAS } from "./formulas.ts";
import { HOSTILE_EXECUTION } from "./hostile-site.ts";
import { excess, violations } from "./look.ts";
import { OWN_QUESTIONS } from "./own-questions.ts";
import { readRaws } from "./recompute.ts";

interface Served {
  browser: Browser;
  /** Address of the report's folder on a host that only shows it. */
  base: string;
  run: string;
}

const TITLE = "Ten questions";
const HOSTILE_TEXT = "**Read** <img src=x onerror=window.hacked=1> [out](http://evil.invalid/) [pages](./method.html)";

/** Someone asks ten questions of a run, draws, writes, saves, sends and exports. */
export function describeNotebook(served: () => Served): void {
  describe("a notebook of one's own", () => {
    let server: ReportServer;
    let context: BrowserContext;
    let page: Page;
    const complaints: string[] = [];
    beforeAll(async () => {
      const { browser, run } = served();
      server = await serveReport(join(run, "report"), { runDirectory: run });
      context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      page = await opened(`${server.url}query.html`);
    });
    afterAll(async () => {
      await context?.close();
      await server?.close();
    });

    async function opened(address: string): Promise<Page> {
      const other = await context.newPage();
      other.on("pageerror", (error) => complaints.push(error.message));
      other.on("response", (response) => response.status() >= 400 && complaints.push(response.url()));
      await other.goto(address);
      await other.locator(".questions button").first().waitFor();
      return other;
    }

    it("answers ten questions, of which some ask what others gave", async () => {
      await page.getByLabel("Title of the notebook").fill(TITLE);
      for (const { title, name, text } of OWN_QUESTIONS) {
        await page.getByRole("button", { name: "Add SQL" }).click();
        const cell = page.locator(".query-cell").last();
        await cell.getByLabel("Title of the cell").fill(title);
        await cell.getByLabel("Name of the result").fill(name);
        await cell.locator("textarea").fill(text);
        await cell.locator("textarea").press("Control+Enter");
        await cell.locator(".found, .error").waitFor();
      }
      expect(await page.locator(".query-cell .error").allTextContents()).toEqual([]);
      expect(await page.locator(".query-cell .found").count()).toBe(10);
      const raws = [...(await readRaws(served().run)).values()];
      const passes = (own: typeof raws) =>
        own.map((raw) => FORMULAS.functional_pass!(raw)).filter((one) => one !== null);
      const rates = [
        ...Map.groupBy(raws, ({ record: { model, workflow, knowledge } }) => [model, workflow, knowledge].join("|")),
      ].map(([, own]) => ({
        model: own[0]!.record.model,
        rate: passes(own).reduce((a, b) => a + b, 0) / passes(own).length,
      }));
      const best = [...Map.groupBy(rates, ({ model }) => model)].map(([, own]) =>
        Math.max(...own.map(({ rate }) => rate)),
      );
      const shown = await page.locator(".query-cell").nth(1).locator("tbody td:last-child").allInnerTexts();
      expect(shown.map(Number).sort()).toEqual(best.map((rate) => Number(rate.toPrecision(6))).sort());
    });

    it("sorts an answer by a column, and leads from ids in any column to what they name", async () => {
      const cell = page.locator(".query-cell", { hasText: "opened" }).first();
      const lengths = async () => (await cell.locator("tbody td:last-child").allInnerTexts()).map(Number);
      const asked = await lengths();
      const head = cell.getByRole("button", { name: "characters", exact: true });
      await head.click();
      await cell.getByRole("button", { name: "characters ↓" }).click();
      expect(await lengths()).toEqual(asked.toReversed());
      expect(await cell.locator("th[aria-sort]").getAttribute("aria-sort")).toBe("ascending");
      const links = await cell
        .locator("tbody tr")
        .first()
        .locator("a")
        .evaluateAll((all) => all.map((one) => one.getAttribute("href")));
      expect(links).toEqual([
        expect.stringMatching(/executions\.html\?id=/),
        expect.stringMatching(/scenarios\.html\?scenario=S/),
      ]);
    });

    it("draws an answer at a click, by its own columns, and another way at another", async () => {
      const first = page.locator(".query-cell").first();
      await first.getByRole("button", { name: "Chart" }).click();
      const plot = page.locator(".query-cell.plot").first();
      await plot.locator("svg [aria-label=bar] rect").first().waitFor();
      expect(await plot.locator("svg [aria-label=bar] rect").count()).toBe(18);
      expect(await plot.getByRole("combobox", { name: "x", exact: true }).inputValue()).toBe("pass_rate");
      await plot.getByRole("combobox", { name: "draw" }).selectOption("points");
      await plot.locator("svg [aria-label=dot] circle").first().waitFor();
      expect(await plot.locator("svg [aria-label=dot] circle").count()).toBe(18);
    });

    it("completes names of tables, columns and results, and takes names from the list of tables", async () => {
      await page.getByRole("button", { name: "Add SQL" }).click();
      const cell = page.locator(".query-cell").last();
      const input = cell.locator("textarea");
      await input.fill("");
      await input.pressSequentially("SELECT pass_ra");
      await cell
        .getByRole("option", { name: /^pass_rate / })
        .first()
        .waitFor();
      await input.press("Tab");
      await input.pressSequentially(" FROM pass_");
      await cell.getByRole("option", { name: /^pass_rates result/ }).waitFor();
      await input.press("Enter");
      await input.pressSequentially(" WHERE ");
      await page.locator(".query-tables summary", { hasText: "executions" }).click();
      await page.locator(".query-tables").getByRole("button", { name: "ndcg@10", exact: true }).click();
      expect(await input.inputValue()).toBe('SELECT pass_rate FROM pass_rates WHERE "ndcg@10"');
      expect(await cell.locator(".colours .keyword").allTextContents()).toEqual(["SELECT", "FROM", "WHERE"]);
      await cell.getByRole("button", { name: "Remove this cell" }).click();
    });

    it("holds texts, in which nothing is run and no link leads out of the report", async () => {
      await page.getByRole("button", { name: "Add text" }).click();
      const cell = page.locator(".query-cell.text");
      await cell.locator("textarea").fill(HOSTILE_TEXT);
      await cell.getByRole("button", { name: "Done" }).click();
      expect(await cell.locator(".output strong").innerText()).toBe("Read");
      expect(await cell.locator(".output img").count()).toBe(0);
      expect(await cell.locator(".output a").evaluateAll((all) => all.map((one) => one.getAttribute("href")))).toEqual([
        "./method.html",
      ]);
    });

    it("lists its cells and what was asked, passes axe, and fits 400 pixels", async () => {
      const cells = page.locator("section[aria-label=Cells] li");
      expect(await cells.count()).toBe(12);
      expect(await page.locator("section[aria-label=History] li").count()).toBe(10);
      expect(await violations(page, "all")).toEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await violations(page, "colours")).toEqual([]);
      await page.setViewportSize({ width: 400, height: 800 });
      await expect.poll(() => excess(page)).toBeLessThanOrEqual(0);
      await page.setViewportSize({ width: 1280, height: 900 });
    });

    it("is saved in the run under its title, opened again, and removed", async () => {
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.locator(".shelf .status", { hasText: "saved as ten-questions" }).waitFor();
      const [saved] = await readNotebooks(served().run);
      expect(saved).toMatchObject({ name: "ten-questions", title: TITLE });
      expect(saved!.cells).toHaveLength(12);
      const other = await opened(`${server.url}query.html`);
      await other.locator(".shelf").getByRole("button", { name: TITLE, exact: true }).click();
      expect(await other.locator(".query-cell").count()).toBe(12);
      await other.getByRole("button", { name: `Remove ${TITLE}` }).click();
      await other.locator(".shelf .status", { hasText: "removed" }).waitFor();
      expect(await readNotebooks(served().run)).toEqual([]);
      await other.close();
    });

    it("is sent as a link that keeps titles and names, and says when it was written over another run", async () => {
      const link = new URL(page.url());
      const other = await opened(link.href);
      expect(await other.getByLabel("Title of the notebook").inputValue()).toBe(TITLE);
      expect(await other.getByLabel("Title of the cell").first().inputValue()).toBe(OWN_QUESTIONS[0]!.title);
      expect(await other.locator(".query-cell.sql .output").first().innerText()).toBe("");
      const warning = other.locator(".query-columns .warning");
      expect(await warning.isVisible()).toBe(false);
      const elsewhere = { run: "another-run", title: "Theirs", cells: [{ type: "sql", text: "SELECT 1" }] };
      const file = { name: "a.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(elsewhere)) };
      await other.getByLabel("Open a notebook's file").setInputFiles(file);
      await warning.waitFor();
      expect(await warning.innerText()).toContain("written over the run another-run");
      await other.close();
    });

    it("is kept in the browser where a host only shows the report, which is said", async () => {
      const other = await opened(`${served().base}query.html${new URL(page.url()).hash}`);
      expect(await other.locator(".shelf .caption").innerText()).toContain("kept in this browser");
      await other.getByRole("button", { name: "Save", exact: true }).click();
      await other.locator(".shelf .status", { hasText: "saved as" }).waitFor();
      await other.reload();
      await other.locator(".shelf").getByRole("button", { name: TITLE, exact: true }).waitFor();
      await other.close();
    });

    it("is exported as a page that runs nothing and asks for nothing, with its answers and drawings", async () => {
      await page.getByRole("button", { name: "Add SQL" }).click();
      const input = page.locator(".query-cell textarea").last();
      await input.fill(`SELECT answer FROM executions WHERE execution = '${HOSTILE_EXECUTION}'`);
      await input.press("Control+Enter");
      await page.locator(".query-cell").last().locator(".found").waitFor();
      const html = await exportedAs(page, ".html");
      const other = await context.newPage();
      const asked: string[] = [];
      other.on("request", (request) => asked.push(request.url()));
      await other.setContent(html);
      expect(await other.locator("table").count()).toBe(11);
      expect(await other.locator("svg [aria-label=dot] circle").count()).toBe(18);
      expect(await other.locator("script, img, a, iframe, button, input").count()).toBe(0);
      expect(await other.evaluate("window.hacked ?? null")).toBeNull();
      expect(await other.locator("body").innerText()).toContain("[U+202E]");
      expect(asked).toEqual([]);
      await other.close();
    });

    it("is exported for Jupyter, with its drawing and its answers as text", async () => {
      const { cells } = JSON.parse(await exportedAs(page, ".ipynb"));
      expect(cells.filter(({ cell_type }: { cell_type: string }) => cell_type === "code")).toHaveLength(12);
      expect(cells.find(({ attachments }: { attachments?: object }) => attachments)).toBeDefined();
      const texts = cells.filter(({ cell_type }: { cell_type: string }) => cell_type === "markdown");
      expect(JSON.stringify(texts.map(({ source }: { source: string }) => source))).not.toMatch(/<|evil\.invalid\)/);
      expect(JSON.stringify(cells)).not.toContain("text/html");
    });

    it("breaks nowhere", () => {
      expect(complaints).toEqual([]);
    });
  });
}

async function exportedAs(page: Page, ending: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: `Export ${ending}` }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`ten-questions${ending}`);
  return readFile(await download.path(), "utf8");
}
