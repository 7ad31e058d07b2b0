import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRandom } from "../../db/base/random.ts";
import { cli } from "../../harness/cli/index.ts";
import { type ReportServer, serveReport } from "../../reports/serve.ts";
import { launchBrowser } from "../../scripts/browser.ts";
import type { FixtureContext } from "../harness/stages/context.ts";
import { HOSTILE_EXECUTION, makeHostileSite } from "./hostile-site.ts";
import { PAYLOADS } from "./payloads.ts";
import { RECOMPUTED, recomputeFrom } from "./recompute.ts";

const PAGES = [
  "index",
  "retrieval",
  "factors",
  "judge",
  "abstention",
  "grounding",
  "behaviour",
  "scenarios",
  "executions",
  "compare",
  "method",
] as const;
/** The reader's own page among them, as `report new` started it. */
const ALL = [...PAGES, "my-question"];
const ONE = `executions.html?id=${HOSTILE_EXECUTION}`;
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

let site: FixtureContext;
let server: ReportServer;
let browser: Browser;
/** The run directory is served, so that the report lies under a sub-path as on many static hosts. */
let base: string;

beforeAll(async () => {
  [site, browser] = await Promise.all([makeHostileSite(), launchBrowser()]);
  server = await serveReport(site.runDirectory);
  base = `${server.url}report/`;
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await site?.[Symbol.asyncDispose]();
});

interface Opened extends AsyncDisposable {
  page: Page;
  /** Console errors, uncaught exceptions, failed requests, requests to elsewhere. */
  complaints: string[];
  requests: string[];
}

async function open(path: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1240, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on(
    "response",
    (response) => response.status() >= 400 && complaints.push(`${response.status()} ${response.url()}`),
  );
  page.on("request", (request) => {
    requests.push(request.url());
    if (!request.url().startsWith(base)) complaints.push(`request to ${request.url()}`);
  });
  await page.goto(base + path);
  await page.locator("main h1").first().waitFor();
  await page.locator("main :is(table, figure, .nothing)").first().waitFor();
  return { page, complaints, requests, [Symbol.asyncDispose]: () => context.close() };
}

/** Scrolls through the page, because figures are drawn when they come into view. */
async function drawAll(page: Page): Promise<void> {
  for (const chart of await page.locator(".chart").all()) {
    await chart.scrollIntoViewIfNeeded();
    await chart.locator("svg").first().waitFor();
  }
}

