import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cli } from "../../../harness/cli/index.ts";
import { writeCorpusFolder } from "../../../import/folder/write.ts";
import { smallCorpus } from "../../db/small-corpus-data.ts";

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-ask-cli-"));
  await writeCorpusFolder(smallCorpus(), join(cwd, "corpus"));
  await writeFile(join(cwd, "slow.ts"), "export const openAgent = () => ({ answer: () => new Promise(() => 0) });");
  const subject = "external_agents: [{ name: slow, type: module, path: ./slow.ts }]";
  await writeFile(join(cwd, "bench.yaml"), `corpus: { type: folder, path: corpus }\n${subject}\n`);
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

interface AskOptions {
  terminal?: boolean;
  signal?: AbortSignal;
  /** What is typed, line by line. */
  input?: string[];
}

const ask = (args: readonly string[], options: AskOptions = {}) => run(["ask", ...args], options);

async function run(
  args: readonly string[],
  { terminal = false, signal = new AbortController().signal, input = [] }: AskOptions = {},
) {
  const out: string[] = [];
  const errors: string[] = [];
  const { SCOPEBENCH_CACHE } = process.env;
  const io = {
    cwd,
    environment: { SCOPEBENCH_CACHE },
    interactive: false,
    trusts: true,
    terminal,
    columns: 80,
    signal,
  };
  const typed = { input: Readable.from(input.map((line) => `${line}\n`)) };
  const sinks = { out: (text: string) => out.push(text), error: (text: string) => errors.push(text) };
  const code = await cli(args, { ...io, ...sinks, ...typed });
  return { code, out: out.join("\n"), errors: errors.join("\n") };
}

const QUESTION = "tests linked to REQ-201";

describe("scopebench ask", () => {
  it("writes the answer alone to a pipe, as Markdown; steps and what opens the evidence go to stderr", async () => {
    const { code, out, errors } = await ask([QUESTION, "--graph", "age", "--seed=7"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^[^\n]+\n\n## Recommended\n1\. `TC-\d+`/);
    expect(errors).toMatch(/✓ trace_links \{"ids":\["REQ-201"\].* rows, \d/);
    const [, path] = /scopebench runs files ask (\/results\/\S+-trace_links\.json)/.exec(errors) ?? [];
    expect(JSON.parse((await run(["runs", "files", "ask", path!])).out).rows.length).toBeGreaterThan(0);
    expect(errors).toMatch(/scopebench corpus why --graph age --seed 7 TC-\d+/);
  });

  it("renders at a terminal, and goes on with a named conversation", async () => {
    const first = await ask(["--thread", "req", QUESTION], { terminal: true });
    expect(first.out).toContain("Recommended");
    expect(first.out).not.toMatch(/## |`/);
    expect(first.errors).toContain('scopebench ask --thread req "..."');
    const second = JSON.parse((await ask(["--thread", "req", "--json", "Of those, only the ones in lab."])).out);
    expect(second).toMatchObject({ thread: "req", run: { outcome: "success" } });
    expect(second.trace.answers).toHaveLength(2);
    expect(await readdir(join(cwd, ".scopebench", "threads"))).toEqual(["req"]);
    expect((await run(["runs", "files", "req"])).out).toMatch(
      /^path +bytes +revision +written\n\/results\/000-\S+\.json +[\d,]+ +1 /,
    );
    const saved = await run(["runs", "files", "req", "/results/*", "--to", "saved"]);
    expect(saved.out.split("\n").length).toBe((await readdir(join(cwd, "saved", "results"))).length);
    expect((await run(["runs", "files", "req", "/results/*", "--to", "saved"])).errors).toContain(
      "nothing is overwritten",
    );
    expect((await run(["runs", "files", "req", "/none"])).errors).toContain("there is no file /none");
    expect((await ask(["--thread", "../x", QUESTION])).code).toBe(1);
  });

  it("without a question takes one from each line, on one thread", async () => {
    const { code, out, errors } = await ask(["--json"], {
      input: [QUESTION, "", "?", "Of those, only the ones in lab."],
    });
    expect([code, errors]).toEqual([0, expect.stringContaining("Ctrl-D: quit")]);
    const answers = out.split(/^(?=\{)/m).map((text) => JSON.parse(text).trace.answers);
    expect(answers.map(({ length }) => length)).toEqual([1, 2]);
    expect((await ask(["--model", "slow"], { input: [QUESTION] })).errors).toContain("one question");
  });

  it("asks an external agent by its name, under the old key too, and stops at Ctrl-C with 130", async () => {
    const stop = new AbortController();
    const asked = ask(["--model", "slow", QUESTION], { signal: stop.signal });
    setTimeout(() => stop.abort(), 1500);
    const { code, out, errors } = await asked;
    expect([code, out]).toEqual([130, ""]);
    expect(errors).toContain("stopped");
    expect((await ask(["--model", "slow", "--thread", "x", QUESTION])).errors).toContain("without --thread");
  });
});
