import { type Attack, ask, file, post, put } from "./attacks.ts";

/** Attacks on what came later: copies, forks, tables, documents and approvals, the store, streams, tools. */
const documents = (thread: string, path: string, body: string) => ({
  ...{ method: "PUT", path: `/threads/${thread}/documents/${path}`, body },
  headers: { "content-type": "application/json" },
});
const item = (namespace: unknown, key: unknown, value: unknown) => ({
  ...post("/store/items", { namespace, key, value }),
  method: "PUT",
});
const result = (thread: string, format: string) => ({
  path: `${file(thread, "/results/000-identifier_lookup.json")}&format=${format}`,
});
const tool = (name: string, body: unknown) => post(`/tools/${name}`, body);

export const SURFACE_ATTACKS: readonly Attack[] = [
  ["a copy of a thread that is none", () => post("/threads/00000000-0000-4000-8000-000000000000/copy", {}), 404],
  ["a copy of a thread that is SQL", () => post("/threads/%27%20OR%201=1/copy", {}), 404],
  [
    "a run of another thread, forgotten",
    ({ thread, other }) => ({ method: "DELETE", path: `/threads/${thread}/runs/${other.run}` }),
    404,
  ],
  [
    "a fork at another thread's word",
    ({ thread }) => post(`/threads/${thread}/runs`, ask("x", { checkpoint: { checkpoint_id: "../x" } })),
    404,
  ],
  ["a checkpoint of an object's name", ({ thread }) => ({ path: `/threads/${thread}/state/__proto__` }), 404],
  ["a table in a format of its own", ({ thread }) => result(thread, "html"), 422],
  ["a table in a format that every object has", ({ thread }) => result(thread, "constructor"), 422],
  ["a table with header lines in its format", ({ thread }) => result(thread, "csv%0d%0aset-cookie:a=1"), 422],
  ["a table of what holds no rows", ({ thread }) => ({ path: `${file(thread, "/calls/000.json")}&format=csv` }), 422],
  ["a result changed, by an absolute path twice", ({ thread }) => put(thread, "/x/../results/a"), 422],
  ["a file named by a device", ({ thread }) => ({ path: file(thread, "/dev/stdin") }), 404],
  ["a file named by an address", ({ thread }) => ({ path: file(thread, "http://169.254.169.254/latest") }), 404],
  ["a file named by this machine", ({ thread }) => ({ path: file(thread, "file:///etc/passwd") }), 404],
  ["an approval for a tool that is none", ({ thread }) => documents(thread, "approval/no_such_tool", "{}"), 422],
  ["an approval for every object's member", ({ thread }) => documents(thread, "approval/__proto__", "{}"), 422],
  ["a document whose kind climbs", ({ thread }) => documents(thread, "..%2f..%2fscope/a", "{}"), 400],
  ["a document with a slash in its key", ({ thread }) => documents(thread, "scope/a%2fb", "{}"), 404],
  ["a document with a line break in its key", ({ thread }) => documents(thread, "scope/a%0ab", "{}"), 400],
  ["a document without a value", ({ thread }) => documents(thread, "scope/a", ""), 422],
  ["a document at a revision that is SQL", ({ thread }) => documents(thread, "scope/a?revision=1;DROP", "{}"), 422],
  [
    "a document longer than any",
    ({ thread }) => documents(thread, "scope/a", JSON.stringify("a".repeat(1_000_001))),
    413,
  ],
  ["an item without a namespace", () => item([], "a", {}), 422],
  [
    "an item in a namespace of a hundred levels",
    () =>
      item(
        Array.from({ length: 100 }, () => "a"),
        "a",
        {},
      ),
    422,
  ],
  ["an item whose label has a dot", () => item(["a.b"], "a", {}), 422],
  ["an item that is no object", () => item(["a"], "a", "text"), 422],
  ["an item longer than any", () => item(["a"], "a", { a: "a".repeat(100_001) }), 413],
  ["an item's namespace as SQL", () => ({ path: "/store/items?namespace=%27;DROP%20TABLE&key=" }), 422],
  ["a search by meaning, which would ask a model", () => post("/store/items/search", { query: "secrets" }), 501],
  ["a search by an operator", () => post("/store/items/search", { filter: { a: { $gt: 1 } } }), 501],
  ["namespaces to a depth that is none", () => post("/store/namespaces", { max_depth: -1 }), 422],
  ["a tool that is none", () => tool("no_such_tool", {}), 404],
  ["a tool of every object", () => tool("constructor", {}), 404],
  ["a tool that is not for looking", () => tool("sql_query", { sql: "SELECT 1" }), 404],
  ["writing by a tool", () => tool("export_results", { path: "/results/a", name: "a" }), 404],
  [
    "a webhook to an address inside",
    ({ thread }) => post(`/threads/${thread}/runs`, ask("x", { webhook: "http://169.254.169.254/" })),
    501,
  ],
  [
    "a run that takes its thread with it",
    ({ thread }) => post(`/threads/${thread}/runs`, ask("x", { on_completion: "delete" })),
    501,
  ],
  ["a run after a year", ({ thread }) => post(`/threads/${thread}/runs`, ask("x", { after_seconds: 31_536_000 })), 501],
  [
    "pauses of a client's making",
    ({ thread }) => post(`/threads/${thread}/runs`, ask("x", { interrupt_before: "*" })),
    501,
  ],
  [
    "a question of a picture at an address",
    ({ thread }) =>
      post(
        `/threads/${thread}/runs`,
        ask("x", {
          input: {
            messages: [
              { type: "human", content: [{ type: "image_url", image_url: { url: "http://169.254.169.254/" } }] },
            ],
          },
        }),
      ),
    422,
  ],
  [
    "an upgrade to a web socket",
    () => ({
      path: "/info",
      headers: { connection: "Upgrade", upgrade: "websocket", "sec-websocket-key": "x", "sec-websocket-version": "13" },
    }),
    200,
  ],
];
