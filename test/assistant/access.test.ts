import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AuditLog } from "../../assistant/access/audit-log.ts";
import type { AccessOptions } from "../../assistant/access/authenticate.ts";
import { NO_BUDGET, NO_LIMITS } from "../../assistant/access/rate-limit.ts";
import type { Principal } from "../../assistant/protocol/principal.ts";
import { ROUTES } from "../../assistant/routes/index.ts";
import { nonEmpty } from "../non-empty.ts";
import { send } from "./request.ts";
import { QUESTION, questionWith, type Served, serveSmall } from "./served.ts";

const PEOPLE: Record<string, Principal> = {
  ann: { tenant: "a", name: "ann", role: "ask" },
  art: { tenant: "a", name: "art", role: "ask" },
  rea: { tenant: "a", name: "rea", role: "review" },
  bob: { tenant: "b", name: "bob", role: "operate" },
};
const tokenOf = (who: string) => `token-of-${who}-0123456789`;
const USERS = Object.entries(PEOPLE).map(([who, principal]) => ({ principal, token: tokenOf(who) }));
const PROXY: AccessOptions["proxy"] = {
  ...{ from: ["127.0.0.0/8"], userHeader: "x-forwarded-user", tenantHeader: "x-forwarded-tenant" },
  ...{ tenant: "default", role: "ask", roles: { olga: "operate" } },
};
const SAFE = { config: { configurable: { safe_mode: true } } };
const ask = (content: string, more: object = {}) => ({
  ...{ assistant_id: "scopebench", input: { messages: [{ type: "human", content }] } },
  ...more,
});

let served: Served;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-access-"));
  const audit = new AuditLog(join(folder, "audit.jsonl"), 60_000);
  served = await serveSmall("memory://", { access: { users: USERS, proxy: null }, audit });
});
afterAll(async () => {
  await served?.close();
  await rm(folder, { recursive: true });
});

async function call(who: string, method: string, path: string, value?: unknown, at = served) {
  const headers: Record<string, string> = { authorization: `Bearer ${tokenOf(who)}` };
  const body = value === undefined ? undefined : typeof value === "string" ? value : JSON.stringify(value);
  if (value !== undefined && typeof value !== "string") headers["content-type"] = "application/json";
  const answer = await send({ url: at.url, method, path, headers, body });
  const json = () => JSON.parse(answer.text);
  return { ...answer, json };
}

/** A thread of Ann's with all that one can have, each of its parts with a word that stands nowhere else. */
async function threadOfAnn() {
  const { headers } = await call("ann", "POST", "/runs/wait", ask(questionWith("okapiquestion")));
  const [, , thread, , run] = String(headers["content-location"]).split("/");
  const path = `/threads/${thread}`;
  await call("ann", "PUT", `${path}/documents/scope/k1`, { word: "okapidocument" });
  await call("ann", "PUT", `${path}/files/content?path=/okapifile.txt`, "okapicontent");
  await call("ann", "PATCH", path, { metadata: { word: "okapimetadata" } });
  return { thread: thread!, run: run!, path };
}

const readAll = async (path: string) =>
  Promise.all(
    ["", "/runs", "/documents", "/files", "/files/content?path=/okapifile.txt", "/history?limit=500"].map(
      async (more) => (await call("ann", "GET", `${path}${more}`)).text,
    ),
  );

