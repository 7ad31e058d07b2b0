import { afterAll, beforeAll, expect, it } from "vitest";
import { send } from "./request.ts";
import { type Served, serveSmall } from "./served.ts";

let served: Served;
let thread: string;
beforeAll(async () => {
  served = await serveSmall("memory://");
  thread = (await call("POST", "/threads", {})).body.thread_id;
});
afterAll(() => served?.close());

async function call(method: string, path: string, value?: unknown) {
  const json =
    value === undefined ? {} : { body: JSON.stringify(value), headers: { "content-type": "application/json" } };
  const { status, text } = await send({ url: served.url, method, path, ...json });
  return { status, body: text === "" ? null : JSON.parse(text) };
}

it("keeps documents of a thread under a kind and a key, and finds them over threads", async () => {
  const path = `/threads/${thread}/documents/scope/answer-1`;
  expect(await call("PUT", path, { kept: ["TC-1"] })).toMatchObject({
    status: 200,
    body: { author: "user", revision: 1 },
  });
  expect(await call("PUT", `${path}?revision=0`, {})).toMatchObject({ status: 409 });
  expect(await call("PUT", `${path}?revision=1`, null)).toMatchObject({
    status: 200,
    body: { value: null, revision: 2 },
  });
  expect((await call("GET", path)).body).toMatchObject({ thread_id: thread, kind: "scope", key: "answer-1" });
  expect((await call("GET", `/threads/${thread}/documents`)).body).toHaveLength(1);
  expect((await call("GET", `/threads/${thread}/documents/rating`)).body).toEqual([]);
  expect((await call("POST", "/documents/search", { kind: "scope" })).body).toHaveLength(1);
  expect(await call("PUT", `/threads/${thread}/documents/scope/a%20b`, 1)).toMatchObject({ status: 422 });
  expect(await call("PUT", path)).toMatchObject({ status: 422 });
  expect(await call("DELETE", path)).toMatchObject({ status: 204 });
  expect(await call("GET", path)).toMatchObject({ status: 404 });
});

it("finds items as one types: by id, title and alias, letter case and separators apart", async () => {
  const ids = async (q: string, more = "") =>
    (await call("GET", `/items?q=${encodeURIComponent(q)}${more}`)).body.map(({ id }: { id: string }) => id);
  expect((await ids("MSG-7"))[0]).toBe("MSG-7");
  expect((await ids("msg 7"))[0]).toBe("MSG-7");
  expect(await ids("")).toEqual([]);
  expect(await ids("no such thing at all")).toEqual([]);
  const [test] = (await call("GET", "/items?q=tc&type=test_case&limit=1")).body;
  expect(test).toMatchObject({ type: "test_case", match: "id", alias: null });
  expect(await ids(test.title.toUpperCase())).toContain(test.id);
  expect(await ids(test.title.split(" ").reverse().join(" "))).toContain(test.id);
  const { rows } = await served.service.options.agent.substrate.sql.query<{ alias: string; message_id: string }>(
    "SELECT alias, message_id FROM proc.message_alias ORDER BY alias, message_id LIMIT 1",
  );
  expect(await ids(rows[0]!.alias, "&type=message")).toContain(rows[0]!.message_id);
  expect(await call("GET", "/items?q=a&type=none")).toMatchObject({ status: 422 });
});
