import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

const IO = new URL("../../../harness/terminal/io.ts", import.meta.url).href;

/** Ends with 7 when nobody heard of the signal. */
function process(script: string): number | null {
  const whole = `import { processIo } from ${JSON.stringify(IO)};
    const keep = setTimeout(() => process.exit(7), 2000);
    ${script}`;
  return spawnSync(globalThis.process.execPath, ["--import", "tsx", "--input-type=module", "-e", whole]).status;
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
