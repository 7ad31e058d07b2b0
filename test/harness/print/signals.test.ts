import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";

const IO = new URL("../../../harness/print/io.ts", import.meta.url).href;

/** Ends with 7 when nobody heard of the signal. */
const sourceOf = (script: string) => `import { processIo } from ${JSON.stringify(IO)};
    const keep = setTimeout(() => process.exit(7), 60_000);
    ${script}`;
const argumentsFor = (script: string) => ["--input-type=module", "-e", sourceOf(script)];

function process(script: string): number | null {
  return spawnSync(globalThis.process.execPath, argumentsFor(script)).status;
}

// A signal is heard in the next turn of the event loop, and forgotten when its last listener goes before that.
it("a signal that comes while the sources are loaded is heard by the command", () => {
  expect(
    process(`process.on("SIGTERM", () => process.exit(1));
      process.kill(process.pid, "SIGTERM");
      const { signal } = processIo();
      signal.addEventListener("abort", () => process.exit(0));`),
  ).toBe(0);
});

it("a signal that comes right before a command may be ended at once ends it", () => {
  expect(
    process(`const io = processIo();
      process.kill(process.pid, "SIGTERM");
      io.endAtOnce();`),
  ).toBe(130);
});

// As while sources are loaded: the turn that is under way has looked for signals already.
it.each(["io.endAtOnce()", "void io.endsAtOnce(() => new Promise(() => undefined))"])(
  "a signal that comes in a turn that blocks is heard before %s lets go of the listeners",
  (letGo) => {
    const script = `const io = processIo();
      const { readFile } = await import("node:fs");
      readFile("/dev/null", () => {
        process.kill(process.pid, "SIGTERM");
        const until = performance.now() + 300;
        while (performance.now() < until);
        ${letGo};
      });`;
    expect(process(script)).toBe(130);
  },
);

it("a signal ends work at once that only reads, though it never lets the event loop turn; before and after it is heard", async () => {
  const during = sourceOf(`const { endsAtOnce } = processIo();
    await endsAtOnce(async () => { console.log("reads"); for (;;); });`);
  const child = spawn(globalThis.process.execPath, ["--input-type=module", "-e", during]);
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([null, "SIGTERM"]);
  const heard = `const { signal } = io;
    process.kill(process.pid, "SIGTERM");
    signal.addEventListener("abort", () => process.exit(0));`;
  expect([
    process(
      `const io = processIo(); process.kill(process.pid, "SIGTERM"); await io.endsAtOnce(async () => process.exit(1));`,
    ),
    process(`const io = processIo(); await io.endsAtOnce(async () => undefined); ${heard}`),
  ]).toEqual([130, 0]);
});

it("one Ctrl-C that comes twice, from the terminal and by the launcher, is one; another ends at once", () => {
  const pressed = (laterMs: number) =>
    process(`const { signal } = processIo();
      process.kill(process.pid, "SIGINT");
      setTimeout(() => {
        process.kill(process.pid, "SIGINT");
        setTimeout(() => process.exit(signal.aborted ? 0 : 1), 500);
      }, ${laterMs});`);
  expect([pressed(5), pressed(1300)]).toEqual([0, 130]);
});

// npx, told to end, ends the shell that it has started, and nothing else.
it("what npx has started ends in order when the shell in between is gone", async () => {
  const script = `const { signal } = processIo();
    console.log(process.pid);
    signal.addEventListener("abort", () => { console.log("in order"); process.exit(0); });`;
  const line = [globalThis.process.execPath, ...argumentsFor(script)].map((word) => `'${word}'`).join(" ");
  const shell = spawn("sh", ["-c", `${line}; true`], {
    env: { ...globalThis.process.env, npm_lifecycle_event: "npx", npm_lifecycle_script: "scopebench assistant" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let told = "";
  shell.stdout.on("data", (chunk: Buffer) => {
    if (told === "") shell.kill("SIGTERM");
    told += chunk;
  });
  await once(shell.stdout, "end");
  expect(told).toMatch(/^\d+\nin order\n$/);
});
