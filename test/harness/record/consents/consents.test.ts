import { chmod, cp, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Act, describeAct, giving, type Origin, withConsents } from "../../../../base/consent/consent.ts";
import { importModule } from "../../../../base/consent/import-module.ts";
import { UserError } from "../../../../base/user-error.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { makeConsents } from "../../../../harness/record/consents/consents.ts";
import { actsOf } from "../../../../harness/run/preflight/acts.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { runCli } from "../../cli/run-cli.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-consent-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Asked by the configuration of `folder`, unless told otherwise. */
async function consentsOf(typed?: string, options: { trusted?: boolean; PATH?: string; origin?: Origin | null } = {}) {
  const printed: string[] = [];
  const io = {
    cwd: folder,
    environment: { SCOPEBENCH_CACHE: join(folder, "cache"), PATH: options.PATH ?? "/bin:/usr/bin" },
    out: (text: string) => void printed.push(text),
    error: (text: string) => void printed.push(text),
    interactive: typed !== undefined,
    ...(typed !== undefined && { input: Readable.from([`${typed}\n`]) }),
    columns: 80,
    signal: new AbortController().signal,
  };
  const consents = makeConsents(io, { trusted: options.trusted ?? false });
  const { origin = { type: "file", path: join(folder, "bench.yaml") } } = options;
  if (origin) await consents.from(origin);
  return { ...consents, printed };
}

async function put(name: string, content = ""): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return path;
}

async function moduleWith(name: string, source: string): Promise<Act> {
  return { type: "imports", path: await put(name, source) };
}

const RUNS: Act = { type: "runs", command: ["/bin/echo", "a\u001b[2Kb"] };
const SENDS: Act = { type: "sends", variable: "OPENAI_API_KEY", to: "https://evil.example" };

it("without a terminal refuses what nobody agreed to, each act in a sentence, unless trusted", async () => {
  const error = await (await consentsOf()).ask([RUNS, SENDS]).catch((caught) => caught);
  expect(error).toBeInstanceOf(UserError);
  expect(error.exitCode).toBe(1);
  expect(error.problems).toEqual([
    'it runs /bin/echo "a\\u{1b}[2Kb"',
    "it sends $OPENAI_API_KEY to https://evil.example",
  ]);
  expect(error.hint).toContain("--trust");
  await (await consentsOf(undefined, { trusted: true })).ask([RUNS, SENDS]);
});

it("asks once at a terminal, keeps a yes by content and no other answer", async () => {
  const act = await moduleWith("a.mjs", 'import "./b.mjs";');
  await moduleWith("b.mjs", "export const b = 1;");
  await expect((await consentsOf("")).ask([act])).rejects.toThrow("not agreed to");
  const first = await consentsOf("y");
  await Promise.all([first.ask([act]), first.ask([act])]);
  expect(first.printed.filter((line) => line.includes("imports"))).toHaveLength(1);
  await (await consentsOf()).ask([act]);
  await moduleWith("b.mjs", "export const b = 2;");
  await expect((await consentsOf()).ask([act])).rejects.toThrow("not agreed to");
  if (process.platform !== "win32") expect((await stat(join(folder, "cache/consents"))).mode & 0o077).toBe(0);
});

it("agrees for this command alone where the cache cannot be written", async () => {
  await put("cache");
  const consents = await consentsOf("y");
  await consents.ask([SENDS]);
  await consents.made(folder);
  await expect((await consentsOf()).ask([SENDS])).rejects.toThrow("not agreed to");
});

it("agreeing to one host or variable says nothing of another", async () => {
  await (await consentsOf("y")).ask([SENDS]);
  await (await consentsOf()).ask([SENDS]);
  await expect((await consentsOf()).ask([{ ...SENDS, to: "https://evil.example:8443" }])).rejects.toThrow(UserError);
  await expect((await consentsOf()).ask([{ ...SENDS, variable: "AWS_SECRET_ACCESS_KEY" }])).rejects.toThrow(UserError);
});

const MAIN = "agent/mine.mjs";
/** Ways in which the code behind the same words becomes another. */
const CHANGES: readonly [string, () => Promise<unknown>][] = [
  ["a file that is imported by a computed name", () => put("agent/other.mjs", "2")],
  ["a package in node_modules", () => put("node_modules/pkg/index.js", "2")],
  ["which file of a package is its main one", () => put("node_modules/pkg/package.json", '{"main":"other.js"}')],
  ["a script without an ending", () => put("agent/tool", "2")],
  ["a file that the script reads", () => put("prompts/system.txt", "2")],
  ["the file behind a link", () => put("elsewhere.mjs", "2")],
  ["a file deep below", () => put("a/b/c/d/e/f.mjs", "2")],
  ["a file in a hidden folder", () => put(".config/loader.mjs", "2")],
  ["a file that was not there", () => put("agent/mine.json", "2")],
  ["a file that is gone", () => rm(join(folder, "prompts/system.txt"))],
  ["that a file can be run", () => chmod(join(folder, "agent/tool"), 0o755)],
  ["where a link leads", () => rm(join(folder, "link.mjs")).then(() => symlink(MAIN, join(folder, "link.mjs")))],
];

