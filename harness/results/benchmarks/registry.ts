import { UserError } from "../../../base/user-error.ts";
import type { Benchmark } from "./benchmark.ts";
import { browsecompPlus } from "./entries/browsecomp-plus.ts";
import { ebt } from "./entries/ebt.ts";
import { ebtTests } from "./entries/ebt-tests.ts";
import { enterpriseRagBench } from "./entries/enterprise-rag-bench.ts";
import { gitbugsHadoop } from "./entries/gitbugs-hadoop.ts";
import { herb } from "./entries/herb.ts";
import { hoptraceMini } from "./entries/hoptrace-mini.ts";
import { libest } from "./entries/libest.ts";
import { libestTests } from "./entries/libest-tests.ts";
import { nfcorpus } from "./entries/nfcorpus.ts";
import { onap } from "./entries/onap.ts";
import { openconfig } from "./entries/openconfig.ts";
import { scifact } from "./entries/scifact.ts";
import { trecDl2019 } from "./entries/trec-dl-2019.ts";
import { trecRag2024 } from "./entries/trec-rag-2024.ts";

/** Every benchmark, in the order of `bench ls`. */
export const BENCHMARKS: readonly Benchmark[] = [
  ...[libest, libestTests, ebt, ebtTests, onap, openconfig, gitbugsHadoop],
  ...[hoptraceMini, scifact, nfcorpus, trecDl2019, trecRag2024],
  ...[browsecompPlus, enterpriseRagBench, herb],
];

/** @throws UserError `usage` with all names. */
export function benchmarkNamed(name: string): Benchmark {
  const found = BENCHMARKS.find((benchmark) => benchmark.name === name);
  if (found) return found;
  throw new UserError("usage", `there is no benchmark '${name}'`, {
    hint: `expected one of ${BENCHMARKS.map((benchmark) => benchmark.name).join(", ")}; scopebench measure bench ls says what each is`,
  });
}
