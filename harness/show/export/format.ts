import type { IdReader } from "../../../base/ids/id-reader.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import type { Config } from "../../record/config/schema.ts";
import type { Effects } from "../../record/effects.ts";
import type { Manifest } from "../../record/run-directory/manifest.ts";

/** A run whose `score` stage is complete. */
export interface ExportedRun {
  runDirectory: string;
  config: Config;
  manifest: Manifest;
  scenarios: readonly Scenario[];
  /** Reads ids of the corpus out of texts. */
  ids: IdReader;
  effects: Effects;
}

/** One file of an export; `path` is relative to its folder. */
export interface ExportedFile {
  path: string;
  content: string | Uint8Array;
}

/** One way to hand a run to other tools: one file here and one line in the registry. */
export interface ExportFormat {
  name: string;
  /** What is written and what does not fit, for `--help`. */
  about: string;
  /** Files come one by one, so that only one is in memory. */
  files(run: ExportedRun): AsyncIterable<ExportedFile>;
  /** What is told to GitHub's runner besides, as workflow commands. */
  annotations?(run: ExportedRun): Promise<string[]>;
}
