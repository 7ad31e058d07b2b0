import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withConsents } from "../../../base/consent/consent.ts";
import { configSchema } from "../../../harness/record/config/schema.ts";
import { makeConsents } from "../../../harness/record/consents/consents.ts";
import { runPath } from "../../../harness/record/run-directory/paths.ts";
import { beginChecksums } from "../../../harness/record/run-directory/record-files.ts";
import { actsOf } from "../../../harness/run/preflight/acts.ts";
import type { RunOffer } from "../../../harness/run/queue/run-table.ts";
import { openWorkerRun } from "../../../harness/run/queue/worker-run.ts";
import { type ChatServer, startChatServer } from "../judge/judges/loopback-chat.ts";
import { type FixtureContext, fixtureContext } from "../run/stages/context.ts";
import { runCli } from "./run-cli.ts";

let server: ChatServer;
let context: FixtureContext;
let folder: string;
let environment: Record<string, string>;
/** What everything here would run, import and send. */
let acting: object;

beforeAll(async () => {
  server = await startChatServer(() => ({ type: "status", status: 500 }));
  folder = await mkdtemp(join(tmpdir(), "scopebench-consent-"));
  environment = { SCOPEBENCH_CACHE: join(folder, "cache"), KEY: "a-secret-of-the-user-here" };
  const touch = `require("node:fs").writeFileSync(${JSON.stringify(join(folder, "ran"))}, "")`;
  await writeFile(join(folder, "evil.cjs"), `${touch}; exports.openAgent = exports.retrieve = () => ({});`);
  const key = { base_url: server.baseUrl, api_key_env: "KEY" };
  const judge = { type: "llm", chain: [{ provider: "openai", model: "j", ...key }] };
  acting = {
    models: [{ name: "paid", provider: "openai", model: "m", ...key }],
    retrievals: [{ name: "mine", path: join(folder, "evil.cjs") }],
    workflows: ["mine", "react"],
    knowledge: ["prompt"],
    external_agents: [
      { name: "told", type: "command", command: [process.execPath, "-e", touch], environment: ["KEY"] },
      { name: "loaded", type: "module", path: join(folder, "evil.cjs"), environment: ["KEY"] },
      { name: "asked", type: "http", url: server.baseUrl, token_env: "KEY" },
    ],
    judges: { primary: judge, calibration: judge, meta: judge },
    substrate: { embedding: { type: "openai", model: "e", dimensions: 8, ...key } },
  };
  context = await fixtureContext([]);
  const path = runPath(context.runDirectory, "config");
  await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, "utf8")), ...acting }));
  await beginChecksums(context.runDirectory, ["run_config.json"]); // Whoever sends a run can seal it.
  await writeFile(join(folder, "bench.yaml"), JSON.stringify(acting));
});

afterAll(async () => {
  await context[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const ON_RUN = [
  ["resume", "--failed"],
  ...["execute", "judge", "calibrate", "meta-judge", "baselines"].map((stage) => ["stage", stage, "--again"]),
  ["probe"],
];
const ON_FILE = [
  ["run"],
  ["ask", "--model", "told", "what?"],
  ["ask", "--model", "loaded", "what?"],
  ["ask", "--workflows", "mine", "what?"],
  ["ask", "--workflows", "react", "what?"],
  ["tool", "lexical_search", '{"query":"x"}'],
  ["setup", "model", "try", "paid"],
  ["mcp"],
  ["assistant", "--port", "0"],
  ["assistant", "export", "threads"],
  ["ingest"],
  ["ingest", "status"],
  ["corpus", "why", "X-1"],
];

/** Neither started, nor loaded, nor asked. */
async function nothingHappened(): Promise<unknown> {
  return { ran: (await readdir(folder)).includes("ran"), requests: server.requests.length };
}

it.each(ON_RUN)(
  "a run that was made elsewhere: %s %s refuses, and nothing is run, imported or sent",
  async (...args) => {
    const [command = "", ...rest] = args.filter(Boolean);
    const words =
      command === "stage"
        ? [command, rest[0]!, context.runDirectory, ...rest.slice(1)]
        : [command, context.runDirectory, ...rest];
    const { code, errors } = await runCli(words, { cwd: folder, environment, trusts: false });
    expect([code, errors]).toEqual([1, expect.stringContaining("not agreed to")]);
    expect(errors).toMatch(/it (runs|imports|sends \$KEY)/);
    expect(await nothingHappened()).toEqual({ ran: false, requests: 0 });
  },
);

it.each(ON_FILE)(
  "somebody's configuration: %s %s %s refuses, and nothing is run, imported or sent",
  async (...args) => {
    const words = args.filter(Boolean);
    const { code, errors } = await runCli(words, { cwd: folder, environment, trusts: false });
    expect([code, errors]).toEqual([1, expect.stringContaining("not agreed to")]);
    expect(await nothingHappened()).toEqual({ ran: false, requests: 0 });
  },
);

const consentsAt = (typed?: string) => {
  const io = { ...{ cwd: folder, environment, out: () => undefined, error: () => undefined, columns: 80 } };
  const signal = new AbortController().signal;
  const input = typed === undefined ? {} : { input: Readable.from([`${typed}\n`]) };
  return makeConsents({ ...io, ...input, signal, interactive: typed !== undefined }, { trusted: false });
};

it("a job of a queue refuses, also one that would run what was agreed to for a configuration", async () => {
  const { config } = context;
  const agreed = configSchema.parse(acting);
  const needs = ["substrate", "models", "external_agents", "primary", "calibration", "meta"] as const;
  const mine = consentsAt("y");
  await mine.from({ type: "file", path: join(folder, "bench.yaml") });
  await mine.ask(actsOf(agreed, { needs, environment }));
  const offer = {
    name: "x",
    config: JSON.stringify({ ...config, ...acting }),
    agents: "{}",
    snapshot: "s",
  } as RunOffer;
  const effects = { now: () => new Date(0), environment, cacheDirectory: folder, log: () => undefined };
  const options = { offer, effects, signal: context.signal, only: undefined } as unknown as Parameters<
    typeof openWorkerRun
  >[0];
  await expect(withConsents(consentsAt(), () => openWorkerRun(options))).rejects.toThrow("not agreed to");
  expect(await nothingHappened()).toEqual({ ran: false, requests: 0 });
});

it("a copy refuses what was agreed to for the run itself", async () => {
  const mine = consentsAt("y");
  await mine.from({ type: "file", path: join(folder, "bench.yaml") });
  await mine.ask(actsOf(configSchema.parse(acting), { needs: ["primary"], environment }));
  await mine.made(context.runDirectory);
  const copy = join(folder, "copy");
  await cp(context.runDirectory, copy, { recursive: true });
  const { errors } = await runCli(["judge", "probe", copy], { cwd: folder, environment, trusts: false });
  expect(errors).toContain("not agreed to");
  expect(await nothingHappened()).toEqual({ ran: false, requests: 0 });
});