describe("over all routes", () => {
  it("another tenant, and another person, see and change nothing of a thread", async () => {
    const { thread, run, path } = await threadOfAnn();
    const before = await readAll(path);
    const history = JSON.parse(before.at(-1)!);
    const ids: Record<string, string> = {
      ...{ thread_id: thread, run_id: run, kind: "scope", key: "k1" },
      ...{ checkpoint_id: history[0].checkpoint.checkpoint_id, assistant_id: "scopebench" },
    };
    const bodies = [
      {},
      ask(QUESTION, { if_not_exists: "reject", checkpoint_id: ids.checkpoint_id }),
      { assistant_id: "scopebench", command: { goto: "__end__" } },
      { if_exists: "do_nothing", metadata: {}, limit: 1000, values: { files: { "/a": "b" } } },
      { kind: "scope", metadata: { owner: "ann", tenant: "a" }, ids: [thread] },
    ];
    let asked = 0;
    const sweep = async (who: string, isHidden: boolean) => {
      for (const { method, path: pattern, raw } of nonEmpty(ROUTES)) {
        const there = pattern.replaceAll(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? name);
        const sent = method === "GET" || method === "DELETE" ? [undefined] : raw ? ["text"] : bodies;
        for (const body of nonEmpty(sent)) {
          const answer = await call(who, method, `${there}?path=/okapifile.txt`, body);
          asked++;
          expect(answer.text, `${who} ${method} ${pattern}`).not.toContain("okapi");
          if (isHidden && pattern.includes("{thread_id}"))
            expect([404, 409, 422, 501], `${who} ${method} ${pattern} ${answer.text}`).toContain(answer.status);
        }
      }
    };
    await sweep("bob", true);
    await sweep("art", true);
    // Another tenant may have a thread with the same id: its own.
    expect((await call("bob", "POST", "/threads", { thread_id: thread })).json()).toMatchObject({ owner: "bob" });
    expect((await call("art", "POST", "/threads", { thread_id: thread })).status).toBe(409);
    await sweep("bob", false);
    expect(asked).toBeGreaterThan(ROUTES.length * 2);
    expect(await readAll(path)).toEqual(before);
  });

  it("who reviews reads and decides, and changes nothing else of another's thread", async () => {
    const { thread, path } = await threadOfAnn();
    expect((await call("rea", "GET", path)).json()).toMatchObject({
      owner: "ann",
      may: { decide: true, write: false },
    });
    for (const [method, more, body] of [
      ["PATCH", "", { metadata: { a: 1 } }],
      ["DELETE", "", undefined],
      ["POST", "/runs", ask(QUESTION)],
      ["POST", "/state", { values: { files: { "/a": "b" } } }],
      ["PUT", "/files/content?path=/a", "b"],
    ] as const)
      expect((await call("rea", method, `${path}${more}`, body)).status, `${method} ${more}`).toBe(403);
    expect((await call("rea", "PUT", `${path}/documents/rating/r`, 4)).json()).toMatchObject({ author: "rea" });
    await call("ann", "POST", `${path}/runs/wait`, ask(QUESTION, SAFE));
    const resume = { decisions: [{ type: "reject", message: "no" }] };
    const decided = await call("rea", "POST", `${path}/runs/wait`, { assistant_id: "scopebench", command: { resume } });
    expect(decided.text).toContain('"by":"rea"');
    expect((await call("rea", "POST", "/threads/search", { limit: 100 })).text).toContain(thread);
    const counts = await Promise.all(["rea", "art"].map((who) => call(who, "POST", "/threads/count", {})));
    expect(counts[0]!.json()).toBeGreaterThan(counts[1]!.json());
  });

  it("a thread whose metadata say `shared` can be read by its tenant, and by nobody else", async () => {
    const { thread, path } = await threadOfAnn();
    await call("ann", "PATCH", path, { metadata: { shared: true } });
    expect((await call("art", "GET", path)).text).toContain("okapiquestion");
    expect((await call("art", "GET", `${path}/documents`)).text).toContain("okapidocument");
    expect((await call("bob", "GET", path)).status).toBe(404);
    expect((await call("art", "PUT", `${path}/documents/scope/k1`, 1)).status).toBe(403);
    expect((await call("art", "POST", `${path}/runs`, ask("x"))).status).toBe(403);
    await call("ann", "PATCH", path, { metadata: { shared: false } });
    expect((await call("art", "POST", "/threads/search", { limit: 100 })).text).not.toContain(thread);
  });
});

