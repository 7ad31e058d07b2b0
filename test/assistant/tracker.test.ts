import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundleStyle } from "../../harness/show/live/page.ts";
import { launchBrowser } from "../../scripts/browser.ts";
import { loopbackModel } from "../loopback/model.ts";
import { type LoopbackProvider, type Script, startProvider } from "../loopback/provider.ts";
import { smallTracker } from "../scenarios/faults/tracker.ts";
import { openCorpus } from "../scenarios/substrates.ts";
import { violationsOn } from "./on-page.ts";
import { type Served, serveSmall } from "./served.ts";

const VAGUE = "It fails.";
const BACK = "Clarifying question: which part fails?";

/** Asks back where nothing is named, as often as it may; else searches the reports and lists what it found. */
const script: Script = ({ body }) => {
  const messages = body.messages as { role: string; content: unknown }[];
  const said = JSON.stringify(messages);
  const asked = messages.findLast(({ role, content }) => role === "user" && !String(content).includes("not accepted"));
  const last = JSON.stringify(messages.at(-1));
  if (last.includes("You have asked back once"))
    return { type: "text", text: "No supported recommendation: no part is named." };
  if (String(asked?.content).includes(VAGUE)) return { type: "text", text: BACK };
  if (!last.includes('"tool"'))
    return {
      type: "calls",
      calls: [{ id: `c${messages.length}`, name: "search_issues", args: { query: "scheduler stalls" } }],
    };
  const { result, rows } = JSON.parse(String(messages.at(-1)!.content)) as { result: string; rows: { id: string }[] };
  const thread = /thread id of this conversation is `([^`]+)`/.exec(said)?.[1];
  const list = rows.map(({ id }, at) => `${at + 1}. \`${id}\` - it is like it [S1]`).join("\n");
  const sources = `- S1: [reports of it](artifact://${thread}?path=${result})`;
  return { type: "text", text: `These are known [S1].\n\n## Recommended\n${list}\n\n## Sources\n${sources}` };
};

let provider: LoopbackProvider;
let served: Served;
beforeAll(async () => {
  provider = await startProvider(script);
  served = await serveSmall("memory://", {
    substrate: await openCorpus(smallTracker()),
    style: await bundleStyle(),
    configuration: {
      ...{ model: loopbackModel(provider.url), workflow: "react", knowledge: "prompt" },
      settings: { clarify: true },
    },
  });
});
afterAll(async () => {
  await served?.close();
  await provider?.close();
});

async function post(path: string, body: object) {
  const sent = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(`${served.url}${path}`, sent);
  return response.json() as Promise<Record<string, unknown>>;
}

it("a question is asked back over the API, answered in a later turn, and not asked a second time", async () => {
  const [assistant] = (await post("/assistants/search", {})) as unknown as { assistant_id: string }[];
  const { thread_id } = await post("/threads", {});
  const say = async (content: string) => {
    const { messages } = (await post(`/threads/${thread_id}/runs/wait`, {
      assistant_id: assistant!.assistant_id,
      input: { messages: [{ role: "user", content }] },
    })) as { messages: { content: string; additional_kwargs?: { answer_gate?: { type: string } } }[] };
    const { content: text, additional_kwargs } = messages.at(-1)!;
    return [text.split("\n")[0], additional_kwargs?.answer_gate?.type];
  };
  expect(await say(VAGUE)).toEqual([BACK, "question"]);
  expect(await say("The scheduler: it stalls.")).toEqual(["These are known [S1].", undefined]);
  expect(await say(VAGUE)).toEqual(["No supported recommendation: no part is named.", undefined]);
});

it("the page asks back, then lists reports, and speaks of no tests where there are none", async () => {
  const browser: Browser = await launchBrowser();
  const page: Page = await browser.newPage({ viewport: { width: 400, height: 900 } });
  const say = async (words: string) => {
    await page.getByLabel("question").fill(words);
    await page.getByLabel("question").press("Enter");
  };
  const isTold = (words: string) => page.getByRole("status").filter({ hasText: words }).waitFor();
  await page.goto(served.url);
  await page.getByRole("heading", { name: "What do the reports know of this fault?" }).waitFor();
  await say(VAGUE);
  await isTold("The agent asks back.");
  expect(await page.getByLabel("question").getAttribute("placeholder")).toBe("Answer the question.");
  expect(await page.locator("article").textContent()).not.toMatch(/Coverage|recommended|Not looked at/);
  await say("The scheduler: it stalls.");
  const cited = page.getByRole("list", { name: "cited" });
  await cited.waitFor();
  expect(await cited.getByRole("listitem").count()).toBeGreaterThan(1);
  expect(await cited.textContent()).not.toContain("no result that was read");
  expect(await page.locator("main").innerText()).not.toMatch(/\btests?\b|Coverage|not used/);
  await page.getByRole("list", { name: "sources" }).getByRole("button", { name: "reports of it" }).click();
  await page.getByRole("dialog").getByRole("table").waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await cited.getByRole("button").first().click();
  await page
    .getByRole("dialog")
    .getByRole("heading", { name: /recorded links?$/ })
    .waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await browser.close();
});
