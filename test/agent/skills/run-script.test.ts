import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { askForScripts, canRunScripts, runScript } from "../../../agent/skills/run-script.ts";
import { withConsents } from "../../../base/consent/consent.ts";

const HERE = import.meta.dirname;
const LIMITS = { timeMs: 8_000, memoryMb: 64, outputChars: 20_000 };
const READ = 'import { readFileSync } from "node:fs";';

function run(source: string, changes: Partial<typeof LIMITS> = {}, files: Record<string, string> = {}) {
  const all = new Map(Object.entries({ "scripts/run.mjs": source, "data.txt": "what the skill knows", ...files }));
  const { signal } = new AbortController();
  return runScript(all, { script: "scripts/run.mjs", args: ["one"], limits: { ...LIMITS, ...changes }, signal });
}

it("an agent that can run scripts asks for each, by its name, before it is made", async () => {
  const asked: unknown[] = [];
  const ask = async (acts: readonly unknown[]) => void asked.push(...acts);
  const skills = { "logs/SKILL.md": "", "logs/scripts/count.mjs": "" };
  const none = async () => undefined;
  await withConsents({ ask, from: none, made: none }, () => askForScripts({ skills }));
  expect(asked).toEqual([{ type: "runs", command: ["node", "logs/scripts/count.mjs"] }]);
});

it("this Node can hold scripts", async () => {
  expect(await canRunScripts()).toBe(true);
});

it("a script reads its skill's files and its arguments, imports its own modules, and what it prints comes back", async () => {
  const source = `${READ}
    import { twice } from "./twice.mjs";
    console.log(readFileSync(new URL("../data.txt", import.meta.url), "utf8"), process.argv[2], twice(21));`;
  const twice = { "scripts/twice.mjs": "export const twice = (n) => 2 * n;" };
  expect(await run(source, {}, twice)).toEqual({ type: "done", output: "what the skill knows one 42\n" });
});

it("nothing that a script is told or prints names a folder of this machine, and what it waits for on its input has ended", async () => {
  const source = `${READ} import { getCallSites } from "node:util";
    const here = [import.meta.url, import.meta.dirname, process.argv[0], JSON.stringify(getCallSites()), new URL("../..", import.meta.url)];
    console.log(readFileSync(0, "utf8").length, new Date(0).getHours(), here.join(" "), "\u001b[2J\u0000");`;
  const { type, output } = await run(source);
  expect([type, output.slice(0, 4)]).toEqual(["done", "0 0 "]);
  for (const foreign of ["scopebench-skill", "/node_modules/", "\0", "\u001b"]) expect(output).not.toContain(foreign);
});

it("classes, errors and members of one's own work although what Node brings is frozen", async () => {
  const source = `class Own extends Error { name = "Own"; toString() { return "mine"; } }
    const object = {}; object.toString = () => "o"; const list = [2, 1]; list.map = 1;
    console.log(String(new Own("x")) + object + list.sort()[0]);`;
  expect(await run(source)).toEqual({ type: "done", output: "mineo1\n" });
});

it("a script that fails says why, without a path of this machine", async () => {
  const ended = await run('throw new Error("no such pattern");');
  expect(ended).toMatchObject({ type: "failed", why: "exit" });
  expect(ended.output).toContain("no such pattern");
  expect(ended.output).not.toContain("scopebench-skill-");
});

