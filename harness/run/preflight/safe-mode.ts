import { UserError } from "../../../base/user-error.ts";
import type { Config } from "../../record/config/schema.ts";

/** The script can decide on calls of tools that there are, and of our own agents alone. @throws UserError */
export async function checkSafeMode({ safe_mode, external_agents }: Config): Promise<void> {
  if (!safe_mode) return;
  const { toolsOf } = await import("../safe-mode/simulated-reviewer.ts");
  toolsOf(safe_mode);
  if (external_agents.length === 0) return;
  throw new UserError("config", "safe_mode: expected our own agents alone, found external ones beside them", {
    hint: "calls of external agents cannot be put before a reviewer: run them without safe_mode",
  });
}
