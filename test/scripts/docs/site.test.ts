import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ReportServer, serveReport } from "../../../harness/show/live/serve-report.ts";
import { apiReferences } from "../../../scripts/api-reference.ts";
import { launchBrowser } from "../../../scripts/browser.ts";
import { buildDocs, makePages } from "../../../scripts/docs/site.ts";
import { publishedSchemas } from "../../../scripts/published-schemas.ts";
import { ROOT } from "../../docs/pages.ts";
import { nonEmpty } from "../../non-empty.ts";
import { violations } from "../../reports/look.ts";
import { QUESTIONS } from "./questions.ts";

const CODE = { schemas: publishedSchemas(), api: apiReferences() };

let site: string;
let names: string[];
beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), "scopebench-docs-"));
  await buildDocs(site, CODE);
  names = readdirSync(site, { recursive: true, encoding: "utf8" });
});
afterAll(() => rm(site, { recursive: true, force: true }));

const pages = () => nonEmpty(names.filter((name) => name.endsWith(".html")));
const textOf = (name: string) => readFileSync(join(site, name), "utf8");

it("every page of docs/ and design/ stands in the site", () => {
  const shown = makePages(CODE).map(({ source }) => source);
  const written = ["docs", "design"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  expect(nonEmpty(written.filter((name) => name.endsWith(".md"))).filter((name) => !shown.includes(name))).toEqual([]);
});

it("every page has one heading at its top, and none is empty", () => {
  const wrong = pages().filter((name) => textOf(name).match(/<h1[ >]/g)?.length !== 1);
  expect(wrong).toEqual([]);
});

/** Six lines of 120 characters. */
const PARAGRAPH_CHARACTERS = 720;
/** A page of more prose than this is parted by headings, and so is what follows a heading. */
const UNPARTED_CHARACTERS = 1500;
const PARAGRAPHS_A_HEADING = 10;

it("no paragraph or point of a list is longer than six lines, and headings stand every few paragraphs", () => {
  const faults = pages().flatMap((name) => {
    const body = bodyOf(name);
    const long = paragraphsOf(body).filter((text) => text.length > PARAGRAPH_CHARACTERS);
    const parts = body.split(/<h[2-6][ >]/);
    const dense = parts.filter((part) => (part.match(/<p>/g)?.length ?? 0) > PARAGRAPHS_A_HEADING);
    const unparted = parts.length === 1 && paragraphsOf(body).join("").length > UNPARTED_CHARACTERS;
    return [
      ...long.map((text) => `${name}: ${text.length} characters: ${text.slice(0, 60)}`),
      ...dense.map((part) => `${name}: a heading above too many paragraphs: ${part.slice(0, 60)}`),
      ...(unparted ? [`${name}: no headings`] : []),
    ];
  });
  expect(faults).toEqual([]);
});

/** What a page says, without code and tables. */
function bodyOf(name: string): string {
  const [, body = ""] = /<main[^>]*>([\s\S]*)<\/main>/.exec(textOf(name)) ?? [];
  return body.replaceAll(/<(pre|table)[\s\S]*?<\/\1>/g, "");
}

/** Its paragraphs, and the points of its lists that hold none. */
function paragraphsOf(body: string): string[] {
  const blocks = [...body.matchAll(/<(?:p|li)>((?:(?!<\/?(?:p|li|ul|ol)>)[\s\S])*)/g)].map(([, text]) => text!);
  return blocks.map((text) =>
    text
      .replaceAll(/<[^>]+>/g, "")
      .replaceAll(/&[#\w]+;/g, "&")
      .replaceAll(/\s+/g, " ")
      .trim(),
  );
}

it("every link leads to a page, and to a heading or row of it", () => {
  const ids = new Map(
    pages().map((name) => [name, new Set([...textOf(name).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
  );
  const broken = pages().flatMap((name) =>
    [...textOf(name).matchAll(/<a [^>]*href="([^"]+)"/g)]
      .map(([, href]) => href!)
      .filter((href) => !/^[a-z]+:/.test(href) && !leads(name, href, ids))
      .map((href) => `${name}: ${href}`),
  );
  expect([...new Set(broken)]).toEqual([]);
});

function leads(from: string, href: string, ids: Map<string, Set<string | undefined>>): boolean {
  const [path = "", anchor] = href.split("#");
  const target = path === "" ? from : join(dirname(from), path);
  if (!existsSync(join(site, target))) return false;
  return anchor === undefined || anchor === "" || (ids.get(target)?.has(decodeURIComponent(anchor)) ?? false);
}

it("pages and styles name nothing of another host", () => {
  const inPages = pages().filter((name) =>
    /<(?:link|script|img|iframe)[^>]+(?:href|src)="(?:https?:)?\/\//.test(textOf(name)),
  );
  const styles = nonEmpty(names.filter((name) => name.endsWith(".css"))).filter((name) =>
    /url\(["']?https?:|@import/.test(textOf(name)),
  );
  expect([...inPages, ...styles]).toEqual([]);
});

it("shows code and runs none of it", () => {
  expect(pages().filter((name) => /\bdefine\(\{/.test(textOf(name)))).toEqual([]);
});

describe("search", () => {
  it.each(QUESTIONS)("%s is among the first five answers to: %s", async (page, question) => {
    expect(await found(question)).toContain(page);
  });

  it("has an answer for twenty questions", () => {
    expect(QUESTIONS.length).toBeGreaterThanOrEqual(20);
  });
});

/** As the field of the page asks (Framework's client/search.js), over the index that was built. */
async function found(question: string): Promise<string[]> {
  const require = createRequire(createRequire(import.meta.url).resolve("@observablehq/framework/package.json"));
  const { default: MiniSearch } = await import(pathToFileURL(require.resolve("minisearch")).href);
  const file = nonEmpty(names.filter((name) => /minisearch[^/]*\.json$/.test(name)))[0]!;
  const { options, ...index } = JSON.parse(textOf(file));
  const processTerm = (term: string) => term.slice(0, 15).toLowerCase();
  const engine = MiniSearch.loadJS(index, { ...options, processTerm });
  const how = { boost: { title: 4, keywords: 4 }, fuzzy: 0.15, prefix: true };
  return engine
    .search(question, how)
    .slice(0, 5)
    .map(({ id }: { id: string }) => id.replace(/^\/|\.html$/g, ""));
}

describe("in a browser", () => {
  let browser: Browser;
  let server: ReportServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launchBrowser(), serveReport(site)]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const LOOKED_AT = [
    "index",
    "start",
    "guides/model",
    "reference/commands/run",
    "reference/configuration",
    "reference/metrics",
    "method/statistics",
    "measurements/default-run",
  ];
  const LOOKS = nonEmpty(
    LOOKED_AT.flatMap((name) => (["light", "dark"] as const).map((scheme) => [name, scheme] as const)),
  );
  it.each(LOOKS)(
    "%s in %s: axe finds nothing, nothing complains, and at 400 px nobody scrolls sideways",
    async (name, colorScheme) => {
      const context = await browser.newContext({ colorScheme, viewport: { width: 1240, height: 900 } });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
      page.on("request", (request) => request.url().startsWith(server.url) || complaints.push(request.url()));
      await page.goto(`${server.url}${name}.html`);
      expect(await violations(page, colorScheme === "light" ? "all" : "colours")).toEqual([]);
      await page.setViewportSize({ width: 400, height: 900 });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(400);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
});
