import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Resvg } from "@resvg/resvg-js";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { importSource } from "../../../../import/sources/import-source.ts";
import { BIN } from "../../../e2e/cli-process.ts";
import { ENGINE_FLAGS } from "../../../engine-flags.ts";
import { type LoopbackProvider, type Script, startProvider } from "../../../loopback/provider.ts";
import { runCli } from "../../cli/run-cli.ts";

let cwd: string;
let provider: LoopbackProvider;
let script: Script;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-pictures-"));
  provider = await startProvider((request, count) => script(request, count));
  const issue = (key: string, bodies: string[]) => ({
    key,
    fields: {
      summary: `${key} fails`,
      issuetype: { name: "Bug" },
      description: "It stops.",
      comment: { comments: bodies.map((body) => ({ body })) },
    },
  });
  const issues = [
    issue("RAN-1", ["Seen with 3.2.", "Fixed in 3.3."]),
    issue("RAN-2", ["Same here."]),
    issue("RAN-3", []),
  ];
  await writeFile(join(cwd, "jira.json"), JSON.stringify({ issues, total: 3 }));
  await mkdir(join(cwd, "attached"));
  await writeFile(join(cwd, "attached/RAN-1_login.png"), picture(3000, 1500));
  await writeFile(join(cwd, "attached/RAN-2_small.png"), picture(40, 20));
  await writeFile(join(cwd, "attached/RAN-2_broken.png"), picture(40, 20).subarray(0, 30));
  await bench("bench.yaml", "");
  await writeFile(join(cwd, "none.yaml"), "seed: 1\n");
});
beforeEach(() => {
  provider.requests.length = 0;
  script = ({ body }) => answer(body, isPicture(body) ? "A login form: ERR-42" : "Fixed in 3.3.");
});
afterAll(async () => {
  await provider.close();
  await rm(cwd, { recursive: true, force: true });
});

function bench(name: string, more: string) {
  const model = `{ provider: openai, model: m, base_url: ${provider.url}, api_key_env: KEY, max_retries: 0, price: { input: 1, output: 2 } }`;
  return writeFile(join(cwd, name), `enrichment:\n  model: ${model}\n  concurrency: 1\n${more}`);
}

function picture(width: number, height: number): Buffer {
  const size = `width="${width}" height="${height}"`;
  return new Resvg(`<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} fill="teal"/></svg>`)
    .render()
    .asPng();
}

const isPicture = (body: Record<string, unknown>) => JSON.stringify(body).includes("image_url");
const answer = (body: Record<string, unknown>, text: string) =>
  ({
    type: "calls",
    calls: [{ name: (body.tools as { function: { name: string } }[])[0]!.function.name, args: { text } }],
  }) as const;
const WORDS = ["corpus", "attachments", "jira.json", "--from", "attached", "--features", "features.yaml"];
const ENVIRONMENT = { KEY: "k" };
const attachments = (...words: string[]) =>
  runCli([...WORDS, ...words], { cwd, environment: { ...ENVIRONMENT, SCOPEBENCH_CACHE: join(cwd, "cache") } });
/** Width and height in the head of each PNG that was sent. */
const sizesSent = () =>
  provider.requests.flatMap(({ body }) => {
    const base64 = /data:image\/png;base64,([^"]+)/.exec(JSON.stringify(body))?.[1];
    const bytes = base64 && Buffer.from(base64, "base64");
    return bytes ? [[bytes.readUInt32BE(16), bytes.readUInt32BE(20)]] : [];
  });

it("asks no model unasked or without one, and says what is left out", async () => {
  const plain = await attachments();
  expect([plain.code, plain.errors]).toEqual([0, expect.stringContaining("3 pictures left out: --pictures")]);
  expect(plain.errors).toContain("comments on 2 reports left out: --comments");
  const none = await attachments("--pictures", "--comments", "-c", "none.yaml", "--into", "unread");
  expect([none.code, none.errors]).toEqual([0, expect.stringContaining("no model is configured")]);
  const { corpus } = await importSource(join(cwd, "unread"), { testsNeeded: false });
  expect(corpus.artifacts.map(({ text }) => text)).toEqual(["It stops.", "It stops.", "It stops."]);
  await bench("redacted.yaml", "redaction: { recognisers: [email], key_env: KEY }\n");
  expect((await attachments("--pictures", "-c", "redacted.yaml")).errors).toContain("would be sent as they are");
  expect(provider.requests).toEqual([]);
});

it("a pass that is killed goes on where it was; what was answered is never asked again", async () => {
  const reached = new Promise<void>((reach) => {
    script = ({ body }, count) => {
      if (count === 0) return answer(body, "A login form: ERR-42");
      reach();
      return { type: "hang" };
    };
  });
  const command = [...ENGINE_FLAGS, BIN, ...WORDS, "--pictures", "--comments", "--trust"];
  const environment = { ...process.env, ...ENVIRONMENT, SCOPEBENCH_CACHE: join(cwd, "cache") };
  const child = spawn(process.execPath, command, { cwd, env: environment, stdio: "ignore" });
  await reached;
  child.kill("SIGKILL");
  await once(child, "close");
  script = ({ body }) => answer(body, isPicture(body) ? "A small square" : "Fixed in 3.3.");
  provider.requests.length = 0;
  const resumed = await attachments("--pictures", "--comments", "--into", "enriched");
  expect(resumed.code, resumed.errors).toBe(0);
  expect(provider.requests).toHaveLength(3);
  expect(sizesSent()).toEqual([[40, 20]]);
  expect(resumed.errors).toContain("pictures: 2 questions for openai/m; at most 1,000 calls, no limit of cost");
  expect(resumed.errors).toContain("pictures by openai/m: 1 asked, 1 stored, 110 tokens, $0.0001");
  expect(resumed.errors).toContain("comments: 2 of 2");
  expect(resumed.errors).toContain("RAN-2_broken.png: nothing is seen in it, or it is damaged");
  const { corpus } = await importSource(join(cwd, "enriched"), { testsNeeded: false });
  expect(corpus.artifacts.map(({ id, text }) => [id, text.split("\n\n")])).toEqual([
    [
      "RAN-1",
      [
        "It stops.",
        "Picture RAN-1_login.png, described by a language model: A login form: ERR-42",
        "Comments, summarized by a language model: Fixed in 3.3.",
      ],
    ],
    [
      "RAN-2",
      [
        "It stops.",
        "Picture RAN-2_small.png, described by a language model: A small square",
        "Comments, summarized by a language model: Fixed in 3.3.",
      ],
    ],
    ["RAN-3", ["It stops."]],
  ]);
});

it("sends pictures with at most 1,024 pixels a side, and stops at the ceiling of calls, with what is left", async () => {
  await bench("one.yaml", "  max_calls: 1\n");
  const capped = await runCli([...WORDS, "--pictures", "-c", "one.yaml"], {
    cwd,
    environment: { ...ENVIRONMENT, SCOPEBENCH_CACHE: join(cwd, "other") },
  });
  expect([capped.code, sizesSent()]).toEqual([0, [[1024, 512]]]);
  expect(capped.errors).toContain("1 text left (stopped: max_calls): run this again to continue with them");
});
