import { readFileSync } from "node:fs";
import { read as readWorkbook, utils } from "@e965/xlsx";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NO_BUDGET } from "../../assistant/access/rate-limit.ts";
import { bundleStyle } from "../../harness/show/live/page.ts";
import { launchBrowser } from "../../scripts/browser.ts";
import { nonEmpty } from "../non-empty.ts";
import { reachByTab, violationsOn } from "./on-page.ts";
import { QUESTION, type Served, serveSmall } from "./served.ts";

const { sheet_to_json: sheetRows } = utils;

let served: Served;
let browser: Browser;
let page: Page;
const errors: string[] = [];
beforeAll(async () => {
  served = await serveSmall("memory://", { style: await bundleStyle() });
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("request", (request) => {
    if (!/^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(request.url())) errors.push(request.url());
  });
});
afterAll(async () => {
  await browser?.close();
  await served?.close();
});

/** Opens the page anew: a change of what is behind `#` alone would leave what it shows until then. */
const open = async (address: string) => {
  await page.goto("about:blank");
  await page.goto(address);
};
const ask = async (question: string) => {
  await page.getByLabel("question").fill(question);
  await page.getByLabel("question").press("Enter");
};
const violations = () => violationsOn(page);

const table = () => page.getByRole("table");
const status = (words: string | RegExp) => page.getByRole("status").filter({ hasText: words });
const documents = async (kind: string) => {
  const search = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ kind }) };
  return (await (await fetch(`${served.url}/documents/search`, search)).json()) as { value: object }[];
};
const inPage = (code: string, given: string) => page.evaluate(`(${code})(${JSON.stringify(given)})`);
const saved = async (label: string) => {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: `save as ${label}` }).click(),
  ]);
  return readFileSync(await download.path());
};

