import { join } from "node:path";
import { UserError } from "../../../base/user-error.ts";
import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "scripts/benchmarks.ts";

/** Data sets that no clone has, by the folders in which they lie below `BENCH_DATA`. */
const FOLDERS = {
  libest: "libest",
  "libest-tests": "libest",
  ebt: "ebt",
  "ebt-tests": "ebt",
  onap: "onap",
  openconfig: "openconfig",
  "gitbugs-hadoop": "hadoop-bugs",
  "hoptrace-mini": "formats/beir/hoptrace-mini",
};

export const benchmarks: FigureSource = {
  name: "benchmarks",
  command: `BENCH_DATA=<folder> BENCH_RUNS=<folder> node --import tsx ${SCRIPT} --runs "$BENCH_RUNS" libest="$BENCH_DATA/libest" ...`,
  about:
    "Keyword search (BM25), vector search (LSA) and hybrid search on published benchmarks, and COMET's published scores beside them",
  measure: async () => {
    const { BENCH_DATA: data, BENCH_RUNS: runs } = process.env;
    if (!data || !runs)
      throw new UserError("usage", "expected the folder of the data sets in BENCH_DATA, one for runs in BENCH_RUNS", {
        hint: "scopebench measure bench ls NAME says where each is from; below BENCH_DATA lie libest, ebt, onap, openconfig, hadoop-bugs, formats/beir/hoptrace-mini",
      });
    const pairs = Object.entries(FOLDERS).map(([name, folder]) => `${name}=${join(data, folder)}`);
    return { tables: printedTables(runScript(SCRIPT, "--runs", runs, ...pairs), ["ours", "published"]), values: {} };
  },
};