async function putProject(): Promise<Act[]> {
  const path = await put(MAIN, "1");
  for (const name of ["agent/other.mjs", "node_modules/pkg/index.js", "node_modules/pkg/package.json"])
    await put(name, "1");
  for (const name of ["agent/tool", "prompts/system.txt", "elsewhere.mjs", ".config/loader.mjs"]) await put(name, "1");
  await chmod(join(folder, "agent/tool"), 0o644);
  await symlink("elsewhere.mjs", join(folder, "link.mjs"));
  return [
    { type: "imports", path },
    { type: "runs", command: ["node", path] },
    { type: "runs", command: ["sh", "-c", `node ${path}`] },
  ];
}

const isKept = async (act: Act, options?: Parameters<typeof consentsOf>[1]) =>
  (await consentsOf(undefined, options)).ask([act]).then(
    () => true,
    () => false,
  );

it("no act keeps its consent when any file of the configuration's folder is another", async () => {
  const acts = await putProject();
  for (const [what, change] of CHANGES) {
    await (await consentsOf("y")).ask(acts);
    expect([what, await isKept(acts[0]!)]).toEqual([what, true]);
    await change();
    for (const act of nonEmpty(acts))
      expect([what, describeAct(act), await isKept(act)]).toEqual([what, describeAct(act), false]);
  }
});

it("what it says itself, git's folder, the cache and runs made here do not count as code", async () => {
  const [act] = (await putProject()) as [Act];
  const run = dirname(await put("runs/1/manifest.json", "{}"));
  const agreeing = await consentsOf("y");
  await agreeing.made(run);
  await agreeing.ask([act]);
  for (const name of ["bench.yaml", ".git/index", "cache/other", "runs/1/state/x.mjs"]) await put(name, "2");
  expect(await isKept(act)).toBe(true);
  await put("runs/2/manifest.json", "{}");
  expect(await isKept(act)).toBe(false);
});

it("keeps no consent to what lies outside of the configuration's folder", async () => {
  const outside = await mkdtemp(join(tmpdir(), "scopebench-outside-"));
  await writeFile(join(outside, "x.mjs"), "");
  await symlink(outside, join(folder, "way"));
  for (const path of [join(outside, "x.mjs"), join(folder, "way/x.mjs")])
    for (const act of nonEmpty<Act[]>([
      { type: "imports", path },
      { type: "runs", command: ["node", path] },
      { type: "runs", command: [path] },
    ])) {
      const asked = await consentsOf("y");
      await asked.ask([act]);
      expect(asked.printed.join()).toContain("asked at every start");
      expect(await isKept(act)).toBe(false);
    }
  const installed: Act = { type: "runs", command: ["/bin/sh"] };
  await rm(join(folder, "way"));
  await (await consentsOf("y")).ask([installed]);
  expect(await isKept(installed)).toBe(true);
  await rm(outside, { recursive: true });
});

it("asks again when PATH finds another program of the same name", async () => {
  const act: Act = { type: "runs", command: ["tool"] };
  const PATH = ["one", "two"].map((name) => join(folder, name)).join(":");
  await chmod(await put("two/tool", "2"), 0o755);
  await put("one/none");
  await (await consentsOf("y", { PATH })).ask([act]);
  expect(await isKept(act, { PATH })).toBe(true);
  expect(await isKept(act, { PATH: join(folder, "one") })).toBe(false);
});

it("asks for each configuration by itself, keys included, and at every start for what is not known", async () => {
  const acts = [await moduleWith("a.mjs", ""), SENDS];
  await (await consentsOf("y")).ask(acts);
  for (const act of nonEmpty(acts)) {
    expect(await isKept(act)).toBe(true);
    for (const origin of [{ type: "file", path: join(folder, "other.yaml") }, { type: "sent" }, null] as const) {
      expect(await isKept(act, { origin })).toBe(false);
      await (await consentsOf("y", { origin: origin?.type === "file" ? { type: "sent" } : origin })).ask([act]);
      expect(await isKept(act, { origin })).toBe(false);
    }
  }
});

it("knows a run that was made here, not its copy, and not a copy in its place", async () => {
  const act = await moduleWith("a.mjs", "");
  const agreeing = await consentsOf("y");
  await agreeing.ask([act]);
  const runDirectory = dirname(await put("runs/1/manifest.json", "{}"));
  const origin: Origin = { type: "run", runDirectory };
  expect(await isKept(act, { origin })).toBe(false);
  await agreeing.made(runDirectory);
  expect(await isKept(act, { origin })).toBe(true);
  const copy = join(dirname(folder), `${folder.slice(-6)}-copy`);
  await cp(runDirectory, copy, { recursive: true });
  expect(await isKept(act, { origin: { type: "run", runDirectory: copy } })).toBe(false);
  await rm(runDirectory, { recursive: true });
  await cp(copy, runDirectory, { recursive: true });
  await rm(copy, { recursive: true });
  expect(await isKept(act, { origin })).toBe(false);
});

