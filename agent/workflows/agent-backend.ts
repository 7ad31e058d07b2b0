import { CompositeBackend } from "deepagents";
import type { AgentFiles } from "../filesystem/agent-files.ts";
import { AgentFsBackend } from "../filesystem/agentfs-backend.ts";
import { type SkillFiles, SkillsBackend } from "../filesystem/skills-backend.ts";
import { CALLS_FOLDER, RESULTS_FOLDER, TURNS_FOLDER } from "../turns/call-log.ts";

/** Where skills appear to an agent; `skills: [SKILLS_MOUNT]` of deepagents. */
export const SKILLS_MOUNT = "/skills/";

/** An agent's whole file tree: its own files, and the skills read-only where it has any. */
export function makeAgentBackend(options: { files: AgentFiles; skills?: SkillFiles }): CompositeBackend {
  const own = new AgentFsBackend(options.files, { hidden: [CALLS_FOLDER, TURNS_FOLDER], readOnly: [RESULTS_FOLDER] });
  return new CompositeBackend(own, options.skills ? { [SKILLS_MOUNT]: new SkillsBackend(options.skills) } : {});
}
