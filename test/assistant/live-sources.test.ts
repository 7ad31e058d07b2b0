import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LiveSources } from "../../agent/contract/contract.ts";
import { memberAsCaller } from "../../db/sources/in-process/in-process-source.ts";
import { readServedContent } from "../../db/sources/in-process/read-content.ts";
import type { LiveSource } from "../../db/sources/port.ts";
import { toPeoplesSources } from "../../harness/run/stages/live-sources.ts";
import { bundleStyle } from "../../harness/show/live/page.ts";
import { launchBrowser } from "../../scripts/browser.ts";
import { nonEmpty } from "../non-empty.ts";
import { violationsOn } from "./on-page.ts";
import { type Served, serveSmall } from "./served.ts";
import { type SignInServer, startSignInServer } from "./sign-in-server.ts";

const WORLD = fileURLToPath(new URL("../../examples/sources/sources.json", import.meta.url));
/** Its answer stands in CHAT-5157, which the first may not see. */
const [OUTSIDER, INSIDER, HIDDEN] = ["nils.castell", "jonas.iversen", "CHAT-5157"];
const QUESTION = "Whose system is Viridian Jackdaw?";
const SOURCES = ["wiki", "chat", "tracker", "tests"];
const tokenOf = (member: string) => `token of ${member}`;
const tokensOf = (member: string) => Object.fromEntries(SOURCES.map((name) => [name, tokenOf(member)]));

let served: Served;
let signInServer: SignInServer;
/** What reached the sources: `chat: Viridian Jackdaw`, `chat CHAT-5157`. */
const reached: string[] = [];
beforeAll(async () => {
  const opened = (await toPeoplesSources({
    ...SETTINGS,
    in_process: { path: WORLD, rights: "caller" },
  })) as LiveSources;
  const live = { ...opened, sources: opened.sources.map(watched) };
  signInServer = await startSignInServer(tokenOf);
  const signIns = { chat: signInServer.signIn };
  served = await serveSmall("memory://", { live, signIns, style: await bundleStyle() });
});

function watched(source: LiveSource): LiveSource {
  const { name } = source.describe();
  return {
    describe: () => source.describe(),
    containers: (...given) => source.containers(...given),
    search(query, ...given) {
      reached.push(`${name}: ${query.keywords.join("; ")}`);
      return source.search(query, ...given);
    },
    open(id, ...given) {
      reached.push(`${name} ${id}`);
      return source.open(id, ...given);
    },
  };
}
afterAll(async () => {
  await served?.close();
  await signInServer?.close();
});

const SETTINGS = {
  ...({ validation: "relaxed", fact_check: "lenient", prompts: "en" } as const),
  ...{ rounds: 3, refinements: 0, items: 20, pages: 2, opened: 3 },
};

