import { randomBytes } from "node:crypto";
import { Client } from "@langchain/langgraph-sdk";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withDatabase } from "../../db/postgres/server-url.ts";
import { describeOn, testPostgresUrl } from "../servers.ts";
import { QUESTION, serveSmall } from "./served.ts";

const ASK = { input: { messages: [{ type: "human", content: QUESTION }] } };

describeOn(["PostgreSQL"], "a login without superuser's rights", () => {
  const name = `ordinary_${randomBytes(4).toString("hex")}`;
  let state: { url: string };
  let admin: pg.Client;
  beforeAll(async () => {
    const url = Object.assign(new URL(testPostgresUrl()), { username: name, password: name });
    state = { url: withDatabase({ url: url.href, database: name }) };
    admin = new pg.Client({ connectionString: withDatabase({ url: testPostgresUrl() }) });
    await admin.connect();
    await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD '${name}'`);
    await admin.query(`CREATE DATABASE ${name} OWNER ${name}`);
    // Another state's, as on a server that is used already.
    for (const role of ["scopebench_files", "scopebench_assistant"])
      await admin.query(`DO $$ BEGIN CREATE ROLE ${role} NOLOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$`);
  });
  afterAll(async () => {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.query(`DROP ROLE IF EXISTS ${name}`);
    await admin.end();
  });

  // Who may make roles may not give one that another has made (PostgreSQL 16 and newer).
  it.each(["NOCREATEROLE", "CREATEROLE"])(
    "with %s that has not been given roles of another's is told what to do, and nothing is half made",
    async (attribute) => {
      await admin.query(`ALTER ROLE ${name} ${attribute}`);
      await expect(serveSmall(state)).rejects.toMatchObject({
        code: "environment",
        problems: [expect.stringContaining("permission denied")],
        hint: expect.stringContaining("GRANT scopebench_files, scopebench_assistant TO"),
      });
      const own = new pg.Client({ connectionString: state.url });
      await own.connect();
      const made = "SELECT count(*)::int AS made FROM pg_namespace WHERE nspname = 'assistant'";
      expect((await own.query(made)).rows).toEqual([{ made: 0 }]);
      await own.end();
    },
  );

  it("that has been given them serves: asks, decides, keeps tenants apart, deletes", async () => {
    await admin.query(`GRANT scopebench_files, scopebench_assistant TO ${name}`);
    const served = await serveSmall(state, { reviewed: ["trace_links"] });
    const client = new Client({ apiUrl: served.url, apiKey: null, callerOptions: { maxRetries: 0 } });
    const { thread_id } = await client.threads.create();
    await client.runs.wait(thread_id, "scopebench", ASK);
    for (let left = 20; left > 0 && (await client.threads.get(thread_id)).status === "interrupted"; left--)
      await client.runs.wait(thread_id, "scopebench", { command: { resume: { decisions: [{ type: "approve" }] } } });
    const { values } = await client.threads.getState<{ messages: { content: string }[] }>(thread_id);
    expect(JSON.stringify(values)).toContain("## Recommended");
    const other = served.service.as({ tenant: "other", name: "user", role: "operate" });
    await expect(other.thread(thread_id)).rejects.toMatchObject({ status: 404 });
    await client.threads.delete(thread_id);
    await expect(client.threads.get(thread_id)).rejects.toMatchObject({ status: 404 });
    const own = new pg.Client({ connectionString: state.url });
    await own.connect();
    const counts =
      "SELECT (SELECT count(*) FROM agentfs.file) + (SELECT count(*) FROM langgraph_cp.checkpoints) AS left";
    expect((await own.query(counts)).rows).toEqual([{ left: "0" }]);
    await own.end();
    await served.close();
  });
});
