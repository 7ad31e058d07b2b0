/**
 * The whole way of a person on the assistant's page, from a question to an exported scope: pictures of every state, light and dark, 400 and
 * 1280 pixels wide, the files that it exports, and the seconds from the command's start to the first page, the first step and the answer.
 *
 *     node --import tsx scripts/assistant-screens.ts <folder> [--question TEXT]
 *
 * The service is started as anybody starts it, in a new folder, with the default corpus and its stand-ins.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { argumentsOf } from "./arguments.ts";
import { launchBrowser } from "./browser.ts";
import { type Look, looksAt } from "./pictures/of-report.ts";

const { values, positionals } = argumentsOf(import.meta.filename, {
  question: { type: "string", default: "Which tests cover Xn handover failure?" },
});
const [given] = positionals;
if (!given) throw new Error("expected a folder for the pictures: --help");
const folder = resolve(given);
const PATCH = `From: Ann Example <ann@example.org>
Date: Mon, 14 Sep 2026 10:12:44 +0200
Subject: [PATCH] xnap: shorten the preparation timer of the Xn handover

The target answers within 3 s; waiting 5 s delays the fallback.

diff --git a/xnap/handover.c b/xnap/handover.c
--- a/xnap/handover.c
+++ b/xnap/handover.c
@@ -12,1 +12,1 @@ int xn_handover_prepare(struct ue_ctx *ctx)
-  start_timer(ctx, TXnRELOCprep, 5000);
+  start_timer(ctx, TXnRELOCprep, 3000);
`;

await mkdir(folder, { recursive: true });
const home = await mkdtemp(join(tmpdir(), "scopebench-assistant-"));
const started = performance.now();
const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
const command = fileURLToPath(new URL("../harness/scopebench.mjs", import.meta.url));
const service = spawn(process.execPath, [command, "assistant", "--port", "0"], {
  cwd: home,
  stdio: ["ignore", "ignore", "pipe"],
});
const browser = await launchBrowser();
try {
  const address = await addressOf();
  const first = await browser.newPage();
  await first.goto(address);
  await first.getByRole("heading", { name: "scopebench" }).waitFor();
  console.log(`the first page ${seconds()} after the command`);
  await first.getByLabel("question").waitFor({ timeout: 300_000 });
  console.log(`a question can be asked after ${seconds()}`);
  await ask(first, values.question);
  await first.locator(".steps li").or(first.locator(".tests")).first().waitFor();
  console.log(`the first step after ${seconds()}`);
  await first.locator(".tests").waitFor();
  console.log(`the answer after ${seconds()}`);
  await first.close();
  for (const look of looksAt([400, 1280])) await walk(address, look);
} finally {
  await browser.close();
  service.kill("SIGTERM");
  await once(service, "exit");
  await rm(home, { recursive: true, force: true });
}

/** Where it says that it listens. */
async function addressOf(): Promise<string> {
  for await (const line of createInterface({ input: service.stderr })) {
    const address = /http:\/\/\S+/.exec(line)?.[0].replace(/;$/, "");
    if (address) return address;
  }
  throw new Error("the assistant ended before it listened");
}

async function ask(page: Page, question: string): Promise<void> {
  await page.getByLabel("question").fill(question);
  await page.getByLabel("question").press("Enter");
}

/** A link to read, and what whoever has it sees. */
async function share(
  page: Page,
  look: Look,
  shoot: (name: string, fullPage?: boolean) => Promise<void>,
): Promise<void> {
  await page.getByRole("button", { name: "Share to read" }).click();
  await page.getByRole("button", { name: "Make a link" }).click();
  const link = page.getByLabel("the link", { exact: true });
  await link.waitFor();
  await shoot("share", false);
  const guest = await browser.newPage({ viewport: { width: look.width, height: 900 }, colorScheme: look.colorScheme });
  await guest.goto(await link.inputValue());
  await guest.locator(".shared-scope li").first().waitFor();
  await guest.screenshot({ path: join(folder, `shared-${look.name}.png`), fullPage: true });
  await guest.close();
  await page.keyboard.press("Escape");
}