describe("limits", () => {
  const withLimits = (changes: Parameters<typeof serveSmall>[1]) =>
    serveSmall("memory://", { access: { users: USERS, proxy: null }, ...changes });

  it("of a conversation: its caps fill as it goes, its end says so, and a new one can be begun", async () => {
    const session = { ...NO_BUDGET, modelCalls: 3, tokens: 1_000_000 };
    const at = await withLimits({ session });
    const { text, headers } = await call(
      "ann",
      "POST",
      "/runs/stream",
      ask(QUESTION, { stream_mode: ["custom", "values"] }),
      at,
    );
    const usage = [...text.matchAll(/data: (\{"type":"usage".*)/g)].map(([, json]) => JSON.parse(json!));
    expect(usage.map(({ model_calls }) => model_calls.used)).toContain(1);
    expect(usage.at(-1).model_calls).toEqual({ used: 3, most: 3 });
    expect(usage.at(-1).cost_usd).toEqual({ used: 0, most: null });
    expect(text).toContain("this conversation has used all of its 3 model calls");
    const path = `/threads/${String(headers["content-location"]).split("/")[2]}`;
    expect((await call("ann", "GET", path, undefined, at)).json()).toMatchObject({
      ...{ status: "error", usage: { model_calls: { used: 3, most: 3 } } },
    });
    expect(await call("ann", "POST", `${path}/runs`, ask(QUESTION), at)).toMatchObject({ status: 429 });
    expect(await call("ann", "POST", "/runs", ask(QUESTION), at)).toMatchObject({ status: 200 });
    await at.close();
  });

  it("of each person: requests, bodies, runs at once, and what a day may take", async () => {
    const perDay = { ...NO_BUDGET, toolCalls: 1 };
    const at = await withLimits({
      userLimits: { requestsPerMinute: 12, bodyBytes: 2000, runsAtOnce: 1, perDay },
      beforeQuery: () => sleep(100),
    });
    expect((await call("ann", "POST", "/threads", { metadata: { a: "a".repeat(2000) } }, at)).status).toBe(413);
    const both = await Promise.all([1, 2].map(() => call("ann", "POST", "/runs/wait", ask(QUESTION), at)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 429]);
    const done = both.find(({ status }) => status === 200)!;
    const path = String(done.headers["content-location"]).split("/").slice(0, 3).join("/");
    expect((await call("ann", "DELETE", path, undefined, at)).status).toBe(204);
    const refused = await call("ann", "POST", "/runs/wait", ask(QUESTION), at);
    expect(`${refused.status} ${refused.text}`).toContain('429 {"detail":"you have used all of your 1 tool calls');
    const many = await Promise.all(Array.from({ length: 20 }, () => call("ann", "GET", "/info", undefined, at)));
    expect(many.filter(({ status }) => status === 429).length).toBeGreaterThan(8);
    expect(many.find(({ status }) => status === 429)!.headers["retry-after"]).toMatch(/^\d+$/);
    expect((await call("art", "POST", "/runs/wait", ask(QUESTION), at)).status).toBe(200);
    await at.close();
  });

  it("of a day are shared by conversations at once: of 30 none takes what another has taken", async () => {
    const at = await withLimits({
      userLimits: { ...NO_LIMITS, perDay: { ...NO_BUDGET, modelCalls: 6, toolCalls: 4 } },
    });
    const all = await Promise.all(
      Array.from({ length: 30 }, () => call("ann", "POST", "/runs/wait", ask(QUESTION), at)),
    );
    const ended = all.filter(({ status, text }) => status === 429 || text.includes("you have used all of your"));
    expect(ended.length).toBeGreaterThan(24);
    const spent = await at.service.as(PEOPLE.ann!).store.spending.by("ann");
    expect(spent.modelCalls).toBeLessThanOrEqual(6);
    expect(spent.toolCalls).toBeLessThanOrEqual(4);
    expect(spent.modelCalls + spent.toolCalls).toBeGreaterThan(3);
    await at.close();
  });

  it("of tool calls hold for look-ups, and what waits for reviewers is not looked up round them", async () => {
    const perDay = { ...NO_BUDGET, toolCalls: 2 };
    const reviewed = ["trace_links"];
    const at = await withLimits({ userLimits: { ...NO_LIMITS, perDay }, decidedBy: "reviewers", reviewed });
    const look = (who: string, tool: string) => call(who, "POST", `/tools/${tool}`, { ids: ["MSG-7"] }, at);
    expect(await look("ann", "trace_links")).toMatchObject({ status: 403 });
    const looked = await Promise.all(Array.from({ length: 8 }, () => look("ann", "identifier_lookup")));
    expect(looked.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429, 429, 429]);
    expect(await call("ann", "POST", "/runs/wait", ask(QUESTION), at)).toMatchObject({ status: 429 });
    expect(await look("rea", "trace_links")).toMatchObject({ status: 200 });
    await at.close();
  });

  it("of decisions: where they are for reviewers, who asked cannot take them", async () => {
    const at = await withLimits({ decidedBy: "reviewers", userLimits: NO_LIMITS });
    const { headers } = await call("ann", "POST", "/runs/wait", ask(QUESTION, SAFE), at);
    const path = `/threads/${String(headers["content-location"]).split("/")[2]}/runs/wait`;
    const approve = { assistant_id: "scopebench", command: { resume: { decisions: [{ type: "approve" }] } } };
    expect((await call("ann", "POST", path, approve, at)).status).toBe(403);
    expect((await call("rea", "POST", path, approve, at)).status).toBe(200);
    await at.close();
  });

  it("of decisions: what somebody approved for good who may not decide by now is asked of reviewers again", async () => {
    const at = await withLimits({ decidedBy: "reviewers", userLimits: NO_LIMITS });
    const rule = { config: { configurable: { safe_mode: ["trace_links", "graph_impact"] } } };
    const first = await call("ann", "POST", "/runs/wait", ask(QUESTION, rule), at);
    const path = `/threads/${String(first.headers["content-location"]).split("/")[2]}`;
    const waiting = ({ json }: { json(): unknown }) =>
      (json() as { __interrupt__?: { value: { action_requests: { name: string }[] } }[] }).__interrupt__?.[0]?.value
        .action_requests[0]?.name;
    expect(waiting(first)).toBe("trace_links");
    const thread = path.split("/")[2]!;
    const ann = at.service.store.as(PEOPLE.ann!).documents;
    await ann.write(thread, { kind: "approval", key: "graph_impact" }, { role: "ask" });
    const approve = { assistant_id: "scopebench", command: { resume: { decisions: [{ type: "approve" }] } } };
    expect(waiting(await call("rea", "POST", `${path}/runs/wait`, approve, at))).toBe("graph_impact");
    const kept = await call("rea", "PUT", `${path}/documents/approval/graph_impact`, { role: "operate" }, at);
    expect(kept.json()).toMatchObject({ value: { role: "review" }, author: "rea" });
    expect(waiting(await call("rea", "POST", `${path}/runs/wait`, approve, at))).toBeUndefined();
    await at.close();
  });

  it("of decisions: what waits for reviewers by configuration is not taken out of their hands by who asks", async () => {
    const reviewed = ["identifier_lookup"];
    const at = await withLimits({ decidedBy: "reviewers", userLimits: NO_LIMITS, reviewed });
    const unsafe = { config: { configurable: { safe_mode: false } } };
    const waits = async (path: string, body: object, who = "ann") => {
      const reply = await call(who, "POST", path, body, at);
      expect(reply.json().__interrupt__).toHaveLength(1);
      return `/threads/${String(reply.headers["content-location"]).split("/")[2]}`;
    };
    const thread = await waits("/runs/wait", ask(QUESTION, unsafe));
    expect((await call("ann", "PATCH", thread, { metadata: { safe_mode: [] } }, at)).status).toBe(200);
    const reject = { assistant_id: "scopebench", command: { resume: { decisions: [{ type: "reject" }] } } };
    await call("rea", "POST", `${thread}/runs/wait`, reject, at);
    await waits(`${thread}/runs/wait`, ask("Which tests cover REQ-201?", unsafe));
    await at.close();
  });
});

