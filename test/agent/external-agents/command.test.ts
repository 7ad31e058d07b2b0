import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { SOON_MS } from "../../soon.ts";
import { type RunOptions, useExternalAgents } from "./run.ts";

const bench = useExternalAgents();
const run = async (lines: string, options?: RunOptions) => bench.run(await bench.scripted(lines), options);

/** By then the program has started, and what it starts. */
const CUTOFF_MS = 6_000;

/** A number that a process of a test wrote into a file, once it is there. */
async function numberIn(path: string): Promise<number> {
  await expect.poll(() => readFile(path, "utf8").catch(() => "")).not.toBe("");
  return Number(await readFile(path, "utf8"));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("a command as an external agent", () => {
  it("gets question, thread and instructions on stdin, and its answer, list and tokens reach the trace", async () => {
    const { run: result, trace } = await run(
      `answer({ answer: [request.format, request.thread, request.turn, request.question, request.seed].join(" ") + (request.instructions.includes("Evidence contract") ? " told" : ""),
        ranked_ids: ["TC-2", "TC-1", "TC-2"], usage: { input_tokens: 7, output_tokens: 3, model_calls: 2 }, served_models: ["m-1"] });`,
      { threadId: "cell~12", threadName: "t-1" },
    );
    expect(result).toMatchObject({ outcome: "success", usage: { input: 7, output: 3 } });
    expect(trace).toMatchObject({
      source: "agentfs",
      answers: ["1 t-1 0 Which tests cover handover? 5 told"],
      recommendation: { ranked: ["TC-2", "TC-1"], abstained: false },
      usage: { input: 7, output: 3, estimated: false },
      modelCalls: 2,
      servedModels: ["m-1"],
    });
  });

  it("reads the list and an abstention from the answer's text where it gives no list of its own", async () => {
    const listed = await run('answer({ answer: "Two.\\n\\n## Recommended\\n1. `TC-1` - x\\n2. `TC-9` - y" });');
    expect(listed.trace.recommendation).toEqual({ ranked: ["TC-1", "TC-9"], abstained: false, gaps: null });
    expect(listed.trace).toMatchObject({ usage: null, modelCalls: null });
    const none = await run('answer({ answer: "No supported recommendation: nothing there." });');
    expect(none.trace.recommendation).toEqual({ ranked: [], abstained: true, gaps: null });
  });

  it("asks several turns on one thread, each with the conversation so far; after a failure the rest cascades", async () => {
    const turns = ["one", "two", "three"];
    const reported = await run(
      'answer({ answer: request.conversation.map((m) => m.text).join(",") + ":" + request.question });',
      { turns },
    );
    expect(reported.trace.answers).toEqual([":one", "one,:one:two", "one,:one,two,one,:one:two:three"]);
    const failed = await run('if (request.turn === 1) process.exit(3); answer({ answer: "fine" });', { turns });
    expect(failed.run.turns.map((turn) => [turn.outcome, turn.error?.code])).toEqual([
      ["success", undefined],
      ["agent_error", "subject_crashed"],
      ["cascaded_failure", "earlier_turn_failed"],
    ]);
    expect(failed.trace.answers[0]).toBe("fine");
  });

  it.each([
    ["exits with 3", 'console.error("out of luck"); process.exit(3);', "subject_crashed", /ended with 3: out of luck/],
    ["throws", 'throw new Error("boom");', "subject_crashed", /ended with 1: .*script/],
    ["kills itself", 'process.kill(process.pid, "SIGKILL"); setInterval(() => 0, 1000);', "subject_crashed", /SIGKILL/],
    ["says nothing", "", "subject_bad_json", /found nothing/],
    ["writes no JSON", 'console.log("Sure! Here it is");', "subject_bad_json", /found "Sure! Here it is"/],
    ["writes two objects", 'answer({ answer: "a" }); answer({ answer: "b" });', "subject_bad_json", /one JSON object/],
    [
      "gives a list twice",
      `console.log('{"answer": "a", "ranked_ids": ["TC-1"], "ranked_ids": ["TC-2"]}');`,
      "subject_bad_json",
      /"ranked_ids" stands twice/,
    ],
    ["leaves out the answer", "answer({ ranked_ids: [] });", "subject_bad_answer", /answer/],
    ["misspells a member", 'answer({ answer: "a", rankedIds: ["TC-1"] });', "subject_bad_answer", /rankedIds/],
    ["gives a list of numbers", 'answer({ answer: "a", ranked_ids: [1, 2] });', "subject_bad_answer", /ranked_ids/],
    [
      "counts half a token",
      'answer({ answer: "a", usage: { input_tokens: 0.5, output_tokens: 1 } });',
      "subject_bad_answer",
      /input_tokens/,
    ],
    [
      "writes without end",
      'const x = "x".repeat(1e6); for (;;) if (!process.stdout.write(x)) await new Promise((go) => process.stdout.once("drain", go));',
      "subject_output_too_large",
      /8000000/,
    ],
  ])("a command that %s is an agent error with its reason", async (_what, lines, code, message) => {
    const { run: result, trace } = await run(lines);
    expect(result.outcome).toBe("agent_error");
    expect(result.turns[0]?.error).toEqual({ code, message: expect.stringMatching(message) });
    expect(trace.answers).toEqual([""]);
    expect(result.usage).toBeUndefined();
  });

  it("a program that does not exist is an agent error that names it", async () => {
    const config = await bench.scripted("");
    const { run: result } = await bench.run({ ...config, command: ["no-such-program-7"] });
    expect(result.turns[0]?.error).toMatchObject({
      code: "subject_not_started",
      message: expect.stringContaining("no-such-program-7"),
    });
  });

  it("at the cutoff it and what it started are ended, and the turn is a timeout", async () => {
    const pids = join(bench.folder(), "grandchild.pid");
    const { run: result, durationMs } = await run(
      `import { spawn } from "node:child_process"; import { writeFileSync } from "node:fs";
      process.on("SIGTERM", () => {});
      const child = spawn(process.execPath, ["-e", "process.on('SIGTERM', () => {}); setInterval(() => 0, 1000)"], { stdio: "inherit" });
      writeFileSync(${JSON.stringify(pids)}, String(child.pid)); setInterval(() => 0, 1000);`,
      { cutoffMs: CUTOFF_MS },
    );
    expect(result.turns[0]).toMatchObject({ outcome: "timeout", error: { code: "turn_cutoff" } });
    expect(durationMs).toBeLessThan(CUTOFF_MS + SOON_MS);
    const pid = await numberIn(pids);
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it("a process that it leaves behind with its pipes open neither holds the answer up nor lives on", async () => {
    const pids = join(bench.folder(), "left.pid");
    const { run: result, durationMs } = await run(
      `import { spawn } from "node:child_process"; import { writeFileSync } from "node:fs";
      const child = spawn(process.execPath, ["-e", "setInterval(() => 0, 1000)"], { stdio: "inherit" }); child.unref();
      writeFileSync(${JSON.stringify(pids)}, String(child.pid)); answer({ answer: "done" }); process.exitCode = 0; setTimeout(() => process.exit(0), 50);`,
    );
    expect(result.outcome).toBe("success");
    expect(durationMs).toBeLessThan(SOON_MS);
    const pid = await numberIn(pids);
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it("ends when the run is stopped", async () => {
    const stop = new AbortController();
    const running = run("setInterval(() => 0, 1000);", { signal: stop.signal });
    await delay(400);
    stop.abort();
    const { run: result } = await running;
    expect(result.turns[0]?.error?.code).toBe("stopped");
  });

  it("has a clean environment, an empty folder of its own that is gone afterwards, and its secrets stay out of what is kept", async () => {
    const config = await bench.scripted(
      `import { readdirSync } from "node:fs";
      console.error("key is " + process.env.MY_KEY);
      answer({ answer: JSON.stringify({ names: Object.keys(process.env).sort(), cwd: process.cwd(), files: readdirSync("."), key: process.env.MY_KEY, token: request.mcp.token, place: [process.env.LANG, process.env.TZ] }) });`,
    );
    const secret = "planted-secret-42";
    const { trace, run: result } = await bench.run(
      { ...config, environment: ["MY_KEY"] },
      {
        environment: {
          MY_KEY: secret,
          LANG: "tr_TR",
          LC_ALL: "tr_TR",
          TZ: "Asia/Tokyo",
          SCOPEBENCH_POSTGRES_URL: "postgres://x",
          OTHER_KEY: "y",
        },
      },
    );
    const reported = JSON.parse(trace.answers[0] ?? "") as {
      names: string[];
      cwd: string;
      files: string[];
      key: string;
      token: string;
      place: string[];
    };
    expect(reported.names).toEqual(["HOME", "LANG", "MY_KEY", "PATH", "TEMP", "TMP", "TMPDIR", "TZ"]);
    expect(reported.place).toEqual(["C.UTF-8", "UTC"]);
    expect(reported.files).toEqual([]);
    expect([reported.key, reported.token]).toEqual(["[redacted: MY_KEY]", "[redacted: MCP_TOKEN]"]);
    expect(JSON.stringify([trace, result])).not.toContain(secret);
    await expect(readdir(reported.cwd)).rejects.toThrow("ENOENT");
  });
});
