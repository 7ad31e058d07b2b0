import { z } from "zod";
import { TOOLS } from "../../agent/tools/registry.ts";
import { Refused } from "../protocol/protocol.ts";

/** Tools of the agent's library, not of ours, that can be reviewed as well. */
const OTHER_TOOLS = ["task", "write_file", "edit_file"];

/** True: every retrieval. False: nothing. Otherwise the tools that are named. @throws Refused 422 */
export function reviewedTools(asked: unknown): ReadonlySet<string> {
  if (asked === true) return new Set(retrievalTools());
  if (asked === false) return new Set();
  const known = [...Object.keys(TOOLS), ...OTHER_TOOLS];
  const names = z.array(z.string()).safeParse(asked);
  const unknown = names.success ? names.data.filter((name) => !known.includes(name)) : null;
  if (names.success && unknown?.length === 0) return new Set(names.data);
  throw new Refused(422, `safe_mode: expected true, false or a list of tools (${known.join(", ")})`);
}

/** Every call that reads records; not those that look at what was retrieved before. */
function retrievalTools(): string[] {
  return Object.values(TOOLS)
    .filter(({ family }) => family !== "artifact")
    .map(({ name }) => name);
}
