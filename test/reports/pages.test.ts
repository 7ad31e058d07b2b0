import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "csv-parse/sync";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeRandom } from "../../base/random.ts";
import { cli } from "../../harness/cli/index.ts";
import { runPath } from "../../harness/record/run-directory/paths.ts";
import { planFor } from "../../harness/results/compare/sequential/plan-for.ts";
import { type ReportServer, serveReport } from "../../harness/show/live/serve-report.ts";
import { compareAsPage } from "../../harness/show/report/for-comparison.ts";
import { PAGES } from "../../harness/show/report/pages/registry.ts";
import type { ExecutionRow, ExecutionsData } from "../../harness/show/report/site-data.ts";
import { launchBrowser } from "../../scripts/browser.ts";
import { madeSource } from "../harness/results/compare/made-source.ts";
import { BASELINE, CANDIDATES, RULES } from "../harness/results/compare/six-states.ts";
import type { FixtureContext } from "../harness/run/stages/context.ts";
import { nonEmpty } from "../non-empty.ts";
import { HOSTILE_EXECUTION, makeHostileSite } from "./hostile-site.ts";
import { countMarks, drawAll, excess, type LinkedNumber, linkedNumbers, unlinkedNumbers, violations } from "./look.ts";
import { describeNotebook } from "./notebook-page.ts";
import { PAYLOADS } from "./payloads.ts";
import { describeQueryPage } from "./query-page.ts";
import { canRecompute, RECOMPUTED, recomputeFrom } from "./recompute.ts";

/** Code of pages, whose types are those of a browser. */
const LIST = new URL("../../reports/src/components/execution-list.ts", import.meta.url).href;
interface ExecutionList {
  loadList(): Promise<ExecutionsData>;
  decodeRows(data: ExecutionsData): ExecutionRow[];
  listedRows(data: ExecutionsData, rows: readonly ExecutionRow[]): Promise<readonly ExecutionRow[]>;
}
const ONE = `executions.html?id=${HOSTILE_EXECUTION}#call-0`;
/** The reader's own page among them, as `report new` started it. */
const LOOKED_AT = [
  ...[...PAGES.map(({ file }) => file), "my-question"].map((name) => `${name}.html`),
  ONE,
  "executions.html?id=explorer__react__prompt__S002__0",
  "executions.html?id=explorer__react__skill__S001__0",
  "executions.html?metric=overall_score,calibration_overall_score&has=value",
  "scenarios.html?scenario=S001",
  "scenarios.html?scenario=S002",
];

/** Made as the one before each of them is, of other text: axe, which sees markup, has nothing new to find. */
const ALIKE = LOOKED_AT.filter((path) => /S002|skill|metric=/.test(path));

let site: FixtureContext;
let server: ReportServer;
let browser: Browser;
/** Shared, so that the pages' scripts are fetched and compiled once. */
let context: BrowserContext;
/** The run directory is served, so that the report lies under a sub-path as on many static hosts. */
let base: string;

beforeAll(async () => {
  [site, browser] = await Promise.all([makeHostileSite(), launchBrowser()]);
  server = await serveReport(site.runDirectory);
  base = `${server.url}report/`;
  context = await browser.newContext({ viewport: { width: 1240, height: 900 } });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await site?.[Symbol.asyncDispose]();
});

interface Opened extends AsyncDisposable {
  page: Page;
  /** Console errors, uncaught exceptions, dialogs, failed requests, requests to elsewhere. */
  complaints: string[];
  requests: string[];
}

interface OpenOptions {
  within?: BrowserContext;
  /** Address of the report's folder. */
  at?: string;
  /** What the page Compare is given instead of the report's own. */
  compare?: object;
}

async function open(path: string, { within = context, at = base, compare }: OpenOptions = {}): Promise<Opened> {
  const page = await within.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => complaints.push(`dialog ${dialog.message()}`));
  page.on(
    "response",
    (response) => response.status() >= 400 && complaints.push(`${response.status()} ${response.url()}`),
  );
  page.on("request", (request) => {
    requests.push(request.url());
    // DuckDB's worker and WebAssembly, unpacked by the page itself.
    const isOwn = request.url().startsWith(`blob:${new URL(at).origin}/`);
    if (!isOwn && !request.url().startsWith(at)) complaints.push(`request to ${request.url()}`);
  });
  if (compare) await page.route("**/data/compare*.json", (route) => route.fulfill({ json: compare }));
  await page.goto(at + path);
  await page.locator("main h1").first().waitFor();
  await page.locator("main :is(table, figure, article, .nothing)").first().waitFor();
  await page.waitForFunction(
    "![...document.querySelectorAll('main .lede')].some((one) => /^loading/.test(one.textContent))",
  );
  return { page, complaints, requests, [Symbol.asyncDispose]: () => page.close() };
}

/** Every linked number of the pages that were looked at. */
const numbers: LinkedNumber[] = [];

