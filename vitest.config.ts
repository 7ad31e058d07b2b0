import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { removeOldCaches, testCache } from "./test/cache.ts";
import { TEST_FLAGS } from "./test/engine-flags.ts";
import { GROWN_ARE_ENDED } from "./test/worker-pool.ts";

/**
 * Whole runs and browsers first: a long file that starts last leaves a core idle until it ends. Statements that use up what one may have,
 * half a gigabyte, in processes that have not grown yet. Those that take turns on Neo4j's one database start far from each other.
 */
const FIRST = [
  /guards\/(?:cypher-stores|runaways)/,
  /\/test\/reports\/pages/,
  /\/test\/(?:e2e|package|reports|examples)\//,
  /\/harness\/run\/(?:start\/until-decided|affected\/)|docs\/site|assistant\/page|loopback\/(?:faults|storm)/,
  /contract\/substrate/,
  // On the substrate that runaways built.
  /guards\/fuzz/,
  /\/test\/scenarios\//,
];
const LAST = /graph\/graph-port/;

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification) => {
      const at = FIRST.findIndex((files) => files.test(moduleId));
      return at >= 0 ? at : FIRST.length + Number(LAST.test(moduleId));
    };
    return sorted.sort((a, b) => place(a) - place(b));
  }
}

removeOldCaches();

/** What one process of this run of the suite has made for all of them. */
const shared = mkdtempSync(join(tmpdir(), "scopebench-shared-"));
process.once("exit", () => rmSync(shared, { recursive: true, force: true }));

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // A busy machine is late, not wrong; what hangs is found all the same. Here alone: no test has a time of its own.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 90_000 } },
    // Of what needs more than a fresh machine has (`test/left-out.ts`).
    tags: [{ name: "outside" }],
    pool: GROWN_ARE_ENDED,
    // One more than a small machine has cores: a file that waits, for a page, a process or a time limit, leaves one idle.
    maxWorkers: 3,
    execArgv: TEST_FLAGS,
    // Files share a process and what it has loaded: half of the suite's small files would only load libraries again.
    isolate: false,
    // Node imports TypeScript itself, where it can: nothing is transformed, and a call of an import costs no getter. No test mocks a module.
    experimental: { viteModuleRunner: !process.features.typescript, nodeLoader: false },
    setupFiles: ["test/collect-memory.ts"],
    sequence: { sequencer: LongFilesFirst },
    // CI turns our own colours on; tests look for control codes that come from texts.
    env: {
      NO_COLOR: "1",
      SCOPEBENCH_CACHE: testCache(),
      SCOPEBENCH_TEST_SHARED: shared,
      // Half of what a command in a process of its own takes is compiling, also where the test gives it an empty cache.
      NODE_COMPILE_CACHE: join(testCache(), "compiled"),
      // What the threads of databases gave back stays resident otherwise: some 400 MB after four files (glibc; mallopt(3)).
      MALLOC_ARENA_MAX: "2",
      MALLOC_TRIM_THRESHOLD_: "131072",
    },
  },
});