/** What axe finds, drawings left out: each is one image with a text of its own. */
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.addScriptTag({ path: AXE });
  const run = "axe.run({ exclude: ['.chart svg'] })";
  const found = (await page.evaluate(run)) as { violations: { id: string; nodes: { html: string }[] }[] };
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html.slice(0, 160)}`);
}

describe.each([...ALL.map((name) => `${name}.html`), ONE, "scenarios.html?scenario=S002"])("%s", (path) => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await open(path);
    await drawAll(opened.page);
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  it("has one heading of the first level and says that corpus, models and judge are not real ones", async () => {
    expect(await opened.page.locator("h1").count()).toBe(1);
    const bar = await opened.page.locator(".trust").textContent();
    for (const words of ["synthetic corpus", "stand-in models", "stand-in judge"]) expect(bar).toContain(words);
  });

  it.each(["light", "dark"] as const)("passes axe in %s", async (colorScheme) => {
    await opened.page.emulateMedia({ colorScheme });
    expect(await violations(opened.page)).toEqual([]);
  });

  it("does not scroll sideways at 400 pixels", async () => {
    await opened.page.setViewportSize({ width: 400, height: 800 });
    await drawAll(opened.page);
    const excess = () => opened.page.evaluate("document.documentElement.scrollWidth - innerWidth");
    await expect.poll(excess).toBeLessThanOrEqual(0);
  });

  it("logs no error and asks nothing of any other host", () => {
    expect(opened.complaints).toEqual([]);
  });
});

describe("the pages together", () => {
  it("the first page shows its leaderboard after at most 1.5 MB and loads neither Vega nor a trace", async () => {
    await using opened = await open("index.html");
    expect(await opened.page.locator(".board tbody tr").count()).toBe(18);
    const sizes = await opened.page.evaluate(
      "performance.getEntriesByType('resource').map((entry) => entry.transferSize)",
    );
    expect((sizes as number[]).reduce((sum, size) => sum + size, 0)).toBeLessThan(1_500_000);
    expect(opened.requests.filter((url) => /draw|data\/executions\//.test(url))).toEqual([]);
  });

  it("filters live in the address: they survive a reload and select the same rows", async () => {
    await using opened = await open("executions.html");
    const { page } = opened;
    await page.getByRole("combobox", { name: "model" }).selectOption("sprinter");
    await page.getByRole("combobox", { name: "answerable" }).selectOption("false");
    await page.getByRole("searchbox").fill("show tc-99999");
    const before = await page.locator("tbody tr").allInnerTexts();
    expect(before.length).toBe(6);
    expect(new URL(page.url()).search).toBe("?model=sprinter&answerable=false&q=show+tc-99999");
    await page.reload();
    await page.locator("tbody tr").first().waitFor();
    expect(await page.locator("tbody tr").allInnerTexts()).toEqual(before);
    expect(await page.getByRole("combobox", { name: "model" }).inputValue()).toBe("sprinter");
  });

  it("a number leads to its executions: a leaderboard row opens as many rows as the configuration has cells", async () => {
    await using opened = await open("index.html");
    await opened.page.locator(".board tbody a").first().click();
    await opened.page.locator("tbody tr").first().waitFor();
    expect(await opened.page.locator("tbody tr").count()).toBe(8);
  });

  it("a mark of a figure leads to the executions behind it", async () => {
    await using opened = await open("retrieval.html");
    const chart = opened.page.locator("#ndcg10-by-configuration .chart");
    await chart.locator("svg").waitFor();
    await chart.locator(".data_marks path").first().click();
    await opened.page.waitForURL(
      /executions\.html\?model=explorer&workflow=react&knowledge=skill_meta&answerable=true$/,
    );
    await opened.page.locator("tbody tr").first().waitFor();
    expect(await opened.page.locator("tbody tr").count()).toBe(6);
  });

  it("the table view of a figure holds as many rows as its CSV file", async () => {
    await using opened = await open("abstention.html");
    await opened.page.locator("#abstention summary").click();
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
      .getByText(/^full result/)
      .first()
      .click();
    await page.locator(".step pre").first().getByText("some title").first().waitFor();
    expect(requests.filter((url) => url.includes("data/results/"))).toHaveLength(1);
    expect(await page.locator(".id.found").count()).toBeGreaterThan(0);
    expect(opened.complaints).toEqual([]);
  });

  it("says so when an execution does not exist", async () => {
    await using opened = await open("executions.html?id=%3Cb%3Enobody");
    expect(await opened.page.locator("main").textContent()).toContain("no execution named <b>nobody");
  });
});

const LOOKS_AT = [
  ONE,
  "executions.html?id=explorer__react__prompt__S002__0",
  "executions.html?id=explorer__react__skill__S001__0",
  "scenarios.html?scenario=S001",
  "scenarios.html?scenario=S002",
  ...ALL.map((name) => `${name}.html`),
];

describe("hostile text (over a hundred payloads) in corpus, queries, answers, arguments, results, verdicts and names", () => {
  it("has at least a hundred different payloads", () => {
    expect(new Set(PAYLOADS).size).toBeGreaterThanOrEqual(100);
  });

  it.each(LOOKS_AT)("stays inert on %s, and the layout holds at 400 pixels", async (path) => {
    await using opened = await open(path);
    const { page } = opened;
    page.on("dialog", (dialog) => opened.complaints.push(`dialog ${dialog.message()}`));
    await page.evaluate("document.querySelectorAll('main summary').forEach((summary) => summary.click())");
    if (path === ONE) await page.locator("pre", { hasText: "xxxxx" }).first().waitFor();
    expect(await page.evaluate("window.hacked ?? null")).toBeNull();
    const made =
      "main :is(script, iframe, object, embed, base, meta, link, img, foreignObject, form:not(.filters, .vega-bindings))";
    expect(await page.locator(made).count()).toBe(0);
    expect(await page.locator('a[href^="javascript:"], a[href*="evil.invalid"]').count()).toBe(0);
    const text = (await page.evaluate("document.body.innerText")) as string;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be left
    expect(/[\u001b\u0007\u009b\u202e\u202d\u2066\u200b]/.test(text)).toBe(false);
    if (path === ONE || path === "method.html")
      for (const words of ["<img src=x", "[U+202E]", "[U+001B]"]) expect(text).toContain(words);
    await page.setViewportSize({ width: 400, height: 800 });
    const excess = () => page.evaluate("document.documentElement.scrollWidth - innerWidth");
    await expect.poll(excess).toBeLessThanOrEqual(0);
    expect(opened.complaints).toEqual([]);
  });

  it("shows an invented id as invented and an expected, retrieved one as found", async () => {
    await using opened = await open(ONE);
    expect(await opened.page.locator(".answer .id.invented").allInnerTexts()).toEqual(["TC-99998"]);
    expect(await opened.page.locator(".answer .id.found").allInnerTexts()).toEqual(["TC-00100"]);
  });
});

describe("ten numbers on ten pages, each drawn by lot, lead to executions whose raw records give the same number", () => {
  const NUMBERED = PAGES.filter((name) => name !== "executions" && name !== "method");
  const random = makeRandom("ten numbers", "1");

  it.each([...NUMBERED, "my list"])("%s", async (name) => {
    const recompute = await recomputeFrom(site.runDirectory);
    await using opened = await open(
      name === "my list" ? "executions.html?metric=tool_calls&has=value" : `${name}.html`,
    );
    const { page } = opened;
    const chosen = await choose(page, name);
    if (chosen.href) {
      await page.goto(new URL(chosen.href, page.url()).href);
      await page
        .locator(chosen.href.includes("id=") ? "h1" : "tbody tr")
        .first()
        .waitFor();
    }
    const names = await listedNames(page);
    const value = recompute({ names, metric: chosen.metric, of: chosen.of });
    expect(names.length).toBeGreaterThan(0);
    expect(asShown(value, chosen.text), `${chosen.of} of ${chosen.metric} over ${names.length}`).toBe(chosen.text);
  });

  interface Chosen {
    text: string;
    href: string | null;
    metric: string;
    of: string;
  }

  /** One of the page's numbers that the test can compute, by lot. */
  async function choose(page: Page, name: string): Promise<Chosen> {
    if (name === "my list") {
      const text = await page.locator('[data-fact="sum"]').innerText();
      return { text, href: null, metric: "tool_calls", of: "sum" };
    }
    const selector = name === "scenarios" ? ".heat-cell a" : "a.number[data-of]";
    await page.locator(selector).first().waitFor();
    const found = (await page.evaluate(
      `[...document.querySelectorAll(${JSON.stringify(selector)})].map((link) => ({
        text: link.textContent, href: link.getAttribute("href"), of: link.dataset.of ?? "mean" }))`,
    )) as Omit<Chosen, "metric">[];
    const numbers = found.flatMap((link) => {
      const metric =
        name === "scenarios" ? "overall_score" : new URL(link.href!, page.url()).searchParams.get("metric");
      return metric !== null && RECOMPUTED.includes(metric) && /\d/.test(link.text) ? [{ ...link, metric }] : [];
    });
    expect(numbers.length, `numbers on ${name}`).toBeGreaterThan(0);
    return numbers[Math.floor(random() * numbers.length)]!;
  }

  async function listedNames(page: Page): Promise<string[]> {
    const one = new URL(page.url()).searchParams.get("id");
    if (one !== null) return [one];
    const links = "[...document.querySelectorAll('tbody td:first-child a')].map((link) => link.getAttribute('href'))";
    const hrefs = (await page.evaluate(links)) as string[];
    return hrefs.map((href) => new URL(href, page.url()).searchParams.get("id")!);
  }

  /** The value rounded as the text is: so many decimals, percent or not, without a leading zero. */
  function asShown(value: number | null, text: string): string {
    if (value === null) return "no number";
    const bare = text.replaceAll(",", "").replace(" %", "");
    const digits = bare.split(".")[1]?.length ?? 0;
    const shown = (text.endsWith("%") ? 100 * value : value).toFixed(digits);
    const grouped = shown.replace(/\B(?=(\d{3})+(?!\d))/g, text.includes(",") ? "," : "");
    return (text.startsWith(".") ? grouped.replace(/^0/, "") : grouped) + (text.endsWith("%") ? " %" : "");
  }
});

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
  expect(await cli(["show", site.runDirectory, HOSTILE_EXECUTION], { ...io, out: print, error: print })).toBe(0);
  const text = lines.join("\n");
  expect(text).toContain("window.hacked");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be left
  expect(text.match(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u)).toBeNull();
});

async function listFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => name.includes(".")).map((name) => join(folder, name));
}

it("the first Tab offers to skip the navigation, and every page is reachable by keyboard", async () => {
  await using opened = await open("index.html");
  await opened.page.keyboard.press("Tab");
  expect(await opened.page.evaluate("document.activeElement.textContent")).toBe("Skip to content");
  for (const name of ["Overview", "Retrieval", "Factors"]) {
    await opened.page.keyboard.press("Tab");
    expect(await opened.page.evaluate("document.activeElement.textContent")).toBe(name);
  }
});
