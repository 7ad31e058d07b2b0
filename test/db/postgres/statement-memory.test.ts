import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { QueryFailed, type SqlPort } from "../../../db/ports/ports.ts";
import { openServer } from "../../../db/postgres/server.ts";
import { describeServer } from "../../../db/postgres/server-checks.ts";
import { whyUnwatched } from "../../../db/postgres/statement-memory.ts";
import { memoryCheck } from "../../../harness/run/doctor/servers.ts";
import { createTestDatabase, describeOn, testPostgresUrl } from "../../servers.ts";

const answering = (query: () => Promise<unknown>) => ({ query }) as unknown as SqlPort;

it("a server without /proc is told, as on macOS or Windows, by `setup doctor`, which passes", async () => {
  const unwatched = await whyUnwatched(answering(async () => ({ rows: [{ kb: null }] })));
  expect(unwatched).toContain("not on macOS or Windows");
  expect(memoryCheck(unwatched)).toMatchObject({
    status: "optional",
    found: expect.stringContaining("not watched: the server has no /proc"),
    remedy: expect.stringContaining("docs/method/guards.md"),
  });
});

it("a login that may not read /proc is told; a lost server is no reason", async () => {
  const denied = new QueryFailed("permission denied for function pg_read_file", "42501");
  const unwatched = await whyUnwatched(answering(() => Promise.reject(denied)));
  expect(unwatched).toBe("the login may not read /proc (permission denied for function pg_read_file)");
  const lost = new Error("connection lost");
  await expect(whyUnwatched(answering(() => Promise.reject(lost)))).rejects.toBe(lost);
});

describeOn(["PostgreSQL"], "on a real server", () => {
  let database: { name: string; drop(): Promise<void> };
  const login = `scopebench_test_${randomUUID().slice(0, 8)}`;
  const asSuperuser = async (sql: string): Promise<void> => {
    const server = await openServer({ url: testPostgresUrl(), database: database.name, connections: 1 });
    await server.execute(sql).finally(() => server.close());
  };
  beforeAll(async () => {
    database = await createTestDatabase();
    await asSuperuser(`CREATE ROLE ${login} LOGIN PASSWORD 'planted'`);
  });
  afterAll(async () => {
    await asSuperuser(`DROP ROLE ${login}`);
    await database.drop();
  });

  it("a superuser's login watches on Linux, a plain one does not, and each is told", async () => {
    expect((await describeServer(testPostgresUrl())).unwatched).toBeNull();
    const url = new URL(testPostgresUrl());
    Object.assign(url, { username: login, password: "planted" });
    const plain = await openServer({ url: url.href, database: database.name, connections: 1 });
    expect(await whyUnwatched(plain).finally(() => plain.close())).toContain("the login may not read /proc");
  });
});
