import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AuditLog } from "../../assistant/access/audit-log.ts";
import { nonEmpty } from "../non-empty.ts";
import { type Request, send } from "./request.ts";
import { questionWith, type Served, serveSmall } from "./served.ts";

const tokenOf = (name: string) => `token-of-${name}-0123456789`;
const PEOPLE = [
  { tenant: "a", name: "ann", role: "ask" },
  { tenant: "b", name: "bob", role: "operate" },
] as const;
const USERS = PEOPLE.map((principal) => ({ principal, token: tokenOf(principal.name) }));

/** A link to Ann's thread, another thread of hers, and Bob's, whose tenant is another. */
interface Links {
  token: string;
  share: string;
  thread: string;
  other: string;
  foreign: string;
}
type Try = Omit<Request, "url">;
const shown = (token: string, path = "/shared", more: Partial<Try> = {}): Try => ({
  ...{ path, ...more },
  headers: { "x-share-token": token, ...more.headers },
});

/** What is tried with a link or in the place of one, and what comes of it. */
const ATTACKS: readonly [name: string, (links: Links) => Try, status: number][] = [
  ["no token", () => ({ path: "/shared" }), 401],
  ["an empty token", () => shown(""), 401],
  ["the token's beginning", ({ token }) => shown(token.slice(0, -1)), 401],
  ["the token and one letter more", ({ token }) => shown(`${token}A`), 401],
  ["the token in other capitals", ({ token }) => shown(token.replace(/[a-z]/, (letter) => letter.toUpperCase())), 401],
  [
    "the token as base64 of the same bytes",
    ({ token }) => shown(Buffer.from(token, "base64url").toString("base64")),
    401,
  ],
  ["the token as hex of the same bytes", ({ token }) => shown(Buffer.from(token, "base64url").toString("hex")), 401],
  ["the hash that is kept of it", ({ token }) => shown(createHash("sha256").update(token).digest("hex")), 401],
  ["the link's id", ({ share }) => shown(share), 401],
  ["the thread's id", ({ thread }) => shown(thread), 401],
  ["two tokens in a line", ({ token }) => shown(`${token}, ${token}`), 401],
  ["a token of 8,000 characters", () => shown("a".repeat(8_000)), 401],
  ["a token longer than all headers may be", () => shown("a".repeat(20_000)), 431],
  ["a token of bytes that are no letters", () => shown("\u00ff\u0080\u00fe"), 401],
  ["a token of SQL", () => shown("' OR token_hash IS NOT NULL --"), 401],
  ["a token of a setting's value", () => shown("*"), 401],
  ["a token that every object has", () => shown("__proto__"), 401],
  ["a token of nothing, in words", () => shown("undefined"), 401],
  ["the token in the query", ({ token }) => ({ path: `/shared?token=${token}&x-share-token=${token}` }), 401],
  ["the token in the path", ({ token }) => shown(token, `/shared/${token}`), 404],
  ["the token in a cookie", ({ token }) => ({ path: "/shared", headers: { cookie: `x-share-token=${token}` } }), 401],
  ["the token as a bearer's", ({ token }) => ({ path: "/shared", headers: { authorization: `Bearer ${token}` } }), 401],
  [
    "the token as a person's, at the thread",
    ({ token, thread }) => ({ path: `/threads/${thread}`, headers: { authorization: `Bearer ${token}` } }),
    401,
  ],
  [
    "the token as a key, at the list of threads",
    ({ token }) => ({
      ...{ method: "POST", path: "/threads/search", body: "{}" },
      headers: { "x-api-key": token, "content-type": "application/json" },
    }),
    401,
  ],
  ["another method", ({ token }) => shown(token, "/shared", { method: "DELETE" }), 405],
  [
    "writing by another method's name",
    ({ token }) => shown(token, "/shared", { method: "POST", headers: { "x-http-method-override": "GET" } }),
    405,
  ],
  ["a path that climbs out of it", ({ token, other }) => shown(token, `/shared/../threads/${other}`), 400],
  ["a thread named behind it", ({ token, other }) => shown(token, `/shared/threads/${other}`), 404],
  ["the files of it, as a list", ({ token }) => shown(token, "/shared/files"), 404],
  ["a file that climbs", ({ token }) => shown(token, "/shared/files/content?path=../../etc/passwd"), 422],
  [
    "a file of another thread",
    ({ token, other }) => shown(token, `/shared/files/content?path=/${other}/okapi.txt`),
    404,
  ],
  ["a file that another thread has", ({ token }) => shown(token, "/shared/files/content?path=/zebra.txt"), 404],
  [
    "a new link, by the link",
    ({ token, thread }) =>
      shown(token, `/threads/${thread}/shares`, {
        ...{ method: "POST", body: '{"days":365}' },
        headers: { "content-type": "application/json" },
      }),
    401,
  ],
  [
    "another page's request with it",
    ({ token }) => shown(token, "/shared", { headers: { origin: "https://e.example" } }),
    403,
  ],
  [
    "a name that was rebound, with it",
    ({ token }) => shown(token, "/shared", { headers: { host: "evil.example" } }),
    403,
  ],
];