describe("a proxy's word", () => {
  const whoIs = async (at: Served, headers: Record<string, string>) => {
    const body = JSON.stringify({});
    const sent = { ...headers, "content-type": "application/json" };
    const { status, text } = await send({ url: at.url, method: "POST", path: "/threads", headers: sent, body });
    return status === 200 ? JSON.parse(text).owner : status;
  };
  it("is taken from the addresses that are configured, once, and as a plain name", async () => {
    const at = await serveSmall("memory://", { access: { users: USERS, proxy: PROXY } });
    const tenant = { "x-forwarded-tenant": "acme" };
    expect(await whoIs(at, { ...tenant, "x-forwarded-user": "nina@example.com" })).toBe("nina@example.com");
    expect(await whoIs(at, { authorization: `Bearer ${tokenOf("ann")}` })).toBe("ann");
    expect(await whoIs(at, {})).toBe(401);
    expect(await whoIs(at, { "x-forwarded-user": "nina" })).toBe(401);
    for (const name of nonEmpty(["", "*", "a b", "a,b", "a'--"]))
      expect(await whoIs(at, { ...tenant, "x-forwarded-user": name }), name).toBe(401);
    await at.close();
  });
  it("is worth nothing from elsewhere", async () => {
    const at = await serveSmall("memory://", { access: { users: USERS, proxy: { ...PROXY!, from: ["10.0.0.0/8"] } } });
    expect(await whoIs(at, { "x-forwarded-user": "olga", "x-forwarded-tenant": "a" })).toBe(401);
    expect(await whoIs(at, { "x-forwarded-user": "olga", "x-forwarded-for": "10.0.0.1" })).toBe(401);
    await at.close();
  });
});

it("requests are written down: who, what, with what result; no question, document or token; not without end", async () => {
  const files = await readdir(folder);
  expect(files.sort()).toEqual(["audit.jsonl", "audit.jsonl.1"]);
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(61_000);
  const entries = texts.flatMap((text) =>
    text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  );
  expect(entries.find(({ status }) => status === 403)).toMatchObject({
    ...{ tenant: "a", user: expect.any(String), route: expect.stringContaining("/threads/{thread_id}") },
    ...{ thread: expect.any(String), from: "127.0.0.1", ms: expect.any(Number) },
  });
  for (const text of nonEmpty(texts)) expect(text).not.toMatch(/okapi|token-of|MSG-7/);
});
