import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { removeOldCaches, testCache } from "./test/cache.ts";
import { WASM_FLAGS } from "./test/wasm-flags.ts";

/** Whole runs and browsers first: a long file that starts last leaves a core idle until it ends. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => /\/test\/(?:e2e|reports|scripts|scenarios)\//.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

removeOldCaches();

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: "forks",
    maxWorkers: 2,
    execArgv: WASM_FLAGS,
    // Files share a process and what it has loaded: half of the suite's small files would only load libraries again.
    isolate: false,
    sequence: { sequencer: LongFilesFirst },
    // CI turns our own colours on; tests look for control codes that come from texts.
    env: { NO_COLOR: "1", SCOPEBENCH_CACHE: testCache() },
  },
});
