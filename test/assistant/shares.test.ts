import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { AuditLog } from "../../assistant/access/audit-log.ts";
import type { Principal } from "../../assistant/protocol/principal.ts";
import { ROUTES } from "../../assistant/routes/index.ts";
import { nonEmpty } from "../non-empty.ts";
import { send } from "./request.ts";
import { questionWith, type Served, serveSmall } from "./served.ts";

const PEOPLE: readonly Principal[] = [
  { tenant: "a", name: "ann", role: "ask" },
  { tenant: "a", name: "art", role: "ask" },
  { tenant: "a", name: "rea", role: "review" },
  { tenant: "b", name: "bob", role: "operate" },
];
const USERS = PEOPLE.map((principal) => ({ principal, token: `token-of-${principal.name}-0123456789` }));

let served: Served;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-shares-"));
  const audit = new AuditLog(join(folder, "audit.jsonl"), 1_000_000);
  // As from another address: whoever asks there needs a token.
  served = await serveSmall("memory://", { access: { users: USERS, proxy: null }, hosts: ["bench.example"], audit });
});
afterAll(async () => {
  await served?.close();
  await rm(folder, { recursive: true });
});

interface Sent {
  who?: string;
  link?: string;
  body?: unknown;
}

async function call(method: string, path: string, { who, link, body }: Sent) {
  const headers: Record<string, string> = { host: "bench.example" };
  if (who) headers.authorization = `Bearer token-of-${who}-0123456789`;
  if (link) headers["x-share-token"] = link;
  if (body !== undefined) headers["content-type"] = "application/json";
  const answer = await send({
    url: served.url,
    method,
    path,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { ...answer, json: () => JSON.parse(answer.text) };
}

async function threadOf(who: string, word: string): Promise<string> {
  const input = { messages: [{ type: "human", content: questionWith(word) }] };
  const { headers } = await call("POST", "/runs/wait", { who, body: { assistant_id: "scopebench", input } });
  return String(headers["content-location"]).split("/")[2]!;
}

const linkOf = async (thread: string, who = "ann", days = 7) =>
  (await call("POST", `/threads/${thread}/shares`, { who, body: { days } })).json() as {
    share_id: string;
    token: string;
  };

it("shows whoever has the link one thread with its results and decided scope, and no opinion, file or thread besides", async () => {
  const thread = await threadOf("ann", "okapi");
  const other = await threadOf("ann", "zebra");
  await call("PUT", `/threads/${thread}/documents/scope/k`, {
    who: "ann",
    body: { dropped: [{ id: "TC-1", reason: "okapiscope" }] },
  });
  await call("PUT", `/threads/${thread}/documents/coverage/k`, { who: "ann", body: { sentence: "okapicoverage" } });
  await call("PUT", `/threads/${thread}/documents/rating/k`, { who: "ann", body: { note: "gnu" } });
  const { token: link } = await linkOf(thread);
  const shown = await call("GET", "/shared", { link });
  expect(shown.status).toBe(200);
  expect(shown.text).toContain("okapi");
  expect(shown.text).toContain("okapiscope");
  expect(shown.text).toContain("okapicoverage");
  expect(shown.text).not.toMatch(/zebra|gnu|"ann"/);
  const { messages } = shown.json().values;
  const path = messages.find(({ artifact }: { artifact?: { resultPath?: string } }) => artifact?.resultPath).artifact
    .resultPath;
  expect((await call("GET", `/shared/files/content?path=${path}`, { link })).text).toContain("MSG-7");
  expect(shown.headers).toMatchObject({ "x-robots-tag": "noindex, nofollow", "cache-control": "no-store" });
  expect((await call("GET", "/", {})).headers).toMatchObject({ "referrer-policy": "no-referrer" });

  const ids: Record<string, string> = {
    thread_id: thread,
    share_id: thread,
    kind: "scope",
    key: "k",
    assistant_id: "scopebench",
  };
  for (const { method, path: pattern, byLink } of nonEmpty(ROUTES)) {
    if (byLink || pattern === "/ok") continue;
    for (const at of [thread, other]) {
      const there = pattern.replaceAll(/\{(\w+)\}/g, (_all, name: string) => ({ ...ids, thread_id: at })[name] ?? name);
      const answer = await call(method, there, {
        link,
        ...(["GET", "DELETE"].includes(method) ? {} : { body: { days: 1 } }),
      });
      expect(answer.status, `${method} ${there}`).toBe(401);
    }
  }
  for (const method of ["POST", "PUT", "PATCH"])
    expect((await call(method, "/shared", { link, body: {} })).status).toBe(405);
  expect((await call("GET", `/shared/files/content?path=${path}`, { who: "ann" })).status).toBe(401);
});

it("holds until it is revoked, is over, or its thread is gone, and is kept as a hash alone", async () => {
  const thread = await threadOf("ann", "okapi");
  const { token, share_id } = await linkOf(thread);
  expect(token).toMatch(/^[\w-]{43}$/);
  const listed = await call("GET", `/threads/${thread}/shares`, { who: "ann" });
  expect(listed.json()).toMatchObject([{ share_id, author: "ann" }]);
  const { pool } = served.service.database;
  const { rows } = await pool.query("SELECT s::text AS row FROM assistant.share s");
  expect(rows.length).toBeGreaterThan(0);
  for (const text of [listed.text, JSON.stringify(rows), await readFile(join(folder, "audit.jsonl"), "utf8")])
    expect(text).not.toContain(token);
  const holds = async (link: string) => (await call("GET", "/shared", { link })).status === 200;
  expect(await Promise.all([token, token.slice(1), `${token} `, "", "' OR true --"].map(holds))).toEqual([
    true,
    false,
    true,
    false,
    false,
  ]);
  expect((await call("DELETE", `/threads/${thread}/shares/${share_id}`, { who: "ann" })).status).toBe(204);
  expect(await holds(token)).toBe(false);
  const late = await linkOf(thread);
  await pool.query("UPDATE assistant.share SET expires_at = now() WHERE id = $1", [late.share_id]);
  expect(await holds(late.token)).toBe(false);
  expect((await call("GET", `/threads/${thread}/shares`, { who: "ann" })).json()).toEqual([]);
  const gone = await linkOf(thread);
  await call("DELETE", `/threads/${thread}`, { who: "ann" });
  expect(await holds(gone.token)).toBe(false);
});

it("is made, listed and revoked by who may change the thread: no reviewer, nobody else, no other tenant", async () => {
  const thread = await threadOf("ann", "okapi");
  const { share_id, token } = await linkOf(thread);
  const tries = ["art", "rea", "bob"].flatMap((who) => [
    call("POST", `/threads/${thread}/shares`, { who, body: {} }),
    call("GET", `/threads/${thread}/shares`, { who }),
    call("DELETE", `/threads/${thread}/shares/${share_id}`, { who }),
  ]);
  expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([404, 404, 404, 403, 403, 403, 404, 404, 404]);
  for (const days of [0, 366, 1.5, "7"])
    expect((await call("POST", `/threads/${thread}/shares`, { who: "ann", body: { days } })).status).toBe(422);
  // Another tenant's thread of the same id has links of its own.
  await call("POST", "/threads", { who: "bob", body: { thread_id: thread } });
  expect((await call("GET", `/threads/${thread}/shares`, { who: "bob" })).json()).toEqual([]);
  const foreign = await linkOf(thread, "bob");
  expect((await call("GET", "/shared", { link: foreign.token })).text).not.toContain("okapi");
  expect((await call("GET", "/shared", { link: token })).text).toContain("okapi");
});
