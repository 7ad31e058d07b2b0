import type { LiveSources } from "../../../agent/contract/contract.ts";
import { inProcessSources, memberAsCaller } from "../../../db/sources/in-process/in-process-source.ts";
import { readServedContent } from "../../../db/sources/in-process/read-content.ts";
import type { Config } from "../../record/config/schema.ts";

/** Live sources of `bench.yaml` as the agent takes them, opened. @throws UserError where the file is not what it should be */
export async function toLiveSources(entry: Config["live_sources"]): Promise<LiveSources | undefined> {
  if (!entry) return undefined;
  const { in_process, fact_check: factCheck, ...rest } = entry;
  const content = await readServedContent(in_process.path);
  return {
    sources: inProcessSources(content, in_process.rights),
    callerOf: memberAsCaller,
    settings: { ...rest, factCheck },
  };
}
