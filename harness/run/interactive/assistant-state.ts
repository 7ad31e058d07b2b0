import { join } from "node:path";
import type { StateLocation } from "../../../agent/filesystem/state-store.ts";
import { makePrivateFolder } from "../../../base/private-folder.ts";
import { UserError } from "../../../base/user-error.ts";
import type { Io } from "../../print/io.ts";
import type { AssistantConfig } from "../../record/config/assistant-schema.ts";
import { lockRun } from "../../record/run-directory/lock.ts";
import { RUN_PATHS } from "../../record/run-directory/paths.ts";

/** An embedded state is this process' alone; one on a server is shared. */
export async function takeState(
  { state }: AssistantConfig,
  io: Io,
): Promise<{ state: StateLocation; audit: string; release(): Promise<void> }> {
  const folder = join(io.cwd, ".scopebench", "assistant");
  await makePrivateFolder(folder);
  if (state.type === "embedded")
    return {
      ...{ state: join(folder, RUN_PATHS.state), audit: join(folder, "audit.jsonl") },
      release: await lockRun(folder),
    };
  const url = io.environment[state.url_env];
  if (url) return { state: { url }, audit: join(folder, `audit-${process.pid}.jsonl`), release: async () => undefined };
  throw new UserError("environment", `${state.url_env} is not set: expected the address of the database`, {
    hint: `export ${state.url_env}=postgres://user:password@host:5432/database`,
  });
}
