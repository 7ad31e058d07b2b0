import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { queryAsRole, type RoleScope } from "../../../agent/filesystem/as-role.ts";
import { lentToMany } from "../../../agent/filesystem/lent-to-many.ts";
import { describeOn, testPostgresUrl } from "../../servers.ts";

describeOn(["PostgreSQL"], "one connection, lent to many at once", () => {
  let one: pg.Pool;
  let lent: pg.Pool;
  beforeAll(() => {
    one = new pg.Pool({ connectionString: testPostgresUrl(), max: 1, pipeline: true });
    one.on("connect", (client) => void client.on("error", () => undefined));
    one.on("error", () => undefined);
    lent = lentToMany(one);
  });
  afterAll(() => one.end());
  const SCOPE = (who: string): RoleScope => ({ role: "pg_monitor", settings: { "lent.who": who } });
  const whoIs = "SELECT current_user AS role, current_setting('lent.who', true) AS who, pg_backend_pid() AS pid";
  const ask = (who: string) =>
    queryAsRole<{ role: string; who: string; pid: number }>(lent, SCOPE(who), { text: whoIs });

  it("gives each its own role and settings, in whatever order they come, and leaves none behind", async () => {
    const names = Array.from({ length: 50 }, (_, at) => `w${at}`);
    const rows = await Promise.all(names.map(ask));
    expect(rows.map(([row]) => row!.who)).toEqual(names);
    expect(new Set(rows.map(([row]) => `${row!.role} ${row!.pid}`)).size).toBe(1);
    const { rows: after } = await lent.query(whoIs);
    expect(after[0]!.role).not.toBe("pg_monitor");
    expect(after[0]!.who || null).toBeNull();
  });

  it("fails one alone, between others that hold", async () => {
    const text = "SELECT 1/0";
    const [before, broken, noRole, after] = await Promise.allSettled([
      ask("before"),
      queryAsRole(lent, SCOPE("broken"), { text }),
      queryAsRole(lent, { role: "no_such_role", settings: {} }, { text: whoIs }),
      ask("after"),
    ]);
    expect([before!.status, broken!.status, noRole!.status, after!.status]).toEqual([
      ...["fulfilled", "rejected", "rejected", "fulfilled"],
    ]);
    expect((after as PromiseFulfilledResult<{ who: string; role: string }[]>).value).toMatchObject([
      { who: "after", role: "pg_monitor" },
    ]);
  });

  it("is another one after it was lost: who was on it is told, who comes next is served", async () => {
    const admin = new pg.Client({ connectionString: testPostgresUrl() });
    await admin.connect();
    const pid = (await ask("first"))[0]!.pid;
    const lost = expect(queryAsRole(lent, SCOPE("lost"), { text: "SELECT pg_sleep(600)" })).rejects.toThrow();
    const atWork = "SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'PgSleep'";
    await expect.poll(async () => (await admin.query(atWork, [pid])).rowCount).toBe(1);
    await admin.query("SELECT pg_terminate_backend($1)", [pid]);
    await lost;
    expect((await ask("next"))[0]!.pid).not.toBe(pid);
    await admin.end();
  });
});
