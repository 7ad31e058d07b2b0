import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it } from "vitest";
import { importModule } from "../../../agent/import-module.ts";
import { type Act, withConsents } from "../../../base/consent/consent.ts";
import { UserError } from "../../../base/user-error.ts";
import { configSchema } from "../../../harness/config/schema.ts";
import { actsOf } from "../../../harness/preflight/acts.ts";
import { makeConsents } from "../../../harness/terminal/consents.ts";
import { runCli } from "../cli/run-cli.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-consent-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function consentsOf(typed?: string, trusted = false) {
  const printed: string[] = [];
  const io = {
    cwd: folder,
    environment: { SCOPEBENCH_CACHE: join(folder, "cache") },
    out: (text: string) => void printed.push(text),
    error: (text: string) => void printed.push(text),
    interactive: typed !== undefined,
    ...(typed !== undefined && { input: Readable.from([`${typed}\n`]) }),
    columns: 80,
    signal: new AbortController().signal,
  };
  return { ...makeConsents(io, { trusted }), printed };
}

async function moduleWith(name: string, source: string): Promise<Act> {
  const path = join(folder, name);
  await writeFile(path, source);
  return { type: "imports", path };
}

const RUNS: Act = { type: "runs", command: ["/bin/echo", "a\u001b[2Kb"] };
const SENDS: Act = { type: "sends", variable: "OPENAI_API_KEY", to: "https://evil.example" };

it("without a terminal refuses what nobody agreed to, each act in a sentence, unless trusted", async () => {
  const error = await consentsOf()
    .ask([RUNS, SENDS])
    .catch((caught) => caught);
  expect(error).toBeInstanceOf(UserError);
  expect(error.exitCode).toBe(1);
  expect(error.problems).toEqual(["it runs /bin/echo a\u001b[2Kb", "it sends $OPENAI_API_KEY to https://evil.example"]);
  expect(error.hint).toContain("--trust");
  await consentsOf(undefined, true).ask([RUNS, SENDS]);
});

it("asks once at a terminal, keeps a yes by content and no other answer", async () => {
  const act = await moduleWith("a.mjs", 'import "./b.mjs";');
  await moduleWith("b.mjs", "export const b = 1;");
  await expect(consentsOf("").ask([act])).rejects.toThrow("nobody has agreed");
  const first = consentsOf("y");
  await Promise.all([first.ask([act]), first.ask([act])]);
  expect(first.printed.filter((line) => line.includes("imports"))).toHaveLength(1);
  await consentsOf().ask([act]);
  await moduleWith("b.mjs", "export const b = 2;");
  await expect(consentsOf().ask([act])).rejects.toThrow("nobody has agreed");
  if (process.platform !== "win32") expect((await stat(join(folder, "cache/consents"))).mode & 0o077).toBe(0);
});

it("agreeing to one host or variable says nothing of another", async () => {
  await consentsOf("y").ask([SENDS]);
  await consentsOf().ask([SENDS]);
  await expect(consentsOf().ask([{ ...SENDS, to: "https://evil.example:8443" }])).rejects.toThrow(UserError);
  await expect(consentsOf().ask([{ ...SENDS, variable: "AWS_SECRET_ACCESS_KEY" }])).rejects.toThrow(UserError);
});

it("shows no control characters of a configuration at the terminal", async () => {
  const asked = consentsOf("y");
  await asked.ask([RUNS]);
  expect(asked.printed.join("")).not.toContain("\u001b");
});

it("a module is not loaded without consent, whoever asks for it", async () => {
  const act = await moduleWith(
    "a.mjs",
    'import {writeFileSync} from "node:fs"; writeFileSync(import.meta.url.slice(7) + ".ran", "");',
  );
  await expect(withConsents(consentsOf(), () => importModule((act as { path: string }).path))).rejects.toThrow(
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
