import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRandom } from "../../base/random.ts";
import { readServedContent } from "../../db/sources/in-process/read-content.ts";
import { type LoopbackWikis, startWikis } from "../db/sources/loopback-wikis.ts";
import { runCli } from "../harness/cli/run-cli.ts";
import { nonEmpty } from "../non-empty.ts";
import { filesUnder, newestRun } from "./cli-process.ts";

const EXAMPLE = fileURLToPath(new URL("../../examples/sources", import.meta.url));
const UNTIL_SCORE = ["--until", "score"];

let cwd: string;
let wikis: LoopbackWikis;
let tokens: Record<string, string>;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-live-sources-"));
  await cp(EXAMPLE, join(cwd, "sources"), { recursive: true });
  wikis = await startWikis(await readServedContent(join(EXAMPLE, "sources.json")));
  tokens = wikis.tokens;
  await writeBench();
});
beforeEach(() => {
  wikis.disturb = null;
  wikis.requests.length = 0;
});
afterAll(async () => {
  await wikis.close();
  await rm(cwd, { recursive: true, force: true });
});

async function writeBench(changed: Record<string, unknown> = {}): Promise<void> {
  const entries = wikis.entries().map((entry) => `    - ${JSON.stringify({ ...entry, ...changed })}`);
  const bench = `
corpus: { type: folder, path: sources }
scenarios: { file: sources/scenarios.yaml }
live_sources:
  sources:
${entries.join("\n")}
workflows: [sources]
knowledge: [prompt]
models: [{ name: explorer, provider: policy, model: explorer }]
outages: { wait_s: 0 }
seed: 1
`;
  await writeFile(join(cwd, "bench.yaml"), bench);
}

const run = (args: string[], environment: Record<string, string> = tokens) => runCli(args, { cwd, environment });
const metricsOf = async (runs: string) => filesUnder(join(await newestRun(join(cwd, runs)), "metrics"));

describe("a run on live sources", () => {
  it("asks with the caller's token, is replayed without sources to equal metrics, and no file holds a token", async () => {
    const recorded = await run(["run", "--record", "live.recording", "--runs-dir", "recorded", ...UNTIL_SCORE]);
    expect(recorded.code, recorded.errors).toBe(0);
    expect(wikis.requests.length).toBeGreaterThan(6);
    expect(wikis.requests.every(({ member }) => member !== "")).toBe(true);
    const asked = wikis.requests.length;

    const replayed = await run(["run", "--replay", "live.recording", "--runs-dir", "replayed", ...UNTIL_SCORE], {});
    expect(replayed.code, replayed.errors).toBe(0);
    expect(replayed.errors).toMatch(/replayed (\d+) of \1 recorded calls/);
    expect(wikis.requests).toHaveLength(asked);
    expect(await metricsOf("replayed")).toEqual(await metricsOf("recorded"));

    const texts = Object.values(await filesUnder(cwd));
    for (const token of nonEmpty(Object.values(tokens))) expect(texts.some((text) => text.includes(token))).toBe(false);
    const listed = await run(["runs", "recording", "list", "live.recording"], {});
    expect(listed.out).toMatch(/source wiki, search as [a-z.]+/);

    const packed = await run(["runs", "pack", "latest", "--runs-dir", "recorded"], {});
    expect(packed.code).not.toBe(0);
    expect(packed.errors).toContain("the run holds texts of wiki, chat, tracker, tests");
    expect((await run(["runs", "pack", "latest", "--runs-dir", "recorded", "--live-contents"], {})).code).toBe(0);
  });

  it("scores nothing that one of 40 outages touched, and is resumed to the metrics of a run without", async () => {
    const random = makeRandom("outages", 40);
    const kinds = [503, 429, 401, "cut"] as const;
    let outages = 0;
    wikis.disturb = ({ source }) => {
      if (source !== "chat" || outages === 40 || random() < 0.15) return null;
      outages++;
      return kinds[outages % kinds.length]!;
    };
    const args = ["--runs-dir", "disturbed", "--until", "execute"];
    let last = await run(["run", ...args]);
    expect(last.code).toBe(2);
    expect(last.errors).toMatch(
      /ended without a result, as infrastructure \(server_lost\): the source chat: unauthorised/,
    );
    for (let round = 0; round < 30 && last.code !== 0; round++) last = await run(["resume", "latest", ...args]);
    expect(last.code, last.errors).toBe(0);
    // Rankers ask the sources, too.
    const again = ["resume", "latest", "--runs-dir", "disturbed", ...UNTIL_SCORE];
    for (let round = 0; round < 30 && outages < 40; round++) await run(again);
    last = await run(again);
    expect(last.code, last.errors).toBe(0);
    expect(outages).toBe(40);
    expect(await metricsOf("disturbed")).toEqual(await metricsOf("recorded"));
  });
});

describe("live sources of a configuration", () => {
  const refusedBy = async (changed: Record<string, unknown>, environment = tokens) => {
    await writeBench(changed);
    const { code, errors } = await run(["run", "--runs-dir", "refused"], environment);
    expect(code).not.toBe(0);
    expect(wikis.requests).toEqual([]);
    return errors;
  };

  it("are refused before anything starts: no token, one token for several callers, a value in place of a name", async () => {
    const [variable = ""] = Object.keys(tokens);
    const { [variable]: _left, ...others } = tokens;
    expect(await refusedBy({}, others)).toContain(`${variable}: expected the token of`);
    expect(await refusedBy({ token_env: "WIKI" })).toMatch(
      /WIKI \(wiki, chat, tracker, tests\): expected the token of one caller/,
    );
    expect(await refusedBy({ token_env: "tok-0123" })).toContain("expected the name of a variable");
    expect(await refusedBy({ type: "sharepoint" })).toMatch(/confluence.*dokuwiki.*jira.*slack/s);
    expect(await refusedBy({ name: "wiki" })).toContain("named twice");
    expect(await refusedBy({ ids: "gone.json" })).toContain("the ids of wiki cannot be read");
  });
});
