import { DynamicStructuredTool, type StructuredTool } from "@langchain/core/tools";
import { z } from "zod";
import type { AgentSettings } from "../contract/contract.ts";
import type { ToolContext } from "../turns/tool-context.ts";
import { isScript, runScript, SCRIPT_LIMITS, type ScriptEnd } from "./run-script.ts";

type OwnSkills = NonNullable<AgentSettings["skills"]>;

const SCRIPT = /^\/skills\/([^/]+)\/(scripts\/[^/]+\.mjs)$/;

/** The tool that runs scripts of skills; none where no skill has any. */
export function scriptTools(
  skills: OwnSkills = {},
  mount: string,
  context: Pick<ToolContext, "signal">,
): StructuredTool[] {
  if (!Object.keys(skills).some(isScript)) return [];
  const { timeMs, memoryMb } = SCRIPT_LIMITS;
  return [
    new DynamicStructuredTool({
      name: "run_script",
      description: `Runs a script of a skill, as its SKILL.md says, and returns what it prints. It sees the skill's own files and its arguments, nothing else; ${timeMs / 1000} s, ${memoryMb} MB.`,
      schema: z.strictObject({
        file_path: z.string().max(500).describe(`such as ${mount}<skill>/scripts/<name>.mjs`),
        arguments: z.array(z.string().max(20_000)).max(20).default([]).describe("what the script is given, in order"),
      }),
      func: async ({ file_path, arguments: args }: { file_path: string; arguments: string[] }) => {
        const [, skill, script] = SCRIPT.exec(file_path) ?? [];
        if (!skill || !script || !Object.hasOwn(skills, `${skill}/${script}`))
          return `Error: there is no script ${file_path}. Scripts: ${Object.keys(skills)
            .filter(isScript)
            .map((path) => mount + path)
            .join(", ")}`;
        return told(await runScript(filesOf(skills, skill), { script, args, signal: context.signal }));
      },
    }),
  ];
}

function filesOf(skills: OwnSkills, skill: string): Map<string, string> {
  const own = Object.entries(skills).filter(([path]) => path.startsWith(`${skill}/`));
  return new Map(own.map(([path, text]) => [path.slice(skill.length + 1), text]));
}

const ENDED = {
  exit: "the script failed",
  time: "the script was ended: it took too long",
  memory: "the script was ended: it took too much memory",
  output: "the script was ended: it printed too much",
};

function told(ended: ScriptEnd): string {
  return ended.type === "done" ? ended.output : `Error: ${ENDED[ended.why]}.\n${ended.output.slice(0, 4_000)}`;
}