async function post(path: string, body: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${served.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const ask = (sources: unknown) =>
  post("/runs/wait", {
    assistant_id: "scopebench",
    input: { messages: [{ type: "human", content: QUESTION }] },
    config: { configurable: { sources } },
  });

describe("live sources in the assistant, asked with the asker's own token", () => {
  it("answers two people by what each may see, and stores neither's token", async () => {
    const [outsider, insider] = await Promise.all([ask(tokensOf(OUTSIDER!)), ask(tokensOf(INSIDER!))]);
    expect([outsider.status, insider.status]).toEqual([200, 200]);
    expect(JSON.stringify(insider.body)).toContain(HIDDEN);
    expect(JSON.stringify(outsider.body)).not.toContain(HIDDEN);
    expect(JSON.stringify([outsider.body, insider.body])).not.toContain("token of");
    expect(await tablesWith(INSIDER!, HIDDEN!)).not.toEqual([]);
    expect(await tablesWith(tokenOf(INSIDER!), tokenOf(OUTSIDER!))).toEqual([]);
  });

  it("refuses a question without a source, a source that is none, and a token that no header can hold", async () => {
    const refusals = await Promise.all([ask({}), ask({ intranet: "x" }), ask({ wiki: "a\r\nb: c" })]);
    expect(refusals.map(({ status }) => status)).toEqual([422, 422, 422]);
    expect(refusals[0]!.body.detail).toContain("tick at least one");
    expect(refusals[1]!.body.detail).toContain("wiki, chat, tracker, tests");
  });

  it("tells of a token that a source does not take, and never that there is nothing", async () => {
    const { body } = await ask({ chat: "token of nobody" });
    expect(JSON.stringify(body)).toContain("unauthorised");
  });

  it("under Safe Mode shows each call before its source hears of it, makes it once, and none that is rejected", async () => {
    const { body: thread } = await post("/threads", {});
    const config = { configurable: { sources: tokensOf(INSIDER!), safe_mode: true } };
    const wait = (asked: object) =>
      post(`/threads/${thread.thread_id}/runs/wait`, { assistant_id: "scopebench", config, ...asked });
    reached.length = 0;
    let { body } = await wait({ input: { messages: [{ type: "human", content: QUESTION }] } });
    const shown: string[] = [];
    for (let call = waiting(body); call !== null; call = waiting(body)) {
      expect(reached).toEqual(shown);
      const rejected = call.startsWith("tracker");
      if (!rejected) shown.push(call);
      expect(shown.length).toBeLessThan(30);
      ({ body } = await wait({ command: { resume: { decisions: [{ type: rejected ? "reject" : "approve" }] } } }));
    }
    expect(reached).toEqual(shown);
    expect(new Set(reached).size).toBe(reached.length);
    expect(reached.filter((one) => one.startsWith("chat"))).not.toEqual([]);
    expect(JSON.stringify(body)).toContain(HIDDEN);
  });

  it("opens an item at its place for whom its source shows it, and for nobody else", async () => {
    const open = (id: string, token: string) => post("/sources/chat/open", { id, token });
    const content = await readServedContent(WORLD);
    const reply = content.items.find(({ source, parent }) => source === "chat" && parent !== null)!;
    const reader = await readerOf(reply.id);
    const { body } = await open(reply.id, tokenOf(reader));
    expect(body).toMatchObject({ cited: reply.id, item: { id: reply.parent } });
    expect(JSON.stringify(body)).toContain(reply.text);
    const refusals = await Promise.all([
      open(HIDDEN!, tokenOf(OUTSIDER!)),
      open(HIDDEN!, "token of nobody"),
      post("/sources/intranet/open", { id: HIDDEN, token: "x" }),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual([404, 403, 422]);
  });
});

describe("a sign-in at a source, in place of a token", () => {
  const redirect = "http://127.0.0.1:1/";
  const begin = async () => {
    const { body } = await post("/sources/chat/sign-in", { redirect });
    const told = new URL(String(body.address)).searchParams;
    expect([told.get("audience"), told.get("scope")]).toEqual(["chat", "read"]);
    const sent = await fetch(String(body.address), { redirect: "manual" });
    const back = new URL(sent.headers.get("location")!);
    expect(back.searchParams.get("state")).toBe(body.state);
    return { code: back.searchParams.get("code")!, verifier: String(body.verifier), redirect };
  };

  it("gives a person's own token once, for the verifier that began it alone, renews it, and stores none", async () => {
    signInServer.person = INSIDER!;
    const [stolen, own] = [await begin(), await begin()];
    expect((await post("/sources/chat/token", { ...stolen, verifier: own.verifier })).status).toBe(403);
    const { body: given } = await post("/sources/chat/token", own);
    expect(given).toMatchObject({ token: tokenOf(INSIDER!), expires_in: 3600 });
    const again = await post("/sources/chat/token", own);
    expect([again.status, again.body.detail]).toEqual([403, expect.stringContaining("unauthorised")]);
    expect((await post("/sources/chat/token", { refresh: given.refresh })).body).toMatchObject({ token: given.token });
    signInServer.renewals = 0;
    expect((await post("/sources/chat/token", { refresh: given.refresh })).status).toBe(403);
    expect((await post("/sources/wiki/sign-in", { redirect })).status).toBe(422);
    expect(JSON.stringify((await ask({ chat: given.token })).body)).toContain(HIDDEN);
    expect(await tablesWith(String(given.token), String(given.refresh), own.verifier, own.code)).toEqual([]);
    expect(signInServer.addresses.filter((address) => address.includes("token of"))).toEqual([]);
  });
});

/** The call that waits for a decision, as `reached` would say it; null for none. */
function waiting(body: Record<string, unknown>): string | null {
  const pauses = (body.__interrupt__ ?? []) as { value: { action_requests: Proposed[] } }[];
  const [call] = pauses.flatMap(({ value }) => value.action_requests);
  if (!call) return null;
  const { source, keywords = [], id } = call.args;
  return call.name === "source_open" ? `${source} ${id}` : `${source}: ${keywords.join("; ")}`;
}

interface Proposed {
  name: string;
  args: { source: string; keywords?: string[]; id?: string };
}

/** Somebody who sees an item of the chat. */
async function readerOf(id: string): Promise<string> {
  const [chat] = served.service.options.sources!.filter((source) => source.describe().name === "chat");
  const { members } = await readServedContent(WORLD);
  for (const { id: member } of members)
    if ((await chat!.open(id, memberAsCaller(member))).type === "opened") return member;
  throw new Error(`nobody sees ${id}`);
}

/** Of all that is kept: tables with one of these texts in a row, also as bytes. */
async function tablesWith(...texts: string[]): Promise<string[]> {
  const { pool } = served.service.database;
  const { rows: tables } = await pool.query(
    "SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')",
  );
  const likes = texts.flatMap((text) => [text, Buffer.from(text).toString("hex")]).map((text) => `%${text}%`);
  const found: string[] = [];
  for (const { name } of nonEmpty(tables as { name: string }[])) {
    const { rows } = await pool.query(`SELECT 1 FROM ${name} AS kept WHERE kept::text LIKE ANY ($1) LIMIT 1`, [likes]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

describe("the page, in two browsers", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  const openAs = async (member: string): Promise<{ context: BrowserContext; page: Page }> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(served.url);
    signInServer.person = member;
    for (const name of nonEmpty(SOURCES)) {
      await page.getByRole("checkbox", { name: new RegExp(`^${name} `) }).check();
      if (name !== "chat") await page.getByLabel(`your token for ${name}`).fill(tokenOf(member));
    }
    await page.getByRole("button", { name: "sign in at chat" }).click();
    await page.getByText("signed in", { exact: true }).waitFor();
    expect([context.pages().length, page.url()]).toEqual([1, `${served.url}/`]);
    await page.getByLabel("question").fill(QUESTION);
    await page.getByLabel("question").press("Enter");
    await page.getByRole("status").filter({ hasText: "The answer is there." }).waitFor();
    return { context, page };
  };

  it("takes no code with another sign-in's state, renews a token until the source no longer lets it, and says so then", async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(served.url);
    Object.assign(signInServer, { person: INSIDER!, lifeSeconds: 1, renewals: 2 });
    const grants: Record<string, string>[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/sources/chat/token")) grants.push(request.postDataJSON());
    });
    const forged = { state: "another", code: "stolen" };
    await page.context().route("**/authorize?*", async (route) => {
      await page.evaluate(`new BroadcastChannel("scopebench-sign-in").postMessage(${JSON.stringify(forged)})`);
      await route.continue();
    });
    await page.getByRole("checkbox", { name: /^chat / }).check();
    await page.getByRole("button", { name: "sign in at chat" }).click();
    await page.getByRole("alert").filter({ hasText: "sign in again" }).waitFor();
    expect(grants.map(({ code, refresh }) => code ?? refresh)).toEqual([
      expect.stringMatching(/^code-\d+$/),
      ...Array.from({ length: 3 }, () => `renew ${INSIDER}`),
    ]);
    expect(await page.getByText("signed in", { exact: true }).count()).toBe(0);
    await page.close();
    Object.assign(signInServer, { lifeSeconds: 3600, renewals: 10 });
  });

  it("takes one person from the question to the message at its place, and shows the other another answer", async () => {
    const [insider, outsider] = [await openAs(INSIDER!), await openAs(OUTSIDER!)];
    const { page } = insider;
    await page.getByText(/^how it was found/).click();
    await page
      .getByText(/^Searched chat for/)
      .first()
      .waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole("list", { name: "cited" }).getByRole("button", { name: HIDDEN! }).click();
    const cited = page.getByRole("dialog").locator("[aria-current=true]");
    await cited.filter({ hasText: "That is Lorenz Holmqvist." }).waitFor();
    // The message that it replies to stands above it.
    expect(await page.getByRole("dialog").locator(".part").first().textContent()).toContain("Viridian Jackdaw");
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press("Escape");

    const [seen, other] = [
      await page.locator("article").textContent(),
      await outsider.page.locator("main").textContent(),
    ];
    expect(seen).toContain("Lorenz Holmqvist");
    expect(other).not.toContain("Lorenz Holmqvist");
    expect(other).not.toContain(HIDDEN!);

    const kept = "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])";
    expect(await page.evaluate(kept)).not.toContain("token of");
    await page.reload();
    await page.getByRole("list", { name: "cited" }).getByRole("button", { name: HIDDEN! }).click();
    await page.getByRole("dialog").getByText("give your token").waitFor();
    await Promise.all([insider.context.close(), outsider.context.close()]);
  });
});