/** Each prints ESCAPED where it comes through. */
const ESCAPES: Readonly<Record<string, string>> = {
  "reads a file of the machine": `${READ} readFileSync("/etc/hostname"); console.log("ESCAPED");`,
  "reads this project": `${READ} readFileSync(${JSON.stringify(join(HERE, "run-script.test.ts"))}); console.log("ESCAPED");`,
  "reads above its folder": `${READ} readFileSync("../../../../../../etc/hostname"); console.log("ESCAPED");`,
  "lists the machine's folders": 'import { readdirSync } from "node:fs"; readdirSync("/"); console.log("ESCAPED");',
  "reads its process": `${READ} readFileSync("/proc/self/environ"); console.log("ESCAPED");`,
  "writes into its folder": 'import { writeFileSync } from "node:fs"; writeFileSync("x", "y"); console.log("ESCAPED");',
  "writes a temporary file":
    'import { writeFileSync } from "node:fs"; writeFileSync("/tmp/x", "y"); console.log("ESCAPED");',
  "links to a file":
    'import { symlinkSync } from "node:fs"; symlinkSync("/etc/hostname", "x"); console.log("ESCAPED");',
  fetches: 'await fetch("http://127.0.0.1:PORT"); console.log("ESCAPED");',
  "opens a web socket": 'new WebSocket("ws://127.0.0.1:PORT"); console.log("ESCAPED");',
  connects: 'import net from "node:net"; net.connect(PORT, "127.0.0.1"); console.log("ESCAPED");',
  "connects by a name without a scheme":
    'import net from "net"; net.connect(PORT, "127.0.0.1"); console.log("ESCAPED");',
  "asks for a module by process": 'process.getBuiltinModule("net"); console.log("ESCAPED");',
  "imports process itself": 'import real from "node:process"; real.kill(real.ppid, 0); console.log("ESCAPED");',
  "imports by a data address":
    'await import("data:text/javascript,import net from \\"node:net\\"; net.connect(PORT)"); console.log("ESCAPED");',
  "makes a require":
    'import { createRequire } from "node:module"; createRequire(import.meta.url)("net").connect(PORT); console.log("ESCAPED");',
  "imports a module of the old kind, for its loader":
    'const { default: load } = await import("./old.cjs"); load("net").connect(PORT, "127.0.0.1"); console.log("ESCAPED");',
  "sends a datagram":
    'import dgram from "node:dgram"; dgram.createSocket("udp4").send("x", PORT, "127.0.0.1"); console.log("ESCAPED");',
  "looks up a name": 'import dns from "node:dns/promises"; await dns.lookup("localhost"); console.log("ESCAPED");',
  "starts a process": 'import { execSync } from "node:child_process"; execSync("id"); console.log("ESCAPED");',
  "starts a thread":
    'import { Worker } from "node:worker_threads"; new Worker("1", { eval: true }); console.log("ESCAPED");',
  "reaches a binding": 'process.binding("tcp_wrap"); console.log("ESCAPED");',
  "signals its parent": 'process.kill(process.ppid, 0); console.log("ESCAPED");',
  "takes the console's stream apart": "new console._stdout._handle.constructor(0); console.log('ESCAPED');",
  "opens the inspector": 'import inspector from "node:inspector"; inspector.open(0); console.log("ESCAPED");',
  "loads native code": 'process.dlopen({ exports: {} }, "/lib/x86_64-linux-gnu/libc.so.6"); console.log("ESCAPED");',
  "opens a database":
    'import { DatabaseSync } from "node:sqlite"; new DatabaseSync("/tmp/x.db"); console.log("ESCAPED");',
  "asks the environment": 'if (Object.keys(process.env).length > 0) console.log("ESCAPED");',
  "makes its process another": 'globalThis.process = { kill: 1 }; console.log("ESCAPED");',
  "puts a hook before the guard's":
    'import { registerHooks } from "node:module"; registerHooks({}); console.log("ESCAPED");',
  "puts its own word for what is allowed":
    'Set.prototype.has = () => true; await import("node:process"); console.log("ESCAPED");',
  "puts its own word for what is built in":
    'Array.prototype.includes = () => false; await import("net"); console.log("ESCAPED");',
  "puts its own text in place of a name":
    'String.prototype.replace = () => "fs"; await import("node:child_process"); console.log("ESCAPED");',
  "puts its own beginning of an address":
    'String.prototype.startsWith = (s) => s === "file:"; await import("data:text/javascript,1"); console.log("ESCAPED");',
  "puts a member on every object":
    'Object.prototype.process = true; await import("node:process"); console.log("ESCAPED");',
  "takes the HTTP client's connections from its symbol":
    'try { new Headers(); } catch {} globalThis[Symbol.for("undici.globalDispatcher.1")].dispatch({ origin: "http://127.0.0.1:PORT", path: "/", method: "GET" }, {}); console.log("ESCAPED");',
  "imports by its package's own names": 'await import("#net"); console.log("ESCAPED");',
  "imports a package beside it": 'await import("pkg"); console.log("ESCAPED");',
  "imports by a name in other letters": 'await import("NODE:net"); console.log("ESCAPED");',
  "imports what it made itself":
    'await import(URL.createObjectURL(new Blob(["1"], { type: "text/javascript" }))); console.log("ESCAPED");',
  "imports from a server": 'await import("http://127.0.0.1:PORT/x.mjs"); console.log("ESCAPED");',
  "imports by a function of its own": `await new Function("return import('node:net')")(); console.log("ESCAPED");`,
  "imports WebAssembly with a system beneath":
    'const { WASI } = await import("node:wasi"); new WASI({ version: "preview1", preopens: { "/": "/" } }); console.log("ESCAPED");',
  "sets flags of V8":
    'const v8 = await import("node:v8"); v8.setFlagsFromString("--allow-natives-syntax"); console.log("ESCAPED");',
  "imports a file of the machine as JSON":
    'await import("/etc/hostname", { with: { type: "json" } }); console.log("ESCAPED");',
  "reads by bytes in place of a path": `${READ} readFileSync(new TextEncoder().encode("/etc/hostname")); console.log("ESCAPED");`,
  "watches a file of the machine":
    'import { watchFile } from "node:fs"; watchFile("/etc/hostname", () => console.log("ESCAPED"));',
  "asks where its program lies":
    'import { readlinkSync } from "node:fs"; readlinkSync("/proc/self/exe"); console.log("ESCAPED");',
  "opens a file as a blob":
    'import { openAsBlob } from "node:fs"; await (await openAsBlob("/etc/hostname")).text(); console.log("ESCAPED");',
  "copies a file of the machine to itself":
    'import { cpSync } from "node:fs"; cpSync("/etc/hostname", "x"); console.log("ESCAPED");',
  "changes a file that is open already":
    'import { fchmodSync } from "node:fs"; fchmodSync(1, 0o777); console.log("ESCAPED");',
  "makes a folder": 'import { mkdtempSync } from "node:fs"; mkdtempSync("/tmp/x"); console.log("ESCAPED");',
};