describe("the page of the assistant, with nothing from elsewhere", () => {
  it("takes a question to a scope that is decided, is the same after a reload, and exports it", async () => {
    await open(served.url);
    await ask(QUESTION);
    await table().waitFor();
    const tests = await page.locator(".tests tbody code").allTextContents();
    expect(tests.length).toBeGreaterThan(1);
    await page.getByRole("button", { name: /^S1/ }).first().click();
    await page.getByRole("dialog").getByRole("table").waitFor();
    expect(await page.getByRole("dialog").locator("tr.named").first().textContent()).toContain(tests[0]);
    expect(await page.getByRole("dialog").locator(".path .node").last().textContent()).toContain(tests[0]);
    expect(await violations()).toEqual([]);
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: tests[1]!, exact: true }).first().click();
    await page
      .getByRole("dialog")
      .getByRole("heading", { name: /recorded link/ })
      .waitFor();
    expect(await violations()).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByLabel(`keep ${tests[0]}`).uncheck();
    await page.getByLabel(`why not ${tests[0]}`).fill("=the lab is booked");
    await page.getByLabel("add a test").fill("TC-");
    await page.getByRole("option").first().waitFor();
    const offered = await page.getByRole("option").locator("code").allTextContents();
    const other = offered.findIndex((id) => !tests.includes(id));
    for (let down = 0; down < other; down++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByLabel(`why ${offered[other]}`).fill("we always run it");
    await page.keyboard.press("Tab");
    await status(`${tests.length} of ${tests.length + 1} kept, saved with this thread`).waitFor();
    await page.reload();
    await status(`${tests.length} of ${tests.length + 1} kept`).waitFor();
    expect(await page.getByLabel(`why not ${tests[0]}`).inputValue()).toBe("=the lab is booked");
    await page
      .getByRole("region", { name: "coverage" })
      .filter({ hasText: /MSG-7.*\d+ tests/ })
      .waitFor();
    expect(await violations()).toEqual([]);
    const lines = (await saved("CSV")).toString("utf8").split("\r\n");
    expect(lines[0]).toBe(
      '"rank","test","name","kept","why","why not","evidence","tier","quality_area","automated_suite","execution_context"',
    );
    expect(lines[1]).toMatch(new RegExp(`^"1","${tests[0]}",".*","no",.*"'=the lab is booked"`));
    expect(lines.at(-2)).toMatch(/^"","","Coverage: .*","","","","","coverage"/);
    expect(lines.at(-3)).toMatch(
      new RegExp(`^"","${offered[other]}",".*","yes","we always run it","","added by hand","added by hand",.*"$`),
    );
    const workbook = readWorkbook(await saved("XLSX"));
    expect(sheetRows(workbook.Sheets.scope!, { header: 1 })[1]).toContain(tests[0]);
    const markdown = (await saved("Markdown")).toString("utf8");
    expect(markdown).toContain(`- [ ] \`${offered[other]}\``);
    const names = await page.locator(".tests .title").allTextContents();
    expect(nonEmpty(names).map((name) => markdown.split(name).length - 1)).toEqual(names.map(() => 1));
    const junit = (await saved("JUnit XML")).toString("utf8");
    expect(junit).toMatch(/<property name="coverage" value="Coverage: [^"]+"/);
    expect(markdown).toMatch(/## Coverage\n\nCoverage: /);
    expect(await inPage(countCases, junit)).toEqual([tests.length, tests.length]);
    await page.getByRole("button", { name: "save as TestRail run" }).click();
    await page.getByRole("alert").filter({ hasText: "TestRail's (C123)" }).waitFor();
  });

  it("asks by items that are picked by the keyboard, and by a change that is pasted", async () => {
    await open(`${served.url}/#new`);
    const picker = page.getByLabel("add an item");
    await picker.focus();
    await page.keyboard.type("msg 7");
    // Of the whole text: what was found for its beginning is not chosen by Enter.
    await expect.poll(() => picker.getAttribute("aria-activedescendant")).not.toBeNull();
    expect(await picker.getAttribute("aria-activedescendant")).toBe(
      await page.getByRole("option").first().getAttribute("id"),
    );
    expect(await violations()).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByLabel("take out MSG-7").waitFor();
    await page.getByLabel("question").focus();
    await inPage(pasteInto, "diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-old(`MSG-7`);\n+new(```);\n");
    await page.getByText("diff of 1 file, 1 line added, 1 taken out").waitFor();
    await status("Named in it and in the records, taken into the question: MSG-7.").waitFor();
    const told = page.getByLabel("what the agent is told of the change");
    expect(await told.inputValue()).toContain("Changed files: x.c");
    expect(await violations()).toEqual([]);
    await told.fill("Changed files: x.c (in send_all).");
    await page.getByLabel("question").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: /^Which tests are affected by a change of MSG-7 \(.+\)\?$/ }).waitFor();
    await table().waitFor();
    await page.getByText("what the agent was told of the change").click();
    expect(await page.locator("article pre").first().textContent()).toBe("Changed files: x.c (in send_all).");
    await page.getByRole("button", { name: "the whole change" }).click();
    await page.getByRole("dialog").getByText("+new(```);").waitFor();
    await page.keyboard.press("Escape");
  });

  it("offers the records nearest to a change that nothing is found for, to be asked about", async () => {
    await open(`${served.url}/#new`);
    await page.getByLabel("question").focus();
    await inPage(pasteInto, "What happens\nwhen the printer\nis out of paper\n");
    await status("Nothing in the records is named in it.").waitFor();
    await page.getByRole("button", { name: /^add / }).first().waitFor();
    await page.getByLabel("take out the change").click();
    await ask("Which tests cover the printer driver of REQ-999?");
    const about = page.getByRole("button", { name: /^ask about / }).first();
    await about.waitFor();
    expect(await violations()).toEqual([]);
    const id = (await about.getAttribute("aria-label"))!.replace("ask about ", "");
    await about.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: `Which tests are affected by a change of ${id}` }).waitFor();
    await status("The answer is there.").waitFor();
  });

  it("puts each step before the person in Safe Mode: rejected, changed and approved by the keyboard alone", async () => {
    await open(`${served.url}/#new`);
    await page.getByLabel("ask me before each step").check();
    await ask(QUESTION);
    const card = page.getByRole("region", { name: "a step that waits for you" });
    await card.waitFor();
    expect(await violations()).toEqual([]);
    await page.reload();
    await card.getByLabel("why not").fill("not there");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("you did not want this").first().waitFor();
    for (let calls = 0; calls < 30; calls++) {
      const further = card.getByLabel(/approve further calls/);
      await further.or(table()).first().waitFor();
      if ((await table().count()) > 0) break;
      // The card may be gone by now, or be another one.
      await further.check({ timeout: 5000 }).catch(() => undefined);
      const approve = card.getByRole("button", { name: "Approve" });
      await approve.press("Enter", { timeout: 5000 }).catch(() => undefined);
      await page.waitForTimeout(100);
    }
    await table().waitFor();
    await page.locator(".unseen", { hasText: "1 step that did not work" }).waitFor();
    // The service keeps what is approved for good: it outlives the page, and can be taken back.
    const approved = page.getByRole("list", { name: "approved without asking" }).getByRole("listitem");
    const approvals = await documents("approval");
    const kept = nonEmpty(approvals).length;
    await expect.poll(() => approved.count()).toBe(kept);
    expect(await violations()).toEqual([]);
    await approved
      .first()
      .getByRole("button", { name: /ask me before .+ again/ })
      .press("Enter");
    await expect.poll(() => approved.count()).toBe(kept - 1);
    expect(errors).toEqual([]);
  });

  it("compares two configurations blind, sides balanced, and keeps a preference; rates an answer by the judge's rubric", async () => {
    const lefts: string[] = [];
    for (const choice of ["Left is better", "Both are bad"]) {
      await open(`${served.url}/#new`);
      await page.getByText("advanced: answered by").click();
      await page.getByLabel("compare with").selectOption({ index: 4 });
      await ask(QUESTION);
      const left = page.getByRole("region", { name: "Left" });
      await left.getByRole("listitem").first().waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(1280);
      expect(await page.locator(".comparison").textContent()).not.toMatch(/explorer|prompt|skill/);
      expect(await violations()).toEqual([]);
      await page.getByRole("button", { name: choice }).click();
      await status("Your preference is kept.").waitFor();
      await page.getByLabel("comment").fill("shorter");
      const written = page.waitForResponse((response) => response.request().method() === "PUT");
      await page.keyboard.press("Tab");
      expect((await written).ok()).toBe(true);
      lefts.push((await left.getByRole("heading").textContent())!);
    }
    await page.reload();
    await page.getByRole("button", { name: "Both are bad", pressed: true }).waitFor();
    expect(new Set(lefts).size).toBe(2);
    const kept = await documents("preference");
    expect(kept.map(({ value }) => value)).toMatchObject([
      { choice: "both_bad", comment: "shorter", question: QUESTION, blind: true },
      { choice: "left", comment: "shorter" },
    ]);

    await page.getByRole("link", { name: "Go on with this one" }).first().click();
    // Below an answer whose tests are still being read a press may come to nothing: what is above it grows.
    await page.getByRole("button", { name: "save as Markdown", disabled: false }).waitFor();
    await page.getByText("rate this answer").click();
    for (const group of await page.locator(".rating fieldset").all()) await group.getByRole("radio").nth(1).check();
    await page.getByLabel("Note (not needed)").fill("misses one");
    expect(await violations()).toEqual([]);
    await page.getByRole("button", { name: "Keep the rating" }).click();
    await page.getByText("rated by you: fail").waitFor();
    await page.reload();
    await page.getByText("rated by you: fail").click();
    const form = page.getByRole("form", { name: "rating" });
    await form.getByRole("radio", { name: /^0.8/, checked: true }).waitFor();
    expect(await form.getByLabel("Note (not needed)").inputValue()).toBe("misses one");
  });

  it("is used by the keyboard alone: ask, decide on a test, save, find a thread, delete it", async () => {
    await open(`${served.url}/#new`);
    await page.getByLabel("question").waitFor();
    const reach = (target: Locator) => reachByTab(page, target);
    await reach(page.getByLabel("question"));
    await page.keyboard.type("Name the tests that cover MSG-7");
    await page.keyboard.press("Enter");
    await table().waitFor();
    const [test] = await page.locator(".tests tbody code").allTextContents();
    await reach(page.getByLabel(`keep ${test}`));
    await page.keyboard.press("Space");
    await reach(page.getByLabel(`why not ${test}`));
    await page.keyboard.type("flaky");
    await reach(page.getByRole("button", { name: "save as Markdown" }));
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    expect(readFileSync(await download.path(), "utf8")).toMatch(/left out\n\n- .*flaky/);
    await reach(page.getByLabel("search threads"));
    await page.keyboard.type("name msg-7");
    await status(/^1 of \d+ threads$/).waitFor();
    await reach(page.getByRole("button", { name: /^delete: Name the tests/ }));
    page.once("dialog", (dialog) => dialog.accept());
    await page.keyboard.press("Enter");
    await page.getByText("Which of the existing tests matter").waitFor();
    expect(await violations()).toEqual([]);
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "dark" });
    await expect.poll(() => page.evaluate("document.getAnimations().length")).toBe(0);
    expect(await violations()).toEqual([]);
  });

  it("shows a run as it goes, goes on with it after a reload, is stopped, and shows caps as they fill", async () => {
    const session = { ...NO_BUDGET, toolCalls: 50 };
    // The first step asks twice, the second one waits until all was looked at.
    let queries = 0;
    const gate = Promise.withResolvers<void>();
    const beforeQuery = async () => (++queries > 2 ? gate.promise : undefined);
    const slow = await serveSmall("memory://", { style: await bundleStyle(), beforeQuery, session });
    await fetch(`${slow.url}/examples`);
    queries = 0;
    await open(slow.url);
    await ask(QUESTION);
    await page.getByText("working: 1 step so far").waitFor();
    await status("Looked up MSG-7: 1 record").waitFor();
    // Those that are under way are taken, too.
    await page.getByText(/\b[1-9] of 50 tool calls/).waitFor();
    expect(await violations()).toEqual([]);
    await page.reload();
    await page.getByText("working: 1 step so far").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
    await page.getByRole("alert").waitFor();
    expect(await table().count()).toBe(0);
    gate.resolve();
    await slow.close();
  });

  it("opens by each of its links what the link says", async () => {
    const nowhere = `${served.url}/#thread=00000000-0000-4000-8000-00000000dead`;
    const links = page.locator("#app a[href]");
    const lost = page.getByRole("alert").getByRole("link", { name: "New question" });
    await open(nowhere);
    await lost.waitFor();
    const hrefs = await links.evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    expect(hrefs.filter((href) => href === "#new")).toHaveLength(2);
    expect(hrefs.filter((href) => href?.startsWith("#thread=")).length).toBe(hrefs.length - 2);
    expect(hrefs.length).toBeGreaterThan(4);
    for (const [at, href] of hrefs.entries()) {
      await open(nowhere);
      await lost.waitFor();
      const says = (await links.nth(at).locator("span").allTextContents()).join("").slice(0, 30);
      await links.nth(at).click();
      await lost.waitFor({ state: "detached" });
      if (href === "#new") expect(await page.getByLabel("question").inputValue()).toBe("");
      else await page.locator("main").filter({ hasText: says }).waitFor();
    }
  });

  it("shows what a corpus, a model or a client wrote as text, wherever it stands", async () => {
    const hostile = `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script>\u202e${"w".repeat(300)}`;
    const shown = hostile.replace("\u202e", "\ufffd");
    const answer = `${hostile}\n\n## Recommended\n1. \`TC-${hostile}\` - ${hostile} [S1]\n## Sources\n- S1: [${hostile}](javascript:document.title='taken')`;
    const artifact = {
      index: 0,
      tool: hostile,
      arguments: { ids: [hostile] },
      status: "error",
      error: { code: "x", message: hostile },
    };
    const messages = [
      { id: "1", type: "human", content: hostile },
      { id: "2", type: "ai", content: "", tool_calls: [{ id: "c", name: hostile, args: {} }] },
      { id: "3", type: "tool", content: hostile, artifact },
      { id: "4", type: "ai", content: answer },
    ];
    const row = { id: `TC-${hostile}`, name: hostile, type: "test_case", description: hostile, [hostile]: hostile };
    const scope = {
      dropped: [{ id: `TC-${hostile}`, reason: hostile }],
      added: [{ id: "TC-2", title: hostile, reason: hostile }],
    };
    const thread_id = "00000000-0000-4000-8000-000000000001";
    const thread = { thread_id, status: "idle", metadata: {}, values: { messages }, interrupts: {} };
    const replies: [RegExp, unknown][] = [
      [/\/runs$/, [{ run_id: thread_id, status: "error", error: hostile }]],
      [/\/documents\//, [{ thread_id, kind: "scope", key: "4", value: scope }]],
      [/\/search$/, [thread]],
      [/\/tools\//, { rows: [row], truncated: false, facts: { items: 1, uncovered: 1 } }],
      [/\/threads\//, thread],
    ];
    await page.route(/\/(threads|tools|documents)\/(search|0{8}-|\w)/, (route) => {
      const { pathname } = new URL(route.request().url());
      return route.fulfill({ json: replies.find(([path]) => path.test(pathname))![1] });
    });
    await page.setViewportSize({ width: 400, height: 800 });
    await open(`${served.url}/#thread=${thread_id}`);
    await page.getByRole("region", { name: "tests that you added" }).waitFor();
    for (const summary of await page.locator("summary").all()) await summary.click();
    const times = async (part: string) => (await page.locator(part).textContent())!.split(shown).length;
    await expect.poll(() => times("body")).toBeGreaterThan(9);
    await page.locator(".tests button.link").click();
    await page.getByRole("dialog").getByText("test case", { exact: true }).waitFor();
    await expect.poll(() => times("dialog")).toBeGreaterThan(4);
    expect(await page.locator("body").textContent()).not.toContain("\u202e");
    expect(await page.locator("#app img, #app script, #app [href^=javascript]").count()).toBe(0);
    expect(await page.title()).not.toBe("taken");
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(400);
    expect(errors).toEqual([]);
  });
});

/** In the page: test cases of a JUnit report, and how many are skipped. */
const countCases = `(xml) => {
  const report = new DOMParser().parseFromString(xml, "application/xml");
  return ["testcase", "testcase > skipped"].map((selector) => report.querySelectorAll(selector).length);
}`;

/** In the page: what a browser does with a text from the clipboard. */
const pasteInto = `(text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}`;