it("what was agreed to for one configuration does not hold for another that the same command reads", async () => {
  const act = await moduleWith("a.mjs", "");
  const consents = await consentsOf("y");
  await consents.ask([act]);
  await consents.from({ type: "sent" });
  await expect(consents.ask([act])).rejects.toThrow("not agreed to");
});

it("an input that ends is no answer", async () => {
  const consents = await consentsOf("y");
  await consents.ask([RUNS]);
  await expect(consents.ask([SENDS])).rejects.toThrow("not agreed to");
});

it("shows different lists of words differently, with nothing invisible in them", () => {
  const lists = [
    ["a", "b c"],
    ["a", "b", "c"],
    ["a b c"],
    ["a", "b  c"],
    ["a", "b\u00a0c"],
    ["a", 'b" "c'],
    ["a", "b\\", "c"],
    ["a", "b\u202ec"],
    ["a", "b\u200bc"],
    ["a", "b\nc"],
    ["a", "b\u0301c"],
    ["a", "", "b"],
    ["a", "\\u{a0}"],
    ["a", "\u00a0"],
  ];
  const shown = lists.map((command) => describeAct({ type: "runs", command }));
  expect(new Set(shown).size).toBe(lists.length);
  expect(new Set(shown.map((line) => line.replace(/\s+/g, " "))).size).toBe(lists.length);
  for (const line of shown) expect(line).toMatch(/^[\x20-\x7e]+$/);
  expect(shown[0]).toBe('runs a "b c"');
  expect(describeAct(giving("K", ["a", "b c"]))).toBe('sends $K to a "b c"');
});

it("shows no control characters of a configuration at the terminal", async () => {
  const asked = await consentsOf("y");
  await asked.ask([RUNS]);
  expect(asked.printed.join("")).not.toContain("\u001b");
});

it("a module is not loaded without consent, whoever asks for it", async () => {
  const act = await moduleWith(
    "a.mjs",
    'import {writeFileSync} from "node:fs"; writeFileSync(import.meta.url.slice(7) + ".ran", "");',
  );
  await expect(withConsents(await consentsOf(), () => importModule((act as { path: string }).path))).rejects.toThrow(
    UserError,
  );
  expect(await readdir(folder)).toEqual(["a.mjs"]);
});

it("names everything that a configuration runs, imports and sends a set variable to", () => {
  const llm = {
    type: "llm",
    chain: [{ provider: "openai", model: "j", base_url: "https://judge.example/v1", api_key_env: "J" }],
  };
  const config = configSchema.parse({
    models: [
      { name: "m", provider: "openai", model: "gpt", base_url: "https://model.example/v1", api_key_env: "M" },
      { name: "n", provider: "anthropic", model: "claude", api_key_env: "UNSET" },
    ],
    retrievals: [{ name: "mine", path: "/x/mine.ts" }],
    external_agents: [
      { name: "c", type: "command", command: ["node", "/x/c.js"], environment: ["C"] },
      { name: "d", type: "module", path: "/x/d.js", environment: [] },
      { name: "h", type: "http", url: "https://agent.example/turn", token_env: "H" },
    ],
    judges: { primary: llm, calibration: llm, meta: llm },
    substrate: {
      embedding: { type: "openai", base_url: "https://embed.example/v1", model: "e", dimensions: 8, api_key_env: "E" },
    },
  });
  const needs = ["substrate", "models", "external_agents", "primary", "calibration", "meta"] as const;
  const environment = { M: "1", C: "1", H: "1", J: "1", E: "1" };
  const acts = actsOf(config, { needs, environment });
  expect(new Set(acts.map((act) => JSON.stringify(act)))).toEqual(
    new Set(
      [
        { type: "sends", variable: "M", to: "https://model.example" },
        { type: "sends", variable: "J", to: "https://judge.example" },
        { type: "sends", variable: "E", to: "https://embed.example" },
        { type: "sends", variable: "H", to: "https://agent.example" },
        { type: "sends", variable: "C", to: "node /x/c.js" },
        { type: "imports", path: "/x/mine.ts" },
        { type: "imports", path: "/x/d.js" },
        { type: "runs", command: ["node", "/x/c.js"] },
      ].map((act) => JSON.stringify(act)),
    ),
  );
  expect(actsOf(config, { needs, environment, mode: "replay" }).map(({ type }) => type)).not.toContain("model");
});

it("run exits with 1 before a strategy of a configuration is loaded, and loads it with --trust", async () => {
  const act = await moduleWith("mine.mjs", 'throw new Error("loaded");');
  await writeFile(
    join(folder, "bench.yaml"),
    `retrievals: [{ name: mine, path: ./mine.mjs }]\nworkflows: [mine]\nknowledge: [prompt]\n`,
  );
  const refused = await runCli(["run"], { cwd: folder, trusts: false });
  expect([refused.code, refused.errors]).toEqual([
    1,
    expect.stringContaining(`it imports ${(act as { path: string }).path}`),
  ]);
  expect(refused.errors).not.toContain("cannot be loaded");
  const trusted = await runCli(["run", "--trust"], { cwd: folder, trusts: false });
  expect(trusted.errors).toContain("cannot be loaded: loaded");
});