describe.each(LOOKED_AT)("%s", (path) => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await open(path);
    await drawAll(opened.page);
  });
  afterAll(() => opened?.[Symbol.asyncDispose]());

  it("has one heading of the first level and says that corpus, models and judge are not real ones", async () => {
    expect(await opened.page.locator("h1").count()).toBe(1);
    const bar = await opened.page.locator(".trust").textContent();
    for (const words of ["synthetic corpus", "stand-in models", "stand-in judge", "live"]) expect(bar).toContain(words);
  });

  it("draws every figure with the number of marks that its rows imply", async () => {
    const implied = async (name: string) => {
      const stored = JSON.parse(await readFile(join(site.runDirectory, "plots", `${name}.json`), "utf8"));
      return (stored as { marks: number }).marks;
    };
    // A page goes on adding figures while its files come: their names are read anew each time.
    const drawn = async () => {
      await drawAll(opened.page);
      const marks = await countMarks(opened.page);
      const names = Object.keys(marks);
      const expected = await Promise.all(names.map(implied));
      return {
        isWhole: path !== "retrieval.html" || names.includes("slope-ndcg10"),
        wrong: names.filter((name, at) => marks[name] !== expected[at]),
      };
    };
    await expect.poll(drawn).toEqual({ isWhole: true, wrong: [] });
  });

  it("leads from every number to executions, but for those of a named kind", async () => {
    numbers.push(...(await linkedNumbers(opened.page, path)));
    expect(await unlinkedNumbers(opened.page)).toEqual([]);
  });

  it("has every file that it offers", async () => {
    const offered = "[...new Set([...document.querySelectorAll('a[download]')].map((link) => link.href))]";
    const files = (await opened.page.evaluate(offered)) as string[];
    const sizeOf = async (file: string) => {
      const response = await fetch(file);
      return response.ok ? (await response.arrayBuffer()).byteLength : 0;
    };
    const sizes = await Promise.all(files.map(sizeOf));
    expect(files.filter((_, at) => sizes[at]! < 20)).toEqual([]);
    if (path === "retrieval.html") expect(files.length).toBeGreaterThan(20);
  });

  it("keeps hostile text inert with everything unfolded", async () => {
    const { page } = opened;
    await page.evaluate("document.querySelectorAll('main summary').forEach((summary) => summary.click())");
    if (path === ONE) await page.locator("pre", { hasText: "xxxxx" }).first().waitFor();
    expect(await page.evaluate("window.hacked ?? null")).toBeNull();
    const made =
      "main :is(script, iframe, object, embed, base, meta, link, img, foreignObject, form:not(.filters, .vega-bindings, [class^=inputs-]))";
    expect(await page.locator(made).count()).toBe(0);
    expect(await page.locator('a[href^="javascript:"], a[href*="evil.invalid"]').count()).toBe(0);
    const text = (await page.evaluate("document.body.innerText")) as string;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be left
    expect(/[\u001b\u0007\u009b\u202e\u202d\u2066\u200b]/.test(text)).toBe(false);
    const choices = await page.locator("main select option").allTextContents();
    expect(choices.filter((choice) => /^(?:null|undefined|NaN|)$/.test(choice))).toEqual([]);
    if (path === ONE || path === "method.html")
      for (const words of ["<img src=x", "[U+202E]", "[U+001B]"]) expect(text).toContain(words);
  });

  it.skipIf(ALIKE.includes(path))("passes axe in light and in dark with everything drawn and unfolded", async () => {
    await opened.page.emulateMedia({ colorScheme: "light" });
    expect(await violations(opened.page, "all")).toEqual([]);
    await opened.page.emulateMedia({ colorScheme: "dark" });
    expect(await violations(opened.page, "colours")).toEqual([]);
  });

  it("does not scroll sideways at 400 pixels, figures and all", async () => {
    await opened.page.setViewportSize({ width: 400, height: 800 });
    await drawAll(opened.page);
    await expect.poll(() => excess(opened.page)).toBeLessThanOrEqual(0);
  });

  it("logs no error and asks nothing of any other host", () => {
    expect(opened.complaints).toEqual([]);
  });
});

