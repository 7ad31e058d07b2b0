import { UserError } from "../../../base/user-error.ts";
import type { Benchmark } from "./benchmark.ts";
import { ebt } from "./entries/ebt.ts";
import { ebtTests } from "./entries/ebt-tests.ts";
import { libest } from "./entries/libest.ts";
import { libestTests } from "./entries/libest-tests.ts";
import { onap } from "./entries/onap.ts";
import { openconfig } from "./entries/openconfig.ts";

/** Every benchmark, in the order of `bench ls`. */
export const BENCHMARKS: readonly Benchmark[] = [libest, libestTests, ebt, ebtTests, onap, openconfig];

/** @throws UserError `usage` with all names. */
export function benchmarkNamed(name: string): Benchmark {
  const found = BENCHMARKS.find((benchmark) => benchmark.name === name);
  if (found) return found;
  throw new UserError("usage", `there is no benchmark '${name}'`, {
    hint: `expected one of ${BENCHMARKS.map((benchmark) => benchmark.name).join(", ")}; scopebench measure bench ls says what each is`,
  });
}
