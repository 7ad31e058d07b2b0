import { hashOf } from "../../../../base/hash.ts";
import type { GateConfig } from "../../../record/config/gate-schema.ts";
import type { RunSource } from "../sources/run-source.ts";
import type { SelfTest } from "./self-test-file.ts";

/** What a self-test is of, by hashes: another gate's or another question set's says nothing here. */
export function identityOf(run: RunSource, { level, by, assume, metrics }: GateConfig): SelfTest["of"] {
  return {
    rules: hashOf({ level, by, assume, metrics }),
    scenarios: hashOf(run.provenance.scenarios),
    configurations: hashOf([...new Set(run.executions.map(({ configuration }) => configuration))].sort()),
  };
}