async function walk(address: string, look: Look): Promise<void> {
  const page = await browser.newPage({ viewport: { width: look.width, height: 900 }, colorScheme: look.colorScheme });
  let count = 0;
  const shoot = async (name: string, fullPage = true) => {
    const path = join(folder, `${String(++count).padStart(2, "0")}-${name}-${look.name}.png`);
    await page.screenshot({ path, fullPage });
    const tooWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
    console.log(tooWide ? `${path} (wider than the window)` : path);
  };
  const dialog = page.getByRole("dialog");
  const inDialog = async (name: string) => {
    await dialog.getByRole("table").waitFor();
    await shoot(name, false);
    await page.keyboard.press("Escape");
  };
  await page.goto(address);
  await page.getByLabel("question").waitFor();
  await shoot("start");
  await page.getByLabel("add an item").fill("xn setup");
  await page.getByRole("option").first().waitFor();
  await shoot("pick", false);
  await page.keyboard.press("Enter");
  await page.getByLabel("question").focus();
  await page.evaluate(
    `{ const clipboardData = new DataTransfer(); clipboardData.setData("text/plain", ${JSON.stringify(PATCH)});
       document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true })); }`,
  );
  await page.getByText("Nearest by words and meaning").or(page.getByText("Nearest besides")).waitFor();
  await shoot("composed");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.locator(".coverage").waitFor();
  await shoot("change-answered");
  await page.getByRole("button", { name: "the whole change" }).click();
  await dialog.locator("pre").waitFor();
  await shoot("whole-change", false);
  await page.keyboard.press("Escape");
  await share(page, look, shoot);
  await page.goto(`${address}#new`);
  await ask(page, "Which tests cover the printer driver of REQ-99999?");
  await page
    .getByRole("button", { name: /^ask about/ })
    .first()
    .waitFor();
  await shoot("nothing-found");
  await page.goto(`${address}#thread=00000000-0000-4000-8000-000000000000`);
  await page.getByRole("alert").waitFor();
  await shoot("no-such-thread");
  await page.goto(`${address}#new`);
  await page.reload();
  await ask(page, values.question);
  await page.locator(".steps").waitFor();
  await shoot("steps");
  await page.locator(".tests .title").first().waitFor();
  const tests = await page.locator(".tests tbody code").allTextContents();
  await page.getByLabel(`keep ${tests[1]}`).uncheck();
  await page.getByLabel(`why not ${tests[1]}`).fill("needs the lab that is booked this week");
  await page.getByLabel("add a test").fill("xn setup");
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("saved with this thread").waitFor();
  await page.locator(".coverage").waitFor();
  await shoot("scope");
  await page.evaluate("document.querySelectorAll('article details').forEach((part) => { part.open = true; })");
  await shoot("opened");
  await page.getByRole("button", { name: /^S1/ }).first().click();
  await inDialog("evidence");
  await page.getByRole("button", { name: tests[0]!, exact: true }).first().click();
  await inDialog("record");
  await page.locator(".steps button.link").first().click();
  await inDialog("result");
  if (look.width === 1280 && look.colorScheme === "light")
    for (const format of ["CSV", "XLSX", "Markdown", "JUnit XML"]) {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: `save as ${format}` }).click(),
      ]);
      await download.saveAs(join(folder, download.suggestedFilename()));
      console.log(join(folder, download.suggestedFilename()));
    }
  await page.goto(`${address}#new`);
  await page.getByLabel("ask me before each step").check();
  await ask(page, values.question);
  await page.getByRole("region", { name: "a step that waits for you" }).waitFor();
  await shoot("safe-mode");
  await page.goto(`${address}#new`);
  await page.getByLabel("ask me before each step").uncheck();
  await page.getByText("advanced: answered by").click();
  await page.getByLabel("compare with").selectOption({ index: 4 });
  await ask(page, values.question);
  await page.getByRole("button", { name: "Left is better", disabled: false }).waitFor();
  await shoot("compared-blind");
  await page.getByRole("button", { name: "Left is better" }).click();
  await page.getByText("Your preference is kept.").waitFor();
  await shoot("compared");
  await page.close();
}
