import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const START = fileURLToPath(new URL("../../harness/start.mjs", import.meta.url));
/** Each process of Node says how much its C library keeps of what was given back, and in how many heaps. */
const SAYS =
  "--import=data:text/javascript,console.error(process.env.MALLOC_TRIM_THRESHOLD_,process.env.MALLOC_ARENA_MAX)";

/** `npm start -- ...args`; what it says of memory stands in `errors`, a line for each process. */
async function start(args: readonly string[], given: Record<string, string> = {}) {
  const { MALLOC_TRIM_THRESHOLD_: _kept, MALLOC_ARENA_MAX: _heaps, ...environment } = process.env;
  const env = { ...environment, NODE_OPTIONS: SAYS, ...given };
  const run = promisify(execFile)(process.execPath, [START, ...args], { env });
  const ended = await run.catch((error: { stdout: string; stderr: string; code: number }) => error);
  return { code: "code" in ended ? ended.code : 0, out: ended.stdout, errors: ended.stderr };
}

test("npm start is the command run, in a process that gives memory back", async () => {
  const { code, out, errors } = await start(["--help"]);
  expect({ code, errors }).toEqual({ code: 0, errors: "undefined undefined\n1048576 1\n" });
  expect(out).toContain("Usage: scopebench run");
});

test("what a user's environment says of memory stays, and a refusal's exit code arrives", async () => {
  const { code, errors } = await start(["--limit", "none"], {
    MALLOC_TRIM_THRESHOLD_: "131072",
    MALLOC_ARENA_MAX: "2",
  });
  expect(code).toBe(1);
  expect(errors.match(/^131072 2$/gm)).toHaveLength(2);
});