describe(`${Object.keys(ESCAPES).length} escapes`, () => {
  it("come through in none, and the parent and its server hear of nothing", async () => {
    let heard = 0;
    const server = createServer((socket) => {
      heard++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    const old = {
      "scripts/old.cjs": "module.exports = (name) => module.constructor._load(name);",
      "package.json": '{ "imports": { "#net": "node:net" } }',
      "scripts/node_modules/pkg/index.js": 'module.exports = require("net");',
    };
    // All in one process: none can change what Node brings, so none stands in another's way.
    const sources = Object.values(ESCAPES).map((source, at) => [
      `scripts/${at}.mjs`,
      source.replaceAll("PORT", String(port)),
    ]);
    const each = `for (let at = 0; at < ${sources.length}; at++) {
      const end = await import("./" + at + ".mjs").then(() => "done", () => "refused");
      console.log(at, end);
    }`;
    const { output } = await run(each, {}, { ...old, ...Object.fromEntries(sources) });
    await new Promise((resolve) => server.close(resolve));
    const told = Object.keys(ESCAPES).map(
      (name, at) => `${at} ${name === "asks the environment" ? "done" : "refused"}`,
    );
    expect(output.trim().split("\n")).toEqual(told);
    expect(heard).toBe(0);
  });
});

describe("a script that takes too much is ended", () => {
  it.each([
    ["time, at work", "for (;;);", "time"],
    ["time, waiting", "setInterval(() => {}, 1000);", "time"],
    ["memory of the heap", "const all = []; for (;;) all.push({ a: [all.length] });", "memory"],
    ["output", 'for (;;) console.log("x".repeat(1000));', "output"],
  ] as const)("%s", async (_what, source, why) => {
    expect(await run(source, { timeMs: why === "time" ? 700 : 60_000 })).toMatchObject({ type: "failed", why });
  });

  it.runIf(process.platform === "linux")("memory beside the heap", async () => {
    const source =
      "const all = []; for (;;) { all.push(Buffer.alloc(8e6, 1)); await new Promise((r) => setTimeout(r, 5)); }";
    expect(await run(source, { timeMs: 60_000 })).toMatchObject({ type: "failed", why: "memory" });
  });
});
