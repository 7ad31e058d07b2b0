import { build } from "esbuild";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type LoopbackServer, serveLoopback } from "../../base/loopback/serve.ts";
import { launchBrowser } from "../../scripts/browser.ts";
import { QUESTION, type Served, serveSmall } from "./served.ts";

let front: LoopbackServer;
let served: Served;
let browser: Browser;
beforeAll(async () => {
  front = await serveFrontEnd();
  served = await serveSmall("memory://", { origins: [front.origin] });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await served?.close();
  await front?.close();
});

/** A React application of somebody else's, on an origin of its own. */
async function serveFrontEnd(): Promise<LoopbackServer> {
  const { outputFiles } = await build({
    entryPoints: [new URL("./front-end.mjs", import.meta.url).pathname],
    ...{ bundle: true, write: false, format: "esm", platform: "browser", logLevel: "silent" },
    define: { "process.env.NODE_ENV": '"production"' },
  });
  return serveLoopback({
    port: 0,
    methods: ["GET"],
    handle: async ({ path, response }) => {
      const isScript = path === "/app.js";
      response.setHeader("content-security-policy", "default-src 'self'; connect-src *");
      response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
      response.end(
        isScript ? outputFiles[0]!.text : '<div id="root"></div><script type="module" src="/app.js"></script>',
      );
    },
  });
}

it("useStream in React in Chromium, on another origin: asks, reads its thread after a reload, approves and rejects a call", async () => {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  const address = `${front.origin}/?${new URLSearchParams({ service: served.url, question: QUESTION })}`;
  const idle = page.getByRole("status").filter({ hasText: /^idle$/ });
  const answers = page.locator("li.ai", { hasText: "## Recommended" });
  await page.goto(address);
  await page.getByRole("button", { name: "ask", exact: true }).click();
  await answers.waitFor();
  await idle.waitFor();
  expect(await page.locator("li.tool").count()).toBeGreaterThan(0);
  await page.reload();
  await answers.waitFor();

  await page.goto(`${address}&again`);
  await page.getByRole("button", { name: "ask with care" }).click();
  await page.getByRole("button", { name: "approve" }).click();
  await answers
    .or(page.getByRole("button", { name: "approve" }))
    .first()
    .waitFor();
  await page.goto(`${address}&rejected`);
  await page.getByRole("button", { name: "ask with care" }).click();
  await page.getByRole("button", { name: "reject" }).click();
  await page.locator("li.tool", { hasText: "not now" }).waitFor();
  expect(errors).toEqual([]);
});