describe("attacks on links", () => {
  let served: Served;
  let folder: string;
  let links: Links;
  const at = ({ headers, ...asked }: Try) =>
    send({ url: served.url, ...asked, headers: { host: "bench.example", ...headers } });
  const as = (who: string, method: string, path: string, body?: unknown) =>
    at({
      ...{ method, path, body: body === undefined ? undefined : JSON.stringify(body) },
      headers: { authorization: `Bearer ${tokenOf(who)}`, "content-type": "application/json" },
    });
  const threadOf = async (who: string, word: string): Promise<string> => {
    const input = { messages: [{ type: "human", content: questionWith(word) }] };
    const { headers } = await as(who, "POST", "/runs/wait", { assistant_id: "scopebench", input });
    return String(headers["content-location"]).split("/")[2]!;
  };
  const linkTo = async (who: string, thread: string): Promise<{ token: string; share_id: string }> =>
    JSON.parse((await as(who, "POST", `/threads/${thread}/shares`, {})).text);
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "scopebench-links-"));
    const audit = new AuditLog(join(folder, "audit.jsonl"), 1_000_000);
    served = await serveSmall("memory://", { access: { users: USERS, proxy: null }, hosts: ["bench.example"], audit });
    const [thread, other] = [await threadOf("ann", "okapi"), await threadOf("ann", "zebra")];
    const foreign = await threadOf("bob", "gnu");
    await as("ann", "PUT", `/threads/${other}/files/content?path=/zebra.txt`, "zebra");
    const { token, share_id: share } = await linkTo("ann", thread);
    links = { token, share, thread, other, foreign };
  });
  afterAll(async () => {
    await served?.close();
    await rm(folder, { recursive: true });
  });

  it.each(ATTACKS)("%s comes to nothing", async (_name, make, status) => {
    const answer = await at(make(links));
    expect(`${answer.status} ${answer.text}`).toMatch(new RegExp(`^${status}\\b`));
    expect(answer.text).not.toMatch(/okapi|zebra|gnu/);
    expect(answer.text).not.toContain(links.token);
    expect(answer.headers["set-cookie"]).toBeUndefined();
  });

  it("guesses are refused alike, whether they are near to a token or not", async () => {
    const near = [...links.token].map((letter, at) => {
      const other = letter === "A" ? "B" : "A";
      return links.token.slice(0, at) + other + links.token.slice(at + 1);
    });
    const far = Array.from({ length: 100 }, () => randomBytes(32).toString("base64url"));
    const answers = new Set<string>();
    for (const token of nonEmpty([...near, ...far])) {
      const { status, text } = await at(shown(token));
      answers.add(`${status} ${text}`);
    }
    expect([...answers]).toEqual([expect.stringMatching(/^401 /)]);
  });

  it("a person's token beside it opens nothing more, in either tenant", async () => {
    const both = (who: string, path: string) =>
      at(shown(links.token, path, { headers: { authorization: `Bearer ${tokenOf(who)}` } }));
    const shared = await both("bob", "/shared");
    expect(shared.text).toContain("okapi");
    expect(shared.text).not.toMatch(/zebra|gnu/);
    for (const path of [`/threads/${links.thread}`, `/threads/${links.other}`])
      expect((await both("bob", path)).status).toBe(404);
    expect((await both("bob", `/threads/${links.foreign}`)).text).toContain("gnu");
  });

  it("what it shows is kept by no cache, sent on by no referrer, and written down without the token", async () => {
    const page = await at({ path: "/" });
    expect(page.headers).toMatchObject({ "referrer-policy": "no-referrer" });
    expect(page.headers["content-security-policy"]).toMatch(/default-src 'none'|default-src 'self'/);
    for (const path of ["/shared", "/shared/files/content?path=/results/000-identifier_lookup.json"])
      for (const token of [links.token, "wrong"]) {
        const { headers } = await at(shown(token, path));
        expect(headers).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex, nofollow" });
        expect([headers.etag, headers["last-modified"]]).toEqual([undefined, undefined]);
      }
    expect(await readFile(join(folder, "audit.jsonl"), "utf8")).not.toContain(links.token);
  });

  it("a revoked one opens nothing from then on, also where its thread's id is used again", async () => {
    const thread = await threadOf("ann", "okapi");
    const [first, second] = [await linkTo("ann", thread), await linkTo("ann", thread)];
    const open = (token: string) => at(shown(token)).then(({ status }) => status);
    expect(await Promise.all([open(first.token), open(second.token)])).toEqual([200, 200]);
    expect((await as("bob", "DELETE", `/threads/${thread}/shares/${first.share_id}`)).status).toBe(404);
    expect((await as("ann", "DELETE", `/threads/${links.other}/shares/${first.share_id}`)).status).toBe(404);
    expect((await as("ann", "DELETE", `/threads/${thread}/shares/${first.share_id}`)).status).toBe(204);
    expect(await Promise.all([open(first.token), open(first.token), open(second.token)])).toEqual([401, 401, 200]);
    await as("ann", "DELETE", `/threads/${thread}`);
    await as("ann", "POST", "/threads", { thread_id: thread });
    expect(await open(second.token)).toBe(401);
  });
});