describe("the pages together", () => {
  it("the first page shows its leaderboard after at most 300 kB and loads neither Vega nor a trace", async () => {
    const cold = await browser.newContext();
    await using opened = await open("index.html", { within: cold });
    expect(await opened.page.locator(".board tbody tr").count()).toBe(18);
    const sizes = await opened.page.evaluate(
      "performance.getEntriesByType('resource').map((entry) => entry.transferSize)",
    );
    expect((sizes as number[]).reduce((sum, size) => sum + size, 0)).toBeLessThan(300_000);
    expect(opened.requests.filter((url) => /draw|data\/executions\//.test(url))).toEqual([]);
    await cold.close();
  });

  it("filters live in the address: they survive a reload and select the same rows", async () => {
    await using opened = await open("executions.html");
    const { page } = opened;
    await page.getByRole("combobox", { name: "model" }).selectOption("sprinter");
    await page.getByRole("combobox", { name: "answerable" }).selectOption("false");
    await page.getByRole("searchbox").fill("show tc-99999");
    const rows = () => page.locator("tbody tr").allInnerTexts();
    await expect.poll(rows).toHaveLength(6);
    const before = await rows();
    await page.waitForURL((url) => url.search === "?model=sprinter&answerable=false&q=show+tc-99999");
    await page.reload();
    await expect.poll(rows).toEqual(before);
    expect(await page.getByRole("combobox", { name: "model" }).inputValue()).toBe("sprinter");
  });

  it("a number leads to its executions: a leaderboard row opens as many rows as the configuration has cells", async () => {
    await using opened = await open("index.html");
    await opened.page.locator(".board tbody a").first().click();
    await opened.page.waitForURL(/executions\.html/);
    await expect.poll(() => opened.page.locator("tbody tr").count()).toBe(8);
  });

  it("every static link of every page opens what it says, the counts of the bar above among them", async () => {
    const report = runPath(site.runDirectory, "report");
    const links = new Map<string, { page: string; text: string }>();
    for (const name of nonEmpty((await readdir(report)).filter((file) => file.endsWith(".html"))))
      for (const { href, text } of staticLinks(await readFile(join(report, name), "utf8")))
        links.set(new URL(href, base + name).href, { page: name, text });
    await using opened = await open("executions.html");
    const { page } = opened;
    const wrong: string[] = [];
    const counts: string[] = [];
    for (const [address, { page: from, text }] of nonEmpty([...links])) {
      const [file, named] = [
        new URL(address).pathname.split("/").at(-1)!,
        /(?:^| )([\d,]+)(?: of ([\d,]+))?$/.exec(text),
      ];
      if (!existsSync(join(report, file))) wrong.push(`${from}: ${text} leads to ${address}, which is not there`);
      if (!named || !address.includes("executions.html?")) continue;
      await page.goto(address);
      const shown = await page
        .locator("main .lede", { hasText: /^[\d,]+ of / })
        .first()
        .innerText();
      counts.push(text);
      if (!shown.startsWith(`${named[1]} of `)) wrong.push(`${from}: ${text} opens ${shown}`);
    }
    expect(wrong).toEqual([]);
    expect(counts.map((text) => text.replace(/ [\d,].*/, ""))).toEqual(
      expect.arrayContaining(["executed", "timed out", "failed", "unscored", "verdicts blocked"]),
    );
    const own = [...links.keys()].filter((address) => /own|success%2Ctimeout|%25%2B/.test(address));
    expect(own.map((address) => new URL(address).search)).toEqual(
      expect.arrayContaining(["?outcome=success%2Ctimeout", "?q=100%25%2B%26%3D%23"]),
    );
  });

  it("a mark of a figure leads to the executions behind it", async () => {
    await using opened = await open("retrieval.html");
    const chart = opened.page.locator("#ndcg10-by-configuration .chart");
    await chart.locator("svg").waitFor();
    await chart.locator(".data_marks path").first().click();
    await opened.page.waitForURL(
      /executions\.html\?configuration=explorer__react__skill_meta&metric=ndcg%4010&has=value$/,
    );
    await expect.poll(() => opened.page.locator("tbody tr").count()).toBe(6);
  });

  it("a figure's rows are downloaded under its name, and its table holds as many", async () => {
    await using opened = await open("abstention.html");
    const [download] = await Promise.all([
      opened.page.waitForEvent("download"),
      opened.page.locator("#abstention .downloads a", { hasText: "CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("abstention.csv");
    await opened.page.locator("#abstention summary", { hasText: "table" }).click();
    await opened.page.locator("#abstention tbody tr").first().waitFor();
    const rows = await opened.page.locator("#abstention tbody tr").count();
    const csv = await (await fetch(`${base}plots/abstention.csv`)).text();
    expect(rows).toBe(csv.trim().split("\r\n").length - 1);
  });

  it("an execution opens from the list; its trace is loaded only then, a full result only when asked for", async () => {
    await using opened = await open("executions.html?scenario=S003&model=explorer");
    const { page, requests } = opened;
    expect(requests.filter((url) => url.includes("data/executions/"))).toEqual([]);
    await page.locator("tbody a").first().click();
    await page.getByRole("heading", { name: "What it did" }).waitFor();
    expect(requests.filter((url) => url.includes("data/executions/"))).toHaveLength(1);
    expect(requests.filter((url) => url.includes("data/results/"))).toEqual([]);
    await page
      .getByRole("treeitem", { name: /^search_keyword/ })
      .first()
      .click();
    await page.getByText(/^full result/).click();
    await page.locator(".trace-panel details pre").getByText("some title").first().waitFor();
    expect(requests.filter((url) => url.includes("data/results/"))).toHaveLength(1);
    await page.locator(".id.found").first().waitFor();
    expect(opened.complaints).toEqual([]);
  });

  it("under filters all is over the selection, carried to other pages, and Back takes it back; what can't be says why", async () => {
    await using opened = await open("retrieval.html?model=sprinter");
    const { page } = opened;
    const finding = page.locator("#ndcg10-by-configuration > figcaption h3");
    await expect.poll(() => finding.innerText()).toMatch(/sprinter/);
    await expect
      .poll(() => page.locator("#ndcg10-by-configuration a.behind").getAttribute("href"))
      .toBe("./executions.html?model=sprinter&metric=ndcg%4010&has=value");
    await expect
      .poll(() => page.locator("nav a", { hasText: "Judge" }).getAttribute("href"))
      .toMatch(/judge\.html\?model=sprinter$/);
    await expect
      .poll(() => page.locator(".same-numbers code").innerText())
      .toMatch(/--where model=sprinter --out selection$/);
    await page.getByRole("button", { name: "clear" }).click();
    await expect.poll(() => finding.innerText()).toMatch(/explorer/);
    await page.goBack();
    await expect.poll(() => finding.innerText()).toMatch(/sprinter/);
    await page.locator("#ndcg10-by-configuration [role=link]").first().press("Shift+Enter");
    await page.waitForURL(/retrieval\.html\?configuration=sprinter__\w+&model=sprinter$/);
    await page.goto(`${base}retrieval.html?outcome=success`);
    await page.locator("#critical-difference-ndcg10 .nothing").waitFor();
    await page.getByRole("button", { name: "remove outcome: success" }).waitFor();
    await expect.poll(() => page.locator(".same-numbers").count()).toBe(0);
    expect(await page.locator("#critical-difference-ndcg10 .nothing").innerText()).toMatch(/^Hidden: it compares/);
    expect(opened.complaints).toEqual([]);
  });

  it("a difference leads to both of its sides on the scenarios that both have", async () => {
    await using opened = await open(
      "executions.html?model=explorer,sprinter&metric=ndcg%4010,overall_score&has=value&paired=model",
    );
    const { page } = opened;
    const names = await listedNames(page);
    expect(new Set(names.map((name) => name.split("__")[0]))).toEqual(new Set(["explorer", "sprinter"]));
    expect(await page.locator("thead th").allInnerTexts()).toEqual(
      expect.arrayContaining(["NDCG@10", "Overall score"]),
    );
    expect(await page.getByRole("combobox", { name: "model" }).locator("option:checked").innerText()).toBe(
      "explorer or sprinter",
    );
    expect(await page.locator(".measure").innerText()).toContain("Only scenarios with a number for every model listed");
  });

  it("an address is hostile text too: filters, metrics and reasons in it select nothing, stay text and load nothing", async () => {
    const parameters = new URLSearchParams();
    const keys = ["configuration", "model", "family", "metric", "tool", "has", "reason", "paired", "sort", "q"];
    for (const [at, key] of keys.entries()) parameters.set(key, PAYLOADS.filter((_, one) => one % 10 === at).join(" "));
    for (const path of ["executions", "retrieval", "index", "scenarios"]) {
      await using opened = await open(`${path}.html?${parameters}`);
      expect(await opened.page.evaluate("window.hacked ?? null")).toBeNull();
      expect(await opened.page.locator("main :is(script, iframe, img, object)").count()).toBe(0);
      expect([path, opened.complaints]).toEqual([path, []]);
    }
  });

  it("the audit walk: four clicks from the overview's number to the SQL, the prompt and the messages behind it, and back", async () => {
    await using opened = await open("index.html");
    const { page } = opened;
    const states: string[] = [];
    const click = async (locator: Locator) => {
      await locator.first().waitFor();
      states.push((await page.evaluate("location.href")) as string);
      await locator.first().click();
    };
    await click(page.locator('.board a.number[href*="configuration=explorer__"][href*="__prompt&"]'));
    await click(page.locator("tbody a", { hasText: "S001" }));
    await click(page.locator(".answer a", { hasText: "S1" }));
    const panel = page.locator(".trace-panel");
    await panel.locator("dd", { hasText: "SELECT '" }).waitFor();
    await click(panel.getByRole("link", { name: /its prompt and messages/ }));
    await panel.locator("pre", { hasText: "You are {thread}." }).waitFor();
    for (const text of ["Messages", "It answered", "retried after", "thought", "90 tokens in", "stop reason stop"])
      expect(await panel.innerText()).toContain(text);
    for (const url of nonEmpty(states.toReversed())) {
      await page.goBack();
      await expect.poll(() => page.url()).toBe(url);
    }
    expect(opened.complaints).toEqual([]);
  });

  it("a trace by keyboard: one tab stop, arrows open, enter and leave, a search leaves what holds the words", async () => {
    await using opened = await open("executions.html?id=explorer__react__prompt__S002__0");
    const { page } = opened;
    const current = () => page.evaluate("document.activeElement.querySelector('b')?.textContent");
    await page.getByRole("searchbox").focus();
    const walk: [string, string | RegExp][] = [
      ["Tab", "Turn 1"],
      ["ArrowDown", "model call 1"],
      ["ArrowDown", "search_keyword"],
      ["ArrowLeft", "Turn 1"],
      ["End", /./],
      ["Home", "Turn 1"],
    ];
    for (const [key, name] of walk) {
      await page.keyboard.press(key);
      expect([key, await current()]).toEqual([key, expect.stringMatching(name)]);
    }
    const shown = () => page.getByRole("treeitem").count();
    const words = page.getByRole("treeitem", { name: /^search_keyword/ });
    const all = await shown();
    await page.keyboard.press("ArrowLeft");
    expect([await shown(), await page.getByRole("treeitem").first().getAttribute("aria-expanded")]).toEqual([
      1,
      "false",
    ]);
    await page.getByRole("searchbox").fill("SOME TITLE");
    // All that is shown again is less than all, and holds the words.
    await expect.poll(async () => [(await shown()) < all, (await words.count()) > 0]).toEqual([true, true]);
    await words.first().click();
    await expect.poll(() => page.evaluate("CSS.highlights.get('found')?.size ?? 0")).toBeGreaterThan(0);
  });

  it("long lists keep their head in sight, which names each configuration; what has nothing to find stands apart", async () => {
    await using opened = await open("executions.html");
    const { page } = opened;
    const head = page.locator("[aria-label='Executions'] thead th");
    await head.first().waitFor();
    await page.locator("[aria-label='Executions']").evaluate((list) => list.scrollTo(0, 400));
    const [top, listTop] = await Promise.all([head.first(), page.locator("[aria-label='Executions']")].map(topOf));
    expect(Math.round(top! - listTop!)).toBe(0);
    const found = (await head.allInnerTexts()).findIndex((text) => text.includes("found"));
    expect(await page.locator(`tbody tr:first-child td:nth-child(${found + 1})`).innerText()).toMatch(/^\d+ of \d+$/);
    await page.goto(`${base}scenarios.html`);
    await page.locator(".heat .asked").first().waitFor();
    expect(await page.locator(".heat thead").innerText()).toContain("explorer · ReAct · Prompt");
    expect(await page.locator(".heat").innerText()).toMatch(/something to find[\s\S]*nothing to find: the right/);
    expect(await page.getByRole("combobox").last().inputValue()).toBe("functional_pass");
  });

  it("executions that never ran are counted, and listed by a press or where they are asked for", async () => {
    await using opened = await open("executions.html");
    const { page } = opened;
    const [rows, unlisted] = [page.locator("table tbody tr"), page.getByText("3 of them never ran.")];
    let all = 0;
    await page.route("**/data/executions.json", async (route) => {
      const data = await (await route.fetch()).json();
      const at = data.columns.indexOf("outcome");
      all = data.rows.length;
      for (const [line, row] of data.rows.entries()) row[at] = line < 3 ? "missing" : "success";
      await route.fulfill({ json: data });
    });
    await page.reload();
    await unlisted.waitFor();
    expect(await rows.count()).toBe(all - 3);
    await page.getByRole("button", { name: "list them, too" }).click();
    expect([await rows.count(), await unlisted.count()]).toEqual([all, 0]);
    await page.goto(`${base}executions.html?outcome=missing`);
    await expect.poll(() => rows.count()).toBe(3);
  });

  it("a hostile trace stays inert in every step, in the rows of its scores and in a record's card; axe finds nothing", async () => {
    await using opened = await open(ONE);
    const { page } = opened;
    const looks = new Set<string>();
    for (let at = 0; at < (await page.getByRole("treeitem").count()); at++) {
      await page.getByRole("treeitem").nth(at).click();
      await page.evaluate(
        "document.querySelectorAll('.trace-panel details:not([open]) summary').forEach((one) => one.click())",
      );
      // Panels of the same elements are one to axe.
      const elements = "[...document.querySelectorAll('.trace-panel *')].map(({ nodeName }) => nodeName)";
      const look = [...new Set((await page.evaluate(elements)) as string[])].sort().join();
      if (!looks.has(look)) expect(await violations(page, "all")).toEqual([]);
      looks.add(look);
    }
    expect(looks.size).toBeGreaterThan(1);
    await page.evaluate("document.querySelectorAll('.scores summary').forEach((one) => one.click())");
    await page.locator(".score-rows table").first().waitFor();
    await page.locator(".answer button.id").first().click();
    await page.locator("dialog.record").getByText("As the results of tools").waitFor();
    expect(await violations(page, "all")).toEqual([]);
    expect(await page.locator("main :is(script, iframe, img, object)").count()).toBe(0);
    expect(await page.evaluate("window.hacked ?? null")).toBeNull();
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    expect(opened.complaints).toEqual([]);
  });

  it("previous and next stay within the list that an execution was opened from, and lead back to it", async () => {
    const list = "executions.html?model=sprinter&workflow=react&answerable=false";
    await using opened = await open(list);
    const { page } = opened;
    const names = await listedNames(page);
    await page.locator("tbody a").first().click();
    await page.getByText(`1 of ${names.length}`).waitFor();
    for (const name of names.slice(1)) {
      await page.getByRole("link", { name: "next", exact: true }).click();
      await page.waitForURL((url) => url.searchParams.get("id") === name);
    }
    expect(await page.getByRole("link", { name: "next", exact: true }).count()).toBe(0);
    await page.getByRole("link", { name: "back to the list" }).click();
    await page.waitForURL(base + list);
    await page.locator("tbody tr").first().waitFor();
    expect(await listedNames(page)).toEqual(names);
  });

  it("two executions of a scenario stand side by side with the step at which they part, one of the baseline too", async () => {
    const [a, b] = ["explorer__react__prompt__S002__0", "sprinter__react__prompt__S002__0"];
    await using opened = await open(`executions.html?id=${a}`);
    const { page } = opened;
    await page.getByLabel("beside").selectOption(b);
    await page.waitForURL(/with=sprinter/);
    await page.locator("tr.parting").waitFor();
    expect(await page.locator(".finding").innerText()).toMatch(/^(Both call|In A|A goes on|B goes on|After)/);
    expect(await violations(page, "all")).toEqual([]);
    await page.route("**/data/baseline/executions/*.json", async (route) =>
      route.fulfill({ body: await readFile(join(site.runDirectory, "report/data/executions", `${a}.json`)) }),
    );
    await page.goto(`${base}executions.html?id=${a}&with=baseline:${a}`);
    await page.getByText("They did the same steps and answered the same.").waitFor();
    await page.locator("h2", { hasText: "in the baseline" }).waitFor();
  });

  it("says so when an execution does not exist", async () => {
    await using opened = await open("executions.html?id=%3Cb%3Enobody");
    expect(await opened.page.locator("main").textContent()).toContain("no execution named <b>nobody");
  });
});

describeQueryPage(() => ({ browser, base, run: site.runDirectory }));
describeNotebook(() => ({ browser, base, run: site.runDirectory }));

const topOf = async (part: Locator) => (await part.boundingBox())!.y;

describe("the page Compare", () => {
  it("shows why runs are not compared, and what to do, instead of numbers; hostile words stay words", async () => {
    const provenance = { created_at: null, commit: null, stand_in_models: [], stand_in_judges: [] };
    const side = { label: PAYLOADS[0]!, kind: "run", provenance };
    const refusals = [
      { code: "corpus", problem: "the corpus differs: a, b", remedy: `make a new baseline ${PAYLOADS[1]}` },
    ];
    const nothing = {
      pairs: 0,
      expected: 9,
      excluded: {},
      notes: [],
      refusals,
      accepted: [],
      metrics: [],
      questions: [],
    };
    const comparison = { baseline: side, candidate: side, ...nothing };
    const gate = { decision: "not-comparable", exit_code: 4, findings: [] };
    const stored = {
      report: { comparison, gate, candidate_run: "r" },
      no_gate: null,
      power: [],
      baseline_executions: [],
      groups: { configuration: [], family: [] },
    };
    await using opened = await open("compare.html", { compare: stored });
    const text = await opened.page.locator("main").innerText();
    expect(text).toMatch(
      /Not comparable exit code 4\s+Not comparable: corpus\.\s+A difference could not be attributed/,
    );
    expect(text).toContain(`corpus: the corpus differs: a, b.\n→ make a new baseline ${PAYLOADS[1]}`);
    expect(await opened.page.locator("main h2").count()).toBe(0);
    expect(await opened.page.evaluate("window.hacked ?? null")).toBeNull();
    expect(opened.complaints).toEqual([]);
  });

  it("shows the looks of a planned series, the bounds at each, and the path to the one at which it stopped", async () => {
    const planned = planFor(BASELINE, { gate: RULES, seed: "looks" });
    const series = { baseline: "before", baseline_run: BASELINE.provenance.run_id, released: 40, candidate: "c" };
    const candidate = {
      ...madeSource({ label: "after", score: (index) => 0.5 + ((index % 5) - 2) / 100 }),
      series: { ...series, planned, earlier: [{ run: "first", looks: 2 }], gate: RULES },
    };
    const compare = compareAsPage({ baseline: BASELINE, candidate, allow: [], config: RULES });
    await using opened = await open("compare.html", { compare });
    const gate = opened.page.locator("section.gate");
    expect(await gate.innerText()).toMatch(/Looks: stopped at look 1 of \d+, after \d+ of 40 scenarios/);
    expect(await gate.innerText()).toContain("rerun until it is green");
    expect(await gate.locator("table.looks th[scope=col]").allInnerTexts()).toContain("no loss below");
    expect(await gate.locator("table.looks tbody tr").count()).toBe(1);
    expect(opened.complaints).toEqual([]);
  });

  const LIMIT = /Could have gone unseen \(found less often than 4 times in 5\): a loss in NDCG@10/;
  it.each<[keyof typeof CANDIDATES, "pass" | "fail", string, RegExp]>([
    ["passed", "pass", "--found", /^Passed exit code 0\s/],
    ["unseen", "pass", "--lost", /^Passed, but could not have seen a loss that matters exit code 0\s/],
    ["unseen", "fail", "--lost", /^Could not have seen a loss that matters exit code 3\s/],
    ["failed", "pass", "--invented", /^Failed exit code 3\s/],
    ["not-comparable", "pass", "--lost", /^Not comparable exit code 4\s/],
  ])("%s, on_unseen: %s, has the colour %s; a pass says what it could not have seen", async (...row) => {
    const [state, on_unseen, tone, text] = row;
    const config = { ...RULES, on_unseen };
    const compare = compareAsPage({ baseline: BASELINE, candidate: CANDIDATES[state], allow: [], config });
    await using opened = await open("compare.html", { compare });
    const gate = opened.page.locator("section.gate");
    const said = await gate.innerText();
    expect(said).toMatch(text);
    expect(LIMIT.test(said)).toBe(state === "passed" || state === "unseen");
    const value = (name: string) =>
      opened.page.evaluate(`getComputedStyle(document.querySelector("section.gate")).getPropertyValue("${name}")`);
    expect(await value("--tone")).toBe(await value(tone));
    expect(opened.complaints).toEqual([]);
  });
});

describe("in a folder elsewhere", () => {
  let elsewhere: string;
  let files: ReportServer;
  beforeAll(async () => {
    elsewhere = await mkdtemp(join(tmpdir(), "scopebench-elsewhere-"));
    await cp(join(site.runDirectory, "report"), join(elsewhere, "some folder", "run", "report"), { recursive: true });
    files = await serveReport(elsewhere);
  });
  afterAll(async () => {
    await files?.close();
    await rm(elsewhere, { recursive: true, force: true });
  });

  it("a report works from any static server under any path: pages, an execution, a download", async () => {
    const at = `${files.url}some%20folder/run/report/`;
    for (const path of ["index.html", ONE]) {
      await using opened = await open(path, { at });
      await opened.page.locator("main table tbody tr, main .answer").first().waitFor();
      expect([path, opened.complaints]).toEqual([path, []]);
      expect(await opened.page.locator("#not-served").isVisible()).toBe(false);
    }
    expect((await fetch(`${at}plots/index.json`)).status).toBe(200);
  });

  it("opened as a file it says how to serve it, with the navigation, the trust bar and no blank page", async () => {
    const page = await context.newPage();
    await page.goto(pathToFileURL(join(elsewhere, "some folder", "run", "report", "index.html")).href);
    expect(await page.locator("#not-served").innerText()).toMatch(
      /^(?!.*(?:npx|python)).*scopebench report serve FOLDER/s,
    );
    expect(await page.locator(".trust").isVisible()).toBe(true);
    await page.close();
  });
});

describe("hostile text", () => {
  it("has at least a hundred different payloads", () => {
    expect(new Set(PAYLOADS).size).toBeGreaterThanOrEqual(100);
  });

  it("shows an invented id as invented and an expected, retrieved one as found", async () => {
    await using opened = await open(ONE);
    await expect.poll(() => opened.page.locator(".answer .id.invented").allInnerTexts()).toEqual(["TC-99998"]);
    await expect.poll(() => opened.page.locator(".answer .id.found").allInnerTexts()).toEqual(["TC-00100"]);
  });
});

/** Those that stand in a page before any of its scripts has run. */
function staticLinks(html: string): { href: string; text: string }[] {
  const unescaped = (text: string) =>
    text
      .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&");
  const written = html.replace(/<script\b.*?<\/script>/gs, "");
  return [...written.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, href, inner]) => ({
    href: unescaped(href!),
    text: unescaped(inner!.replace(/<[^>]*>/g, "")).trim(),
  }));
}

describe("numbers drawn by lot lead to executions whose raw records give the same number", () => {
  /** Made of bootstraps, of corrections over a family of tests, or of another run: their links are tested, not their values. */
  const NOT_AGAIN = ["interval", "corrected p", "krippendorff_alpha_ordinal", "band", "above", "compared"];
  const isKnown = (of: string) =>
    RECOMPUTED.includes(of) || NOT_AGAIN.includes(of) || /^(variance|ranking) | against the baseline$/.test(of);
  const random = makeRandom("numbers by lot", "2");
  const draw = (from: readonly LinkedNumber[]) => from[Math.floor(random() * from.length)]!;

  it("every linked number says of which kind it is; of most kinds the value can be had again", () => {
    expect(numbers.length).toBeGreaterThan(1000);
    expect([...new Set(numbers.map(({ of }) => of))].filter((of) => !isKnown(of))).toEqual([]);
    expect(numbers.filter(claimable).length / numbers.length).toBeGreaterThan(0.75);
  });

  it("one of each of ten pages or more, and four of all", async () => {
    const recompute = await recomputeFrom(site.runDirectory);
    const pages = [...new Set(numbers.map(({ page }) => page))];
    expect(pages.length).toBeGreaterThanOrEqual(10);
    const candidates = numbers.filter(claimable);
    const drawn = [
      ...pages.map((page) => draw(candidates.filter((one) => one.page === page))),
      ...Array.from({ length: 4 }, () => draw(candidates)),
    ];
    const wrong: string[] = [];
    for (const one of drawn) {
      const names = await follow(one);
      const { value, tolerance } = recompute({ ...one, names, search: searchOf(one) });
      if (!shows(one.text, value, tolerance))
        wrong.push(`${one.page}: ${one.text} is ${one.of} ${one.at ?? ""} of ${one.href}: ${value} of ${names.length}`);
    }
    expect(wrong).toEqual([]);
  });

  it("one of every kind that is not computed again leads to executions all the same", async () => {
    const others = numbers.filter((one) => /\d/.test(one.text) && !claimable(one));
    const kinds = nonEmpty([...Map.groupBy(others, ({ of }) => of.split(" ")[0]).values()]);
    for (const one of nonEmpty(kinds.map(draw))) {
      // Of one kind of question a configuration may have a single execution.
      const least = searchOf(one).has("complexity") ? 1 : 2;
      expect((await follow(one)).length, one.href).toBeGreaterThanOrEqual(least);
    }
  });

  it("the page that a number leads to lists what its function selects, in its order", async () => {
    for (const one of Array.from({ length: 3 }, () => draw(numbers))) {
      await using opened = await open(new URL(one.href, base).href.slice(base.length));
      expect([one.href, await listedNames(opened.page)]).toEqual([one.href, await follow(one)]);
    }
  });

  /** The executions that the number's link lists: by the page's function, which takes the address and files from its surroundings. */
  async function follow({ href }: LinkedNumber): Promise<string[]> {
    const address = new URL(href, base);
    expect(address.pathname).toMatch(/\/executions\.html$/);
    const { fetch: ask } = globalThis;
    vi.stubGlobal("location", address);
    vi.stubGlobal("fetch", (path: string) => ask(new URL(path, base)));
    try {
      const { loadList, decodeRows, listedRows } = (await import(LIST)) as ExecutionList;
      const data = await loadList();
      return (await listedRows(data, decodeRows(data))).map(({ name }) => name);
    } finally {
      vi.unstubAllGlobals();
    }
  }

  function claimable(one: LinkedNumber): boolean {
    return /\d/.test(one.text) && canRecompute({ of: one.of, search: searchOf(one) });
  }

  function searchOf({ href }: LinkedNumber): URLSearchParams {
    return new URL(href, base).searchParams;
  }

  /** Whether a text is the value, rounded as the text is. `< 0.001` is any smaller number. */
  function shows(text: string, value: number | null, tolerance: number): boolean {
    const digits = /[\d,]*\.?\d+/.exec(text)?.[0].replaceAll(",", "");
    if (digits === undefined || value === null) return false;
    const sign = text.startsWith("−") || text.startsWith("-") ? -1 : 1;
    const scale = text.includes("%") ? 100 : 1;
    if (text.startsWith("<")) return value < Number(digits) + tolerance;
    const half = 0.5 * 10 ** -(digits.split(".")[1]?.length ?? 0);
    return Math.abs(scale * value - sign * Number(digits)) <= half + 1e-9 + tolerance;
  }
});

/** The executions that the open page lists, all of them. */
async function listedNames(page: Page): Promise<string[]> {
  const others = page.getByRole("button", { name: "list them, too" });
  if ((await others.count()) > 0) await others.click();
  const links = "[...document.querySelectorAll('tbody td:first-child a')].map((link) => link.getAttribute('href'))";
  const hrefs = (await page.evaluate(links)) as string[];
  return hrefs.map((href) => new URL(href, page.url()).searchParams.get("id")!);
}

it("files for other programs are safe: no CSV cell is a formula, no LaTeX command and no tag comes from a name", async () => {
  const folders = ["report/tables", "report/plots", "metrics"].map((name) => join(site.runDirectory, name));
  const files = (await Promise.all(folders.map(listFiles))).flat();
  const read = (ending: string) =>
    Promise.all(files.filter((file) => file.endsWith(ending)).map((file) => readFile(file, "utf8")));
  const [csv, latex, markdown] = await Promise.all([".csv", ".tex", ".md"].map(read));
  const cells = csv!.flatMap((text) => parse(text, { relax_column_count: true }) as string[][]).flat();
  expect(cells.length).toBeGreaterThan(1000);
  expect(cells.filter((cell) => /^[=+@\t\r]|^-(?![\d.]|$)/.test(cell))).toEqual([]);
  expect(latex!.join("").includes("window.hacked")).toBe(true);
  expect(latex!.filter((text) => /\\(input|write18|immediate|csname|def)\b/.test(text))).toEqual([]);
  expect(markdown!.filter((text) => /(?<!\\)<(script|img|svg)|(?<!\\)\]\(javascript/i.test(text))).toEqual([]);
});

it("scopebench show writes nothing that a terminal obeys", async () => {
  const lines: string[] = [];
  const io = {
    cwd: site.runDirectory,
    environment: {},
    interactive: false,
    columns: 80,
    signal: new AbortController().signal,
  };
  const print = (text: string) => void lines.push(text);
  // 2: its records were written over, and show says so before it shows what is there.
  expect(await cli(["show", site.runDirectory, HOSTILE_EXECUTION], { ...io, out: print, error: print })).toBe(2);
  const text = lines.join("\n");
  expect(text).toContain("window.hacked");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be left
  expect(text.match(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u)).toBeNull();
});

async function listFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => name.includes(".")).map((name) => join(folder, name));
}

it("by keyboard: the first Tab skips the navigation, then come the pages; Enter opens a number's executions, and one", async () => {
  await using opened = await open("index.html");
  await opened.page.keyboard.press("Tab");
  expect(await opened.page.evaluate("document.activeElement.textContent")).toBe("Skip to content");
  for (const { title } of nonEmpty(PAGES.slice(0, 3))) {
    await opened.page.keyboard.press("Tab");
    expect(await opened.page.evaluate("document.activeElement.textContent")).toBe(title);
  }
  await opened.page.locator(".board a.number").first().focus();
  await opened.page.keyboard.press("Enter");
  await opened.page.waitForURL(/executions\.html\?/);
  await opened.page.locator("tbody tr a").first().focus();
  await opened.page.keyboard.press("Enter");
  await opened.page.getByRole("heading", { name: "What it did" }).waitFor();
});

it("report preview shows a saved page by itself, says what is wrong with it, and leaves run and report as they are", async () => {
  const page = join(site.runDirectory, "pages", "my-question.md");
  const [before, built] = [await readFile(page, "utf8"), await readFile(builtPage(), "utf8")];
  const ended = new AbortController();
  const address = Promise.withResolvers<string>();
  const print = (text: string) => {
    const [url] = /http:\S+my-question\.html/.exec(text) ?? [];
    if (url) address.resolve(url);
  };
  const io = { cwd: site.runDirectory, environment: {}, interactive: false, columns: 80, signal: ended.signal };
  const preview = cli(["report", "preview", site.runDirectory, "-p", "0"], { ...io, out: print, error: print });
  try {
    // By what is printed and no clock: a busy machine builds the page for minutes.
    const url = await Promise.race([address.promise, preview]);
    expect(url).toEqual(expect.any(String));
    const shown = await context.newPage();
    await shown.goto(String(url));
    await writeFile(page, "# Saved\n\n```js\ndisplay(6 * 7)\n```\n\n```js\nconst = 1;\n```\n");
    await shown.getByRole("heading", { name: "Saved" }).waitFor();
    await shown.getByText("42").waitFor();
    await shown.getByText("pages/my-question.md:8: SyntaxError").waitFor();
    await shown.close();
  } finally {
    await writeFile(page, before);
    ended.abort();
  }
  expect(await preview).toBe(0);
  expect(await readFile(builtPage(), "utf8")).toBe(built);
});

function builtPage(): string {
  return join(site.runDirectory, "report", "my-question.html");
}
